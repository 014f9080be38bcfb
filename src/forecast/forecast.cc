#include "mask2cause/forecast.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

#include "core/parallel.h"
#include "core/progress_meter.h"
#include "forecast/network_forecast.h"
#include "forecast/origin.h"
#include "forecast/pruned_model.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kMostPathsAtOnce = 50;
constexpr size_t kLeastRecentRows = 40;
constexpr double kMostBytes = 4e9;

void CheckOptions(const ForecastOptions& o, size_t variables) {
  const auto require = [](bool makes_sense, const std::string& message, const char* hint) {
    if (!makes_sense) throw Error(ErrorKind::kUsage, message, hint);
  };
  require(o.steps >= 1, "--steps 0 forecasts nothing", "1 or more");
  require(o.paths >= 2, fmt::format("--paths {} has no spread", o.paths), "2 or more; 1000 are usual");
  require(!o.quantiles.empty(), "no quantile is asked for", "for instance --quantiles 0.05,0.5,0.95");
  for (const double level : o.quantiles) {
    require(level > 0.0 && level < 1.0, fmt::format("--quantiles: {} is no level of a quantile", level),
            "between 0 and 1, both excluded");
  }
  const double bytes =
      8.0 * static_cast<double>(o.steps) * static_cast<double>(o.paths) * static_cast<double>(variables);
  require(bytes <= kMostBytes, fmt::format("{} paths of {} steps take {:.0f} GB", o.paths, o.steps, bytes / 1e9),
          "give fewer --paths or --steps");
}

// Of sorted values, with straight lines between them.
double SampleQuantile(const std::vector<double>& sorted, double level) {
  const double at = level * static_cast<double>(sorted.size() - 1);
  const size_t below = std::min(static_cast<size_t>(at), sorted.size() - 2);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

class Roller {
 public:
  Roller(const StepForecaster& forecaster, const Origin& origin, const ForecastOptions& options)
      : forecaster_(forecaster),
        origin_(origin),
        options_(options),
        n_(forecaster.names().size()),
        rows_(origin.rows().size() / n_),
        values_(options.steps > 1 ? options.paths * options.steps * n_ : 0) {}

  // The first step, exactly.
  void First(Forecast& forecast) const;
  // The others, from sampled paths.
  void Later(Forecast& forecast, const Progress& progress);

 private:
  // `copies` pieces of (rows, n) as trajectories that lack only the row to forecast.
  Dataset AsSeries(const std::vector<float>& pieces, size_t copies) const;
  // Where the forecast of that row stands among those of all windows of AsSeries.
  size_t Place(size_t copy, size_t variable) const {
    const size_t windows = rows_ - forecaster_.lags() + 1;
    return ((copy + 1) * windows - 1) * n_ + variable;
  }
  void RollPaths(size_t member, size_t first_path, size_t count);

  const StepForecaster& forecaster_;
  const Origin& origin_;
  const ForecastOptions& options_;
  const size_t n_, rows_;
  std::vector<double> values_;  // (steps, n, paths)
};

Dataset Roller::AsSeries(const std::vector<float>& pieces, size_t copies) const {
  const size_t cells = rows_ * n_;
  std::vector<float> rows;
  rows.reserve(copies * (cells + n_));
  for (size_t c = 0; c < copies; ++c) {
    rows.insert(rows.end(), pieces.begin() + static_cast<ptrdiff_t>(c * cells),
                pieces.begin() + static_cast<ptrdiff_t>((c + 1) * cells));
    rows.insert(rows.end(), n_, 0.0f);
  }
  return MakeDataset(rows, forecaster_.names(), std::vector<size_t>(copies, rows_ + 1));
}

void Roller::First(Forecast& forecast) const {
  const std::vector<Mixture> mixtures = forecaster_.Mixtures(AsSeries(origin_.rows(), 1));
  for (size_t v = 0; v < n_; ++v) {
    const Mixture& next = mixtures[Place(0, v)];
    const auto restored = [&](double value) { return origin_.Value(v, 1, value, value); };
    forecast.mean.push_back(restored(next.Mean()));
    forecast.sd.push_back(next.Sd());
    for (const double level : options_.quantiles) forecast.quantiles.push_back(restored(next.Quantile(level)));
  }
}

void Roller::RollPaths(size_t member, size_t first_path, size_t count) {
  std::vector<float> pieces;
  for (size_t c = 0; c < count; ++c) pieces.insert(pieces.end(), origin_.rows().begin(), origin_.rows().end());
  std::vector<double> sums(count * n_, 0.0);
  std::vector<Rng> random;
  for (size_t c = 0; c < count; ++c) random.emplace_back(options_.seed, first_path + c);
  const size_t cells = rows_ * n_;
  for (size_t step = 0; step < options_.steps; ++step) {
    const std::vector<Component> components = forecaster_.Components(member, AsSeries(pieces, count));
    for (size_t c = 0; c < count; ++c) {
      float* const piece = pieces.data() + c * cells;
      std::copy(piece + n_, piece + cells, piece);
      for (size_t v = 0; v < n_; ++v) {
        const double drawn = components[Place(c, v)].Draw(random[c]);
        piece[cells - n_ + v] = static_cast<float>(drawn);
        sums[c * n_ + v] += drawn;
        values_[(step * n_ + v) * options_.paths + first_path + c] =
            origin_.Value(v, step + 1, drawn, sums[c * n_ + v]);
      }
    }
  }
}

void Roller::Later(Forecast& forecast, const Progress& progress) {
  const size_t share = (options_.paths + forecaster_.members() - 1) / forecaster_.members();
  const size_t at_once = std::min(kMostPathsAtOnce, share);
  const size_t chunks = (options_.paths + at_once - 1) / at_once;
  ThreadPool pool(options_.threads);
  ProgressMeter meter(progress, "sampling paths");
  pool.Run(chunks, [&](size_t chunk, size_t) {
    const size_t first = chunk * at_once;
    RollPaths(chunk % forecaster_.members(), first, std::min(at_once, options_.paths - first));
    meter.PartDone(chunks);
  });
  for (size_t cell = n_; cell < options_.steps * n_; ++cell) {
    const auto begin = values_.begin() + static_cast<ptrdiff_t>(cell * options_.paths);
    std::vector<double> sample(begin, begin + static_cast<ptrdiff_t>(options_.paths));
    std::sort(sample.begin(), sample.end());
    const double count = static_cast<double>(sample.size());
    const double mean = std::accumulate(sample.begin(), sample.end(), 0.0) / count;
    double squares = 0.0;
    for (const double value : sample) squares += (value - mean) * (value - mean);
    forecast.mean.push_back(mean);
    forecast.sd.push_back(std::sqrt(squares / (count - 1.0)));
    for (const double level : options_.quantiles) forecast.quantiles.push_back(SampleQuantile(sample, level));
  }
}

// The number that the file had: the one with the shortest text among those that are this float.
double Decimal(float value) {
  const std::string text = fmt::format("{}", value);
  double decimal = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), decimal);
  return decimal;
}

// The last rows of the last trajectory.
std::vector<double> RecentRows(const std::vector<std::string>& names, const Dataset& data, size_t steps) {
  const std::vector<size_t> columns = FindVariables(names, data);
  const size_t rows = std::min(data.trajectories.back().rows, std::max(kLeastRecentRows, 4 * steps));
  std::vector<double> recent;
  for (size_t r = data.rows - rows; r < data.rows; ++r) {
    for (const size_t v : columns) {
      recent.push_back(data.is_missing(r, v) ? std::nan("") : Decimal(data.at(r, v)));
    }
  }
  return recent;
}

void CheckFinite(const Forecast& forecast) {
  for (size_t i = 0; i < forecast.mean.size(); ++i) {
    if (std::isfinite(forecast.mean[i]) && std::isfinite(forecast.sd[i])) continue;
    throw Error(ErrorKind::kNumerical,
                fmt::format("the forecast of '{}' leaves the finite numbers at step {}",
                            forecast.names[i % forecast.names.size()], i / forecast.names.size() + 1),
                "ask for fewer --steps, or look for extreme or missing last values with `mask2cause inspect`");
  }
}

// From the end of the data, by any forecaster of the series made from them.
Forecast Roll(const StepForecaster& forecaster, const Dataset& data, const Dataset& series, SeriesKind kind,
              const ForecastOptions& options, const Progress& progress) {
  const Origin origin(forecaster, data, series, kind);
  Forecast forecast;
  forecast.names = forecaster.names();
  forecast.data_source = data.source;
  forecast.members = forecaster.members();
  forecast.steps = options.steps;
  forecast.paths = options.steps > 1 ? options.paths : 0;
  forecast.last_row = data.rows;
  forecast.levels = options.quantiles;
  forecast.recent = RecentRows(forecast.names, data, options.steps);
  if (data.trajectories.size() > 1) {
    forecast.warnings.push_back(
        fmt::format("{} trajectories: the forecast goes on from the last one", data.trajectories.size()));
  }
  Roller roller(forecaster, origin, options);
  roller.First(forecast);
  if (options.steps > 1) roller.Later(forecast, progress);
  CheckFinite(forecast);
  return forecast;
}

}  // namespace

Forecast MakeForecast(const TrainedModel& trained, const Dataset& data, const ForecastOptions& options,
                      const Progress& progress) {
  CheckOptions(options, trained.names.size());
  const SeriesKind kind = SeriesOf(trained);
  std::optional<Dataset> transformed;
  if (kind != SeriesKind::kLevels) transformed = TransformedSeries(data, kind);
  const Dataset& series = transformed ? *transformed : data;
  const NetworkForecast network(trained, series, series.rows);
  Forecast forecast = Roll(network, data, series, kind, options, progress);
  forecast.objective = ObjectiveName(trained.config.objective);
  if (!network.knows_spread()) {
    forecast.warnings.push_back(
        "a model of squared errors knows no spread: that of its errors on these data is used, which is too small where "
        "it was trained on them; --objective nll learns it");
  }
  return forecast;
}

Forecast MakeForecast(const PrunedModel& model, const Dataset& data, const ForecastOptions& options,
                      const Progress& progress) {
  CheckOptions(options, model.names.size());
  const PrunedForecast pruned(model, PrunedForecast::Form::kPruned);
  Forecast forecast = Roll(pruned, data, data, SeriesKind::kLevels, options, progress);
  forecast.objective = model.options.model;
  return forecast;
}

}  // namespace mask2cause
