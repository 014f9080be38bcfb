#include <gtest/gtest.h>

#include "data/temp_folder.h"

namespace mask2cause {
namespace {

using Doubles = std::vector<double>;
const Doubles kGraph = {1, 0, 1, 1, 1, 0, 0, 0, 1};  // tools/fixtures/make_npy.py

std::string Fixture(const std::string& name) {
  return std::string(MASK2CAUSE_FIXTURES) + "/data/" + name;
}

NamedMatrix ReadMatrixText(std::string_view text) {
  const TempFolder folder;
  return ReadMatrix(folder.Write("graph.csv", text));
}

TEST(ReadMatrix, ArraysOfAnyOrder) {
  EXPECT_EQ(ReadMatrix(Fixture("stored.npz")).values, kGraph);
  EXPECT_EQ(ReadMatrix(Fixture("deflated.npz")).values, kGraph) << "Fortran order";
  EXPECT_TRUE(ReadMatrix(Fixture("stored.npz")).names.empty());
  ExpectError(ErrorOf([] { ReadMatrix(Fixture("stored.npz"), "X"); }), ErrorKind::kData, {"4 x 3", "not square"});
  ExpectError(ErrorOf([] { ReadMatrix(Fixture("one_dimension.npy")); }), ErrorKind::kData, {"not a matrix"});
  ExpectError(ErrorOf([] { ReadMatrix(Fixture("missing.npy")); }), ErrorKind::kFile, {"missing.npy"});
}

TEST(ReadMatrix, TextWithAndWithoutNames) {
  const NamedMatrix bare = ReadMatrixText("1,0,1\n1,1,0\n0,0,1\n");
  EXPECT_EQ(bare.values, kGraph);
  EXPECT_EQ(bare.size, 3U);
  EXPECT_TRUE(bare.names.empty());
  for (const char* text : {"a,b,c\n1,0,1\n1,1,0\n0,0,1\n", ",a,b,c\na,1,0,1\nb,1,1,0\nc,0,0,1\n",
                           "target,a,b,c\na,1,0,1\nb,1,1,0\nc,0,0,1\n", "a,1,0,1\nb,1,1,0\nc,0,0,1\n",
                           "a,b,c\na,1,0,1\nb,1,1,0\nc,0,0,1\n"}) {
    const NamedMatrix named = ReadMatrixText(text);
    EXPECT_EQ(named.values, kGraph) << text;
    EXPECT_EQ(named.names, (Names{"a", "b", "c"})) << text;
  }
  EXPECT_EQ(ReadMatrixText("0.123456789012345\n").values, Doubles{0.123456789012345}) << "double precision is kept";
}

TEST(ReadMatrix, BadText) {
  const auto error = [](std::string_view text) { return ErrorOf([&] { ReadMatrixText(text); }); };
  ExpectError(error("1,0\n1,1\n0,0\n"), ErrorKind::kData, {"3 x 2", "not square"});
  ExpectError(error("1,0\n1\n"), ErrorKind::kData, {"line 2", "expected 2", "found 1"});
  ExpectError(error("1,0\n1,NA\n"), ErrorKind::kData, {"line 2, column 2", "'NA'"});
  ExpectError(error(",a,b\nb,1,0\na,1,1\n"), ErrorKind::kData, {"another order"});
  ExpectError(error(""), ErrorKind::kData, {"no matrix"});
}

}  // namespace
}  // namespace mask2cause
