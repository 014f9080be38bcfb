// Runs side by side, one thread each, longest first.
#pragma once

#include <string>
#include <vector>

#include "study/run_log.h"

namespace mask2cause {

// Runs those that the log does not know yet and adds them to it. Returns what failed, one line each. Throws
// Error{kInterrupted} when cancelled; what was finished by then is in the log.
std::vector<std::string> ExecuteRuns(const std::vector<StudyRun>& runs, RunLog& log, const RunContext& context,
                                     size_t jobs, const Progress& progress);

}  // namespace mask2cause
