#include "forecast/dense_network.h"

#include <cmath>

#include "core/rng.h"

namespace mask2cause {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

auto Weight(const VectorXd& values, size_t offset, size_t in, size_t out) {
  return Eigen::Map<const MatrixXd>(values.data() + offset, static_cast<Index>(in), static_cast<Index>(out));
}

}  // namespace

DenseNetwork::DenseNetwork(const DenseShape& shape) {
  for (size_t b = 0; b < shape.blocks; ++b) {
    Block block;
    size_t in = shape.inputs;
    for (const size_t width : shape.hidden) {
      block.layers.push_back(AddLayer(in, width));
      in = width;
    }
    block.layers.push_back(AddLayer(in, 1));
    block.has_backcast = shape.backcast && b + 1 < shape.blocks;
    if (block.has_backcast) block.backcast = AddLayer(in, shape.inputs);
    blocks_.push_back(block);
  }
}

DenseNetwork::Layer DenseNetwork::AddLayer(size_t in, size_t out) {
  const Layer layer{in, out, size_};
  size_ += in * out + out;
  return layer;
}

VectorXd DenseNetwork::Start(uint64_t seed, uint64_t stream) const {
  Rng random(seed, stream);
  VectorXd values(static_cast<Index>(size_));
  const auto fill = [&](const Layer& layer) {
    const double bound = 1.0 / std::sqrt(static_cast<double>(layer.in));
    for (size_t i = 0; i < (layer.in + 1) * layer.out; ++i) {
      values[static_cast<Index>(layer.offset + i)] = random.Uniform(-bound, bound);
    }
  };
  for (const Block& block : blocks_) {
    for (const Layer& layer : block.layers) fill(layer);
    if (block.has_backcast) fill(block.backcast);
  }
  return values;
}

MatrixXd DenseNetwork::Apply(const Layer& layer, const VectorXd& values, const MatrixXd& x) {
  const auto bias =
      values.segment(static_cast<Index>(layer.offset + layer.in * layer.out), static_cast<Index>(layer.out));
  return (x * Weight(values, layer.offset, layer.in, layer.out)).rowwise() + bias.transpose();
}

void DenseNetwork::AddGradient(const Layer& layer, const MatrixXd& x, const MatrixXd& dy, VectorXd& gradient) {
  const Index in = static_cast<Index>(layer.in), out = static_cast<Index>(layer.out);
  double* const at = gradient.data() + layer.offset;
  Eigen::Map<MatrixXd>(at, in, out).noalias() += x.transpose() * dy;
  Eigen::Map<VectorXd>(at + in * out, out) += dy.colwise().sum().transpose();
}

MatrixXd DenseNetwork::InputGradient(const Layer& layer, const VectorXd& values, const MatrixXd& dy) {
  return dy * Weight(values, layer.offset, layer.in, layer.out).transpose();
}

VectorXd DenseNetwork::Forward(const VectorXd& values, const MatrixXd& x, std::vector<BlockState>* states) const {
  VectorXd sum = VectorXd::Zero(x.rows());
  MatrixXd rest = x;  // what the blocks so far have not explained
  for (const Block& block : blocks_) {
    BlockState state;
    state.activations.push_back(rest);
    for (size_t l = 0; l + 1 < block.layers.size(); ++l) {
      state.activations.push_back(Apply(block.layers[l], values, state.activations.back()).cwiseMax(0.0));
    }
    sum += Apply(block.layers.back(), values, state.activations.back());
    if (block.has_backcast) rest -= Apply(block.backcast, values, state.activations.back());
    if (states != nullptr) states->push_back(std::move(state));
  }
  return sum;
}

VectorXd DenseNetwork::Forward(const VectorXd& values, const MatrixXd& x) const {
  return Forward(values, x, nullptr);
}

double DenseNetwork::Loss(const VectorXd& values, const MatrixXd& x, const VectorXd& target, VectorXd& gradient) const {
  std::vector<BlockState> states;
  const VectorXd error = Forward(values, x, &states) - target;
  const double rows = static_cast<double>(x.rows());
  const MatrixXd dsum = error * (2.0 / rows);  // of every block's output
  gradient.setZero(static_cast<Index>(size_));
  MatrixXd drest;  // of what the block left for the ones after it
  for (size_t b = blocks_.size(); b-- > 0;) {
    const Block& block = blocks_[b];
    const std::vector<MatrixXd>& activations = states[b].activations;
    AddGradient(block.layers.back(), activations.back(), dsum, gradient);
    MatrixXd dx = InputGradient(block.layers.back(), values, dsum);
    if (block.has_backcast) {
      AddGradient(block.backcast, activations.back(), -drest, gradient);
      dx -= InputGradient(block.backcast, values, drest);
    }
    for (size_t l = block.layers.size() - 1; l-- > 0;) {
      dx.array() *= (activations[l + 1].array() > 0.0).cast<double>();
      AddGradient(block.layers[l], activations[l], dx, gradient);
      const bool is_wanted = l > 0 || (b > 0 && blocks_[b - 1].has_backcast);
      if (is_wanted) dx = InputGradient(block.layers[l], values, dx);
    }
    if (block.has_backcast) dx += drest;
    drest = std::move(dx);
  }
  return error.squaredNorm() / rows;
}

}  // namespace mask2cause
