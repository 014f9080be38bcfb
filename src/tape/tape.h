// A network as a list of operations. It is laid out once, for given shapes, and then run forward and backward as often
// as training asks, without taking memory. The rival methods are made of these; the network of the paper has its own
// fused code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "core/arena.h"
#include "core/matrix.h"
#include "nn/parameters.h"

namespace mask2cause {

// One matrix of the computation and the gradient of the loss with respect to it. Rows are padded to whole vectors.
struct Node {
  Matrix value;
  Matrix gradient;       // no data: none is wanted
  bool touched = false;  // some operation has left its part of the gradient
  // Of weights: the rows that a product goes through. The others are zero, and so is their gradient; null: all count.
  const std::vector<uint32_t>* live_rows = nullptr;

  bool wants_gradient() const { return gradient.data != nullptr; }
  size_t rows() const { return value.rows; }
  size_t cols() const { return value.cols; }
  size_t size() const { return value.rows * value.stride; }  // with padding

  // To be added to: what was there before this backward pass is gone.
  Matrix AddTo();
  // For products that can set instead of add.
  GemmStore Store();
};

class Operation {
 public:
  virtual ~Operation() = default;
  virtual void Forward() = 0;
  // Adds to the gradients of its inputs that want one. Not called when nothing depends on `result()`.
  virtual void Backward() = 0;
  virtual const Node* result() const = 0;      // null: a loss
  virtual double loss() const { return 0.0; }  // after Forward
};

// One with a result, as all have but the losses.
class NodeOperation : public Operation {
 public:
  const Node* result() const final { return y_; }
  Node* y() const { return y_; }

 protected:
  explicit NodeOperation(Node* y) : y_(y) {}

  Node* const y_;
};

// Where the matrices between inputs and losses lie. Tapes that are laid out alike and run one after the other, each
// forward and backward before the next, may share it: that saves memory, and it stays in cache.
class TapeMemory {
 public:
  float* Take(size_t floats);  // zero when taken for the first time
  void Rewind() { next_ = 0; }

 private:
  std::vector<AlignedFloats> blocks_;
  size_t next_ = 0;
};

class Tape {
 public:
  // Parameters are not packed and lie in `values`; frozen ones have no gradient. Layout and values must outlive the
  // tape, as must what is given to Input. `shared`: see there; null: the tape has memory of its own.
  Tape(const ParameterLayout& layout, float* values, bool frozen = false, std::shared_ptr<TapeMemory> shared = nullptr);
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  Node* Parameter(size_t tensor);
  // To be filled by the caller before each Forward; or a view of memory that is filled already, with padded rows.
  Node* Input(size_t rows, size_t cols);
  Node* Input(Matrix values);
  // An input whose gradient is wanted.
  Node* Variable(size_t rows, size_t cols);
  Node* Variable(Matrix values);

  // For operations: room for what they keep from the forward to the backward pass, and their result, which has a
  // gradient if one of the inputs has.
  float* Take(size_t floats) { return memory_->Take(floats); }
  Node* Result(size_t rows, size_t cols, const std::vector<const Node*>& inputs);
  template <class Kind, class... Arguments>
  Kind* Add(Arguments&&... arguments) {
    auto operation = std::make_unique<Kind>(std::forward<Arguments>(arguments)...);
    Kind* const plain = operation.get();
    operations_.push_back(std::move(operation));
    return plain;
  }

  // Returns the sum of the losses.
  double Forward();
  // The gradient of that sum, for parameters in their layout.
  void Backward();
  const float* gradient() const { return gradients_.data(); }

 private:
  Node* AddNode(Matrix value, Matrix gradient);

  const ParameterLayout& layout_;
  float* const values_;
  const bool frozen_;
  AlignedFloats gradients_;
  std::deque<Node> nodes_;         // where they are never moves
  std::vector<Node*> parameters_;  // of each tensor that is used
  std::vector<AlignedFloats> inputs_;
  std::shared_ptr<TapeMemory> memory_;
  std::vector<std::unique_ptr<Operation>> operations_;
};

}  // namespace mask2cause
