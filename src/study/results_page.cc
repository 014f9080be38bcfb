// docs/results.md, from the committed summaries.
#include <fmt/format.h>

#include <filesystem>

#include "mask2cause/error.h"
#include "mask2cause/study.h"
#include "study/experiment.h"
#include "study/summary.h"

namespace mask2cause {
namespace {

constexpr const char* kIntroduction =
    "# Results\n\n"
    "Every table here comes from a `mask2cause study`: `mask2cause study NAME --data DIR -o OUT` runs it again (see\n"
    "[studies.md](studies.md)). This page is generated from the summaries in `results/` by `make results-page`; a test "
    "fails\n"
    "when it does not match them.\n\n"
    "How to read it:\n\n"
    "- Figures are off-diagonal unless a column says *with diagonal*; the paper counts the diagonal for VAR, Lorenz-96 "
    "and\n"
    "  CausalTime, where the self edges are all true and always open.\n"
    "- *Paper settings* are the paper's own for each data set (epochs, lambda and learning rate were chosen there by "
    "looking at\n"
    "  the true graph). *Default* is the plain `mask2cause discover` with no option. *Ridge VAR* and the like are "
    "simple\n"
    "  statistics that a sceptical reader would try first. The default was chosen on\n"
    "  calibration data ([lab](lab/README.md)), none of which is reported here.\n"
    "- \"Mean ± sd\": sd over data sets and seeds, of single runs.\n\n";

std::string Provenance(const Summary& s) {
  const std::string commit = s.commit.empty() ? "" : fmt::format(", commit {}", s.commit);
  return fmt::format("_{} runs, {:.0f} core seconds, {}, version {}{}, {}._\n\n", s.runs, s.core_seconds, s.date,
                     s.version, commit, s.machine);
}

std::string Section(const Experiment& experiment, const Summary& summary) {
  std::string text = fmt::format("## {}\n\n{} (paper: {}).\n\n", experiment.name, experiment.summary, experiment.paper);
  text[text.find("\n\n") + 2] = static_cast<char>(std::toupper(static_cast<unsigned char>(experiment.summary[0])));
  text += SummaryText(experiment, summary);
  for (const std::string& picture : summary.pictures)
    text += fmt::format("![{} of {}](results/{}/{})\n\n", picture, experiment.name, experiment.name, picture);
  text += ToMarkdown(summary.seconds) + "\n";
  for (const std::string& missing : summary.missing) text += fmt::format("- Not run, file missing: {}\n", missing);
  if (!summary.missing.empty()) text += "\n";
  return text + Provenance(summary);
}

}  // namespace

std::string ResultsPage(const std::string& summaries_directory) {
  std::string page = kIntroduction;
  size_t found = 0;
  for (const Experiment& experiment : Experiments()) {
    const std::string path = fmt::format("{}/{}/summary.json", summaries_directory, experiment.name);
    if (!std::filesystem::exists(path)) continue;
    page += Section(experiment, ReadSummary(path));
    ++found;
  }
  if (found == 0) {
    throw Error(ErrorKind::kData, fmt::format("'{}' has no <study>/summary.json", summaries_directory),
                "run `mask2cause study` first");
  }
  page.pop_back();
  return page;
}

}  // namespace mask2cause
