// A over time: recorded by each member, averaged over them, and reduced to what a picture shows.
#pragma once

#include <vector>

#include "mask2cause/discover.h"
#include "train/ensemble.h"

namespace mask2cause {

// At how many moments each of so many members may record A within the memory that this is worth; 0: none.
size_t GateRecordCount(size_t variables, size_t members);

// Over the members, all of which recorded at the same moments.
std::vector<GateRecord> MeanGateRecords(const std::vector<MemberResult>& members);

// `variables`: the n columns that the records are about; `edges`: strongest first.
GateHistory SummarizeGates(const std::vector<GateRecord>& records, const std::vector<size_t>& variables,
                           const std::vector<Edge>& edges);

}  // namespace mask2cause
