#include "methods/pcmci_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "mask2cause/error.h"
#include "methods/partial_correlation.h"

namespace mask2cause {
namespace {

struct Candidate {
  size_t input;                                              // column: variable * reach + lag - 1
  double weakest = std::numeric_limits<double>::infinity();  // smallest absolute value so far
};

// The inputs of a fit that looks back twice as far.
DiscoverOptions LookingFurther(DiscoverOptions options) {
  options.lags *= 2;
  return options;
}

class PcmciFitter {
 public:
  explicit PcmciFitter(const MethodInput& input)
      : options_(LookingFurther(input.options)),
        input_{input.data, input.scaler, input.variables, options_, input.pool, input.knowledge, input.progress},
        setting_(input_, 1, 2),
        lags_(input.options.lags),
        reach_(options_.lags),
        n_(input.variables.size()),
        rows_(setting_) {
    CheckRows();
  }

  PcmciLinks Run();

 private:
  void CheckRows() const;
  // Calls work(target, tests) for every target, in parallel.
  template <typename Work>
  void ForEachTarget(const Work& work) const;
  std::vector<size_t> SelectParents(size_t target, const PartialCorrelations& tests) const;
  void TestLinks(size_t target, const PartialCorrelations& tests, PcmciLinks& links) const;
  std::vector<size_t> Conditions(size_t target, size_t source, size_t lag) const;

  const DiscoverOptions options_;
  const MethodInput input_;
  const LinearSetting setting_;
  const size_t lags_, reach_, n_;
  const LevelRows rows_;
  LaggedMoments moments_;
  std::vector<std::vector<size_t>> parents_;  // [target]: input columns, strongest first
};

void PcmciFitter::CheckRows() const {
  constexpr size_t kFewest = 3;
  if (setting_.choice().windows.size() >= kFewest) return;
  throw Error(ErrorKind::kData,
              fmt::format("{}: pcmci needs {} rows before each row it looks at, twice the {} lags; {} rows have them",
                          input_.data.source, reach_, lags_, setting_.choice().windows.size()),
              "lower --lags, or give longer trajectories");
}

template <typename Work>
void PcmciFitter::ForEachTarget(const Work& work) const {
  input_.pool.Run(n_, [&](size_t target, size_t) {
    const std::vector<size_t>& unseen = setting_.choice().unseen[target];
    if (unseen.empty()) {
      work(target, PartialCorrelations(moments_.inputs, moments_, target));
    } else if (!setting_.NeverForecast(target)) {
      const InputMoments own = WithoutWindows(moments_.inputs, rows_, unseen);
      work(target, PartialCorrelations(own, moments_, target));
    }
    setting_.PartDone();
  });
}

// PC1: of the sets of `given` others only the strongest one is tried.
std::vector<size_t> PcmciFitter::SelectParents(size_t target, const PartialCorrelations& tests) const {
  std::vector<Candidate> candidates;
  for (size_t source = 0; source < n_; ++source) {
    if (setting_.IsForbidden(target, source)) continue;
    for (size_t lag = 1; lag <= lags_; ++lag) candidates.push_back({source * reach_ + lag - 1});
  }
  for (size_t given = 0; given < candidates.size(); ++given) {
    std::vector<Candidate> kept;
    for (const Candidate& candidate : candidates) {
      std::vector<size_t> strongest;
      for (size_t k = 0; strongest.size() < given; ++k) {
        if (candidates[k].input != candidate.input) strongest.push_back(candidates[k].input);
      }
      const PartialCorrelations::Test test = tests.Run(candidate.input, strongest);
      if (!(test.p <= options_.pc_alpha)) continue;
      kept.push_back({candidate.input, std::min(candidate.weakest, std::abs(test.value))});
    }
    std::stable_sort(kept.begin(), kept.end(),
                     [](const Candidate& a, const Candidate& b) { return a.weakest > b.weakest; });
    candidates = std::move(kept);
  }
  std::vector<size_t> parents;
  for (const Candidate& candidate : candidates) parents.push_back(candidate.input);
  return parents;
}

// The parents of the target without the link itself, and those of the source, as long before as the source is.
std::vector<size_t> PcmciFitter::Conditions(size_t target, size_t source, size_t lag) const {
  std::vector<size_t> conditions;
  for (const size_t parent : parents_[target]) {
    if (parent != source * reach_ + lag - 1) conditions.push_back(parent);
  }
  for (const size_t parent : parents_[source]) {
    const size_t before = parent + lag;
    if (std::find(conditions.begin(), conditions.end(), before) == conditions.end()) conditions.push_back(before);
  }
  return conditions;
}

void PcmciFitter::TestLinks(size_t target, const PartialCorrelations& tests, PcmciLinks& links) const {
  for (size_t source = 0; source < n_; ++source) {
    if (setting_.IsForbidden(target, source)) continue;
    for (size_t lag = 1; lag <= lags_; ++lag) {
      const PartialCorrelations::Test test = tests.Run(source * reach_ + lag - 1, Conditions(target, source, lag));
      const size_t at = ((lag - 1) * n_ + target) * n_ + source;
      links.values[at] = test.value;
      links.p_values[at] = test.p;
    }
  }
}

PcmciLinks PcmciFitter::Run() {
  moments_ = CollectMoments(setting_, rows_);
  parents_.resize(n_);
  ForEachTarget(
      [&](size_t target, const PartialCorrelations& tests) { parents_[target] = SelectParents(target, tests); });
  PcmciLinks links;
  links.values.assign(lags_ * n_ * n_, 0.0);
  links.p_values.assign(lags_ * n_ * n_, std::nan(""));
  links.warnings = setting_.Warnings();
  ForEachTarget([&](size_t target, const PartialCorrelations& tests) { TestLinks(target, tests, links); });
  return links;
}

}  // namespace

PcmciLinks FindPcmciLinks(const MethodInput& input) {
  return PcmciFitter(input).Run();
}

}  // namespace mask2cause
