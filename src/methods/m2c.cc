// Mask2Cause: an inverted transformer whose attention is gated by one learnable adjacency matrix, trained to forecast.
// The score of j -> i is A[i][j], averaged over the members; under the dual objective the larger of the two graphs'.
// Where the network has learned more than a linear model knows, it is multiplied by the information that passes the
// edge; and where variables are many, the evidence that the graph started from keeps a vote.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/isa.h"
#include "mask2cause/error.h"
#include "methods/effort.h"
#include "methods/estimate.h"
#include "methods/gate_history.h"
#include "methods/judges.h"
#include "methods/locked_graph.h"
#include "methods/m2c_settings.h"
#include "methods/method.h"
#include "methods/training_plan.h"
#include "model/trained_model.h"
#include "train/directed_information.h"
#include "train/ensemble.h"
#include "train/lag_profile.h"

namespace mask2cause {
namespace {

// For each variable. A network that trains on a block-bootstrap sample sees 63 % of the windows: with fewer than this
// none can be spared.
constexpr size_t kWindowsToSpare = 40;

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
    const double weight = (InformationCorrelation(information.all.nats[c]) + kNothing) / (1.0 + kNothing);
    output.scores[c] *= weight;
    if (output.mean_scores.empty()) continue;
    output.mean_scores[c] *= weight;
    output.variance_scores[c] *= weight;
  }
}

// Mean of what was learned and of where the evidence would open gates; the pairs that the user decides stay.
void LetStartVote(MethodOutput& output, const TrainingPlan& plan, const MethodInput& input) {
  const size_t n = input.variables.size();
  for (size_t c = 0; c < plan.start_gates.size(); ++c) {
    const bool decided = !input.knowledge.empty() && (input.knowledge[c] == 0.0 || input.knowledge[c] == 1.0);
    if (c / n == c % n || decided) continue;
    for (std::vector<double>* scores : {&output.scores, &output.mean_scores, &output.variance_scores}) {
      if (scores->empty()) continue;
      (*scores)[c] = ((*scores)[c] + plan.start_vote * plan.start_gates[c]) / (1.0 + plan.start_vote);
    }
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

// 1 where the data decide, 0 where the user has; empty: everywhere.
std::vector<char> OpenPairs(const std::vector<double>& knowledge) {
  std::vector<char> open;
  for (const double known : knowledge) open.push_back(known != 0.0 && known != 1.0);
  return open;
}

void AddStability(const MethodInput& input, const std::vector<MemberResult>& members, const Verdict& verdict,
                  MethodOutput& output) {
  std::vector<const MemberResult*> networks;
  for (const MemberResult& member : members) networks.push_back(&member);
  for (const MemberResult& judge : verdict.judges) networks.push_back(&judge);
  if (networks.size() < 2) return;
  output.networks = networks.size();
  output.stability = PickedShare(networks, input.variables.size(), OpenPairs(input.knowledge));
}

HeldOutRun RunOf(const std::string& network, const MemberResult& member) {
  return {network, member.epoch_losses, member.held_out_losses, member.best_epoch};
}

// The profile of an edge is that of what it acts on.
void AddLags(const LagProfile& profile, MethodOutput& output) {
  output.lag_coefficients = profile.mean.slope;
  output.lag_magnitudes = profile.mean.magnitude;
  if (profile.deviation.slope.empty() || output.kinds.empty()) return;
  for (size_t at = 0; at < output.lag_coefficients.size(); ++at) {
    if (output.kinds[at % output.kinds.size()] != EdgeKind::kVariance) continue;
    output.lag_coefficients[at] = profile.deviation.slope[at];
    output.lag_magnitudes[at] = profile.deviation.magnitude[at];
  }
}

// The stages of a fit, each with its part of the time.
class Fitting {
 public:
  explicit Fitting(const MethodInput& input)
      : input_(input),
        config_(MakeConfig(input)),
        locked_(ReadLockedGraph(input)),
        model_(config_),
        source_(input.data, input.scaler, input.variables, config_.lags, config_.indicators),
        ensemble_(MakeEnsembleOptions(input, locked_)),
        judges_(config_.locked || config_.layers > 1 ? 0 : JudgeCount(input.options)) {
    if (config_.locked && !input.knowledge.empty()) {
      throw Error(ErrorKind::kUsage, "--lock-graph leaves nothing for rules about edges to decide",
                  "give one or the other");
    }
    ensemble_.resample = source_.windows() >= kWindowsToSpare * source_.variables();
    CheckMemory(TrainingBytes(model_, ensemble_, ensemble_.members + judges_));
  }

  MethodOutput Run() {
    const bool plans = !config_.locked && (input_.options.epochs == 0 || input_.options.theta_init == "auto");
    const TrainingPlan plan =
        PlanTraining(input_, model_, source_, ensemble_, locked_, Between(0.0, plans ? kPlanned : 0.0));
    ensemble_.train.epochs = plan.epochs;
    ensemble_.train.theta_start = plan.theta_start;
    const Schedule judges_schedule = std::exchange(ensemble_.train.schedule, plan.schedule);
    ensemble_.train.gate_records = config_.locked ? 0 : GateRecordCount(config_.variables, ensemble_.members);
    members_ = TrainEnsemble(model_, source_, ensemble_, locked_, Between(plans ? kPlanned : 0.0, kTrained));
    ensemble_.train.schedule = judges_schedule;
    MethodOutput output;
    output.warnings = plan.warnings;
    output.choices = plan.choices;
    if (plan.scout) output.held_out_runs.push_back(RunOf("scout", *plan.scout));
    output.gate_records = MeanGateRecords(members_);
    AddCounts(output);
    FillScores(members_, config_.graphs(), output);
    if (plan.use_information) {
      const DirectedInformation information = MeasureDirectedInformation(model_, source_, members_, Closing::kSoft,
                                                                         input_.pool, Between(kTrained, kWeighed));
      WeighByInformation(output, information, input_);
    }
    LetStartVote(output, plan, input_);
    JudgeEdges(plan, output);
    AddLags(MeasureLagProfile(model_, source_, members_, input_.pool, Between(kJudged, 1.0)), output);
    for (const MemberResult& member : members_) {
      output.steps += member.steps;
      output.epoch_losses.push_back(member.epoch_losses);
    }
    output.parameters = model_.ParameterCount();
    output.model = Keep(input_, config_, locked_, members_);
    return output;
  }

 private:
  // Fractions of the work: before the members train, then with them, and so on.
  static constexpr double kPlanned = 0.1, kTrained = 0.6, kWeighed = 0.65, kJudged = 0.95;

  EnsembleReport Between(double first, double last) {
    return [this, first, last](double fraction, const std::string& detail) {
      input_.progress.Report(first + (last - first) * fraction, detail);
    };
  }

  // How many networks, and why.
  void AddCounts(MethodOutput& output) const {
    const DiscoverOptions& o = input_.options;
    const std::string effort = fmt::format("effort {}", o.effort);
    const char* const samples = ensemble_.resample
                                    ? "every other one trains on a block-bootstrap sample"
                                    : "each trains on all windows, which are too few to draw samples of them";
    if (o.members == 0) {
      output.choices.push_back(
          {"members", fmt::format("{}", ensemble_.members), fmt::format("{}; {}", effort, samples)});
    }
    if (o.judges != "auto" && (judges_ > 0 || o.judges == "none")) return;
    const char* const impossible = config_.locked ? "the graph is given" : "edges can be closed only with --layers 1";
    output.choices.push_back({"judges", fmt::format("{}", judges_), judges_ > 0 ? effort : impossible});
  }

  void JudgeEdges(const TrainingPlan& plan, MethodOutput& output) {
    Verdict verdict;
    if (judges_ > 0 && !EnoughToJudge(source_.windows(), judges_)) {
      output.warnings.push_back(
          fmt::format("{} windows are too few to hold some out for {} judges: no p-values and no directed information",
                      source_.windows(), judges_));
    } else if (judges_ > 0) {
      EnsembleOptions options = ensemble_;
      options.train.epochs = plan.judge_epochs;
      options.train.learning_rate = plan.judge_lr;
      options.train.gate_records = 0;
      verdict = Judge(model_, source_, options, judges_, input_.pool, Between(kWeighed, kJudged));
      for (size_t judge = 0; judge < verdict.judges.size(); ++judge) {
        output.steps += verdict.judges[judge].steps;
        output.held_out_runs.push_back(RunOf(fmt::format("judge {}", judge + 1), verdict.judges[judge]));
      }
      output.nats = verdict.nats;
      output.nats_error = verdict.nats_error;
      output.p_values = plan.linear_p.empty() ? verdict.p_values : plan.linear_p;
      if (!plan.linear_p.empty()) {
        output.choices.push_back({"p", "Granger", "a linear model does as well, and its test uses all rows"});
      }
      output.kinds = verdict.kinds;
      output.kind_confidence = verdict.kind_confidence;
    }
    if (!config_.locked) AddStability(input_, members_, verdict, output);
  }

  const MethodInput& input_;
  const ModelConfig config_;
  const std::vector<double> locked_;
  const Model model_;
  const WindowSource source_;
  EnsembleOptions ensemble_;
  const size_t judges_;  // 0: none
  std::vector<MemberResult> members_;
};

MethodOutput Fit(const MethodInput& input) {
  SelectIsa(input.options.isa);
  return Fitting(input).Run();
}

}  // namespace

extern const Method kM2cMethod;
const Method kM2cMethod = {"m2c", "Mask2Cause: attention between variables, gated by a learned graph", Fit};

}  // namespace mask2cause
