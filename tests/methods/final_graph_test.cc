// From ranked edges to a graph, and from matrices to edges.
#include "methods/final_graph.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mask2cause/error.h"
#include "methods/edges.h"
#include "methods/judges.h"

namespace mask2cause {
namespace {

std::vector<bool> Found(const std::vector<Edge>& edges) {
  std::vector<bool> found;
  for (const Edge& edge : edges) found.push_back(edge.found);
  return found;
}

// Of variables 2, 5, 7; strongest first.
std::vector<Edge> FourEdges() {
  return {{.source = 2, .target = 5, .score = 0.9, .p = 0.001, .q = 0.01, .stability = 1.0},
          {.source = 5, .target = 2, .score = 0.6, .p = 0.002, .q = 0.02, .stability = 0.4},
          {.source = 7, .target = 5, .score = 0.5, .p = 0.03, .q = 0.09, .stability = 0.5},
          {.source = 7, .target = 2, .score = 0.1, .p = 0.5, .q = 0.5, .stability = 0.9}};
}

const std::vector<size_t> kVariables = {2, 5, 7};

TEST(FinalGraph, FalseDiscoveryRateAsksForQAndForMostNetworks) {
  std::vector<Edge> edges = FourEdges();
  ChooseGraph({}, {}, {}, kVariables, edges);
  EXPECT_EQ(Found(edges), (std::vector<bool>{true, false, true, false}));
  DiscoverOptions strict;
  strict.fdr = 0.05;
  ChooseGraph(strict, {}, {}, kVariables, edges);
  EXPECT_EQ(Found(edges), (std::vector<bool>{true, false, false, false}));
  for (Edge& edge : edges) edge.stability = Edge::kUnknown;
  EXPECT_EQ(ChooseGraph({}, {}, {}, kVariables, edges), "q at most 0.1");
  EXPECT_EQ(Found(edges), (std::vector<bool>{true, true, true, false}));
}

TEST(FinalGraph, TwoClearGroupsOfScoresCount) {
  std::vector<Edge> edges = FourEdges();
  ScoreSplit split;
  split.threshold = 0.55;
  ChooseGraph({}, split, {}, kVariables, edges);
  EXPECT_TRUE(edges[2].found) << "a split without two groups says nothing";
  split.two_humped = true;
  ChooseGraph({}, split, {}, kVariables, edges);
  EXPECT_EQ(Found(edges), (std::vector<bool>{true, false, false, false}));
}

TEST(FinalGraph, WithoutPValuesTheSplitDecides) {
  std::vector<Edge> edges = FourEdges();
  for (Edge& edge : edges) edge.p = edge.q = Edge::kUnknown;
  ScoreSplit split;
  split.threshold = 0.55;
  ChooseGraph({}, split, {}, kVariables, edges);
  EXPECT_EQ(Found(edges), (std::vector<bool>{true, true, false, false}));
}

TEST(FinalGraph, KnowledgeHasTheLastWord) {
  std::vector<Edge> edges = FourEdges();
  std::vector<double> knowledge(9, std::nan(""));
  knowledge[1 * 3 + 0] = 0.0;  // 2 -> 5
  knowledge[0 * 3 + 2] = 1.0;  // 7 -> 2
  ChooseGraph({}, {}, knowledge, kVariables, edges);
  EXPECT_EQ(Found(edges), (std::vector<bool>{false, false, true, true}));
}

TEST(FinalGraph, TwoRulesAreOneTooMany) {
  std::vector<Edge> edges = FourEdges();
  DiscoverOptions options;
  options.top_k = 2;
  EXPECT_EQ(ChooseGraph(options, {}, {}, kVariables, edges), "the 2 strongest");
  EXPECT_EQ(Found(edges), (std::vector<bool>{true, true, false, false}));
  options.threshold = 0.2;
  EXPECT_THROW(CheckGraphRule(options), Error);
}

TEST(Edges, ASignThatComesAndGoesIsMixed) {
  MethodOutput output;
  output.scores = {0.0, 0.2, 0.8, 0.0};
  // [lag-1][target][source]; 0 -> 1 is cell 2, 1 -> 0 is cell 1
  output.lag_coefficients = {0.0, 0.1, -0.5, 0.0, 0.0, 0.2, 0.1, 0.0};
  output.lag_magnitudes = {0.0, 0.9, 0.6, 0.0, 0.0, 0.3, 0.1, 0.0};
  output.nats = {0.0, 0.1, 0.2, 0.0};
  output.nats_error = {0.0, 0.05, 0.01, 0.0};
  const std::vector<Edge> edges = MakeEdges(output, {0, 1});
  EXPECT_EQ(edges[0].target, 1u);
  EXPECT_EQ(edges[0].lag, 1u);
  EXPECT_EQ(edges[0].sign, -1);
  EXPECT_NEAR(edges[0].nats_low, 0.2 - 0.0196, 1e-5);
  EXPECT_NEAR(edges[0].nats_high, 0.2 + 0.0196, 1e-5);
  EXPECT_EQ(edges[1].lag, 1u);
  EXPECT_EQ(edges[1].sign, 0);
  EXPECT_TRUE(edges[1].sign_varies);
}

TEST(PickedShare, EveryNetworkHasItsOwnThreshold) {
  MemberResult bold, shy;
  bold.adjacency = {{1.0, 0.9, 0.8, 0.3, 1.0, 0.3, 0.3, 0.2, 1.0}};
  shy.adjacency = {{1.0, 0.3, 0.01, 0.02, 1.0, 0.01, 0.02, 0.01, 1.0}};
  const std::vector<double> share = PickedShare({&bold, &shy}, 3, {});
  EXPECT_EQ(share[1], 1.0);
  EXPECT_EQ(share[2], 0.5);
  EXPECT_EQ(share[3], 0.0);
  std::vector<char> open(9, 1);
  open[1] = 0;  // given, and so no part of what decides the threshold
  EXPECT_EQ(PickedShare({&shy}, 3, open)[3], 1.0);
}

}  // namespace
}  // namespace mask2cause
