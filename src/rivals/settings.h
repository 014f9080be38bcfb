// Settings of a neural rival: what the user gave with --rival-..., or else the method's own, which are those of its
// authors but where docs/rivals.md says why not. What was left to the method is noted for the result.
#pragma once

#include <string>
#include <vector>

#include "methods/method.h"

namespace mask2cause {

enum class Scaling { kRaw, kZScore };

class RivalSettings {
 public:
  explicit RivalSettings(const MethodInput& input) : options_(input.options) {}

  // Each takes the method's own value, used where the option is "auto". The options are checked; throws Error{kUsage}
  // for a word that is not for this method.
  double Rate(double own) { return Number("rival-lr", options_.rival_lr, own); }
  double Penalty(double own) { return Number("rival-penalty", options_.rival_penalty, own); }
  // The same for methods that may follow a path of growing penalties, which begins at `first`.
  double PathPenalty(double own, double first);
  bool FollowsPath() const { return options_.rival_penalty == "path"; }
  double Ridge(double own) { return Number("rival-ridge", options_.rival_ridge, own); }
  size_t Steps(size_t own) { return Count("rival-steps", options_.rival_steps, own); }
  size_t Width(size_t own) { return Count("rival-width", options_.rival_width, own); }
  size_t Layers(size_t own) { return Count("rival-layers", options_.rival_layers, own); }
  size_t Context(size_t own) { return Count("rival-context", options_.rival_context, own); }
  double OutputPenalty(double own) { return Number("rival-output-penalty", options_.rival_output_penalty, own); }
  std::string Scales(const std::string& own);
  Scaling InputScaling(Scaling own);

  bool LeavesRate() const { return options_.rival_lr == "auto"; }
  // What was left to the method and had to become something else.
  void Change(const std::string& name, std::string value, std::string reason);

  const std::vector<Choice>& choices() const { return choices_; }
  Scaling scaling() const { return scaling_; }

 private:
  double Number(const char* name, const std::string& text, double own);
  size_t Count(const char* name, const std::string& text, size_t own) {
    return static_cast<size_t>(Number(name, text, static_cast<double>(own)));
  }
  void Note(const char* name, std::string value);

  const DiscoverOptions& options_;
  std::vector<Choice> choices_;
  Scaling scaling_ = Scaling::kZScore;  // of methods that ask
};

using RivalFit = MethodOutput (*)(const MethodInput&, RivalSettings&);

// A fit with its settings; the result says which of them were left to the method.
MethodOutput FitWithSettings(const MethodInput& input, RivalFit fit);

// The same, as the registry wants it.
template <RivalFit kFit>
MethodOutput FitRival(const MethodInput& input) {
  return FitWithSettings(input, kFit);
}

}  // namespace mask2cause
