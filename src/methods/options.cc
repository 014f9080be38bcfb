#include "mask2cause/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "mask2cause/error.h"
#include "methods/method.h"

namespace mask2cause {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr const char* kGeneral = "General";
constexpr const char* kGraph = "The final graph";
constexpr const char* kKnowledge = "Background knowledge";
constexpr const char* kNetwork = "Method m2c: the network";
constexpr const char* kTraining = "Method m2c: training";
constexpr const char* kNeural = "Neural rivals";
constexpr const char* kLinear = "Method var, sqcorr, var-arch";
constexpr const char* kPcmci = "Method pcmci";
constexpr const char* kDynotears = "Method dynotears";

std::vector<std::string> MethodNames() {
  std::vector<std::string> names;
  for (const MethodInfo& method : Methods()) names.push_back(method.name);
  return names;
}

bool Reads(const Method& method, const std::string& option) {
  return std::any_of(method.options.begin(), method.options.end(),
                     [&](const char* name) { return name != nullptr && option == name; });
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string DescribeRange(const OptionInfo& info) {
  if (std::isnan(info.max)) return fmt::format("{} or more", info.min);
  return fmt::format("{} to {}", info.min, info.max);
}

bool IsWhole(double number) {
  return number == std::floor(number);
}

class RangeChecker : public OptionVisitor {
 public:
  void Visit(const OptionInfo& info, size_t& value) override {
    const double number = static_cast<double>(value);
    if (number < info.min || number > info.max) Refuse(info, fmt::format("{}", value), DescribeRange(info));
  }
  void Visit(const OptionInfo& info, double& value) override {
    const bool inside = std::isfinite(value) && !(value < info.min) && !(value > info.max);
    if (!inside) Refuse(info, fmt::format("{}", value), DescribeRange(info));
  }
  void Visit(const OptionInfo&, bool&) override {}
  void Visit(const OptionInfo& info, std::string& value) override {
    for (const std::string& choice : info.choices) {
      if (value == choice) return;
    }
    if (info.choices.empty() || IsNumberInRange(info, value)) return;
    const std::string number =
        std::isnan(info.min) ? "" : fmt::format(", or a {}number, {}", info.whole ? "whole " : "", DescribeRange(info));
    Refuse(info, fmt::format("'{}'", value), "one of: " + Joined(info.choices) + number);
  }

 private:
  static bool IsNumberInRange(const OptionInfo& info, const std::string& text) {
    double number = 0.0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && rest == end && std::isfinite(number) && number >= info.min && !(number > info.max) &&
           (!info.whole || IsWhole(number));
  }
  [[noreturn]] static void Refuse(const OptionInfo& info, const std::string& value, const std::string& allowed) {
    throw Error(ErrorKind::kUsage, fmt::format("--{} {} is not allowed", info.name, value),
                fmt::format("--{} takes {}", info.name, allowed));
  }
};

class TextCollector : public OptionVisitor {
 public:
  void Visit(const OptionInfo& info, size_t& value) override { Add(info, fmt::format("{}", value)); }
  void Visit(const OptionInfo& info, double& value) override { Add(info, fmt::format("{}", value)); }
  void Visit(const OptionInfo& info, bool& value) override { Add(info, value ? "true" : "false"); }
  void Visit(const OptionInfo& info, std::string& value) override { Add(info, value); }

  std::vector<std::pair<std::string, std::string>> texts;

 private:
  void Add(const OptionInfo& info, std::string text) { texts.emplace_back(info.name, std::move(text)); }
};

}  // namespace

// The table. A new option is a field of DiscoverOptions and one line here.
void VisitOptions(DiscoverOptions& o, OptionVisitor& v) {
  v.Visit({"method", kGeneral, "Discovery method", kNone, kNone, MethodNames()}, o.method);
  v.Visit({"lags", kGeneral, "How many past steps may act on the next one; 0: as the data ask for", 0, 10000, {}},
          o.lags);
  v.Visit({"seed", kGeneral, "Seed of all random numbers: same seed, same result", 0, kNone, {}}, o.seed);
  v.Visit({"threads", kGeneral, "Threads, 0 for all cores; the result does not depend on it", 0, 1024, {}}, o.threads);

  v.Visit({"difference",
           kGeneral,
           "Fit the changes from row to row instead of the values: for series that wander",
           kNone,
           kNone,
           {}},
          o.difference);
  v.Visit({"detrend", kGeneral, "Take each trajectory's line out first: for series with a trend", kNone, kNone, {}},
          o.detrend);

  v.Visit({"fdr", kGraph, "Expected share of wrong edges among those found", 0, 1, {}}, o.fdr);
  v.Visit({"threshold", kGraph, "Instead: edges are scores above this; 0: not used", 0, kNone, {}}, o.threshold);
  v.Visit({"top-k", kGraph, "Instead: so many of the strongest are edges; 0: not used", 0, kNone, {}}, o.top_k);
  v.Visit({"density", kGraph, "Instead: so large a part of all pairs are edges; 0: not used", 0, 1, {}}, o.density);

  v.Visit({"knowledge",
           kKnowledge,
           "File with rules about edges, a line each: forbid A -> B, require A -> B, prior A -> B 0.2",
           kNone,
           kNone,
           {}},
          o.knowledge);
  v.Visit({"forbid", kKnowledge, "Edges that cannot be: \"A -> B; C -> *\"", kNone, kNone, {}}, o.forbid);
  v.Visit({"require", kKnowledge, "Edges that must be: \"A -> B\" (m2c)", kNone, kNone, {}}, o.require);
  v.Visit({"prior", kKnowledge, "Edges that are more or less likely: \"A -> B 0.8\" (m2c)", kNone, kNone, {}}, o.prior);

  v.Visit({"objective",
           kNetwork,
           "What is minimised: squared error, a likelihood, one with a graph each for mean and variance (dual), or "
           "auto: as "
           "the data ask for",
           kNone,
           kNone,
           {"auto", "mse", "nll", "dual", "student-t", "laplace"}},
          o.objective);
  v.Visit({"width", kNetwork, "Width of a token, a multiple of --heads", 1, 4096, {}}, o.width);
  v.Visit({"heads", kNetwork, "Attention heads", 1, 256, {}}, o.heads);
  v.Visit({"layers", kNetwork, "Attention layers; with 1 the graph is the only path between variables", 1, 20, {}},
          o.layers);
  v.Visit({"pre-blocks", kNetwork, "Blocks before the first attention, each variable by itself", 0, 20, {}},
          o.pre_blocks);
  v.Visit({"theta-init",
           kNetwork,
           "Where the logits of the graph start: a number, or auto (what Granger tests say of each pair)",
           kNone,
           kNone,
           {}},
          o.theta_init);
  v.Visit({"gamma",
           kNetwork,
           "Added to the logits of self edges: 100 opens them, -100 closes them, 0 learns them",
           -1000,
           1000,
           {}},
          o.gamma);
  v.Visit({"dropout", kNetwork, "Dropout rate while training", 0, 0.9, {}}, o.dropout);
  v.Visit({"per-layer-masks", kNetwork, "A graph for each layer, averaged at the end", kNone, kNone, {}},
          o.per_layer_masks);
  v.Visit({"per-variable-heads", kNetwork, "An output head for each variable", kNone, kNone, {}}, o.per_variable_heads);
  v.Visit({"predict",
           kNetwork,
           "What the network predicts of the next row: its values, or their change from the last ones",
           kNone,
           kNone,
           {"auto", "value", "change"}},
          o.predict);
  v.Visit({"lock-graph",
           kNetwork,
           "File with the graph [target][source] to use as it is instead of learning one",
           kNone,
           kNone,
           {}},
          o.lock_graph);

  v.Visit({"lambda",
           kTraining,
           "Weight of the penalty on the mean of the off-diagonal scores; -1: as the number of windows asks for",
           -1,
           kNone,
           {}},
          o.lambda);
  v.Visit({"lr", kTraining, "Learning rate of Adam", 1e-9, 10, {}}, o.lr);
  v.Visit({"schedule",
           kTraining,
           "Learning rate over time, or auto: by the length of the training",
           kNone,
           kNone,
           {"auto", "constant", "cosine"}},
          o.schedule);
  v.Visit({"batch", kTraining, "Windows in a batch", 1, 65536, {}}, o.batch);
  v.Visit({"epochs", kTraining, "Passes over the data; 0: as long as the data ask for", 0, 1000000, {}}, o.epochs);
  v.Visit(
      {"score",
       kTraining,
       "What ranks an edge: adjacency (its gate), information (its gate times what passes it), or auto (by whether the "
       "network forecasts better than a linear model)",
       kNone,
       kNone,
       {"auto", "adjacency", "information"}},
      o.score);
  v.Visit({"effort",
           kTraining,
           "How many networks: quick (2 members, 3 judges), normal (4, 5), thorough (12, 10)",
           kNone,
           kNone,
           {"quick", "normal", "thorough"}},
          o.effort);
  v.Visit({"members",
           kTraining,
           "Networks with seeds --seed, --seed + 1, ... whose graphs are averaged; where windows are many "
           "every other one trains on a block-bootstrap sample; 0: as --effort says",
           0,
           1000,
           {}},
          o.members);
  v.Visit({"judges",
           kTraining,
           "Networks that each hold out another part of the data and test every edge on it: a number, none (and no "
           "p-values), or auto (as --effort says)",
           kNone,
           kNone,
           {}},
          o.judges);
  v.Visit({"isa",
           kTraining,
           "Instruction set of the kernels: auto, or one that the machine has, or scalar",
           kNone,
           kNone,
           {}},
          o.isa);
  v.Visit(
      {"checkpoint-every", kTraining, "Save the state every so many steps, 0 for only when interrupted", 0, kNone, {}},
      o.checkpoint_every);
  v.Visit({"resume", kTraining, "Go on from the state that an earlier run left in the output folder", kNone, kNone, {}},
          o.resume);

  // Who reads it, unless all networks of others do.
  const auto readers = [](const char* name) {
    std::vector<std::string> names;
    size_t networks = 0;
    for (const Method& method : MethodRegistry()) {
      networks += method.cost.steps > 0.0;
      if (Reads(method, name)) names.push_back(method.name);
    }
    return names.size() == networks ? "" : " (" + Joined(names) + ")";
  };
  const std::string own = "; auto: the method's own";
  const auto rival = [&](const char* name, const std::string& help, double min, std::string& value,
                         std::vector<std::string> words = {"auto"}) {
    v.Visit({name, kNeural, help + readers(name) + own, min, kNone, std::move(words)}, value);
  };
  const auto count = [&](const char* name, const std::string& help, double min, double max, std::string& value) {
    v.Visit({name, kNeural, help + readers(name) + own, min, max, {"auto"}, true}, value);
  };
  rival("rival-lr", "Learning rate", 0, o.rival_lr);
  rival("rival-penalty",
        "Weight of the penalty on edges; path: cmlp and clstm try growing ones and rank edges by when they die", 0,
        o.rival_penalty, {"auto", "path"});
  rival("rival-ridge", "Weight of the penalty on all other weights", 0, o.rival_ridge);
  count("rival-steps", "Steps, or passes over the data, at most", 1, 1e9, o.rival_steps);
  count("rival-width", "Hidden units", 1, 4096, o.rival_width);
  count("rival-layers", "Residual blocks; 0: a linear model", 0, 100, o.rival_layers);
  count(
      "rival-context",
      "Rows that a network sees at once, in place of --lags; of tcdf the rows of its kernel, of sru and esru those of "
      "a block",
      1, 10000, o.rival_context);
  rival("rival-scaling", "Series as they are, or standardised", kNone, o.rival_scaling, {"auto", "raw", "z-score"});
  v.Visit({"rival-scales",
           kNeural,
           "Time scales, from 0 (the present) to below 1 (a long past): \"0,0.1,0.99\"" + readers("rival-scales") + own,
           kNone,
           kNone,
           {}},
          o.rival_scales);
  rival("rival-output-penalty", "Weight of the penalty on outputs across time scales", 0, o.rival_output_penalty);

  v.Visit({"ridge",
           kLinear,
           "Penalty on each coefficient of the standardised series, 0 for plain least squares",
           0,
           kNone,
           {}},
          o.ridge);

  v.Visit({"pc-alpha",
           kPcmci,
           "A lagged series stays among the conditions while its p-value is at most this: a larger one keeps more",
           0,
           1,
           {}},
          o.pc_alpha);

  v.Visit({"lambda-a", kDynotears, "Weight of the penalty on lagged effects", 0, kNone, {}}, o.lambda_a);
  v.Visit({"lambda-w", kDynotears, "Weight of the penalty on effects within a time step", 0, kNone, {}}, o.lambda_w);
}

bool OptionCounts(const OptionInfo& info, const std::string& method_name) {
  const Method& method = FindMethod(method_name);
  const auto is_under = [&](std::initializer_list<const char*> groups) {
    return std::find(groups.begin(), groups.end(), info.group) != groups.end();
  };
  if (info.name == "lags") return method.reach > 0;
  if (info.name == "isa") return method_name == "m2c" || method.cost.steps > 0.0;
  if (is_under({kGeneral, kGraph, kKnowledge})) return true;
  return is_under({kNetwork, kTraining}) ? method_name == "m2c" : Reads(method, info.name);
}

void CheckOptions(const DiscoverOptions& options) {
  RangeChecker checker;
  DiscoverOptions copy = options;
  VisitOptions(copy, checker);
  if (options.lambda < 0.0 && options.lambda != -1.0) {
    throw Error(ErrorKind::kUsage, fmt::format("--lambda {} is not allowed", options.lambda),
                "--lambda takes 0 or more, or -1 to leave it to the data");
  }
}

std::vector<std::pair<std::string, std::string>> OptionTexts(const DiscoverOptions& options) {
  TextCollector collector;
  DiscoverOptions copy = options;
  VisitOptions(copy, collector);
  return collector.texts;
}

}  // namespace mask2cause
