#include "model/config.h"

#include <fmt/core.h>

#include <iterator>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr const char* kNames[] = {"mse", "nll", "dual", "student-t", "laplace"};  // in the order of the enum

}  // namespace

Objective ParseObjective(const std::string& name) {
  for (size_t i = 0; i < std::size(kNames); ++i) {
    if (name == kNames[i]) return static_cast<Objective>(i);
  }
  throw Error(ErrorKind::kUsage, fmt::format("unknown objective '{}'", name),
              "choose mse, nll, dual, student-t or laplace");
}

std::string ObjectiveName(Objective objective) {
  return kNames[static_cast<size_t>(objective)];
}

}  // namespace mask2cause
