#include <fmt/core.h>

#include <filesystem>
#include <string>
#include <utility>

#include "mask2cause/report.h"

namespace mask2cause {

ScoreMatrix ReadScores(const std::string& path, const std::string& key) {
  if (std::filesystem::path(path).extension() == ".json") return ReadResult(path).scores;
  NamedMatrix matrix = ReadMatrix(path, key);
  ScoreMatrix scores;
  scores.names = std::move(matrix.names);
  scores.values = std::move(matrix.values);
  for (size_t i = scores.names.size(); i < matrix.size; ++i) scores.names.push_back(fmt::format("x{}", i + 1));
  return scores;
}

}  // namespace mask2cause
