// Element by element, over the padding too: what stands there is finite, and its gradient stays zero.
#include "tape/operations.h"

namespace mask2cause {
namespace {

class ActivateOperation final : public NodeOperation {
 public:
  ActivateOperation(Tape& tape, Pointwise f, Node* x)
      : NodeOperation(tape.Result(x->rows(), x->cols(), {x})), f_(f), x_(x) {}

  void Forward() override { PointwiseForward(f_, x_->size(), x_->value.data, y_->value.data); }
  void Backward() override { PointwiseBackward(f_, x_->size(), y_->value.data, y_->gradient.data, x_->AddTo().data); }

 private:
  Pointwise f_;
  Node* x_;
};

class PlusOperation final : public NodeOperation {
 public:
  PlusOperation(Tape& tape, Node* a, Node* b)
      : NodeOperation(tape.Result(a->rows(), a->cols(), {a, b})), a_(a), b_(b) {}

  void Forward() override {
    const float *const a = a_->value.data, *const b = b_->value.data;
    float* const y = y_->value.data;
    for (size_t i = 0; i < y_->size(); ++i) y[i] = a[i] + b[i];
  }
  void Backward() override {
    for (Node* input : {a_, b_}) {
      if (!input->wants_gradient()) continue;
      float* const d = input->AddTo().data;
      const float* const dy = y_->gradient.data;
      for (size_t i = 0; i < y_->size(); ++i) d[i] += dy[i];
    }
  }

 private:
  Node *a_, *b_;
};

class TimesOperation final : public NodeOperation {
 public:
  TimesOperation(Tape& tape, Node* a, Node* b)
      : NodeOperation(tape.Result(a->rows(), a->cols(), {a, b})), a_(a), b_(b) {}

  void Forward() override {
    const float *const a = a_->value.data, *const b = b_->value.data;
    float* const y = y_->value.data;
    for (size_t i = 0; i < y_->size(); ++i) y[i] = a[i] * b[i];
  }
  void Backward() override {
    AddProduct(a_, b_->value.data);
    AddProduct(b_, a_->value.data);
  }

 private:
  void AddProduct(Node* input, const float* other) {
    if (!input->wants_gradient()) return;
    float* const d = input->AddTo().data;
    const float* const dy = y_->gradient.data;
    for (size_t i = 0; i < y_->size(); ++i) d[i] += dy[i] * other[i];
  }

  Node *a_, *b_;
};

class BlendOperation final : public NodeOperation {
 public:
  BlendOperation(Tape& tape, Node* gate, Node* a, Node* b)
      : NodeOperation(tape.Result(a->rows(), a->cols(), {gate, a, b})), gate_(gate), a_(a), b_(b) {}

  void Forward() override {
    const float *const g = gate_->value.data, *const a = a_->value.data, *const b = b_->value.data;
    float* const y = y_->value.data;
    for (size_t i = 0; i < y_->size(); ++i) y[i] = a[i] + g[i] * (b[i] - a[i]);
  }
  void Backward() override {
    const float *const g = gate_->value.data, *const a = a_->value.data, *const b = b_->value.data;
    const float* const dy = y_->gradient.data;
    if (gate_->wants_gradient()) {
      float* const dg = gate_->AddTo().data;
      for (size_t i = 0; i < y_->size(); ++i) dg[i] += dy[i] * (b[i] - a[i]);
    }
    if (a_->wants_gradient()) {
      float* const da = a_->AddTo().data;
      for (size_t i = 0; i < y_->size(); ++i) da[i] += dy[i] * (1.0f - g[i]);
    }
    if (b_->wants_gradient()) {
      float* const db = b_->AddTo().data;
      for (size_t i = 0; i < y_->size(); ++i) db[i] += dy[i] * g[i];
    }
  }

 private:
  Node *gate_, *a_, *b_;
};

}  // namespace

Node* Activate(Tape& tape, Pointwise f, Node* x) {
  return tape.Add<ActivateOperation>(tape, f, x)->y();
}

Node* Plus(Tape& tape, Node* a, Node* b) {
  return tape.Add<PlusOperation>(tape, a, b)->y();
}

Node* Times(Tape& tape, Node* a, Node* b) {
  return tape.Add<TimesOperation>(tape, a, b)->y();
}

Node* Blend(Tape& tape, Node* gate, Node* a, Node* b) {
  return tape.Add<BlendOperation>(tape, gate, a, b)->y();
}

}  // namespace mask2cause
