#include "report/npy.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace mask2cause {
namespace {

TEST(Npy, HeaderIsAlignedAndNamesTypeAndShape) {
  const std::vector<double> values{1.5, -2.0, 3.0, 4.0, 5.0, 6.0};
  const std::string bytes = NpyBytes(values, {2, 3});
  EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const size_t header = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  EXPECT_EQ((10 + header) % 64, 0u);
  EXPECT_EQ(bytes[9 + header], '\n');
  EXPECT_NE(bytes.find("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"), std::string::npos);
  ASSERT_EQ(bytes.size(), 10 + header + 6 * sizeof(double));
  EXPECT_EQ(std::memcmp(bytes.data() + 10 + header, values.data(), 6 * sizeof(double)), 0);
}

TEST(Npy, OneDimensionHasATrailingComma) {
  EXPECT_NE(NpyBytes(std::vector<float>{1, 2}, {2}).find("'<f4', 'fortran_order': False, 'shape': (2,), }"),
            std::string::npos);
}

TEST(Npy, FlagsAreBytes) {
  const std::string bytes = NpyFlagBytes(std::vector<double>{0, 1, 0.5, 0}, {4});
  EXPECT_NE(bytes.find("'|u1'"), std::string::npos);
  EXPECT_EQ(bytes.substr(bytes.size() - 4), std::string("\0\1\1\0", 4));
}

TEST(Npy, WholeNumbersAndTexts) {
  EXPECT_NE(NpyBytes(std::vector<int64_t>{-1}, {1}).find("'<i8'"), std::string::npos);
  const std::string bytes = NpyBytes(std::vector<std::string>{"a", "é\U0001F600", ""}, {3});
  EXPECT_NE(bytes.find("'<U2'"), std::string::npos);
  const std::u32string letters(U"a\0\u00e9\U0001F600\0\0", 6);
  EXPECT_EQ(std::memcmp(bytes.data() + bytes.size() - 24, letters.data(), 24), 0);
  EXPECT_NE(NpyBytes(std::vector<std::string>{""}, {1}).find("'<U1'"), std::string::npos);
  EXPECT_NE(NpyBytes(std::vector<std::string>{""}, {1}, 3).find("'<U3'"), std::string::npos);
}

TEST(Npz, SameBytesInEveryTimeZone) {
  const std::vector<NpzEntry> entries{{"X", NpyBytes(std::vector<double>{1, 2}, {2})}, {"A", "rest"}};
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  const std::string first = NpzBytes(entries);
  ::setenv("TZ", "Pacific/Kiritimati", 1);
  ::tzset();
  const std::string second = NpzBytes(entries);
  ::unsetenv("TZ");
  ::tzset();
  EXPECT_EQ(first, second);
  EXPECT_EQ(first.substr(0, 4), std::string("PK\x03\x04"));
  EXPECT_NE(first.find("X.npy"), std::string::npos);
}

}  // namespace
}  // namespace mask2cause
