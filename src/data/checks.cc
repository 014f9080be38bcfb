#include "mask2cause/checks.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/series_tests.h"
#include "data/tested_series.h"
#include "data/windows.h"

namespace mask2cause {
namespace {

constexpr double kSameShare = 0.99;   // of the values equal to one: near-constant
constexpr double kCopy = 0.999;       // correlation
constexpr double kMovingLevel = 1.0;  // KPSS statistic; 0.739 is its one-percent point
constexpr double kSeasonal = 0.5;     // autocorrelation at the period
constexpr double kFarOut = 15.0;      // median absolute deviations
constexpr double kFewRows = 5.0;      // windows for each unknown of a linear model

// Findings of one kind, of which the first few are told.
struct Several {
  std::vector<std::string> variables, texts;

  void Add(const std::vector<std::string>& concerned, std::string text) {
    for (const std::string& name : concerned) {
      if (std::find(variables.begin(), variables.end(), name) == variables.end()) variables.push_back(name);
    }
    texts.push_back(std::move(text));
  }
  std::string Text() const {
    constexpr size_t kMost = 5;
    const auto end = texts.begin() + static_cast<ptrdiff_t>(std::min(kMost, texts.size()));
    const std::string rest = texts.size() > kMost ? fmt::format(" and {} more", texts.size() - kMost) : "";
    return fmt::format("{}{}", fmt::join(texts.begin(), end, ", "), rest);
  }
};

class Checker {
 public:
  Checker(const Dataset& data, size_t lags, size_t reach)
      : data_(data), lags_(lags), reach_(reach), part_(TakeTestedPart(data)) {}

  std::vector<DataCheck> Run() {
    NearConstants();
    NearCopies();
    Wandering();
    Seasons();
    Noise();
    Outliers();
    Rows();
    return std::move(checks_);
  }

 private:
  const std::string& NameOf(const TestedSeries& series) const { return data_.names[series.variable]; }

  void Add(const char* name, std::vector<std::string> variables, std::string finding, const char* remedy) {
    if (!variables.empty()) checks_.push_back({name, std::move(variables), std::move(finding), remedy});
  }

  void NearConstants() {
    std::vector<std::string> found;
    for (const TestedSeries& series : part_.series) {
      std::vector<double> sorted = series.values;
      std::sort(sorted.begin(), sorted.end());
      const double middle = sorted[sorted.size() / 2];
      const auto same = std::count(sorted.begin(), sorted.end(), middle);
      if (static_cast<double>(same) >= kSameShare * static_cast<double>(sorted.size())) found.push_back(NameOf(series));
    }
    Add("near-constant", found, "nearly all values are the same",
        "leave them out with --drop: a handful of events says little about causes");
  }

  // Pairs that run together; over the common rows of the tested part.
  void NearCopies() {
    const size_t rows = part_.rows;
    std::vector<const TestedSeries*> complete;
    for (const TestedSeries& series : part_.series) {
      if (series.values.size() == rows) complete.push_back(&series);
    }
    Eigen::MatrixXd z(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(complete.size()));
    for (size_t c = 0; c < complete.size(); ++c) {
      auto column = z.col(static_cast<Eigen::Index>(c));
      column = Eigen::Map<const Eigen::VectorXd>(complete[c]->values.data(), static_cast<Eigen::Index>(rows));
      column.array() -= column.mean();
      column.normalize();
    }
    const Eigen::MatrixXd correlation = z.transpose() * z;
    Several copies;
    for (Eigen::Index a = 0; a < correlation.rows(); ++a) {
      for (Eigen::Index b = a + 1; b < correlation.cols(); ++b) {
        if (std::abs(correlation(a, b)) < kCopy) continue;
        const std::string &left = NameOf(*complete[static_cast<size_t>(a)]),
                          &right = NameOf(*complete[static_cast<size_t>(b)]);
        copies.Add({left, right}, fmt::format("{} and {} ({:.5f})", left, right, correlation(a, b)));
      }
    }
    Add("near-copy", copies.variables, fmt::format("correlation at the same time: {}", copies.Text()),
        "keep one of each (--drop): the graph may share the causes of the one out between the two at will");
  }

  // A level that moves may follow a line or wander: when the line is taken out, a trend is gone and a unit root is not.
  // The p-value is that of a fit with a constant; 0.01 of it is about 0.05 with a line.
  void Wandering() {
    std::vector<std::string> roots, trends;
    for (const TestedSeries& series : part_.series) {
      if (!(Kpss(series.values).statistic > kMovingLevel)) continue;
      (DickeyFuller(WithoutLine(series.values)).p < 0.01 ? trends : roots).push_back(NameOf(series));
    }
    Add("unit-root", roots, "wandering, with no level to return to (KPSS, and Dickey-Fuller after a line is taken out)",
        "use their changes (--difference), or common trends may look like causes");
    Add("trend", trends, "a trend or a shift of level (KPSS)",
        "take the trend out (--detrend), or it may look like a cause");
  }

  static std::vector<double> WithoutLine(std::vector<double> x) {
    const double n = static_cast<double>(x.size()), middle = 0.5 * (n - 1.0);
    const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n;
    double slope = 0.0;
    for (size_t t = 0; t < x.size(); ++t) slope += (static_cast<double>(t) - middle) * x[t];
    slope /= n * (n * n - 1.0) / 12.0;
    for (size_t t = 0; t < x.size(); ++t) x[t] -= mean + slope * (static_cast<double>(t) - middle);
    return x;
  }

  void Seasons() {
    Several found;
    for (const TestedSeries& series : part_.series) {
      const size_t period = StrongestPeriod(series.values);
      if (period > 0) found.Add({NameOf(series)}, fmt::format("{} every {} steps", NameOf(series), period));
    }
    Add("season", found.variables, fmt::format("a season (autocorrelation above {:g}): {}", kSeasonal, found.Text()),
        "take the season out, or add a column that tells it: variables with the same season seem to drive each other");
  }

  // The highest peak of the autocorrelation after its first dip below zero; 0 when it is low.
  static size_t StrongestPeriod(const std::vector<double>& x) {
    const size_t most = x.size() / 3;
    size_t lag = 1;
    std::vector<double> r(most + 2);
    for (size_t k = 0; k < r.size(); ++k) r[k] = Autocorrelation(x, k);
    while (lag <= most && r[lag] > 0.0) ++lag;
    size_t best = 0;
    for (; lag <= most; ++lag) {
      const bool peak = r[lag] > r[lag - 1] && r[lag] >= r[lag + 1];
      if (peak && r[lag] > kSeasonal && (best == 0 || r[lag] > r[best] + 0.02)) best = lag;
    }
    return best;
  }

  void Noise() {
    Several heavy, restless;
    for (const NoiseShape& shape : ShapesOfNoise(part_, lags_)) {
      const std::string& name = data_.names[shape.variable];
      if (shape.heavy_tails) heavy.Add({name}, fmt::format("{} {:.3g}", name, shape.kurtosis));
      if (shape.changes_variance) restless.Add({name}, fmt::format("{} {:.2g}", name, shape.volatility_p));
    }
    Add("heavy-tails", heavy.variables,
        fmt::format("heavy tails (excess kurtosis of what own lags leave above {:g}: {})", kHeavyTails, heavy.Text()),
        "--objective student-t weighs extreme values less");
    Add("volatility", restless.variables, fmt::format("calm and wild stretches (Engle's test, p: {})", restless.Text()),
        "--objective nll or dual looks for causes of the variance too");
  }

  void Outliers() {
    Several found;
    for (const TestedSeries& series : part_.series) {
      std::vector<double> away = series.values;
      const auto middle = away.begin() + static_cast<ptrdiff_t>(away.size() / 2);
      std::nth_element(away.begin(), middle, away.end());
      const double median = *middle;
      for (double& value : away) value = std::abs(value - median);
      std::nth_element(away.begin(), middle, away.end());
      const double deviation = *middle;
      if (deviation <= 0.0) continue;
      const auto far = std::count_if(away.begin(), away.end(), [&](double d) { return d > kFarOut * deviation; });
      const bool few = static_cast<double>(far) < 0.02 * static_cast<double>(away.size());
      if (far > 0 && few) found.Add({NameOf(series)}, fmt::format("{} of {}", far, NameOf(series)));
    }
    Add("outliers", found.variables,
        fmt::format("values more than {:g} median deviations from the median: {}", kFarOut, found.Text()),
        "if they are errors of measurement, write NA in their place");
  }

  void Rows() {
    if (reach_ == 0) return;
    const double windows = static_cast<double>(Windows(data_, reach_ * lags_).size());
    const double unknowns = static_cast<double>(data_.variables() * lags_);
    if (windows >= kFewRows * unknowns) return;
    checks_.push_back(
        {"few-rows",
         {},
         fmt::format("{:.0f} windows for {:.0f} unknowns of each variable ({} variables x {} lags)", windows, unknowns,
                     data_.variables(), lags_),
         "expect to find strong causes only; fewer variables (--columns), fewer --lags or more rows help"});
  }

  const Dataset& data_;
  const size_t lags_, reach_;
  const TestedPart part_;
  std::vector<DataCheck> checks_;
};

}  // namespace

std::vector<DataCheck> CheckData(const Dataset& data, size_t lags, size_t reach) {
  return Checker(data, lags, reach).Run();
}

}  // namespace mask2cause
