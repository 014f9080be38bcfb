#include <fmt/core.h>

#include <iterator>

#include "report/edge_text.h"
#include "report/export_format.h"
#include "report/xml_exact.h"

namespace mask2cause {
namespace {

std::string Keys() {
  std::string out = "  <key id=\"label\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>\n";
  for (const EdgeAttribute& attribute : EdgeAttributes()) {
    fmt::format_to(std::back_inserter(out), "  <key id=\"{0}\" for=\"edge\" attr.name=\"{0}\" attr.type=\"{1}\"/>\n",
                   attribute.name, attribute.type);
  }
  return out;
}

std::string EdgeElement(const Edge& edge) {
  std::string out = fmt::format("    <edge source=\"n{}\" target=\"n{}\">", edge.source, edge.target);
  for (const EdgeAttribute& attribute : EdgeAttributes()) {
    const std::string text = attribute.text(edge);
    if (text.empty()) continue;
    fmt::format_to(std::back_inserter(out), "<data key=\"{}\">{}</data>", attribute.name, XmlExact(text));
  }
  return out + "</edge>\n";
}

std::string Graphml(const Result& result, const ExportOptions& options) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  out += Keys();
  out += "  <graph id=\"causes\" edgedefault=\"directed\">\n";
  for (size_t i = 0; i < result.scores.size(); ++i) {
    fmt::format_to(std::back_inserter(out), "    <node id=\"n{}\"><data key=\"label\">{}</data></node>\n", i,
                   XmlExact(result.scores.names[i]));
  }
  for (const Edge& edge : ChosenEdges(result, options)) out += EdgeElement(edge);
  return out + "  </graph>\n</graphml>\n";
}

}  // namespace

extern const ExportFormat kGraphmlFormat = {
    "graphml",           ".graphml",        "for networkx, igraph, yEd, Cytoscape",
    /*is_binary=*/false, /*is_graph=*/true, Graphml};

}  // namespace mask2cause
