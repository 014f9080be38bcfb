// The parts of result.json that only pictures need: thinned series, and how the networks learned.
#pragma once

#include <string>

#include "mask2cause/discover.h"
#include "report/json_members.h"

namespace mask2cause {

std::string PictureJson(const DataPicture& picture);
std::string HeldOutRunsJson(const std::vector<HeldOutRun>& runs);
std::string GatesJson(const GateHistory& gates);

// Each reads back what was written, as far as it is there. Throws Error{kData} when it does not fit the `size` names.
DataPicture ReadPicture(const JsonSource& source, const JsonMembers& root, size_t size);
std::vector<HeldOutRun> ReadHeldOutRuns(const JsonSource& source, const JsonMembers& root);
GateHistory ReadGates(const JsonSource& source, const JsonMembers& root, size_t size);

}  // namespace mask2cause
