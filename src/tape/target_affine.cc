// A layer of a network for each target, in one operation.
#include "kernels/gemm.h"
#include "kernels/token.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

class TargetAffineOperation final : public NodeOperation {
 public:
  TargetAffineOperation(Tape& tape, Node* x, Node* w, Node* b)
      : NodeOperation(tape.Result(x->rows(), w->cols(), {x, w, b})),
        x_(x),
        w_(w),
        b_(b),
        targets_(b->rows()),
        turned_(w->cols() * PaddedColumns(x->cols())) {}

  void Forward() override {
    for (size_t i = 0; i < targets_; ++i) {
      const Matrix x = Rows(x_->value, i), w = Weights(w_->value, i), y = Rows(y_->value, i);
      Gemm({.m = x.rows,
            .n = w.cols,
            .k = x.cols,
            .a = x.data,
            .a_row = x.stride,
            .b = w.data,
            .b_row = w.stride,
            .c = y.data,
            .c_row = y.stride,
            .store = GemmStore::kBias,
            .extra = b_->value.row(i)});
    }
  }

  void Backward() override {
    if (w_->wants_gradient()) BackwardWeights();
    if (x_->wants_gradient()) BackwardInput();
  }

 private:
  // Every targets-th row, from row i on.
  Matrix Rows(const Matrix& all, size_t i) const {
    return {all.row(i), all.rows / targets_, all.cols, all.stride * targets_};
  }
  Matrix Weights(const Matrix& all, size_t i) const { return all.Rows(i * x_->cols(), x_->cols()); }

  void BackwardWeights() {  // dw += x^T dy
    const GemmStore store = w_->Store();
    const Matrix db = b_->AddTo();
    for (size_t i = 0; i < targets_; ++i) {
      const Matrix x = Rows(x_->value, i), dy = Rows(y_->gradient, i), dw = Weights(w_->gradient, i);
      Gemm({.m = x.cols,
            .n = dy.cols,
            .k = x.rows,
            .a = x.data,
            .a_row = 1,
            .a_col = x.stride,
            .b = dy.data,
            .b_row = dy.stride,
            .c = dw.data,
            .c_row = dw.stride,
            .store = store});
      AddColumnSums(dy, db.row(i));
    }
  }

  void BackwardInput() {  // dx += dy w^T
    const GemmStore store = x_->Store();
    const size_t stride = PaddedColumns(x_->cols());
    for (size_t i = 0; i < targets_; ++i) {
      const Matrix w = Weights(w_->value, i), dy = Rows(y_->gradient, i), dx = Rows(x_->gradient, i);
      Transpose(w, {turned_.data(), w.cols, w.rows, stride});
      Gemm({.m = dy.rows,
            .n = dx.cols,
            .k = dy.cols,
            .a = dy.data,
            .a_row = dy.stride,
            .b = turned_.data(),
            .b_row = stride,
            .c = dx.data,
            .c_row = dx.stride,
            .store = store});
    }
  }

  Node *x_, *w_, *b_;
  size_t targets_;
  AlignedFloats turned_;  // (out, in): the weights of one target
};

}  // namespace

Node* TargetAffine(Tape& tape, Node* x, Node* w, Node* b) {
  return tape.Add<TargetAffineOperation>(tape, x, w, b)->y();
}

}  // namespace mask2cause
