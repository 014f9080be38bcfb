// Which instruction set the kernels use. Chosen once, from what the machine has; tests and --isa may narrow it.
#pragma once

#include <string>
#include <vector>

namespace mask2cause {

// "scalar" is the reference: plain loops, the oracle of every kernel test.
std::vector<std::string> AvailableIsas();  // best first, "scalar" last
std::string CurrentIsa();
// "auto" or one of AvailableIsas(); anything else is Error{kUsage}. Not while kernels run.
void SelectIsa(const std::string& name);

// True when kernels are to call their scalar twins.
bool UseScalarKernels();

}  // namespace mask2cause
