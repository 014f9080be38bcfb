// Mask2Cause: an inverted transformer whose attention is gated by one learnable adjacency matrix, trained to forecast.
// The score of j -> i is A[i][j], averaged over the members; under the dual objective the larger of the two graphs'.
// Where the network has learned more than a linear model knows, it is multiplied by the information that passes the
// edge.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "core/sealed_file.h"
#include "kernels/isa.h"
#include "mask2cause/error.h"
#include "mask2cause/options.h"
#include "methods/locked_graph.h"
#include "methods/method.h"
#include "methods/training_plan.h"
#include "model/trained_model.h"
#include "train/directed_information.h"
#include "train/ensemble.h"

namespace mask2cause {
namespace {

ModelConfig MakeConfig(const DiscoverOptions& o, size_t variables) {
  if (o.score == "information" && o.layers > 1) {
    throw Error(ErrorKind::kUsage, fmt::format("--score information needs --layers 1, not {}", o.layers),
                "with more layers information takes other ways than the edge");
  }
  if (o.width % o.heads != 0) {
    throw Error(ErrorKind::kUsage, fmt::format("--width {} is no multiple of --heads {}", o.width, o.heads),
                fmt::format("choose --width {} or --heads 1", (o.width / o.heads + 1) * o.heads));
  }
  ModelConfig config;
  config.variables = variables;
  config.lags = o.lags;
  config.width = o.width;
  config.heads = o.heads;
  config.layers = o.layers;
  config.pre_blocks = o.pre_blocks;
  config.objective = ParseObjective(o.objective);
  config.gamma = o.gamma;
  config.per_layer_masks = o.per_layer_masks;
  config.per_variable_heads = o.per_variable_heads;
  config.residual = o.residual;
  config.locked = !o.lock_graph.empty();
  return config;
}

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

// What the result depends on: neither threads nor how often the state is saved.
std::vector<std::pair<std::string, std::string>> DecisiveOptions(const DiscoverOptions& options) {
  std::vector<std::pair<std::string, std::string>> decisive;
  for (const auto& [name, value] : OptionTexts(options)) {
    if (name == "threads" || name == "resume" || name == "checkpoint-every") continue;
    decisive.emplace_back(name, name == "isa" ? CurrentIsa() : value);
  }
  return decisive;
}

std::string Identity(const MethodInput& input, const std::vector<double>& locked) {
  std::string text;
  for (const auto& [name, value] : DecisiveOptions(input.options)) text += fmt::format("{}={}\n", name, value);
  ByteWriter graph;
  graph.Doubles(locked);
  return text + fmt::format("locked graph={:016x}\ndata={}\n", HashText(graph.bytes()), Fingerprint(input.data));
}

EnsembleOptions MakeEnsembleOptions(const MethodInput& input, const std::vector<double>& locked) {
  const DiscoverOptions& o = input.options;
  if (o.checkpoint_directory.empty() && (o.resume || o.checkpoint_every > 0)) {
    throw Error(ErrorKind::kUsage, "checkpoints need a folder", "set checkpoint_directory");
  }
  EnsembleOptions options;
  options.train.learning_rate = o.lr;
  options.train.schedule = o.schedule == "cosine" ? Schedule::kCosine : Schedule::kConstant;
  options.train.batch = o.batch;
  options.train.epochs = o.epochs;
  options.train.lambda = o.lambda;
  options.train.dropout = o.dropout;
  options.train.theta_init = ThetaInit(o);
  options.train.seed = o.seed;
  options.members = o.members;
  options.threads = input.pool.threads();
  options.checkpoint_directory = o.checkpoint_directory;
  options.checkpoint_every = o.checkpoint_every;
  options.resume = o.resume;
  if (!o.checkpoint_directory.empty()) options.identity = Identity(input, locked);
  return options;
}

std::vector<double> MeanOverMembers(const std::vector<MemberResult>& members, size_t graph) {
  std::vector<double> mean(members.front().adjacency[graph].size(), 0.0);
  for (const MemberResult& member : members) {
    for (size_t i = 0; i < mean.size(); ++i)
      mean[i] += member.adjacency[graph][i] / static_cast<double>(members.size());
  }
  return mean;
}

std::shared_ptr<const TrainedModel> Keep(const MethodInput& input, const ModelConfig& config,
                                         const std::vector<double>& locked, std::vector<MemberResult>& members) {
  auto model = std::make_shared<TrainedModel>();
  model->config = config;
  for (const size_t v : input.variables) {
    model->names.push_back(input.data.names[v]);
    model->scaler.mean.push_back(input.scaler.mean[v]);
    model->scaler.inverse_sd.push_back(input.scaler.inverse_sd[v]);
  }
  model->options = DecisiveOptions(input.options);
  model->locked = locked;
  for (MemberResult& member : members) model->members.push_back(std::move(member.values));
  return model;
}

// How strongly two variables must be tied for so much information to pass (Joe's measure), 0..1.
double InformationCorrelation(double nats) {
  return std::sqrt(-std::expm1(-2.0 * std::max(0.0, nats)));
}

// The gate times the information that passes it; a gate through which nothing passes keeps a little of its rank. Self
// edges and those that the user requires keep their gate.
void WeighByInformation(MethodOutput& output, const DirectedInformation& information, const MethodInput& input) {
  constexpr double kNothing = 1e-3;
  const size_t n = input.variables.size();
  for (size_t c = 0; c < output.scores.size(); ++c) {
    const bool required = !input.knowledge.empty() && input.knowledge[c] == 1.0;
    if (c / n == c % n || required) continue;
    const double weight = (InformationCorrelation(information.nats[c]) + kNothing) / (1.0 + kNothing);
    output.scores[c] *= weight;
    if (output.mean_scores.empty()) continue;
    output.mean_scores[c] *= weight;
    output.variance_scores[c] *= weight;
  }
}

void FillScores(const std::vector<MemberResult>& members, size_t graphs, MethodOutput& output) {
  output.scores = MeanOverMembers(members, 0);
  if (graphs < 2) return;
  output.mean_scores = output.scores;
  output.variance_scores = MeanOverMembers(members, 1);
  for (size_t i = 0; i < output.scores.size(); ++i) {
    output.scores[i] = std::max(output.mean_scores[i], output.variance_scores[i]);
  }
}

// Fractions of the work before the members train, and after.
constexpr double kPlanned = 0.15, kTrained = 0.95;

MethodOutput Fit(const MethodInput& input) {
  SelectIsa(input.options.isa);
  const ModelConfig config = MakeConfig(input.options, input.variables.size());
  const std::vector<double> locked = ReadLockedGraph(input);
  if (config.locked && !input.knowledge.empty()) {
    throw Error(ErrorKind::kUsage, "--lock-graph leaves nothing for rules about edges to decide",
                "give one or the other");
  }
  const Model model(config);
  const WindowSource source(input.data, input.scaler, input.variables, config.lags);
  const auto report_between = [&](double first, double last) {
    return [&input, first, last](double fraction, const std::string& detail) {
      input.progress.Report(first + (last - first) * fraction, detail);
    };
  };
  EnsembleOptions ensemble = MakeEnsembleOptions(input, locked);
  const bool plans = !config.locked && (input.options.epochs == 0 || input.options.theta_init == "auto");
  const TrainingPlan plan = PlanTraining(input, model, source, ensemble, locked, report_between(0.0, kPlanned));
  ensemble.train.epochs = plan.epochs;
  ensemble.train.theta_start = plan.theta_start;
  std::vector<MemberResult> members = TrainEnsemble(
      model, source, ensemble, locked, report_between(plans ? kPlanned : 0.0, plan.use_information ? kTrained : 1.0));

  MethodOutput output;
  FillScores(members, config.graphs(), output);
  if (plan.use_information) {
    WeighByInformation(
        output, MeasureDirectedInformation(model, source, members, input.pool, report_between(kTrained, 1.0)), input);
  }
  for (const MemberResult& member : members) {
    output.steps += member.steps;
    output.epoch_losses.push_back(member.epoch_losses);
  }
  output.warnings = plan.warnings;
  output.choices = plan.choices;
  output.model = Keep(input, config, locked, members);
  return output;
}

}  // namespace

extern const Method kM2cMethod;
const Method kM2cMethod = {"m2c", "Mask2Cause: attention between variables, gated by a learned graph", Fit};

}  // namespace mask2cause
