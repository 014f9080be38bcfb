#include <fmt/core.h>

#include <iterator>
#include <string_view>

#include "report/edge_text.h"
#include "report/export_format.h"
#include "report/svg_document.h"
#include "report/utf8.h"

namespace mask2cause {
namespace {

constexpr double kMostLabelWidth = 24;  // in sizes of the font, about 40 letters; the whole name is in the tooltip
constexpr double kLeastWidth = 1.0, kMostWidth = 5.0;

void AppendEscaped(char32_t letter, std::string& out) {
  const bool is_space = letter == '\n' || letter == '\r' || letter == '\t';
  const bool is_control = letter < 0x20 || (letter >= 0x7f && letter < 0xa0) || letter == 0xfffe || letter == 0xffff;
  if (letter == '&') {
    out += "&amp;";  // graphviz knows HTML's names of characters
  } else if (letter == '"' || letter == '\\') {
    out += '\\';
    out += static_cast<char>(letter);
  } else {
    AppendUtf8(is_space ? U' ' : is_control ? kReplacementCharacter : letter, out);
  }
}

std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char32_t letter : Utf8CodePoints(text)) AppendEscaped(letter, out);
  return out + '"';
}

const char* Colour(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kMean:
      return "#0072b2";
    case EdgeKind::kVariance:
      return "#d55e00";
    case EdgeKind::kBoth:
      return "#c4649a";
    case EdgeKind::kUnknown:
      break;
  }
  return "#59616b";
}

std::string EdgeLabel(const Edge& edge) {
  const std::string sign = SignText(edge);
  if (edge.lag == 0) return sign;
  return fmt::format("lag {}{}{}", edge.lag, sign.empty() ? "" : ", ", sign);
}

std::string EdgeLine(const Result& result, const Edge& edge, double strength) {
  return fmt::format("  n{} -> n{} [label={}, color=\"{}\", penwidth={:.2f}, style={}, arrowhead={}, tooltip={}];\n",
                     edge.source, edge.target, Quoted(EdgeLabel(edge)), Colour(edge.kind),
                     kLeastWidth + (kMostWidth - kLeastWidth) * strength, IsUnsure(edge) ? "dashed" : "solid",
                     edge.sign < 0 ? "tee" : "normal", Quoted(EdgeSummary(result, edge)));
}

// Nodes have numbers for ids: no name is then mistaken for a keyword or a port.
std::string Dot(const Result& result, const ExportOptions& options) {
  std::string out = "digraph causes {\n  charset=\"UTF-8\";\n  edge [fontsize=10];\n";
  auto end = std::back_inserter(out);
  for (size_t i = 0; i < result.scores.size(); ++i) {
    const std::string& name = result.scores.names[i];
    fmt::format_to(end, "  n{} [label={}, tooltip={}];\n", i, Quoted(ShortenedText(name, 1, kMostLabelWidth)),
                   Quoted(name));
  }
  const std::vector<Edge> edges = ChosenEdges(result, options);
  const std::vector<double> strengths = RelativeStrengths(edges);
  for (size_t i = 0; i < edges.size(); ++i) out += EdgeLine(result, edges[i], strengths[i]);
  return out + "}\n";
}

}  // namespace

extern const ExportFormat kDotFormat = {
    "dot",
    ".dot",
    "graphviz: colour by kind, width by strength, tees for negative signs, dashes for unsure edges",
    /*is_binary=*/false,
    /*is_graph=*/true,
    Dot};

}  // namespace mask2cause
