// What a model file holds.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "data/scaler.h"
#include "mask2cause/model.h"
#include "model/model.h"

namespace mask2cause {

struct TrainedModel {
  ModelConfig config;
  std::vector<std::string> names;                            // the n fitted variables
  Scaler scaler;                                             // of these
  std::vector<std::pair<std::string, std::string>> options;  // echo of how it was trained
  std::vector<double> locked;                                // (n, n) when config.locked
  std::vector<std::vector<float>> members;                   // flat blocks of parameters
};

// The model file as bytes, for writing it together with others.
std::string ModelFileBytes(const TrainedModel& model);

// Changes whenever the same bytes would mean another network.
uint64_t ArchitectureHash(const Model& model);

}  // namespace mask2cause
