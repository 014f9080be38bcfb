#pragma once

namespace mask2cause {

// From now on the first Ctrl-C only raises a flag, so that work can end in order; the second ends the program at once.
void CatchInterrupts();

bool Interrupted();

// Throws Error{kInterrupted} if the flag is up. Call between the last result and the first write.
void StopIfInterrupted();

}  // namespace mask2cause
