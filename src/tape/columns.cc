// Operations that treat each column, or group of columns, by itself.
#include <algorithm>
#include <cmath>

#include "kernels/token.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

class DepthwiseDotsOperation final : public NodeOperation {
 public:
  DepthwiseDotsOperation(Tape& tape, Node* x, Node* w)
      : NodeOperation(tape.Result(x->rows(), w->rows(), {x, w})), x_(x), w_(w), taps_(w->cols()) {}

  void Forward() override {
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* x = x_->value.row(r);
      for (size_t j = 0; j < w_->rows(); ++j, x += taps_) {
        float sum = 0.0f;
        for (size_t k = 0; k < taps_; ++k) sum += x[k] * w_->value.row(j)[k];
        y_->value.row(r)[j] = sum;
      }
    }
  }

  void Backward() override {
    if (w_->wants_gradient()) {
      const Matrix dw = w_->AddTo();
      ForEachTap([&](size_t r, size_t j, size_t k, float dy) { dw.row(j)[k] += dy * x_->value.row(r)[j * taps_ + k]; });
    }
    if (x_->wants_gradient()) {
      const Matrix dx = x_->AddTo();
      ForEachTap([&](size_t r, size_t j, size_t k, float dy) { dx.row(r)[j * taps_ + k] += dy * w_->value.row(j)[k]; });
    }
  }

 private:
  template <class Visit>
  void ForEachTap(Visit&& visit) const {
    for (size_t r = 0; r < x_->rows(); ++r) {
      for (size_t j = 0; j < w_->rows(); ++j) {
        for (size_t k = 0; k < taps_; ++k) visit(r, j, k, y_->gradient.row(r)[j]);
      }
    }
  }

  Node *x_, *w_;
  size_t taps_;
};

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

class LearnedLeakOperation final : public NodeOperation {
 public:
  LearnedLeakOperation(Tape& tape, Node* x, Node* slope)
      : NodeOperation(tape.Result(x->rows(), x->cols(), {x, slope})), x_(x), slope_(slope) {}

  void Forward() override {
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const x = x_->value.row(r), *const slope = slope_->value.data;
      for (size_t c = 0; c < x_->cols(); ++c) y_->value.row(r)[c] = x[c] > 0.0f ? x[c] : slope[c] * x[c];
    }
  }

  void Backward() override {
    const Matrix dx = x_->AddTo();
    float* const dslope = slope_->AddTo().data;
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const x = x_->value.row(r), *const dy = y_->gradient.row(r), *const slope = slope_->value.data;
      for (size_t c = 0; c < x_->cols(); ++c) {
        const bool kept = x[c] > 0.0f;
        dx.row(r)[c] += kept ? dy[c] : slope[c] * dy[c];
        dslope[c] += kept ? 0.0f : x[c] * dy[c];
      }
    }
  }

 private:
  Node *x_, *slope_;
};

}  // namespace

Node* DepthwiseDots(Tape& tape, Node* x, Node* w) {
  return tape.Add<DepthwiseDotsOperation>(tape, x, w)->y();
}

Node* ScaleColumns(Tape& tape, Node* x, Node* scale, Node* b) {
  return tape.Add<ScaleColumnsOperation>(tape, x, scale, b)->y();
}

Node* Softmax(Tape& tape, Node* x) {
  return tape.Add<SoftmaxOperation>(tape, x)->y();
}

Node* LearnedLeak(Tape& tape, Node* x, Node* slope) {
  return tape.Add<LearnedLeakOperation>(tape, x, slope)->y();
}

}  // namespace mask2cause
