#include "report/csv_text.h"

#include <fmt/core.h>

#include <cmath>
#include <iterator>

namespace mask2cause {
namespace {

// Upper left cell of a matrix: says which way to read it.
constexpr std::string_view kCorner = "target";

std::string NumberOrEmpty(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

std::string SignText(const Edge& edge) {
  if (edge.sign_varies) return "mixed";
  return edge.sign != 0 ? std::to_string(edge.sign) : "";
}

}  // namespace

std::string CsvField(std::string_view text) {
  const bool plain = !text.empty() && text.find_first_of(",;\t\"\r\n") == std::string_view::npos &&
                     text.front() != ' ' && text.back() != ' ';
  if (plain) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string EdgesCsv(const Result& result) {
  std::vector<std::string> names;
  for (const std::string& name : result.scores.names) names.push_back(CsvField(name));
  std::string out = "source,target,score,found,nats,nats_low,nats_high,p,q,stability,lag,sign,kind,kind_confidence\n";
  auto end = std::back_inserter(out);
  for (const Edge& edge : result.edges) {
    fmt::format_to(end, "{},{},{},{:d},{},{},{},{},{},{},{},{},{},{}\n", names[edge.source], names[edge.target],
                   NumberOrEmpty(edge.score), edge.found, NumberOrEmpty(edge.nats), NumberOrEmpty(edge.nats_low),
                   NumberOrEmpty(edge.nats_high), NumberOrEmpty(edge.p), NumberOrEmpty(edge.q),
                   NumberOrEmpty(edge.stability), edge.lag > 0 ? std::to_string(edge.lag) : "", SignText(edge),
                   EdgeKindName(edge.kind), NumberOrEmpty(edge.kind_confidence));
  }
  return out;
}

std::string MatrixCsv(const std::vector<std::string>& names, const std::vector<double>& values) {
  std::string out(kCorner);
  for (const std::string& name : names) (out += ',') += CsvField(name);
  out += '\n';
  for (size_t target = 0; target < names.size(); ++target) {
    out += CsvField(names[target]);
    for (size_t source = 0; source < names.size(); ++source) {
      (out += ',') += NumberOrEmpty(values[target * names.size() + source]);
    }
    out += '\n';
  }
  return out;
}

std::string DatasetCsv(const Dataset& data) {
  std::string out;
  for (size_t v = 0; v < data.variables(); ++v) {
    if (v > 0) out += ',';
    out += CsvField(data.names[v]);
  }
  out += '\n';
  auto end = std::back_inserter(out);
  for (size_t r = 0; r < data.rows; ++r) {
    for (size_t v = 0; v < data.variables(); ++v) {
      if (v > 0) out += ',';
      if (!data.is_missing(r, v)) fmt::format_to(end, "{}", data.at(r, v));
    }
    out += '\n';
  }
  return out;
}

}  // namespace mask2cause
