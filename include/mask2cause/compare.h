// Several methods on the same data, and where they agree.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mask2cause/dataset.h"
#include "mask2cause/discover.h"
#include "mask2cause/graph.h"
#include "mask2cause/progress.h"

namespace mask2cause {

struct MethodOutcome {
  std::string method;
  std::string failure;    // why it could not be fitted to these data; empty: it could
  Result result;          // when it could
  Evaluation evaluation;  // when it could, and there is a truth

  bool ok() const { return failure.empty(); }
};

// One pair of variables, through the eyes of each method.
struct ComparedEdge {
  struct View {
    size_t rank = 0;     // among all pairs, from 1: the number of higher scores, and one; 0: the method failed
    double score = 0.0;  // in the method's own unit
    bool found = false;  // in the method's graph
  };

  size_t source = 0, target = 0;
  std::vector<View> views;  // as many as methods
  size_t agree = 0;         // methods that have it in their graph
  double mean_rank = 0.0;   // over the methods that did not fail
};

struct Comparison {
  std::vector<std::string> names;  // of the variables
  std::vector<MethodOutcome> methods;
  std::vector<ComparedEdge> edges;  // every pair of fitted variables: most agreed first, then by mean rank
  std::vector<double> truth;        // (N, N) [target][source], or empty
};

// What `compare` runs when nothing is asked for: ideas of a cause that differ, each done in moments, and the network.
std::vector<std::string> UsualMethods();

// Fits each of the methods with the same options. A method that cannot be fitted to the data is kept with its failure;
// when none can, the first failure is thrown, as is every Error{kUsage} or Error{kInterrupted}. Throws Error{kUsage}
// for names that are unknown or there twice.
Comparison Compare(const Dataset& data, const DiscoverOptions& options, const std::vector<std::string>& methods,
                   std::vector<double> truth = {}, const Progress& progress = {});

// A row for each edge after a row of titles: source, target, agree, mean_rank, then rank, score and found of each
// method, and truth where it is known. Numbers read back to the same bits.
std::vector<std::vector<std::string>> ComparisonCells(const Comparison& comparison);

std::string ToJson(const Comparison& comparison);
// What ToJson wrote, about some of the variables `names`; of each result what it says. Throws Error{kFile}, or
// Error{kData} when it is something else, or about others.
Comparison ReadComparison(const std::string& path, const std::vector<std::string>& names);

// The network's result where there is one, else that of the first method that could be fitted.
const Result& MainResult(const Comparison& comparison);

// compare.csv, compare.json and, when the program has the page, report.html: that of the main result, with the
// comparison. In `directory`, which is made if need be, all or none. Returns the paths written.
std::vector<std::string> WriteComparison(const Comparison& comparison, const std::string& directory);

}  // namespace mask2cause
