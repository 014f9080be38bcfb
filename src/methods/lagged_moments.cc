#include "methods/lagged_moments.h"

#include <algorithm>

namespace mask2cause {
namespace {

using Index = Eigen::Index;

constexpr Index kBlock = 64;  // columns a task multiplies; fixed, so that sums do not depend on the threads

Index Signed(size_t i) {
  return static_cast<Index>(i);
}

void AddProducts(const Eigen::MatrixXd& x, double sign, Index begin, InputMoments& moments) {
  const Index p = x.cols(), width = std::min(kBlock, p - begin);
  moments.products.block(begin, begin, p - begin, width).noalias() +=
      sign * (x.rightCols(p - begin).transpose() * x.middleCols(begin, width));
}

LaggedMoments Zeros(const LinearSetting& setting, size_t windows) {
  const Index n = Signed(setting.variables()), p = Signed(setting.inputs());
  LaggedMoments moments;
  moments.inputs = {windows, Eigen::VectorXd::Zero(p), Eigen::MatrixXd::Zero(p, p)};
  moments.target_sum = moments.target_squares = Eigen::VectorXd::Zero(n);
  moments.cross = Eigen::MatrixXd::Zero(p, n);
  return moments;
}

template <typename AfterChunk>
LaggedMoments Collect(std::span<const size_t> windows, const LinearSetting& setting, const RegressionRows& rows,
                      const AfterChunk& after_chunk) {
  LaggedMoments moments = Zeros(setting, windows.size());
  Eigen::MatrixXd x, y;
  const Index p = Signed(setting.inputs()), blocks = (p + kBlock - 1) / kBlock;
  for (size_t chunk = 0; chunk < CountChunks(windows.size()); ++chunk) {
    rows.Gather(ChunkOf(windows, chunk), x, y);
    moments.inputs.sum += x.colwise().sum().transpose();
    moments.target_sum += y.colwise().sum().transpose();
    moments.target_squares += y.colwise().squaredNorm().transpose();
    setting.input().pool.Run(static_cast<size_t>(blocks), [&](size_t block, size_t) {
      const Index first = Signed(block) * kBlock, width = std::min(kBlock, p - first);
      AddProducts(x, 1.0, first, moments.inputs);
      moments.cross.middleRows(first, width).noalias() += x.middleCols(first, width).transpose() * y;
    });
    after_chunk();
  }
  return moments;
}

}  // namespace

LaggedMoments CollectMoments(const LinearSetting& setting, const RegressionRows& rows) {
  return Collect(setting.choice().windows, setting, rows, [&] { setting.PartDone(); });
}

LaggedMoments CollectMomentsOf(std::span<const size_t> windows, const LinearSetting& setting,
                               const RegressionRows& rows) {
  return Collect(windows, setting, rows, [] {});
}

void TakeOut(const std::vector<size_t>& sources, size_t lags, InputMoments& inputs, Eigen::VectorXd& cross) {
  for (const size_t source : sources) {
    const Index first = Signed(source * lags), count = Signed(lags);
    inputs.sum.segment(first, count).setZero();
    inputs.products.middleRows(first, count).setZero();
    inputs.products.middleCols(first, count).setZero();
    inputs.products.diagonal().segment(first, count).setOnes();
    cross.segment(first, count).setZero();
  }
}

InputMoments WithoutWindows(const InputMoments& all, const RegressionRows& rows, const std::vector<size_t>& windows) {
  InputMoments rest = all;
  rest.rows -= windows.size();
  Eigen::MatrixXd x;
  for (size_t chunk = 0; chunk < CountChunks(windows.size()); ++chunk) {
    rows.GatherInputs(ChunkOf(windows, chunk), x);
    rest.sum -= x.colwise().sum().transpose();
    for (Index first = 0; first < x.cols(); first += kBlock) AddProducts(x, -1.0, first, rest);
  }
  return rest;
}

}  // namespace mask2cause
