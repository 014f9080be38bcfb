#include "report/svg_document.h"

#include <gtest/gtest.h>

#include <cmath>

#include "report/svg_reading.h"

namespace mask2cause {
namespace {

TEST(SvgDocument, MarkupInTextIsEscaped) {
  EXPECT_EQ(XmlText("<script>alert('x')</script>"), "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
  EXPECT_EQ(XmlText("a & b \"c\""), "a &amp; b &quot;c&quot;");
}

TEST(SvgDocument, WhatXmlForbidsIsReplaced) {
  EXPECT_EQ(XmlText(std::string_view("a\0b\x1b\x7f", 5)), "a\uFFFDb\uFFFD\uFFFD");
  EXPECT_EQ(XmlText("tab\tand\nline"), "tab and line");
  EXPECT_EQ(XmlText("\xEF\xBF\xBF"), "\uFFFD");  // U+FFFF
}

TEST(SvgDocument, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(XmlText("\xff"), "\uFFFD");
  EXPECT_EQ(XmlText("cut \xE2\x82"), "cut \uFFFD\uFFFD");
  EXPECT_EQ(XmlText("\xC0\xBC"), "\uFFFD\uFFFD");                // overlong <
  EXPECT_EQ(XmlText("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");      // surrogate
  EXPECT_EQ(XmlText("\xF4\x90\x80\x80").size(), 4 * 3u);         // beyond U+10FFFF
  EXPECT_EQ(XmlText("é λ 因 \U0001F600"), "é λ 因 \U0001F600");  // valid ones stay
}

TEST(SvgDocument, NumbersHaveTwoDecimalsAlways) {
  EXPECT_EQ(SvgNumber(1), "1.00");
  EXPECT_EQ(SvgNumber(-0.001), "0.00");
  EXPECT_EQ(SvgNumber(1.0 / 3.0), "0.33");
  EXPECT_EQ(SvgNumber(std::nan("")), "0.00");
}

TEST(SvgDocument, ShortenedTextKeepsWholeCharacters) {
  EXPECT_EQ(ShortenedText("short", 10, 100), "short");
  const std::string cut = ShortenedText("éééééééééé", 10, 30);
  EXPECT_EQ(cut, "éééé…");
  EXPECT_LE(TextWidth(cut, 10), 30);
  EXPECT_EQ(ShortenedText("anything", 10, 0), "…");
}

TEST(SvgDocument, IsAnImageWithANameAndADescription) {
  SvgDocument svg(100, 50, "a <title>", "about \"it\"");
  svg.Open("g", {{"class", "x\"y"}});
  const std::string text = svg.Finish();
  const SvgReader reader = ReadSvg(text);
  const SvgElement& root = reader.elements().front();
  EXPECT_EQ(root.name, "svg");
  EXPECT_EQ(root.Get("role"), "img");
  EXPECT_EQ(root.Get("viewBox"), "0 0 100.00 50.00");
  EXPECT_EQ(reader.Named("title").front().text, "a &lt;title&gt;");
  EXPECT_EQ(reader.Named("desc").front().text, "about &quot;it&quot;");
  EXPECT_NE(text.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(SvgReader, SeesWhatIsNotWellFormed) {
  for (const char* bad : {"<a>", "<a></b>", "<a><b></a></b>", "<a x=\"<\"/>", "<a>&x</a>", "<a/><a/>",
                          "<a x=\"1\" x=\"2\"/>", "<a x=1/>", "<a>\x01</a>", "x<a/>"}) {
    EXPECT_NE(SvgReader(bad).problem(), "") << bad;
  }
  EXPECT_EQ(SvgReader("<a x=\"1\"><b/>text &amp; more</a>\n").problem(), "");
}

}  // namespace
}  // namespace mask2cause
