#include "study/rival_settings.h"

#include <charconv>
#include <optional>

#include "mask2cause/options.h"

namespace mask2cause {
namespace {

// One option of one method, by name, as on the command line.
struct Setting {
  const char *method, *option, *value;
  std::optional<BenchmarkKind> kind;  // none: whatever the benchmark
};

// What is not here is as the method comes; docs/rivals.md tells the authors' settings from those that were chosen on
// data set 0 of each system.
constexpr Setting kSettings[] = {
    {"cmlp", "lags", "5", {}},
    {"cmlp", "rival-penalty", "0.02", BenchmarkKind::kLorenz},
    {"cmlp", "rival-penalty", "path", BenchmarkKind::kDream3},
    {"clstm", "rival-steps", "1000", {}},
    {"tcdf", "rival-scaling", "z-score", BenchmarkKind::kDream3},
    {"sru", "rival-scales", "0,0.01,0.1,0.5,0.99", BenchmarkKind::kDream3},
    {"sru", "rival-context", "21", BenchmarkKind::kDream3},
    {"sru", "rival-scaling", "z-score", BenchmarkKind::kDream3},
    {"esru", "rival-scales", "0.05,0.1,0.2,0.99", BenchmarkKind::kDream3},
    {"esru", "rival-context", "21", BenchmarkKind::kDream3},
    {"esru", "rival-scaling", "z-score", BenchmarkKind::kDream3},
    {"causalformer", "rival-context", "16", BenchmarkKind::kDream3},
    {"causalformer", "rival-width", "256", BenchmarkKind::kDream3},
    {"jrngc", "lags", "5", {}},
    {"jrngc", "rival-penalty", "0.001", BenchmarkKind::kLorenz},
    {"jrngc", "rival-penalty", "0.01", BenchmarkKind::kDream3},
    {"jrngc", "rival-layers", "0", BenchmarkKind::kVar},
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

DiscoverOptions BenchmarkSettings(const std::string& method, BenchmarkKind kind) {
  DiscoverOptions options;
  options.method = method;
  for (const Setting& setting : kSettings) {
    if (method != setting.method || setting.kind.value_or(kind) != kind) continue;
    Assigner assigner(setting.option, setting.value);
    VisitOptions(options, assigner);
  }
  return options;
}

}  // namespace mask2cause
