// The six systems of the paper's first table, used by several studies.
#pragma once

#include <string>
#include <vector>

#include "study/data_source.h"
#include "study/paper_settings.h"

namespace mask2cause {

struct SmallSystem {
  std::string name;
  size_t forcing, steps;         // forcing 0: VAR
  std::vector<DataSource> data;  // data sets 1-5
  DiscoverOptions Paper(const std::string& objective) const {
    return forcing == 0 ? PaperVar(steps, objective) : PaperLorenz(forcing, steps, objective);
  }
  double paper_seconds() const { return forcing == 0 ? 20.0 : 180.0; }
};
std::vector<SmallSystem> SmallSystems();

}  // namespace mask2cause
