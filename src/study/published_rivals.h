// What the paper says of other methods, by the names they have here.
#pragma once

#include <map>
#include <string>

namespace mask2cause {

// Benchmark -> method -> the figure as printed. Methods that are not built here have the name of the paper.
using PublishedFigures = std::map<std::string, std::map<std::string, std::string>>;
const PublishedFigures& PublishedAuroc();
const PublishedFigures& PublishedAuprc();

}  // namespace mask2cause
