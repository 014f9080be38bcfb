#include "methods/training_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "methods/evidence_start.h"
#include "methods/knowledge_start.h"
#include "methods/linear_baseline.h"

namespace mask2cause {
namespace {

constexpr double kHeldOut = 0.2;
constexpr size_t kFewestHeldOut = 8;  // windows; with fewer a comparison says nothing
constexpr size_t kScoutSteps = 1000;
constexpr size_t kLongSteps = 2000;      // of each member where the network has something to learn
constexpr size_t kShortSteps = 200;      // where a linear model does as well
constexpr double kClearlyBetter = 0.03;  // nats per value
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
    comparable_ = held_out_.size() >= kFewestHeldOut && held_out_.front() > 0;
    if (comparable_) FitBaseline();
    if (o.theta_init == "auto" && !model_.config.locked) StartFromEvidence();
    plan_.epochs = o.epochs;
    plan_.use_information = o.score == "information";
    if (!input_.knowledge.empty()) AddKnowledge();
    if (o.epochs == 0) ChooseLength();
    return std::move(plan_);
  }

 private:
  void FitBaseline() {
    std::vector<uint32_t> rest(held_out_.front());
    for (uint32_t w = 0; w < rest.size(); ++w) rest[w] = w;
    baseline_ = FitLinearBaseline(source_.Subset(std::move(rest)), source_.Subset(held_out_));
  }

  void StartFromEvidence() {
    const double ridge = std::max(kLeastRidge, kTestRidge * baseline_.ridge);
    const Progress silent;
    ProgressMeter meter(silent, "");
    const LinearEvidence evidence = FindLinearEvidence(
        {input_.data, input_.scaler, input_.variables, input_.options, input_.pool, input_.knowledge, meter},
        input_.options.lags, ridge,
        /*with_curves=*/true);
    pairs_ = ToNats(evidence, source_.windows(), input_.options.lags, source_.variables());
    plan_.theta_start = EvidenceStart(pairs_, model_.config.graphs(), RelianceFor(source_.variables()));
    plan_.warnings = evidence.warnings;
    const char* const curves = pairs_.curves_count ? ", effects of squares" : "";
    const char* const variance = pairs_.variance_counts ? ", effects on the variance" : "";
    plan_.choices.push_back(
        {"theta-init", "evidence",
         fmt::format("the graph starts from Granger tests in ridge regressions (ridge {:.3g}): linear effects{}{}",
                     ridge, curves, variance)});
  }

  void AddKnowledge() {
    const size_t cells = input_.knowledge.size() * model_.config.graphs();
    if (plan_.theta_start.empty()) plan_.theta_start.assign(cells, ensemble_.train.theta_init);
    ApplyKnowledge(input_.knowledge, model_.config.graphs(), plan_.theta_start);
  }

  void ChooseLength() {
    size_t steps = kShortSteps;
    std::string reason = "too few windows to hold some out";
    bool network_better = model_.config.locked;
    if (comparable_ && !model_.config.locked) {
      const double network = ScoutLoss();
      const double gain = baseline_.held_out_loss - network;
      network_better = gain > kClearlyBetter;
      reason =
          fmt::format("on held-out windows the network's loss is {:.3f} nats per value, a linear model's {:.3f}: {}",
                      network, baseline_.held_out_loss,
                      network_better ? "there is more than linear structure" : "a linear model does as well");
    }
    if (network_better) steps = kLongSteps;
    if (!network_better && !pairs_.mean.empty()) {
      plan_.theta_start = EvidenceStart(pairs_, model_.config.graphs(), 1.0);
      if (!input_.knowledge.empty()) AddKnowledge();
    }
    plan_.epochs = EpochsFor(steps, source_.windows(), ensemble_.train.batch);
    plan_.choices.push_back(
        {"epochs", fmt::format("{}", plan_.epochs), fmt::format("about {} steps; {}", steps, reason)});
    if (input_.options.score != "auto" || model_.config.locked) return;
    plan_.use_information = network_better && model_.config.layers == 1;
    plan_.choices.push_back({"score", plan_.use_information ? "information" : "adjacency",
                             plan_.use_information ? "gate times the information that passes it" : "the gate alone"});
  }

  double NetworkLoss(const MemberResult& scout) const {
    const double loss = scout.held_out_losses[scout.best_epoch - 1];
    // A squared error as the likelihood of a Gaussian with that variance.
    return model_.config.objective == Objective::kMse ? 0.5 * (std::log(std::max(loss, 1e-12)) + 1.0) : loss;
  }

  double ScoutLoss() {
    EnsembleOptions scout = ensemble_;
    scout.members = 1;
    scout.held_out = kHeldOut;
    scout.checkpoint_directory.clear();
    scout.checkpoint_every = 0;
    scout.resume = false;
    scout.train.theta_start = plan_.theta_start;
    scout.train.epochs = EpochsFor(kScoutSteps, source_.windows() - held_out_.size(), scout.train.batch);
    return NetworkLoss(TrainEnsemble(model_, source_, scout, locked_, report_).front());
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
  PairEvidence pairs_;
  TrainingPlan plan_;
};

}  // namespace

TrainingPlan PlanTraining(const MethodInput& input, const Model& model, const WindowSource& source,
                          const EnsembleOptions& ensemble, const std::vector<double>& locked,
                          const EnsembleReport& report) {
  return Planner(input, model, source, ensemble, locked, report).Make();
}

}  // namespace mask2cause
