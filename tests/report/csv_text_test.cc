#include "report/csv_text.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mask2cause {
namespace {

TEST(CsvText, FieldsAreQuotedOnlyWhenTheyHaveToBe) {
  EXPECT_EQ(CsvField("plain name"), "plain name");
  EXPECT_EQ(CsvField("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvField("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(CsvField("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(CsvField(" edge"), "\" edge\"");
  EXPECT_EQ(CsvField(""), "\"\"");
}

TEST(CsvText, UnknownFieldsOfAnEdgeAreEmpty) {
  Result result;
  result.scores.names = {"a", "b,c"};
  result.scores.values = {0, 0, 0.1, 0};
  result.edges = {{.source = 0, .target = 1, .score = 0.1},
                  {.source = 1, .target = 0, .found = true, .p = 0.5, .q = 1.0, .lag = 2, .sign = -1}};
  EXPECT_EQ(EdgesCsv(result),
            "source,target,score,found,nats,nats_low,nats_high,p,q,stability,lag,sign,kind,kind_confidence\n"
            "a,\"b,c\",0.1,0,,,,,,,,,,\n\"b,c\",a,0,1,,,,0.5,1,,2,-1,,\n");
  result.edges[0].kind = EdgeKind::kVariance;
  result.edges[0].kind_confidence = 0.75;
  result.edges[0].sign_varies = true;
  result.edges[0].nats = 0.25;
  EXPECT_NE(EdgesCsv(result).find("0.1,0,0.25,,,,,,,mixed,variance,0.75\n"), std::string::npos);
}

TEST(CsvText, MatrixHasSourcesAboveAndTargetsLeft) {
  EXPECT_EQ(MatrixCsv({"a", "b"}, {0, 0.25, 1, 0}), "target,a,b\na,0,0.25\nb,1,0\n");
}

TEST(CsvText, MissingCellIsEmpty) {
  const float values[] = {1.5f, 0.1f, std::nanf(""), 4.0f};
  EXPECT_EQ(DatasetCsv(MakeDataset(values, {"a", "b"})), "a,b\n1.5,0.1\n,4\n");
}

}  // namespace
}  // namespace mask2cause
