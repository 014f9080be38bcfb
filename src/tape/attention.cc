// Attention between the series of a window, with a factor that is learned for each head and pair.
#include "kernels/gemm.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

class MaskedScoresOperation final : public NodeOperation {
 public:
  MaskedScoresOperation(Tape& tape, Node* q, Node* k, Node* mask, double scale)
      : NodeOperation(tape.Result(q->rows() * (mask->rows() / mask->cols()), mask->cols(), {q, k, mask})),
        q_(q),
        k_(k),
        mask_(mask),
        n_(mask->cols()),
        heads_(mask->rows() / n_),
        width_(q->cols() / heads_),
        stride_(PaddedColumns(n_)),
        scale_(static_cast<float>(scale)),
        products_{tape.Take(y_->size()), y_->rows(), n_, stride_},
        turned_(width_ * stride_),
        dproducts_(n_ * stride_) {}

  void Forward() override {
    for (size_t w = 0; w < q_->rows() / n_; ++w) {
      Transpose(k_->value.Rows(w * n_, n_), {turned_.data(), width_, n_, stride_});
      for (size_t h = 0; h < heads_; ++h) {
        const Matrix q = Part(q_->value, w, h);
        const size_t first = (w * heads_ + h) * n_;
        Gemm({.m = n_,
              .n = n_,
              .k = width_,
              .a = q.data,
              .a_row = q.stride,
              .b = turned_.data(),
              .b_row = stride_,
              .c = products_.row(first),
              .c_row = stride_});
        for (size_t i = 0; i < n_; ++i) {
          const float *const mask = mask_->value.row(h * n_ + i), *const product = products_.row(first + i);
          for (size_t j = 0; j < n_; ++j) y_->value.row(first + i)[j] = scale_ * mask[j] * product[j];
        }
      }
    }
  }

  void Backward() override {
    if (mask_->wants_gradient()) BackwardMask();
    const Matrix dq = q_->AddTo(), dk = k_->AddTo();
    for (size_t w = 0; w < q_->rows() / n_; ++w) {
      for (size_t h = 0; h < heads_; ++h) {
        const size_t first = (w * heads_ + h) * n_;
        for (size_t i = 0; i < n_; ++i) {
          const float *const mask = mask_->value.row(h * n_ + i), *const dy = y_->gradient.row(first + i);
          for (size_t j = 0; j < n_; ++j) dproducts_[i * stride_ + j] = scale_ * mask[j] * dy[j];
        }
        AddProduct(1, k_->value.Rows(w * n_, n_), Part(dq, w, h));  // dq += d k
        AddProduct(0, Part(q_->value, w, h), dk.Rows(w * n_, n_));  // dk += d^T q
      }
    }
  }

 private:
  // Rows of window w, columns of head h.
  Matrix Part(const Matrix& all, size_t w, size_t h) const {
    return {all.row(w * n_) + h * width_, n_, width_, all.stride};
  }

  void AddProduct(bool plain, const Matrix& b, const Matrix& c) {
    Gemm({.m = n_,
          .n = width_,
          .k = n_,
          .a = dproducts_.data(),
          .a_row = plain ? stride_ : 1,
          .a_col = plain ? 1 : stride_,
          .b = b.data,
          .b_row = b.stride,
          .c = c.data,
          .c_row = c.stride,
          .store = GemmStore::kAdd});
  }

  void BackwardMask() {
    const Matrix dmask = mask_->AddTo();
    for (size_t r = 0; r < y_->rows(); ++r) {
      const float *const dy = y_->gradient.row(r), *const product = products_.row(r);
      float* const d = dmask.row(r % mask_->rows());
      for (size_t j = 0; j < n_; ++j) d[j] += scale_ * dy[j] * product[j];
    }
  }

  Node *q_, *k_, *mask_;
  size_t n_, heads_, width_, stride_;
  float scale_;
  Matrix products_;          // as the result, before scale and mask
  AlignedFloats turned_;     // (width of a head, n): keys of one window
  AlignedFloats dproducts_;  // (n, n)
};

}  // namespace

Node* MaskedScores(Tape& tape, Node* q, Node* k, Node* mask, double scale) {
  return tape.Add<MaskedScoresOperation>(tape, q, k, mask, scale)->y();
}

}  // namespace mask2cause
