// Products: affine layers and output heads.
#include "kernels/gemm.h"
#include "kernels/token.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

class AffineOperation final : public Operation {
 public:
  AffineOperation(Tape& tape, Node* x, Node* w, Node* b)
      : x_(x), w_(w), b_(b), y_(tape.Result(x->rows(), w->cols(), {x, w, b})) {
    if (x->wants_gradient()) transposed_ = AlignedFloats(w->cols() * PaddedColumns(w->rows()));
  }

  void Forward() override {
    Gemm({.m = x_->rows(),
          .n = y_->cols(),
          .k = x_->cols(),
          .a = x_->value.data,
          .a_row = x_->value.stride,
          .b = w_->value.data,
          .b_row = w_->value.stride,
          .c = y_->value.data,
          .c_row = y_->value.stride,
          .store = b_ != nullptr ? GemmStore::kBias : GemmStore::kSet,
          .extra = b_ != nullptr ? b_->value.data : nullptr});
  }

  void Backward() override {
    if (w_->wants_gradient()) BackwardWeight();
    if (b_ != nullptr && b_->wants_gradient()) AddColumnSums(y_->gradient, b_->AddTo().data);
    if (x_->wants_gradient()) BackwardInput();
  }

  const Node* result() const override { return y_; }
  Node* y() const { return y_; }

 private:
  void BackwardWeight() {  // dw += x^T dy
    const GemmStore store = w_->Store();
    Gemm({.m = x_->cols(),
          .n = y_->cols(),
          .k = x_->rows(),
          .a = x_->value.data,
          .a_row = 1,
          .a_col = x_->value.stride,
          .b = y_->gradient.data,
          .b_row = y_->gradient.stride,
          .c = w_->gradient.data,
          .c_row = w_->gradient.stride,
          .store = store});
  }

  void BackwardInput() {  // dx += dy w^T
    const size_t stride = PaddedColumns(w_->rows());
    for (size_t r = 0; r < w_->rows(); ++r) {
      for (size_t c = 0; c < w_->cols(); ++c) transposed_[c * stride + r] = w_->value.row(r)[c];
    }
    const GemmStore store = x_->Store();
    Gemm({.m = x_->rows(),
          .n = x_->cols(),
          .k = y_->cols(),
          .a = y_->gradient.data,
          .a_row = y_->gradient.stride,
          .b = transposed_.data(),
          .b_row = stride,
          .c = x_->gradient.data,
          .c_row = x_->gradient.stride,
          .store = store});
  }

  Node *x_, *w_, *b_, *y_;
  AlignedFloats transposed_;  // (out, in)
};

class HeadsOperation final : public Operation {
 public:
  HeadsOperation(Tape& tape, Node* x, Node* w, Node* b)
      : x_(x),
        w_(w),
        b_(b),
        y_(tape.Result(x->rows(), 1, {x, w, b})),
        dense_(x->rows()),
        unwanted_(w->size() + b->size()) {}

  void Forward() override {
    HeadForward(x_->value, w_->value, b_->value.data, dense_.data());
    for (size_t r = 0; r < x_->rows(); ++r) y_->value.row(r)[0] = dense_[r];
  }

  void Backward() override {
    for (size_t r = 0; r < x_->rows(); ++r) dense_[r] = y_->gradient.row(r)[0];
    const bool add = x_->touched;
    x_->touched = true;
    Matrix dw = {unwanted_.data(), w_->rows(), w_->cols(), w_->value.stride};
    float* db = unwanted_.data() + w_->size();
    if (w_->wants_gradient()) {
      dw = w_->AddTo();
      db = b_->AddTo().data;
    }
    HeadBackward(x_->value, w_->value, dense_.data(), x_->gradient, add, dw, db);
  }

  const Node* result() const override { return y_; }
  Node* y() const { return y_; }

 private:
  Node *x_, *w_, *b_, *y_;
  AlignedFloats dense_;     // (rows): the kernel's results lie side by side
  AlignedFloats unwanted_;  // gradients of frozen parameters
};

}  // namespace

Node* Affine(Tape& tape, Node* x, Node* w, Node* b) {
  return tape.Add<AffineOperation>(tape, x, w, b)->y();
}

Node* Heads(Tape& tape, Node* x, Node* w, Node* b) {
  return tape.Add<HeadsOperation>(tape, x, w, b)->y();
}

}  // namespace mask2cause
