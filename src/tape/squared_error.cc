#include "tape/operations.h"

namespace mask2cause {
namespace {

class SquaredErrorOperation final : public Operation {
 public:
  SquaredErrorOperation(Node* prediction, Node* target, Node* weight)
      : prediction_(prediction), target_(target), weight_(weight) {}

  void Forward() override {
    loss_ = 0.0;
    for (size_t r = 0; r < prediction_->rows(); ++r) {
      const float *const p = prediction_->value.row(r), *const t = target_->value.row(r);
      const float* const w = weight_->value.row(r);
      for (size_t c = 0; c < prediction_->cols(); ++c) {
        const double error = static_cast<double>(p[c]) - static_cast<double>(t[c]);
        loss_ += static_cast<double>(w[c]) * error * error;
      }
    }
  }

  void Backward() override {
    const Matrix gradient = prediction_->AddTo();
    for (size_t r = 0; r < prediction_->rows(); ++r) {
      const float *const p = prediction_->value.row(r), *const t = target_->value.row(r);
      const float* const w = weight_->value.row(r);
      for (size_t c = 0; c < prediction_->cols(); ++c) gradient.row(r)[c] += 2.0f * w[c] * (p[c] - t[c]);
    }
  }

  const Node* result() const override { return nullptr; }
  double loss() const override { return loss_; }

 private:
  Node *prediction_, *target_, *weight_;
  double loss_ = 0.0;
};

}  // namespace

void SquaredError(Tape& tape, Node* prediction, Node* target, Node* weight) {
  tape.Add<SquaredErrorOperation>(prediction, target, weight);
}

}  // namespace mask2cause
