// A result in the formats of other tools.
#pragma once

#include <string>
#include <vector>

#include "mask2cause/discover.h"

namespace mask2cause {

struct ExportOptions {
  bool all_pairs = false;  // in formats that hold a graph: every pair, not only the edges of the final graph
};

struct ExportFormatInfo {
  std::string name, suffix, summary;
  bool is_binary = false;  // not for a terminal
  bool is_graph = false;   // holds the final graph only, unless all pairs are asked for
};
std::vector<ExportFormatInfo> ExportFormats();

// By name. Throws Error{kUsage} that lists the formats.
ExportFormatInfo FindExportFormat(const std::string& name);
// The first format whose files end as `path` does. Throws Error{kUsage} that lists the formats.
ExportFormatInfo ExportFormatOfFile(const std::string& path);

// The content of the file. Any names of variables are safe: each format's own markup is escaped, and characters that it
// cannot hold become U+FFFD. Throws Error{kUsage} when there is no such format.
std::string ExportResult(const Result& result, const std::string& format, const ExportOptions& options = {});

// The same into a file, whole or not at all; its folder is made if need be. Throws Error{kFile}.
void WriteExport(const Result& result, const std::string& format, const std::string& path,
                 const ExportOptions& options = {});

}  // namespace mask2cause
