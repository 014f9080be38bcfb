#include "methods/data_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "data/tested_series.h"
#include "data/windows.h"
#include "methods/linear_baseline.h"
#include "methods/method.h"
#include "train/ensemble.h"
#include "train/window_source.h"

namespace mask2cause {
namespace {

constexpr size_t kUsualLags = 3;
constexpr size_t kMoreLags[] = {6, 12, 24};
constexpr size_t kMostInputs = 2000;     // variables x lags of a linear model fitted just to choose
constexpr size_t kWindowsPerLag = 20;    // at least
constexpr double kNearlyAll = 0.8;       // of the windows that the usual lags give
constexpr size_t kPlenty = 5;            // windows for each input
constexpr double kClearlyBetter = 0.05;  // nats per value
constexpr double kHeldOut = 0.2;
constexpr double kScarce = 3.0;              // windows for each variable
constexpr double kMany = 0.5, kSome = 0.25;  // parts of the variables
constexpr double kLargestPenalty = 0.5;      // the largest that was tried
constexpr double kPersistent = 0.98;         // of the variance, that the last value explains

// Of the windows with so many lags those that share their target with one of `longer`, which reach further back.
std::vector<uint32_t> WithTargetsOf(const Windows& longer, const Windows& windows) {
  std::vector<uint32_t> shared;
  shared.reserve(longer.size());
  size_t w = 0;
  for (size_t v = 0; v < longer.size(); ++v) {
    const size_t target = longer.FirstRow(v) + longer.lags();
    while (windows.FirstRow(w) + windows.lags() != target) ++w;
    shared.push_back(static_cast<uint32_t>(w));
  }
  return shared;
}

// How well a linear model with so many lags forecasts the last fifth of the windows that `longest` leaves.
double LinearLoss(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables, size_t lags,
                  const Windows& longest) {
  const WindowSource source(data, scaler, variables, lags);
  const std::vector<uint32_t> shared = WithTargetsOf(longest, Windows(data, lags));
  const auto kept = shared.end() - static_cast<ptrdiff_t>(HeldOutWindows(shared.size(), kHeldOut, 0, 1).size());
  return FitLinearBaseline(source.Subset({shared.begin(), kept}), source.Subset({kept, shared.end()})).held_out_loss;
}

// Whether enough windows are left to fit so many lags: nearly all, or plenty, and some of each trajectory. A window
// reaches back `reach` times the lags.
bool LeavesEnough(const Dataset& data, size_t variables, size_t lags, size_t reach) {
  const size_t windows = Windows(data, reach * lags).size(), usual = Windows(data, reach * kUsualLags).size();
  if (variables * lags > kMostInputs || windows < kWindowsPerLag * lags) return false;
  if (static_cast<double>(windows) >= kNearlyAll * static_cast<double>(usual)) return true;
  return windows >= kPlenty * variables * lags &&
         std::none_of(data.trajectories.begin(), data.trajectories.end(), [&](const Trajectory& trajectory) {
           return trajectory.rows > reach * kUsualLags && trajectory.rows <= reach * lags;
         });
}

// What the longest trajectory has room for; a method that reaches further back than its lags needs a few windows.
size_t MostLags(const Dataset& data, size_t reach) {
  constexpr size_t kFewestWindows = 3;
  size_t longest = 0;
  for (const Trajectory& trajectory : data.trajectories) longest = std::max(longest, trajectory.rows);
  size_t lags = longest > 2 ? (longest - 2) / reach : 1;
  while (reach > 1 && lags > 1 && Windows(data, reach * lags).size() < kFewestWindows) --lags;
  return lags;
}

// The numbers of lags that the data have room for, the usual one first.
std::vector<size_t> CandidateLags(const Dataset& data, size_t variables, size_t reach) {
  std::vector<size_t> candidates = {kUsualLags};
  for (const size_t more : kMoreLags) {
    if (!LeavesEnough(data, variables, more, reach)) break;
    candidates.push_back(more);
  }
  return candidates;
}

// Every number of lags forecasts the same targets, those that the most lags leave.
Choice ChooseLags(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables, size_t reach,
                  size_t& lags) {
  lags = std::clamp<size_t>(MostLags(data, reach), 1, kUsualLags);
  if (lags < kUsualLags) return {"lags", fmt::format("{}", lags), "trajectories are that short"};
  const std::vector<size_t> candidates = CandidateLags(data, variables.size(), reach);
  if (candidates.size() == 1) {
    return {"lags", fmt::format("{}", lags), "too few rows, or too many variables, to try more"};
  }
  const Windows longest(data, candidates.back());
  const double usual = LinearLoss(data, scaler, variables, kUsualLags, longest);
  double best = usual;
  std::string tried;
  for (const size_t more : std::span(candidates).subspan(1)) {
    const double loss = LinearLoss(data, scaler, variables, more, longest);
    tried += fmt::format("{}{} ({:.3f})", tried.empty() ? "" : ", ", more, loss);
    if (!(loss < best - kClearlyBetter)) continue;
    best = loss;
    lags = more;
  }
  return {
      "lags", fmt::format("{}", lags),
      fmt::format("a linear model's loss on held-out windows is {:.3f} nats per value with {} lags; with {} it is {}",
                  usual, kUsualLags, tried, lags == kUsualLags ? "not clearly better" : "clearly better")};
}

// The middle one of some figures.
double Median(std::vector<double> figures) {
  const auto middle = figures.begin() + static_cast<ptrdiff_t>(figures.size() / 2);
  std::nth_element(figures.begin(), middle, figures.end());
  return *middle;
}

Choice ChooseObjective(const std::vector<NoiseShape>& shapes, size_t windows, size_t variables) {
  const double n = static_cast<double>(variables);
  if (static_cast<double>(windows) < kScarce * n) {
    return {"objective", "mse",
            fmt::format("{} windows of {} variables are too few for a likelihood", windows, variables)};
  }
  if (shapes.empty()) return {"objective", "nll", "series are too short to tell more"};
  std::vector<double> kurtosis, volatility_p;
  double heavy = 0.0, restless = 0.0;
  for (const NoiseShape& shape : shapes) {
    heavy += shape.heavy_tails;
    restless += shape.changes_variance;
    kurtosis.push_back(shape.kurtosis);
    volatility_p.push_back(shape.volatility_p);
  }
  const std::string reason = fmt::format(
      "{:.0f} of {} variables have heavy tails (excess kurtosis above {:g}; its median is {:.2g}), {:.0f} have calm "
      "and "
      "wild stretches (Engle's test; its median p is {:.2g})",
      heavy, variables, kHeavyTails, Median(kurtosis), restless, Median(volatility_p));
  return {"objective", heavy >= kMany * n && restless < kSome * n ? "student-t" : "nll", reason};
}

// Whether the last value leaves little to forecast.
bool IsPersistent(const Dataset& data, double mean, size_t variable) {
  const size_t n = data.variables();
  double from_last = 0.0, from_mean = 0.0;
  for (const Trajectory& trajectory : data.trajectories) {
    for (size_t row = trajectory.first_row + 1; row < trajectory.first_row + trajectory.rows; ++row) {
      const double value = data.values[row * n + variable];
      from_last += std::pow(value - data.values[(row - 1) * n + variable], 2.0);
      from_mean += std::pow(value - mean, 2.0);
    }
  }
  return from_last < (1.0 - kPersistent) * from_mean;
}

Choice ChoosePrediction(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables) {
  if (data.missing.any()) return {"predict", "value", "cells are missing, and a change needs the last value"};
  const auto persistent = std::count_if(variables.begin(), variables.end(),
                                        [&](size_t v) { return IsPersistent(data, scaler.mean[v], v); });
  const bool most = static_cast<double>(persistent) >= kMany * static_cast<double>(variables.size());
  return {"predict", most ? "change" : "value",
          fmt::format("the last value explains {:g} % of the variance of {} of {} variables", 100.0 * kPersistent,
                      persistent, variables.size())};
}

// An edge costs lambda / (N (N - 1)) of the mean loss of N variables, and is worth its cost to BIC when it gains
// log(T) / 2 nats over all T windows of its target. Squared errors of standardised series stand for nats.
Choice ChoosePenalty(size_t windows, size_t variables, bool likelihood, double& lambda) {
  const double t = static_cast<double>(std::max<size_t>(windows, 2)), n = static_cast<double>(variables);
  lambda = std::min(kLargestPenalty, (n - 1.0) * std::log(t) / (2.0 * t));
  return {
      "lambda", fmt::format("{:.2g}", lambda),
      fmt::format("an edge shall gain half the logarithm of the {} windows, in {}, as BIC asks{}", windows,
                  likelihood ? "nats" : "squared error for nats", lambda < kLargestPenalty ? "" : "; at most this")};
}

}  // namespace

DataChoices ChooseFromData(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables,
                           const DiscoverOptions& options) {
  DataChoices chosen{options, {}, {}};
  const size_t reach = FindMethod(options.method).reach;
  if (options.lags == 0 && reach > 0) {
    chosen.choices.push_back(ChooseLags(data, scaler, variables, reach, chosen.options.lags));
  }
  const size_t usual = std::clamp<size_t>(MostLags(data, 1), 1, kUsualLags);
  chosen.checks = CheckData(data, chosen.options.lags > 0 ? chosen.options.lags : usual, reach);
  if (options.objective == "auto" && options.method == "m2c") {
    chosen.choices.push_back(ChooseObjective(ShapesOfNoise(TakeTestedPart(data), chosen.options.lags),
                                             Windows(data, chosen.options.lags).size(), variables.size()));
    chosen.options.objective = chosen.choices.back().value;
  }
  if (options.predict == "auto" && options.method == "m2c") {
    chosen.choices.push_back(ChoosePrediction(data, scaler, variables));
    chosen.options.predict = chosen.choices.back().value;
  }
  if (options.lambda < 0.0 && options.method == "m2c") {
    Choice penalty = ChoosePenalty(Windows(data, chosen.options.lags).size(), variables.size(),
                                   chosen.options.objective != "mse", chosen.options.lambda);
    if (options.lock_graph.empty()) chosen.choices.push_back(std::move(penalty));
  }
  return chosen;
}

}  // namespace mask2cause
