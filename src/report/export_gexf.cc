#include <fmt/core.h>

#include <cmath>
#include <iterator>
#include <string_view>

#include "mask2cause/version.h"
#include "report/edge_text.h"
#include "report/export_format.h"
#include "report/xml_exact.h"

namespace mask2cause {
namespace {

std::string Declarations() {
  std::string out = "    <attributes class=\"edge\">\n";
  for (const EdgeAttribute& attribute : EdgeAttributes()) {
    const bool whole = std::string_view(attribute.type) == "int";
    fmt::format_to(std::back_inserter(out), "      <attribute id=\"{0}\" title=\"{0}\" type=\"{1}\"/>\n",
                   attribute.name, whole ? "integer" : attribute.type);
  }
  return out + "    </attributes>\n";
}

// Gephi lays out by the weight, and takes none that is not positive.
std::string Weight(const Edge& edge) {
  return std::isfinite(edge.score) && edge.score > 0 ? fmt::format(" weight=\"{}\"", edge.score) : "";
}

std::string EdgeElement(const Edge& edge, size_t number) {
  std::string out = fmt::format("      <edge id=\"{}\" source=\"{}\" target=\"{}\"{}><attvalues>", number, edge.source,
                                edge.target, Weight(edge));
  for (const EdgeAttribute& attribute : EdgeAttributes()) {
    const std::string text = attribute.text(edge);
    if (text.empty()) continue;
    fmt::format_to(std::back_inserter(out), "<attvalue for=\"{}\" value=\"{}\"/>", attribute.name, XmlExact(text));
  }
  return out + "</attvalues></edge>\n";
}

std::string Gexf(const Result& result, const ExportOptions& options) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<gexf xmlns=\"http://www.gexf.net/1.2draft\" version=\"1.2\">\n"
      "  <meta><creator>mask2cause {}</creator></meta>\n"
      "  <graph defaultedgetype=\"directed\" mode=\"static\">\n",
      Version());
  out += Declarations();
  out += "    <nodes>\n";
  for (size_t i = 0; i < result.scores.size(); ++i) {
    fmt::format_to(std::back_inserter(out), "      <node id=\"{}\" label=\"{}\"/>\n", i,
                   XmlExact(result.scores.names[i]));
  }
  out += "    </nodes>\n    <edges>\n";
  const std::vector<Edge> edges = ChosenEdges(result, options);
  for (size_t i = 0; i < edges.size(); ++i) out += EdgeElement(edges[i], i);
  return out + "    </edges>\n  </graph>\n</gexf>\n";
}

}  // namespace

extern const ExportFormat kGexfFormat = {"gexf",
                                         ".gexf",
                                         "for Gephi; weights are scores",
                                         /*is_binary=*/false,
                                         /*is_graph=*/true,
                                         Gexf};

}  // namespace mask2cause
