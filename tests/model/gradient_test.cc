// The gradient of the whole step, dropout included, against differences of the loss along directions in each tensor.
// This is what ties layers, masks, losses and the sum over chunks together; single ops are judged more sharply in
// tests/ops.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <ostream>
#include <vector>

#include "model/random_batch.h"

namespace mask2cause {
namespace {

using testing::RandomBatch;

struct Case {
  const char* name;
  std::function<void(ModelConfig&)> change;
  double missing = 0.0;
  double away = 0.0;  // targets are moved from zero by this: a kink of the loss at no error would spoil the differences
};

// Small in every direction, odd where it may be.
ModelConfig BaseConfig() {
  ModelConfig config;
  config.variables = 5;
  config.lags = 3;
  config.width = 12;
  config.heads = 2;
  config.layers = 2;
  config.gamma = 0.0;
  return config;
}

std::vector<Case> Cases() {
  const auto objective = [](Objective o) { return [o](ModelConfig& c) { c.objective = o; }; };
  return {{"mse", objective(Objective::kMse)},
          {"nll", objective(Objective::kGaussian)},
          {"dual", objective(Objective::kDual)},
          {"student_t", objective(Objective::kStudentT)},
          {"laplace", objective(Objective::kLaplace), 0.0, 8.0},
          {"per_layer_masks", [](ModelConfig& c) { c.per_layer_masks = true; }},
          {"dual_per_layer_masks",
           [](ModelConfig& c) {
             c.objective = Objective::kDual;
             c.per_layer_masks = true;
           }},
          {"per_variable_heads",
           [](ModelConfig& c) {
             c.objective = Objective::kGaussian;
             c.per_variable_heads = true;
           }},
          {"residual", [](ModelConfig& c) { c.residual = true; }},
          {"locked", [](ModelConfig& c) { c.locked = true; }},
          {"pre_blocks",
           [](ModelConfig& c) {
             c.pre_blocks = 2;
             c.layers = 1;
           }},
          {"self_open", [](ModelConfig& c) { c.gamma = 100.0; }},
          {"self_shut", [](ModelConfig& c) { c.gamma = -100.0; }},
          {"three_layers", [](ModelConfig& c) { c.layers = 3; }},
          {"many_chunks", [](ModelConfig& c) { c.variables = 70; }},
          {"missing_targets", objective(Objective::kGaussian), 0.3}};
}

void PrintTo(const Case& test, std::ostream* out) {
  *out << test.name;
}

class StepGradient : public ::testing::TestWithParam<Case> {
 protected:
  static ModelConfig Config() {
    ModelConfig config = BaseConfig();
    GetParam().change(config);
    return config;
  }
  static std::vector<double> Locked(const ModelConfig& config) {
    std::vector<double> locked;
    Rng rng(77);
    for (size_t i = 0; i < config.variables * config.variables; ++i) locked.push_back(rng.Uniform());
    return locked;
  }
  static StepperOptions Options() {
    StepperOptions options;
    options.lambda = 0.5;  // so large that a wrong penalty shows
    options.dropout = 0.1;
    options.max_windows = 12;
    return options;
  }

  StepGradient()
      : model(Config()),
        batch(model.config, 12, 3, GetParam().missing),
        pool(2),
        stepper(model, Options(), pool, Locked(model.config)),
        parameters(model.layout.size()) {
    InitializeParameters(model, 9, 0.3, parameters.values.data());
    for (float& x : batch.target) x += std::copysign(static_cast<float>(GetParam().away), x);
  }

  double Loss() {
    stepper.ParametersChanged();
    return stepper.ComputeGradient(batch.view(), parameters);
  }

  double LossAt(const Tensor& tensor, const std::vector<double>& direction, double distance) {
    const std::vector<float> before(parameters.values.begin(), parameters.values.end());
    for (size_t i = 0; i < direction.size(); ++i) {
      float& value = parameters.values[tensor.Index(i / tensor.cols, i % tensor.cols)];
      value = static_cast<float>(static_cast<double>(value) + distance * direction[i]);
    }
    const double loss = Loss();
    std::copy(before.begin(), before.end(), parameters.values.begin());
    return loss;
  }

  // Fourth order differences: float noise allows no small steps.
  double Slope(const Tensor& tensor, const std::vector<double>& direction) {
    const double step = 0.02;
    const auto loss = [&](double distance) { return LossAt(tensor, direction, distance); };
    return (8.0 * (loss(step) - loss(-step)) - (loss(2.0 * step) - loss(-2.0 * step))) / (12.0 * step);
  }

  Model model;
  RandomBatch batch;
  ThreadPool pool;
  Stepper stepper;
  Parameters parameters;
};

std::vector<double> Unit(std::vector<double> v) {
  double squares = 0.0;
  for (const double x : v) squares += x * x;
  for (double& x : v) x /= std::sqrt(squares);
  return v;
}

double Dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST_P(StepGradient, IsTheSlopeOfTheLossInEveryTensor) {
  Loss();
  const std::vector<float> gradient = stepper.Gradient();
  Rng rng(5);
  for (const Tensor& tensor : model.layout.tensors()) {
    SCOPED_TRACE(tensor.name);
    std::vector<double> g, random;
    for (size_t r = 0; r < tensor.rows; ++r) {
      for (size_t c = 0; c < tensor.cols; ++c) {
        g.push_back(static_cast<double>(gradient[tensor.Index(r, c)]));
        random.push_back(rng.Normal());
      }
    }
    const double norm = std::sqrt(Dot(g, g));
    // Keys have a bias whose gradient vanishes, but it shares its tensor with those of queries and values.
    ASSERT_GT(norm, 1e-5);
    for (const std::vector<double>& direction : {Unit(g), Unit(random)}) {
      EXPECT_NEAR(Slope(tensor, direction), Dot(g, direction), 3e-3 * norm + 2e-5);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, StepGradient, ::testing::ValuesIn(Cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace mask2cause
