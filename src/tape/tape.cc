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

namespace {

Matrix MatrixAt(float* data, size_t rows, size_t cols) {
  return {data, rows, cols, PaddedColumns(cols)};
}

}  // namespace

float* TapeMemory::Take(size_t floats) {
  if (next_ == blocks_.size() || blocks_[next_].size() < floats) {
    AlignedFloats block(floats);
    std::fill(block.begin(), block.end(), 0.0f);
    blocks_.insert(blocks_.begin() + static_cast<ptrdiff_t>(next_), std::move(block));
  }
  return blocks_[next_++].data();
}

Tape::Tape(const ParameterLayout& layout, float* values, bool frozen, std::shared_ptr<TapeMemory> shared)
    : layout_(layout),
      values_(values),
      frozen_(frozen),
      gradients_(layout.size()),
      parameters_(layout.tensors().size(), nullptr),
      memory_(shared ? std::move(shared) : std::make_shared<TapeMemory>()) {
  memory_->Rewind();
  std::fill(gradients_.begin(), gradients_.end(), 0.0f);
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

Node* Tape::AddNode(Matrix value, Matrix gradient) {
  nodes_.push_back({value, gradient});
  return &nodes_.back();
}

Node* Tape::Input(size_t rows, size_t cols) {
  AlignedFloats& memory = inputs_.emplace_back(rows * PaddedColumns(cols));
  std::fill(memory.begin(), memory.end(), 0.0f);
  return AddNode(MatrixAt(memory.data(), rows, cols), {});
}

Node* Tape::Input(Matrix values) {
  return AddNode(values, {});
}

Node* Tape::Variable(size_t rows, size_t cols) {
  return Variable(Input(rows, cols)->value);
}

Node* Tape::Variable(Matrix values) {
  Node* const node = Input(values);
  node->gradient = MatrixAt(Take(node->size()), values.rows, values.cols);
  return node;
}

Node* Tape::Result(size_t rows, size_t cols, const std::vector<const Node*>& inputs) {
  const bool wanted = std::any_of(inputs.begin(), inputs.end(),
                                  [](const Node* input) { return input != nullptr && input->wants_gradient(); });
  Node* const node = AddNode(MatrixAt(Take(rows * PaddedColumns(cols)), rows, cols), {});
  if (wanted) node->gradient = MatrixAt(Take(node->size()), rows, cols);
  return node;
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
