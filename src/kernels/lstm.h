// A step of a long short-term memory of width H. z (rows, 4 H): what goes into the gates for input, forgetting, new
// values and output. The new cell is i g + f before, the new state o tanh(cell).
#pragma once

#include "core/matrix.h"

namespace mask2cause {

struct LstmForwardCall {
  ConstMatrix z;       // (rows, 4 H)
  ConstMatrix before;  // (rows, H): the cell before; no data: nothing is remembered
  Matrix gates;        // (rows, 4 H) out: i, f, g, o
  Matrix cell;         // (rows, H) out
  Matrix bent;         // (rows, H) out: tanh of the cell
  Matrix state;        // (rows, H) out
};
void LstmForward(const LstmForwardCall& call);

struct LstmBackwardCall {
  ConstMatrix gates, before, bent;  // as above
  ConstMatrix dstate;               // (rows, H)
  ConstMatrix dcell;                // (rows, H): from the step after; no data: none
  Matrix dz;                        // (rows, 4 H) set, or added to
  bool add_dz = false;
  Matrix dbefore;  // (rows, H) set, or added to; no data: not wanted
  bool add_dbefore = false;
};
void LstmBackward(const LstmBackwardCall& call);

}  // namespace mask2cause
