// Scalar twins of a TCDF network's kernels: the obvious loops.
#pragma once

#include <cstddef>

namespace mask2cause::reference {

// Calls of any number type: C is a view for reading, T its numbers.
template <class C, class T>
struct Heard {
  C x, w;
  size_t own;
  const T *open, *share, *bias, *leak, *out;

  size_t rows() const { return x.rows - w.rows; }
  T Input(size_t r, size_t k, size_t j) const { return x.row(r + w.rows - k - (j == own ? 1 : 0))[j]; }
  T Convolved(size_t r, size_t j) const {
    T sum = 0;
    for (size_t k = 0; k < w.rows; ++k) sum += w.row(k)[j] * Input(r, k, j);
    return open[j] * sum;
  }
};

template <class C, class T>
void ListenForward(const Heard<C, T>& at, T shift, T* y) {
  for (size_t r = 0; r < at.rows(); ++r) {
    y[r] = shift;
    for (size_t j = 0; j < at.w.cols; ++j) {
      const T h = at.share[j] * at.Convolved(r, j) + at.bias[j];
      y[r] += at.out[j] * (h > 0 ? h : at.leak[j] * h);
    }
  }
}

template <class C, class M, class T>
void ListenBackward(const Heard<C, T>& at, const T* dy, const M& dw, T* dshare, T* dbias, T* dleak, T* dout) {
  for (size_t r = 0; r < at.rows(); ++r) {
    for (size_t j = 0; j < at.w.cols; ++j) {
      const T c = at.Convolved(r, j), h = at.share[j] * c + at.bias[j], slope = h > 0 ? T(1) : at.leak[j];
      const T dbent = dy[r] * at.out[j], dh = dbent * slope;
      dout[j] += dy[r] * slope * h;
      dleak[j] += h > 0 ? T(0) : dbent * h;
      dbias[j] += dh;
      dshare[j] += dh * c;
      for (size_t k = 0; k < at.w.rows; ++k) dw.row(k)[j] += dh * at.share[j] * at.open[j] * at.Input(r, k, j);
    }
  }
}

}  // namespace mask2cause::reference
