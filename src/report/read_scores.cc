#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "mask2cause/error.h"
#include "mask2cause/report.h"

namespace mask2cause {
namespace {

using nlohmann::json;

[[noreturn]] void FailResult(const std::string& path, const std::string& reason) {
  throw Error(ErrorKind::kData, fmt::format("'{}' is not a result of discover: {}", path, reason),
              "give the result.json that discover wrote, or scores as .csv, .npy or .npz");
}

double Cell(const std::string& path, const json& cell) {
  if (cell.is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (!cell.is_number()) FailResult(path, "\"scores\" has a cell that is not a number");
  return cell.get<double>();
}

ScoreMatrix FromResult(const std::string& path, const json& result) {
  if (!result.is_object() || !result.contains("scores") || !result.contains("names")) {
    FailResult(path, "it lacks \"names\" or \"scores\"");
  }
  ScoreMatrix scores;
  const json& names = result["names"];
  const json& rows = result["scores"];
  if (!names.is_array() || !rows.is_array()) FailResult(path, "\"names\" or \"scores\" is not a list");
  for (const json& name : names) {
    if (!name.is_string()) FailResult(path, "\"names\" has an entry that is not a text");
    scores.names.push_back(name.get<std::string>());
  }
  if (rows.size() != names.size()) FailResult(path, "\"scores\" has not one row per name");
  for (const json& row : rows) {
    if (!row.is_array() || row.size() != names.size()) FailResult(path, "\"scores\" is not square");
    for (const json& cell : row) scores.values.push_back(Cell(path, cell));
  }
  return scores;
}

ScoreMatrix ReadResultJson(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    throw Error(ErrorKind::kFile, fmt::format("cannot read '{}': {}", path, std::strerror(errno)),
                "check the name and the permissions");
  }
  const json result = json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (result.is_discarded()) FailResult(path, "it is not valid JSON");
  return FromResult(path, result);
}

}  // namespace

ScoreMatrix ReadScores(const std::string& path, const std::string& key) {
  if (std::filesystem::path(path).extension() == ".json") return ReadResultJson(path);
  NamedMatrix matrix = ReadMatrix(path, key);
  ScoreMatrix scores;
  scores.names = std::move(matrix.names);
  scores.values = std::move(matrix.values);
  for (size_t i = scores.names.size(); i < matrix.size; ++i) scores.names.push_back(fmt::format("x{}", i + 1));
  return scores;
}

}  // namespace mask2cause
