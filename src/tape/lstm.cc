// The two halves of a step of a long short-term memory.
#include "tape/operations.h"

namespace mask2cause {
namespace {

class LstmCellOperation final : public NodeOperation {
 public:
  LstmCellOperation(Tape& tape, Node* z, Node* before)
      : NodeOperation(tape.Result(z->rows(), z->cols() / 4, {z, before})),
        z_(z),
        before_(before),
        width_(z->cols() / 4),
        gates_(tape.Take(z->rows() * 3 * width_)) {}

  void Forward() override {
    for (size_t r = 0; r < z_->rows(); ++r) {
      float* const i = Gates(r);
      PointwiseForward(Pointwise::kSigmoid, 2 * width_, z_->value.row(r), i);
      PointwiseForward(Pointwise::kTanh, width_, z_->value.row(r) + 2 * width_, i + 2 * width_);
      const float *const f = i + width_, *const g = f + width_;
      float* const cell = y_->value.row(r);
      for (size_t c = 0; c < width_; ++c) cell[c] = i[c] * g[c];
      if (before_ == nullptr) continue;
      const float* const before = before_->value.row(r);
      for (size_t c = 0; c < width_; ++c) cell[c] += f[c] * before[c];
    }
  }

  void Backward() override {
    const Matrix dz = z_->AddTo();
    const Matrix dbefore = before_ != nullptr ? before_->AddTo() : Matrix();
    for (size_t r = 0; r < z_->rows(); ++r) {
      const float *const i = Gates(r), *const f = i + width_, *const g = f + width_;
      const float* const d = y_->gradient.row(r);
      float *const di = dz.row(r), *const df = di + width_, *const dg = df + width_;
      for (size_t c = 0; c < width_; ++c) {
        di[c] += d[c] * g[c] * i[c] * (1.0f - i[c]);
        dg[c] += d[c] * i[c] * (1.0f - g[c] * g[c]);
      }
      if (before_ == nullptr) continue;
      const float* const before = before_->value.row(r);
      for (size_t c = 0; c < width_; ++c) {
        df[c] += d[c] * before[c] * f[c] * (1.0f - f[c]);
        dbefore.row(r)[c] += d[c] * f[c];
      }
    }
  }

 private:
  float* Gates(size_t r) { return gates_ + r * 3 * width_; }

  Node *z_, *before_;
  size_t width_;
  float* gates_;  // (rows, 3 H): input, forget, new values
};

class LstmStateOperation final : public NodeOperation {
 public:
  LstmStateOperation(Tape& tape, Node* z, Node* cell)
      : NodeOperation(tape.Result(cell->rows(), cell->cols(), {z, cell})),
        z_(z),
        cell_(cell),
        width_(cell->cols()),
        saved_(tape.Take(cell->rows() * 2 * width_)) {}

  void Forward() override {
    for (size_t r = 0; r < cell_->rows(); ++r) {
      float *const o = Saved(r), *const bent = o + width_;
      PointwiseForward(Pointwise::kSigmoid, width_, z_->value.row(r) + 3 * width_, o);
      PointwiseForward(Pointwise::kTanh, width_, cell_->value.row(r), bent);
      float* const state = y_->value.row(r);
      for (size_t c = 0; c < width_; ++c) state[c] = o[c] * bent[c];
    }
  }

  void Backward() override {
    const Matrix dz = z_->AddTo(), dcell = cell_->AddTo();
    for (size_t r = 0; r < cell_->rows(); ++r) {
      const float *const o = Saved(r), *const bent = o + width_, *const d = y_->gradient.row(r);
      float *const dout = dz.row(r) + 3 * width_, *const dc = dcell.row(r);
      for (size_t c = 0; c < width_; ++c) {
        dout[c] += d[c] * bent[c] * o[c] * (1.0f - o[c]);
        dc[c] += d[c] * o[c] * (1.0f - bent[c] * bent[c]);
      }
    }
  }

 private:
  float* Saved(size_t r) { return saved_ + r * 2 * width_; }

  Node *z_, *cell_;
  size_t width_;
  float* saved_;  // (rows, 2 H): output gate, tanh of the cell
};

}  // namespace

Node* LstmCell(Tape& tape, Node* z, Node* cell) {
  return tape.Add<LstmCellOperation>(tape, z, cell)->y();
}

Node* LstmState(Tape& tape, Node* z, Node* cell) {
  return tape.Add<LstmStateOperation>(tape, z, cell)->y();
}

}  // namespace mask2cause
