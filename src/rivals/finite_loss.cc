#include "rivals/finite_loss.h"

#include <fmt/format.h>

#include <cmath>

#include "mask2cause/error.h"
#include "mask2cause/options.h"

namespace mask2cause {

void CheckLoss(const MethodInput& input, double loss, size_t steps, const char* remedy) {
  if (std::isfinite(loss)) return;
  std::string given;
  for (const auto& [name, text] : OptionTexts(input.options)) {
    if (name.starts_with("rival-") && text != "auto") given += fmt::format(" --{} {}", name, text);
  }
  throw Error(ErrorKind::kNumerical,
              fmt::format("--method {}: the loss left the finite numbers before step {}", input.options.method, steps),
              given.empty() ? remedy : fmt::format("{}; or leave out what is not the method's own:{}", remedy, given));
}

}  // namespace mask2cause
