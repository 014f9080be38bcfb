#include "model/cost.h"

namespace mask2cause {
namespace {

class Counter {
 public:
  explicit Counter(const Model& model) : model_(model), tokens_(static_cast<double>(model.config.variables)) {}

  double Count() {
    const double graphs = static_cast<double>(model_.config.graphs());
    Add(model_.embed);
    flops_ += tokens_ * Columns(model_.embed);  // + identity
    const double embedding = flops_;
    for (const FeedForward& block : model_.pre_blocks) Add(block);
    for (const EncoderLayer& layer : model_.layers) {
      Add(layer.attention);
      Add(layer.feed_forward);
    }
    flops_ = embedding + graphs * (flops_ - embedding);
    const double heads = model_.config.has_scale() ? 2.0 : 1.0;
    return flops_ + heads * tokens_ * 2.0 * static_cast<double>(model_.config.width);
  }

 private:
  double Columns(const Linear& linear) const { return static_cast<double>(model_.layout[linear.weight].cols); }

  // in multiplications, in - 1 additions and the bias, for each output of each token.
  void Add(const Linear& linear) {
    flops_ += tokens_ * 2.0 * static_cast<double>(model_.layout[linear.weight].rows) * Columns(linear);
  }

  // Residual sum, mean, centring, squares and their mean, scale, gain and shift.
  void AddNorm() { flops_ += tokens_ * 8.0 * static_cast<double>(model_.config.width); }

  void Add(const FeedForward& block) {
    Add(block.expand);
    Add(block.contract);
    AddNorm();
  }

  void Add(const MaskedAttention& layer) {
    Add(layer.qkv);
    Add(layer.out);
    const double heads = static_cast<double>(layer.shape.heads), width = static_cast<double>(layer.shape.width);
    flops_ += tokens_ * tokens_ *
              (4.0 * width      // scores and the mix of values
               + 2.0 * heads);  // scale and log mask
    AddNorm();
  }

  const Model& model_;
  const double tokens_;
  double flops_ = 0.0;
};

}  // namespace

double ForwardFlops(const Model& model) {
  return Counter(model).Count();
}

size_t ParametersWithoutIdentity(const Model& model) {
  const Tensor& identity = model.layout[model.identity];
  return model.ParameterCount() - identity.rows * identity.cols;
}

}  // namespace mask2cause
