#include "rivals/settings.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "kernels/isa.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr double kMostCount = 1e9;

}  // namespace

Scaling RivalSettings::InputScaling(Scaling own) {
  if (options_.rival_scaling == "raw") return Scaling::kRaw;
  if (options_.rival_scaling == "z-score") return Scaling::kZScore;
  Note("rival-scaling", own == Scaling::kRaw ? "raw" : "z-score");
  return own;
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

double RivalSettings::Number(const char* name, const std::string& text, double own, double least) {
  if (text == "auto") {
    Note(name, fmt::format("{}", own));
    return own;
  }
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end && std::isfinite(value) && value >= least) return value;
  throw Error(ErrorKind::kUsage, fmt::format("--{} '{}' is not allowed", name, text),
              fmt::format("--{} takes auto or a number, {} or more", name, least));
}

size_t RivalSettings::Count(const char* name, const std::string& text, size_t own, double least) {
  const double value = Number(name, text, static_cast<double>(own), least);
  if (value == std::floor(value) && value <= kMostCount) return static_cast<size_t>(value);
  throw Error(ErrorKind::kUsage, fmt::format("--{} {} is not allowed", name, text),
              fmt::format("--{} takes auto or a whole number", name));
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
  return output;
}

}  // namespace mask2cause
