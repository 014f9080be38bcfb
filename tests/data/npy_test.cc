#include "data/npy.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "data/temp_folder.h"

namespace mask2cause {
namespace {

const Floats kArray = {1, 2, 3, 4, 5, 6, 9, 8, 7, 0, 1, 100};  // tools/fixtures/make_npy.py

std::string Fixture(const std::string& name) {
  return std::string(MASK2CAUSE_FIXTURES) + "/data/" + name;
}

std::string Npy(const std::string& header, std::string_view data, char version = 1) {
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  file += static_cast<char>(header.size() & 255);
  file += static_cast<char>(header.size() >> 8);
  return file + header + std::string(data);
}

std::string FloatBytes(const std::vector<double>& values) {
  std::string bytes(values.size() * sizeof(double), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string NpyError(std::string_view content, const ReadOptions& options = {}) {
  const TempFolder folder;
  return ErrorOf([&] { ReadDataset(folder.Write("x.npy", content), options); });
}

TEST(Npy, EveryTypeAndByteOrder) {
  for (const std::string type : {"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"}) {
    for (const std::string order : {"little", "big"}) {
      EXPECT_EQ(Values(ReadDataset(Fixture(type + "_" + order + ".npy"))), kArray) << type << " " << order;
    }
  }
  EXPECT_EQ(Values(ReadDataset(Fixture("bool.npy"))), (Floats{0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1}));
}

TEST(Npy, EveryOrderAndVersion) {
  for (const std::string name : {"f4_fortran", "f8_big_fortran", "version2", "version3"}) {
    const Dataset data = ReadDataset(Fixture(name + ".npy"));
    EXPECT_EQ(Values(data), kArray) << name;
    EXPECT_EQ(data.names, (Names{"x1", "x2", "x3"}));
    EXPECT_EQ(data.rows, 4U);
  }
}

TEST(Npy, ThreeDimensionsAreTrajectories) {
  Floats both = kArray;
  for (const float value : kArray) both.push_back(10 * value);
  for (const std::string name : {"three_dimensions.npy", "three_dimensions_fortran.npy"}) {
    const Dataset data = ReadDataset(Fixture(name));
    EXPECT_EQ(Values(data), both) << name;
    ASSERT_EQ(data.trajectories.size(), 2U);
    EXPECT_EQ(data.trajectories[1].first_row, 4U);
  }
}

TEST(Npy, TransposeSwapsTimeAndVariable) {
  ReadOptions options;
  options.transpose = true;
  const Floats transposed = {1, 4, 9, 0, 2, 5, 8, 1, 3, 6, 7, 100};
  for (const std::string name : {"f4_little.npy", "f4_fortran.npy"}) {
    EXPECT_EQ(Values(ReadDataset(Fixture(name), options)), transposed) << name;
  }
  for (const std::string name : {"three_dimensions.npy", "three_dimensions_fortran.npy"}) {
    const Dataset data = ReadDataset(Fixture(name), options);
    EXPECT_EQ(data.variables(), 4U);
    for (size_t r = 0; r < 3; ++r) {
      for (size_t v = 0; v < 4; ++v) {
        EXPECT_EQ(data.at(r, v), kArray[v * 3 + r]) << name;
        EXPECT_EQ(data.at(r + 3, v), 10 * kArray[v * 3 + r]) << name;
      }
    }
  }
}

TEST(Npy, NaNIsMissing) {
  const Dataset data = ReadDataset(Fixture("nan.npy"));
  EXPECT_EQ(data.missing.count(), 1U);
  EXPECT_TRUE(data.is_missing(2, 0));
}

TEST(Npy, ColumnOptions) {
  ReadOptions options;
  options.drop = {"x2"};
  EXPECT_EQ(Values(ReadDataset(Fixture("nan.npy"), options)), (Floats{1, 3, 4, 6, 0, 7, 0, 100}));
  EXPECT_TRUE(ReadDataset(Fixture("nan.npy"), options).is_missing(2, 0));
  options = {};
  options.time_column = "3";
  const Dataset data = ReadDataset(Fixture("f8_little.npy"), options);
  EXPECT_EQ(data.names, (Names{"x1", "x2"}));
  EXPECT_EQ(data.time.name, "x3");
  EXPECT_EQ(data.time.kind, TimeKind::kCounter);
  EXPECT_TRUE(data.dropped.empty());
  EXPECT_EQ(data.warnings.size(), 1U) << "3, 6, 7, 100 is uneven";
}

TEST(Npy, Infinities) {
  const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n";
  ExpectError(NpyError(Npy(header, FloatBytes({1, 2, 3, HUGE_VAL}))), ErrorKind::kData,
              {"row 2, column 2", "not a finite"});
  ExpectError(NpyError(Npy(header, FloatBytes({1, 1e308, 3, 4}))), ErrorKind::kData,
              {"row 1, column 2", "1e+308", "rescale"});
}

TEST(Npy, WrongTypesAndDimensions) {
  const auto error = [](const std::string& name) { return ErrorOf([&] { ReadDataset(Fixture(name)); }); };
  ExpectError(error("object.npy"), ErrorKind::kData, {"Python objects"});
  ExpectError(error("complex.npy"), ErrorKind::kData, {"c8"});
  ExpectError(error("text.npy"), ErrorKind::kData, {"U3"});
  ExpectError(error("fields.npy"), ErrorKind::kData, {"named fields"});
  ExpectError(error("no_dimension.npy"), ErrorKind::kData, {"0 dimension"});
  ExpectError(error("one_dimension.npy"), ErrorKind::kData, {"1 dimension"});
  ExpectError(error("four_dimensions.npy"), ErrorKind::kData, {"4 dimension", "(2, 2, 3, 1)"});
  ExpectError(error("empty.npy"), ErrorKind::kData, {"(0, 3)", "empty"});
}

TEST(Npy, DamagedFiles) {
  const std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }\n";
  const std::string good = Npy(header, FloatBytes({1, 2, 3, 5}));
  EXPECT_EQ(NpyError(good), "");
  ExpectError(NpyError("not an array"), ErrorKind::kData, {"x.npy", "not an NPY"});
  ExpectError(NpyError(""), ErrorKind::kData, {"not an NPY"});
  // Cut at every byte: always a clear error, never anything else.
  for (size_t length = 0; length < good.size(); ++length) {
    ExpectError(NpyError(good.substr(0, length)), ErrorKind::kData, {"x.npy"});
  }
  ExpectError(NpyError(good.substr(0, 30)), ErrorKind::kData, {"header is cut short"});
  ExpectError(NpyError(good.substr(0, good.size() - 1)), ErrorKind::kData, {"cut short", "needs 32 bytes", "has 31"});
  ExpectError(NpyError(good + "x"), ErrorKind::kData, {"more data than shape (2, 2)"});
  ExpectError(NpyError(Npy(header, "", 9)), ErrorKind::kData, {"version 9"});
  ExpectError(NpyError(Npy("{'descr': '<f8', 'shape': (2, 2)}", "")), ErrorKind::kData, {"malformed"});
  ExpectError(NpyError(Npy("{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 2)}", "")), ErrorKind::kData,
              {"malformed"});
}

TEST(Npy, AbsurdShapesAllocateNothing) {
  for (const std::string shape : {"(1152921504606846976, 1)", "(4294967296, 4294967296)", "(1152921504606846976, 16)",
                                  "(18446744073709551615, 18446744073709551615)"}) {
    for (const std::string fortran : {"False", "True"}) {
      const std::string header = "{'descr': '<f4', 'fortran_order': " + fortran + ", 'shape': " + shape + "}";
      ExpectError(NpyError(Npy(header, "1234")), ErrorKind::kData, {"declares", "limit"});
    }
  }
  ExpectError(NpyError(Npy("{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999999, 1)}", "")),
              ErrorKind::kData, {"malformed"});
  ReadOptions options;
  options.max_bytes = 15;
  ExpectError(NpyError(Npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2)}", "1234"), options),
              ErrorKind::kData, {"limit of 15"});
}

}  // namespace
}  // namespace mask2cause
