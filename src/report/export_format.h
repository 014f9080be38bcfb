// The one interface of export formats. A format is one file that defines a `const ExportFormat k...Format`, and one
// line in export_registry.cc.
#pragma once

#include <string>
#include <vector>

#include "mask2cause/export.h"

namespace mask2cause {

struct ExportFormat {
  const char* name;
  const char* suffix;   // with its dot
  const char* summary;  // one line of help
  bool is_binary;
  bool is_graph;  // holds the edges that ChosenEdges says
  std::string (*content)(const Result& result, const ExportOptions& options);
};

// In the order of the help.
const std::vector<ExportFormat>& ExportRegistry();

}  // namespace mask2cause
