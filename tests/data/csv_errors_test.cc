// Every kind of bad text input: the right kind of error, the offending place, the remedy.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "data/temp_folder.h"

namespace mask2cause {
namespace {

std::string TextError(std::string_view text, const ReadOptions& options = {}) {
  return ErrorOf([&] { ReadText(text, options); });
}

TEST(CsvErrors, FileSystem) {
  const TempFolder folder;
  ExpectError(ErrorOf([&] { ReadDataset(folder.path() + "/none.csv"); }), ErrorKind::kFile,
              {"none.csv", "No such file"});
  ExpectError(ErrorOf([&] { ReadDataset(folder.path()); }), ErrorKind::kFile, {"folder without CSV"});
  ExpectError(ErrorOf([&] { ReadDataset("/proc/self/mem"); }), ErrorKind::kFile, {"/proc/self/mem", "cannot read"});
  const std::string secret = folder.Write("secret.csv", "a,b\n1,2\n");
  ::chmod(secret.c_str(), 0);
  if (::geteuid() != 0) {
    ExpectError(ErrorOf([&] { ReadDataset(secret); }), ErrorKind::kFile, {"secret.csv", "Permission"});
  }
}

TEST(CsvErrors, NothingInIt) {
  ExpectError(TextError(""), ErrorKind::kData, {"data.csv", "empty"});
  ExpectError(TextError("\n\n  \n"), ErrorKind::kData, {"data.csv", "empty"});
  ExpectError(TextError("\xEF\xBB\xBF"), ErrorKind::kData, {"data.csv", "empty"});
  ExpectError(TextError("a,b\n"), ErrorKind::kData, {"header and no rows"});
}

TEST(CsvErrors, RaggedRows) {
  ExpectError(TextError("a,b,c\n1,2,3\n4,5\n"), ErrorKind::kData, {"line 3", "expected 3", "found 2"});
  ExpectError(TextError("a,b,c\n1,2,3\n\n4,5,6,7,8\n"), ErrorKind::kData, {"line 4", "expected 3", "found 5"});
  ExpectError(TextError("\"a\n1\",b\n1,2\n3,4,5\n"), ErrorKind::kData, {"line 4", "expected 2", "found 3"});
}

TEST(CsvErrors, TextInANumericCell) {
  ExpectError(TextError("a,b\n1,2\n3,high\n"), ErrorKind::kData,
              {"line 3", "'b'", "'high' is not a number", "--drop b"});
  ExpectError(TextError("a,b\n1,2\n3,1.5.2\n"), ErrorKind::kData, {"line 3", "'1.5.2'"});
  ExpectError(TextError("a;b\n1,5;2,5\n3,5;4,5\n"), ErrorKind::kData, {"'1,5'", "point, not a comma"});
  ExpectError(TextError("x,when\n1,2024-01-01\n2,2024-01-02\n"), ErrorKind::kData,
              {"'2024-01-01'", "--time-column when"});
}

TEST(CsvErrors, Names) {
  ExpectError(TextError("a,b,a\n1,2,3\n"), ErrorKind::kData, {"line 1", "columns 1 and 3", "'a'"});
  ExpectError(TextError("a,,c\n1,2,3\n"), ErrorKind::kData, {"line 1", "column 2 has no name"});
  ExpectError(TextError(",b,c\n1,2,3\n7,5,6\n9,9,9\n"), ErrorKind::kData, {"column 1 has no name", "--drop 1"});
  ExpectError(TextError("a,gr\xF6\xDF"
                        "e\n1,2\n"),
              ErrorKind::kData, {"UTF-8", "column 2"});
}

TEST(CsvErrors, NumbersThatFloatsCannotHold) {
  ExpectError(TextError("a,b\n1,2\n3,1e308\n"), ErrorKind::kData, {"line 3", "'b'", "'1e308' does not fit", "rescale"});
  ExpectError(TextError("a,b\n1,2\n-1e999,2\n"), ErrorKind::kData, {"line 3", "'a'", "does not fit"});
  ExpectError(TextError("a,b\n1,2\n3,-inf\n"), ErrorKind::kData, {"line 3", "'b'", "'-inf' is not a finite number"});
  ExpectError(TextError("a,b\n1,2\nInfinity,2\n"), ErrorKind::kData, {"line 3", "'a'", "not a finite"});
  EXPECT_EQ(ReadText("a,b\n3.4e38,1e-60\n").at(0, 0), 3.4e38F);
}

TEST(CsvErrors, ColumnWithoutAnyValue) {
  ExpectError(TextError("a,b\n1,\n3,NA\n"), ErrorKind::kData, {"'b'", "all 2 cells are missing", "--drop b"});
  ReadOptions options;
  options.drop = {"b"};
  EXPECT_EQ(ReadText("a,b\n1,\n3,NA\n", options).names, Names{"a"});
}

TEST(CsvErrors, Quotes) {
  ExpectError(TextError("a,b\n1,2\n3,\"4\n5,6\n"), ErrorKind::kData, {"line 3", "never closed"});
  ExpectError(TextError("a,b\n1,\"2\"3\n"), ErrorKind::kData, {"line 2", "after the closing quote"});
}

TEST(CsvErrors, NotText) {
  ExpectError(TextError(std::string_view("a,b\n1,2\n3,\0\x01\x02\n", 15)), ErrorKind::kData, {"line 3", "binary"});
  ExpectError(TextError(std::string_view("\x7f"
                                         "ELF\x02\x01\x01\0\0",
                                         9)),
              ErrorKind::kData, {"line 1", "binary"});
  ExpectError(TextError(std::string_view("\xFF\xFE"
                                         "a\0,\0b\0",
                                         8)),
              ErrorKind::kData, {"UTF-16", "UTF-8"});
  ExpectError(TextError("a,b\n1," + std::string(3 << 20, '7') + "\n"), ErrorKind::kData, {"line 2", "longer than"});
  ExpectError(TextError("a,b\n1,\"" + std::string(3 << 20, '7') + "\n"), ErrorKind::kData, {"line 2", "longer than"});
}

TEST(CsvErrors, MoreThanTheLimit) {
  ReadOptions options;
  options.max_bytes = 16;
  EXPECT_EQ(ReadText("a,b\n1,2\n3,4\n", options).rows, 2U);
  ExpectError(TextError("a,b\n1,2\n3,4\n9,9\n", options), ErrorKind::kData, {"limit of 16 bytes"});
}

TEST(CsvErrors, NoColumnLeft) {
  ReadOptions options;
  options.drop = {"a", "b"};
  ExpectError(TextError("a,b\n1,2\n", options), ErrorKind::kData, {"no column is left"});
}

}  // namespace
}  // namespace mask2cause
