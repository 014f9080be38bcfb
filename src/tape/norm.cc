// Rows brought to one size, and single factors.
#include "kernels/norm.h"

#include <cmath>

#include "tape/operations.h"

namespace mask2cause {
namespace {

class LayerNormOperation final : public NodeOperation {
 public:
  LayerNormOperation(Tape& tape, Node* x, Node* gain, Node* bias)
      : NodeOperation(tape.Result(x->rows(), x->cols(), {x, gain, bias})),
        x_(x),
        gain_(gain),
        bias_(bias),
        normal_{tape.Take(x->size()), x->rows(), x->cols(), x->value.stride},
        inverse_sd_(tape.Take(x->rows())) {}

  void Forward() override {
    const size_t d = x_->cols();
    const float *const gain = gain_->value.data, *const bias = bias_->value.data;
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* const x = x_->value.row(r);
      float mean = 0.0f, square = 0.0f;
      for (size_t c = 0; c < d; ++c) mean += x[c];
      mean /= static_cast<float>(d);
      for (size_t c = 0; c < d; ++c) square += (x[c] - mean) * (x[c] - mean);
      inverse_sd_[r] = 1.0f / std::sqrt(square / static_cast<float>(d) + kNormEpsilon);
      float *const normal = normal_.row(r), *const y = y_->value.row(r);
      for (size_t c = 0; c < d; ++c) {
        normal[c] = (x[c] - mean) * inverse_sd_[r];
        y[c] = normal[c] * gain[c] + bias[c];
      }
    }
  }

  void Backward() override {
    if (gain_->wants_gradient()) BackwardParameters();
    if (x_->wants_gradient()) BackwardInput();
  }

 private:
  void BackwardParameters() {
    float *const dgain = gain_->AddTo().data, *const dbias = bias_->AddTo().data;
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const dy = y_->gradient.row(r), *const normal = normal_.row(r);
      for (size_t c = 0; c < x_->cols(); ++c) {
        dgain[c] += dy[c] * normal[c];
        dbias[c] += dy[c];
      }
    }
  }

  void BackwardInput() {
    const Matrix dx = x_->AddTo();
    const size_t d = x_->cols();
    const float* const gain = gain_->value.data;
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const dy = y_->gradient.row(r), *const normal = normal_.row(r);
      float mean = 0.0f, along = 0.0f;
      for (size_t c = 0; c < d; ++c) {
        mean += dy[c] * gain[c];
        along += dy[c] * gain[c] * normal[c];
      }
      mean /= static_cast<float>(d);
      along /= static_cast<float>(d);
      for (size_t c = 0; c < d; ++c) dx.row(r)[c] += inverse_sd_[r] * (dy[c] * gain[c] - mean - normal[c] * along);
    }
  }

  Node *x_, *gain_, *bias_;
  Matrix normal_;      // (rows, cols)
  float* inverse_sd_;  // (rows)
};

class CentredOperation final : public NodeOperation {
 public:
  CentredOperation(Tape& tape, Node* x) : NodeOperation(tape.Result(x->rows(), x->cols(), {x})), x_(x) {}

  void Forward() override {
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* const x = x_->value.row(r);
      const float mean = Mean(x);
      for (size_t c = 0; c < x_->cols(); ++c) y_->value.row(r)[c] = x[c] - mean;
    }
  }

  void Backward() override {
    const Matrix dx = x_->AddTo();
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* const dy = y_->gradient.row(r);
      const float mean = Mean(dy);
      for (size_t c = 0; c < x_->cols(); ++c) dx.row(r)[c] += dy[c] - mean;
    }
  }

 private:
  float Mean(const float* row) const {
    float sum = 0.0f;
    for (size_t c = 0; c < x_->cols(); ++c) sum += row[c];
    return sum / static_cast<float>(x_->cols());
  }

  Node* x_;
};

class RescaleOperation final : public NodeOperation {
 public:
  RescaleOperation(Tape& tape, Node* x, Node* scale, Node* shift)
      : NodeOperation(tape.Result(x->rows(), x->cols(), {x, scale, shift})), x_(x), scale_(scale), shift_(shift) {}

  void Forward() override {
    const float scale = scale_->value.data[0], shift = shift_->value.data[0];
    for (size_t r = 0; r < x_->rows(); ++r) {
      for (size_t c = 0; c < x_->cols(); ++c) y_->value.row(r)[c] = scale * x_->value.row(r)[c] + shift;
    }
  }

  void Backward() override {
    float dscale = 0.0f, dshift = 0.0f;
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const dy = y_->gradient.row(r), *const x = x_->value.row(r);
      for (size_t c = 0; c < x_->cols(); ++c) {
        dscale += dy[c] * x[c];
        dshift += dy[c];
      }
    }
    if (scale_->wants_gradient()) scale_->AddTo().data[0] += dscale;
    if (shift_->wants_gradient()) shift_->AddTo().data[0] += dshift;
    if (!x_->wants_gradient()) return;
    const Matrix dx = x_->AddTo();
    const float scale = scale_->value.data[0];
    for (size_t r = 0; r < x_->rows(); ++r) {
      for (size_t c = 0; c < x_->cols(); ++c) dx.row(r)[c] += scale * y_->gradient.row(r)[c];
    }
  }

 private:
  Node *x_, *scale_, *shift_;
};

}  // namespace

Node* LayerNorm(Tape& tape, Node* x, Node* gain, Node* bias) {
  return tape.Add<LayerNormOperation>(tape, x, gain, bias)->y();
}

Node* Centred(Tape& tape, Node* x) {
  return tape.Add<CentredOperation>(tape, x)->y();
}

Node* Rescale(Tape& tape, Node* x, Node* scale, Node* shift) {
  return tape.Add<RescaleOperation>(tape, x, scale, shift)->y();
}

}  // namespace mask2cause
