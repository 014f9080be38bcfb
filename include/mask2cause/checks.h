// What about the data could mislead a fit, in plain words, each with what to do about it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"

namespace mask2cause {

struct DataCheck {
  std::string name;                    // for scripts: "near-copy", "unit-root", ...
  std::vector<std::string> variables;  // concerned; empty: all
  std::string finding;                 // a sentence with its figure
  std::string remedy;
};

// Near-constant columns, near-copies, unit roots and trends (Dickey-Fuller and KPSS), strong seasonality, heavy tails
// and volatility clustering of what own lags leave unexplained, outliers, too few rows. Looks at the last values of the
// longest trajectory where a test would take long. `lags` is what a fit would use, which looks back `reach` times as
// far; reach 0: what it looks at is not counted in lags, and rows are not weighed against unknowns.
std::vector<DataCheck> CheckData(const Dataset& data, size_t lags = 3, size_t reach = 1);

}  // namespace mask2cause
