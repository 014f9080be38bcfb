#include "tape/operations.h"

namespace mask2cause {
namespace {

class WeightedSumOperation final : public Operation {
 public:
  WeightedSumOperation(Node* x, Node* weight) : x_(x), weight_(weight) {}

  void Forward() override {
    loss_ = 0.0;
    ForEach([&](size_t r, size_t c, float w) { loss_ += static_cast<double>(w * x_->value.row(r)[c]); });
  }
  void Backward() override {
    const Matrix dx = x_->AddTo();
    ForEach([&](size_t r, size_t c, float w) { dx.row(r)[c] += w; });
  }
  const Node* result() const override { return nullptr; }
  double loss() const override { return loss_; }

 private:
  template <class Visit>
  void ForEach(Visit&& visit) const {
    for (size_t r = 0; r < x_->rows(); ++r) {
      for (size_t c = 0; c < x_->cols(); ++c) visit(r, c, weight_->value.row(r)[c]);
    }
  }

  Node *x_, *weight_;
  double loss_ = 0.0;
};

}  // namespace

void WeightedSum(Tape& tape, Node* x, Node* weight) {
  tape.Add<WeightedSumOperation>(x, weight);
}

}  // namespace mask2cause
