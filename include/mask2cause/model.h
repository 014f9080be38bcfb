// A trained Mask2Cause model: saved, loaded, and asked for one-step predictions.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

struct TrainedModel;  // opaque

// One-step predictions for every window of a data set, in the data's own units, averaged over the members.
struct Predictions {
  std::vector<std::string> names;   // the n fitted variables
  std::vector<size_t> target_rows;  // (windows): the row each one predicts
  std::vector<double> mean;         // (windows, n)
  std::vector<double> scale;        // (windows, n): sd (nll, dual), t scale, or Laplace width; empty for mse
};

// Variables are found by name. A model of changes, or of series without their trend, forecasts these; target_rows then
// count rows of the transformed data. Throws Error{kData} when the data lack a variable.
Predictions Predict(const TrainedModel& model, const Dataset& data);

// The file is versioned, carries an architecture hash and a checksum, and reproduces predictions bit for bit.
void SaveModel(const TrainedModel& model, const std::string& path);
std::shared_ptr<const TrainedModel> LoadModel(const std::string& path);

}  // namespace mask2cause
