// What the subcommands that fit share: the data with what there is to say about them, and where results go.
#pragma once

#include <string>
#include <vector>

#include "input_flags.h"
#include "mask2cause/checks.h"
#include "terminal.h"

namespace mask2cause {

// Reads the data, prints warnings and what was taken as time, and applies the mask, if one is named.
Dataset ReadForFit(const InputFlags& input, const std::string& mask, bool quiet, ProgressBar& bar);

// Prints what could mislead, and warnings that were not printed when the data were read.
void PrintNewWarnings(const std::vector<DataCheck>& checks, const std::vector<std::string>& warnings,
                      const Dataset& data);

// weather.csv -> weather-mask2cause for the ending "mask2cause", in the current folder.
std::string OutputNamedAfter(const std::string& data, const std::string& ending);

}  // namespace mask2cause
