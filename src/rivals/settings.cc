#include "rivals/settings.h"

#include <fmt/format.h>

#include <charconv>

#include "kernels/isa.h"
#include "mask2cause/error.h"
#include "rivals/series.h"

namespace mask2cause {
Scaling RivalSettings::InputScaling(Scaling own) {
  scaling_ = options_.rival_scaling == "raw" ? Scaling::kRaw : Scaling::kZScore;
  if (options_.rival_scaling == "auto") {
    scaling_ = own;
    Note("rival-scaling", own == Scaling::kRaw ? "raw" : "z-score");
  }
  return scaling_;
}

std::string RivalSettings::Scales(const std::string& own) {
  if (options_.rival_scales != "auto") return options_.rival_scales;
  Note("rival-scales", own);
  return own;
}

double RivalSettings::PathPenalty(double own, double first) {
  if (!FollowsPath()) return Penalty(own);
  choices_.push_back({"rival-penalty", "path", fmt::format("begins at {}", first)});
  return first;
}

double RivalSettings::Number(const char* name, const std::string& text, double own) {
  if (text == "auto") {
    Note(name, fmt::format("{}", own));
    return own;
  }
  double value = 0.0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc()) return value;
  throw Error(ErrorKind::kUsage, fmt::format("--{} {} is not for --method {}", name, text, options_.method),
              fmt::format("--{} takes auto or a number there", name));
}

void RivalSettings::Note(const char* name, std::string value) {
  choices_.push_back({name, std::move(value), "the usual setting of the method"});
}

void RivalSettings::Change(const std::string& name, std::string value, std::string reason) {
  for (Choice& choice : choices_) {
    if (choice.option == name) choice = {name, std::move(value), std::move(reason)};
  }
}

MethodOutput FitWithSettings(const MethodInput& input, RivalFit fit) {
  SelectIsa(input.options.isa);
  RivalSettings settings(input);
  MethodOutput output = fit(input, settings);
  output.choices = settings.choices();
  if (settings.scaling() == Scaling::kRaw) AddWarnings(output, ScaleWarnings(input));
  return output;
}

}  // namespace mask2cause
