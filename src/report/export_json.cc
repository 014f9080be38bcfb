#include <string_view>

#include "mask2cause/version.h"
#include "report/edge_text.h"
#include "report/export_format.h"
#include "report/json_text.h"

namespace mask2cause {
namespace {

// Raised when a reader of older files could misread a newer one; new members do not count. docs/formats.md describes
// it.
constexpr size_t kSchemaVersion = 1;

std::string GraphJson(const Result& result) {
  JsonObject graph("  ");
  graph.Add("generator", std::string("mask2cause ").append(Version()));
  graph.Add("method", result.options.method);
  graph.Add("rule", result.graph_rule);
  graph.Add("lags", result.options.lags);
  graph.Add("seed", result.options.seed);
  graph.Add("data", result.data_source);
  graph.Add("fingerprint", result.data_fingerprint);
  return graph.OnLines();
}

std::string NodesJson(const Result& result) {
  std::string out = "[";
  for (size_t i = 0; i < result.scores.size(); ++i) {
    JsonObject node;
    node.Add("id", i);
    node.Add("name", result.scores.names[i]);
    out += i > 0 ? ",\n    " : "\n    ";
    out += node.OnOneLine();
  }
  return out + "\n  ]";
}

// Every edge has every member: a reader need not ask which are there.
std::string EdgeJson(const Edge& edge) {
  JsonObject object;
  object.Add("source", edge.source);
  object.Add("target", edge.target);
  for (const EdgeAttribute& attribute : EdgeAttributes()) {
    const std::string text = attribute.text(edge);
    const bool is_string = std::string_view(attribute.type) == "string";
    object.AddText(attribute.name, text.empty() ? "null" : is_string ? JsonString(text) : text);
  }
  return object.OnOneLine();
}

std::string EdgesJson(const Result& result) {
  std::string out = "[";
  for (const Edge& edge : result.edges) {
    out += out.size() > 1 ? ",\n    " : "\n    ";
    out += EdgeJson(edge);
  }
  return out + "\n  ]";
}

std::string Json(const Result& result, const ExportOptions&) {
  JsonObject object;
  object.Add("format", "mask2cause-graph");
  object.Add("schema", kSchemaVersion);
  object.Add("directed", true);
  object.Add("multigraph", false);
  object.AddText("graph", GraphJson(result));
  object.AddText("nodes", NodesJson(result));
  object.AddText("edges", EdgesJson(result));
  return object.OnLines() + "\n";
}

}  // namespace

extern const ExportFormat kJsonFormat = {"json",
                                         ".json",
                                         "nodes and all pairs, a documented schema; networkx reads it too",
                                         /*is_binary=*/false,
                                         /*is_graph=*/false,
                                         Json};

}  // namespace mask2cause
