// What a person sees: texts on stdout, warnings and a progress bar on stderr.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "mask2cause/progress.h"

namespace mask2cause {

void Print(std::string_view text);  // to stdout
// Throws Error{kFile} when stdout is full or gone, if asked to.
void FlushOutput(bool throw_on_failure);

void PrintWarnings(const std::vector<std::string>& warnings);  // to stderr

// Names come from files: control characters in them must reach neither the terminal nor a tab-separated line.
std::string Printable(std::string_view text);

// "12 s", "3 min": for estimates.
std::string About(double seconds);

// One line on stderr with the time left, drawn over itself; nothing at all unless stderr is a terminal.
class ProgressBar {
 public:
  explicit ProgressBar(bool quiet);
  ~ProgressBar() { Clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // For the library to call; false once the user pressed Ctrl-C. The bar must outlive it.
  Progress Callback();
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;
  void Draw(const ProgressEvent& event);

  bool shown_;
  bool on_screen_ = false;
  std::string stage_;
  Clock::time_point stage_start_, last_draw_;
};

}  // namespace mask2cause
