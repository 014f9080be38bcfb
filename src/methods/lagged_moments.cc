#include "methods/lagged_moments.h"

#include <algorithm>
#include <numeric>

namespace mask2cause {
namespace {

using Index = Eigen::Index;

constexpr size_t kChunk = 512;  // windows gathered at once: fits the cache for small n, bounds memory for large n
constexpr Index kBlock = 64;    // columns a task multiplies; fixed, so that sums do not depend on the threads

Index Signed(size_t i) {
  return static_cast<Index>(i);
}

bool InputsComplete(const MethodInput& input, const Windows& windows, size_t window) {
  const size_t first = windows.FirstRow(window);
  for (size_t row = first; row < first + windows.lags(); ++row) {
    for (size_t v : input.variables) {
      if (input.data.is_missing(row, v)) return false;
    }
  }
  return true;
}

void AddProducts(const Eigen::MatrixXd& x, double sign, Index begin, InputMoments& moments) {
  const Index p = x.cols(), width = std::min(kBlock, p - begin);
  moments.products.block(begin, begin, p - begin, width).noalias() +=
      sign * (x.rightCols(p - begin).transpose() * x.middleCols(begin, width));
}

}  // namespace

WindowChoice ChooseWindows(const MethodInput& input, const Windows& windows) {
  WindowChoice choice;
  choice.windows.reserve(windows.size());
  const bool any_missing = input.data.missing.any();
  for (size_t w = 0; w < windows.size(); ++w) {
    if (!any_missing || InputsComplete(input, windows, w)) choice.windows.push_back(w);
  }
  choice.with_missing_inputs = windows.size() - choice.windows.size();
  const size_t unknowns = input.variables.size() * windows.lags() + 1;
  if (choice.with_missing_inputs > 0 && choice.windows.size() < 2 * unknowns) {
    choice.filled = true;
    choice.windows.resize(windows.size());
    std::iota(choice.windows.begin(), choice.windows.end(), size_t{0});
  }
  return choice;
}

double WindowGatherer::Standardised(size_t row, size_t variable) const {
  if (input_.data.is_missing(row, variable)) return 0.0;
  return (input_.data.at(row, variable) - input_.scaler.mean[variable]) * input_.scaler.inverse_sd[variable];
}

bool WindowGatherer::TargetIsMissing(size_t window, size_t variable) const {
  return input_.data.is_missing(windows_.FirstRow(window) + windows_.lags(), input_.variables[variable]);
}

void WindowGatherer::GatherInputs(const size_t* first, size_t count, Eigen::MatrixXd& inputs) const {
  const size_t lags = windows_.lags(), n = input_.variables.size();
  inputs.resize(Signed(count), Signed(n * lags));
  for (size_t r = 0; r < count; ++r) {
    const size_t target_row = windows_.FirstRow(first[r]) + lags;
    for (size_t v = 0; v < n; ++v) {
      for (size_t lag = 1; lag <= lags; ++lag) {
        inputs(Signed(r), Signed(v * lags + lag - 1)) = Standardised(target_row - lag, input_.variables[v]);
      }
    }
  }
}

void WindowGatherer::GatherTargets(const size_t* first, size_t count, Eigen::MatrixXd& targets) const {
  const size_t n = input_.variables.size();
  targets.resize(Signed(count), Signed(n));
  for (size_t r = 0; r < count; ++r) {
    const size_t target_row = windows_.FirstRow(first[r]) + windows_.lags();
    for (size_t v = 0; v < n; ++v) targets(Signed(r), Signed(v)) = Standardised(target_row, input_.variables[v]);
  }
}

size_t CountChunks(size_t windows) {
  return (windows + kChunk - 1) / kChunk;
}

LaggedMoments CollectMoments(const MethodInput& input, const WindowGatherer& gatherer,
                             const std::vector<size_t>& windows, size_t progress_parts) {
  const size_t n = input.variables.size();
  const Index p = Signed(n * input.options.lags);
  LaggedMoments moments;
  moments.inputs = {windows.size(), Eigen::VectorXd::Zero(p), Eigen::MatrixXd::Zero(p, p)};
  moments.target_sum = moments.target_squares = Eigen::VectorXd::Zero(Signed(n));
  moments.cross = Eigen::MatrixXd::Zero(p, Signed(n));
  moments.windows_unseen.resize(n);
  Eigen::MatrixXd x, y;
  const Index blocks = (p + kBlock - 1) / kBlock;
  for (size_t begin = 0; begin < windows.size(); begin += kChunk) {
    const size_t count = std::min(kChunk, windows.size() - begin);
    gatherer.GatherInputs(windows.data() + begin, count, x);
    gatherer.GatherTargets(windows.data() + begin, count, y);
    moments.inputs.sum += x.colwise().sum().transpose();
    moments.target_sum += y.colwise().sum().transpose();
    moments.target_squares += y.colwise().squaredNorm().transpose();
    input.pool.Run(static_cast<size_t>(blocks), [&](size_t block, size_t) {
      const Index first = Signed(block) * kBlock, width = std::min(kBlock, p - first);
      AddProducts(x, 1.0, first, moments.inputs);
      moments.cross.middleRows(first, width).noalias() += x.middleCols(first, width).transpose() * y;
    });
    input.progress.PartDone(progress_parts);
  }
  if (input.data.missing.any()) {
    for (size_t w : windows) {
      for (size_t v = 0; v < n; ++v) {
        if (gatherer.TargetIsMissing(w, v)) moments.windows_unseen[v].push_back(w);
      }
    }
  }
  return moments;
}

InputMoments WithoutWindows(const InputMoments& all, const WindowGatherer& gatherer,
                            const std::vector<size_t>& windows) {
  InputMoments rest = all;
  rest.rows -= windows.size();
  Eigen::MatrixXd x;
  for (size_t begin = 0; begin < windows.size(); begin += kChunk) {
    gatherer.GatherInputs(windows.data() + begin, std::min(kChunk, windows.size() - begin), x);
    rest.sum -= x.colwise().sum().transpose();
    for (Index first = 0; first < x.cols(); first += kBlock) AddProducts(x, -1.0, first, rest);
  }
  return rest;
}

}  // namespace mask2cause
