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

// Of the options with these names, those that no method reads.
class UnreadCollector : public OptionVisitor {
 public:
  UnreadCollector(const OptionFlags& flags, const std::vector<std::string>& methods)
      : flags_(flags), methods_(methods) {}
  void Visit(const OptionInfo& info, size_t&) override { Look(info); }
  void Visit(const OptionInfo& info, double&) override { Look(info); }
  void Visit(const OptionInfo& info, bool&) override { Look(info); }
  void Visit(const OptionInfo& info, std::string&) override { Look(info); }

  std::vector<std::string> unread;

 private:
  void Look(const OptionInfo& info) {
    const bool typed = std::any_of(flags_.typed.begin(), flags_.typed.end(),
                                   [&](const auto& flag) { return flag.first == info.name; });
    const bool counts = std::any_of(methods_.begin(), methods_.end(),
                                    [&](const std::string& method) { return OptionCounts(info, method); });
    if (typed && !counts) unread.push_back(info.name);
  }

  const OptionFlags& flags_;
  const std::vector<std::string>& methods_;
};

}  // namespace

std::vector<std::string> UnreadOptions(const OptionFlags& flags, const std::vector<std::string>& methods) {
  UnreadCollector collector(flags, methods);
  DiscoverOptions any;
  VisitOptions(any, collector);
  std::vector<std::string> warnings;
  for (const std::string& name : collector.unread) {
    warnings.push_back(fmt::format("--{} does not count for {}", name, fmt::join(methods, ", ")));
  }
  return warnings;
}

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
    const std::string number =
        high ? fmt::format("{} .. {}", info.min, info.max) : fmt::format("at least {}", info.min);
    return fmt::format("{}{}", fmt::join(info.choices, ", "), low ? ", or " + number : "");
  }
  if (low && high) return fmt::format("{} .. {}", info.min, info.max);
  if (low) return fmt::format("at least {}", info.min);
  if (high) return fmt::format("at most {}", info.max);
  return "any";
}

}  // namespace mask2cause
