// Values of an attention that are convolved over time with a kernel of each head, target and source. Neither the
// convolved series (windows, heads, n, n, T) are stored, nor is anything convolved for each head: what a target hears
// of a source is one convolution with the heads' kernels, blended by attention; and the gradients of all these kernels
// and attentions come from one correlation of the source with the gradient of what was heard.
#include <algorithm>

#include "kernels/gemm.h"
#include "tape/operations.h"

namespace mask2cause {
namespace {

constexpr size_t kTargets = 12, kSources = 16;  // of a block: a tile of the product, a cache line of attention

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
        stride_(PaddedColumns(slots_)),
        past_stride_(PaddedColumns(2 * slots_)),
        past_(windows_ * n_ * past_stride_),
        dheard_(windows_ * n_ * stride_),
        blends_(windows_ * kTargets * stride_),
        own_(stride_),
        pair_stride_(PaddedColumns(windows_ * heads_) + kSources),
        paid_(kTargets * kSources * pair_stride_),
        slopes_(kTargets * kSources * pair_stride_),
        turned_(slots_ * heads_),
        sums_(heads_ * kSources) {
    std::fill(past_.begin(), past_.end(), 0.0f);
  }

  void Forward() override {
    LayOutPast();
    for (size_t r = 0; r < y_->rows(); ++r) std::fill_n(y_->value.row(r), slots_, 0.0f);
    ForEachBlock([&](const Block& block) {
      Gather(block);
      for (size_t j = block.source; j < block.source + block.sources; ++j) {
        for (size_t i = block.target; i < block.target + block.targets; ++i) Blend(block, i, j);
        if (block.HasTarget(j)) HearOwn(block, j);
        for (size_t w = 0; w < windows_; ++w) Hear(block, w, j);
      }
    });
    for (size_t r = 0; r < y_->rows(); ++r) {
      for (size_t t = 0; t < slots_; ++t) y_->value.row(r)[t] *= Share(t);
    }
  }

  void Backward() override {
    ShareOut();
    ForEachBlock([&](const Block& block) {
      Gather(block);
      for (size_t j = block.source; j < block.source + block.sources; ++j) {
        for (size_t w = 0; w < windows_; ++w) Correlate(block, w, j);
        if (block.HasTarget(j)) CorrelateOwn(block, j);
        for (size_t i = block.target; i < block.target + block.targets; ++i) {
          if (kernel_->wants_gradient()) BackwardKernel(block, i, j);
          Slopes(block, i, j);
        }
      }
      Scatter(block);
    });
  }

 private:
  struct Block {
    size_t target, targets, source, sources;
    bool HasTarget(size_t i) const { return i >= target && i < target + targets; }
  };

  template <class Visit>
  void ForEachBlock(Visit&& visit) const {
    for (size_t i = 0; i < n_; i += kTargets) {
      for (size_t j = 0; j < n_; j += kSources) {
        visit(Block{i, std::min(kTargets, n_ - i), j, std::min(kSources, n_ - j)});
      }
    }
  }

  // What is heard up to slot t is a mean; of its own series a target hears one slot less.
  static float Share(size_t t) { return 1.0f / static_cast<float>(t + 1); }

  // Each series behind T zeros: x(w n + j, t - lag) stands at Past(w, j)[T + t - lag]. With lag = T - 1 - k that is the
  // sum of row k, column t of a matrix whose rows are one number apart, and so it is given to products.
  const float* Past(size_t w, size_t j) const { return past_.data() + (w * n_ + j) * past_stride_; }
  void LayOutPast() {
    for (size_t r = 0; r < x_->rows(); ++r) {
      std::copy_n(x_->value.row(r), slots_, past_.data() + r * past_stride_ + slots_);
    }
  }

  // (windows, heads) of one pair of a block.
  size_t PairOffset(const Block& b, size_t i, size_t j) const {
    return ((i - b.target) * kSources + j - b.source) * pair_stride_;
  }
  const float* Kernel(size_t i, size_t j) const { return kernel_->value.row(i * n_ + j); }
  size_t KernelOfNextHead() const { return n_ * n_ * kernel_->value.stride; }
  // (windows, T) of one target: blended kernels, or correlations.
  float* Blends(const Block& b, size_t i) { return blends_.data() + (i - b.target) * stride_; }

  // paid: attention times the weight of the head.
  void Gather(const Block& b) {
    for (size_t i = b.target; i < b.target + b.targets; ++i) {
      for (size_t r = 0; r < windows_ * heads_; ++r) {
        const float* const attention = attention_->value.row(r * n_ + i);
        const float weight = combine_->value.data[r % heads_];
        float* const paid = paid_.data() + PairOffset(b, i, b.source) + r;
        for (size_t j = 0; j < b.sources; ++j) paid[j * pair_stride_] = weight * attention[b.source + j];
      }
    }
  }

  // The kernels of all heads as they are paid attention to, for each window.
  void Blend(const Block& b, size_t i, size_t j) {
    Gemm({.m = windows_,
          .n = slots_,
          .k = heads_,
          .a = paid_.data() + PairOffset(b, i, j),
          .a_row = heads_,
          .b = Kernel(i, j),
          .b_row = KernelOfNextHead(),
          .c = Blends(b, i),
          .c_row = kTargets * stride_});
  }

  void Hear(const Block& b, size_t w, size_t j) {
    Gemm({.m = b.targets,
          .n = slots_,
          .k = slots_,
          .a = blends_.data() + w * kTargets * stride_,
          .a_row = stride_,
          .b = Past(w, j) + 1,
          .b_row = 1,
          .c = y_->value.row(w * n_ + b.target),
          .c_row = y_->value.stride,
          .store = GemmStore::kAdd});
  }

  // One row of a product with the past of target i before each slot.
  void OwnProduct(const float* row, size_t w, size_t i, float* result) const {
    Gemm({.m = 1, .n = slots_, .k = slots_, .a = row, .b = Past(w, i), .b_row = 1, .c = result, .c_row = stride_});
  }

  // What target i hears of itself is a mean over one slot less, and not heard again with the others.
  void HearOwn(const Block& b, size_t i) {
    for (size_t w = 0; w < windows_; ++w) {
      float* const blend = Blends(b, i) + w * kTargets * stride_;
      OwnProduct(blend, w, i, own_.data());
      float* const y = y_->value.row(w * n_ + i);
      for (size_t t = 1; t < slots_; ++t) y[t] += own_[t] * Share(t - 1) / Share(t);
      std::fill_n(blend, slots_, 0.0f);
    }
  }

  // dheard: the gradient of the sums that y has the means of.
  void ShareOut() {
    for (size_t r = 0; r < y_->rows(); ++r) {
      for (size_t t = 0; t < slots_; ++t) dheard_[r * stride_ + t] = Share(t) * y_->gradient.row(r)[t];
    }
  }

  // Into the blends: their gradient, for each window and target of the block.
  void Correlate(const Block& b, size_t w, size_t j) {
    Gemm({.m = b.targets,
          .n = slots_,
          .k = slots_,
          .a = dheard_.data() + (w * n_ + b.target) * stride_,
          .a_row = stride_,
          .b = Past(w, j) + 1,
          .b_row = 1,
          .c = blends_.data() + w * kTargets * stride_,
          .c_row = stride_});
  }

  void CorrelateOwn(const Block& b, size_t i) {
    for (size_t w = 0; w < windows_; ++w) {
      const float* const dy = y_->gradient.row(w * n_ + i);
      own_[0] = 0.0f;
      for (size_t t = 1; t < slots_; ++t) own_[t] = Share(t - 1) * dy[t];
      OwnProduct(own_.data(), w, i, Blends(b, i) + w * kTargets * stride_);
    }
  }

  void BackwardKernel(const Block& b, size_t i, size_t j) {
    const Matrix dkernel = kernel_->AddTo();
    Gemm({.m = heads_,
          .n = slots_,
          .k = windows_,
          .a = paid_.data() + PairOffset(b, i, j),
          .a_row = 1,
          .a_col = heads_,
          .b = Blends(b, i),
          .b_row = kTargets * stride_,
          .c = dkernel.row(i * n_ + j),
          .c_row = n_ * n_ * dkernel.stride,
          .store = GemmStore::kAdd});
  }

  // By how much the loss grows with what the heads of one pair have to say.
  void Slopes(const Block& b, size_t i, size_t j) {
    const float* const kernel = Kernel(i, j);
    for (size_t h = 0; h < heads_; ++h) {
      for (size_t k = 0; k < slots_; ++k) turned_[k * heads_ + h] = kernel[h * KernelOfNextHead() + k];
    }
    Gemm({.m = windows_,
          .n = heads_,
          .k = slots_,
          .a = Blends(b, i),
          .a_row = kTargets * stride_,
          .b = turned_.data(),
          .b_row = heads_,
          .c = slopes_.data() + PairOffset(b, i, j),
          .c_row = heads_});
  }

  void Scatter(const Block& b) {
    const Matrix dattention = attention_->wants_gradient() ? attention_->AddTo() : Matrix();
    std::fill(sums_.begin(), sums_.end(), 0.0f);
    for (size_t i = b.target; i < b.target + b.targets; ++i) {
      for (size_t r = 0; r < windows_ * heads_; ++r) {
        float slopes[kSources];
        const float* const from = slopes_.data() + PairOffset(b, i, b.source) + r;
        for (size_t j = 0; j < b.sources; ++j) slopes[j] = from[j * pair_stride_];
        const float* const attention = attention_->value.row(r * n_ + i) + b.source;
        float* const sums = sums_.data() + r % heads_ * kSources;
        for (size_t j = 0; j < b.sources; ++j) sums[j] += attention[j] * slopes[j];
        if (dattention.data == nullptr) continue;
        const float weight = combine_->value.data[r % heads_];
        float* const to = dattention.row(r * n_ + i) + b.source;
        for (size_t j = 0; j < b.sources; ++j) to[j] += weight * slopes[j];
      }
    }
    if (!combine_->wants_gradient()) return;
    float* const dcombine = combine_->AddTo().data;
    for (size_t k = 0; k < sums_.size(); ++k) dcombine[k / kSources] += sums_[k];
  }

  Node *x_, *attention_, *kernel_, *combine_;
  size_t n_, heads_, windows_, slots_;
  size_t stride_, past_stride_;
  AlignedFloats past_;           // (windows n, 2 T): T zeros, then the series
  AlignedFloats dheard_;         // (windows n, T)
  AlignedFloats blends_;         // (windows, targets of a block, T)
  AlignedFloats own_;            // (T)
  size_t pair_stride_;           // of (windows, heads), such that the same place of many pairs fits into the cache
  AlignedFloats paid_, slopes_;  // (targets, sources, windows, heads) of a block
  AlignedFloats turned_;         // (T, heads): kernels of one pair
  AlignedFloats sums_;           // (heads, sources of a block): gradient of the weights of heads
};

}  // namespace

Node* CausalMix(Tape& tape, Node* x, Node* attention, Node* kernel, Node* combine) {
  return tape.Add<CausalMixOperation>(tape, x, attention, kernel, combine)->y();
}

}  // namespace mask2cause
