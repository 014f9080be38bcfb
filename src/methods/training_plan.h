// What the data ask for. A scout network and a linear model forecast the last part of the series after seeing the rest:
// when the network does clearly better there is more than linear structure to learn, and training is long; when not,
// the evidence of statistics stands, and training only refines it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mask2cause/discover.h"
#include "methods/method.h"
#include "train/ensemble.h"

namespace mask2cause {

struct TrainingPlan {
  size_t epochs = 1;
  size_t judge_epochs = 1;
  double judge_lr = 0.0;
  Schedule schedule = Schedule::kCosine;  // of the members; judges keep that of the options
  bool use_information = false;           // score by gate and directed information, not by the gate alone
  std::vector<double> linear_p;           // (n, n) of Granger's tests, where a linear model does as well; else empty
  std::vector<double> theta_start;        // (graphs, n, n), or empty: one number for all
  double start_vote = 0.0;                // weight of where the evidence would open gates beside what was learned
  std::vector<double> start_gates;        // (n, n) 0..1, when it has one
  std::optional<MemberResult> scout;      // if one was sent
  std::vector<Choice> choices;            // for the result: what was chosen, and why
  std::vector<std::string> warnings;
};

// Of all networks together, if the data ask for the long training.
uint64_t MostSteps(const DiscoverOptions& options, size_t windows, size_t members, size_t judges);

// Fills in what the options leave to the data; `ensemble` is what the members will have. `report` sees fractions 0..1.
TrainingPlan PlanTraining(const MethodInput& input, const Model& model, const WindowSource& source,
                          const EnsembleOptions& ensemble, const std::vector<double>& locked,
                          const EnsembleReport& report);

}  // namespace mask2cause
