// Products: affine layers and output heads.
#include <algorithm>

#include "kernels/gemm.h"
#include "kernels/token.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

// One x w of the sum.
class Factor {
 public:
  explicit Factor(const Product& product) : x_(product.x), w_(product.w) {
    if (x_->wants_gradient()) transposed_ = AlignedFloats(w_->cols() * PaddedColumns(w_->rows()));
  }

  void Forward(const Matrix& y, GemmStore store, const float* bias) const {
    Gemm({.m = x_->rows(),
          .n = y.cols,
          .k = x_->cols(),
          .a = x_->value.data,
          .a_row = x_->value.stride,
          .b = w_->value.data,
          .b_row = w_->value.stride,
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
  void BackwardWeight(const Matrix& dy) {  // dw += x^T dy
    const GemmStore store = w_->Store();
    Gemm({.m = x_->cols(),
          .n = dy.cols,
          .k = x_->rows(),
          .a = x_->value.data,
          .a_row = 1,
          .a_col = x_->value.stride,
          .b = dy.data,
          .b_row = dy.stride,
          .c = w_->gradient.data,
          .c_row = w_->gradient.stride,
          .store = store});
  }

  void BackwardInput(const Matrix& dy) {  // dx += dy w^T
    const size_t stride = PaddedColumns(w_->rows());
    for (size_t r = 0; r < w_->rows(); ++r) {
      for (size_t c = 0; c < w_->cols(); ++c) transposed_[c * stride + r] = w_->value.row(r)[c];
    }
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
};

class AffineOperation final : public NodeOperation {
 public:
  AffineOperation(std::initializer_list<Product> products, Node* b, Node* y) : NodeOperation(y), b_(b) {
    for (const Product& product : products) factors_.emplace_back(product);
  }

  void Forward() override {
    GemmStore store = b_ != nullptr ? GemmStore::kBias : GemmStore::kSet;
    for (const Factor& factor : factors_) {
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
  tape.Add<AffineOperation>(products, b, y);
  return y;
}

Node* Heads(Tape& tape, Node* x, Node* w, Node* b) {
  return tape.Add<HeadsOperation>(tape, x, w, b)->y();
}

}  // namespace mask2cause
