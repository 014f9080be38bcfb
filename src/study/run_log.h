// runs.jsonl: one line for each finished run, only ever added to. A study that was killed goes on from it.
#pragma once

#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "core/file_lock.h"
#include "study/run.h"

namespace mask2cause {

class RunLog {
 public:
  // Reads what is there. A last line that was cut off by a crash is taken away; any other broken line is Error{kData}
  // with its number.
  explicit RunLog(const std::string& path);

  // The outcome of the run, if it is known with all that is wanted of it.
  const RunOutcome* Find(const StudyRun& run) const;

  // Writes the line and flushes it; from any thread. Throws Error{kFile}.
  void Add(const StudyRun& run, const RunOutcome& outcome);

 private:
  void Read();

  std::string path_;
  FileLock lock_;  // two studies in one folder would cut each other's lines
  std::map<std::string, RunOutcome> outcomes_;
  std::ofstream file_;
  std::mutex mutex_;
};

}  // namespace mask2cause
