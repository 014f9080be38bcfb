// What the data decide: the baseline, the start of the graph, the length of training, what ranks an edge.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mask2cause/discover.h"
#include "methods/evidence_start.h"
#include "methods/linear_baseline.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

std::string ChoiceOf(const Result& result, const std::string& option) {
  for (const Choice& choice : result.choices) {
    if (choice.option == option) return choice.value;
  }
  return "";
}

DiscoverOptions SmallDefault() {
  DiscoverOptions options;
  options.width = 16;
  options.members = 1;
  options.judges = "none";
  options.threads = 1;
  return options;
}

TEST(TrainingPlan, ALinearSystemKeepsTheEvidenceAndTheGateRanks) {
  const Simulation var = SimulateSmall(System::kVar, 5, 400);
  const Result result = Discover(var.data, SmallDefault());
  EXPECT_EQ(ChoiceOf(result, "theta-init"), "evidence");
  EXPECT_EQ(ChoiceOf(result, "score"), "adjacency");
  EXPECT_EQ(ChoiceOf(result, "schedule"), "constant");
  EXPECT_LE(result.steps, 400u);
  EXPECT_GT(Evaluate(result.scores, var.graph).off_diagonal.auroc, 0.95);
}

// Granger's test has more power than a held-out comparison, and nothing to hide where the system is linear.
TEST(TrainingPlan, ALinearSystemIsTestedByGranger) {
  const Simulation var = SimulateSmall(System::kVar, 5, 400);
  DiscoverOptions options = SmallDefault();
  options.judges = "3";
  const Result result = Discover(var.data, options);
  EXPECT_EQ(ChoiceOf(result, "p"), "Granger");
  size_t wrong = 0;
  for (const Edge& edge : result.edges) {
    const bool is_edge = var.graph[edge.target * 5 + edge.source] != 0.0;
    EXPECT_TRUE(edge.found || !is_edge) << edge.source << " -> " << edge.target;
    wrong += edge.found && !is_edge;
    EXPECT_FALSE(std::isnan(edge.nats));
  }
  EXPECT_LE(wrong, 1u);
}

// a -> b in recordings of which every other one is ten times as noisy, c beside them: squares tell recordings apart.
Dataset RecordingsOfDifferentNoise() {
  constexpr size_t kRecordings = 60, kRows = 30;
  Rng rng(7);
  std::vector<float> values;
  for (size_t recording = 0; recording < kRecordings; ++recording) {
    const double noise = recording % 2 == 0 ? 0.1 : 1.0;
    double a = 0.0;
    for (size_t row = 0; row < kRows; ++row) {
      const double b = 0.6 * a + noise * rng.Normal();
      a = noise * rng.Normal();
      for (const double value : {a, b, noise * rng.Normal()}) values.push_back(static_cast<float>(value));
    }
  }
  return MakeDataset(values, {"a", "b", "c"}, std::vector<size_t>(kRecordings, kRows));
}

TEST(TrainingPlan, SquaresThatOnlyTellRecordingsApartDoNotCount) {
  const Result result = Discover(RecordingsOfDifferentNoise(), SmallDefault());
  const auto start = std::find_if(result.choices.begin(), result.choices.end(),
                                  [](const Choice& choice) { return choice.option == "theta-init"; });
  ASSERT_NE(start, result.choices.end());
  EXPECT_NE(start->reason.find("tell recordings apart"), std::string::npos) << start->reason;
  EXPECT_EQ(start->reason.find("effects on the variance"), std::string::npos) << start->reason;
  for (size_t target = 0; target < 3; ++target) {
    for (size_t source = 0; source < 3; ++source) {
      if (target == source || (target == 1 && source == 0)) continue;
      EXPECT_LT(result.scores.at(target, source), 0.5 * result.scores.at(1, 0)) << source << " -> " << target;
    }
  }
}

TEST(TrainingPlan, AChaoticSystemIsTrainedForLongAndRankedByInformation) {
  SimulateOptions lorenz;
  lorenz.variables = 6;
  lorenz.steps = 400;
  lorenz.forcing = 40.0;
  const Result result = Discover(Simulate(lorenz).data, SmallDefault());
  EXPECT_EQ(ChoiceOf(result, "score"), "information");
  EXPECT_EQ(ChoiceOf(result, "schedule"), "cosine");
  EXPECT_GE(result.steps, 1000u);
}

// Of two hundred rows a network of width 64 learns noise; the narrower one that is sent after it forecasts better.
TEST(TrainingPlan, FewRowsOfAChaoticSystemAreSeenNotToBeLinear) {
  SimulateOptions lorenz;
  lorenz.steps = 250;
  lorenz.seed = 813;
  DiscoverOptions options = SmallDefault();
  options.width = 64;
  const Result result = Discover(Simulate(lorenz).data, options);
  EXPECT_EQ(ChoiceOf(result, "score"), "information");
}

// Their losses have constants that the Gaussian's leaves out.
TEST(TrainingPlan, EveryObjectiveSeesThatAChaoticSystemIsNotLinear) {
  SimulateOptions lorenz;
  lorenz.variables = 6;
  lorenz.steps = 400;
  lorenz.forcing = 40.0;
  const Simulation simulation = Simulate(lorenz);
  for (const char* objective : {"mse", "dual", "student-t", "laplace"}) {
    DiscoverOptions options = SmallDefault();
    options.objective = objective;
    EXPECT_EQ(ChoiceOf(Discover(simulation.data, options), "score"), "information") << objective;
  }
}

TEST(TrainingPlan, WhatTheUserSaysStands) {
  DiscoverOptions options = QuickOptions();
  options.theta_init = "0.5";
  const Result result = Discover(CauseAndEffect(100), options);
  EXPECT_EQ(ChoiceOf(result, "theta-init"), "");
  EXPECT_EQ(ChoiceOf(result, "epochs"), "");
  EXPECT_EQ(ChoiceOf(result, "score"), "adjacency");
  EXPECT_EQ(result.epoch_losses.front().size(), 3u);
}

TEST(TrainingPlan, TooFewRowsToHoldAnyOutStillGiveAGraph) {
  DiscoverOptions options = SmallDefault();
  options.lags = 1;
  const Result result = Discover(CauseAndEffect(20), options);
  EXPECT_EQ(ChoiceOf(result, "score"), "adjacency");
  EXPECT_GT(result.scores.at(1, 0), result.scores.at(0, 1));
}

TEST(TrainingPlan, InformationNeedsOneLayer) {
  DiscoverOptions options = QuickOptions();
  options.score = "information";
  options.layers = 2;
  try {
    Discover(CauseAndEffect(100), options);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage);
    EXPECT_NE(std::string(error.what()).find("--layers 1"), std::string::npos);
  }
}

// With information as score, what passes the edge counts: the false edge loses more than its gate alone would say.
TEST(TrainingPlan, InformationSeparatesMoreThanTheGate) {
  DiscoverOptions options = QuickOptions();
  options.lags = 1;
  options.epochs = 60;
  options.lr = 5e-3;
  options.score = "adjacency";
  const Result gate = Discover(CauseAndEffect(600), options);
  options.score = "information";
  const Result information = Discover(CauseAndEffect(600), options);
  const auto ratio = [](const Result& result) { return result.scores.at(1, 0) / result.scores.at(0, 1); };
  EXPECT_GT(ratio(information), 1.2 * ratio(gate));
  EXPECT_NEAR(information.scores.at(0, 0), gate.scores.at(0, 0), 1e-12) << "self edges keep their gate";
}

TEST(LinearBaseline, LossIsThatOfTheTrueModel) {
  // effect = 0.9 cause + 0.3 noise and cause = noise, both scaled to variance 1: log variances 0 and log 0.1, halved,
  // plus half for the squared error, averaged over the two.
  TrainerBench bench(CauseAndEffect(20000), ModelConfig{.variables = 2, .lags = 1, .width = 8, .heads = 2});
  std::vector<uint32_t> first(16000), last(3999);
  std::iota(first.begin(), first.end(), 0);
  std::iota(last.begin(), last.end(), 16000);
  const LinearBaseline found = FitLinearBaseline(bench.source.Subset(first), bench.source.Subset(last));
  EXPECT_NEAR(found.held_out_loss, 0.5 + 0.25 * std::log(0.1), 0.02);
}

// Every other recording is ten times as noisy.
TEST(LinearBaseline, MayKnowHowNoisyEachRecordingIs) {
  constexpr size_t kRecordings = 100, kRows = 40;
  Rng rng(4);
  std::vector<float> values(kRecordings * kRows * 2);
  for (size_t at = 0; at < values.size(); ++at) {
    values[at] = static_cast<float>((at / (2 * kRows) % 2 == 0 ? 0.1 : 1.0) * rng.Normal());
  }
  TrainerBench bench(MakeDataset(values, {"a", "b"}, std::vector<size_t>(kRecordings, kRows)),
                     ModelConfig{.lags = 1, .width = 8, .heads = 2});
  std::vector<uint32_t> first(3120), last(780);
  std::iota(first.begin(), first.end(), 0);
  std::iota(last.begin(), last.end(), 3120);
  const LinearBaseline found = FitLinearBaseline(bench.source.Subset(first), bench.source.Subset(last));
  const double overall = 0.5 * std::log(0.505);  // of the values before scaling
  EXPECT_NEAR(found.held_out_loss, 0.5, 0.05);
  EXPECT_NEAR(found.loss_by_recording, 0.5 + 0.25 * (std::log(0.01) + std::log(1.0)) - overall, 0.05);
}

TEST(LinearBaseline, OneRecordingKnowsItsNoiseAnyway) {
  TrainerBench bench(CauseAndEffect(500), ModelConfig{.variables = 2, .lags = 1, .width = 8, .heads = 2});
  std::vector<uint32_t> first(400), last(99);
  std::iota(first.begin(), first.end(), 0);
  std::iota(last.begin(), last.end(), 400);
  const LinearBaseline found = FitLinearBaseline(bench.source.Subset(first), bench.source.Subset(last));
  EXPECT_EQ(found.loss_by_recording, found.held_out_loss);
}

TEST(LinearBaseline, NoiseWantsMoreRidgeThanSignal) {
  Rng rng(2);
  std::vector<float> noise(20 * 200);
  for (float& value : noise) value = static_cast<float>(rng.Normal());
  std::vector<std::string> names;
  for (size_t i = 0; i < 20; ++i) names.push_back(std::to_string(i));
  const auto ridge = [](Dataset data) {
    TrainerBench bench(std::move(data), ModelConfig{.lags = 1, .width = 8, .heads = 2});
    std::vector<uint32_t> first(150), last(bench.source.windows() - 150);
    std::iota(first.begin(), first.end(), 0);
    std::iota(last.begin(), last.end(), 150);
    return FitLinearBaseline(bench.source.Subset(first), bench.source.Subset(last)).ridge;
  };
  EXPECT_GE(ridge(MakeDataset(noise, names)), 1000.0);
  EXPECT_LE(ridge(CauseAndEffect(200)), 10.0);
}

LinearEvidence PlainEvidence() {
  LinearEvidence evidence;
  evidence.mean_scores = {0.9, 0.0, 0.5, 0.9};
  evidence.mean_p = {0.0, 0.5, 1e-9, 0.0};
  evidence.variance_scores = {0.0, 0.6, 0.0, 0.0};
  evidence.variance_p = {0.5, 1e-9, 0.5, 0.5};
  evidence.curve_scores = {0.0, 0.3, 0.0, 0.0};
  evidence.curve_p = {0.5, 0.2, 0.5, 0.5};
  evidence.selection_odds = {9.0, -3.0, 4.0, 9.0};
  evidence.shape_gains = {-2.0, 4.9, -3.0, 9.5};
  return evidence;
}

TEST(EvidenceStart, WeighsTestsAndOddsInNats) {
  const PairEvidence pairs = ToNats(PlainEvidence(), 100, 2, 2);
  EXPECT_NEAR(pairs.mean[2], 0.25 * (-50.0 * std::log(0.75) - 1.0) + 2.0 * 4.0, 1e-9);
  EXPECT_NEAR(pairs.mean[1], 0.25 * -1.0 + 2.0 * -3.0, 1e-9)
      << "curves and shapes that are not significant do not count";
  EXPECT_NEAR(pairs.mean[3], pairs.mean[0] + 4.5, 1e-9) << "of a clear shape, what is above chance does";
  EXPECT_TRUE(pairs.variance_counts);
  EXPECT_FALSE(pairs.curves_count);
}

constexpr StartRule kFull{.reliance = 1.0, .least_nats = -2.0};

TEST(EvidenceStart, OneGraphHoldsBothKindsTwoHoldOneEach) {
  const PairEvidence pairs = ToNats(PlainEvidence(), 100, 2, 2);
  const std::vector<double> one = EvidenceStart(pairs, 1, kFull), two = EvidenceStart(pairs, 2, kFull);
  EXPECT_GT(one[2], 0.0);
  EXPECT_GT(one[1], 0.0) << "an effect on the variance alone";
  ASSERT_EQ(two.size(), 8u);
  EXPECT_LT(two[1], -2.0);
  EXPECT_GT(two[2], 0.0);
  EXPECT_GT(two[4 + 1], 0.0);
  for (const double logit : EvidenceStart(pairs, 1, {.reliance = 0.0, .least_nats = -2.0}))
    EXPECT_GE(logit, 0.0) << "few variables start open";
}

TEST(EvidenceStart, WithManyLagsGrangersTestCountsForMoreAndWhatKnowsOneLagForLess) {
  const PairEvidence pairs = ToNats(PlainEvidence(), 100, 12, 2);
  EXPECT_NEAR(pairs.mean[2], -50.0 * std::log(0.75) - 6.0 + 0.25 * 2.0 * 4.0, 1e-9);
  EXPECT_NEAR(pairs.mean[3], pairs.mean[0] + 0.25 * 4.5, 1e-9) << "a shape";
}

TEST(EvidenceStart, SquaresCanBeLeftOut) {
  LinearEvidence evidence = PlainEvidence();
  evidence.curve_p[1] = 1e-9;
  const PairEvidence with = ToNats(evidence, 100, 2, 2), without = ToNats(evidence, 100, 2, 2, Squares::kNever);
  EXPECT_TRUE(with.curves_count && with.variance_counts);
  EXPECT_FALSE(without.curves_count || without.variance_counts);
  EXPECT_GT(with.mean[1], without.mean[1]);
}

TEST(EvidenceStart, ClearEdgesStayApartWhereTheyAreToBeRanked) {
  PairEvidence pairs{{0.0, 400.0, 100.0, 0.0}, {0.0, 0.0, 0.0, 0.0}};
  const std::vector<double> alike = EvidenceStart(pairs, 1, {}),
                            apart = EvidenceStart(pairs, 1, {.ranks_clear_edges = true});
  EXPECT_LT(alike[1] - alike[2], 1e-6);
  EXPECT_GT(apart[1] - apart[2], 0.2);
  EXPECT_EQ(apart[0], alike[0]);
}

// Ten variables: squares explain squares in three pairs of ten, or in all of them.
PairEvidence SquaresIn(size_t of_ten) {
  LinearEvidence evidence;
  evidence.mean_scores = evidence.curve_scores = evidence.selection_odds = evidence.shape_gains =
      std::vector<double>(100, 0.0);
  evidence.curve_p.assign(100, 0.5);
  for (size_t c = 0; c < 100; ++c) {
    const bool explained = c % 10 < of_ten;
    evidence.variance_scores.push_back(explained ? 0.2 : 0.0);
    evidence.variance_p.push_back(explained ? 1e-6 : 0.5);
  }
  return ToNats(evidence, 1000, 3, 10);
}

TEST(EvidenceStart, SquaresThatExplainAllOthersTellNothingOfPairs) {
  EXPECT_TRUE(SquaresIn(3).variance_counts);
  EXPECT_FALSE(SquaresIn(10).variance_counts);
  EXPECT_FALSE(SquaresIn(0).variance_counts);
}

// But for what chance explains, which is less of a long series.
TEST(EvidenceStart, LongSeriesCountAsOfAThousandRows) {
  const std::vector<double> longer = ToNats(PlainEvidence(), 50000, 2, 2).mean,
                            shorter = ToNats(PlainEvidence(), 1000, 2, 2).mean;
  for (size_t c = 0; c < longer.size(); ++c) EXPECT_NEAR(longer[c] - shorter[c], 0.25 * 0.98, 1e-9);
}

TEST(EvidenceStart, ManyInputsNeedMoreRows) {
  EXPECT_EQ(MostRowsOfEvidence(30), 1000u);
  EXPECT_EQ(MostRowsOfEvidence(960), 4800u);
}

// Ten variables, each pair with so many nats more than the one before it, the first with `least`.
std::vector<double> StartOfTen(double least) {
  PairEvidence pairs;
  for (size_t c = 0; c < 100; ++c) pairs.mean.push_back(least + static_cast<double>(c));
  pairs.variance.assign(100, 0.0);
  return EvidenceStart(pairs, 1, kFull);
}

// Where every pair has dozens of nats they would all start at the same place; what counts is who has more.
TEST(EvidenceStart, EdgesStandOutFromTheRest) {
  const std::vector<double> high = StartOfTen(50.0), higher = StartOfTen(500.0), mixed = StartOfTen(-50.0);
  EXPECT_LT(high[5], -2.0);
  EXPECT_GT(high[95], 0.5);
  EXPECT_GT(high[95] - high[60], 0.1) << "clear ones are still apart";
  for (size_t c = 0; c < 100; ++c) EXPECT_NEAR(high[c], higher[c], 1e-9) << "what all pairs have does not count";
  EXPECT_NEAR(mixed[50], -2.0, 1e-9) << "as it is where some pairs have none";
}

std::string ReasonOf(const Result& result, const std::string& option) {
  for (const Choice& choice : result.choices) {
    if (choice.option == option) return choice.reason;
  }
  return "";
}

TEST(TrainingPlan, SamplesAreDrawnOnlyOfManyWindows) {
  DiscoverOptions options = SmallDefault();
  options.members = 0;
  options.effort = "quick";
  const std::string few = ReasonOf(Discover(SimulateSmall(System::kVar, 5, 150).data, options), "members");
  const std::string many = ReasonOf(Discover(SimulateSmall(System::kVar, 5, 400).data, options), "members");
  EXPECT_NE(few.find("all windows"), std::string::npos) << few;
  EXPECT_NE(many.find("bootstrap"), std::string::npos) << many;
}

Result ManyChaoticVariables(size_t variables, const std::string& forbid = "") {
  SimulateOptions lorenz;
  lorenz.variables = variables;
  lorenz.steps = 300;
  lorenz.forcing = 40.0;
  DiscoverOptions options = SmallDefault();
  options.forbid = forbid;
  return Discover(Simulate(lorenz).data, options);
}

TEST(TrainingPlan, TheStartVotesWhereVariablesAreMany) {
  EXPECT_EQ(ChoiceOf(ManyChaoticVariables(8), "start-vote"), "");
  const Result result = ManyChaoticVariables(14, "x1 -> x3");
  EXPECT_EQ(ChoiceOf(result, "start-vote"), "0.15");
  EXPECT_EQ(result.scores.at(2, 0), 0.0) << "what the user forbids stays forbidden";
  for (size_t i = 0; i < 14; ++i) {
    for (size_t j = 0; j < 14; ++j) EXPECT_LE(result.scores.at(i, j), 1.0);
  }
}

// Squared errors of unobserved targets are no evidence for the network.
TEST(TrainingPlan, UnobservedTargetsDoNotFlatterTheNetwork) {
  DiscoverOptions options = SmallDefault();
  options.objective = "mse";
  Simulation var = SimulateSmall(System::kVar, 5, 400);
  for (size_t cell = 0; cell < var.data.values.size(); cell += 3) var.data.left_out.Set(cell);
  const Result result = Discover(var.data, options);
  EXPECT_EQ(ChoiceOf(result, "score"), "adjacency");
}

TEST(EvidenceStart, RelianceGrowsWithTheNumberOfVariables) {
  EXPECT_EQ(RelianceFor(2), 0.0);
  EXPECT_EQ(RelianceFor(10), 0.0);
  EXPECT_NEAR(RelianceFor(32), 0.5, 0.01);
  EXPECT_EQ(RelianceFor(5000), 1.0);
}

}  // namespace
}  // namespace mask2cause
