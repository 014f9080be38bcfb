// Our small product beside OpenBLAS and Eigen on the model's own shapes, one thread. GFLOP/s, best of many rounds.
#include "kernels/gemm.h"

#include <cblas.h>
#include <fmt/core.h>

#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <functional>

#include "core/arena.h"

namespace {

using namespace mask2cause;

struct Shape {
  const char* what;
  size_t m, n, k;
  bool weight_gradient;  // C = A^T B with A (k, m): the rows of a tile are summed over
};

double Best(const Shape& s, const std::function<void()>& product) {
  double best = 1e9;
  for (int round = 0; round < 40; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 50; ++i) product();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / 50);
  }
  return 2.0 * static_cast<double>(s.m * s.n * s.k) / best * 1e-9;
}

double Ours(const Shape& s, const AlignedFloats& a, const AlignedFloats& b, AlignedFloats& c) {
  GemmCall call{.m = s.m, .n = s.n, .k = s.k, .a = a.data(), .b = b.data(), .c = c.data()};
  if (s.weight_gradient) {
    call.a_row = 1;
    call.a_col = PaddedStride(s.m);
    call.b_row = PaddedStride(s.n);
  } else {
    call.a_row = PaddedStride(s.k);
    call.c_row = PaddedStride(s.n);
  }
  return Best(s, [&] { Gemm(call); });
}

double OpenBlas(const Shape& s, const AlignedFloats& a, const AlignedFloats& b, AlignedFloats& c) {
  const int m = static_cast<int>(s.m), n = static_cast<int>(s.n), k = static_cast<int>(s.k);
  return Best(s, [&] {
    cblas_sgemm(CblasRowMajor, s.weight_gradient ? CblasTrans : CblasNoTrans, CblasNoTrans, m, n, k, 1.0f, a.data(),
                s.weight_gradient ? m : k, b.data(), n, 0.0f, c.data(), n);
  });
}

double WithEigen(const Shape& s, AlignedFloats& a, AlignedFloats& b, AlignedFloats& c) {
  using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto index = [](size_t i) { return static_cast<Eigen::Index>(i); };
  Eigen::Map<Rows> left(a.data(), index(s.weight_gradient ? s.k : s.m), index(s.weight_gradient ? s.m : s.k));
  Eigen::Map<Rows> right(b.data(), index(s.k), index(s.n)), out(c.data(), index(s.m), index(s.n));
  return Best(s, [&] {
    if (s.weight_gradient) {
      out.noalias() = left.transpose() * right;
    } else {
      out.noalias() = left * right;
    }
  });
}

}  // namespace

int main() {
  constexpr Shape kShapes[] = {
      {"N=10 d=64 queries, keys, values", 80, 192, 64, false},
      {"N=10 d=64 expand", 80, 256, 64, false},
      {"N=10 d=64 contract", 80, 64, 256, false},
      {"N=10 d=64 gradient of expand", 64, 256, 80, true},
      {"N=10 d=64 gradient of contract", 256, 64, 80, true},
      {"N=10 d=32 expand", 80, 128, 32, false},
      {"N=10 d=32 contract", 80, 32, 128, false},
      {"N=10 d=16 expand", 80, 64, 16, false},
      {"N=10 d=16 contract", 80, 16, 64, false},
      {"N=100 d=64 expand", 100, 256, 64, false},
      {"N=100 d=64 gradient of expand", 64, 256, 100, true},
  };
  openblas_set_num_threads(1);
  fmt::print("product\tm\tn\tk\tours\topenblas\teigen\n");
  for (const Shape& s : kShapes) {
    AlignedFloats a(300 * 300), b(300 * 300), c(300 * 300);
    for (AlignedFloats* x : {&a, &b, &c}) std::fill(x->begin(), x->end(), 0.01f);
    fmt::print("{}\t{}\t{}\t{}\t{:.0f}\t{:.0f}\t{:.0f}\n", s.what, s.m, s.n, s.k, Ours(s, a, b, c),
               OpenBlas(s, a, b, c), WithEigen(s, a, b, c));
  }
}
