#include "kernels/isa.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>

#include "kernels/targets.h"
// Highway's settings come first.
#include <hwy/highway.h>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

struct NamedTarget {
  const char* name;
  int64_t bit;
};
constexpr NamedTarget kTargets[] = {
    {"avx512", HWY_AVX3},
    {"avx2", HWY_AVX2},
    {"sse4", HWY_SSE4},
    {"neon", HWY_NEON},
    {"portable", HWY_EMU128 | HWY_SCALAR},
};

std::atomic<bool> scalar_kernels{false};

int64_t MachineTargets() {
  static const int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  return targets;
}

}  // namespace

std::vector<std::string> AvailableIsas() {
  std::vector<std::string> names;
  for (const NamedTarget& target : kTargets) {
    if ((MachineTargets() & target.bit) != 0) names.emplace_back(target.name);
  }
  names.emplace_back("scalar");
  return names;
}

std::string CurrentIsa() {
  if (UseScalarKernels()) return "scalar";
  const int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
  for (const NamedTarget& target : kTargets) {
    if ((targets & target.bit) != 0) return target.name;
  }
  return "portable";
}

void SelectIsa(const std::string& name) {
  MachineTargets();  // remembered before it is narrowed
  const std::vector<std::string> available = AvailableIsas();
  if (name != "auto" && std::find(available.begin(), available.end(), name) == available.end()) {
    throw Error(ErrorKind::kUsage, fmt::format("--isa {}: this machine has no such instruction set", name),
                fmt::format("choose auto or one of {}", fmt::join(available, ", ")));
  }
  scalar_kernels = name == "scalar";
  int64_t wanted = 0;  // 0: everything the machine has
  for (const NamedTarget& target : kTargets) {
    if (name == target.name) wanted = target.bit;
  }
  hwy::SetSupportedTargetsForTest(wanted);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

bool UseScalarKernels() {
  return scalar_kernels.load(std::memory_order_relaxed);
}

}  // namespace mask2cause
