// What one network of TCDF makes of all series: each is convolved with its own past, weighed, bent and added up. Of row
// r, with K taps, for series j
//   c = sum over k < K of w(k, j) x(r + K - k, j); for the target's own series the row before counts instead of each
//   h = share(j) c + bias(j),  y(r) = shift + sum over j of out(j) (h if h > 0, else leak(j) h)
#pragma once

#include "core/matrix.h"

namespace mask2cause {

// Rows and vectors of n are padded with zeros.
struct Listening {
  ConstMatrix x;              // (K + rows, n): what was before the first row, then the rows
  ConstMatrix w;              // (K, n), the present first
  size_t own = 0;             // the target's series
  const float* open;          // (n): 1, or 0 for series that are not heard
  const float *share, *bias;  // (n)
  const float *leak, *out;    // (n)

  size_t rows() const { return x.rows - w.rows; }
};

struct ListenForwardCall {
  Listening at;
  float shift = 0.0f;
  float* y = nullptr;  // (rows) set
};
void ListenForward(const ListenForwardCall& call);

// All are added to.
struct ListenBackwardCall {
  Listening at;
  const float* dy = nullptr;  // (rows)
  Matrix dw;                  // (K, n)
  float *dshare, *dbias;      // (n)
  float *dleak, *dout;        // (n)
};
void ListenBackward(const ListenBackwardCall& call);

}  // namespace mask2cause
