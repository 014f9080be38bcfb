// Matrix products in the forms that layers and attention use them in, and the transpose of packed weights.
#pragma once

#include <fmt/core.h>

#include "kernels/gemm.h"
#include "kernels/reference/gemm.h"
#include "kernels/reference/token.h"
#include "ops/op.h"

namespace mask2cause::testing {

enum class GemmForm {
  kForward,         // C row-major = A row-major x B packed: linear layers and their input gradients
  kWeightGradient,  // C packed = A transposed x B row-major
  kAnywhere,        // all row-major at any address, no padding: attention
  kAnywhereTransposed,
};

struct GemmShape {
  size_t m, n, k;
};

namespace gemm_detail {

inline std::string StoreName(GemmStore store) {
  constexpr const char* kNames[] = {"set", "bias", "add", "multiply", "plus"};
  return kNames[static_cast<size_t>(store)];
}

inline std::string FormName(GemmForm form) {
  constexpr const char* kNames[] = {"forward", "weight gradient", "anywhere", "anywhere transposed"};
  return kNames[static_cast<size_t>(form)];
}

// Either call type, GemmCall or reference::GemmArrays<double>.
template <class Call, class T>
Call MakeCall(GemmForm form, GemmStore store, const GemmShape& shape, Operands<T>& o) {
  const bool transposed = form == GemmForm::kWeightGradient || form == GemmForm::kAnywhereTransposed;
  Call call;
  call.m = shape.m;
  call.n = shape.n;
  call.k = shape.k;
  const View<T> a = o["a"], b = o["b"], c = o["c"];
  call.a = a.data;
  call.a_row = transposed ? 1 : a.stride;
  call.a_col = transposed ? a.stride : 1;
  call.b = b.data;
  call.b_row = b.stride;
  call.c = c.data;
  call.c_row = c.stride;
  call.store = store;
  if (o.Has("extra")) {
    call.extra = o["extra"].data;
    call.extra_row = o["extra"].stride;
  }
  return call;
}

inline std::vector<OperandSpec> GemmOperands(GemmForm form, GemmStore store, const GemmShape& s) {
  const bool packed_b = form == GemmForm::kForward, packed_c = form == GemmForm::kWeightGradient;
  const bool transposed = packed_c || form == GemmForm::kAnywhereTransposed;
  const Layout rows = packed_b || packed_c ? Layout::kPadded : Layout::kLoose;
  const bool updated = store == GemmStore::kAdd;
  std::vector<OperandSpec> operands = {
      {"a", Role::kInput, transposed ? s.k : s.m, transposed ? s.m : s.k, rows},
      {"b", Role::kInput, s.k, s.n, packed_b ? Layout::kPacked : rows},
      {"c", updated ? Role::kUpdated : Role::kOutput, s.m, s.n, packed_c ? Layout::kPacked : rows}};
  if (store == GemmStore::kBias) operands.push_back({"extra", Role::kInput, 1, s.n, rows});
  if (store == GemmStore::kMultiply || store == GemmStore::kPlus) {
    operands.push_back({"extra", Role::kInput, s.m, s.n, rows});
  }
  return operands;
}

}  // namespace gemm_detail

inline Op GemmOp(GemmForm form, GemmStore store, const GemmShape& shape) {
  using namespace gemm_detail;
  Op op;
  op.name = fmt::format("gemm {} {} m={} n={} k={}", FormName(form), StoreName(store), shape.m, shape.n, shape.k);
  op.operands = GemmOperands(form, store, shape);
  op.kernel = [=](Operands<float>& o) { Gemm(MakeCall<GemmCall>(form, store, shape, o)); };
  op.twin = [=](Operands<double>& o) {
    reference::Gemm(MakeCall<reference::GemmArrays<double>>(form, store, shape, o));
  };
  // k products and k - 1 sums, fused or not, in any order, and the store.
  op.roundings = static_cast<double>(shape.k + 2);
  op.flops = 2.0 * static_cast<double>(shape.m * shape.n * shape.k);
  return op;
}

inline Op PlainTransposeOp(size_t rows, size_t cols) {
  Op op;
  op.name = fmt::format("transpose {} x {}", rows, cols);
  op.operands = {{"in", Role::kInput, rows, cols, Layout::kLoose}, {"out", Role::kOutput, cols, rows, Layout::kLoose}};
  op.kernel = [](Operands<float>& o) {
    const View<float> in = o["in"], out = o["out"];
    Transpose({in.data, in.rows, in.cols, in.stride}, {out.data, out.rows, out.cols, out.stride});
  };
  op.twin = [](Operands<double>& o) { reference::Transpose(o["in"], o["out"]); };
  return op;
}

inline Op TransposeOp(size_t rows, size_t cols) {
  Op op;
  op.name = fmt::format("transpose packed {} x {}", rows, cols);
  op.operands = {{"in", Role::kInput, rows, cols, Layout::kPacked},
                 {"out", Role::kOutput, cols, rows, Layout::kPacked}};
  op.kernel = [=](Operands<float>& o) { TransposePacked(rows, cols, o.data("in"), o.data("out")); };
  op.twin = [=](Operands<double>& o) { reference::TransposePacked(rows, cols, o.data("in"), o.data("out")); };
  return op;
}

inline std::vector<Op> GemmOps() {
  std::vector<Op> ops;
  const auto add = [&ops](GemmForm form, std::initializer_list<GemmStore> stores, const GemmShape& shape) {
    for (const GemmStore store : stores) ops.push_back(GemmOp(form, store, shape));
  };
  const std::vector<size_t> rows = {0, 1, 2, 3, 5, 7, 8, 11, 12, 13, 36};
  const std::vector<size_t> columns = {1, 4, 15, 16, 17, 33, 63, 64, 65, 80, 130, 192};
  for (const size_t m : rows) {
    for (const size_t n : columns) {
      for (const size_t k : {0, 1, 3, 17, 64}) {
        add(GemmForm::kForward, {GemmStore::kBias, GemmStore::kSet, GemmStore::kAdd, GemmStore::kMultiply}, {m, n, k});
        add(GemmForm::kWeightGradient, {GemmStore::kSet, GemmStore::kAdd}, {m, n, k});
        add(GemmForm::kAnywhere, {GemmStore::kSet, GemmStore::kAdd, GemmStore::kPlus}, {m, n, k});
        add(GemmForm::kAnywhereTransposed, {GemmStore::kSet}, {m, n, k});
      }
    }
  }
  add(GemmForm::kForward, {GemmStore::kBias}, {65, 320, 80});
  add(GemmForm::kWeightGradient, {GemmStore::kAdd}, {80, 320, 130});
  add(GemmForm::kAnywhere, {GemmStore::kPlus}, {130, 130, 20});
  return ops;
}

inline std::vector<Op> TransposeOps() {
  std::vector<Op> ops;
  for (const size_t rows : {1, 3, 4, 5, 12, 16, 20, 32, 64, 65, 68, 80, 130, 192}) {
    for (const size_t cols : {1, 2, 4, 7, 12, 16, 20, 48, 64, 80, 100, 128, 130, 256})
      ops.insert(ops.end(), {TransposeOp(rows, cols), PlainTransposeOp(rows, cols)});
  }
  return ops;
}

// y = x W + b as nn/linear does it: three products, a transpose and the sum over rows that is the gradient of the bias.
inline GradientPair LinearGradient(size_t rows, size_t in, size_t out) {
  GradientPair pair;
  pair.forward.name = fmt::format("linear rows={} in={} out={}", rows, in, out);
  pair.forward.operands = {{"x", Role::kInput, rows, in},
                           {"weight", Role::kInput, in, out, Layout::kPacked},
                           PaddedVector("bias", Role::kInput, out),
                           {"y", Role::kOutput, rows, out}};
  pair.forward.twin = [=](Operands<double>& o) {
    reference::Gemm<double>({rows, out, in, o.data("x"), o["x"].stride, 1, o.data("weight"), 0, o.data("y"),
                             o["y"].stride, GemmStore::kBias, o.data("bias"), 0});
  };
  pair.backward.operands = {{"x", Role::kInput, rows, in},
                            {"weight", Role::kInput, in, out, Layout::kPacked},
                            {"dy", Role::kInput, rows, out},
                            {"dx", Role::kOutput, rows, in},
                            {"dweight", Role::kUpdated, in, out, Layout::kPacked},
                            PaddedVector("dbias", Role::kUpdated, out)};
  pair.backward.twin = [=](Operands<double>& o) {
    std::vector<double> transposed(PackedSize(out, in), 0.0);
    reference::TransposePacked(in, out, o.data("weight"), transposed.data());
    reference::Gemm<double>({rows, in, out, o.data("dy"), o["dy"].stride, 1, transposed.data(), 0, o.data("dx"),
                             o["dx"].stride, GemmStore::kSet, nullptr, 0});
    reference::Gemm<double>({in, out, rows, o.data("x"), 1, o["x"].stride, o.data("dy"), o["dy"].stride,
                             o.data("dweight"), 0, GemmStore::kAdd, nullptr, 0});
    reference::AddColumnSums<double>(o["dy"], o.data("dbias"));
  };
  return pair;
}

}  // namespace mask2cause::testing
