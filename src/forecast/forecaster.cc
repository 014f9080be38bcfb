#include "forecast/forecaster.h"

#include "forecast/arimax.h"
#include "forecast/linear.h"
#include "forecast/neural.h"

namespace mask2cause {
namespace {

// The paper's two shapes of N-BEATS, which have no backcast, and the published one, which has.
DenseShape NbeatsShape(const std::string& name, size_t inputs) {
  if (name == "short") return {inputs, 3, {64, 64}, false};
  if (name == "deep") return {inputs, 3, {64, 64, 64, 8}, false};
  return {inputs, 3, {64, 64, 64, 64}, true};
}

}  // namespace

std::unique_ptr<Forecaster> MakeForecaster(const PruneOptions& options, size_t inputs, uint64_t stream) {
  if (options.model == "linear") return std::make_unique<LinearForecaster>(inputs);
  if (options.model == "arimax") return std::make_unique<ArimaxForecaster>(inputs, options.ar, options.ma);
  const NeuralSettings settings{options.epochs, options.lr, options.seed, stream};
  if (options.model == "mlp") return std::make_unique<NeuralForecaster>(DenseShape{inputs, 1, {32}, false}, settings);
  return std::make_unique<NeuralForecaster>(NbeatsShape(options.nbeats, inputs), settings);
}

}  // namespace mask2cause
