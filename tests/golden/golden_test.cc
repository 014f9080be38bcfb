// The model against an independent PyTorch rebuild (tools/golden): outputs, every gradient, twenty Adam steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "golden/npz_fixture.h"
#include "kernels/isa.h"
#include "train/loss.h"
#include "train/stepper.h"

namespace mask2cause {
namespace {

using testing::FixtureArray;
using testing::ReadNpzFixture;
using Fixture = std::map<std::string, FixtureArray>;

std::vector<std::string> Cases() {
  std::vector<std::string> cases;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(MASK2CAUSE_FIXTURES) + "/golden")) {
    if (entry.path().extension() == ".npz") cases.push_back(entry.path().stem().string());
  }
  std::sort(cases.begin(), cases.end());
  return cases;
}

// Where PyTorch's (out, in) element of a named parameter is in our flat block.
class Locator {
 public:
  explicit Locator(const Model& model) : model_(model) {
    for (size_t t = 0; t < model.layout.tensors().size(); ++t) index_[model.layout[t].name] = t;
  }

  size_t At(const std::string& name, size_t row, size_t col) const {
    if (name == "theta" || name.starts_with("theta.")) return AtTheta(name, row, col);
    for (size_t part = 0; part < 3; ++part) {
      const std::string tag = std::string(".") + "qkv"[part] + ".";
      const size_t at = name.find(tag);
      if (at == std::string::npos) continue;
      const Tensor& t = Named(name.substr(0, at) + ".qkv." + name.substr(at + 3));
      const size_t d = model_.config.width;
      return t.packed ? t.Index(col, part * d + row) : t.Index(0, part * d + col);
    }
    const Tensor& t = Named(name);
    return t.packed ? t.Index(col, row) : t.Index(row, col);
  }

 private:
  const Tensor& Named(const std::string& name) const { return model_.layout[index_.at(name)]; }
  size_t AtTheta(const std::string& name, size_t row, size_t col) const {
    const size_t n = model_.config.variables;
    return model_.layout[model_.ThetaTensor(name == "theta.variance" ? 1 : 0, row / n)].Index(row % n, col);
  }

  const Model& model_;
  std::map<std::string, size_t> index_;
};

// Any fixture array as (rows, cols): the last axis is columns.
size_t Columns(const FixtureArray& array) {
  return array.shape.empty() ? 1 : array.shape.back();
}

struct Golden {
  explicit Golden(const std::string& name)
      : arrays(ReadNpzFixture(std::string(MASK2CAUSE_FIXTURES) + "/golden/" + name + ".npz")),
        model(Config()),
        where(model) {}

  ModelConfig Config() {
    std::string text;
    for (double c : arrays.at("config").values) text += static_cast<char>(c);
    config = nlohmann::json::parse(text);
    ModelConfig c;
    c.objective = ParseObjective(config.at("objective"));
    c.variables = config.at("variables");
    c.lags = config.at("lags");
    c.width = config.at("width");
    c.heads = config.at("heads");
    c.layers = config.at("layers");
    c.pre_blocks = config.at("pre_blocks");
    c.gamma = config.at("gamma");
    c.per_layer_masks = config.at("per_layer_masks");
    c.per_variable_heads = config.at("per_variable_heads");
    c.residual = config.at("residual");
    c.locked = config.at("locked");
    return c;
  }

  void LoadParameters(Parameters& parameters) const {
    for (const auto& [key, array] : arrays) {
      if (!key.starts_with("param.")) continue;
      for (size_t i = 0; i < array.values.size(); ++i) {
        const size_t at = where.At(key.substr(6), i / Columns(array), i % Columns(array));
        parameters.values[at] = static_cast<float>(array.values[i]);
      }
    }
  }

  // Fills x, target and observed from `input` and `target` at the given step (0 for the single batch).
  Batch MakeBatch(const std::string& prefix, size_t step, std::vector<float>& x, std::vector<float>& target,
                  std::vector<float>& observed) const {
    const size_t windows = arrays.at("input").shape[0], n = model.config.variables, lags = model.config.lags;
    const auto& input = arrays.at(prefix + "input").values;
    const auto& goal = arrays.at(prefix + "target").values;
    x.assign(input.begin() + static_cast<long>(step * windows * n * lags),
             input.begin() + static_cast<long>((step + 1) * windows * n * lags));
    target.assign(goal.begin() + static_cast<long>(step * windows * n),
                  goal.begin() + static_cast<long>((step + 1) * windows * n));
    if (arrays.contains("observed"))
      observed.assign(arrays.at("observed").values.begin(), arrays.at("observed").values.end());
    return {{x.data(), windows * n, lags, lags}, target.data(), observed.empty() ? nullptr : observed.data(), windows};
  }

  std::vector<double> locked() const {
    return arrays.contains("locked_graph") ? arrays.at("locked_graph").values : std::vector<double>();
  }

  Fixture arrays;
  nlohmann::json config;
  Model model;
  Locator where;
};

class GoldenTest : public ::testing::TestWithParam<std::tuple<std::string, std::string>> {
 protected:
  GoldenTest() : golden(std::get<0>(GetParam())) { SelectIsa(std::get<1>(GetParam())); }
  ~GoldenTest() override { SelectIsa("auto"); }

  Stepper MakeStepper(ThreadPool& pool) {
    StepperOptions options;
    options.lambda = golden.config.at("lambda");
    options.dropout = 0.0;
    options.max_windows = golden.arrays.at("input").shape[0];
    return Stepper(golden.model, options, pool, golden.locked());
  }

  Golden golden;
  std::vector<float> x, target, observed;
};

double Largest(const std::vector<double>& values) {
  double largest = 0.0;
  for (double v : values) largest = std::max(largest, std::abs(v));
  return largest;
}

TEST_P(GoldenTest, OutputsAreThoseOfPyTorch) {
  Parameters parameters(golden.model.layout.size());
  golden.LoadParameters(parameters);
  ThreadPool pool(1);
  Stepper stepper = MakeStepper(pool);
  stepper.RefreshMasks(parameters.values.data());
  const Batch batch = golden.MakeBatch("", 0, x, target, observed);
  Arena counter;
  TakeTileState(counter, golden.model, batch.x.rows);
  Arena arena(counter.used());
  TileState state = TakeTileState(arena, golden.model, batch.x.rows);
  Forward(golden.model, {&golden.model.layout, parameters.values.data(), nullptr}, stepper.masks(), {}, batch.x, state);
  const auto& mean = golden.arrays.at("mean").values;
  for (size_t r = 0; r < batch.x.rows; ++r) EXPECT_NEAR(state.mean[r], mean[r], 1e-5 * Largest(mean)) << r;
  if (!golden.model.config.has_scale()) return;
  const auto& scale = golden.arrays.at("scale").values;
  for (size_t r = 0; r < batch.x.rows; ++r) {
    EXPECT_NEAR(Softplus(state.scale[r]) + kScaleFloor, scale[r], 1e-5 * Largest(scale)) << r;
  }
}

TEST_P(GoldenTest, EveryGradientIsThatOfPyTorch) {
  Parameters parameters(golden.model.layout.size());
  golden.LoadParameters(parameters);
  ThreadPool pool(2);
  Stepper stepper = MakeStepper(pool);
  const double loss = stepper.ComputeGradient(golden.MakeBatch("", 0, x, target, observed), parameters);
  EXPECT_NEAR(loss, golden.arrays.at("loss").values[0], 1e-5 * std::abs(golden.arrays.at("loss").values[0]));
  EXPECT_NEAR(stepper.prediction_loss(), golden.arrays.at("prediction_loss").values[0], 1e-5 * std::abs(loss) + 1e-7);
  const std::vector<float> gradient = stepper.Gradient();
  const size_t stride = golden.config.value("gradient_row_stride", 1);
  size_t compared = 0;
  for (const auto& [key, array] : golden.arrays) {
    const bool sampled = key.starts_with("grad_rows.");
    if (!sampled && !key.starts_with("grad.")) continue;
    const std::string name = key.substr(sampled ? 10 : 5);
    const double tolerance = 1e-4 * std::max(Largest(array.values), 1e-3);
    for (size_t i = 0; i < array.values.size(); ++i) {
      const size_t row = i / Columns(array) * (sampled ? stride : 1);
      ASSERT_NEAR(gradient[golden.where.At(name, row, i % Columns(array))], array.values[i], tolerance)
          << key << " " << i;
      ++compared;
    }
  }
  EXPECT_GT(compared, 100u);
}

TEST_P(GoldenTest, TwentyAdamStepsHaveTheSameLosses) {
  Parameters parameters(golden.model.layout.size());
  golden.LoadParameters(parameters);
  ThreadPool pool(1);
  Stepper stepper = MakeStepper(pool);
  const auto& losses = golden.arrays.at("step_loss").values;
  ASSERT_EQ(losses.size(), 20u);
  for (size_t step = 0; step < losses.size(); ++step) {
    const double loss = stepper.ComputeGradient(golden.MakeBatch("step_", step, x, target, observed), parameters);
    EXPECT_NEAR(loss, losses[step], 1e-4 * std::max(std::abs(losses[step]), 1e-2)) << step;
    stepper.Update(parameters, golden.config.at("lr"));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenTest,
                         ::testing::Combine(::testing::ValuesIn(Cases()), ::testing::ValuesIn(AvailableIsas())),
                         [](const auto& test) { return std::get<0>(test.param) + "_" + std::get<1>(test.param); });

}  // namespace
}  // namespace mask2cause
