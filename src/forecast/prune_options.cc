#include "forecast/prune_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

void Require(bool makes_sense, const std::string& message, const std::string& hint) {
  if (!makes_sense) throw Error(ErrorKind::kUsage, message, hint);
}

void RequireOneOf(const char* option, const std::string& value, const std::vector<std::string>& choices) {
  Require(std::find(choices.begin(), choices.end(), value) != choices.end(),
          fmt::format("{} '{}' is none of {}", option, value, fmt::join(choices, ", ")), "choose one of these");
}

}  // namespace

void CheckPruneOptions(const PruneOptions& o) {
  constexpr size_t kMostLags = 10000, kHighestOrder = 3;
  RequireOneOf("--model", o.model, {"linear", "mlp", "nbeats", "arimax"});
  RequireOneOf("--nbeats", o.nbeats, {"short", "deep", "generic"});
  Require(o.lags >= 1 && o.lags <= kMostLags, fmt::format("--lags {} is out of range", o.lags), "1 .. 10000");
  Require(o.train_share > 0.0 && o.train_share < 1.0, fmt::format("--train {} is out of range", o.train_share),
          "a share between 0 and 1, both excluded");
  Require(o.epochs >= 1, "--epochs 0 trains nothing", "1 or more");
  Require(o.lr > 0.0 && std::isfinite(o.lr), fmt::format("--lr {} is out of range", o.lr), "a number above 0");
  Require(o.ar <= kHighestOrder && o.ma <= kHighestOrder, fmt::format("--order {},{} is out of range", o.ar, o.ma),
          "each of the two is 0 .. 3");
}

}  // namespace mask2cause
