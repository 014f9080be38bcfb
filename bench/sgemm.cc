// The machine's own matrix-product rate: OpenBLAS sgemm, 1024^3, one thread. Prints the kernel it chose and GFLOP/s.
#include <cblas.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <vector>

int main() {
  constexpr int kSize = 1024;
  openblas_set_num_threads(1);
  std::vector<float> a(kSize * kSize, 0.5f), b(kSize * kSize, 0.25f), c(kSize * kSize);
  double best = 1e9;
  for (int round = 0; round < 12; ++round) {
    const auto start = std::chrono::steady_clock::now();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, kSize, kSize, kSize, 1.0f, a.data(), kSize, b.data(), kSize,
                0.0f, c.data(), kSize);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  fmt::print("{}\t{:.1f}\n", openblas_get_corename(), 2.0 * kSize * kSize * kSize / best * 1e-9);
}
