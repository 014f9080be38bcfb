// The state of one member on disk. A run that was killed at any moment goes on from the last whole checkpoint and ends
// with the same bytes as one that was not.
#pragma once

#include <string>

#include "train/trainer.h"

namespace mask2cause {

// Where member k of a run keeps its state.
std::string CheckpointPath(const std::string& directory, size_t member);

// `identity`: lines "name=value" of everything the run depends on.
void SaveCheckpoint(const std::string& directory, size_t member, const std::string& identity, const Trainer& trainer);

// Removes the states of all members, also of runs with more of them.
void RemoveCheckpoints(const std::string& directory);

// Returns false when there is none. One that belongs to other data or options is Error{kUsage} that names the
// difference.
bool LoadCheckpoint(const std::string& directory, size_t member, const std::string& identity, Trainer& trainer);

}  // namespace mask2cause
