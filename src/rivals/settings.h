// Settings of a neural rival: what the user gave with --rival-..., or else what its authors use. What was left to the
// authors is noted for the result.
#pragma once

#include <string>
#include <vector>

#include "methods/method.h"

namespace mask2cause {

enum class Scaling { kRaw, kZScore };

class RivalSettings {
 public:
  explicit RivalSettings(const MethodInput& input) : options_(input.options) {}

  // Each takes the authors' value, used where the option is "auto". Throws Error{kUsage}.
  double Rate(double authors) { return Number("rival-lr", options_.rival_lr, authors, 0.0); }
  double Penalty(double authors) { return Number("rival-penalty", options_.rival_penalty, authors, 0.0); }
  double Ridge(double authors) { return Number("rival-ridge", options_.rival_ridge, authors, 0.0); }
  size_t Steps(size_t authors) { return Count("rival-steps", options_.rival_steps, authors); }
  size_t Width(size_t authors) { return Count("rival-width", options_.rival_width, authors); }
  size_t Context(size_t authors) { return Count("rival-context", options_.rival_context, authors); }
  Scaling InputScaling(Scaling authors);

  const std::vector<Choice>& choices() const { return choices_; }

 private:
  double Number(const char* name, const std::string& text, double authors, double least);
  size_t Count(const char* name, const std::string& text, size_t authors);
  void Note(const char* name, std::string value);

  const DiscoverOptions& options_;
  std::vector<Choice> choices_;
};

}  // namespace mask2cause
