#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "report/json_members.h"
#include "report/name_index.h"
#include "report/read_panels.h"

namespace mask2cause {
namespace {

using nlohmann::json;

MethodOutcome ReadOutcome(const JsonMembers& members) {
  MethodOutcome outcome;
  members.Require({"method"});
  members.Read("method", outcome.method);
  members.Read("failure", outcome.failure);
  members.Read("graph_rule", outcome.result.graph_rule);
  members.Read("lags", outcome.result.options.lags);
  members.Read("seconds", outcome.result.seconds);
  members.Read("warnings", outcome.result.warnings);
  members.Read("auroc", outcome.evaluation.off_diagonal.auroc);
  members.Read("auprc", outcome.evaluation.off_diagonal.auprc);
  return outcome;
}

ComparedEdge::View ReadView(const JsonMembers& members) {
  ComparedEdge::View view;
  members.Require({"rank", "found"});
  members.Read("rank", view.rank);
  members.Read("score", view.score);
  members.Read("found", view.found);
  if (view.rank == 0) members.Fail("ranks count from 1");
  return view;
}

class EdgeReader {
 public:
  EdgeReader(const JsonSource& source, Comparison& comparison)
      : source_(source), comparison_(comparison), index_(comparison.names) {}

  void Read(const json& item) {
    const std::string place = fmt::format("edge {}", comparison_.edges.size() + 1);
    const JsonMembers members(source_, place, item);
    ComparedEdge& edge = comparison_.edges.emplace_back();
    edge.source = index_.At(members, "source");
    edge.target = index_.At(members, "target");
    members.Require({"agree", "methods"});
    members.Read("agree", edge.agree);
    members.Read("mean_rank", edge.mean_rank);
    ReadTruth(members, edge);
    const JsonMembers views(source_, place, *members.Find("methods"));
    for (const MethodOutcome& outcome : comparison_.methods) {
      ComparedEdge::View& view = edge.views.emplace_back();
      if (!outcome.ok()) continue;
      views.Require({outcome.method.c_str()});
      view = ReadView(JsonMembers(source_, fmt::format("{}, {}", place, outcome.method), *views.Find(outcome.method)));
    }
  }

 private:
  void ReadTruth(const JsonMembers& members, const ComparedEdge& edge) {
    if (members.Find("truth") == nullptr) return;
    const size_t size = comparison_.names.size();
    bool is_edge = false;
    members.Read("truth", is_edge);
    comparison_.truth.resize(size * size, 0.0);
    comparison_.truth[edge.target * size + edge.source] = is_edge ? 1.0 : 0.0;
  }

  const JsonSource& source_;
  Comparison& comparison_;
  const NameIndex index_;
};

}  // namespace

Comparison ComparisonFromJson(std::string_view text, const std::string& file, const std::vector<std::string>& names) {
  const JsonSource source{file, "a comparison of methods", "give the compare.json that `mask2cause compare` wrote"};
  const json parsed = ParseJson(text, source);
  const JsonMembers root(source, "", parsed);
  root.Require({"names", "methods", "edges"});
  Comparison comparison;
  root.Read("names", comparison.names);
  PlacesOf(comparison.names, names, file);
  for (const json& item : root.List("methods")) {
    const std::string place = fmt::format("method {}", comparison.methods.size() + 1);
    comparison.methods.push_back(ReadOutcome(JsonMembers(source, place, item)));
  }
  EdgeReader reader(source, comparison);
  for (const json& item : root.List("edges")) reader.Read(item);
  return comparison;
}

Comparison ReadComparison(const std::string& path, const std::vector<std::string>& names) {
  return ComparisonFromJson(ReadJsonFile(path, "compare.json"), path, names);
}

}  // namespace mask2cause
