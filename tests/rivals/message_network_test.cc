// The recurrent network of CUTS+ against plain loops, and its gradients against differences.
#include "rivals/message_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tape/differences.h"

namespace mask2cause {
namespace {

using testing::Probe;
using Vector = std::vector<double>;

constexpr size_t kVariables = 2, kWidth = 3, kSamples = 2, kSteps = 2, kRows = kSamples * kVariables;

double Sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

double Leaky(double x) {
  return x > 0.0 ? x : 0.01 * x;
}

// Inputs of each step and gates, (samples n, n).
struct Given {
  float values[kSteps + 1][kRows][kVariables];

  Given() {
    Rng rng(11);
    for (auto& matrix : values) {
      for (auto& row : matrix) {
        for (float& value : row) value = static_cast<float>(rng.Normal());
      }
    }
    for (auto& row : values[kSteps]) {
      for (float& gate : row) gate = gate > 0.0f ? 1.0f : 0.0f;
    }
  }

  Node* Put(Tape& tape, size_t which) const {
    Node* const node = tape.Input(kRows, kVariables);
    for (size_t r = 0; r < kRows; ++r) std::copy_n(values[which][r], kVariables, node->value.row(r));
    return node;
  }
};

// The equations of the paper for one row, whose target is r mod n; parameters in the order of the layout.
class Plain {
 public:
  Plain(const Probe& probe, const Given& given) : probe_(probe), given_(given) {}

  double Forecast(size_t r) const {
    const size_t target = r % kVariables;
    Vector h;
    for (size_t c = 0; c < kWidth; ++c) h.push_back(At(0, target, c));
    for (size_t step = 0; step < kSteps; ++step) {
      Vector message;
      for (size_t j = 0; j < kVariables; ++j) {
        message.push_back(static_cast<double>(given_.values[step][r][j] * given_.values[kSteps][r][j]));
      }
      h = Next(message, h);
    }
    Vector first = Layer(7, h), second;
    for (double& x : first) x = Leaky(x + At(8, 0, static_cast<size_t>(&x - first.data())));
    const Vector from_layer = Layer(9, first), from_state = Layer(10, h);
    for (size_t c = 0; c < kWidth; ++c) second.push_back(Leaky(from_layer[c] + from_state[c] + At(11, 0, c)));
    double y = At(13, 0, target);
    for (size_t c = 0; c < kWidth; ++c) y += second[c] * At(12, target, c) + h[c] * At(12, target, kWidth + c);
    return y;
  }

 private:
  double At(size_t tensor, size_t r, size_t c) const {
    return static_cast<double>(probe_.input(tensor).value.row(r)[c]);
  }

  Vector Layer(size_t tensor, const Vector& x) const {
    Vector y(probe_.input(tensor).cols(), 0.0);
    for (size_t c = 0; c < y.size(); ++c) {
      for (size_t k = 0; k < x.size(); ++k) y[c] += x[k] * At(tensor, k, c);
    }
    return y;
  }

  // r, u = sigmoid, the candidate sees r h, and the state becomes u h + (1 - u) candidate.
  Vector Next(const Vector& message, const Vector& h) const {
    const Vector from_message = Layer(1, message), from_state = Layer(2, h);
    Vector reset, keep, kept(h);
    for (size_t c = 0; c < kWidth; ++c) {
      reset.push_back(Sigmoid(from_message[c] + from_state[c] + At(3, 0, c)));
      keep.push_back(Sigmoid(from_message[kWidth + c] + from_state[kWidth + c] + At(3, 0, kWidth + c)));
      kept[c] *= reset[c];
    }
    const Vector candidate_message = Layer(4, message), candidate_state = Layer(5, kept);
    Vector next;
    for (size_t c = 0; c < kWidth; ++c) {
      const double candidate = std::tanh(candidate_message[c] + candidate_state[c] + At(6, 0, c));
      next.push_back(keep[c] * h[c] + (1.0 - keep[c]) * candidate);
    }
    return next;
  }

  const Probe& probe_;
  const Given& given_;
};

// All parameters are random here, the first state too, which is zero when training begins.
ParameterLayout RandomStart(const MessageNetwork& network) {
  ParameterLayout layout;
  for (const Tensor& tensor : network.layout.tensors()) {
    layout.Add({.name = tensor.name, .rows = tensor.rows, .cols = tensor.cols, .start = Start::kNormal});
  }
  return layout;
}

TEST(MessageNetwork, IsTheCellOfThePaperAndItsGradientsAreSlopes) {
  const Given given;
  const MessageNetwork network(kVariables, kWidth);
  Probe probe(RandomStart(network), [&](Tape& tape, const std::vector<Node*>&) {
    return network.LayOut(tape, {given.Put(tape, 0), given.Put(tape, 1)}, given.Put(tape, kSteps));
  });
  const Node& y = probe.output();
  ASSERT_EQ(y.rows(), kRows);
  const Plain plain(probe, given);
  for (size_t r = 0; r < kRows; ++r) EXPECT_NEAR(y.value.row(r)[0], plain.Forecast(r), 1e-4) << r;
  EXPECT_EQ(probe.Mismatch(), "");
}

}  // namespace
}  // namespace mask2cause
