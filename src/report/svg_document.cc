#include "report/svg_document.h"

#include <fmt/core.h>

#include <cmath>
#include <iterator>
#include <utility>

#include "report/chart_style.h"
#include "report/utf8.h"

namespace mask2cause {
namespace {

// Averages of the common sans-serif fonts, as a part of the font size; characters from kFirstWide on (Chinese,
// Japanese, Korean, emoji) fill a square.
constexpr double kLetterWidth = 0.56;
constexpr double kWideWidth = 1.0;
constexpr char32_t kFirstWide = 0x1100;
constexpr char32_t kEllipsis = 0x2026;

double LetterWidth(char32_t letter) {
  return letter >= kFirstWide && letter != kEllipsis ? kWideWidth : kLetterWidth;
}

bool IsForbidden(char32_t letter) {
  return letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || letter == 0xfffe || letter == 0xffff;
}

void AppendEscaped(char32_t letter, std::string& out) {
  switch (letter) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    case '\t':
    case '\n':
    case '\r':
      out += ' ';
      break;
    default:
      AppendUtf8(IsForbidden(letter) ? kReplacementCharacter : letter, out);
  }
}

}  // namespace

std::string XmlText(std::string_view text) {
  std::string out;
  for (const char32_t letter : Utf8CodePoints(text)) AppendEscaped(letter, out);
  return out;
}

std::string SvgNumber(double value) {
  if (!std::isfinite(value)) value = 0;
  std::string text = fmt::format("{:.2f}", value);
  return text == "-0.00" ? "0.00" : text;
}

double TextWidth(std::string_view text, double font_size) {
  double width = 0;
  for (const char32_t letter : Utf8CodePoints(text)) width += LetterWidth(letter);
  return width * font_size;
}

std::string ShortenedText(std::string_view text, double font_size, double most_width) {
  if (TextWidth(text, font_size) <= most_width) return std::string(text);
  std::string out;
  double width = LetterWidth(kEllipsis) * font_size;
  for (const char32_t letter : Utf8CodePoints(text)) {
    width += LetterWidth(letter) * font_size;
    if (width > most_width) break;
    AppendUtf8(letter, out);
  }
  AppendUtf8(kEllipsis, out);
  return out;
}

SvgDocument::SvgDocument(double width, double height, std::string_view title, std::string_view description) {
  // No ids anywhere: several charts may stand in one page.
  Open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
               {"class", kChartClass},
               {"role", "img"},
               {"viewBox", fmt::format("0 0 {} {}", SvgNumber(width), SvgNumber(height))},
               {"width", width},
               {"height", height}});
  Add("title", {}, title);
  Add("desc", {}, description);
  fmt::format_to(std::back_inserter(out_), "<style>{}</style>\n", ChartStyleSheet());
  // Its own paper, since a picture opened by itself stands on white even where the reader asked for dark.
  Add("rect", {{"class", "paper"}, {"width", width}, {"height", height}});
}

void SvgDocument::AddTag(std::string_view element, const SvgAttributes& attributes, std::string_view end) {
  fmt::format_to(std::back_inserter(out_), "<{}", element);
  for (const SvgAttribute& attribute : attributes) {
    fmt::format_to(std::back_inserter(out_), " {}=\"{}\"", attribute.name, attribute.value);
  }
  out_ += end;
}

void SvgDocument::Add(std::string_view element, const SvgAttributes& attributes, std::string_view text) {
  if (text.empty()) return AddTag(element, attributes, "/>\n");
  AddTag(element, attributes, ">");
  fmt::format_to(std::back_inserter(out_), "{}</{}>\n", XmlText(text), element);
}

void SvgDocument::AddWithTooltip(std::string_view element, const SvgAttributes& attributes, std::string_view tooltip) {
  AddTag(element, attributes, ">");
  fmt::format_to(std::back_inserter(out_), "<title>{}</title></{}>\n", XmlText(tooltip), element);
}

void SvgDocument::AddText(std::string_view css_class, double x, double y, std::string_view text,
                          std::string_view anchor) {
  if (text.empty()) return;
  Add("text", {{"class", css_class}, {"x", x}, {"y", y}, {"text-anchor", anchor}}, text);
}

void SvgDocument::AddUprightText(std::string_view css_class, double x, double y, std::string_view text,
                                 std::string_view anchor) {
  if (text.empty()) return;
  const std::string turn = fmt::format("translate({} {}) rotate(-90)", SvgNumber(x), SvgNumber(y));
  Add("text", {{"class", css_class}, {"transform", turn}, {"text-anchor", anchor}}, text);
}

void SvgDocument::Open(std::string_view element, const SvgAttributes& attributes) {
  AddTag(element, attributes, ">\n");
  open_.emplace_back(element);
}

void SvgDocument::Close() {
  fmt::format_to(std::back_inserter(out_), "</{}>\n", open_.back());
  open_.pop_back();
}

std::string SvgDocument::Finish() {
  while (!open_.empty()) Close();
  return std::move(out_);
}

}  // namespace mask2cause
