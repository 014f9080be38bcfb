// Tables of a study as a person, a page and a script want them.
#pragma once

#include <string>
#include <vector>

#include "study/experiment.h"

namespace mask2cause {

// Cells are finished texts.
struct TextTable {
  std::string title;
  std::vector<std::string> columns;            // the first one names the rows
  std::vector<std::vector<std::string>> rows;  // as many cells as columns
};

// Rows without any run are left out, unless they are quoted.
TextTable Fill(const TablePlan& plan, const Results& results);

std::string ToMarkdown(const TextTable& table);  // columns aligned, so that it reads well as it is

// Every figure of every row and series: row, series, measure, mean, sd, runs. Timings are not among them.
std::string FiguresCsv(const Results& results, char delimiter);

std::string MeanAndSpread(const Statistic& statistic, int decimals);  // "0.973 ± 0.012"

}  // namespace mask2cause
