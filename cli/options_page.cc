// docs/options.md, made from the option table. Hidden: it is for whoever builds the documentation.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <string>

#include "mask2cause/discover.h"
#include "option_flags.h"
#include "subcommands.h"
#include "terminal.h"

namespace mask2cause {
namespace {

std::string Escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? "\\|" : std::string(1, c);
  return out;
}

class PageWriter : public OptionVisitor {
 public:
  void Visit(const OptionInfo& info, size_t& value) override { AddRow(info, "whole number", std::to_string(value)); }
  void Visit(const OptionInfo& info, double& value) override { AddRow(info, "number", fmt::format("{}", value)); }
  void Visit(const OptionInfo& info, bool& value) override { AddRow(info, "switch", value ? "true" : "false"); }
  void Visit(const OptionInfo& info, std::string& value) override { AddRow(info, "text", value); }
  const std::string& text() const { return text_; }

 private:
  void AddRow(const OptionInfo& info, const char* type, const std::string& initial) {
    if (info.group != group_) {
      text_ += fmt::format("\n## {}\n\n| option | default | allowed | meaning |\n|---|---|---|---|\n", info.group);
      group_ = info.group;
    }
    text_ += fmt::format("| `--{}` | {} | {}: {} | {} |\n", info.name, Escaped(initial), type,
                         Escaped(AllowedValues(info)), Escaped(info.help));
  }

  std::string text_, group_;
};

void PrintPage() {
  std::string page =
      "# Options of `mask2cause discover`\n\n"
      "Made from the option table by `mask2cause options-page`; a test fails when this page is stale.\n"
      "Each option is a flag (`--lags 5`) and a key of the file given with `--config` (`lags = 5`); flags beat the "
      "file.\n";
  DiscoverOptions defaults;
  PageWriter writer;
  VisitOptions(defaults, writer);
  page += writer.text() + "\n## Methods\n\n| `--method` | what it does |\n|---|---|\n";
  for (const MethodInfo& method : Methods())
    page += fmt::format("| `{}` | {} |\n", method.name, Escaped(method.summary));
  Print(page);
}

}  // namespace

void AddOptionsPage(CLI::App& program) {
  program.add_subcommand("options-page", "Print docs/options.md")->group("")->callback(PrintPage);
}

}  // namespace mask2cause
