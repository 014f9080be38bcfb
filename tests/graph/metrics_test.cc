// Every figure against scikit-learn, through tests/fixtures/graph/metrics.json (made by
// tools/fixtures/make_metrics.py).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "mask2cause/error.h"
#include "mask2cause/graph.h"

namespace mask2cause {
namespace {

ScoreMatrix Matrix(std::vector<double> values) {
  ScoreMatrix scores;
  const auto n = static_cast<size_t>(std::lround(std::sqrt(static_cast<double>(values.size()))));
  for (size_t i = 0; i < n; ++i) scores.names.push_back(fmt::format("v{}", i));
  scores.values = std::move(values);
  return scores;
}

void ExpectFigure(double ours, const nlohmann::json& theirs, const std::string& what) {
  if (theirs.is_null()) {
    EXPECT_TRUE(std::isnan(ours)) << what << " is " << ours;
  } else {
    EXPECT_NEAR(ours, theirs.get<double>(), 1e-12) << what;
  }
}

void ExpectFigures(const Metrics& ours, const nlohmann::json& theirs, const std::string& where) {
  ExpectFigure(ours.auroc, theirs.at("auroc"), where + " AUROC");
  ExpectFigure(ours.auprc, theirs.at("auprc"), where + " AUPRC");
  ExpectFigure(ours.average_precision, theirs.at("average_precision"), where + " average precision");
  if (!theirs.contains("f1")) return;  // no pairs at all
  ExpectFigure(ours.at_fixed.precision, theirs.at("precision"), where + " precision");
  ExpectFigure(ours.at_fixed.recall, theirs.at("recall"), where + " recall");
  ExpectFigure(ours.at_fixed.f1, theirs.at("f1"), where + " F1");
}

TEST(Metrics, AgreeWithScikitLearn) {
  std::ifstream file(MASK2CAUSE_FIXTURES "/graph/metrics.json");
  const nlohmann::json fixture = nlohmann::json::parse(file);
  ASSERT_GT(fixture.at("cases").size(), 30u);
  for (const nlohmann::json& c : fixture.at("cases")) {
    const std::string name = c.at("name");
    const ScoreMatrix scores = Matrix(c.at("scores").get<std::vector<double>>());
    const Evaluation evaluation = Evaluate(scores, c.at("truth").get<std::vector<double>>(), fixture.at("threshold"));
    ExpectFigures(evaluation.off_diagonal, c.at("off_diagonal"), name + ", off-diagonal:");
    ExpectFigures(evaluation.full, c.at("full"), name + ", full:");
  }
}

TEST(Metrics, CountsAddUpAtEveryThreshold) {
  const ScoreMatrix scores = Matrix({.9, .1, .8, .7, .2, .6, .3, .55, .4});
  const std::vector<double> truth = {1, 0, 1, 0, 1, 1, 0, 0, 1};
  const Evaluation evaluation = Evaluate(scores, truth);
  for (const Metrics* metrics : {&evaluation.off_diagonal, &evaluation.full}) {
    for (const Decision* d : {&metrics->at_true_density, &metrics->at_fixed, &metrics->at_split}) {
      EXPECT_EQ(d->true_positive + d->false_positive + d->false_negative + d->true_negative, metrics->pairs);
      EXPECT_EQ(d->true_positive + d->false_negative, metrics->edges);
      EXPECT_EQ(d->shd, d->false_positive + d->false_negative);
    }
  }
  // Off-diagonal scores above 0.5: 2->0 (edge), 0->1 (none), 2->1 (edge), 1->2 (none).
  EXPECT_EQ(evaluation.off_diagonal.at_fixed.true_positive, 2u);
  EXPECT_EQ(evaluation.off_diagonal.at_fixed.false_positive, 2u);
  EXPECT_EQ(evaluation.off_diagonal.at_fixed.shd, 2u);
}

TEST(Metrics, TrueDensityTakesExactlyAsManyAsTheTruthHas) {
  const Evaluation evaluation = Evaluate(Matrix({0, .9, .8, .7, 0, .6, .5, .4, 0}), {0, 1, 0, 1, 0, 0, 0, 1, 0});
  const Decision& d = evaluation.off_diagonal.at_true_density;
  EXPECT_EQ(d.true_positive, 2u);  // .9 and .7; .8 is the false one, .4 the one missed
  EXPECT_EQ(d.false_positive, 1u);
  EXPECT_EQ(d.shd, 2u);
  EXPECT_DOUBLE_EQ(d.threshold, .65);
}

TEST(Metrics, ATieAtTheCutNeverFlattersNorDependsOnTheOrder) {
  const Decision d =
      Evaluate(Matrix(std::vector<double>(9, .5)), {0, 1, 1, 0, 0, 0, 0, 0, 0}).off_diagonal.at_true_density;
  EXPECT_EQ(d.true_positive, 0u);
  EXPECT_EQ(d.false_positive, 2u);
  const Decision mirrored =
      Evaluate(Matrix(std::vector<double>(9, .5)), {0, 0, 0, 0, 0, 0, 1, 1, 0}).off_diagonal.at_true_density;
  EXPECT_EQ(mirrored.shd, d.shd);
}

TEST(Metrics, RefusesMatricesThatDoNotFit) {
  const auto kind_of = [](const ScoreMatrix& scores, const std::vector<double>& truth) {
    try {
      Evaluate(scores, truth);
    } catch (const Error& error) {
      EXPECT_FALSE(error.hint().empty());
      return std::make_pair(error.kind(), std::string(error.what()));
    }
    return std::make_pair(ErrorKind::kInterrupted, std::string("accepted"));
  };
  const auto [size_kind, size_text] = kind_of(Matrix(std::vector<double>(9, 0.0)), std::vector<double>(16, 0.0));
  EXPECT_EQ(size_kind, ErrorKind::kData);
  EXPECT_NE(size_text.find("16"), std::string::npos);
  EXPECT_NE(size_text.find("3 x 3"), std::string::npos);
  const auto [nan_kind, nan_text] = kind_of(Matrix({0, NAN, 0, 0}), {0, 1, 0, 0});
  EXPECT_EQ(nan_kind, ErrorKind::kData);
  EXPECT_NE(nan_text.find("v1 -> v0"), std::string::npos);
  EXPECT_EQ(kind_of(Matrix({0, 1, 0, 0}), {0, 1, NAN, 0}).first, ErrorKind::kData);
}

}  // namespace
}  // namespace mask2cause
