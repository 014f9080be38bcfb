// cLSTM (Tank et al. 2018, Neural Granger causality): one long short-term memory per target over overlapping stretches
// of the series; the norm of a source's weights into the gates says whether it is a cause.
#include <fmt/format.h>

#include <algorithm>

#include "rivals/proximal.h"
#include "rivals/series.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kPart = 96;  // stretches on one tape

struct MemoryNetwork {
  ParameterLayout layout;
  size_t input, state, bias, out_w, out_b;

  MemoryNetwork(size_t variables, size_t width) {
    const auto add = [this, width](const char* name, size_t rows, size_t cols) {
      return layout.Add({.name = name, .rows = rows, .cols = cols, .start = Start::kUniform, .fan_in = width});
    };
    input = add("input.weight", variables, 4 * width);
    state = add("state.weight", width, 4 * width);
    bias = add("bias", 1, 4 * width);
    out_w = add("out.weight", 1, width);
    out_b = add("out.bias", 1, 1);
  }

  // The target's next value after each step of each stretch. What the inputs send to the gates is the same in all
  // stretches that overlap there, and multiplied once.
  void LayOut(Tape& t, const Stretches& stretches, size_t target, size_t first, size_t count) const {
    Node* const sent = Affine(t, t.Input(stretches.Rows(first, count)), t.Parameter(input), t.Parameter(bias));
    std::vector<uint32_t> rows = stretches.Starts(first, count);
    Memory memory = {nullptr, nullptr};
    for (size_t step = 0; step < stretches.steps(); ++step) {
      Node* const z = AffineOnRows(t, sent, rows, {memory.state, step == 0 ? nullptr : t.Parameter(state)});
      memory = LstmStep(t, z, memory.cell);
      Node* const y = Heads(t, memory.state, t.Parameter(out_w), t.Parameter(out_b));
      Node *const wanted = t.Input(count, 1), *const weight = t.Input(count, 1);
      stretches.FillTarget(step, target, first, wanted->value, weight->value);
      SquaredError(t, y, wanted, weight);
      for (uint32_t& row : rows) ++row;
    }
  }
};

MethodOutput FitClstm(const MethodInput& input, RivalSettings& settings) {
  const RivalSeries series(input, settings.InputScaling(Scaling::kZScore), settings.Context(10));
  const Stretches stretches(input, series);
  const MemoryNetwork net(series.variables(), settings.Width(32));
  const ProximalOptions training = {.rate = settings.Rate(0.05),
                                    .penalty = settings.PathPenalty(0.05, 0.05),
                                    .ridge = settings.Ridge(0.01),
                                    .most_steps = settings.Steps(2000),
                                    .check_every = 50,
                                    .patience = 5,
                                    .groups = GroupPenalty::kGroup,
                                    .grouped = net.input,
                                    .lags = 1,
                                    .ridged = {net.state, net.out_w},
                                    .part = kPart};
  MethodOutput output = FitProximal(input, training, settings, net.layout, series.windows(),
                                    [&](Tape& tape, size_t target, size_t first, size_t count) {
                                      net.LayOut(tape, stretches, target, first, count);
                                    });
  AddWarnings(output, ShortWarnings(input.data, stretches.steps() + 1));
  return output;
}

}  // namespace

extern const Method kClstmMethod = {
    .name = "clstm",
    .summary = "Neural Granger causality: one LSTM per target, group lasso on its inputs (Tank et al. 2018)",
    .fit = FitRival<FitClstm>,
    .reach = 0,
    .alone = true,
    .cost = {.steps = 2000, .n1 = 5000, .n2 = 30},
    .options = {"rival-lr", "rival-penalty", "rival-ridge", "rival-steps", "rival-width", "rival-context",
                "rival-scaling"}};

}  // namespace mask2cause
