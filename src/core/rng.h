// Our own random numbers: counter-based, the same on every machine and for every partition of the work.
// Philox4x32-10 (Salmon et al. 2011). Only IEEE + - * / sqrt are used, never libm, so normals agree to the last bit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace mask2cause {

// The four 32-bit words that belong to (key, counter).
std::array<uint32_t, 4> Philox(uint64_t key, uint64_t counter_high, uint64_t counter_low);

class Rng {
 public:
  // Streams of one seed are independent: give each use (weights, shuffling of epoch 7, ...) its own.
  explicit Rng(uint64_t seed, uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  uint32_t Next32();
  uint64_t Next64();
  double Uniform();                         // [0, 1), 53 bits
  double Uniform(double low, double high);  // [low, high)
  double Normal();                          // mean 0, sd 1
  size_t Below(size_t bound);               // 0..bound-1, without bias
  void Shuffle(std::span<uint32_t> items);  // Fisher-Yates

 private:
  uint64_t seed_, stream_;
  uint64_t counter_ = 0;
  std::array<uint32_t, 4> block_{};
  size_t used_ = 4;
};

// The natural logarithm from IEEE basic operations only; x > 0. Within 2 units in the last place.
double PortableLog(double x);

}  // namespace mask2cause
