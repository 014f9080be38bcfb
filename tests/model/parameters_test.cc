// How many parameters there are and what they start from.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "model/model.h"

namespace mask2cause {
namespace {

ModelConfig Config(size_t variables, size_t lags, size_t width, size_t layers) {
  ModelConfig config;
  config.variables = variables;
  config.lags = lags;
  config.width = width;
  config.layers = layers;
  return config;
}

// The paper's count: N d + (L + 1) d + N^2 + M (12 d^2 + 13 d) + heads (d + 1).
size_t Formula(const ModelConfig& c, size_t heads) {
  const size_t n = c.variables, d = c.width;
  return n * d + (c.lags + 1) * d + n * n + c.layers * (12 * d * d + 13 * d) + heads * (d + 1);
}

TEST(ParameterCount, IsThePapersFormula) {
  for (const size_t n : {1, 2, 10, 17, 100}) {
    for (const size_t lags : {1, 3, 5}) {
      for (const size_t d : {4, 12, 20, 64}) {
        for (const size_t layers : {1, 2, 5, 20}) {
          ModelConfig config = Config(n, lags, d, layers);
          EXPECT_EQ(Model(config).ParameterCount(), Formula(config, 1));
          for (const Objective objective : {Objective::kGaussian, Objective::kLaplace}) {
            config.objective = objective;
            EXPECT_EQ(Model(config).ParameterCount(), Formula(config, 2));
          }
        }
      }
    }
  }
}

TEST(ParameterCount, IsThePapersTable) {
  // Its table leaves the identities out.
  EXPECT_EQ(Model(Config(10, 5, 64, 2)).ParameterCount() - 10 * 64, 100517u);
  EXPECT_EQ(Model(Config(2000, 5, 64, 2)).ParameterCount() - 2000 * 64, 4100417u);
}

TEST(ParameterCount, KnowsTheVariants) {
  const ModelConfig base = Config(7, 3, 12, 3);
  const size_t n = 7, d = 12, plain = Formula(base, 1);
  const auto count = [&](auto change) {
    ModelConfig config = base;
    change(config);
    return Model(config).ParameterCount();
  };
  EXPECT_EQ(count([](ModelConfig& c) { c.objective = Objective::kDual; }), plain + (d + 1) + n * n);
  EXPECT_EQ(count([](ModelConfig& c) { c.objective = Objective::kStudentT; }), plain + (d + 1) + 1);
  EXPECT_EQ(count([](ModelConfig& c) { c.per_layer_masks = true; }), plain + 2 * n * n);
  EXPECT_EQ(count([](ModelConfig& c) { c.per_variable_heads = true; }), plain + (n - 1) * (d + 1));
  EXPECT_EQ(count([](ModelConfig& c) { c.residual = true; }), plain);
  EXPECT_EQ(count([](ModelConfig& c) { c.locked = true; }), plain - n * n);
  EXPECT_EQ(count([](ModelConfig& c) { c.pre_blocks = 2; }), plain + 2 * (8 * d * d + 7 * d));
}

// All elements of a tensor, without padding.
std::vector<double> Elements(const Tensor& tensor, const std::vector<float>& values) {
  std::vector<double> elements;
  for (size_t r = 0; r < tensor.rows; ++r) {
    for (size_t c = 0; c < tensor.cols; ++c) elements.push_back(static_cast<double>(values[tensor.Index(r, c)]));
  }
  return elements;
}

struct Moments {
  double mean = 0.0, variance = 0.0, largest = 0.0;
};
Moments MomentsOf(const std::vector<double>& x) {
  Moments m;
  const double size = static_cast<double>(x.size());
  for (const double v : x) m.mean += v / size;
  for (const double v : x) m.variance += (v - m.mean) * (v - m.mean) / size;
  for (const double v : x) m.largest = std::max(m.largest, std::abs(v));
  return m;
}

std::vector<float> Initial(const Model& model, uint64_t seed) {
  std::vector<float> values(model.layout.size(), 7.0f);
  InitializeParameters(model, seed, -1.5, values.data());
  return values;
}

TEST(InitializeParameters, DrawsEachTensorFromItsDistribution) {
  ModelConfig config = Config(40, 3, 60, 2);
  config.objective = Objective::kStudentT;
  const Model model(config);
  const std::vector<float> values = Initial(model, 5);
  size_t uniform = 0;
  for (const Tensor& tensor : model.layout.tensors()) {
    SCOPED_TRACE(tensor.name);
    const std::vector<double> elements = Elements(tensor, values);
    const Moments m = MomentsOf(elements);
    const double size = static_cast<double>(elements.size());
    if (tensor.start == Start::kUniform) {
      ++uniform;
      const double bound = 1.0 / std::sqrt(static_cast<double>(tensor.fan_in));
      EXPECT_LE(m.largest, bound * (1.0 + 1e-6));
      EXPECT_LT(std::abs(m.mean), 5.0 * bound / std::sqrt(3.0 * size));
      // The standard error of a uniform's variance is sqrt(4/45) bound^2 / sqrt(size).
      EXPECT_LT(std::abs(m.variance - bound * bound / 3.0),
                5.0 * 0.3 * bound * bound / std::sqrt(size) + bound * bound / size);
    } else if (tensor.start == Start::kNormal) {
      EXPECT_LT(std::abs(m.mean), 5.0 / std::sqrt(size));
      EXPECT_LT(std::abs(m.variance - 1.0), 5.0 * std::sqrt(2.0 / size));
      EXPECT_GT(m.largest, 3.0);
    } else {
      const double expected = tensor.start == Start::kTheta ? -1.5 : tensor.start == Start::kOnes ? 1.0 : 0.0;
      for (const double v : elements) ASSERT_EQ(v, expected);
    }
  }
  EXPECT_EQ(uniform, 2 + 2 * 8 + 4u);  // embedding, four linear maps a layer, two heads; weight and bias each
}

TEST(InitializeParameters, FanInIsTheNumberOfInputs) {
  const Model model(Config(5, 3, 20, 1));
  for (const Tensor& tensor : model.layout.tensors()) {
    if (tensor.packed) {
      EXPECT_EQ(tensor.fan_in, tensor.rows) << tensor.name;
    }
    if (tensor.name == "embed.bias") {
      EXPECT_EQ(tensor.fan_in, 3u);
    }
    if (tensor.name == "layer0.w2.bias") {
      EXPECT_EQ(tensor.fan_in, 80u);
    }
    if (tensor.name == "head.mean.bias") {
      EXPECT_EQ(tensor.fan_in, 20u);
    }
  }
}

TEST(InitializeParameters, LeavesZerosInThePadding) {
  const Model model(Config(5, 3, 20, 1));
  std::vector<float> values = Initial(model, 1);
  for (const Tensor& tensor : model.layout.tensors()) {
    for (size_t r = 0; r < tensor.rows; ++r) {
      for (size_t c = 0; c < tensor.cols; ++c) values[tensor.Index(r, c)] = 0.0f;
    }
  }
  for (const float v : values) ASSERT_EQ(v, 0.0f);
}

TEST(InitializeParameters, DependsOnTheSeedAlone) {
  const Model model(Config(5, 3, 20, 1));
  EXPECT_EQ(Initial(model, 3), Initial(model, 3));
  EXPECT_NE(Initial(model, 3), Initial(model, 4));
}

TEST(ParameterLayout, TensorsDoNotOverlap) {
  ModelConfig config = Config(5, 3, 20, 2);
  config.objective = Objective::kDual;
  config.per_layer_masks = true;
  const Model model(config);
  std::vector<char> taken(model.layout.size(), 0);
  for (const Tensor& tensor : model.layout.tensors()) {
    EXPECT_EQ(tensor.offset % kLane, 0u) << tensor.name;
    for (size_t r = 0; r < tensor.rows; ++r) {
      for (size_t c = 0; c < tensor.cols; ++c) {
        ASSERT_FALSE(taken[tensor.Index(r, c)]) << tensor.name << " " << r << " " << c;
        taken[tensor.Index(r, c)] = 1;
      }
    }
  }
}

}  // namespace
}  // namespace mask2cause
