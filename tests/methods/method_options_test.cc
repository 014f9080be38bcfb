// What each method says that it reads is what it reads.
#include <gtest/gtest.h>

#include <set>

#include "mask2cause/options.h"
#include "methods/method.h"
#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

class Collector : public OptionVisitor {
 public:
  void Visit(const OptionInfo& info, size_t&) override { infos.push_back(info); }
  void Visit(const OptionInfo& info, double&) override { infos.push_back(info); }
  void Visit(const OptionInfo& info, bool&) override { infos.push_back(info); }
  void Visit(const OptionInfo& info, std::string&) override { infos.push_back(info); }
  std::vector<OptionInfo> infos;
};

std::vector<OptionInfo> AllOptions() {
  DiscoverOptions any;
  Collector collector;
  VisitOptions(any, collector);
  return collector.infos;
}

// A neural rival notes each setting that was left to it.
TEST(MethodOptions, OfNeuralRivalsAreThoseThatTheyAskFor) {
  const Dataset data = Simulate(KnownSystems()[1], 150);
  size_t rivals = 0;
  for (const Method& method : MethodRegistry()) {
    if (method.cost.steps == 0.0) continue;
    ++rivals;
    DiscoverOptions options;
    options.method = method.name;
    options.lags = 1;
    options.rival_steps = "1";
    std::set<std::string> asked = {"rival-steps"};
    for (const Choice& choice : Discover(data, options).choices) {
      if (choice.option.starts_with("rival-")) asked.insert(choice.option);
    }
    std::set<std::string> listed;
    for (const char* name : method.options) {
      if (name != nullptr) listed.insert(name);
    }
    EXPECT_EQ(asked, listed) << method.name;
  }
  EXPECT_EQ(rivals, 9u);
}

// Asked for before main, when other files may not have run their initialisers yet.
const std::vector<MethodInfo> kAskedEarly = Methods();

TEST(MethodOptions, MethodsAreThereBeforeMain) {
  ASSERT_EQ(kAskedEarly.size(), Methods().size());
  for (size_t m = 0; m < kAskedEarly.size(); ++m) EXPECT_EQ(kAskedEarly[m].name, Methods()[m].name);
  EXPECT_EQ(kAskedEarly.front().name, "m2c");
}

TEST(MethodOptions, EveryOptionCountsForSomeMethod) {
  for (const OptionInfo& info : AllOptions()) {
    size_t readers = 0;
    for (const Method& method : MethodRegistry()) readers += OptionCounts(info, method.name);
    EXPECT_GT(readers, 0u) << info.name;
  }
}

TEST(MethodOptions, CountWhereTheyAreRead) {
  for (const OptionInfo& info : AllOptions()) {
    const auto counts = [&](const char* method) { return OptionCounts(info, method); };
    EXPECT_TRUE(info.name != "epochs" || (counts("m2c") && !counts("var") && !counts("cmlp"))) << "epochs";
    EXPECT_TRUE(info.name != "ridge" || (counts("var") && counts("sqcorr") && !counts("m2c") && !counts("pcmci")))
        << "ridge";
    EXPECT_TRUE(info.name != "lags" || (counts("m2c") && counts("cmlp") && !counts("clstm"))) << "lags";
    EXPECT_TRUE(info.name != "isa" || (counts("m2c") && counts("cuts+") && !counts("var"))) << "isa";
    EXPECT_TRUE(info.name != "forbid" || (counts("m2c") && counts("tcdf") && counts("mi"))) << "forbid";
  }
}

}  // namespace
}  // namespace mask2cause
