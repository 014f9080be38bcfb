#include "core/rng.h"

#include <cmath>
#include <utility>

namespace mask2cause {

std::array<uint32_t, 4> Philox(uint64_t key, uint64_t counter_high, uint64_t counter_low) {
  uint32_t k0 = static_cast<uint32_t>(key), k1 = static_cast<uint32_t>(key >> 32);
  std::array<uint32_t, 4> c = {static_cast<uint32_t>(counter_low), static_cast<uint32_t>(counter_low >> 32),
                               static_cast<uint32_t>(counter_high), static_cast<uint32_t>(counter_high >> 32)};
  for (int round = 0; round < 10; ++round) {
    const uint64_t p0 = uint64_t{0xD2511F53u} * c[0];
    const uint64_t p1 = uint64_t{0xCD9E8D57u} * c[2];
    c = {static_cast<uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<uint32_t>(p1),
         static_cast<uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<uint32_t>(p0)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}

uint32_t Rng::Next32() {
  if (used_ == 4) {
    block_ = Philox(seed_, stream_, counter_++);
    used_ = 0;
  }
  return block_[used_++];
}

uint64_t Rng::Next64() {
  const uint64_t low = Next32();
  return low | uint64_t{Next32()} << 32;
}

double Rng::Uniform() {
  return static_cast<double>(Next64() >> 11) * 0x1p-53;
}

double Rng::Uniform(double low, double high) {
  return low + (high - low) * Uniform();
}

// Marsaglia's polar method; the second normal of each pair is dropped to keep the state simple.
double Rng::Normal() {
  for (;;) {
    const double u = 2.0 * Uniform() - 1.0;
    const double v = 2.0 * Uniform() - 1.0;
    const double s = u * u + v * v;
    if (s > 0.0 && s < 1.0) return u * std::sqrt(-2.0 * PortableLog(s) / s);
  }
}

size_t Rng::Below(size_t bound) {
  const uint64_t limit = ~uint64_t{0} - ~uint64_t{0} % bound;  // a multiple of bound: no bias below it
  for (;;) {
    const uint64_t x = Next64();
    if (x < limit) return static_cast<size_t>(x % bound);
  }
}

void Rng::Shuffle(std::span<uint32_t> items) {
  for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[Below(i)]);
}

double PortableLog(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);  // exact
  if (m < 0.70710678118654752440) {
    m *= 2.0;
    --exponent;
  }
  // log m = 2 atanh(t), |t| <= 0.1716: twelve terms reach the last bit.
  const double t = (m - 1.0) / (m + 1.0);
  const double t2 = t * t;
  double series = 0.0;
  for (int k = 23; k >= 1; k -= 2) series = series * t2 + 1.0 / k;
  return 2.0 * t * series + exponent * 0.69314718055994530942;
}

}  // namespace mask2cause
