// What one network of TCDF makes of all series.
#pragma once

#include <fmt/core.h>

#include <cmath>

#include "kernels/listen.h"
#include "kernels/reference/listen.h"
#include "ops/op.h"

namespace mask2cause::testing {

struct ListenShape {
  size_t rows, variables, taps, own;
};

namespace listen_detail {

inline std::string Name(const char* what, const ListenShape& s) {
  return fmt::format("listen {} rows={} variables={} taps={} own={}", what, s.rows, s.variables, s.taps, s.own);
}

// Series j is heard if its number is not a multiple of 3.
inline std::vector<OperandSpec> Inputs(const ListenShape& s) {
  const Fill open = [j = size_t{0}](Rng&) mutable { return j++ % 3 == 2 ? 0.0 : 1.0; };
  return {{"x", Role::kInput, s.taps + s.rows, s.variables},     {"w", Role::kInput, s.taps, s.variables},
          PaddedVector("open", Role::kInput, s.variables, open), PaddedVector("share", Role::kInput, s.variables),
          PaddedVector("bias", Role::kInput, s.variables),       PaddedVector("leak", Role::kInput, s.variables),
          PaddedVector("out", Role::kInput, s.variables)};
}

template <class T>
reference::Heard<View<T>, T> Heard(const ListenShape& s, Operands<T>& o) {
  return {o["x"], o["w"], s.own, o.data("open"), o.data("share"), o.data("bias"), o.data("leak"), o.data("out")};
}

inline Listening Call(const ListenShape& s, Operands<float>& o) {
  return {.x = MatrixOf(o["x"]),
          .w = MatrixOf(o["w"]),
          .own = s.own,
          .open = o.data("open"),
          .share = o.data("share"),
          .bias = o.data("bias"),
          .leak = o.data("leak"),
          .out = o.data("out")};
}

// So that every unit is on both sides of its bend: |leak| and 1 together.
inline void Bound(Operands<double>& o) {
  o.MakeAbsolute();
  o.ForEach(o.IndexOf("leak"), [](double& leak) { leak += 1.0; });
}

}  // namespace listen_detail

inline Op ListenForwardOp(const ListenShape& s) {
  using namespace listen_detail;
  Op op;
  op.name = Name("forward", s);
  op.operands = Inputs(s);
  op.operands.push_back(PlainVector("shift", Role::kInput, 1));
  op.operands.push_back(PlainVector("y", Role::kOutput, s.rows));
  op.kernel = [s](Operands<float>& o) {
    ListenForward({.at = Call(s, o), .shift = o.data("shift")[0], .y = o.data("y")});
  };
  op.twin = [s](Operands<double>& o) { reference::ListenForward(Heard(s, o), o.data("shift")[0], o.data("y")); };
  op.magnitude = [s](Operands<double>& o) {
    Bound(o);
    const auto heard = Heard(s, o);
    for (size_t r = 0; r < s.rows; ++r) {
      double sum = o.data("shift")[0];
      for (size_t j = 0; j < s.variables; ++j) {
        sum += heard.out[j] * heard.leak[j] * (heard.share[j] * heard.Convolved(r, j) + heard.bias[j]);
      }
      o.data("y")[r] = sum;
    }
  };
  op.roundings = static_cast<double>(s.taps + s.variables + 10);
  op.flops = static_cast<double>(s.rows * s.variables * (2 * s.taps + 6));
  return op;
}

inline Op ListenBackwardOp(const ListenShape& s) {
  using namespace listen_detail;
  Op op;
  op.name = Name("backward", s);
  op.operands = Inputs(s);
  op.operands.push_back(PlainVector("dy", Role::kInput, s.rows));
  op.operands.push_back({"dw", Role::kUpdated, s.taps, s.variables});
  for (const char* name : {"dshare", "dbias", "dleak", "dout"}) {
    op.operands.push_back(PaddedVector(name, Role::kUpdated, s.variables));
  }
  op.kernel = [s](Operands<float>& o) {
    ListenBackward({.at = Call(s, o),
                    .dy = o.data("dy"),
                    .dw = MatrixOf(o["dw"]),
                    .dshare = o.data("dshare"),
                    .dbias = o.data("dbias"),
                    .dleak = o.data("dleak"),
                    .dout = o.data("dout")});
  };
  op.twin = [s](Operands<double>& o) {
    reference::ListenBackward(Heard(s, o), o.data("dy"), o["dw"], o.data("dshare"), o.data("dbias"), o.data("dleak"),
                              o.data("dout"));
  };
  op.magnitude = [s](Operands<double>& o) {
    Bound(o);
    const auto heard = Heard(s, o);
    for (size_t r = 0; r < s.rows; ++r) {
      for (size_t j = 0; j < s.variables; ++j) {
        const double c = heard.Convolved(r, j), h = heard.share[j] * c + heard.bias[j];
        const double dh = o.data("dy")[r] * heard.out[j] * heard.leak[j];
        o.data("dout")[j] += o.data("dy")[r] * heard.leak[j] * h;
        o.data("dleak")[j] += o.data("dy")[r] * heard.out[j] * h;
        o.data("dbias")[j] += dh;
        o.data("dshare")[j] += dh * c;
        for (size_t k = 0; k < s.taps; ++k) {
          o["dw"].row(k)[j] += dh * heard.share[j] * heard.open[j] * heard.Input(r, k, j);
        }
      }
    }
  };
  op.roundings = static_cast<double>(s.rows + s.taps + 10);
  op.flops = static_cast<double>(s.rows * s.variables * (4 * s.taps + 15));
  return op;
}

inline std::vector<ListenShape> ListenShapes() {
  return {{0, 3, 2, 0}, {1, 1, 1, 0}, {3, 2, 4, 1}, {5, 17, 3, 16}, {300, 5, 2, 2}, {7, 40, 4, 20}};
}

inline std::vector<Op> ListenOps() {
  std::vector<Op> ops;
  for (const ListenShape& shape : ListenShapes()) {
    ops.push_back(ListenForwardOp(shape));
    ops.push_back(ListenBackwardOp(shape));
  }
  return ops;
}

inline std::vector<GradientPair> ListenGradients() {
  std::vector<GradientPair> pairs;
  for (const ListenShape& shape : {ListenShape{3, 2, 4, 1}, ListenShape{6, 5, 2, 2}}) {
    pairs.push_back({ListenForwardOp(shape), ListenBackwardOp(shape)});
  }
  return pairs;
}

}  // namespace mask2cause::testing
