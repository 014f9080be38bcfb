#include "methods/m2c_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string_view>

#include "core/sealed_file.h"
#include "kernels/isa.h"
#include "mask2cause/error.h"
#include "mask2cause/options.h"
#include "methods/effort.h"

namespace mask2cause {
namespace {

// Options that leave the trained networks as they are.
constexpr std::string_view kNotDecisive[] = {"threads", "resume",    "checkpoint-every", "fdr",
                                             "top-k",   "threshold", "density"};

double ThetaInit(const DiscoverOptions& o) {
  if (o.theta_init == "auto") return 0.0;  // each pair has its own
  double value = 0.0;
  const char* const end = o.theta_init.data() + o.theta_init.size();
  const auto [rest, error] = std::from_chars(o.theta_init.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) {
    throw Error(ErrorKind::kUsage, fmt::format("--theta-init '{}' is not a number", o.theta_init),
                "--theta-init takes auto or a number such as -1");
  }
  return value;
}

std::string Identity(const MethodInput& input, const std::vector<double>& locked) {
  // First, so that other data are named before what was chosen because of them.
  std::string text = fmt::format("data={}\n", Fingerprint(input.data));
  for (const auto& [name, value] : DecisiveOptions(input.options)) text += fmt::format("{}={}\n", name, value);
  const auto hash = [](const std::vector<double>& values) {
    ByteWriter writer;
    writer.Doubles(values);
    return HashText(writer.bytes());
  };
  return text + fmt::format("locked graph={:016x}\nrules about edges={:016x}\n", hash(locked), hash(input.knowledge));
}

}  // namespace

ModelConfig MakeConfig(const MethodInput& input) {
  const DiscoverOptions& o = input.options;
  if (o.score == "information" && o.layers > 1) {
    throw Error(ErrorKind::kUsage, fmt::format("--score information needs --layers 1, not {}", o.layers),
                "with more layers information takes other ways than the edge");
  }
  if (o.width % o.heads != 0) {
    throw Error(ErrorKind::kUsage, fmt::format("--width {} is no multiple of --heads {}", o.width, o.heads),
                fmt::format("choose --width {} or --heads 1", (o.width / o.heads + 1) * o.heads));
  }
  ModelConfig config;
  config.variables = input.variables.size();
  config.lags = o.lags;
  config.width = o.width;
  config.heads = o.heads;
  config.layers = o.layers;
  config.pre_blocks = o.pre_blocks;
  config.objective = ParseObjective(o.objective);
  config.gamma = o.gamma;
  config.per_layer_masks = o.per_layer_masks;
  config.per_variable_heads = o.per_variable_heads;
  config.residual = o.predict == "change";
  config.locked = !o.lock_graph.empty();
  config.indicators = input.data.missing.any();
  return config;
}

std::vector<std::pair<std::string, std::string>> DecisiveOptions(const DiscoverOptions& options) {
  std::vector<std::pair<std::string, std::string>> decisive;
  for (const auto& [name, value] : OptionTexts(options)) {
    const bool decides = std::find(std::begin(kNotDecisive), std::end(kNotDecisive), name) == std::end(kNotDecisive);
    if (!decides) continue;
    decisive.emplace_back(name, name == "isa" ? CurrentIsa() : value);
  }
  return decisive;
}

EnsembleOptions MakeEnsembleOptions(const MethodInput& input, const std::vector<double>& locked) {
  const DiscoverOptions& o = input.options;
  if (o.checkpoint_directory.empty() && (o.resume || o.checkpoint_every > 0)) {
    throw Error(ErrorKind::kUsage, "checkpoints need a folder", "set checkpoint_directory");
  }
  EnsembleOptions options;
  options.train.learning_rate = o.lr;
  options.train.schedule = o.schedule == "constant" ? Schedule::kConstant : Schedule::kCosine;
  options.train.batch = o.batch;
  options.train.epochs = o.epochs;
  options.train.lambda = o.lambda;
  options.train.dropout = o.dropout;
  options.train.theta_init = ThetaInit(o);
  options.train.seed = o.seed;
  options.members = MemberCount(o);
  options.threads = input.pool.threads();
  options.checkpoint_directory = o.checkpoint_directory;
  options.checkpoint_every = o.checkpoint_every;
  options.resume = o.resume;
  if (!o.checkpoint_directory.empty()) options.identity = Identity(input, locked);
  return options;
}

}  // namespace mask2cause
