#include "methods/data_choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/tested_series.h"
#include "data/windows.h"
#include "methods/linear_baseline.h"
#include "train/ensemble.h"
#include "train/window_source.h"

namespace mask2cause {
namespace {

constexpr size_t kUsualLags = 3;
constexpr size_t kMoreLags[] = {6, 12, 24};
constexpr size_t kMostInputs = 1500;     // variables x lags of a linear model that is fitted just to choose
constexpr size_t kWindowsPerLag = 20;    // at least
constexpr double kClearlyBetter = 0.05;  // nats per value
constexpr double kKept = 0.8;            // of the windows that the usual lags give
constexpr double kHeldOut = 0.2;
constexpr double kScarce = 3.0;              // windows for each variable
constexpr double kMany = 0.5, kSome = 0.25;  // parts of the variables
constexpr double kPersistent = 0.98;         // of the variance, that the last value explains

// How well a linear model with so many lags forecasts the last fifth; NaN when there is too little to tell.
double LinearLoss(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables, size_t lags) {
  const WindowSource source(data, scaler, variables, lags);
  const std::vector<uint32_t> held_out = HeldOutWindows(source.windows(), kHeldOut, 0, 1);
  if (held_out.empty() || variables.size() * lags > kMostInputs || source.windows() < kWindowsPerLag * lags) {
    return std::nan("");
  }
  std::vector<uint32_t> rest(held_out.front());
  for (uint32_t w = 0; w < rest.size(); ++w) rest[w] = w;
  return FitLinearBaseline(source.Subset(std::move(rest)), source.Subset(held_out)).held_out_loss;
}

// What the longest trajectory has room for.
size_t MostLags(const Dataset& data) {
  size_t longest = 0;
  for (const Trajectory& trajectory : data.trajectories) longest = std::max(longest, trajectory.rows);
  return longest > 2 ? longest - 2 : 1;
}

Choice ChooseLags(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables, size_t& lags) {
  lags = std::min(kUsualLags, MostLags(data));
  if (lags < kUsualLags) return {"lags", fmt::format("{}", lags), "trajectories are that short"};
  const double usual = LinearLoss(data, scaler, variables, kUsualLags);
  const double all = static_cast<double>(Windows(data, kUsualLags).size());
  double best = usual - kClearlyBetter;
  std::string tried;
  for (const size_t more : kMoreLags) {
    if (static_cast<double>(Windows(data, more).size()) < kKept * all) break;  // trajectories would be lost
    const double loss = LinearLoss(data, scaler, variables, more);
    if (std::isnan(loss)) break;
    tried += fmt::format("{}{} ({:.3f})", tried.empty() ? "" : ", ", more, loss);
    if (!(loss < best)) continue;
    best = loss;
    lags = more;
  }
  const std::string value = fmt::format("{}", lags);
  if (tried.empty()) return {"lags", value, "too few rows, or too many variables, to try more"};
  return {
      "lags", value,
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

}  // namespace

DataChoices ChooseFromData(const Dataset& data, const Scaler& scaler, const std::vector<size_t>& variables,
                           const DiscoverOptions& options) {
  DataChoices chosen{options, {}, {}};
  if (options.lags == 0) chosen.choices.push_back(ChooseLags(data, scaler, variables, chosen.options.lags));
  chosen.checks = CheckData(data, chosen.options.lags);
  if (options.objective == "auto" && options.method == "m2c") {
    chosen.choices.push_back(ChooseObjective(ShapesOfNoise(TakeTestedPart(data), chosen.options.lags),
                                             Windows(data, chosen.options.lags).size(), variables.size()));
    chosen.options.objective = chosen.choices.back().value;
  }
  if (options.predict == "auto" && options.method == "m2c") {
    chosen.choices.push_back(ChoosePrediction(data, scaler, variables));
    chosen.options.predict = chosen.choices.back().value;
  }
  return chosen;
}

}  // namespace mask2cause
