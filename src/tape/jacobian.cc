// Operations that make derivatives of a network part of the computation, so that they can be penalised.
#include <algorithm>
#include <cmath>

#include "tape/operations.h"

namespace mask2cause {
namespace {

class TimesTransposedOperation final : public NodeOperation {
 public:
  TimesTransposedOperation(Tape& tape, Node* x, Node* w)
      : NodeOperation(tape.Result(x->rows(), w->rows(), {x, w})),
        x_(x),
        w_(w),
        transposed_(w->cols() * PaddedColumns(w->rows())) {}

  void Forward() override {
    const size_t stride = PaddedColumns(w_->rows());
    Transpose(w_->value, {transposed_.data(), w_->cols(), w_->rows(), stride});
    Gemm({.m = x_->rows(),
          .n = w_->rows(),
          .k = w_->cols(),
          .a = x_->value.data,
          .a_row = x_->value.stride,
          .b = transposed_.data(),
          .b_row = stride,
          .c = y_->value.data,
          .c_row = y_->value.stride});
  }

  void Backward() override {
    if (x_->wants_gradient()) {  // dx += dy w
      const GemmStore store = x_->Store();
      Gemm({.m = x_->rows(),
            .n = x_->cols(),
            .k = y_->cols(),
            .a = y_->gradient.data,
            .a_row = y_->gradient.stride,
            .b = w_->value.data,
            .b_row = w_->value.stride,
            .c = x_->gradient.data,
            .c_row = x_->gradient.stride,
            .store = store});
    }
    if (w_->wants_gradient()) {  // dw += dy^T x
      const GemmStore store = w_->Store();
      Gemm({.m = w_->rows(),
            .n = w_->cols(),
            .k = x_->rows(),
            .a = y_->gradient.data,
            .a_row = 1,
            .a_col = y_->gradient.stride,
            .b = x_->value.data,
            .b_row = x_->value.stride,
            .c = w_->gradient.data,
            .c_row = w_->gradient.stride,
            .store = store});
    }
  }

 private:
  Node *x_, *w_;
  AlignedFloats transposed_;  // (k, n)
};

class ThroughReluOperation final : public NodeOperation {
 public:
  ThroughReluOperation(Tape& tape, Node* x, Node* y)
      : NodeOperation(tape.Result(x->rows(), x->cols(), {x})), x_(x), relu_(y), group_(x->rows() / y->rows()) {}

  void Forward() override {
    ForEachOpen([&](size_t r, size_t c, bool open) { y_->value.row(r)[c] = open ? x_->value.row(r)[c] : 0.0f; });
  }
  void Backward() override {
    const Matrix dx = x_->AddTo();
    ForEachOpen([&](size_t r, size_t c, bool open) { dx.row(r)[c] += open ? y_->gradient.row(r)[c] : 0.0f; });
  }

 private:
  template <class Visit>
  void ForEachOpen(Visit&& visit) const {
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* const y = relu_->value.row(r / group_);
      for (size_t c = 0; c < x_->cols(); ++c) visit(r, c, y[c] > 0.0f);
    }
  }

  Node *x_, *relu_;
  size_t group_;
};

class AbsolutePenaltyOperation final : public Operation {
 public:
  AbsolutePenaltyOperation(Node* x, double weight) : x_(x), weight_(weight) {}

  void Forward() override {
    loss_ = 0.0;
    for (size_t r = 0; r < x_->rows(); ++r) {
      float sum = 0.0f;
      for (size_t c = 0; c < x_->cols(); ++c) sum += std::abs(x_->value.row(r)[c]);
      loss_ += weight_ * static_cast<double>(sum);
    }
  }
  void Backward() override {
    const Matrix dx = x_->AddTo();
    const auto weight = static_cast<float>(weight_);
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* const x = x_->value.row(r);
      for (size_t c = 0; c < x_->cols(); ++c) {
        dx.row(r)[c] += x[c] == 0.0f ? 0.0f : std::copysign(weight, x[c]);
      }
    }
  }
  const Node* result() const override { return nullptr; }
  double loss() const override { return loss_; }

 private:
  Node* x_;
  double weight_, loss_ = 0.0;
};

}  // namespace

Node* TimesTransposed(Tape& tape, Node* x, Node* w) {
  return tape.Add<TimesTransposedOperation>(tape, x, w)->y();
}

Node* ThroughRelu(Tape& tape, Node* x, Node* y) {
  return tape.Add<ThroughReluOperation>(tape, x, y)->y();
}

void AbsolutePenalty(Tape& tape, Node* x, double weight) {
  tape.Add<AbsolutePenaltyOperation>(x, weight);
}

}  // namespace mask2cause
