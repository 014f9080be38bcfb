#include "mask2cause/discover.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "data/transform.h"
#include "data/windows.h"
#include "graph/knowledge.h"
#include "graph/split.h"
#include "mask2cause/error.h"
#include "mask2cause/options.h"
#include "methods/closed_pairs.h"
#include "methods/data_choices.h"
#include "methods/edges.h"
#include "methods/final_graph.h"
#include "methods/gate_history.h"
#include "methods/method.h"

namespace mask2cause {
namespace {

std::string JoinNames(const std::vector<std::string>& names) {
  constexpr size_t kShown = 10;
  std::string text;
  for (size_t i = 0; i < std::min(names.size(), kShown); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
  return text;
}

std::vector<std::string> NamesOf(const Dataset& data, const std::vector<size_t>& variables) {
  std::vector<std::string> names;
  for (size_t v : variables) names.push_back(data.names[v]);
  return names;
}

void CheckLength(const Dataset& data, size_t lags) {
  if (Windows(data, lags).size() >= 2) return;
  size_t longest = 0;
  for (const Trajectory& trajectory : data.trajectories) longest = std::max(longest, trajectory.rows);
  const std::string where = data.trajectories.size() == 1 ? fmt::format("{} rows", longest)
                                                          : fmt::format("at most {} rows in each of {} trajectories",
                                                                        longest, data.trajectories.size());
  throw Error(ErrorKind::kData,
              fmt::format("{}: {}, but --lags {} needs at least {}", data.source, where, lags, lags + 2),
              longest >= 3 ? fmt::format("give more data, or --lags {} or less", longest - 2) : "give more data");
}

void CheckVariables(const Dataset& data, const UsableVariables& variables) {
  if (variables.usable.size() >= 2) return;
  const std::vector<std::string> excluded = NamesOf(data, variables.excluded);
  throw Error(
      ErrorKind::kData,
      fmt::format("{}: {} usable variables of {}, at least 2 are needed{}", data.source, variables.usable.size(),
                  data.variables(), excluded.empty() ? "" : "; constant or never observed: " + JoinNames(excluded)),
      "a graph needs at least two columns that vary; `mask2cause inspect` shows what was read");
}

// (n, n) over the fitted variables; empty when there are no rules.
std::vector<double> FindKnowledge(const Dataset& data, const DiscoverOptions& o, const std::vector<size_t>& variables) {
  std::vector<Rule> rules;
  const auto add = [&rules](const std::vector<Rule>& more) { rules.insert(rules.end(), more.begin(), more.end()); };
  if (!o.knowledge.empty()) add(ReadRules(o.knowledge));
  add(ParseRules(RuleKind::kForbid, o.forbid, "--forbid"));
  add(ParseRules(RuleKind::kRequire, o.require, "--require"));
  add(ParseRules(RuleKind::kPrior, o.prior, "--prior"));
  if (rules.empty()) return {};
  for (const Rule& rule : rules) {
    if (rule.kind == RuleKind::kForbid || o.method == "m2c") continue;
    throw Error(ErrorKind::kUsage, fmt::format("{}: the method '{}' only knows forbidden edges", rule.where, o.method),
                "use --method m2c");
  }
  const std::vector<double> all = ApplyRules(rules, data.names);
  std::vector<double> fitted;
  for (const size_t target : variables) {
    for (const size_t source : variables) fitted.push_back(all[target * data.variables() + source]);
  }
  return fitted;
}

void CheckOutput(const MethodOutput& output, const Dataset& data, const std::vector<size_t>& variables) {
  const size_t n = variables.size();
  for (size_t cell = 0; cell < n * n; ++cell) {
    if (std::isfinite(output.scores[cell])) continue;
    throw Error(ErrorKind::kNumerical,
                fmt::format("the score of {} -> {} left the finite numbers", data.names[variables[cell % n]],
                            data.names[variables[cell / n]]),
                "look for extreme values in these columns with `mask2cause inspect`");
  }
}

// (n, n) over the fitted variables -> (N, N) over all, zero elsewhere. Appends, so that lags can be stacked.
void EmbedInto(std::vector<double>& full, const double* fitted, const std::vector<size_t>& variables, size_t size) {
  const size_t offset = full.size(), n = variables.size();
  full.resize(offset + size * size, 0.0);
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) full[offset + variables[i] * size + variables[j]] = fitted[i * n + j];
  }
}

// The split sees only pairs that were open to decide: zeros of excluded columns, or of forbidden edges, would be a hump
// of their own.
ScoreSplit SplitOpen(const MethodOutput& output, size_t n, const ClosedPairs& closed) {
  std::vector<double> open;
  for (size_t c = 0; c < n * n; ++c) {
    if (c / n != c % n && closed.decided[c] == 0) open.push_back(output.scores[c]);
  }
  return SplitValues(std::move(open));
}

// `reach`: how many times its lags a method looks back. One with stretches of its own says itself which are too short.
void WarnOfShortTrajectories(const Dataset& data, size_t lags, size_t reach, Result& result) {
  if (reach == 0) return;
  const auto unused =
      std::count_if(data.trajectories.begin(), data.trajectories.end(),
                    [rows = reach * lags](const Trajectory& trajectory) { return trajectory.rows <= rows; });
  if (unused == 0) return;
  result.warnings.push_back(
      fmt::format("{} of {} trajectories are too short for {} lags and were left out; fewer --lags keep more", unused,
                  data.trajectories.size(), lags));
}

// Of targets with pairs that were open to decide, by a method that tests.
void WarnOfUntested(const MethodOutput& output, const ClosedPairs& closed, const std::vector<std::string>& variables,
                    Result& result) {
  const size_t n = variables.size();
  std::vector<std::string> names;
  for (size_t i = 0; i < n && !output.p_values.empty(); ++i) {
    bool untested = false;
    for (size_t c = i * n; c < (i + 1) * n; ++c) {
      untested |= c % n != i && closed.decided[c] == 0 && std::isnan(output.p_values[c]);
    }
    if (untested) names.push_back(variables[i]);
  }
  if (names.empty()) return;
  result.warnings.push_back(fmt::format("too few rows to test what drives them: {}", JoinNames(names)));
}

void WarnOfNeverForecast(const std::vector<std::string>& variables, const std::vector<char>& never, Result& result) {
  std::vector<std::string> names;
  for (size_t i = 0; i < variables.size(); ++i) {
    if (never[i] != 0) names.push_back(variables[i]);
  }
  if (names.empty()) return;
  result.warnings.push_back(
      fmt::format("never forecast, so nothing is said of what drives them: {}", JoinNames(names)));
}

void Warn(Result& result) {
  if (!result.excluded.empty()) {
    result.warnings.push_back(
        fmt::format("left out of the fit, constant or never observed: {}", JoinNames(result.excluded)));
  }
  if (!AreTested(result.edges) && !result.split.two_humped) {
    result.warnings.push_back(
        "the scores do not fall into two clear groups: read the ranking (and p-values), not the threshold");
  }
}

void FillResult(Result& result, const MethodOutput& output, const Dataset& data, const UsableVariables& variables,
                const std::vector<double>& knowledge, const ClosedPairs& closed, const DiscoverOptions& options) {
  const size_t size = data.variables(), n = variables.usable.size();
  result.scores.names = data.names;
  EmbedInto(result.scores.values, output.scores.data(), variables.usable, size);
  for (size_t at = 0; at < output.lag_coefficients.size(); at += n * n) {
    EmbedInto(result.lag_coefficients, output.lag_coefficients.data() + at, variables.usable, size);
  }
  if (!output.mean_scores.empty()) {
    EmbedInto(result.mean_scores, output.mean_scores.data(), variables.usable, size);
    EmbedInto(result.variance_scores, output.variance_scores.data(), variables.usable, size);
  }
  result.edges = MakeEdges(output, variables.usable);
  result.split = SplitOpen(output, n, closed);
  result.graph_rule = ChooseGraph(options, result.split, knowledge, variables.usable, result.edges);
  result.excluded = NamesOf(data, variables.excluded);
  result.warnings = output.warnings;
  result.choices = output.choices;
  result.steps = output.steps;
  result.parameters = output.parameters;
  result.networks = output.networks;
  result.epoch_losses = output.epoch_losses;
  result.held_out_runs = output.held_out_runs;
  result.gates = SummarizeGates(output.gate_records, variables.usable, result.edges);
  result.model = output.model;
}

std::optional<Dataset> Transformed(const Dataset& data, const DiscoverOptions& options) {
  if (options.difference && options.detrend) {
    throw Error(ErrorKind::kUsage, "--difference takes a trend out already",
                "give --difference or --detrend, not both");
  }
  if (options.difference) return Differenced(data);
  if (options.detrend) return Detrended(data);
  return std::nullopt;
}

// Those that the options do not answer already.
std::vector<DataCheck> OpenChecks(std::vector<DataCheck> checks, const DiscoverOptions& options) {
  std::erase_if(checks, [&](const DataCheck& check) {
    const bool heavy = options.objective == "student-t" || options.objective == "laplace";
    return options.method == "m2c" &&
           ((check.name == "volatility" && options.objective != "mse") || (check.name == "heavy-tails" && heavy));
  });
  return checks;
}

}  // namespace

Result Discover(const Dataset& given, const DiscoverOptions& given_options, const Progress& progress) {
  CheckOptions(given_options);
  CheckGraphRule(given_options);
  const std::optional<Dataset> transformed = Transformed(given, given_options);
  const Dataset& data = transformed ? *transformed : given;
  const Method& method = FindMethod(given_options.method);
  const UsableVariables variables = FindUsableVariables(data);
  CheckVariables(data, variables);
  CheckLength(data, method.reach == 0 ? 1 : std::max<size_t>(1, given_options.lags));
  const std::vector<double> knowledge = FindKnowledge(data, given_options, variables.usable);
  const Scaler scaler = FitScaler(data);

  const auto start = std::chrono::steady_clock::now();
  const DataChoices chosen = ChooseFromData(data, scaler, variables.usable, given_options);
  const DiscoverOptions& options = chosen.options;
  ThreadPool pool(options.threads);
  ProgressMeter meter(progress, "fitting");
  MethodOutput output = method.fit({data, scaler, variables.usable, options, pool, knowledge, meter});
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  CheckOutput(output, data, variables.usable);
  const std::vector<char> never_forecast = FindNeverForecast(data, variables.usable);
  const ClosedPairs closed(knowledge, never_forecast);
  closed.Impose(output);

  Result result;
  FillResult(result, output, data, variables, knowledge, closed, options);
  result.choices.insert(result.choices.begin(), chosen.choices.begin(), chosen.choices.end());
  result.options = options;
  Warn(result);
  const std::vector<std::string> names = NamesOf(data, variables.usable);
  WarnOfUntested(output, closed, names, result);
  WarnOfNeverForecast(names, never_forecast, result);
  WarnOfShortTrajectories(data, options.lags, method.reach, result);
  result.checks = OpenChecks(chosen.checks, options);
  result.data_source = data.source;
  result.data_fingerprint = Fingerprint(given);
  result.data_rows = given.rows;
  result.data_missing = given.missing.count();
  result.picture = PictureOf(given);
  result.data_left_out = given.left_out.count();
  result.data_trajectories = data.trajectories.size();
  if (data.time.kind != TimeKind::kNone) result.data_time_column = data.time.name;
  result.seconds = elapsed.count();
  return result;
}

}  // namespace mask2cause
