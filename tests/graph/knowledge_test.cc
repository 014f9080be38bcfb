// Rules about edges: how they are written, what they match, when they contradict each other.
#include "graph/knowledge.h"

#include <gtest/gtest.h>

#include <cmath>

#include "data/temp_folder.h"

namespace mask2cause {
namespace {

const std::vector<std::string> kNames = {"rain", "air temp", "river", "a*b"};

std::vector<double> Applied(std::string_view text) {
  const TempFolder folder;
  return ApplyRules(ReadRules(folder.Write("rules.txt", text)), kNames);
}

double At(const std::vector<double>& matrix, size_t target, size_t source) {
  return matrix[target * kNames.size() + source];
}

TEST(Knowledge, RulesReachTheEdgesTheyName) {
  const std::vector<double> p =
      Applied("# what we know\n\nforbid river -> *\nrequire \"air temp\"->river\r\nprior rain -> river 0.75\n");
  EXPECT_EQ(At(p, 0, 2), 0.0);
  EXPECT_EQ(At(p, 1, 2), 0.0);
  EXPECT_EQ(At(p, 2, 1), 1.0);
  EXPECT_EQ(At(p, 2, 0), 0.75);
  EXPECT_TRUE(std::isnan(At(p, 0, 1))) << "nothing is said of the other way";
  EXPECT_TRUE(std::isnan(At(p, 2, 2))) << "self edges are not touched";
}

TEST(Knowledge, AnExactRuleOutweighsAPatternWhicheverComesFirst) {
  for (const char* text :
       {"forbid * -> river\nrequire rain -> river\n", "require rain -> river\nforbid * -> river\n"}) {
    const std::vector<double> p = Applied(text);
    EXPECT_EQ(At(p, 2, 0), 1.0);
    EXPECT_EQ(At(p, 2, 1), 0.0);
  }
}

TEST(Knowledge, AnExactRuleStandsWhateverPatternsFollow) {
  EXPECT_EQ(At(Applied("require rain -> river\nrequire * -> river\nforbid rain -> *\n"), 2, 0), 1.0);
}

TEST(Knowledge, QuotesMayHoldWhatSeparatesRules) {
  EXPECT_EQ(ParseRules(RuleKind::kForbid, "\"a;b\" -> c", "--forbid").front().source, "a;b");
  EXPECT_NO_THROW(Applied("# the \"old rules\nforbid rain -> river\n"));
}

TEST(Knowledge, ContradictionsNameBothLines) {
  ExpectError(ErrorOf([] { Applied("forbid rain -> river\n\nrequire rain -> river\n"); }), ErrorKind::kData,
              {"rules.txt:1 forbids rain -> river", "rules.txt:3 requires it"});
  ExpectError(ErrorOf([] { Applied("prior rain -> river 0.1\nprior rain -> river 0.2\n"); }), ErrorKind::kData,
              {"rules.txt:1", "rules.txt:2"});
  EXPECT_NO_THROW(Applied("forbid rain -> river\nforbid rain -> river\n")) << "saying it twice is fine";
}

TEST(Knowledge, ANameWithAStarStandsForItself) {
  const std::vector<double> p = Applied("forbid a*b -> rain\n");
  EXPECT_EQ(At(p, 0, 3), 0.0);
  EXPECT_TRUE(std::isnan(At(p, 0, 1)));
}

TEST(Knowledge, PatternsMatchParts) {
  const std::vector<double> p = Applied("forbid r* -> ?ir*\n");
  EXPECT_EQ(At(p, 1, 0), 0.0);
  EXPECT_EQ(At(p, 1, 2), 0.0);
  EXPECT_TRUE(std::isnan(At(p, 1, 3)));
}

TEST(Knowledge, WhatCannotBeReadIsRefusedWithItsLine) {
  for (const char* bad :
       {"forbid rain river", "forbid rain ->", "allow rain -> river", "prior rain -> river", "prior rain -> river 1.5",
        "prior rain -> river often", "forbid \"rain -> river", "forbid rain -> river 0.5", "require \"\" -> river"}) {
    ExpectError(ErrorOf([&] { Applied(std::string("# first\n") + bad + "\n"); }), ErrorKind::kData,
                {"rules.txt:2", "a rule is"});
  }
  ExpectError(ErrorOf([] { Applied("forbid snow -> river\n"); }), ErrorKind::kData,
              {"rules.txt:1", "'snow'", "rain, air temp"});
  ExpectError(ErrorOf([] { ReadRules("/nowhere/rules.txt"); }), ErrorKind::kFile, {"/nowhere/rules.txt"});
}

TEST(Knowledge, FlagsTakeSeveralRulesOfOneKind) {
  const std::vector<Rule> rules = ParseRules(RuleKind::kForbid, "rain -> river; river->rain;", "--forbid");
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(rules[1].source, "river");
  EXPECT_EQ(rules[1].where, "--forbid");
  ExpectError(ErrorOf([] { ParseRules(RuleKind::kPrior, "rain -> river", "--prior"); }), ErrorKind::kUsage,
              {"--prior", "PROBABILITY"});
}

}  // namespace
}  // namespace mask2cause
