#include "data/first_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace mask2cause {

Dataset FirstRows(const Dataset& data, size_t rows) {
  std::vector<float> values(rows * data.variables());
  for (size_t cell = 0; cell < values.size(); ++cell) {
    values[cell] = data.missing[cell] ? std::nanf("") : data.values[cell];
  }
  std::vector<size_t> lengths;
  for (const Trajectory& trajectory : data.trajectories) {
    if (trajectory.first_row < rows) lengths.push_back(std::min(trajectory.rows, rows - trajectory.first_row));
  }
  Dataset first = MakeDataset(values, data.names, lengths);
  first.source = data.source;
  return first;
}

}  // namespace mask2cause
