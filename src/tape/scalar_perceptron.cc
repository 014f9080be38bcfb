// A perceptron of one input and one output is a line that is bent at one point for each hidden unit. With the bends in
// order, a number costs a search among them instead of a visit to every unit, forward and backward alike, and the
// result is the same.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tape/operations.h"

namespace mask2cause {
namespace {

class ScalarPerceptronOperation final : public NodeOperation {
 public:
  ScalarPerceptronOperation(Tape& tape, Node* x, Node* w1, Node* b1, Node* w2, Node* b2)
      : NodeOperation(tape.Result(x->rows(), x->cols(), {x, w1, b1, w2, b2})),
        x_(x),
        w1_(w1),
        b1_(b1),
        w2_(w2),
        b2_(b2),
        units_(w1->cols()),
        bends_(w1->cols()),
        slopes_(w1->cols() + 1),
        heights_(w1->cols() + 1),
        piece_of_(x->rows() * x->cols()) {}

  void Forward() override {
    SortBends();
    auto* piece = piece_of_.data();
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float* const x = x_->value.row(r);
      for (size_t c = 0; c < x_->cols(); ++c, ++piece) {
        *piece = static_cast<uint32_t>(std::lower_bound(bends_.begin(), bends_.end(), x[c]) - bends_.begin());
        y_->value.row(r)[c] = static_cast<float>(slopes_[*piece] * static_cast<double>(x[c]) + heights_[*piece]);
      }
    }
  }

  void Backward() override {
    std::vector<double> sums(units_.size() + 1, 0.0), moments(units_.size() + 1, 0.0);  // of dy, of dy x; each piece
    const Matrix dx = x_->wants_gradient() ? x_->AddTo() : Matrix();
    const auto* piece = piece_of_.data();
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const dy = y_->gradient.row(r), *const x = x_->value.row(r);
      for (size_t c = 0; c < x_->cols(); ++c, ++piece) {
        sums[*piece] += static_cast<double>(dy[c]);
        moments[*piece] += static_cast<double>(dy[c]) * static_cast<double>(x[c]);
        if (dx.data != nullptr) dx.row(r)[c] += dy[c] * static_cast<float>(slopes_[*piece]);
      }
    }
    if (w1_->wants_gradient()) BackwardParameters(sums, moments);
  }

 private:
  struct Unit {
    float bend;
    uint32_t index;
    double left, right;  // slopes of its leaky ReLU on either side of the bend
  };

  double At(const Node* node, size_t k) const { return static_cast<double>(node->value.data[k]); }

  void SortBends() {
    double slope = 0.0, height = At(b2_, 0);
    for (uint32_t k = 0; k < units_.size(); ++k) {
      const double w = At(w1_, k), b = At(b1_, k), leak = static_cast<double>(kLeak);
      const auto bend = static_cast<float>(-b / w);
      const double flat = b > 0.0 ? 1.0 : leak;  // without a weight the unit is the same everywhere
      units_[k] = {std::isnan(bend) ? 0.0f : bend, k,
                   w > 0.0   ? leak
                   : w < 0.0 ? 1.0
                             : flat,
                   w > 0.0   ? 1.0
                   : w < 0.0 ? leak
                             : flat};
      slope += At(w2_, k) * w * units_[k].left;
      height += At(w2_, k) * b * units_[k].left;
    }
    std::sort(units_.begin(), units_.end(),
              [](const Unit& a, const Unit& b) { return a.bend < b.bend || (a.bend == b.bend && a.index < b.index); });
    for (size_t m = 0; m < units_.size(); ++m) {
      const Unit& unit = units_[m];
      bends_[m] = unit.bend;
      slopes_[m] = slope;
      heights_[m] = height;
      slope += At(w2_, unit.index) * At(w1_, unit.index) * (unit.right - unit.left);
      height += At(w2_, unit.index) * At(b1_, unit.index) * (unit.right - unit.left);
    }
    slopes_.back() = slope;
    heights_.back() = height;
  }

  void BackwardParameters(const std::vector<double>& sums, const std::vector<double>& moments) {
    double sum_left = 0.0, sum_right = 0.0, moment_left = 0.0, moment_right = 0.0;
    for (size_t m = 0; m < sums.size(); ++m) {
      sum_right += sums[m];
      moment_right += moments[m];
    }
    b2_->AddTo().data[0] += static_cast<float>(sum_right);
    float *const dw1 = w1_->AddTo().data, *const db1 = b1_->AddTo().data, *const dw2 = w2_->AddTo().data;
    for (size_t m = 0; m < units_.size(); ++m) {  // numbers of the pieces 0..m lie left of this bend
      sum_left += sums[m];
      sum_right -= sums[m];
      moment_left += moments[m];
      moment_right -= moments[m];
      const Unit& unit = units_[m];
      const double sum = unit.left * sum_left + unit.right * sum_right;
      const double moment = unit.left * moment_left + unit.right * moment_right;
      dw1[unit.index] += static_cast<float>(At(w2_, unit.index) * moment);
      db1[unit.index] += static_cast<float>(At(w2_, unit.index) * sum);
      dw2[unit.index] += static_cast<float>(At(w1_, unit.index) * moment + At(b1_, unit.index) * sum);
    }
  }

  Node *x_, *w1_, *b1_, *w2_, *b2_;
  std::vector<Unit> units_;               // from the leftmost bend on
  std::vector<float> bends_;              // of these units
  std::vector<double> slopes_, heights_;  // of each piece of the line
  std::vector<uint32_t> piece_of_;        // each number
};

}  // namespace

Node* ScalarPerceptron(Tape& tape, Node* x, Node* w1, Node* b1, Node* w2, Node* b2) {
  return tape.Add<ScalarPerceptronOperation>(tape, x, w1, b1, w2, b2)->y();
}

}  // namespace mask2cause
