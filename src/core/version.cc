#include "mask2cause/version.h"

namespace mask2cause {

const char* Version() {
  return MASK2CAUSE_VERSION;
}

}  // namespace mask2cause
