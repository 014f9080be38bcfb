// Operations that only move numbers.
#include <algorithm>

#include "tape/operations.h"

namespace mask2cause {
namespace {

void CopyColumns(const Matrix& from, size_t from_first, const Matrix& to, size_t to_first, size_t count) {
  for (size_t r = 0; r < from.rows; ++r) std::copy_n(from.row(r) + from_first, count, to.row(r) + to_first);
}

void AddColumns(const Matrix& from, size_t from_first, const Matrix& to, size_t to_first, size_t count) {
  for (size_t r = 0; r < from.rows; ++r) {
    const float* const source = from.row(r) + from_first;
    float* const sum = to.row(r) + to_first;
    for (size_t c = 0; c < count; ++c) sum[c] += source[c];
  }
}

class ConcatenateOperation final : public NodeOperation {
 public:
  ConcatenateOperation(Tape& tape, Node* a, Node* b)
      : NodeOperation(tape.Result(a->rows(), a->cols() + b->cols(), {a, b})), a_(a), b_(b) {}

  void Forward() override {
    CopyColumns(a_->value, 0, y_->value, 0, a_->cols());
    CopyColumns(b_->value, 0, y_->value, a_->cols(), b_->cols());
  }
  void Backward() override {
    if (a_->wants_gradient()) AddColumns(y_->gradient, 0, a_->AddTo(), 0, a_->cols());
    if (b_->wants_gradient()) AddColumns(y_->gradient, a_->cols(), b_->AddTo(), 0, b_->cols());
  }

 private:
  Node *a_, *b_;
};

class StackOperation final : public NodeOperation {
 public:
  StackOperation(Tape& tape, Node* a, Node* b)
      : NodeOperation(tape.Result(a->rows() + b->rows(), a->cols(), {a, b})), a_(a), b_(b) {}

  void Forward() override {
    CopyColumns(a_->value, 0, Upper(y_->value), 0, y_->cols());
    CopyColumns(b_->value, 0, Lower(y_->value), 0, y_->cols());
  }
  void Backward() override {
    if (a_->wants_gradient()) AddColumns(Upper(y_->gradient), 0, a_->AddTo(), 0, y_->cols());
    if (b_->wants_gradient()) AddColumns(Lower(y_->gradient), 0, b_->AddTo(), 0, y_->cols());
  }

 private:
  Matrix Upper(const Matrix& all) const { return all.Rows(0, a_->rows()); }
  Matrix Lower(const Matrix& all) const { return all.Rows(a_->rows(), b_->rows()); }

  Node *a_, *b_;
};

class ColumnsOperation final : public NodeOperation {
 public:
  ColumnsOperation(Tape& tape, Node* x, size_t first, size_t count)
      : NodeOperation(tape.Result(x->rows(), count, {x})), x_(x), first_(first) {}

  void Forward() override { CopyColumns(x_->value, first_, y_->value, 0, y_->cols()); }
  void Backward() override { AddColumns(y_->gradient, 0, x_->AddTo(), first_, y_->cols()); }

 private:
  Node* x_;
  size_t first_;
};

class RepeatOperation final : public NodeOperation {
 public:
  RepeatOperation(Tape& tape, Node* x, size_t times)
      : NodeOperation(tape.Result(x->rows() * times, x->cols(), {x})), x_(x), times_(times) {}

  void Forward() override {
    for (size_t t = 0; t < times_; ++t) CopyColumns(x_->value, 0, Part(y_->value, t), 0, x_->cols());
  }
  void Backward() override {
    const Matrix sum = x_->AddTo();
    for (size_t t = 0; t < times_; ++t) AddColumns(Part(y_->gradient, t), 0, sum, 0, x_->cols());
  }

 private:
  Matrix Part(const Matrix& all, size_t t) const { return all.Rows(t * x_->rows(), x_->rows()); }

  Node* x_;
  size_t times_;
};

}  // namespace

Node* Concatenate(Tape& tape, Node* a, Node* b) {
  return tape.Add<ConcatenateOperation>(tape, a, b)->y();
}

Node* Stack(Tape& tape, Node* a, Node* b) {
  return tape.Add<StackOperation>(tape, a, b)->y();
}

Node* Columns(Tape& tape, Node* x, size_t first, size_t count) {
  return tape.Add<ColumnsOperation>(tape, x, first, count)->y();
}

Node* Repeat(Tape& tape, Node* x, size_t times) {
  return tape.Add<RepeatOperation>(tape, x, times)->y();
}

}  // namespace mask2cause
