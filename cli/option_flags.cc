#include "option_flags.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

class FlagAdder : public OptionVisitor {
 public:
  FlagAdder(CLI::App& subcommand, OptionFlags& flags, const std::vector<std::string>& hidden)
      : subcommand_(subcommand), flags_(flags), hidden_(hidden) {}
  void Visit(const OptionInfo& info, size_t& value) override { Add(info, "INT", std::to_string(value)); }
  void Visit(const OptionInfo& info, double& value) override { Add(info, "NUMBER", fmt::format("{}", value)); }
  void Visit(const OptionInfo& info, std::string& value) override { Add(info, "TEXT", value); }
  void Visit(const OptionInfo& info, bool& value) override {
    const std::string name = info.name;
    subcommand_
        .add_flag_function(
            fmt::format("--{},!--no-{}", name, name),
            [&typed = flags_.typed, name](int64_t count) { typed.emplace_back(name, count > 0 ? "true" : "false"); },
            fmt::format("{} [{}]", info.help, value ? "on" : "off"))
        ->group(Group(info));
  }

 private:
  std::string Group(const OptionInfo& info) const {  // none: not shown
    return std::find(hidden_.begin(), hidden_.end(), info.name) == hidden_.end() ? info.group : "";
  }
  void Add(const OptionInfo& info, const char* type, const std::string& default_text) {
    const std::string name = info.name;
    const std::string number = std::isnan(info.min) ? "" : ", or a number";
    const std::string allowed =
        info.choices.empty() ? "" : fmt::format(" ({}{})", fmt::join(info.choices, ", "), number);
    const std::string initial = default_text.empty() ? "" : fmt::format(" [{}]", default_text);
    subcommand_
        .add_option_function<std::string>(
            "--" + name, [&typed = flags_.typed, name](const std::string& text) { typed.emplace_back(name, text); },
            info.help + allowed + initial)
        ->type_name(type)
        ->group(Group(info));
  }

  CLI::App& subcommand_;
  OptionFlags& flags_;
  const std::vector<std::string>& hidden_;
};

template <typename Number>
bool ParseWhole(const std::string& text, Number& value) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end;
}

// Sets the one option that was typed.
class Assigner : public OptionVisitor {
 public:
  Assigner(const std::string& name, const std::string& text) : name_(name), text_(text) {}
  void Visit(const OptionInfo& info, size_t& value) override {
    if (info.name != name_) return;
    if (!ParseWhole(text_, value)) Fail(info, "a whole number");
    if (!InRange(info, static_cast<double>(value))) FailRange(info);
  }
  void Visit(const OptionInfo& info, double& value) override {
    if (info.name != name_) return;
    if (!ParseWhole(text_, value) || !std::isfinite(value)) Fail(info, "a number");
    if (!InRange(info, value)) FailRange(info);
  }
  void Visit(const OptionInfo& info, bool& value) override {
    if (info.name == name_) value = text_ == "true";
  }
  void Visit(const OptionInfo& info, std::string& value) override {
    if (info.name == name_) value = text_;
  }

 private:
  [[noreturn]] void Fail(const OptionInfo& info, const char* wanted) const {
    throw Error(ErrorKind::kUsage, fmt::format("--{} takes {}, not '{}'", name_, wanted, text_),
                "allowed: " + AllowedValues(info));
  }
  [[noreturn]] void FailRange(const OptionInfo& info) const {
    throw Error(ErrorKind::kUsage, fmt::format("--{} {} is out of range", name_, text_),
                "allowed: " + AllowedValues(info));
  }

  const std::string& name_;
  const std::string& text_;
};

}  // namespace

void AddOptionFlags(CLI::App& subcommand, OptionFlags& flags, const std::vector<std::string>& hidden) {
  subcommand
      .add_option("--config", flags.config, "TOML file with any of the options below (lags = 5); flags beat the file")
      ->type_name("FILE");
  DiscoverOptions defaults;
  FlagAdder adder(subcommand, flags, hidden);
  VisitOptions(defaults, adder);
}

DiscoverOptions ResolveOptions(const OptionFlags& flags) {
  DiscoverOptions options;
  if (!flags.config.empty()) ApplyConfigFile(flags.config, options);
  for (const auto& [name, text] : flags.typed) {
    Assigner assigner(name, text);
    VisitOptions(options, assigner);
  }
  CheckOptions(options);
  return options;
}

bool InRange(const OptionInfo& info, double value) {
  return !(value < info.min) && !(value > info.max);  // NaN as a bound is no bound
}

std::string AllowedValues(const OptionInfo& info) {
  const bool low = !std::isnan(info.min), high = !std::isnan(info.max);
  if (!info.choices.empty()) {
    return fmt::format("{}{}", fmt::join(info.choices, ", "), low ? fmt::format(", or at least {}", info.min) : "");
  }
  if (low && high) return fmt::format("{} .. {}", info.min, info.max);
  if (low) return fmt::format("at least {}", info.min);
  if (high) return fmt::format("at most {}", info.max);
  return "any";
}

}  // namespace mask2cause
