#include "train/lag_profile.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "train/loss.h"

namespace mask2cause {
namespace {

constexpr float kNudge = 0.25f;  // standard deviations, to either side
// Each lag of each variable is nudged, in so many windows together. Members ask different ones, so that few of each are
// many of all.
constexpr size_t kMostNudges = 5000, kFewestWindows = 32, kMostWindows = 1024;

size_t WindowsOfMember(const WindowSource& source) {
  const size_t inputs = source.variables() * source.lags();
  return std::clamp(kMostNudges / inputs, kFewestWindows, kMostWindows);
}

class Prober {
 public:
  Prober(const Model& model, WindowSource windows, const MemberResult& member)
      : model_(model), windows_(std::move(windows)), values_(model.layout.size()), masks_(MasksOf(model, member)) {
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
  WindowSource windows_;
  AlignedFloats values_;
  Masks masks_;
};

}  // namespace

// At another place in each part: with recordings of equal length the first of each part could be the first of each
// recording.
std::vector<uint32_t> SpreadWindows(size_t windows, size_t most, double phase) {
  constexpr double kGoldenTurn = 0.6180339887498949;
  std::vector<uint32_t> chosen(std::min(windows, most));
  const double part = static_cast<double>(windows) / static_cast<double>(chosen.size());
  for (size_t k = 0; k < chosen.size(); ++k) {
    const double turn = kGoldenTurn * static_cast<double>(k) + phase;
    chosen[k] = static_cast<uint32_t>((static_cast<double>(k) + (turn - std::floor(turn))) * part);
  }
  return chosen;
}

LagProfile MeasureLagProfile(const Model& model, const WindowSource& source, const std::vector<MemberResult>& members,
                             ThreadPool& pool, const EnsembleReport& report) {
  const size_t n = model.config.variables, lags = model.config.lags;
  std::vector<Prober> probers;
  for (size_t m = 0; m < members.size(); ++m) {
    const double phase = static_cast<double>(m) / static_cast<double>(members.size());
    const auto windows = SpreadWindows(source.windows(), WindowsOfMember(source), phase);
    probers.emplace_back(model, source.Subset(windows), members[m]);
  }
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
