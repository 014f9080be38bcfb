#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include "data/byte_source.h"
#include "data/csv_reader.h"
#include "data/temp_folder.h"

namespace mask2cause {
namespace {

TEST(Csv, HeaderAndNumbers) {
  const Dataset data = ReadText("a,b,c\n0.5,-2,3e2\n+4, 5 ,.5\n");
  EXPECT_EQ(data.names, (Names{"a", "b", "c"}));
  EXPECT_EQ(data.rows, 2U);
  EXPECT_EQ(Values(data), (Floats{0.5F, -2, 300, 4, 5, 0.5F}));
  EXPECT_FALSE(data.missing.any());
  ASSERT_EQ(data.trajectories.size(), 1U);
  EXPECT_EQ(data.trajectories[0].rows, 2U);
}

TEST(Csv, NoHeaderGivesNumberedNames) {
  const Dataset data = ReadText("5,2\n3,4\n9,9\n");
  EXPECT_EQ(data.names, (Names{"x1", "x2"}));
  EXPECT_EQ(data.rows, 3U);
}

TEST(Csv, EveryDelimiterIsFound) {
  for (const std::string delimiter : {",", ";", "\t", "|", " ", "   ", " \t"}) {
    const Dataset data = ReadText("a" + delimiter + "b\n1.5" + delimiter + "2\n0" + delimiter + "-4\n");
    EXPECT_EQ(data.names, (Names{"a", "b"})) << delimiter;
    EXPECT_EQ(Values(data), (Floats{1.5F, 2, 0, -4})) << delimiter;
  }
}

TEST(Csv, DelimiterOfTextHeadersAndDatesIsNotMistaken) {
  EXPECT_EQ(ReadText("wind speed;air, temp\n5;2\n3;1\n").names, (Names{"wind speed", "air, temp"}));
  EXPECT_EQ(ReadText("when,x\n2024-01-01 00:00:00,1\n2024-01-01 01:00:00,2\n").names, Names{"x"});
  EXPECT_EQ(ReadText("a\tb\n1\t\n\t2\n").missing.count(), 2U);
  EXPECT_EQ(ReadText("  5 2\n  3 1\n").rows, 2U);
}

TEST(Csv, ByteOrderMarkAndLineEndings) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const Dataset data = ReadText(
        "\xEF\xBB\xBF"
        "a,b" +
        end + "1,2" + end + "7,4");
    EXPECT_EQ(data.names, (Names{"a", "b"}));
    EXPECT_EQ(Values(data), (Floats{1, 2, 7, 4}));
  }
}

TEST(Csv, QuotedFields) {
  const Dataset data = ReadText("\"a,1\",\"say \"\"b\"\"\",\"two\nlines\"\n\"1.5\",2 , \"\"\n4,5,6\n");
  EXPECT_EQ(data.names, (Names{"a,1", "say \"b\"", "two\nlines"}));
  EXPECT_EQ(Values(data), (Floats{1.5F, 2, 0, 4, 5, 6}));
  EXPECT_TRUE(data.is_missing(0, 2));
}

TEST(Csv, MissingCellsAreKept) {
  const Dataset data = ReadText("a,b\n,1\nNA,2\nnan,3\nNULL,4\n?,5\n 7 ,\n");
  EXPECT_EQ(data.rows, 6U);
  EXPECT_EQ(data.missing.count(), 6U);
  for (size_t r = 0; r < 5; ++r) EXPECT_TRUE(data.is_missing(r, 0));
  EXPECT_FALSE(data.is_missing(5, 0));
  EXPECT_EQ(data.at(5, 0), 7);
  EXPECT_TRUE(data.is_missing(5, 1));
}

TEST(Csv, BlankLinesAreSkippedAndReported) {
  const Dataset data = ReadText("a,b\n1,2\n\n  \n7,4\n\n");
  EXPECT_EQ(data.rows, 2U);
  ASSERT_EQ(data.warnings.size(), 1U);
  EXPECT_NE(data.warnings[0].find("2 blank line"), std::string::npos) << data.warnings[0];
  EXPECT_NE(data.warnings[0].find("line 3"), std::string::npos);
  EXPECT_TRUE(ReadText("a,b\n1,2\n7,4\n\n\n").warnings.empty());
}

TEST(Csv, ColumnsAndDropByNameAndNumber) {
  const std::string text = "a,b,c,d\n1,2,x,4\n6,6,y,8\n";
  ReadOptions options;
  options.columns = {"d", "1"};
  EXPECT_EQ(ReadText(text, options).names, (Names{"a", "d"}));
  EXPECT_EQ(ReadText(text, options).dropped, (Names{"b", "c"}));
  EXPECT_EQ(Values(ReadText(text, options)), (Floats{1, 4, 6, 8}));
  options = {};
  options.drop = {"3", "a"};
  EXPECT_EQ(Values(ReadText(text, options)), (Floats{2, 4, 6, 8}));
  options.drop = {"tempratur"};
  ExpectError(ErrorOf([&] { ReadText("pressure,temperature\n1,2\n", options); }), ErrorKind::kUsage,
              {"--drop", "'tempratur'", "close names are: temperature"});
  options.drop = {"9"};
  ExpectError(ErrorOf([&] { ReadText(text, options); }), ErrorKind::kUsage, {"no column 9", "1 to 4"});
}

TEST(Csv, CellsAcrossBlockBoundaries) {
  // Long enough for several blocks of the scanner; each value says where it belongs.
  std::string text = "a,b,c\r\n";
  constexpr size_t kRows = 150000;
  for (size_t r = 0; r < kRows; ++r) {
    text += std::to_string(r % 1000) + ".25,\"" + std::to_string(r % 777) + "\"," + (r % 5 == 0 ? "" : "8") + "\r\n";
  }
  const Dataset data = ReadText(text);
  ASSERT_EQ(data.rows, kRows);
  for (size_t r = 0; r < kRows; ++r) {
    ASSERT_EQ(data.at(r, 0), static_cast<float>(r % 1000) + 0.25F) << r;
    ASSERT_EQ(data.at(r, 1), static_cast<float>(r % 777)) << r;
    ASSERT_EQ(data.is_missing(r, 2), r % 5 == 0) << r;
  }
}

// Gives one byte at a time, so that every cell is cut everywhere.
class Trickle : public ByteSource {
 public:
  explicit Trickle(std::string_view bytes) : bytes_(bytes) {}
  size_t Read(char* to, size_t capacity) override { return bytes_.Read(to, std::min<size_t>(capacity, 1)); }

 private:
  MemorySource bytes_;
};

TEST(Csv, ScannerDoesNotCareHowBytesArrive) {
  const std::string text =
      "\xEF\xBB\xBF"
      "a;b\r\n\"1\"\"\";2.5\r\n\r\n ;\"x\r\ny\" \r\n-3e5;end";
  for (const bool trickle : {false, true}) {
    std::unique_ptr<ByteSource> source;
    if (trickle) source = std::make_unique<Trickle>(text);
    if (!trickle) source = std::make_unique<MemorySource>(text);
    const std::string name = "memory";
    CsvScanner scanner(*source, ';', name);
    Names cells;
    while (scanner.StartRow()) {
      for (const std::string& cell : TakeRow(scanner, name)) cells.push_back(cell);
      cells.push_back("/");
    }
    EXPECT_EQ(cells, (Names{"a", "b", "/", "1\"", "2.5", "/", "", "x\r\ny", "/", "-3e5", "end", "/"})) << trickle;
    EXPECT_EQ(scanner.line(), 6U);
  }
}

std::string Gzip(std::string_view text) {
  std::string packed(text.size() + 100, '\0');
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string input(text);
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST(Csv, GzipIsToldByItsContent) {
  const TempFolder folder;
  const std::string packed = Gzip("a,b\n1,2\n") + Gzip("7,4\n");
  EXPECT_EQ(Values(ReadDataset(folder.Write("x.csv.gz", packed))), (Floats{1, 2, 7, 4}));
  EXPECT_EQ(Values(ReadDataset(folder.Write("misnamed.csv", packed))), (Floats{1, 2, 7, 4}));
  ExpectError(ErrorOf([&] { ReadDataset(folder.Write("cut.gz", packed.substr(0, packed.size() - 6))); }),
              ErrorKind::kData, {"cut.gz", "cut short"});
  std::string damaged = packed;
  damaged[12] = static_cast<char>(damaged[12] ^ 0x55);
  ExpectError(ErrorOf([&] { ReadDataset(folder.Write("bad.gz", damaged)); }), ErrorKind::kData, {"bad.gz", "damaged"});
  ReadOptions options;
  options.max_bytes = 1000;
  ExpectError(ErrorOf([&] { ReadDataset(folder.Write("bomb.gz", Gzip(std::string(100000, '\n'))), options); }),
              ErrorKind::kData, {"bomb.gz", "limit"});
}

// Standard input holds `content` while this lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& content) : saved_(::dup(STDIN_FILENO)) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    EXPECT_EQ(::write(ends[1], content.data(), content.size()), static_cast<ssize_t>(content.size()));
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
  }
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int saved_;
};

TEST(Csv, StandardInputPlainAndPacked) {
  for (const std::string& content : {std::string("a,b\n1,2\n7,4\n"), Gzip("a,b\n1,2\n7,4\n")}) {
    const StandardInput input(content);
    EXPECT_EQ(Values(ReadDataset("-")), (Floats{1, 2, 7, 4}));
  }
  const StandardInput archive("PK\x03\x04 and so on");
  ExpectError(ErrorOf([] { ReadDataset("-"); }), ErrorKind::kData, {"standard input", "NPZ"});
}

TEST(Csv, FolderIsOneTrajectoryPerFile) {
  const TempFolder folder;
  folder.Write("run/b.csv", "t,x,y\n0,1,2\n1,3,4\n");
  folder.Write("run/a.tsv", "t\tx\ty\n0\t5\t6\n1\t7\t8\n2\t9\t\n");
  folder.Write("run/notes.txt", "not data");
  const Dataset data = ReadDataset(folder.path() + "/run");
  EXPECT_EQ(data.names, (Names{"x", "y"}));
  EXPECT_EQ(Values(data), (Floats{5, 6, 7, 8, 9, 0, 1, 2, 3, 4}));
  ASSERT_EQ(data.trajectories.size(), 2U);
  EXPECT_EQ(data.trajectories[0].name, "a.tsv");
  EXPECT_EQ(data.trajectories[1].first_row, 3U);
  EXPECT_EQ(data.trajectories[1].rows, 2U);
  EXPECT_EQ(data.time.name, "t");
  EXPECT_EQ(data.time.uneven_steps, 0U) << "the step from one file to the next was counted";
  folder.Write("run/c.csv", "t,x,z\n0,1,2\n");
  ExpectError(ErrorOf([&] { ReadDataset(folder.path() + "/run"); }), ErrorKind::kData,
              {"c.csv", "column 3", "'z'", "'y'"});
  folder.Write("run/c.csv", "t,x\n0,1\n");
  ExpectError(ErrorOf([&] { ReadDataset(folder.path() + "/run"); }), ErrorKind::kData, {"c.csv", "2 columns", "3"});
}

TEST(Csv, Transposed) {
  ReadOptions options;
  options.transpose = true;
  const Dataset plain = ReadText("1,2,9\n4,NA,6\n", options);
  EXPECT_EQ(plain.names, (Names{"x1", "x2"}));
  EXPECT_EQ(Values(plain), (Floats{1, 4, 2, 0, 9, 6}));
  EXPECT_TRUE(plain.is_missing(1, 1));
  EXPECT_EQ(plain.missing.count(), 1U);
  const Dataset named = ReadText("name,0,1,2\na,1,2,9\nb,4,5,6\n", options);
  EXPECT_EQ(named.names, (Names{"a", "b"}));
  EXPECT_EQ(Values(named), (Floats{1, 4, 2, 5, 9, 6}));
}

TEST(Csv, MoreVariablesThanRowsNamesTheFlag) {
  const Dataset data = ReadText("a,b,c\n1,5,3\n4,0,6\n");
  ASSERT_EQ(data.warnings.size(), 1U);
  EXPECT_NE(data.warnings[0].find("--transpose"), std::string::npos);
  EXPECT_TRUE(ReadText("a,b\n1,5\n4,0\n").warnings.empty());
}

TEST(Csv, ProgressCanCancel) {
  const TempFolder folder;
  std::string text = "a,b\n";
  for (int i = 0; i < 600000; ++i) text += "1,2\n";
  const std::string path = folder.Write("long.csv", text);
  double last = 0.0;
  ReadDataset(path, {}, [&](const ProgressEvent& event) {
    EXPECT_EQ(event.stage, "reading");
    EXPECT_GE(event.fraction, last);
    last = event.fraction;
    return true;
  });
  EXPECT_EQ(last, 1.0);
  ExpectError(ErrorOf([&] { ReadDataset(path, {}, [](const ProgressEvent&) { return false; }); }),
              ErrorKind::kInterrupted, {});
}

}  // namespace
}  // namespace mask2cause
