#include "interrupt.h"

#include <csignal>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void RaiseFlag(int) {
  interrupted = 1;
}

}  // namespace

void CatchInterrupts() {
  struct sigaction action {};
  action.sa_handler = RaiseFlag;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // no SA_RESTART: a read that waits for input must end
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

bool Interrupted() {
  return interrupted != 0;
}

void StopIfInterrupted() {
  if (Interrupted()) throw Error(ErrorKind::kInterrupted, "interrupted; nothing was written");
}

}  // namespace mask2cause
