#pragma once

#include "kernels/reference/view.h"
#include "kernels/token.h"

namespace mask2cause::reference {

template <class T>
void AddIdentity(View<T> tokens, View<const T> identity, const Dropout& dropout, size_t first_row) {
  for (size_t r = 0; r < tokens.rows; ++r) {
    const T* const id = identity.row((first_row + r) % identity.rows);
    for (size_t c = 0; c < tokens.cols; ++c) {
      T& token = tokens.row(r)[c];
      token = token * T(DropoutFactor(dropout, first_row + r, c, tokens.cols)) + id[c];
    }
  }
}

inline void AddIdentity(Matrix tokens, ConstMatrix identity, const Dropout& dropout, size_t first_row) {
  AddIdentity<float>(ViewOf(tokens), ViewOf(identity), dropout, first_row);
}

template <class T>
void AddIdentityBackward(View<T> dtokens, View<T> didentity, const Dropout& dropout, size_t first_row) {
  for (size_t r = 0; r < dtokens.rows; ++r) {
    T* const did = didentity.row((first_row + r) % didentity.rows);
    for (size_t c = 0; c < dtokens.cols; ++c) {
      did[c] += dtokens.row(r)[c];
      dtokens.row(r)[c] *= T(DropoutFactor(dropout, first_row + r, c, dtokens.cols));
    }
  }
}

inline void AddIdentityBackward(Matrix dtokens, Matrix didentity, const Dropout& dropout, size_t first_row) {
  AddIdentityBackward<float>(ViewOf(dtokens), ViewOf(didentity), dropout, first_row);
}

template <class T>
void HeadForward(View<const T> x, View<const T> weight, const T* bias, T* out) {
  for (size_t r = 0; r < x.rows; ++r) {
    const size_t head = r % weight.rows;
    out[r] = bias[head];
    for (size_t c = 0; c < x.cols; ++c) out[r] += x.row(r)[c] * weight.row(head)[c];
  }
}

inline void HeadForward(ConstMatrix x, ConstMatrix weight, const float* bias, float* out) {
  HeadForward<float>(ViewOf(x), ViewOf(weight), bias, out);
}

template <class T>
void HeadBackward(View<const T> x, View<const T> weight, const T* dout, View<T> dx, bool add, View<T> dweight,
                  T* dbias) {
  for (size_t r = 0; r < x.rows; ++r) {
    const size_t head = r % weight.rows;
    for (size_t c = 0; c < PaddedColumns(x.cols); ++c) {
      const T before = add ? dx.row(r)[c] : T(0);
      dx.row(r)[c] = before + dout[r] * weight.row(head)[c];
      dweight.row(head)[c] += dout[r] * x.row(r)[c];
    }
    dbias[head] += dout[r];
  }
}

inline void HeadBackward(ConstMatrix x, ConstMatrix weight, const float* dout, Matrix dx, bool add, Matrix dweight,
                         float* dbias) {
  HeadBackward<float>(ViewOf(x), ViewOf(weight), dout, ViewOf(dx), add, ViewOf(dweight), dbias);
}

template <class T>
void AddColumnSums(View<const T> x, T* out) {
  for (size_t c = 0; c < x.cols; ++c) {
    T sum = 0;
    for (size_t r = 0; r < x.rows; ++r) sum += x.row(r)[c];
    out[c] += sum;
  }
}

inline void AddColumnSums(ConstMatrix x, float* out) {
  AddColumnSums<float>(ViewOf(x), out);
}

}  // namespace mask2cause::reference
