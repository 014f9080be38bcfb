// Attention of rows that went through a layer norm right after they were embedded. But for one factor of each row, such
// a norm is linear; queries and keys are then linear in what was embedded, which has far fewer columns than they have,
// and all that lies between can be multiplied out once for all rows.
#include <algorithm>
#include <cmath>

#include "kernels/gemm.h"
#include "kernels/norm.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

class NormFactorsOperation final : public NodeOperation {
 public:
  NormFactorsOperation(Tape& tape, Node* x, Node* spread, size_t width)
      : NodeOperation(tape.Result(x->rows(), x->cols() + 2, {spread})),
        x_(x),
        spread_(spread),
        width_(static_cast<float>(width)),
        extended_{tape.Take(x->rows() * PaddedColumns(x->cols() + 1)), x->rows(), x->cols() + 1,
                  PaddedColumns(x->cols() + 1)},
        products_{tape.Take(extended_.rows * extended_.stride), extended_.rows, extended_.cols, extended_.stride} {}

  void Forward() override {
    const size_t in = x_->cols();
    for (size_t r = 0; r < x_->rows(); ++r) {
      std::copy_n(x_->value.row(r), in, extended_.row(r));
      extended_.row(r)[in] = 1.0f;
    }
    Gemm({.m = extended_.rows,
          .n = extended_.cols,
          .k = extended_.cols,
          .a = extended_.data,
          .a_row = extended_.stride,
          .b = spread_->value.data,
          .b_row = spread_->value.stride,
          .c = products_.data,
          .c_row = products_.stride});
    for (size_t r = 0; r < x_->rows(); ++r) {
      const float *const row = extended_.row(r), *const product = products_.row(r);
      float square = 0.0f;
      for (size_t c = 0; c <= in; ++c) square += row[c] * product[c];
      const float inverse_sd = 1.0f / std::sqrt(std::max(square, 0.0f) / width_ + kNormEpsilon);
      float* const y = y_->value.row(r);
      for (size_t c = 0; c <= in; ++c) y[c] = inverse_sd * row[c];
      y[in + 1] = 1.0f;
    }
  }

  void Backward() override {
    const size_t in = x_->cols();
    for (size_t r = 0; r < x_->rows(); ++r) {  // products: the rows again, times the gradient of their squares
      const float *const row = extended_.row(r), *const dy = y_->gradient.row(r);
      const float inverse_sd = y_->value.row(r)[in];
      float dinverse = 0.0f;
      for (size_t c = 0; c <= in; ++c) dinverse += row[c] * dy[c];
      const float dsquare = -0.5f * inverse_sd * inverse_sd * inverse_sd * dinverse / width_;
      for (size_t c = 0; c <= in; ++c) products_.row(r)[c] = dsquare * row[c];
    }
    const GemmStore store = spread_->Store();
    Gemm({.m = extended_.cols,
          .n = extended_.cols,
          .k = extended_.rows,
          .a = products_.data,
          .a_row = 1,
          .a_col = products_.stride,
          .b = extended_.data,
          .b_row = extended_.stride,
          .c = spread_->gradient.data,
          .c_row = spread_->gradient.stride,
          .store = store});
  }

 private:
  Node *x_, *spread_;
  float width_;
  Matrix extended_, products_;  // (rows, in + 1): (x, 1), and what it makes with spread
};

class HeadProductsOperation final : public NodeOperation {
 public:
  HeadProductsOperation(Tape& tape, Node* a, Node* b, size_t heads)
      : NodeOperation(tape.Result(a->rows(), heads * b->rows(), {a, b})),
        a_(a),
        b_(b),
        heads_(heads),
        width_(a->cols() / heads),
        stride_(PaddedColumns(b->rows())),
        turned_(width_ * stride_) {}

  void Forward() override {
    for (size_t h = 0; h < heads_; ++h) {
      Transpose({b_->value.data + h * width_, b_->rows(), width_, b_->value.stride},
                {turned_.data(), width_, b_->rows(), stride_});
      Gemm({.m = a_->rows(),
            .n = b_->rows(),
            .k = width_,
            .a = a_->value.data + h * width_,
            .a_row = a_->value.stride,
            .b = turned_.data(),
            .b_row = stride_,
            .c = y_->value.data + h * b_->rows(),
            .c_row = y_->value.stride});
    }
  }

  void Backward() override {
    const Matrix da = a_->AddTo(), db = b_->AddTo();
    for (size_t h = 0; h < heads_; ++h) {
      const float* const dy = y_->gradient.data + h * b_->rows();
      AddProduct(dy, y_->gradient.stride, 1, b_->value, da, h);  // da += dy b
      AddProduct(dy, 1, y_->gradient.stride, a_->value, db, h);  // db += dy^T a
    }
  }

 private:
  void AddProduct(const float* dy, size_t row, size_t col, const Matrix& from, const Matrix& to, size_t h) const {
    Gemm({.m = to.rows,
          .n = width_,
          .k = from.rows,
          .a = dy,
          .a_row = row,
          .a_col = col,
          .b = from.data + h * width_,
          .b_row = from.stride,
          .c = to.data + h * width_,
          .c_row = to.stride,
          .store = GemmStore::kAdd});
  }

  Node *a_, *b_;
  size_t heads_, width_, stride_;
  AlignedFloats turned_;  // (width of a head, n)
};

}  // namespace

Node* NormFactors(Tape& tape, Node* x, Node* spread, size_t width) {
  return tape.Add<NormFactorsOperation>(tape, x, spread, width)->y();
}

Node* HeadProducts(Tape& tape, Node* a, Node* b, size_t heads) {
  return tape.Add<HeadProductsOperation>(tape, a, b, heads)->y();
}

}  // namespace mask2cause
