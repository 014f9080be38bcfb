// Pairs that are not open to decide: because the user has ruled on them, or for want of anything to forecast.
#pragma once

#include <vector>

#include "methods/method.h"

namespace mask2cause {

// (n): whether none of a variable's cells is to be forecast.
std::vector<char> FindNeverForecast(const Dataset& data, const std::vector<size_t>& variables);

struct ClosedPairs {  // (n, n) [target][source]
  std::vector<char> decided;
  std::vector<char> shut;  // of these, those that cannot be edges

  ClosedPairs(const std::vector<double>& knowledge, const std::vector<char>& never_forecast);

  // Whatever the method made of them: no pair that is decided is tested, nor does it count among the tests, and what is
  // shut has no score and no lags.
  void Impose(MethodOutput& output) const;
};

}  // namespace mask2cause
