// The ops of a training step at the shapes they have there: the speed mode of the table.
#pragma once

#include "ops/activation_ops.h"
#include "ops/adam_ops.h"
#include "ops/attention_ops.h"
#include "ops/gemm_ops.h"
#include "ops/norm_ops.h"
#include "ops/token_ops.h"

namespace mask2cause::testing {

// Of a tile of about a hundred rows, a whole number of windows.
inline std::vector<Op> OpsOfAStep(size_t variables, size_t width) {
  const size_t heads = 4, lags = 3, windows = variables < 100 ? 100 / variables : 1, rows = windows * variables;
  const double dropout = 0.1;
  std::vector<Op> ops;
  for (const auto& [in, out] : {std::pair(lags, width), std::pair(width, 3 * width), std::pair(width, width),
                                std::pair(width, 4 * width), std::pair(4 * width, width)}) {
    ops.push_back(GemmOp(GemmForm::kForward, GemmStore::kBias, {rows, out, in}));
    ops.push_back(GemmOp(GemmForm::kWeightGradient, GemmStore::kAdd, {in, out, rows}));
    if (in != lags) ops.push_back(GemmOp(GemmForm::kForward, GemmStore::kAdd, {rows, in, out}));
    ops.push_back(TransposeOp(in, out));
    ops.push_back(ColumnSumsOp(rows, out));
  }
  ops.push_back(AttentionForwardOp({variables, width, heads}));
  ops.push_back(AttentionBackwardOp({variables, width, heads}));
  ops.push_back(NormForwardOp({rows, width, dropout}));
  ops.push_back(NormBackwardOp({rows, width, dropout}, true));
  ops.push_back(GeluOp({rows, 4 * width, dropout}));
  ops.push_back(AddIdentityOp({rows, width, variables, dropout}));
  ops.push_back(AddIdentityBackwardOp({rows, width, variables, dropout}));
  ops.push_back(HeadForwardOp({rows, width, 1}));
  ops.push_back(HeadBackwardOp({rows, width, 1}, false));
  ops.push_back(AdamOp({16384, 2}));
  return ops;
}

}  // namespace mask2cause::testing
