// summary.json: all that docs/results.md needs of a study, small enough to be committed.
#pragma once

#include <string>
#include <vector>

#include "study/table.h"

namespace mask2cause {

struct Summary {
  std::string study, about, paper;
  std::string date, commit, version, machine;
  size_t runs = 0;
  double core_seconds = 0.0;
  std::vector<TextTable> tables;
  TextTable seconds;  // per run, beside the paper's
  std::vector<std::string> findings;
  std::vector<std::string> pictures;  // file names
  std::vector<std::string> missing;
};

std::string ToJson(const Summary& summary);
// Throws Error{kFile} or Error{kData}.
Summary ReadSummary(const std::string& path);

// The tables and what they say, as Markdown.
std::string SummaryText(const Experiment& experiment, const Summary& summary);

std::string DescribeMachine();  // processor, cores, instruction set
std::string Today();            // 2026-11-16

}  // namespace mask2cause
