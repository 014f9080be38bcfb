#include "methods/estimate.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "data/windows.h"
#include "kernels/isa.h"
#include "mask2cause/error.h"
#include "mask2cause/options.h"
#include "methods/data_choices.h"
#include "methods/effort.h"
#include "methods/m2c_settings.h"
#include "methods/training_plan.h"

namespace mask2cause {
namespace {

constexpr double kFloat = 4.0, kDouble = 8.0;
// Copies of the parameters in one training: values and two moments, the same at the start of the epoch, the best ones,
// transposes, and the gradients of up to eight chunks.
constexpr double kCopies = 3 + 3 + 1 + 1 + 8;
constexpr double kSquareMatrices = 4.0;  // of a linear model with all lags
constexpr double kPairMatrices = 20.0;   // of scores, information and lags, for the result
constexpr double kMostInputs = 10000.0;  // of a linear model; with more there is none
constexpr auto kTryFor = std::chrono::milliseconds(20);

double PhysicalMemory() {
  return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

// Of one step on one thread, by taking some.
double SecondsPerStep(const Model& model, const WindowSource& source, const TrainOptions& train) {
  ThreadPool alone(1);
  const size_t batch = std::min(train.batch, source.windows());
  Stepper stepper(model, {train.lambda, train.dropout, train.seed, batch}, alone);
  Parameters parameters(model.layout.size());
  InitializeParameters(model, train.seed, 0.0, parameters.values.data());
  std::vector<uint32_t> windows(batch);
  for (size_t w = 0; w < batch; ++w) windows[w] = static_cast<uint32_t>(w);
  WindowSource::Buffer buffer;
  const Batch gathered = source.Gather(windows, buffer);
  using Clock = std::chrono::steady_clock;
  double best = 1e300;
  const auto first = Clock::now();
  do {
    const auto start = Clock::now();
    stepper.ComputeGradient(gathered, parameters);
    stepper.Update(parameters, train.learning_rate);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  } while (Clock::now() - first < kTryFor);
  return best;
}

}  // namespace

double TrainingBytes(const Model& model, const EnsembleOptions& ensemble, size_t networks) {
  const double parameters = static_cast<double>(model.layout.size()), n = static_cast<double>(model.config.variables);
  const double side_by_side = static_cast<double>(std::min(ensemble.threads, networks));
  const double inputs = std::min(kMostInputs, n * static_cast<double>(model.config.lags));
  return kFloat * parameters * (kCopies * side_by_side + static_cast<double>(networks)) +
         kDouble * (kSquareMatrices * inputs * inputs + kPairMatrices * n * n);
}

void CheckMemory(double bytes) {
  constexpr double kGigabyte = 1e9;
  if (bytes <= PhysicalMemory()) return;
  throw Error(ErrorKind::kData,
              fmt::format("this fit takes about {:.0f} GB of memory, and the machine has {:.0f} GB", bytes / kGigabyte,
                          PhysicalMemory() / kGigabyte),
              "give fewer variables (--columns), --lags or --members, or a smaller --width");
}

FitEstimate EstimateFit(const Dataset& data, const DiscoverOptions& given) {
  CheckOptions(given);
  FitEstimate estimate;
  const UsableVariables variables = FindUsableVariables(data);
  if (given.method != "m2c" || variables.usable.size() < 2 ||
      Windows(data, std::max<size_t>(1, given.lags)).size() < 2) {
    return estimate;
  }
  SelectIsa(given.isa);
  const Scaler scaler = FitScaler(data);
  const DiscoverOptions options = ChooseFromData(data, scaler, variables.usable, given).options;
  ThreadPool pool(options.threads);
  const Progress silent;
  ProgressMeter meter(silent, "");
  const std::vector<double> none;
  const MethodInput input{data, scaler, variables.usable, options, pool, none, meter};
  ModelConfig config = MakeConfig(input);
  config.locked = false;
  const Model model(config);
  EnsembleOptions ensemble = MakeEnsembleOptions(input, none);
  estimate.members = MemberCount(options);
  estimate.judges = config.layers > 1 || !given.lock_graph.empty() ? 0 : JudgeCount(options);
  estimate.bytes = TrainingBytes(model, ensemble, estimate.members + estimate.judges);
  if (estimate.bytes > PhysicalMemory()) return estimate;
  const WindowSource source(data, scaler, variables.usable, config.lags, config.indicators);
  estimate.steps = MostSteps(options, source.windows(), estimate.members, estimate.judges);
  const double threads = static_cast<double>(pool.threads());
  estimate.seconds = static_cast<double>(estimate.steps) * SecondsPerStep(model, source, ensemble.train) / threads;
  return estimate;
}

}  // namespace mask2cause
