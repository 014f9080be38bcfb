// A network that is sent ahead: trained on the first part of the windows, it forecasts the rest.
#pragma once

#include <vector>

#include "train/ensemble.h"

namespace mask2cause {

struct Scouted {
  MemberResult network;
  double loss = 0.0;  // nats per value of what it held out, comparable with GaussianLoss (linear_baseline.h)
};

// `options` say how to train and how much to hold out; one member is trained, without checkpoints.
Scouted SendScout(const Model& model, const WindowSource& source, EnsembleOptions options,
                  const std::vector<double>& locked, const EnsembleReport& report);

}  // namespace mask2cause
