#include "train/predict.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "data/transform.h"
#include "mask2cause/error.h"
#include "train/evaluator.h"
#include "train/loss.h"

namespace mask2cause {
namespace {

bool HasOption(const TrainedModel& trained, const std::string& name) {
  return std::find(trained.options.begin(), trained.options.end(), std::pair<std::string, std::string>(name, "true")) !=
         trained.options.end();
}

// The gates outside a graph are shut and the others stay as they are; layers that have their own then share the mean.
void ShutOutside(const std::vector<double>& graph, Masks& masks) {
  for (size_t g = 0; g < masks.graphs; ++g) {
    std::vector<double> kept = masks.MeanAdjacency(g);
    for (size_t cell = 0; cell < kept.size(); ++cell) {
      const bool self = cell / masks.variables == cell % masks.variables;
      if (!self && graph[cell] == 0.0) kept[cell] = 0.0;
    }
    masks.SetLocked(g, kept);
  }
}

Predictions PredictSeries(const TrainedModel& trained, const Dataset& data) {
  const Windows windows(data, trained.config.lags);
  Predictions result;
  result.names = trained.names;
  for (size_t w = 0; w < windows.size(); ++w) result.target_rows.push_back(windows.FirstRow(w) + windows.lags());
  const double share = 1.0 / static_cast<double>(trained.members.size());
  const auto add = [share](const std::vector<double>& part, std::vector<double>& mean) {
    mean.resize(part.size(), 0.0);
    for (size_t i = 0; i < part.size(); ++i) mean[i] += share * part[i];
  };
  for (size_t member = 0; member < trained.members.size(); ++member) {
    const MemberForecast forecast = PredictMember(trained, member, data);
    add(forecast.mean, result.mean);
    add(forecast.scale, result.scale);
  }
  return result;
}

}  // namespace

std::vector<size_t> FindVariables(const std::vector<std::string>& names, const Dataset& data) {
  std::vector<size_t> variables;
  for (const std::string& name : names) {
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

Scaler SpreadScaler(const Scaler& scaler, const std::vector<size_t>& places, size_t columns) {
  Scaler spread{std::vector<double>(columns, 0.0), std::vector<double>(columns, 0.0)};
  for (size_t i = 0; i < places.size(); ++i) {
    spread.mean[places[i]] = scaler.mean[i];
    spread.inverse_sd[places[i]] = scaler.inverse_sd[i];
  }
  return spread;
}

SeriesKind SeriesOf(const TrainedModel& trained) {
  if (HasOption(trained, "difference")) return SeriesKind::kChanges;
  return HasOption(trained, "detrend") ? SeriesKind::kDetrended : SeriesKind::kLevels;
}

Dataset TransformedSeries(const Dataset& data, SeriesKind kind) {
  return kind == SeriesKind::kChanges ? Differenced(data) : Detrended(data);
}

MemberForecast PredictMember(const TrainedModel& trained, size_t member, const Dataset& data,
                             const std::vector<double>& graph) {
  const Model model(trained.config);
  const std::vector<size_t> variables = FindVariables(trained.names, data);
  const Scaler scaler = SpreadScaler(trained.scaler, variables, data.variables());
  const WindowSource source(data, scaler, variables, trained.config.lags, trained.config.indicators);
  const size_t n = variables.size();
  Masks masks(n, trained.config.graphs(), trained.config.masks_per_graph());
  AlignedFloats values(model.layout.size());
  std::copy(trained.members[member].begin(), trained.members[member].end(), values.begin());
  SetMasks(model, values.data(), trained.locked, masks);
  if (!graph.empty()) ShutOutside(graph, masks);
  MemberForecast result;
  result.mean.resize(source.windows() * n);
  if (trained.config.has_scale()) result.scale.resize(source.windows() * n);
  Evaluator(model, source).Run(values.data(), masks, [&](size_t first, const Batch& batch, TileState& state) {
    for (size_t r = 0; r < batch.x.rows; ++r) {
      const double unit = 1.0 / trained.scaler.inverse_sd[r % n];
      result.mean[first * n + r] = static_cast<double>(state.mean[r]) * unit + trained.scaler.mean[r % n];
      if (!trained.config.has_scale()) continue;
      result.scale[first * n + r] = unit * Deviation(trained.config.objective, static_cast<double>(state.scale[r]));
    }
  });
  return result;
}

double DegreesOfFreedom(const TrainedModel& trained, size_t member) {
  const Model model(trained.config);
  return 2.0 + Softplus(static_cast<double>(trained.members[member][model.layout[model.dof].offset]));
}

Predictions Predict(const TrainedModel& trained, const Dataset& given) {
  const SeriesKind kind = SeriesOf(trained);
  if (kind == SeriesKind::kLevels) return PredictSeries(trained, given);
  return PredictSeries(trained, TransformedSeries(given, kind));
}

}  // namespace mask2cause
