// Neural rivals with the settings that they come with, on systems whose graph is known. Two are tested elsewhere:
// scores of CausalFormer compare only within a target, and SRU with its authors' penalties fits noise on systems as
// small as these.
#include <gtest/gtest.h>

#include <ostream>

#include "rivals/known_systems.h"

namespace mask2cause {
namespace {

struct Rival {
  const char* method;
  size_t rows;
};

void PrintTo(const Rival& rival, std::ostream* out) {
  *out << rival.method;
}

class OwnSettings : public ::testing::TestWithParam<Rival> {};

TEST_P(OwnSettings, FindKnownGraphs) {
  DiscoverOptions options;
  options.method = GetParam().method;
  options.lags = 2;
  ExpectTrueEdgesOnTop(options, GetParam().rows);
}

INSTANTIATE_TEST_SUITE_P(Rivals, OwnSettings,
                         ::testing::Values(Rival{"cmlp", 1000}, Rival{"clstm", 300}, Rival{"cuts", 1000},
                                           Rival{"cuts+", 1000}, Rival{"tcdf", 1000}, Rival{"esru", 1000},
                                           Rival{"jrngc", 1000}),
                         [](const auto& test) {
                           std::string name = test.param.method;
                           std::replace(name.begin(), name.end(), '+', 'P');
                           return name;
                         });

}  // namespace
}  // namespace mask2cause
