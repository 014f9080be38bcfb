// The network of CausalFormer, its training and what it says of sources, against a plain PyTorch version in double
// precision (tools/fixtures/make_causalformer.py).
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "methods/series.h"
#include "rivals/adam_block.h"
#include "rivals/transformer_chunk.h"

namespace mask2cause {
namespace {

// Numbers in [-0.5, 0.5), as the fixture has them.
class Generator {
 public:
  double Take() {
    state_ = 1664525u * state_ + 1013904223u;
    return static_cast<double>(state_) / 4294967296.0 - 0.5;
  }

 private:
  uint32_t state_ = 1;
};

class CausalTransformerFixture : public testing::Test {
 protected:
  CausalTransformerFixture()
      : fixture_(nlohmann::json::parse(std::ifstream(MASK2CAUSE_FIXTURES "/rivals/causalformer.json"))),
        design_(fixture_.at("variables"), fixture_.at("slots"), fixture_.at("width")),
        parameters_(design_.layout.size()) {
    Generator generator;
    for (size_t tensor = 0; tensor < design_.layout.tensors().size(); ++tensor) {
      const nlohmann::json& from = fixture_.at("tensors").at(tensor);
      const Tensor& t = design_.layout[tensor];
      EXPECT_EQ(t.name, from.at(0));
      ForEach(t, [&](size_t at) {
        const double number = generator.Take();
        parameters_.values[at] = static_cast<float>(from.at(1).get<double>() + from.at(2).get<double>() * number);
      });
    }
    std::vector<float> rows;
    for (size_t row = 0; row < fixture_.at("rows"); ++row) {
      rows.push_back(static_cast<float>(generator.Take()));
      rows.push_back(static_cast<float>(10.0 * generator.Take() + 5.0));
      rows.push_back(static_cast<float>(0.1 * generator.Take() - 1.0));
    }
    data_ = MakeDataset(rows, Names(design_.variables));
    const Scaler scaler = FitScaler(data_);
    const std::vector<size_t> variables = {0, 1, 2};
    const DiscoverOptions options;
    const std::vector<double> no_knowledge;
    const Progress silent;
    ProgressMeter meter(silent, "");
    ThreadPool pool(1);
    const MethodInput input{data_, scaler, variables, options, pool, no_knowledge, meter};
    series_ = std::make_unique<SlotWindows>(input, design_.slots);
    windows_.resize(series_->size());
    std::iota(windows_.begin(), windows_.end(), 0u);
  }

  // Places of its numbers, row by row.
  template <class Visit>
  static void ForEach(const Tensor& tensor, Visit&& visit) {
    for (size_t r = 0; r < tensor.rows; ++r) {
      for (size_t c = 0; c < tensor.cols; ++c) visit(tensor.Index(r, c));
    }
  }

  TransformerCore Core(double penalty) { return {design_, parameters_.values.data(), penalty}; }

  // With room for more windows than there are.
  TransformerChunk Chunk(const TransformerCore& core, bool explain) {
    return {design_, core, parameters_.values.data(), {}, windows_.size() + 3, explain, nullptr};
  }

  // And all gradients.
  double Loss(TransformerCore& core, TransformerChunk& chunk) const {
    core.Forward();
    const double total = chunk.Fill(*series_, windows_);
    const double loss = chunk.Loss(static_cast<float>(1.0 / total), true);
    const CausalTransformer::Folded sent[] = {chunk.folded()};
    core.Backward(sent);
    return loss;
  }

  const nlohmann::json fixture_;
  const CausalTransformer design_;
  AdamBlock parameters_;
  Dataset data_;
  std::unique_ptr<SlotWindows> series_;
  std::vector<uint32_t> windows_;
};

TEST_F(CausalTransformerFixture, LossAndGradients) {
  ASSERT_EQ(windows_.size(), fixture_.at("windows"));
  TransformerCore core = Core(0.0);
  TransformerChunk chunk = Chunk(core, false);
  EXPECT_NEAR(Loss(core, chunk), fixture_.at("loss").get<double>(), 1e-6);
  for (const Tensor& tensor : design_.layout.tensors()) {
    std::vector<double> gradient;
    ForEach(tensor,
            [&](size_t at) { gradient.push_back(static_cast<double>(core.gradient()[at] + chunk.gradient()[at])); });
    const double norm = fixture_.at("norms").at(tensor.name);
    const double tolerance = 1e-4 * norm + 1e-7;
    EXPECT_NEAR(std::sqrt(std::inner_product(gradient.begin(), gradient.end(), gradient.begin(), 0.0)), norm, tolerance)
        << tensor.name;
    const nlohmann::json& some = fixture_.at("gradients").at(tensor.name);
    const size_t step = std::max<size_t>(1, gradient.size() / 8);
    for (size_t k = 0; k < some.size(); ++k) {
      EXPECT_NEAR(gradient[k * step], some.at(k).get<double>(), tolerance) << tensor.name << " " << k * step;
    }
  }
}

TEST_F(CausalTransformerFixture, PenalisedSteps) {
  TransformerCore core = Core(fixture_.at("penalty"));
  TransformerChunk chunk = Chunk(core, false);
  Loss(core, chunk);
  for (const nlohmann::json& loss : fixture_.at("losses")) {
    const float* const gradients[] = {core.gradient(), chunk.gradient()};
    parameters_.UpdateAmsgrad(gradients, fixture_.at("rate"));
    EXPECT_NEAR(Loss(core, chunk), loss.get<double>(), 1e-4);
  }
}

TEST_F(CausalTransformerFixture, ScoresOfSources) {
  TransformerCore core = Core(0.0);
  TransformerChunk chunk = Chunk(core, true);
  core.Forward();
  chunk.Fill(*series_, windows_);
  chunk.Explain();
  const size_t n = design_.variables;
  const auto parts = static_cast<double>(windows_.size() * design_.heads);
  for (size_t cell = 0; cell < n * n; ++cell) {
    const double score = fixture_.at("scores").at(cell / n).at(cell % n);
    EXPECT_NEAR(chunk.scores()[cell] / parts, score, 1e-3 * score) << cell / n << " from " << cell % n;
  }
}

}  // namespace
}  // namespace mask2cause
