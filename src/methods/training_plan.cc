#include "methods/training_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/evidence_start.h"
#include "methods/knowledge_start.h"
#include "methods/linear_baseline.h"
#include "methods/scout.h"

namespace mask2cause {
namespace {

constexpr double kHeldOut = 0.2;
constexpr size_t kFewestHeldOut = 8;  // windows; with fewer a comparison says nothing
constexpr size_t kScoutSteps = 800;
constexpr size_t kLongSteps = 1100;  // of each member where the network has something to learn
constexpr size_t kShortSteps = 200;  // where a linear model does as well
constexpr size_t kJudgeSteps = 800;
constexpr double kLinearJudgeRate = 1.0 / 3.0;  // of the learning rate: weak linear effects are lost in large steps
constexpr double kClearlyBetter = 0.03;         // nats per value
constexpr double kMuchBetter = 0.08;            // what passes an edge then says more than its gate
constexpr double kRecordingsDiffer = 0.05;      // nats per value, that knowing each one's noise is worth
constexpr size_t kMostInputs = 10000;           // variables x lags of a linear model; its matrices grow with the square
constexpr double kEvidenceShare = 0.2;          // of the time it takes to plan
constexpr double kFirstScoutShare = 0.8;        // with it
constexpr double kLeastNats = -2.0;             // a network may still find what a linear model has not seen
constexpr double kLeastRidge = 10.0;
constexpr double kTestRidge = 1.0 / 3.0;  // a test wants less shrinkage than the best forecast

size_t EpochsFor(size_t steps, size_t windows, size_t batch) {
  const size_t per_epoch = (windows + batch - 1) / batch;
  return std::max<size_t>(1, (steps + per_epoch / 2) / per_epoch);
}

class Planner {
 public:
  Planner(const MethodInput& input, const Model& model, const WindowSource& source, const EnsembleOptions& ensemble,
          const std::vector<double>& locked, const EnsembleReport& report)
      : input_(input), model_(model), source_(source), ensemble_(ensemble), locked_(locked), report_(report) {}

  TrainingPlan Make() {
    const DiscoverOptions& o = input_.options;
    held_out_ = HeldOutWindows(source_.windows(), kHeldOut, 0, 1);
    const bool from_evidence = o.theta_init == "auto" && !model_.config.locked && LinearModelFits();
    comparable_ = held_out_.size() >= kFewestHeldOut && held_out_.front() > 0 && LinearModelFits();
    if (comparable_ && (from_evidence || o.epochs == 0)) FitBaseline();
    if (from_evidence) StartFromEvidence();
    plan_.epochs = plan_.judge_epochs = o.epochs;
    plan_.judge_lr = o.lr;
    plan_.use_information = o.score == "information";
    if (!input_.knowledge.empty()) AddKnowledge();
    if (o.epochs == 0) ChooseLength();
    ChooseSchedule();
    if (o.epochs > 0 && o.score == "auto") {
      plan_.choices.push_back(
          {"score", "adjacency", "--epochs is given, so no scout was sent to tell whether more would do"});
    }
    return std::move(plan_);
  }

 private:
  // Its normal equations are (N L) x (N L).
  bool LinearModelFits() const { return source_.variables() * source_.lags() <= kMostInputs; }

  void FitBaseline() {
    std::vector<uint32_t> rest(held_out_.front());
    for (uint32_t w = 0; w < rest.size(); ++w) rest[w] = w;
    const WindowSource values = source_.WithoutIndicators();
    baseline_ = FitLinearBaseline(values.Subset(std::move(rest)), values.Subset(held_out_));
  }

  void StartFromEvidence() {
    ridge_ = std::max(kLeastRidge, kTestRidge * baseline_.ridge);
    const Progress forward = [this](const ProgressEvent& event) {
      report_(kEvidenceShare * event.fraction, "evidence");
      return true;
    };
    ProgressMeter meter(forward, "");
    evidence_ = FindLinearEvidence(
        {input_.data, input_.scaler, input_.variables, input_.options, input_.pool, input_.knowledge, meter},
        input_.options.lags, ridge_,
        /*with_curves=*/true);
    pairs_ = ToNats(evidence_, source_.windows(), input_.options.lags, source_.variables());
    plan_.theta_start = EvidenceStart(pairs_, model_.config.graphs(),
                                      {.reliance = RelianceFor(source_.variables()), .least_nats = kLeastNats});
    plan_.warnings = evidence_.warnings;
    start_choice_ = plan_.choices.size();
    plan_.choices.push_back({"theta-init", "evidence", StartReason("")});
  }

  std::string StartReason(const char* more) const {
    return fmt::format(
        "the graph starts from Granger tests (ridge {:.3g}) and Bayesian selection: linear effects{}{}{}", ridge_,
        pairs_.curves_count ? ", effects of squares" : "", pairs_.variance_counts ? ", effects on the variance" : "",
        more);
  }

  // Where a linear model does as well the evidence decides. If it does so because it knows how noisy each recording is,
  // squares are left out: that of any variable says which recording it is, and so seems to explain all others.
  void RelyOnEvidence() {
    const bool recordings_differ = baseline_.held_out_loss - baseline_.loss_by_recording > kRecordingsDiffer;
    if (recordings_differ) {
      pairs_ = ToNats(evidence_, source_.windows(), input_.options.lags, source_.variables(), Squares::kNever);
      plan_.choices[start_choice_].reason = StartReason("; squares only tell recordings apart, whose noise differs");
    }
    plan_.theta_start = EvidenceStart(pairs_, model_.config.graphs(), {.ranks_clear_edges = true});
    if (!input_.knowledge.empty()) AddKnowledge();
    plan_.linear_p = evidence_.mean_p;
    // The smaller of two p-values, paid for by doubling it.
    for (size_t c = 0; pairs_.variance_counts && c < plan_.linear_p.size(); ++c) {
      plan_.linear_p[c] = std::min(1.0, 2.0 * std::min(plan_.linear_p[c], evidence_.variance_p[c]));
    }
  }

  void AddKnowledge() {
    const size_t cells = input_.knowledge.size() * model_.config.graphs();
    if (plan_.theta_start.empty()) plan_.theta_start.assign(cells, ensemble_.train.theta_init);
    ApplyKnowledge(input_.knowledge, model_.config.graphs(), plan_.theta_start);
  }

  void ChooseLength() {
    size_t steps = kShortSteps;
    const bool too_large = !LinearModelFits();
    std::string reason = model_.config.locked ? "the graph is given"
                         : too_large          ? "too many variables x lags for a linear model to compare with"
                                              : "too few windows to hold some out";
    double lead = model_.config.locked || too_large ? std::numeric_limits<double>::infinity() : 0.0;
    if (comparable_ && !model_.config.locked) {
      const double linear = LinearLoss();
      const double network = LossOfScouts(linear);
      lead = linear - network;
      reason =
          fmt::format("on held-out windows the network's loss is {:.3f} nats per value, a linear model's {:.3f}{}: {}",
                      network, linear, linear < baseline_.held_out_loss ? " if it knows each recording's noise" : "",
                      lead > kClearlyBetter ? "there is more than linear structure" : "a linear model does as well");
    }
    const bool network_better = lead > kClearlyBetter;
    if (network_better) {
      steps = kLongSteps;
      LetStartVote();
    }
    if (!network_better && !pairs_.mean.empty()) RelyOnEvidence();
    is_short_ = !network_better;
    plan_.epochs = EpochsFor(steps, source_.windows(), ensemble_.train.batch);
    plan_.judge_epochs = EpochsFor(kJudgeSteps, source_.windows(), ensemble_.train.batch);
    if (!network_better) plan_.judge_lr *= kLinearJudgeRate;
    plan_.choices.push_back(
        {"epochs", fmt::format("{}", plan_.epochs), fmt::format("about {} steps; {}", steps, reason)});
    if (input_.options.score != "auto" || model_.config.locked) return;
    plan_.use_information = lead > kMuchBetter && model_.config.layers == 1;
    const char* const gate_alone = network_better && model_.config.layers == 1
                                       ? "the gate alone: the network's lead is too small to go by what passes it"
                                       : "the gate alone";
    plan_.choices.push_back({"score", plan_.use_information ? "information" : "adjacency",
                             plan_.use_information ? "gate times the information that passes it" : gate_alone});
  }

  // A rate that falls lets a long training settle; a short one, which refines what the evidence says, would only become
  // shorter still.
  void ChooseSchedule() {
    plan_.schedule = ensemble_.train.schedule;
    if (input_.options.schedule != "auto") return;
    if (is_short_) plan_.schedule = Schedule::kConstant;
    const char* const of_long = input_.options.epochs > 0 ? "the usual one, where the number of epochs is given"
                                                          : "the training is long enough to settle";
    const char* const of_short =
        pairs_.mean.empty() ? "the training is short" : "the training only refines what the evidence says";
    plan_.choices.push_back({"schedule", is_short_ ? "constant" : "cosine", is_short_ ? of_short : of_long});
  }

  // With many variables there are few windows for each pair, and a long training learns some of their noise.
  void LetStartVote() {
    if (pairs_.mean.empty() || input_.options.score != "auto") return;
    plan_.start_vote = RelianceFor(source_.variables());
    if (plan_.start_vote == 0.0) return;
    plan_.start_gates = EvidenceStart(pairs_, 1, {});
    if (!input_.knowledge.empty()) ApplyKnowledge(input_.knowledge, 1, plan_.start_gates);
    for (double& gate : plan_.start_gates) gate = 1.0 / (1.0 + std::exp(-gate));
    plan_.choices.push_back({"start-vote", fmt::format("{:.2g}", plan_.start_vote),
                             fmt::format("{} variables: the evidence that the graph started from has this weight "
                                         "beside what the network learned",
                                         source_.variables())});
  }

  // Squared errors know nothing of noise that comes and goes, likelihoods do.
  double LinearLoss() const {
    return model_.config.has_scale() ? baseline_.loss_by_recording : baseline_.held_out_loss;
  }

  // Where rows are few a network of half the width may forecast better, though it ranks edges no better: when the first
  // scout leaves a doubt, one goes after it.
  double LossOfScouts(double linear) {
    const double loss = ScoutLoss(model_, kEvidenceShare, kFirstScoutShare);
    ModelConfig narrow = model_.config;
    narrow.width /= 2;
    if (linear - loss > kMuchBetter || narrow.width % narrow.heads != 0 || narrow.width == 0) return loss;
    return std::min(loss, ScoutLoss(Model(narrow), kFirstScoutShare, 1.0));
  }

  // The one that forecast best is kept. `from` and `to` are parts of the time it takes to plan.
  double ScoutLoss(const Model& model, double from, double to) {
    EnsembleOptions scout = ensemble_;
    scout.held_out = kHeldOut;
    scout.train.theta_start = plan_.theta_start;
    scout.train.epochs = EpochsFor(kScoutSteps, source_.windows() - held_out_.size(), scout.train.batch);
    const auto report = [&](double fraction, const std::string& detail) {
      report_(from + (to - from) * fraction, detail);
    };
    Scouted scouted = SendScout(model, source_, scout, locked_, report);
    if (!plan_.scout || scouted.loss < scout_loss_) {
      plan_.scout = std::move(scouted.network);
      scout_loss_ = scouted.loss;
    }
    return scouted.loss;
  }

  const MethodInput& input_;
  const Model& model_;
  const WindowSource& source_;
  const EnsembleOptions& ensemble_;
  const std::vector<double>& locked_;
  const EnsembleReport& report_;
  std::vector<uint32_t> held_out_;
  bool comparable_ = false;
  LinearBaseline baseline_;
  LinearEvidence evidence_;
  PairEvidence pairs_;
  double ridge_ = kLeastRidge;  // of the evidence
  bool is_short_ = false;       // the training of each member
  double scout_loss_ = 0.0;     // of the scout that is kept
  size_t start_choice_ = 0;     // which of the plan's choices says where the graph starts
  TrainingPlan plan_;
};

}  // namespace

uint64_t MostSteps(const DiscoverOptions& options, size_t windows, size_t members, size_t judges) {
  if (options.epochs == 0) return 2 * kScoutSteps + members * kLongSteps + judges * kJudgeSteps;
  const size_t per_epoch = (windows + options.batch - 1) / options.batch;
  return options.epochs * per_epoch * (members + judges);
}

TrainingPlan PlanTraining(const MethodInput& input, const Model& model, const WindowSource& source,
                          const EnsembleOptions& ensemble, const std::vector<double>& locked,
                          const EnsembleReport& report) {
  return Planner(input, model, source, ensemble, locked, report).Make();
}

}  // namespace mask2cause
