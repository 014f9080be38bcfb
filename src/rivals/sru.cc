// SRU and eSRU (Khanna and Tan 2020, economy statistical recurrent units): one statistical recurrent unit per target,
// trained on random blocks of the series; the norm of a source's input weights says whether it is a cause.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/rng.h"
#include "mask2cause/error.h"
#include "rivals/series.h"
#include "rivals/side_by_side.h"
#include "rivals/statistical_unit.h"

namespace mask2cause {
namespace {

constexpr size_t kDecayEvery = 4, kStillSteps = 10;
constexpr double kDecay = 0.99, kStillChange = 1e-5;
constexpr uint64_t kBlockStream = uint64_t{1} << 40;
constexpr NetworkCost kCost = {.steps = 1200, .n1 = 800, .n2 = 5, .rows = 125};

std::vector<double> ParseScales(const std::string& text) {
  std::vector<double> scales;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    double value = -1.0;
    const auto [rest, error] = std::from_chars(text.data() + at, text.data() + end, value);
    if (error != std::errc() || rest != text.data() + end || !(value >= 0.0) || !(value < 1.0)) {
      throw Error(ErrorKind::kUsage, fmt::format("--rival-scales '{}' is not allowed", text),
                  "--rival-scales takes auto or numbers from 0 to below 1 with commas between: 0,0.01,0.1,0.99");
    }
    scales.push_back(value);
    at = end + 1;
  }
  return scales;
}

// Random stretches of the series, each within one trajectory; where that is shorter than a block, the rest does not
// count.
class Blocks {
 public:
  Blocks(const RivalSeries& series, const Dataset& data, size_t length) : inputs_(series.GatherAll()) {
    size_t first = 0, longest = 0;
    for (const Trajectory& trajectory : data.trajectories) {
      if (trajectory.rows < 2) continue;
      pieces_.push_back({first, trajectory.rows - 1});  // windows of one lag
      longest = std::max(longest, trajectory.rows - 1);
      first += trajectory.rows - 1;
    }
    length_ = std::min(length, longest);
  }

  size_t length() const { return length_; }

  double Step(StatisticalUnit& unit, size_t target, Rng& rng, double rate, const UnitShrinkage& shrinkage) const {
    const size_t n = inputs_.variables, chosen = rng.Below(inputs_.x.rows);
    const auto piece =
        std::find_if(pieces_.begin(), pieces_.end(), [chosen](const Piece& p) { return chosen < p.first + p.count; });
    const size_t count = std::min(length_, piece->count), first = piece->first + rng.Below(piece->count - count + 1);
    std::vector<float> next(length_, 0.0f), weight(length_, 0.0f);
    float observed = 0.0f;
    for (size_t r = 0; r < count; ++r) {
      const size_t at = (first + r) * n + target;
      next[r] = inputs_.targets.target[at];
      weight[r] = inputs_.targets.observed.empty() ? 1.0f : inputs_.targets.observed[at];
      observed += weight[r];
    }
    for (float& w : weight) w /= std::max(observed, 1.0f);
    return unit.Step(inputs_.x.Rows(first, count), next.data(), weight.data(), rate, shrinkage);
  }

 private:
  struct Piece {
    size_t first, count;
  };

  const RivalSeries::Inputs inputs_;
  std::vector<Piece> pieces_;  // of each trajectory: its windows
  size_t length_ = 0;
};

// A unit and how far it is.
struct Trainee {
  StatisticalUnit unit;
  Rng rng;
  size_t steps = 0, still = 0;
  double loss = 0.0;

  Trainee(const UnitDesign& design, uint64_t seed, size_t target, size_t block)
      : unit(design, seed, target, block), rng(seed, kBlockStream + target) {}
  bool Finished() const { return still >= kStillSteps; }
};

MethodOutput FitUnits(const MethodInput& input, RivalSettings& settings, bool economy) {
  const RivalSeries series(input, settings.InputScaling(Scaling::kRaw), 1);
  const Blocks blocks(series, input.data, settings.Context(125));
  const double first_rate = settings.Rate(0.01);
  const UnitShrinkage shrinkage = {.all = first_rate * settings.Ridge(0.021544),
                                   .inputs = first_rate * settings.Penalty(0.031623),
                                   .outputs = economy ? first_rate * settings.OutputPenalty(0.464159) : 0.0};
  const UnitDesign design = {
      .variables = series.variables(), .scales = ParseScales(settings.Scales("0,0.01,0.1,0.99")), .economy = economy};
  const size_t n = series.variables();
  std::vector<std::unique_ptr<Trainee>> trainees;
  for (size_t target = 0; target < n; ++target) {
    trainees.push_back(std::make_unique<Trainee>(design, input.options.seed, target, blocks.length()));
  }
  const std::vector<char> forbidden = ForbiddenEdges(input);
  for (size_t cell = 0; cell < forbidden.size(); ++cell) {
    if (forbidden[cell] != 0) trainees[cell / n]->unit.Forbid(cell % n);
  }
  MethodOutput output;
  output.epoch_losses.push_back(TrainSideBySide(input, settings.Steps(2000), [&](size_t target, size_t steps) {
    Trainee& trainee = *trainees[target];
    for (size_t step = 0; step < steps && !trainee.Finished(); ++step, ++trainee.steps) {
      const double rate = first_rate * std::pow(kDecay, static_cast<double>(trainee.steps / kDecayEvery));
      trainee.loss = blocks.Step(trainee.unit, target, trainee.rng, rate, shrinkage);
      trainee.still = trainee.unit.squared_change() < kStillChange ? trainee.still + 1 : 0;
    }
    return trainee.loss;
  }));
  for (const auto& trainee : trainees) {
    output.steps = std::max(output.steps, trainee->steps);
    output.parameters += trainee->unit.layout().count();
  }
  for (size_t cell = 0; cell < n * n; ++cell) output.scores.push_back(trainees[cell / n]->unit.InputNorm(cell % n));
  AddWarnings(output, MissingWarnings(input.data));
  AddWarnings(output, ShortWarnings(input.data, 2));
  return output;
}

MethodOutput FitSru(const MethodInput& input, RivalSettings& settings) {
  return FitUnits(input, settings, false);
}

MethodOutput FitEsru(const MethodInput& input, RivalSettings& settings) {
  return FitUnits(input, settings, true);
}

}  // namespace

extern const Method kSruMethod = {
    .name = "sru",
    .summary = "One statistical recurrent unit per target, group lasso on its inputs (Khanna and Tan 2020)",
    .fit = FitRival<FitSru>,
    .reach = 0,
    .cost = kCost,
    .options = {"rival-lr", "rival-penalty", "rival-ridge", "rival-steps", "rival-context", "rival-scaling",
                "rival-scales"}};
extern const Method kEsruMethod = {
    .name = "esru",
    .summary = "Economy statistical recurrent units: sru with sketched feedback (Khanna and Tan 2020)",
    .fit = FitRival<FitEsru>,
    .reach = 0,
    .cost = kCost,
    .options = {"rival-lr", "rival-penalty", "rival-ridge", "rival-steps", "rival-context", "rival-scaling",
                "rival-scales", "rival-output-penalty"}};

}  // namespace mask2cause
