#include "study/rival_settings.h"

#include <charconv>

#include "mask2cause/options.h"

namespace mask2cause {
namespace {

// One option of one method, by name, as on the command line. `everywhere`: whatever the benchmark.
struct Setting {
  const char *method, *option, *value;
  bool everywhere;
  BenchmarkKind kind;
};
constexpr Setting kSettings[] = {
    {"cmlp", "lags", "5", true, BenchmarkKind::kVar},
};

class Assigner : public OptionVisitor {
 public:
  Assigner(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}
  void Visit(const OptionInfo& info, size_t& value) override { Assign(info, value); }
  void Visit(const OptionInfo& info, double& value) override { Assign(info, value); }
  void Visit(const OptionInfo& info, bool& value) override {
    if (info.name == name_) value = text_ == "true";
  }
  void Visit(const OptionInfo& info, std::string& value) override {
    if (info.name == name_) value = text_;
  }

 private:
  template <typename Number>
  void Assign(const OptionInfo& info, Number& value) const {
    if (info.name == name_) std::from_chars(text_.data(), text_.data() + text_.size(), value);
  }

  const std::string name_, text_;
};

}  // namespace

DiscoverOptions RivalSettings(const std::string& method, BenchmarkKind kind) {
  DiscoverOptions options;
  options.method = method;
  for (const Setting& setting : kSettings) {
    if (method != setting.method || !(setting.everywhere || kind == setting.kind)) continue;
    Assigner assigner(setting.option, setting.value);
    VisitOptions(options, assigner);
  }
  return options;
}

}  // namespace mask2cause
