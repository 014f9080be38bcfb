// The arrays an op reads and writes, each inside guarded memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "kernels/gemm.h"
#include "kernels/reference/view.h"

namespace mask2cause::testing {

using reference::View;

enum class Role {
  kInput,    // must not change
  kOutput,   // starts as NaN: reading it first would show
  kUpdated,  // read and written
  kScratch,  // anything may happen inside
};

enum class Layout {
  kPadded,  // rows at 64-byte boundaries, padded with zeros to whole vectors
  kLoose,   // no padding, rows at any address
  kPacked,  // panels of kernels/gemm.h
};

enum class Padding { kStaysZero, kScratch };

using Fill = std::function<double(Rng&)>;
inline Fill Uniforms(double low, double high) {
  return [low, high](Rng& rng) { return rng.Uniform(low, high); };
}
inline Fill Around(double centre) {
  return Uniforms(centre - 2.0, centre + 2.0);
}
inline Fill Zeros() {
  return [](Rng&) { return 0.0; };
}

struct OperandSpec {
  std::string name;
  Role role = Role::kInput;
  size_t rows = 0, cols = 0;
  Layout layout = Layout::kPadded;
  Fill fill = Around(0.0);
  Padding padding = Padding::kStaysZero;

  // Floats from one row to the next; 0 for a packed matrix.
  size_t stride() const {
    switch (layout) {
      case Layout::kPadded:
        return PaddedStride(cols);
      case Layout::kLoose:
        return cols + 3;
      case Layout::kPacked:
        break;
    }
    return 0;
  }
  // Columns that the op may write, or read.
  size_t reachable() const { return layout == Layout::kLoose ? cols : PaddedColumns(cols); }
  size_t Index(size_t r, size_t c) const {
    return layout == Layout::kPacked ? PackedIndex(rows, cols, r, c) : r * stride() + c;
  }
  size_t size() const { return layout == Layout::kPacked ? PackedSize(rows, cols) : rows * stride(); }
};

// A vector is a row. Kernels want some padded like a matrix and take others as plain floats.
inline OperandSpec PaddedVector(std::string name, Role role, size_t size, Fill fill = Around(0.0)) {
  return {std::move(name), role, 1, size, Layout::kPadded, std::move(fill)};
}
inline OperandSpec PlainVector(std::string name, Role role, size_t size, Fill fill = Around(0.0)) {
  return {std::move(name), role, 1, size, Layout::kLoose, std::move(fill)};
}
inline OperandSpec ScratchVector(std::string name, size_t size) {
  return {std::move(name), Role::kScratch, 1, size, Layout::kPadded, Zeros(), Padding::kScratch};
}

// Everything outside an operand's elements and padding holds NaN: a kernel that writes there is caught by comparison,
// one that uses what it reads there spoils its result.
template <class T>
class Operands {
 public:
  Operands(const std::vector<OperandSpec>& specs, uint64_t seed) : Operands(specs) {
    for (size_t i = 0; i < specs.size(); ++i) FillOperand(i, seed);
  }
  Operands(const Operands&) = delete;  // the copy would lie at another alignment
  Operands& operator=(const Operands&) = delete;
  Operands(Operands&&) = default;

  // The same numbers, at the same alignment, in another number type.
  template <class U>
  static Operands From(const Operands<U>& other) {
    Operands copy(other.specs());
    for (size_t i = 0; i < copy.specs_.size(); ++i) {
      const U* const from = other.memory(i).data() + other.first(i);
      std::transform(from, from + copy.specs_[i].size(), copy.memory_[i].data() + copy.first_[i],
                     [](U x) { return static_cast<T>(x); });
    }
    return copy;
  }

  const std::vector<OperandSpec>& specs() const { return specs_; }
  const std::vector<T>& memory(size_t i) const { return memory_[i]; }
  T& at(size_t i, size_t r, size_t c) { return memory_[i][first_[i] + specs_[i].Index(r, c)]; }
  size_t first(size_t i) const { return first_[i]; }

  bool Has(std::string_view name) const { return Find(name) < specs_.size(); }
  size_t IndexOf(std::string_view name) const {
    if (!Has(name)) throw std::logic_error("the op has no operand " + std::string(name));
    return Find(name);
  }
  View<T> operator[](std::string_view name) {
    const size_t i = IndexOf(name);
    return {memory_[i].data() + first_[i], specs_[i].rows, specs_[i].cols, specs_[i].stride()};
  }
  T* data(std::string_view name) { return (*this)[name].data; }

  // Calls visit(element) for each element of an operand, without its padding.
  template <class Visit>
  void ForEach(size_t i, Visit&& visit) {
    for (size_t r = 0; r < specs_[i].rows; ++r) {
      for (size_t c = 0; c < specs_[i].cols; ++c) visit(at(i, r, c));
    }
  }
  // Gives what the op updates its numbers of `start` again.
  void ResetUpdated(const Operands& start) {
    for (size_t i = 0; i < specs_.size(); ++i) {
      if (specs_[i].role != Role::kUpdated) continue;
      std::copy_n(start.memory_[i].data() + start.first_[i], specs_[i].size(), memory_[i].data() + first_[i]);
    }
  }
  void MakeAbsolute() {
    for (size_t i = 0; i < specs_.size(); ++i) ForEach(i, [](T& x) { x = std::abs(x); });
  }

 private:
  static constexpr size_t kGuard = 64;

  explicit Operands(const std::vector<OperandSpec>& specs) : specs_(specs) { TakeMemory(); }
  void TakeMemory() {
    for (size_t i = 0; i < specs_.size(); ++i) {
      memory_.emplace_back(specs_[i].size() + kGuard + kAlignment, std::numeric_limits<T>::quiet_NaN());
      first_.push_back(FirstOf(i));
    }
  }

  size_t Find(std::string_view name) const {
    size_t i = 0;
    while (i < specs_.size() && specs_[i].name != name) ++i;
    return i;
  }
  size_t FirstOf(size_t i) const {
    const auto address = reinterpret_cast<uintptr_t>(memory_[i].data() + kGuard / 2);
    const size_t aligned = kGuard / 2 + (RoundUp(address, kAlignment) - address) / sizeof(T);
    return aligned + (specs_[i].layout == Layout::kLoose ? 1 : 0);
  }
  void FillOperand(size_t i, uint64_t seed) {
    const OperandSpec& spec = specs_[i];
    Rng rng(seed, i);
    for (size_t r = 0; r < spec.rows; ++r) {
      for (size_t c = 0; c < spec.reachable(); ++c) {
        const double value = c < spec.cols ? spec.fill(rng) : 0.0;
        const bool unknown = c < spec.cols && spec.role == Role::kOutput;
        // Through float, so that the double twin starts from the very numbers of the kernel.
        at(i, r, c) = unknown ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(static_cast<float>(value));
      }
    }
  }

  std::vector<OperandSpec> specs_;
  std::vector<std::vector<T>> memory_;
  std::vector<size_t> first_;
};

// Kernels take the float views of core/matrix.h.
inline Matrix MatrixOf(const View<float>& v) {
  return {v.data, v.rows, v.cols, v.stride};
}

}  // namespace mask2cause::testing
