#include "train/lag_profile.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "train/loss.h"

namespace mask2cause {
namespace {

constexpr float kNudge = 0.25f;  // standard deviations, to either side
// Each lag of each variable is nudged, and every nudge makes the tokens of all variables pass the network again;
// windows are thinned evenly to stay below so many tokens.
constexpr size_t kMostTokens = 50000, kFewestWindows = 64, kMostWindows = 1024;

std::vector<uint32_t> SomeWindows(const WindowSource& source) {
  const size_t n = source.variables(), tokens = n * source.lags() * n;
  const size_t limit = std::clamp(kMostTokens / tokens, kFewestWindows, kMostWindows);
  const size_t count = std::min(limit, source.windows());
  std::vector<uint32_t> windows(count);
  for (size_t k = 0; k < count; ++k) windows[k] = static_cast<uint32_t>(k * source.windows() / count);
  return windows;
}

class Prober {
 public:
  Prober(const Model& model, const WindowSource& windows, const MemberResult& member)
      : model_(model), windows_(windows), values_(model.layout.size()), masks_(MasksOf(model, member)) {
    std::copy(member.values.begin(), member.values.end(), values_.begin());
  }

  // Adds this member's share of the profile of one source at one lag.
  void Probe(size_t source, size_t lag, double weight, LagProfile& profile) const {
    const size_t n = model_.config.variables, base = (lag - 1) * n * n;
    const Answer up = Ask(source, lag, kNudge), down = Ask(source, lag, -kNudge);
    const double share = weight / static_cast<double>(windows_.windows());
    const double step = 2.0 * static_cast<double>(kNudge);
    const auto add = [&](Response& response, const std::vector<double>& high, const std::vector<double>& low) {
      for (size_t at = 0; at < high.size(); ++at) {
        const double slope = (high[at] - low[at]) / step;
        const size_t cell = base + at % n * n + source;
        response.slope[cell] += share * slope;
        response.magnitude[cell] += share * std::abs(slope);
      }
    };
    add(profile.mean, up.mean, down.mean);
    add(profile.deviation, up.log_deviation, down.log_deviation);
  }

 private:
  struct Answer {
    std::vector<double> mean, log_deviation;  // (windows, N)
  };

  Answer Ask(size_t source, size_t lag, float amount) const {
    Answer answer;
    Evaluator evaluator(model_, windows_);
    evaluator.SetNudge({source, model_.config.lags - lag, amount});
    evaluator.Run(values_.data(), masks_, [&](size_t, const Batch& batch, TileState& state) {
      for (size_t r = 0; r < batch.x.rows; ++r) {
        answer.mean.push_back(static_cast<double>(state.mean[r]));
        if (!model_.config.has_scale()) continue;
        answer.log_deviation.push_back(
            std::log(Deviation(model_.config.objective, static_cast<double>(state.scale[r]))));
      }
    });
    return answer;
  }

  const Model& model_;
  const WindowSource& windows_;
  AlignedFloats values_;
  Masks masks_;
};

}  // namespace

LagProfile MeasureLagProfile(const Model& model, const WindowSource& source, const std::vector<MemberResult>& members,
                             ThreadPool& pool, const EnsembleReport& report) {
  const size_t n = model.config.variables, lags = model.config.lags;
  const WindowSource windows = source.Subset(SomeWindows(source));
  std::vector<Prober> probers;
  for (const MemberResult& member : members) probers.emplace_back(model, windows, member);
  LagProfile profile;
  const auto prepare = [&](Response& response) {
    response.slope.assign(lags * n * n, 0.0);
    response.magnitude.assign(lags * n * n, 0.0);
  };
  prepare(profile.mean);
  if (model.config.has_scale()) prepare(profile.deviation);
  std::atomic<size_t> done{0};
  pool.Run(n * lags, [&](size_t task, size_t) {
    for (const Prober& prober : probers) {
      prober.Probe(task / lags, task % lags + 1, 1.0 / static_cast<double>(probers.size()), profile);
    }
    report(static_cast<double>(++done) / static_cast<double>(n * lags), "lags and signs");
  });
  return profile;
}

}  // namespace mask2cause
