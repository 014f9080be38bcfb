// Operations that treat each column, or group of columns, by itself.
#include <algorithm>
#include <cmath>

#include "kernels/token.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

class ScaleColumnsOperation final : public NodeOperation {
 public:
  ScaleColumnsOperation(Tape& tape, Node* x, Node* scale, Node* b)
      : NodeOperation(tape.Result(x->rows(), x->cols(), {x, scale, b})), x_(x), scale_(scale), b_(b) {}

  void Forward() override {
    const float* const s = scale_->value.data;
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* const x = x_->value.row(r);
      float* const y = y_->value.row(r);
      for (size_t c = 0; c < x_->cols(); ++c) y[c] = x[c] * s[c];
      if (b_ == nullptr) continue;
      for (size_t c = 0; c < x_->cols(); ++c) y[c] += b_->value.data[c];
    }
  }

  void Backward() override {
    if (b_ != nullptr) AddColumnSums(y_->gradient, b_->AddTo().data);
    float* const ds = scale_->AddTo().data;
    const Matrix dx = x_->AddTo();
    const float* const s = scale_->value.data;
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const dy = y_->gradient.row(r), *const x = x_->value.row(r);
      for (size_t c = 0; c < x_->cols(); ++c) {
        ds[c] += dy[c] * x[c];
        dx.row(r)[c] += dy[c] * s[c];
      }
    }
  }

 private:
  Node *x_, *scale_, *b_;
};

class SoftmaxOperation final : public NodeOperation {
 public:
  SoftmaxOperation(Tape& tape, Node* x) : NodeOperation(tape.Result(x->rows(), x->cols(), {x})), x_(x) {}

  void Forward() override {
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* const x = x_->value.row(r);
      float* const y = y_->value.row(r);
      const float most = *std::max_element(x, x + x_->cols());
      float sum = 0.0f;
      for (size_t c = 0; c < x_->cols(); ++c) sum += y[c] = std::exp(x[c] - most);
      for (size_t c = 0; c < x_->cols(); ++c) y[c] /= sum;
    }
  }

  void Backward() override {
    const Matrix dx = x_->AddTo();
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const y = y_->value.row(r), *const dy = y_->gradient.row(r);
      float mean = 0.0f;
      for (size_t c = 0; c < x_->cols(); ++c) mean += y[c] * dy[c];
      for (size_t c = 0; c < x_->cols(); ++c) dx.row(r)[c] += y[c] * (dy[c] - mean);
    }
  }

 private:
  Node* x_;
};

}  // namespace

Node* ScaleColumns(Tape& tape, Node* x, Node* scale, Node* b) {
  return tape.Add<ScaleColumnsOperation>(tape, x, scale, b)->y();
}

Node* Softmax(Tape& tape, Node* x) {
  return tape.Add<SoftmaxOperation>(tape, x)->y();
}

}  // namespace mask2cause
