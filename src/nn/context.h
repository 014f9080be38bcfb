// What every layer is told about the rows it works on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/dropout.h"

namespace mask2cause {

// A tile is a few whole windows of a batch; its rows are (window, variable).
struct TileContext {
  size_t first_row = 0;  // of the tile, in the whole batch: dropout masks are a function of it
  double dropout_rate = 0.0;
  uint64_t seed = 0;
  uint64_t step = 0;

  // The mask of one place in the network. `site` is unique to that place.
  Dropout MaskAt(size_t site) const {
    return dropout_rate == 0.0 ? Dropout() : MakeDropout(dropout_rate, seed, step, site);
  }
};

}  // namespace mask2cause
