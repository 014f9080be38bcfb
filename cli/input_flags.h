#pragma once

#include <string>

#include "mask2cause/dataset.h"

namespace CLI {
class App;
}

namespace mask2cause {

// DATA and the flags that say how to read it, the same for every subcommand that reads data.
struct InputFlags {
  std::string path;
  ReadOptions read;
};
void AddInputFlags(CLI::App& subcommand, InputFlags& flags);

}  // namespace mask2cause
