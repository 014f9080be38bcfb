#include "mask2cause/options.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kGeneral = "General";
constexpr const char* kVarGroup = "Method var";

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const MethodInfo& method : Methods()) names.push_back(method.name);
  return names;
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string DescribeRange(const OptionInfo& info) {
  if (std::isnan(info.max)) return fmt::format("{} or more", info.min);
  return fmt::format("{} to {}", info.min, info.max);
}

class RangeChecker : public OptionVisitor {
 public:
  void Visit(const OptionInfo& info, size_t& value) override {
    const double number = static_cast<double>(value);
    if (number < info.min || number > info.max) Refuse(info, fmt::format("{}", value), DescribeRange(info));
  }
  void Visit(const OptionInfo& info, double& value) override {
    const bool inside = std::isfinite(value) && !(value < info.min) && !(value > info.max);
    if (!inside) Refuse(info, fmt::format("{}", value), DescribeRange(info));
  }
  void Visit(const OptionInfo&, bool&) override {}
  void Visit(const OptionInfo& info, std::string& value) override {
    for (const std::string& choice : info.choices) {
      if (value == choice) return;
    }
    if (!info.choices.empty()) Refuse(info, fmt::format("'{}'", value), "one of: " + Joined(info.choices));
  }

 private:
  [[noreturn]] static void Refuse(const OptionInfo& info, const std::string& value, const std::string& allowed) {
    throw Error(ErrorKind::kUsage, fmt::format("--{} {} is not allowed", info.name, value),
                fmt::format("--{} takes {}", info.name, allowed));
  }
};

}  // namespace

// The table. A new option is a field of DiscoverOptions and one line here.
void VisitOptions(DiscoverOptions& options, OptionVisitor& visitor) {
  visitor.Visit({"method", kGeneral, "Discovery method", kNone, kNone, MethodNames()}, options.method);
  visitor.Visit({"lags", kGeneral, "How many past steps may act on the next one", 1, 10000, {}}, options.lags);
  visitor.Visit({"seed", kGeneral, "Seed of all random numbers: same seed, same result", 0, kNone, {}}, options.seed);
  visitor.Visit({"threads", kGeneral, "Threads, 0 for all cores; the result does not depend on it", 0, 1024, {}},
                options.threads);
  visitor.Visit({"ridge",
                 kVarGroup,
                 "Penalty on each coefficient of the standardised series, 0 for plain least squares",
                 0,
                 kNone,
                 {}},
                options.ridge);
}

void CheckOptions(const DiscoverOptions& options) {
  RangeChecker checker;
  DiscoverOptions copy = options;
  VisitOptions(copy, checker);
}

}  // namespace mask2cause
