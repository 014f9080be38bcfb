#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "data/transform.h"
#include "mask2cause/error.h"
#include "model/trained_model.h"
#include "train/evaluator.h"
#include "train/loss.h"

namespace mask2cause {
namespace {

std::vector<size_t> FindVariables(const TrainedModel& trained, const Dataset& data) {
  std::vector<size_t> variables;
  for (const std::string& name : trained.names) {
    const auto found = std::find(data.names.begin(), data.names.end(), name);
    if (found == data.names.end()) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: the model needs a variable '{}', which is not there", data.source, name),
                  "give data with the columns the model was trained on");
    }
    variables.push_back(static_cast<size_t>(found - data.names.begin()));
  }
  return variables;
}

// The scaler of the model, laid out over all columns of the data.
Scaler SpreadScaler(const TrainedModel& trained, const std::vector<size_t>& variables, size_t columns) {
  Scaler scaler{std::vector<double>(columns, 0.0), std::vector<double>(columns, 0.0)};
  for (size_t i = 0; i < variables.size(); ++i) {
    scaler.mean[variables[i]] = trained.scaler.mean[i];
    scaler.inverse_sd[variables[i]] = trained.scaler.inverse_sd[i];
  }
  return scaler;
}

bool HasOption(const TrainedModel& trained, const std::string& name) {
  return std::find(trained.options.begin(), trained.options.end(), std::pair<std::string, std::string>(name, "true")) !=
         trained.options.end();
}

Predictions PredictSeries(const TrainedModel& trained, const Dataset& data) {
  const Model model(trained.config);
  const std::vector<size_t> variables = FindVariables(trained, data);
  const Scaler scaler = SpreadScaler(trained, variables, data.variables());
  const WindowSource source(data, scaler, variables, trained.config.lags, trained.config.indicators);
  const Windows windows(data, trained.config.lags);
  const size_t n = variables.size();
  Masks masks(n, trained.config.graphs(), trained.config.masks_per_graph());
  Evaluator evaluator(model, source);

  Predictions result;
  result.names = trained.names;
  for (size_t w = 0; w < windows.size(); ++w) result.target_rows.push_back(windows.FirstRow(w) + windows.lags());
  result.mean.assign(windows.size() * n, 0.0);
  if (trained.config.has_scale()) result.scale.assign(windows.size() * n, 0.0);
  AlignedFloats values(model.layout.size());
  const double share = 1.0 / static_cast<double>(trained.members.size());
  for (const std::vector<float>& member : trained.members) {
    std::copy(member.begin(), member.end(), values.begin());
    SetMasks(model, values.data(), trained.locked, masks);
    evaluator.Run(values.data(), masks, [&](size_t first, const Batch& batch, TileState& state) {
      for (size_t r = 0; r < batch.x.rows; ++r) {
        const size_t i = r % n;
        const double unit = 1.0 / trained.scaler.inverse_sd[i];
        result.mean[first * n + r] += share * (static_cast<double>(state.mean[r]) * unit + trained.scaler.mean[i]);
        if (trained.config.has_scale()) {
          result.scale[first * n + r] +=
              share * unit * Deviation(trained.config.objective, static_cast<double>(state.scale[r]));
        }
      }
    });
  }
  return result;
}

}  // namespace

Predictions Predict(const TrainedModel& trained, const Dataset& given) {
  if (HasOption(trained, "difference")) return PredictSeries(trained, Differenced(given));
  if (HasOption(trained, "detrend")) return PredictSeries(trained, Detrended(given));
  return PredictSeries(trained, given);
}

}  // namespace mask2cause
