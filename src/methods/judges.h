// Judges: networks that each train without another part of the series and then say, of that part, what every edge is
// worth. They are trained with edges shut at random, so that they know how to do without any one of them, and closing
// it shows what it carries: its directed information, with an error that allows for autocorrelation.
#pragma once

#include <vector>

#include "mask2cause/discover.h"
#include "train/directed_information.h"

namespace mask2cause {

// (n, n) [target][source]
struct Verdict {
  std::vector<double> nats, nats_error;  // directed information and its standard error
  std::vector<double> p_values;          // one-sided: that it is not above zero
  std::vector<EdgeKind> kinds;           // empty without a likelihood
  std::vector<double> kind_confidence;
  std::vector<MemberResult> judges;
};

// Too few windows for so many judges, and their blocks would say nothing.
bool EnoughToJudge(size_t windows, size_t judges);

// `ensemble`: what the members had, with the length that a judge trains; `fraction` says how the time is divided.
Verdict Judge(const Model& model, const WindowSource& source, EnsembleOptions ensemble, size_t judges, ThreadPool& pool,
              const EnsembleReport& report);

// The share of the networks that pick an edge: its gate is above the split of that network's gates. `open`: (n, n), 0
// where a pair is not for the data to decide; or empty.
std::vector<double> PickedShare(const std::vector<const MemberResult*>& networks, size_t n,
                                const std::vector<char>& open);

}  // namespace mask2cause
