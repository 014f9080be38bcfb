// Every parameter of a network in one flat block, so that the optimiser, the checkpoint and the gradient are each one
// array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/matrix.h"
#include "kernels/gemm.h"

namespace mask2cause {

// How the uninitialised block is filled.
enum class Start { kUniform, kNormal, kOnes, kZeros, kTheta };

struct Tensor {
  std::string name;
  size_t rows = 0, cols = 0;
  bool packed = false;  // (in, out) weight in panels; else rows padded to whole vectors
  Start start = Start::kZeros;
  size_t fan_in = 1;      // kUniform: U(-1/sqrt(fan_in), 1/sqrt(fan_in))
  size_t offset = 0;      // into the flat block
  size_t transposed = 0;  // packed: offset into the block of transposes

  size_t size() const { return rows * PaddedColumns(cols); }
  size_t Index(size_t r, size_t c) const {
    return offset + (packed ? PackedIndex(rows, cols, r, c) : r * PaddedColumns(cols) + c);
  }
};

class ParameterLayout {
 public:
  // Returns the index of the new tensor.
  size_t Add(Tensor tensor) {
    tensor.offset = size_;
    size_ += RoundUp(tensor.size(), kLane);
    if (tensor.packed) {
      tensor.transposed = transposed_size_;
      transposed_size_ += tensor.cols * PaddedColumns(tensor.rows);
    }
    tensors_.push_back(std::move(tensor));
    return tensors_.size() - 1;
  }

  size_t size() const { return size_; }  // with padding
  size_t count() const;                  // without: numbers that are trained
  size_t transposed_size() const { return transposed_size_; }
  const std::vector<Tensor>& tensors() const { return tensors_; }
  const Tensor& operator[](size_t index) const { return tensors_[index]; }

 private:
  std::vector<Tensor> tensors_;
  size_t size_ = 0;
  size_t transposed_size_ = 0;
};

// Fills a block of parameters. Each tensor has a random stream of its own, from `first_stream` on.
void FillParameters(const ParameterLayout& layout, uint64_t seed, uint64_t first_stream, double theta_init,
                    float* values);

// What a forward pass reads.
struct Weights {
  const ParameterLayout* layout = nullptr;
  const float* values = nullptr;
  const float* transposes = nullptr;  // of the packed tensors; needed by backward passes only

  const float* at(size_t tensor) const { return values + (*layout)[tensor].offset; }
  const float* transposed(size_t tensor) const { return transposes + (*layout)[tensor].transposed; }
  ConstMatrix rows(size_t tensor) const {
    const Tensor& t = (*layout)[tensor];
    return {values + t.offset, t.rows, t.cols, PaddedColumns(t.cols)};
  }
};

// What a backward pass adds to. While `fresh`, packed tensors are written without being read first.
struct Gradients {
  const ParameterLayout* layout = nullptr;
  float* values = nullptr;
  bool fresh = true;

  float* at(size_t tensor) const { return values + (*layout)[tensor].offset; }
  Matrix rows(size_t tensor) const {
    const Tensor& t = (*layout)[tensor];
    return {values + t.offset, t.rows, t.cols, PaddedColumns(t.cols)};
  }
};

// Zeroes what backward passes add to; packed tensors are left to the first of them.
void ClearGradients(const Gradients& gradients);

}  // namespace mask2cause
