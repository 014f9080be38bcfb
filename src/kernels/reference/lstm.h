// Scalar twins of the memory's kernels: the obvious loops.
#pragma once

#include <cmath>

#include "kernels/lstm.h"
#include "kernels/reference/view.h"

namespace mask2cause::reference {

// Calls of any number type: C is a view for reading, M one for writing.
template <class C, class M>
void LstmForward(const C& z, const C& before, const M& gates, const M& cell, const M& bent, const M& state) {
  const auto sigmoid = [](auto x) { return decltype(x)(1) / (decltype(x)(1) + std::exp(-x)); };
  const size_t width = cell.cols;
  for (size_t r = 0; r < cell.rows; ++r) {
    for (size_t c = 0; c < width; ++c) {
      const auto i = sigmoid(z.row(r)[c]), f = sigmoid(z.row(r)[width + c]), o = sigmoid(z.row(r)[3 * width + c]);
      const auto g = std::tanh(z.row(r)[2 * width + c]);
      gates.row(r)[c] = i;
      gates.row(r)[width + c] = f;
      gates.row(r)[2 * width + c] = g;
      gates.row(r)[3 * width + c] = o;
      cell.row(r)[c] = i * g;
      if (before.data != nullptr) cell.row(r)[c] += f * before.row(r)[c];
      bent.row(r)[c] = std::tanh(cell.row(r)[c]);
      state.row(r)[c] = o * bent.row(r)[c];
    }
  }
}

template <class C, class M>
void LstmBackward(const C& gates, const C& before, const C& bent, const C& dstate, const C& dcell, const M& dz,
                  bool add_dz, const M& dbefore, bool add_dbefore) {
  const size_t width = bent.cols;
  for (size_t r = 0; r < bent.rows; ++r) {
    const auto store = [&](size_t at, auto gradient) {
      auto& to = dz.row(r)[at];
      to = add_dz ? to + gradient : gradient;
    };
    for (size_t c = 0; c < width; ++c) {
      const auto i = gates.row(r)[c], f = gates.row(r)[width + c], g = gates.row(r)[2 * width + c],
                 o = gates.row(r)[3 * width + c], b = bent.row(r)[c], dh = dstate.row(r)[c];
      auto dc = dh * o * (1 - b * b);
      if (dcell.data != nullptr) dc += dcell.row(r)[c];
      store(c, dc * g * i * (1 - i));
      store(width + c, before.data != nullptr ? dc * before.row(r)[c] * f * (1 - f) : 0);
      store(2 * width + c, dc * i * (1 - g * g));
      store(3 * width + c, dh * b * o * (1 - o));
      if (dbefore.data == nullptr) continue;
      auto& to = dbefore.row(r)[c];
      to = add_dbefore ? to + dc * f : dc * f;
    }
  }
}

}  // namespace mask2cause::reference
