// How long work reports itself. The library never prints; it calls this.
#pragma once

#include <functional>
#include <string>

namespace mask2cause {

struct ProgressEvent {
  std::string stage;      // what is being done, for a person: "reading", "training"
  double fraction = 0.0;  // of the whole stage, 0..1
  std::string detail;     // one short phrase, may be empty: "epoch 12/150, loss 0.231"
};

// Returns false to cancel: the call then ends with Error{kInterrupted} after leaving everything in order.
// May be empty. Never called from two threads at once.
using Progress = std::function<bool(const ProgressEvent&)>;

}  // namespace mask2cause
