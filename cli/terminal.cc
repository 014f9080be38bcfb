#include "terminal.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "interrupt.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kBarWidth = 30;
constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr double kSecondsUnknown = -1.0;

std::string Duration(double seconds) {
  const auto whole = static_cast<unsigned long>(seconds + 0.5);
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string BarLine(const ProgressEvent& event, double seconds_left) {
  const double fraction = std::clamp(event.fraction, 0.0, 1.0);
  const auto filled = static_cast<size_t>(fraction * kBarWidth);
  std::string line = fmt::format("{} [{}{}] {:3.0f} %", Printable(event.stage), std::string(filled, '#'),
                                 std::string(kBarWidth - filled, '.'), 100.0 * fraction);
  if (seconds_left >= 0.0) line += fmt::format("  {} left", Duration(seconds_left));
  if (!event.detail.empty()) line += "  " + Printable(event.detail);
  return line;
}

}  // namespace

void Print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void FlushOutput(bool throw_on_failure) {
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (failed && throw_on_failure) {
    throw Error(ErrorKind::kFile, fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  }
}

std::string About(double seconds) {
  if (seconds < 90.0) return fmt::format("{:.0f} s", std::max(1.0, seconds));
  return fmt::format("{:.0f} min", seconds / 60.0);
}

void PrintWarnings(const std::vector<std::string>& warnings) {
  for (const std::string& warning : warnings) fmt::print(stderr, "mask2cause: warning: {}\n", Printable(warning));
}

std::string Printable(std::string_view text) {
  std::string out(text);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return out;
}

ProgressBar::ProgressBar(bool quiet) : shown_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

Progress ProgressBar::Callback() {
  return [this](const ProgressEvent& event) {
    if (shown_) Draw(event);
    return !Interrupted();
  };
}

void ProgressBar::Draw(const ProgressEvent& event) {
  const Clock::time_point now = Clock::now();
  if (event.stage != stage_) {
    stage_ = event.stage;
    stage_start_ = now;
    last_draw_ = {};
  }
  if (now - last_draw_ < kRedraw) return;
  last_draw_ = now;
  const double elapsed = std::chrono::duration<double>(now - stage_start_).count();
  const bool known = event.fraction > 0.0 && event.fraction <= 1.0 && elapsed > 0.0;
  const double left = known ? elapsed * (1.0 - event.fraction) / event.fraction : kSecondsUnknown;
  fmt::print(stderr, "\r\x1b[K{}", BarLine(event, left));
  std::fflush(stderr);
  on_screen_ = true;
}

void ProgressBar::Clear() {
  if (!on_screen_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  on_screen_ = false;
}

}  // namespace mask2cause
