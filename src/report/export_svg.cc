#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "report/chart_style.h"
#include "report/circle_layout.h"
#include "report/edge_text.h"
#include "report/export_format.h"
#include "report/svg_document.h"

namespace mask2cause {
namespace {

constexpr double kMargin = 12;
constexpr double kLabelGap = 6;
constexpr double kMostLabelWidth = 130;
constexpr size_t kMostLevelLabels = 12;  // more would overlap, and stand along the radii instead
constexpr double kLegendLine = 18;
constexpr double kLegendSample = 28;
constexpr double kLeastWidth = 1, kMostWidth = 5;
constexpr double kManyEdges = 4;  // for each node; of more the lines are thinner, lest they fill the picture
constexpr const char* kUnsureDashes = "stroke-dasharray:6 4";

std::string KindClass(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kMean:
      return SeriesClass(0);
    case EdgeKind::kVariance:
      return SeriesClass(1);
    case EdgeKind::kBoth:
      return SeriesClass(3);
    case EdgeKind::kUnknown:
      break;
  }
  return SeriesClass(6);
}

std::string At(Point point) {
  return fmt::format("{} {}", SvgNumber(point.x), SvgNumber(point.y));
}

// What the colours and dashes of these edges mean.
struct LegendEntry {
  std::string css_class, style, text;
};

std::vector<LegendEntry> LegendOf(const std::vector<Edge>& edges) {
  std::vector<LegendEntry> entries;
  const std::pair<EdgeKind, const char*> kinds[] = {{EdgeKind::kMean, "acts on the mean"},
                                                    {EdgeKind::kVariance, "acts on the variance"},
                                                    {EdgeKind::kBoth, "acts on mean and variance"}};
  for (const auto& [kind, text] : kinds) {
    if (std::ranges::count(edges, kind, &Edge::kind) > 0) entries.push_back({KindClass(kind), "", text});
  }
  if (std::ranges::any_of(edges, IsUnsure)) {
    entries.push_back({KindClass(EdgeKind::kUnknown), kUnsureDashes, "not picked by every network"});
  }
  return entries;
}

class GraphPicture {
 public:
  GraphPicture(const Result& result, std::vector<Edge> edges)
      : result_(result), edges_(std::move(edges)), layout_(result.scores.size()), legend_(LegendOf(edges_)) {
    for (const std::string& name : result.scores.names) {
      labels_.push_back(ShortenedText(name, kLabelFont, kMostLabelWidth));
      label_room_ = std::max(label_room_, TextWidth(labels_.back(), kLabelFont));
    }
  }

  std::string Draw() {
    const double inner = layout_.radius() + layout_.node_radius() + kLabelGap + kMargin;
    const double half_width = inner + label_room_;
    const double half_height = inner + (LabelsAreLevel() ? kLabelFont : label_room_);
    const double legend_height = kLegendLine * static_cast<double>(legend_.size());
    SvgDocument svg(2 * half_width, 2 * half_height + legend_height, "Causal graph",
                    fmt::format("{} variables, {} edges. {}", labels_.size(), edges_.size(), result_.graph_rule));
    svg.Open("g", {{"transform", fmt::format("translate({})", At({half_width, half_height}))}});
    DrawEdges(svg);
    for (size_t node = 0; node < labels_.size(); ++node) DrawNode(node, svg);
    svg.Close();
    for (size_t i = 0; i < legend_.size(); ++i) {
      DrawLegendEntry(legend_[i], 2 * half_height + kLegendLine * static_cast<double>(i), svg);
    }
    return svg.Finish();
  }

 private:
  bool LabelsAreLevel() const { return labels_.size() <= kMostLevelLabels; }

  // The strongest last, and so above the others.
  void DrawEdges(SvgDocument& svg) const {
    const std::vector<double> strengths = RelativeStrengths(edges_);
    const double many = kManyEdges * static_cast<double>(labels_.size());
    const double thinning = std::min(1.0, many / static_cast<double>(std::max<size_t>(edges_.size(), 1)));
    for (size_t i = edges_.size(); i-- > 0;) {
      DrawEdge(edges_[i], thinning * (kLeastWidth + (kMostWidth - kLeastWidth) * strengths[i]), svg);
    }
  }

  void DrawEdge(const Edge& edge, double width, SvgDocument& svg) const {
    const Arrow arrow = layout_.MakeArrow(edge.source, edge.target, width);
    const std::string curve = fmt::format("M{}Q{} {}", At(arrow.start), At(arrow.control), At(arrow.end));
    const std::string head = fmt::format("M{}L{}L{}z", At(arrow.tip), At(arrow.left), At(arrow.right));
    const std::string style =
        fmt::format("stroke-linecap:butt;stroke-width:{};{}", SvgNumber(width), IsUnsure(edge) ? kUnsureDashes : "");
    svg.Open("g", {{"class", KindClass(edge.kind)}});
    svg.Add("title", {}, EdgeSummary(result_, edge));
    svg.Add("path", {{"class", "line"}, {"style", style}, {"d", curve}});
    svg.Add("path", {{"fill", "currentColor"}, {"d", head}});
    svg.Close();
  }

  void DrawNode(size_t node, SvgDocument& svg) const {
    const Point centre = layout_.Node(node);
    svg.Open("g", {});
    svg.Add("title", {}, result_.scores.names[node]);  // whole, the label may be cut
    const std::string dot = fmt::format("mark {}", SeriesClass(6));
    svg.Add("circle", {{"class", dot}, {"cx", centre.x}, {"cy", centre.y}, {"r", layout_.node_radius()}});
    LabelsAreLevel() ? DrawLevelLabel(node, svg) : DrawRadialLabel(node, svg);
    svg.Close();
  }

  void DrawLevelLabel(size_t node, SvgDocument& svg) const {
    const Point at = layout_.Node(node, layout_.node_radius() + kLabelGap);
    const double across = std::cos(layout_.Angle(node)), down = std::sin(layout_.Angle(node));
    const char* anchor = across > 0.15 ? "start" : across < -0.15 ? "end" : "middle";
    // 0.35 of the font size below the line is the middle of a letter; labels at the top stand on it, at the bottom
    // hang.
    svg.AddText("name", at.x, at.y + (0.35 + 0.45 * down) * kLabelFont, labels_[node], anchor);
  }

  void DrawRadialLabel(size_t node, SvgDocument& svg) const {
    if (labels_[node].empty()) return;
    const bool on_the_left = std::cos(layout_.Angle(node)) < -1e-9;
    const double degrees = layout_.Angle(node) * 180 / std::numbers::pi + (on_the_left ? 180 : 0);
    const Point at = layout_.Node(node, layout_.node_radius() + kLabelGap);
    const std::string turn = fmt::format("translate({}) rotate({})", At(at), SvgNumber(degrees));
    const char* anchor = on_the_left ? "end" : "start";
    svg.Add("text", {{"class", "name"}, {"transform", turn}, {"dy", "0.35em"}, {"text-anchor", anchor}}, labels_[node]);
  }

  void DrawLegendEntry(const LegendEntry& entry, double y, SvgDocument& svg) const {
    svg.Open("g", {{"class", entry.css_class}});
    const std::string sample = fmt::format("M{}h{}", At({kMargin, y}), SvgNumber(kLegendSample));
    svg.Add("path", {{"class", "line"}, {"style", entry.style}, {"d", sample}});
    svg.AddText("label", kMargin + kLegendSample + kLabelGap, y + 0.35 * kLabelFont, entry.text);
    svg.Close();
  }

  const Result& result_;
  std::vector<Edge> edges_;
  CircleLayout layout_;
  std::vector<LegendEntry> legend_;
  std::vector<std::string> labels_;
  double label_room_ = 0;
};

std::string Svg(const Result& result, const ExportOptions& options) {
  return GraphPicture(result, ChosenEdges(result, options)).Draw();
}

}  // namespace

extern const ExportFormat kSvgFormat = {
    "svg",
    ".svg",
    "a picture: nodes on a circle, colour by kind, width by strength, dashes for unsure",
    /*is_binary=*/false,
    /*is_graph=*/true,
    Svg};

}  // namespace mask2cause
