// Blocks of dense layers whose outputs are summed: one block is an MLP, several are N-BEATS (Oreshkin et al. 2020). A
// block takes x (rows, in) through hidden layers with ReLU to one output; with backcast it also says what of its input
// it has explained, and the next block sees only the rest.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mask2cause {

struct DenseShape {
  size_t inputs = 1;
  size_t blocks = 1;
  std::vector<size_t> hidden;  // widths of the hidden layers of each block
  bool backcast = false;
};

class DenseNetwork {
 public:
  explicit DenseNetwork(const DenseShape& shape);

  size_t parameters() const { return size_; }
  // U(-1/sqrt(fan_in), 1/sqrt(fan_in)) for weights and biases.
  Eigen::VectorXd Start(uint64_t seed, uint64_t stream) const;

  Eigen::VectorXd Forward(const Eigen::VectorXd& values, const Eigen::MatrixXd& x) const;
  // Mean squared error, and its gradient in the layout of `values`.
  double Loss(const Eigen::VectorXd& values, const Eigen::MatrixXd& x, const Eigen::VectorXd& target,
              Eigen::VectorXd& gradient) const;

 private:
  struct Layer {
    size_t in = 0, out = 0, offset = 0;  // weight (in, out) column by column, then bias (out)
  };
  struct Block {
    std::vector<Layer> layers;  // the last has one output
    Layer backcast;             // from the last hidden layer to the inputs; not in the last block
    bool has_backcast = false;
  };
  struct BlockState {
    std::vector<Eigen::MatrixXd> activations;  // input of each layer, (rows, in)
  };

  Layer AddLayer(size_t in, size_t out);
  static Eigen::MatrixXd Apply(const Layer& layer, const Eigen::VectorXd& values, const Eigen::MatrixXd& x);
  static void AddGradient(const Layer& layer, const Eigen::MatrixXd& x, const Eigen::MatrixXd& dy,
                          Eigen::VectorXd& gradient);
  static Eigen::MatrixXd InputGradient(const Layer& layer, const Eigen::VectorXd& values, const Eigen::MatrixXd& dy);
  Eigen::VectorXd Forward(const Eigen::VectorXd& values, const Eigen::MatrixXd& x,
                          std::vector<BlockState>* states) const;

  std::vector<Block> blocks_;
  size_t size_ = 0;
};

}  // namespace mask2cause
