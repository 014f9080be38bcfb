// Products: affine layers and output heads.
#include <algorithm>
#include <optional>
#include <utility>

#include "kernels/gemm.h"
#include "kernels/token.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

// One x w of the sum. Where only some rows of w live, x and w are reduced to those first.
class Factor {
 public:
  Factor(Tape& tape, const Product& product) : x_(product.x), w_(product.w) {
    const size_t rows = w_->rows();
    if (x_->wants_gradient()) transposed_ = AlignedFloats(w_->cols() * PaddedColumns(rows));
    if (w_->live_rows == nullptr) return;
    few_x_ = tape.Take(x_->rows() * PaddedColumns(rows));
    few_w_ = tape.Take(rows * w_->value.stride);
    few_dw_ = tape.Take(rows * w_->value.stride);
  }

  void Forward(const Matrix& y, GemmStore store, const float* bias) {
    if (IsReduced()) Reduce();
    const Matrix x = X(), w = W();
    Gemm({.m = x.rows,
          .n = y.cols,
          .k = x.cols,
          .a = x.data,
          .a_row = x.stride,
          .b = w.data,
          .b_row = w.stride,
          .c = y.data,
          .c_row = y.stride,
          .store = store,
          .extra = bias});
  }

  void Backward(const Matrix& dy) {
    if (w_->wants_gradient()) BackwardWeight(dy);
    if (x_->wants_gradient()) BackwardInput(dy);
  }

 private:
  bool IsReduced() const { return w_->live_rows != nullptr && w_->live_rows->size() < w_->rows(); }
  size_t Live() const { return w_->live_rows->size(); }
  Matrix X() const { return IsReduced() ? Matrix{few_x_, x_->rows(), Live(), PaddedColumns(Live())} : x_->value; }
  Matrix W() const { return IsReduced() ? Matrix{few_w_, Live(), w_->cols(), w_->value.stride} : w_->value; }

  void Reduce() const {
    const std::vector<uint32_t>& live = *w_->live_rows;
    const Matrix x = X(), w = W();
    for (size_t r = 0; r < x.rows; ++r) {
      const float* const from = x_->value.row(r);
      for (size_t k = 0; k < live.size(); ++k) x.row(r)[k] = from[live[k]];
    }
    for (size_t k = 0; k < live.size(); ++k) std::copy_n(w_->value.row(live[k]), w.stride, w.row(k));
  }

  void BackwardWeight(const Matrix& dy) {  // dw += x^T dy
    const Matrix x = X();
    const Matrix dw = IsReduced() ? Matrix{few_dw_, Live(), w_->cols(), w_->value.stride} : w_->gradient;
    Gemm({.m = x.cols,
          .n = dy.cols,
          .k = x.rows,
          .a = x.data,
          .a_row = 1,
          .a_col = x.stride,
          .b = dy.data,
          .b_row = dy.stride,
          .c = dw.data,
          .c_row = dw.stride,
          .store = IsReduced() ? GemmStore::kSet : w_->Store()});
    if (!IsReduced()) return;
    const Matrix sum = w_->AddTo();
    for (size_t k = 0; k < Live(); ++k) {
      float* const to = sum.row((*w_->live_rows)[k]);
      for (size_t c = 0; c < dw.cols; ++c) to[c] += dw.row(k)[c];
    }
  }

  void BackwardInput(const Matrix& dy) {  // dx += dy w^T
    const size_t stride = PaddedColumns(w_->rows());
    Transpose(w_->value, {transposed_.data(), w_->cols(), w_->rows(), stride});
    const GemmStore store = x_->Store();
    Gemm({.m = x_->rows(),
          .n = x_->cols(),
          .k = dy.cols,
          .a = dy.data,
          .a_row = dy.stride,
          .b = transposed_.data(),
          .b_row = stride,
          .c = x_->gradient.data,
          .c_row = x_->gradient.stride,
          .store = store});
  }

  Node *x_, *w_;
  AlignedFloats transposed_;  // (out, in)
  float *few_x_ = nullptr, *few_w_ = nullptr,
        *few_dw_ = nullptr;  // (rows, live), (live, out): if some rows may not live
};

class AffineOperation final : public NodeOperation {
 public:
  AffineOperation(Tape& tape, std::initializer_list<Product> products, Node* b, Node* y) : NodeOperation(y), b_(b) {
    for (const Product& product : products) factors_.emplace_back(tape, product);
  }

  void Forward() override {
    GemmStore store = b_ != nullptr ? GemmStore::kBias : GemmStore::kSet;
    for (Factor& factor : factors_) {
      factor.Forward(y_->value, store, store == GemmStore::kBias ? b_->value.data : nullptr);
      store = GemmStore::kAdd;
    }
  }

  void Backward() override {
    for (Factor& factor : factors_) factor.Backward(y_->gradient);
    if (b_ != nullptr && b_->wants_gradient()) AddColumnSums(y_->gradient, b_->AddTo().data);
  }

 private:
  std::vector<Factor> factors_;
  Node* b_;
};

class AffineOnRowsOperation final : public NodeOperation {
 public:
  AffineOnRowsOperation(Tape& tape, Node* base, std::vector<uint32_t> rows, const Product& product)
      : NodeOperation(tape.Result(rows.size(), base->cols(), {base, product.x, product.w})),
        base_(base),
        rows_(std::move(rows)) {
    if (product.x != nullptr) factor_.emplace(tape, product);
  }

  void Forward() override {
    for (size_t r = 0; r < rows_.size(); ++r) std::copy_n(base_->value.row(rows_[r]), y_->cols(), y_->value.row(r));
    if (factor_) factor_->Forward(y_->value, GemmStore::kAdd, nullptr);
  }

  void Backward() override {
    if (factor_) factor_->Backward(y_->gradient);
    if (!base_->wants_gradient()) return;
    const Matrix sum = base_->AddTo();
    for (size_t r = 0; r < rows_.size(); ++r) {
      const float* const dy = y_->gradient.row(r);
      float* const to = sum.row(rows_[r]);
      for (size_t c = 0; c < y_->cols(); ++c) to[c] += dy[c];
    }
  }

 private:
  Node* base_;
  std::vector<uint32_t> rows_;
  std::optional<Factor> factor_;
};

class HeadsOperation final : public NodeOperation {
 public:
  HeadsOperation(Tape& tape, Node* x, Node* w, Node* b)
      : NodeOperation(tape.Result(x->rows(), 1, {x, w, b})),
        x_(x),
        w_(w),
        b_(b),
        dense_(x->rows()),
        unwanted_(w->size() + b->size()) {}

  void Forward() override {
    HeadForward(x_->value, w_->value, b_->value.data, dense_.data());
    for (size_t r = 0; r < x_->rows(); ++r) y_->value.row(r)[0] = dense_[r];
  }

  void Backward() override {
    for (size_t r = 0; r < x_->rows(); ++r) dense_[r] = y_->gradient.row(r)[0];
    const bool add = x_->touched;
    x_->touched = true;
    Matrix dw = {unwanted_.data(), w_->rows(), w_->cols(), w_->value.stride};
    float* db = unwanted_.data() + w_->size();
    if (w_->wants_gradient()) {
      dw = w_->AddTo();
      db = b_->AddTo().data;
    } else {
      std::fill(unwanted_.begin(), unwanted_.end(), 0.0f);
    }
    HeadBackward(x_->value, w_->value, dense_.data(), x_->gradient, add, dw, db);
  }

 private:
  Node *x_, *w_, *b_;
  AlignedFloats dense_;     // (rows): the kernel's results lie side by side
  AlignedFloats unwanted_;  // gradients of frozen parameters
};

}  // namespace

Node* Affine(Tape& tape, std::initializer_list<Product> products, Node* b) {
  std::vector<const Node*> inputs = {b};
  for (const Product& product : products) inputs.insert(inputs.end(), {product.x, product.w});
  Node* const y = tape.Result(products.begin()->x->rows(), products.begin()->w->cols(), inputs);
  tape.Add<AffineOperation>(tape, products, b, y);
  return y;
}

Node* AffineOnRows(Tape& tape, Node* base, std::vector<uint32_t> rows, const Product& product) {
  return tape.Add<AffineOnRowsOperation>(tape, base, std::move(rows), product)->y();
}

Node* Heads(Tape& tape, Node* x, Node* w, Node* b) {
  return tape.Add<HeadsOperation>(tape, x, w, b)->y();
}

}  // namespace mask2cause
