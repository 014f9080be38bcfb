#undef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1
#undef TOML_SHARED_LIB
#define TOML_EXCEPTIONS 0  // a parse error is a value here; only main catches
#include <fmt/core.h>
#include <toml++/toml.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "mask2cause/error.h"
#include "option_flags.h"

namespace mask2cause {
namespace {

std::string ReadText(const std::string& path) {
  if (std::filesystem::is_directory(path)) {
    throw Error(ErrorKind::kFile, fmt::format("the config file '{}' is a folder", path), "give a TOML file");
  }
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.good() && !file.eof()) {
    throw Error(ErrorKind::kFile, fmt::format("cannot read the config file '{}': {}", path, std::strerror(errno)),
                "check the name and the permissions");
  }
  return text;
}

class ConfigReader : public OptionVisitor {
 public:
  ConfigReader(const std::string& path, const toml::table& table) : path_(path), table_(table) {}

  void Visit(const OptionInfo& info, size_t& value) override {
    const toml::node* node = Find(info);
    if (node == nullptr) return;
    const auto number = node->value_exact<int64_t>();
    if (!number || *number < 0 || !InRange(info, static_cast<double>(*number))) Fail(info, *node, "a whole number");
    value = static_cast<size_t>(*number);
  }
  void Visit(const OptionInfo& info, double& value) override {
    const toml::node* node = Find(info);
    if (node == nullptr) return;
    const auto number = node->is_number() ? node->value<double>() : std::nullopt;
    if (!number || !std::isfinite(*number) || !InRange(info, *number)) Fail(info, *node, "a number");
    value = *number;
  }
  void Visit(const OptionInfo& info, bool& value) override {
    const toml::node* node = Find(info);
    if (node == nullptr) return;
    const auto flag = node->value_exact<bool>();
    if (!flag) Fail(info, *node, "true or false");
    value = *flag;
  }
  void Visit(const OptionInfo& info, std::string& value) override {
    const toml::node* node = Find(info);
    if (node == nullptr) return;
    const auto text = node->is_number() && (info.choices.empty() || !std::isnan(info.min))
                          ? std::optional(fmt::format("{}", *node->value<double>()))
                          : node->value_exact<std::string>();
    if (!text) Fail(info, *node, "a text in quotes");
    value = *text;
  }

  void FailOnUnknownKeys() const {
    for (const auto& [key, node] : table_) {
      if (known_.count(std::string(key.str())) > 0) continue;
      throw Error(ErrorKind::kUsage,
                  fmt::format("{}:{}: unknown option '{}'", path_, key.source().begin.line, std::string(key.str())),
                  "see 'mask2cause discover --help' for the options; in the file they stand without the dashes");
    }
  }

 private:
  const toml::node* Find(const OptionInfo& info) {
    known_.insert(info.name);
    return table_.get(info.name);
  }
  [[noreturn]] void Fail(const OptionInfo& info, const toml::node& node, const char* wanted) const {
    throw Error(ErrorKind::kUsage,
                fmt::format("{}:{}: '{}' must be {}", path_, node.source().begin.line, info.name, wanted),
                "allowed: " + AllowedValues(info));
  }

  const std::string& path_;
  const toml::table& table_;
  std::set<std::string> known_;
};

}  // namespace

void ApplyConfigFile(const std::string& path, DiscoverOptions& options) {
  const std::string text = ReadText(path);
  const toml::parse_result parsed = toml::parse(text, path);
  if (!parsed) {
    throw Error(
        ErrorKind::kUsage,
        fmt::format("{}:{}: {}", path, parsed.error().source().begin.line, std::string(parsed.error().description())),
        "the config file is TOML: one 'option = value' a line, texts in double quotes");
  }
  ConfigReader reader(path, parsed.table());
  VisitOptions(options, reader);
  reader.FailOnUnknownKeys();
}

}  // namespace mask2cause
