// A step of a long short-term memory.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "kernels/lstm.h"
#include "kernels/reference/lstm.h"
#include "ops/op.h"

namespace mask2cause::testing {

struct LstmShape {
  size_t rows, width;
  bool remembers = true;  // there is a cell before, and one after
  bool adds = false;      // to gradients that are there
};

namespace lstm_detail {

inline std::string Name(const char* what, const LstmShape& s) {
  return fmt::format("lstm {} rows={} width={} remembers={} adds={}", what, s.rows, s.width, s.remembers, s.adds);
}

template <class T>
View<T> IfThere(Operands<T>& o, const char* name) {
  return o.Has(name) ? o[name] : View<T>();
}

inline Matrix MatrixIfThere(Operands<float>& o, const char* name) {
  return o.Has(name) ? MatrixOf(o[name]) : Matrix();
}

// Of all that is left in row r, column c.
inline double ForwardMagnitude(const LstmShape& s, Operands<double>& o, size_t r, size_t c) {
  double largest = 1.0;  // exponentials are good to an absolute error
  for (size_t gate = 0; gate < 4; ++gate) largest = std::max(largest, std::abs(o["z"].row(r)[gate * s.width + c]));
  return largest * (1.0 + (s.remembers ? std::abs(o["before"].row(r)[c]) : 0.0));
}

}  // namespace lstm_detail

inline Op LstmForwardOp(const LstmShape& s) {
  using namespace lstm_detail;
  Op op;
  op.name = Name("forward", s);
  op.operands = {{"z", Role::kInput, s.rows, 4 * s.width, Layout::kLoose, Uniforms(-6.0, 6.0)},
                 {"gates", Role::kOutput, s.rows, 4 * s.width, Layout::kLoose},
                 {"cell", Role::kOutput, s.rows, s.width, Layout::kLoose},
                 {"bent", Role::kOutput, s.rows, s.width, Layout::kLoose},
                 {"state", Role::kOutput, s.rows, s.width, Layout::kLoose}};
  if (s.remembers) op.operands.push_back({"before", Role::kInput, s.rows, s.width, Layout::kLoose});
  op.kernel = [](Operands<float>& o) {
    LstmForward({.z = MatrixOf(o["z"]),
                 .before = MatrixIfThere(o, "before"),
                 .gates = MatrixOf(o["gates"]),
                 .cell = MatrixOf(o["cell"]),
                 .bent = MatrixOf(o["bent"]),
                 .state = MatrixOf(o["state"])});
  };
  op.twin = [](Operands<double>& o) {
    reference::LstmForward(o["z"], IfThere(o, "before"), o["gates"], o["cell"], o["bent"], o["state"]);
  };
  op.magnitude = [s](Operands<double>& o) {
    for (size_t r = 0; r < s.rows; ++r) {
      for (size_t c = 0; c < s.width; ++c) {
        const double magnitude = ForwardMagnitude(s, o, r, c);
        for (size_t gate = 0; gate < 4; ++gate) o["gates"].row(r)[gate * s.width + c] = magnitude;
        for (const char* name : {"cell", "bent", "state"}) o[name].row(r)[c] = magnitude;
      }
    }
  };
  op.roundings = 20.0;
  op.flops = 100.0 * static_cast<double>(s.rows * s.width);
  return op;
}

inline Op LstmBackwardOp(const LstmShape& s) {
  using namespace lstm_detail;
  const Role gradient = s.adds ? Role::kUpdated : Role::kOutput;
  Op op;
  op.name = Name("backward", s);
  op.operands = {{"gates", Role::kInput, s.rows, 4 * s.width, Layout::kLoose, Uniforms(-1.0, 1.0)},
                 {"bent", Role::kInput, s.rows, s.width, Layout::kLoose, Uniforms(-1.0, 1.0)},
                 {"dstate", Role::kInput, s.rows, s.width, Layout::kLoose},
                 {"dz", gradient, s.rows, 4 * s.width, Layout::kLoose}};
  if (s.remembers) {
    op.operands.push_back({"before", Role::kInput, s.rows, s.width, Layout::kLoose});
    op.operands.push_back({"dcell", Role::kInput, s.rows, s.width, Layout::kLoose});
    op.operands.push_back({"dbefore", gradient, s.rows, s.width, Layout::kLoose});
  }
  op.kernel = [s](Operands<float>& o) {
    LstmBackward({.gates = MatrixOf(o["gates"]),
                  .before = MatrixIfThere(o, "before"),
                  .bent = MatrixOf(o["bent"]),
                  .dstate = MatrixOf(o["dstate"]),
                  .dcell = MatrixIfThere(o, "dcell"),
                  .dz = MatrixOf(o["dz"]),
                  .add_dz = s.adds,
                  .dbefore = MatrixIfThere(o, "dbefore"),
                  .add_dbefore = s.adds});
  };
  op.twin = [s](Operands<double>& o) {
    reference::LstmBackward(o["gates"], IfThere(o, "before"), o["bent"], o["dstate"], IfThere(o, "dcell"), o["dz"],
                            s.adds, IfThere(o, "dbefore"), s.adds);
  };
  op.magnitude = [s](Operands<double>& o) {
    o.MakeAbsolute();
    for (size_t r = 0; r < s.rows; ++r) {
      for (size_t c = 0; c < s.width; ++c) {
        const double arrives = 2.0 * o["dstate"].row(r)[c] + (s.remembers ? o["dcell"].row(r)[c] : 0.0);
        const double most = 2.0 * arrives * (1.0 + (s.remembers ? o["before"].row(r)[c] : 0.0));
        for (size_t gate = 0; gate < 4; ++gate) {
          double& dz = o["dz"].row(r)[gate * s.width + c];
          dz = most + (s.adds ? dz : 0.0);
        }
        if (!s.remembers) continue;
        double& dbefore = o["dbefore"].row(r)[c];
        dbefore = most + (s.adds ? dbefore : 0.0);
      }
    }
  };
  op.roundings = 10.0;
  op.flops = 30.0 * static_cast<double>(s.rows * s.width);
  return op;
}

inline std::vector<Op> LstmOps() {
  std::vector<Op> ops;
  for (const size_t rows : {0, 1, 3}) {
    for (const size_t width : {1, 5, 8, 16, 20, 32, 37}) {
      for (const bool remembers : {false, true}) {
        ops.push_back(LstmForwardOp({rows, width, remembers}));
        for (const bool adds : {false, true}) ops.push_back(LstmBackwardOp({rows, width, remembers, adds}));
      }
    }
  }
  return ops;
}

inline std::vector<GradientPair> LstmGradients() {
  std::vector<GradientPair> pairs;
  for (const bool remembers : {false, true}) {
    for (const bool adds : {false, true}) {
      pairs.push_back({LstmForwardOp({3, 5, remembers}), LstmBackwardOp({3, 5, remembers, adds})});
    }
  }
  return pairs;
}

}  // namespace mask2cause::testing
