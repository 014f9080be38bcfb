// Times every op of the table in tests/ops at the shapes of a training step, on every instruction set of the machine.
// Usage: bench-ops [N d] -> one line an op: microseconds a call and GFLOP/s for each instruction set
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "kernels/isa.h"
#include "ops/model_shapes.h"

namespace {

using namespace mask2cause;
using testing::Op;
using testing::Operands;

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Seconds of one call, the best of many: what else the machine does can only add. Each call starts from the same
// numbers, or ops that work in place would soon run on infinities or on denormals.
double SecondsOf(const Op& op) {
  constexpr double kTogether = 10e-3;
  constexpr size_t kLeastCalls = 5;
  const Operands<float> start(op.operands, 1);
  Operands<float> operands(op.operands, 1);
  if (op.prepare) op.prepare(operands);
  double best = 1e9, together = 0.0;
  for (size_t calls = 0; calls < kLeastCalls || together < kTogether; ++calls) {
    operands.ResetUpdated(start);
    const double before = Now();
    op.kernel(operands);
    const double seconds = Now() - before;
    together += seconds;
    best = std::min(best, seconds);
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const size_t variables = argc > 2 ? std::strtoul(argv[1], nullptr, 10) : 10;
  const size_t width = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 64;
  if ((argc != 1 && argc != 3) || variables == 0 || width == 0 || width % 4 != 0) {
    fmt::print(stderr, "usage: bench-ops [N d], d a multiple of 4\n");
    return 2;
  }
  fmt::print("{:70}", fmt::format("N={} d={}, microseconds (GFLOP/s)", variables, width));
  for (const std::string& isa : AvailableIsas()) fmt::print("{:>18}", isa);
  fmt::print("\n");
  for (const Op& op : testing::OpsOfAStep(variables, width)) {
    fmt::print("{:70}", op.name);
    for (const std::string& isa : AvailableIsas()) {
      SelectIsa(isa);
      const double seconds = SecondsOf(op);
      fmt::print("{:>18}", fmt::format("{:.2f} ({:.1f})", 1e6 * seconds, 1e-9 * op.flops / seconds));
    }
    fmt::print("\n");
  }
  return 0;
}
