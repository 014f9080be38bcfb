// Memory for one chunk of work: taken once, handed out in order, given back all at once. No allocation in a step.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace mask2cause {

constexpr size_t kAlignment = 64;  // a cache line and the widest vector

inline constexpr size_t RoundUp(size_t n, size_t unit) {
  return (n + unit - 1) / unit * unit;
}

// Aligned floats. Uninitialised.
class AlignedFloats {
 public:
  AlignedFloats() = default;
  explicit AlignedFloats(size_t size) : size_(size) {
    void* p = std::aligned_alloc(kAlignment, RoundUp(size * sizeof(float), kAlignment) + kAlignment);
    if (p == nullptr) throw std::bad_alloc();
    data_.reset(static_cast<float*>(p));
  }
  float* data() { return data_.get(); }
  const float* data() const { return data_.get(); }
  size_t size() const { return size_; }
  float& operator[](size_t i) { return data_.get()[i]; }
  float operator[](size_t i) const { return data_.get()[i]; }
  float* begin() { return data(); }
  float* end() { return data() + size_; }
  const float* begin() const { return data(); }
  const float* end() const { return data() + size_; }

 private:
  struct Free {
    void operator()(float* p) const { std::free(p); }
  };
  std::unique_ptr<float[], Free> data_;
  size_t size_ = 0;
};

// With no memory it only counts, so the same code that takes the buffers also says how much they need.
class Arena {
 public:
  Arena() = default;                                  // counts
  explicit Arena(size_t floats) : memory_(floats) {}  // hands out
  float* Take(size_t floats) {
    const size_t at = used_;
    used_ += RoundUp(floats, kAlignment / sizeof(float));
    if (memory_.size() == 0) return nullptr;
    if (used_ > memory_.size()) throw std::bad_alloc();
    return memory_.data() + at;
  }
  void Reset() { used_ = 0; }
  size_t used() const { return used_; }

 private:
  AlignedFloats memory_;
  size_t used_ = 0;
};

}  // namespace mask2cause
