// Values of an attention that are convolved over time with a kernel of each head, target and source. The convolved
// series (windows, heads, n, n, T) are never stored: for one head and target they are a product of the weighted inputs
// and of the kernels written out as one matrix.
#include <algorithm>

#include "kernels/gemm.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

class CausalMixOperation final : public NodeOperation {
 public:
  CausalMixOperation(Tape& tape, Node* x, Node* attention, Node* kernel, Node* combine)
      : NodeOperation(tape.Result(x->rows(), x->cols(), {attention, kernel, combine})),
        x_(x),
        attention_(attention),
        kernel_(kernel),
        combine_(combine),
        n_(attention->cols()),
        heads_(combine->cols()),
        windows_(x->rows() / n_),
        slots_(x->cols()),
        across_(PaddedColumns(windows_)),
        turned_(n_ * slots_ * across_),
        weighted_(n_ * slots_ * across_),
        kernels_(n_ * slots_ * PaddedColumns(slots_)),
        dkernels_(n_ * slots_ * PaddedColumns(slots_)),
        dturned_(slots_ * across_),
        heard_(tape.Take(n_ * heads_ * slots_ * across_)) {
    for (size_t t = 0; t < slots_; ++t) shares_.push_back(1.0f / static_cast<float>(t + 1));
  }

  void Forward() override {
    Turn(x_->value);
    for (size_t i = 0; i < n_; ++i) {
      for (size_t w = 0; w < windows_; ++w) std::fill_n(y_->value.row(w * n_ + i), slots_, 0.0f);
      for (size_t h = 0; h < heads_; ++h) {
        Weigh(h, i);
        WriteOut(h, i);
        float* const heard = Heard(h, i);
        Gemm({.m = slots_,
              .n = windows_,
              .k = n_ * slots_,
              .a = kernels_.data(),
              .a_row = 1,
              .a_col = PaddedColumns(slots_),
              .b = weighted_.data(),
              .b_row = across_,
              .c = heard,
              .c_row = across_});
        const float share = combine_->value.data[h];
        for (size_t w = 0; w < windows_; ++w) {
          float* const y = y_->value.row(w * n_ + i);
          for (size_t t = 0; t < slots_; ++t) y[t] += share * heard[t * across_ + w];
        }
      }
    }
  }

  void Backward() override {
    const Matrix dattention = attention_->wants_gradient() ? attention_->AddTo() : Matrix();
    const Matrix dkernel = kernel_->wants_gradient() ? kernel_->AddTo() : Matrix();
    for (size_t i = 0; i < n_; ++i) {
      for (size_t w = 0; w < windows_; ++w) {
        for (size_t t = 0; t < slots_; ++t) dturned_[t * across_ + w] = y_->gradient.row(w * n_ + i)[t];
      }
      for (size_t h = 0; h < heads_; ++h) {
        if (combine_->wants_gradient()) BackwardCombine(h, i);
        if (dkernel.data != nullptr) BackwardKernel(h, i, dkernel);
        if (dattention.data != nullptr) BackwardAttention(h, i, dattention);
      }
    }
  }

 private:
  float* Heard(size_t h, size_t i) const { return heard_ + (i * heads_ + h) * slots_ * across_; }
  const float* Attention(size_t w, size_t h, size_t i) const {
    return attention_->value.row((w * heads_ + h) * n_ + i);
  }
  // Slots that a target is behind a source: one behind itself.
  static size_t Delay(size_t i, size_t j) { return i == j ? 1 : 0; }

  // turned (j T + c, w) = x (w n + j, c)
  void Turn(const Matrix& x) {
    for (size_t w = 0; w < windows_; ++w) {
      for (size_t j = 0; j < n_; ++j) {
        const float* const row = x.row(w * n_ + j);
        for (size_t c = 0; c < slots_; ++c) turned_[(j * slots_ + c) * across_ + w] = row[c];
      }
    }
  }

  // weighted (j T + c, w): the inputs, each source times the attention that target i pays to it.
  void Weigh(size_t h, size_t i) {
    std::vector<float> paid(windows_);
    for (size_t j = 0; j < n_; ++j) {
      for (size_t w = 0; w < windows_; ++w) paid[w] = Attention(w, h, i)[j];
      for (size_t r = j * slots_; r < (j + 1) * slots_; ++r) {
        const float* const x = turned_.data() + r * across_;
        float* const y = weighted_.data() + r * across_;
        for (size_t w = 0; w < windows_; ++w) y[w] = paid[w] * x[w];
      }
    }
  }

  // kernels (j T + c, t): what slot c of source j has to do with slot t of target i.
  void WriteOut(size_t h, size_t i) {
    std::vector<float> by_lag(slots_);
    for (size_t j = 0; j < n_; ++j) {
      const float* const kernel = kernel_->value.row((h * n_ + i) * n_ + j);
      std::reverse_copy(kernel, kernel + slots_, by_lag.begin());
      for (size_t c = 0; c < slots_; ++c) {
        float* const row = kernels_.data() + (j * slots_ + c) * PaddedColumns(slots_);
        const size_t delay = Delay(i, j), first = std::min(slots_, c + delay);
        std::fill_n(row, first, 0.0f);
        for (size_t t = first; t < slots_; ++t) row[t] = by_lag[t - first] * shares_[t - delay];
      }
    }
  }

  void BackwardCombine(size_t h, size_t i) {
    const float* const heard = Heard(h, i);
    float sum = 0.0f;
    for (size_t t = 0; t < slots_; ++t) {
      for (size_t w = 0; w < windows_; ++w) sum += heard[t * across_ + w] * dturned_[t * across_ + w];
    }
    combine_->AddTo().data[h] += sum;
  }

  void BackwardKernel(size_t h, size_t i, const Matrix& dkernel) {
    Weigh(h, i);
    const size_t stride = PaddedColumns(slots_);
    Gemm({.m = n_ * slots_,
          .n = slots_,
          .k = windows_,
          .a = weighted_.data(),
          .a_row = across_,
          .b = y_->gradient.row(i),
          .b_row = n_ * y_->gradient.stride,
          .c = dkernels_.data(),
          .c_row = stride});
    const float share = combine_->value.data[h];
    std::vector<float> by_lag(slots_);
    for (size_t j = 0; j < n_; ++j) {
      std::fill(by_lag.begin(), by_lag.end(), 0.0f);
      for (size_t c = 0; c < slots_; ++c) {
        const float* const row = dkernels_.data() + (j * slots_ + c) * stride;
        const size_t delay = Delay(i, j), first = std::min(slots_, c + delay);
        for (size_t t = first; t < slots_; ++t) by_lag[t - first] += row[t] * shares_[t - delay];
      }
      float* const d = dkernel.row((h * n_ + i) * n_ + j);
      for (size_t lag = 0; lag < slots_; ++lag) d[slots_ - 1 - lag] += share * by_lag[lag];
    }
  }

  void BackwardAttention(size_t h, size_t i, const Matrix& dattention) {
    WriteOut(h, i);
    Gemm({.m = n_ * slots_,
          .n = windows_,
          .k = slots_,
          .a = kernels_.data(),
          .a_row = PaddedColumns(slots_),
          .b = dturned_.data(),
          .b_row = across_,
          .c = weighted_.data(),  // now the gradient of what it was
          .c_row = across_});
    const float share = combine_->value.data[h];
    std::vector<float> sums(windows_);
    for (size_t j = 0; j < n_; ++j) {
      std::fill(sums.begin(), sums.end(), 0.0f);
      for (size_t r = j * slots_ * across_; r < (j + 1) * slots_ * across_; r += across_) {
        for (size_t w = 0; w < windows_; ++w) sums[w] += weighted_[r + w] * turned_[r + w];
      }
      for (size_t w = 0; w < windows_; ++w) dattention.row((w * heads_ + h) * n_ + i)[j] += share * sums[w];
    }
  }

  Node *x_, *attention_, *kernel_, *combine_;
  size_t n_, heads_, windows_, slots_;
  size_t across_;                     // stride of what has a column for each window
  AlignedFloats turned_, weighted_;   // (n T, windows)
  AlignedFloats kernels_, dkernels_;  // (n T, T) of one head and target
  AlignedFloats dturned_;             // (T, windows): gradient of one target's result
  float* heard_;                      // (n, heads, T, windows): what each head has heard
  std::vector<float> shares_;         // 1 / (slots that a mean is over)
};

}  // namespace

Node* CausalMix(Tape& tape, Node* x, Node* attention, Node* kernel, Node* combine) {
  return tape.Add<CausalMixOperation>(tape, x, attention, kernel, combine)->y();
}

}  // namespace mask2cause
