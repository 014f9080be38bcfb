// Variable identities, output heads and column sums.
#pragma once

#include <fmt/core.h>

#include "kernels/reference/token.h"
#include "kernels/token.h"
#include "ops/op.h"

namespace mask2cause::testing {

struct TokenShape {
  size_t rows, cols, variables;
  double dropout = 0.0;
  size_t first_row = 0;

  Dropout Mask() const { return dropout == 0.0 ? Dropout() : MakeDropout(dropout, 1, 0, 0); }
  std::string Name(const char* what) const {
    return fmt::format("{} rows={} d={} variables={} dropout={} first_row={}", what, rows, cols, variables, dropout,
                       first_row);
  }
};

inline Op AddIdentityOp(const TokenShape& s) {
  Op op;
  op.name = s.Name("identity forward");
  op.operands = {{"tokens", Role::kUpdated, s.rows, s.cols}, {"identity", Role::kInput, s.variables, s.cols}};
  op.kernel = [=](Operands<float>& o) {
    AddIdentity(MatrixOf(o["tokens"]), MatrixOf(o["identity"]), s.Mask(), s.first_row);
  };
  op.twin = [=](Operands<double>& o) {
    reference::AddIdentity<double>(o["tokens"], o["identity"], s.Mask(), s.first_row);
  };
  op.roundings = 2.0;
  op.flops = 2.0 * static_cast<double>(s.rows * s.cols);
  return op;
}

inline Op AddIdentityBackwardOp(const TokenShape& s) {
  Op op;
  op.name = s.Name("identity backward");
  op.operands = {{"dtokens", Role::kUpdated, s.rows, s.cols}, {"didentity", Role::kUpdated, s.variables, s.cols}};
  op.kernel = [=](Operands<float>& o) {
    AddIdentityBackward(MatrixOf(o["dtokens"]), MatrixOf(o["didentity"]), s.Mask(), s.first_row);
  };
  op.twin = [=](Operands<double>& o) {
    reference::AddIdentityBackward<double>(o["dtokens"], o["didentity"], s.Mask(), s.first_row);
  };
  op.roundings = static_cast<double>(s.rows / s.variables + 2);
  op.flops = 2.0 * static_cast<double>(s.rows * s.cols);
  return op;
}

// `variables` heads: one for all when 1.
inline Op HeadForwardOp(const TokenShape& s) {
  Op op;
  op.name = s.Name("head forward");
  op.operands = {{"x", Role::kInput, s.rows, s.cols},
                 {"weight", Role::kInput, s.variables, s.cols},
                 PaddedVector("bias", Role::kInput, s.variables),
                 PlainVector("out", Role::kOutput, s.rows)};
  op.kernel = [=](Operands<float>& o) {
    HeadForward(MatrixOf(o["x"]), MatrixOf(o["weight"]), o.data("bias"), o.data("out"));
  };
  op.twin = [=](Operands<double>& o) {
    reference::HeadForward<double>(o["x"], o["weight"], o.data("bias"), o.data("out"));
  };
  op.roundings = static_cast<double>(s.cols + 2);
  op.flops = 2.0 * static_cast<double>(s.rows * s.cols);
  return op;
}

inline Op HeadBackwardOp(const TokenShape& s, bool add) {
  Op op;
  op.name = s.Name(add ? "head backward, added" : "head backward");
  op.operands = {{"x", Role::kInput, s.rows, s.cols},
                 {"weight", Role::kInput, s.variables, s.cols},
                 PlainVector("dout", Role::kInput, s.rows),
                 {"dx", add ? Role::kUpdated : Role::kOutput, s.rows, s.cols},
                 {"dweight", Role::kUpdated, s.variables, s.cols},
                 PaddedVector("dbias", Role::kUpdated, s.variables)};
  op.kernel = [=](Operands<float>& o) {
    HeadBackward(MatrixOf(o["x"]), MatrixOf(o["weight"]), o.data("dout"), MatrixOf(o["dx"]), add,
                 MatrixOf(o["dweight"]), o.data("dbias"));
  };
  op.twin = [=](Operands<double>& o) {
    reference::HeadBackward<double>(o["x"], o["weight"], o.data("dout"), o["dx"], add, o["dweight"], o.data("dbias"));
  };
  op.roundings = static_cast<double>(s.rows + 2);
  op.flops = 4.0 * static_cast<double>(s.rows * s.cols);
  return op;
}

inline Op ColumnSumsOp(size_t rows, size_t cols) {
  Op op;
  op.name = fmt::format("column sums rows={} cols={}", rows, cols);
  op.operands = {{"x", Role::kInput, rows, cols}, PaddedVector("out", Role::kUpdated, cols)};
  op.kernel = [](Operands<float>& o) { AddColumnSums(MatrixOf(o["x"]), o.data("out")); };
  op.twin = [](Operands<double>& o) { reference::AddColumnSums<double>(o["x"], o.data("out")); };
  op.roundings = static_cast<double>(rows + 2);
  op.flops = static_cast<double>(rows * cols);
  return op;
}

inline std::vector<Op> TokenOps() {
  std::vector<Op> ops;
  for (const size_t cols : {1, 3, 4, 8, 12, 16, 17, 20, 32, 33, 64, 80, 130}) {
    for (const size_t variables : {1, 3, 10, 17}) {
      for (const size_t windows : {0, 1, 3}) {
        const size_t rows = windows * variables;
        const TokenShape shape = {rows, cols, variables, 0.0, 2 * variables};
        const TokenShape dropped = {rows, cols, variables, 0.1, 2 * variables};
        for (const TokenShape& s : {shape, dropped}) {
          ops.push_back(AddIdentityOp(s));
          ops.push_back(AddIdentityBackwardOp(s));
        }
        ops.push_back(HeadForwardOp(shape));
        ops.push_back(HeadBackwardOp(shape, false));
        ops.push_back(HeadBackwardOp(shape, true));
        ops.push_back(HeadForwardOp({rows, cols, 1}));
        ops.push_back(HeadBackwardOp({rows, cols, 1}, true));
      }
    }
    for (const size_t rows : {0, 1, 2, 7, 36, 130}) ops.push_back(ColumnSumsOp(rows, cols));
  }
  return ops;
}

inline std::vector<GradientPair> TokenGradients() {
  const TokenShape shape = {6, 5, 3, 0.0, 3}, dropped = {6, 20, 2, 0.4, 8}, shared = {6, 5, 1};
  return {{AddIdentityOp(shape), AddIdentityBackwardOp(shape)},
          {AddIdentityOp(dropped), AddIdentityBackwardOp(dropped)},
          {HeadForwardOp(shape), HeadBackwardOp(shape, false)},
          {HeadForwardOp(shape), HeadBackwardOp(shape, true)},
          {HeadForwardOp(shared), HeadBackwardOp(shared, false)}};
}

}  // namespace mask2cause::testing
