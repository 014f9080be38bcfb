// The derivatives of many windows and the penalty on them, window by window, forward and backward at once: a window's
// derivatives fit into the cache, those of all windows do not, and are never stored. Units that are cut off in a window
// take no part in its products.
#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/gemm.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

class PenalisedProductOperation final : public Operation {
 public:
  PenalisedProductOperation(Tape& tape, Node* x, Node* w, Node* base, double weight)
      : sum_(tape.Result(base->rows(), w->rows(), {})),
        x_(x),
        w_(w),
        base_(base),
        weight_(static_cast<float>(weight)),
        stride_(PaddedColumns(w->rows())),
        open_stride_(PaddedColumns(w->cols())),
        turned_(w->cols() * stride_),
        dturned_(w->cols() * stride_),
        dx_(x->rows() * open_stride_),
        dbase_(base->rows() * stride_),
        some_turned_(w->cols() * stride_),
        some_x_(base->rows() * open_stride_),
        some_dx_(base->rows() * open_stride_),
        some_w_(w->rows() * open_stride_),
        y_(base->rows() * stride_) {
    std::fill(y_.begin(), y_.end(), 0.0f);  // padding stays so
  }

  // The gradient as well: nothing that comes later has a say in it.
  void Forward() override {
    Transpose(w_->value, {turned_.data(), w_->cols(), w_->rows(), stride_});
    std::fill_n(sum_->value.data, sum_->size(), 0.0f);
    for (AlignedFloats* const gradient : {&dturned_, &dx_, &dbase_})
      std::fill(gradient->begin(), gradient->end(), 0.0f);
    for (size_t first = 0; first < x_->rows(); first += base_->rows()) {
      FindOpen(first);
      Multiply();
      Penalise();
      SendToInput(first);
      SendToWeight();
    }
  }

  void Backward() override {
    AddRows(dx_, open_stride_, x_->AddTo());
    AddRows(dbase_, stride_, base_->AddTo());
    const Matrix dw = w_->AddTo();
    for (size_t r = 0; r < dw.rows; ++r) {
      for (size_t c = 0; c < dw.cols; ++c) dw.row(r)[c] += dturned_[c * stride_ + r];
    }
  }

  const Node* result() const override { return nullptr; }
  double loss() const override {
    double sum = 0.0;
    for (size_t at = 0; at < sum_->size(); ++at) sum += static_cast<double>(sum_->value.data[at]);
    return static_cast<double>(weight_) * sum;
  }
  Node* sum() const { return sum_; }

 private:
  static void AddRows(const AlignedFloats& from, size_t stride, const Matrix& to) {
    for (size_t r = 0; r < to.rows; ++r) {
      for (size_t c = 0; c < to.cols; ++c) to.row(r)[c] += from[r * stride + c];
    }
  }

  // Which columns of x are not cut off in the window, and these columns.
  void FindOpen(size_t first) {
    const size_t n = base_->rows();
    open_.clear();
    for (size_t c = 0; c < x_->cols(); ++c) {
      size_t r = 0;
      while (r < n && x_->value.row(first + r)[c] == 0.0f) ++r;
      if (r < n) open_.push_back(c);
    }
    for (size_t r = 0; r < n; ++r) {
      const float* const x = x_->value.row(first + r);
      for (size_t k = 0; k < open_.size(); ++k) some_x_[r * open_stride_ + k] = x[open_[k]];
    }
  }

  void Multiply() {  // y = x w^T + base
    for (size_t k = 0; k < open_.size(); ++k) {
      std::copy_n(turned_.data() + open_[k] * stride_, w_->rows(), some_turned_.data() + k * stride_);
    }
    Gemm({.m = base_->rows(),
          .n = w_->rows(),
          .k = open_.size(),
          .a = some_x_.data(),
          .a_row = open_stride_,
          .b = some_turned_.data(),
          .b_row = stride_,
          .c = y_.data(),
          .c_row = stride_,
          .store = GemmStore::kPlus,
          .extra = base_->value.data,
          .extra_row = base_->value.stride});
  }

  // y becomes its own gradient; padding is 0 and stays so.
  void Penalise() {
    float *const y = y_.data(), *const sum = sum_->value.data, *const dbase = dbase_.data();
    for (size_t at = 0; at < y_.size(); ++at) sum[at] += std::abs(y[at]);
    for (size_t at = 0; at < y_.size(); ++at) {
      y[at] = weight_ * (static_cast<float>(y[at] > 0.0f) - static_cast<float>(y[at] < 0.0f));
    }
    for (size_t at = 0; at < y_.size(); ++at) dbase[at] += y[at];
  }

  void SendToInput(size_t first) {  // dx += dy w
    for (size_t r = 0; r < w_->rows(); ++r) {
      const float* const w = w_->value.row(r);
      for (size_t k = 0; k < open_.size(); ++k) some_w_[r * open_stride_ + k] = w[open_[k]];
    }
    Gemm({.m = base_->rows(),
          .n = open_.size(),
          .k = w_->rows(),
          .a = y_.data(),
          .a_row = stride_,
          .b = some_w_.data(),
          .b_row = open_stride_,
          .c = some_dx_.data(),
          .c_row = open_stride_});
    for (size_t r = 0; r < base_->rows(); ++r) {
      float* const dx = dx_.data() + (first + r) * open_stride_;
      for (size_t k = 0; k < open_.size(); ++k) dx[open_[k]] = some_dx_[r * open_stride_ + k];
    }
  }

  void SendToWeight() {  // dw += dy^T x, turned
    Gemm({.m = open_.size(),
          .n = w_->rows(),
          .k = base_->rows(),
          .a = some_x_.data(),
          .a_row = 1,
          .a_col = open_stride_,
          .b = y_.data(),
          .b_row = stride_,
          .c = some_turned_.data(),
          .c_row = stride_});
    for (size_t k = 0; k < open_.size(); ++k) {
      const float* const from = some_turned_.data() + k * stride_;
      float* const to = dturned_.data() + open_[k] * stride_;
      for (size_t r = 0; r < w_->rows(); ++r) to[r] += from[r];
    }
  }

  Node *const sum_, *x_, *w_, *base_;
  const float weight_;
  const size_t stride_, open_stride_;
  AlignedFloats turned_, dturned_;           // (k, inputs): w and its gradient
  AlignedFloats dx_, dbase_;                 // gradients of x and base
  std::vector<size_t> open_;                 // columns of x
  AlignedFloats some_turned_;                // (open, inputs)
  AlignedFloats some_x_, some_dx_, some_w_;  // (n or inputs, open)
  AlignedFloats y_;                          // (n, inputs) of one window; then its gradient
};

}  // namespace

Node* PenalisedProduct(Tape& tape, Node* x, Node* w, Node* base, double weight) {
  return tape.Add<PenalisedProductOperation>(tape, x, w, base, weight)->sum();
}

}  // namespace mask2cause
