// The derivatives of many windows and the penalty on them, window by window: a window's derivatives fit into the cache,
// those of all windows do not.
#include <array>
#include <cmath>

#include "kernels/gemm.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

float AbsoluteSum(const float* x, size_t padded) {
  constexpr size_t kLanes = 16;
  std::array<float, kLanes> sums{};
  for (size_t c = 0; c < padded; c += kLanes) {
    for (size_t l = 0; l < kLanes; ++l) sums[l] += std::abs(x[c + l]);
  }
  float sum = 0.0f;
  for (const float part : sums) sum += part;
  return sum;
}

// slopes = weight sign(x), a whole matrix at once: padding is 0 and stays so.
void SignTimes(float weight, const Matrix& x, float* slopes) {
  const size_t size = x.rows * x.stride;
  for (size_t at = 0; at < size; ++at) slopes[at] = x.data[at] == 0.0f ? 0.0f : std::copysign(weight, x.data[at]);
}

class PenalisedProductOperation final : public Operation {
 public:
  PenalisedProductOperation(Tape& tape, Node* x, Node* w, Node* base, double weight)
      : y_(tape.Result(x->rows(), w->rows(), {})),
        x_(x),
        w_(w),
        base_(base),
        weight_(weight),
        transposed_(w->cols() * PaddedColumns(w->rows())),
        slopes_(base->rows() * y_->value.stride) {}

  void Forward() override {
    const size_t n = base_->rows(), stride = PaddedColumns(w_->rows());
    for (size_t r = 0; r < w_->rows(); ++r) {
      for (size_t c = 0; c < w_->cols(); ++c) transposed_[c * stride + r] = w_->value.row(r)[c];
    }
    loss_ = 0.0;
    for (size_t first = 0; first < x_->rows(); first += n) {
      const Matrix y = y_->value.Rows(first, n);
      Gemm({.m = n,
            .n = w_->rows(),
            .k = w_->cols(),
            .a = x_->value.row(first),
            .a_row = x_->value.stride,
            .b = transposed_.data(),
            .b_row = stride,
            .c = y.data,
            .c_row = y.stride,
            .store = GemmStore::kPlus,
            .extra = base_->value.data,
            .extra_row = base_->value.stride});
      for (size_t r = 0; r < n; ++r) loss_ += weight_ * static_cast<double>(AbsoluteSum(y.row(r), y.stride));
    }
  }

  void Backward() override {
    const size_t n = base_->rows();
    const GemmStore x_store = x_->Store();
    GemmStore w_store = w_->Store();
    float* const base_sum = base_->AddTo().data;
    for (size_t first = 0; first < x_->rows(); first += n, w_store = GemmStore::kAdd) {
      SignTimes(static_cast<float>(weight_), y_->value.Rows(first, n), slopes_.data());
      for (size_t at = 0; at < slopes_.size(); ++at) base_sum[at] += slopes_[at];
      AddProducts(first, x_store, w_store);
    }
  }

  const Node* result() const override { return nullptr; }
  double loss() const override { return loss_; }
  Node* y() const { return y_; }

 private:
  void AddProducts(size_t first, GemmStore x_store, GemmStore w_store) {
    const size_t n = base_->rows();
    Gemm({.m = n,  // dx += dy w
          .n = x_->cols(),
          .k = w_->rows(),
          .a = slopes_.data(),
          .a_row = y_->value.stride,
          .b = w_->value.data,
          .b_row = w_->value.stride,
          .c = x_->gradient.row(first),
          .c_row = x_->gradient.stride,
          .store = x_store});
    Gemm({.m = w_->rows(),  // dw += dy^T x
          .n = w_->cols(),
          .k = n,
          .a = slopes_.data(),
          .a_row = 1,
          .a_col = y_->value.stride,
          .b = x_->value.row(first),
          .b_row = x_->value.stride,
          .c = w_->gradient.data,
          .c_row = w_->gradient.stride,
          .store = w_store});
  }

  Node *const y_, *x_, *w_, *base_;
  const double weight_;
  double loss_ = 0.0;
  AlignedFloats transposed_;  // (k, inputs)
  AlignedFloats slopes_;      // (n, inputs): of one window
};

}  // namespace

Node* PenalisedProduct(Tape& tape, Node* x, Node* w, Node* base, double weight) {
  return tape.Add<PenalisedProductOperation>(tape, x, w, base, weight)->y();
}

}  // namespace mask2cause
