// CUTS+ (Cheng et al. 2024): one recurrent network for all targets, whose inputs pass gates that are sampled anew for
// every window; network and gates are trained in turn. Missing cells are filled by what the network predicts.
#include "rivals/message_network.h"

namespace mask2cause {
namespace {

MethodOutput FitCutsPlus(const MethodInput& input, RivalSettings& settings) {
  const size_t steps = settings.Context(1);
  const double rate = settings.Rate(1e-2);
  const GatedSchedule schedule = {.epochs = settings.Steps(64),
                                  .rate = rate,
                                  .graph_rate = 0.1 * rate,
                                  .penalty = settings.Penalty(0.1),
                                  .last_penalty_share = 0.1,
                                  .first_logit = 0.5f,
                                  .groups = 32,
                                  .hard = true,
                                  .fill_after = 20};
  return TrainGated(input, steps, schedule, MessageNetwork(input.variables.size(), settings.Width(32)));
}

}  // namespace

extern const Method kCutsPlusMethod = {
    .name = "cuts+",
    .summary = "CUTS+: one recurrent network whose gates are a graph of probabilities (Cheng et al. 2024)",
    .fit = FitRival<FitCutsPlus>,
    .reach = 0,
    .cost = {.steps = 64, .n1 = 1700, .n2 = 40},
    .options = {"rival-lr", "rival-penalty", "rival-steps", "rival-width", "rival-context"}};

}  // namespace mask2cause
