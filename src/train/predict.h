// What each network of a trained model says, one step ahead.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"
#include "model/trained_model.h"

namespace mask2cause {

// Where the variables of a model stand in the data. Throws Error{kData} when the data lack one.
std::vector<size_t> FindVariables(const std::vector<std::string>& names, const Dataset& data);
// The scaler of some variables laid out over all `columns` of a data set, in which they stand at `places`.
Scaler SpreadScaler(const Scaler& scaler, const std::vector<size_t>& places, size_t columns);

// The series that the model was trained on: changes, or what a trend leaves, or the data as they are.
enum class SeriesKind { kLevels, kChanges, kDetrended };
SeriesKind SeriesOf(const TrainedModel& trained);
Dataset TransformedSeries(const Dataset& data, SeriesKind kind);  // not for kLevels

// One member's forecast of every window of the series, (windows, n), in the units of the data.
struct MemberForecast {
  std::vector<double> mean;
  std::vector<double> scale;  // sd, t scale, or Laplace width; empty for mse
};
// With a graph, (n, n) [target][source] over the model's variables, every gate outside it is shut.
MemberForecast PredictMember(const TrainedModel& trained, size_t member, const Dataset& series,
                             const std::vector<double>& graph = {});

// Student-t only.
double DegreesOfFreedom(const TrainedModel& trained, size_t member);

}  // namespace mask2cause
