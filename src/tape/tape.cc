#include "tape/tape.h"

#include <algorithm>

namespace mask2cause {

Matrix Node::AddTo() {
  if (!touched) std::fill_n(gradient.data, size(), 0.0f);
  touched = true;
  return gradient;
}

GemmStore Node::Store() {
  const GemmStore store = touched ? GemmStore::kAdd : GemmStore::kSet;
  touched = true;
  return store;
}

Tape::Tape(const ParameterLayout& layout, float* values, bool frozen)
    : layout_(layout),
      values_(values),
      frozen_(frozen),
      gradients_(layout.size()),
      parameters_(layout.tensors().size(), nullptr) {
  std::fill(gradients_.begin(), gradients_.end(), 0.0f);
}

Matrix Tape::TakeMatrix(size_t rows, size_t cols) {
  const size_t stride = PaddedColumns(cols);
  AlignedFloats& memory = memory_.emplace_back(rows * stride);
  std::fill(memory.begin(), memory.end(), 0.0f);
  return {memory.data(), rows, cols, stride};
}

Node* Tape::Parameter(size_t tensor) {
  Node*& node = parameters_[tensor];
  if (node != nullptr) return node;
  const Tensor& t = layout_[tensor];
  const size_t stride = PaddedColumns(t.cols);
  node = Input({values_ + t.offset, t.rows, t.cols, stride});
  if (!frozen_) node->gradient = {gradients_.data() + t.offset, t.rows, t.cols, stride};
  return node;
}

Node* Tape::Input(size_t rows, size_t cols) {
  return Input(TakeMatrix(rows, cols));
}

Node* Tape::Input(Matrix values) {
  nodes_.push_back({values, {}});
  return &nodes_.back();
}

Node* Tape::Variable(size_t rows, size_t cols) {
  Node* const node = Input(rows, cols);
  node->gradient = TakeMatrix(rows, cols);
  return node;
}

Node* Tape::Result(size_t rows, size_t cols, const std::vector<const Node*>& inputs) {
  const bool wanted = std::any_of(inputs.begin(), inputs.end(),
                                  [](const Node* input) { return input != nullptr && input->wants_gradient(); });
  return wanted ? Variable(rows, cols) : Input(rows, cols);
}

double Tape::Forward() {
  double loss = 0.0;
  for (const auto& operation : operations_) {
    operation->Forward();
    loss += operation->loss();
  }
  return loss;
}

void Tape::Backward() {
  for (Node& node : nodes_) node.touched = false;
  for (auto operation = operations_.rbegin(); operation != operations_.rend(); ++operation) {
    const Node* const result = (*operation)->result();
    if (result == nullptr || result->touched) (*operation)->Backward();
  }
  for (Node* parameter : parameters_) {
    if (parameter != nullptr && !frozen_) parameter->AddTo();  // what the loss does not depend on has no gradient
  }
}

}  // namespace mask2cause
