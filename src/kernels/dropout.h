// Dropout without stored masks: whether an element is kept is a function of (key, row, column) alone, so the backward
// pass asks again and any partition of the work sees the same mask.
//
// A row is cut into blocks of 32 elements served by 16 hash words: element e of a block takes the low half of word e if
// e < 16, else the high half of word e - 16.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/rng.h"

namespace mask2cause {

struct Dropout {
  uint32_t key0 = 0, key1 = 0;
  uint32_t threshold = 0;  // dropped when the element's 16 bits are below; 0: keep everything
  float scale = 1.0f;      // of what is kept, 1 / (1 - rate)

  bool active() const { return threshold != 0; }
};

// One mask for each (seed, step, site).
inline Dropout MakeDropout(double rate, uint64_t seed, uint64_t step, uint64_t site) {
  Dropout dropout;
  dropout.threshold = static_cast<uint32_t>(std::lround(rate * 65536.0));
  dropout.scale = 65536.0f / static_cast<float>(65536 - dropout.threshold);
  const auto words = Philox(seed ^ 0xD409B1F5C3A2E687ull, step, site);
  dropout.key0 = words[0];
  dropout.key1 = words[1];
  return dropout;
}

inline uint32_t DropoutWord(const Dropout& dropout, uint32_t word) {
  uint32_t x = word + dropout.key0;
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= dropout.key1;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  x ^= x >> 16;
  return x;
}

constexpr size_t kDropoutBlock = 32;
inline constexpr uint32_t DropoutWordsPerRow(size_t cols) {
  return static_cast<uint32_t>((cols + kDropoutBlock - 1) / kDropoutBlock * (kDropoutBlock / 2));
}

// 0 or `scale`.
inline float DropoutFactor(const Dropout& dropout, size_t row, size_t col, size_t cols) {
  if (!dropout.active()) return 1.0f;
  const uint32_t in_block = col % kDropoutBlock;
  const uint32_t word = static_cast<uint32_t>(row) * DropoutWordsPerRow(cols) +
                        static_cast<uint32_t>(col / kDropoutBlock * (kDropoutBlock / 2)) + in_block % 16;
  const uint32_t bits = DropoutWord(dropout, word);
  return (in_block < 16 ? bits & 0xFFFFu : bits >> 16) >= dropout.threshold ? dropout.scale : 0.0f;
}

}  // namespace mask2cause
