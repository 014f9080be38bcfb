#include "mask2cause/forecast.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "graph_file.h"
#include "input_flags.h"
#include "interrupt.h"
#include "mask2cause/error.h"
#include "output_file.h"
#include "subcommands.h"
#include "table.h"
#include "terminal.h"

namespace mask2cause {
namespace {

struct Flags {
  InputFlags input;
  std::string model, output, graph, graph_key;
  ForecastOptions options;
  BacktestOptions backtest_options;
  long long steps = 1;
  bool backtest = false, json = false, tsv = false, quiet = false;
};

Table ForecastTable(const Forecast& forecast, std::string (*number)(double)) {
  std::vector<Table::Column> columns = {{"step"}, {"variable", Table::Align::kLeft}, {"mean"}, {"sd"}};
  for (const double level : forecast.levels) columns.push_back({fmt::format("q{}", level)});
  Table table(columns);
  const size_t n = forecast.names.size(), levels = forecast.levels.size();
  for (size_t cell = 0; cell < forecast.mean.size(); ++cell) {
    std::vector<std::string> cells = {std::to_string(cell / n + 1), forecast.names[cell % n],
                                      number(forecast.mean[cell]), number(forecast.sd[cell])};
    for (size_t i = 0; i < levels; ++i) cells.push_back(number(forecast.quantiles[cell * levels + i]));
    table.AddRow(cells);
  }
  return table;
}

Table BacktestTable(const Backtest& backtest, std::string (*number)(double), bool with_mean) {
  Table table({{"variable", Table::Align::kLeft},
               {"forecaster", Table::Align::kLeft},
               {"MSE"},
               {"MAE"},
               {"MASE"},
               {"CRPS"},
               {"coverage"}});
  const auto add = [&](const std::string& variable, const std::string& forecaster, const BacktestScore& score) {
    table.AddRow({variable, forecaster, number(score.mse), number(score.mae), number(score.mase), number(score.crps),
                  number(score.coverage)});
  };
  for (size_t v = 0; v < backtest.names.size(); ++v) {
    for (const BacktestForecaster& one : backtest.forecasters) add(backtest.names[v], one.name, one.variables[v]);
  }
  for (const BacktestForecaster& one : backtest.forecasters) {
    if (with_mean) add("mean, scaled", one.name, one.mean);
  }
  return table;
}

std::string BacktestText(const Backtest& backtest) {
  std::string text = BacktestTable(backtest, ShortNumber, /*with_mean=*/true).ForPeople();
  text += fmt::format(
      "\none step ahead over the last {} rows; var and naive learned from the {} before, the model is as it was "
      "trained\ncoverage of the {:.4g} % interval",
      backtest.test_rows, backtest.train_rows, 100.0 * backtest.interval);
  return text + (backtest.series == "levels" ? "" : ", of the " + backtest.series + " series") + "\n";
}

void PrintForecast(const Flags& flags, const Forecast& forecast) {
  PrintWarnings(forecast.warnings);
  if (!flags.output.empty()) WriteForecast(forecast, flags.output);
  if (flags.json) {
    Print(ToJson(forecast));
  } else if (flags.tsv) {
    Print(ForecastTable(forecast, ExactNumber).ForScripts());
  } else if (flags.output.empty()) {
    Print(ForecastTable(forecast, ShortNumber).ForPeople());
  } else {
    Print(flags.output + "\n");
  }
}

void PrintBacktest(const Flags& flags, const Backtest& backtest) {
  PrintWarnings(backtest.warnings);
  if (flags.json) {
    Print(ToJson(backtest));
  } else if (flags.tsv) {
    Print(BacktestTable(backtest, ExactNumber, /*with_mean=*/false).ForScripts());
  } else {
    Print(BacktestText(backtest));
  }
}

void CheckFlags(const Flags& flags) {
  if (flags.steps < 1) {
    throw Error(ErrorKind::kUsage, fmt::format("--steps {} forecasts nothing", flags.steps), "1 or more");
  }
  if (!flags.output.empty()) CheckForecastFile(flags.output);
  RefuseToReplace(flags.input.path, flags.output);
}

template <typename Model>  // TrainedModel or PrunedModel
void RunWith(const Model& model, Flags& flags) {
  ProgressBar bar(flags.quiet);
  const Dataset data = ReadDataset(flags.input.path, flags.input.read, bar.Callback());
  bar.Clear();
  StopIfInterrupted();
  PrintWarnings(data.warnings);
  if (flags.backtest) {
    if (!flags.graph.empty()) flags.backtest_options.graph = ReadGraph(flags.graph, flags.graph_key, data.names);
    const Backtest backtest = RunBacktest(model, data, flags.backtest_options, bar.Callback());
    bar.Clear();
    PrintBacktest(flags, backtest);
    return;
  }
  const Forecast forecast = MakeForecast(model, data, flags.options, bar.Callback());
  bar.Clear();
  StopIfInterrupted();
  PrintForecast(flags, forecast);
}

void Run(Flags& flags) {
  CheckFlags(flags);
  flags.options.steps = static_cast<size_t>(flags.steps);
  flags.backtest_options.threads = flags.options.threads;
  if (IsPrunedModel(flags.model)) {
    RunWith(*LoadPruned(flags.model), flags);
  } else {
    RunWith(*LoadModel(flags.model), flags);
  }
}

void AddForecastFlags(CLI::App& forecast, Flags& flags) {
  ForecastOptions& o = flags.options;
  CLI::Option* steps =
      forecast.add_option("--steps", flags.steps, "How many steps after the last row")->capture_default_str();
  forecast.add_option("--paths", o.paths, "Futures to sample for the second step and later ones")
      ->capture_default_str();
  forecast.add_option("--quantiles", o.quantiles, "Levels, with commas between [0.05,0.25,0.5,0.75,0.95]")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("LEVEL");
  forecast.add_option("--seed", o.seed, "Of the sampled futures")->capture_default_str();
  CLI::Option* output = forecast.add_option("-o,--output", flags.output, "Write the forecast here: .csv or .json");
  output->type_name("FILE");
  CLI::Option* backtest = forecast.add_flag("--backtest", flags.backtest,
                                            "Instead: forecast each of the last rows from those before it, and grade "
                                            "the model beside VAR and the last value");
  backtest->excludes(steps)->excludes(output);
  forecast.add_option("--share", flags.backtest_options.share, "Backtest: so large a part of the rows, the last ones")
      ->capture_default_str()
      ->needs(backtest);
  forecast
      .add_option("--interval", flags.backtest_options.interval, "Backtest: the interval whose coverage is counted")
      ->capture_default_str()
      ->needs(backtest);
  CLI::Option* graph = forecast.add_option(
      "--graph", flags.graph,
      "Backtest of a network: grade it also with every gate shut outside this graph (result.json, .csv, .npy, .npz)");
  graph->type_name("FILE")->needs(backtest);
  forecast.add_option("--graph-key", flags.graph_key, "Array to take from --graph when it is an .npz")
      ->type_name("NAME")
      ->needs(graph);
  forecast.add_option("--threads", o.threads, "0: all cores; the result is the same for any number")
      ->capture_default_str();
}

}  // namespace

void AddForecast(CLI::App& program) {
  auto flags = std::make_shared<Flags>();
  CLI::App* forecast = program.add_subcommand("forecast", "Forecast with a trained model, with quantiles; or grade it");
  forecast->add_option("MODEL", flags->model, "model.m2c of discover, or what prune saved")->required()->type_name("");
  AddInputFlags(*forecast, flags->input);
  AddForecastFlags(*forecast, *flags);
  CLI::Option* json = forecast->add_flag("--json", flags->json, "Print JSON, and nothing else, to standard output");
  forecast->add_flag("--tsv", flags->tsv, "Print the table tab-separated, with exact numbers, for scripts")
      ->excludes(json);
  forecast->add_flag("--quiet", flags->quiet, "No progress bar");
  forecast->callback([flags] { Run(*flags); });
}

}  // namespace mask2cause
