// Sums of products over all windows: everything that linear methods need of the data, without holding the windows.
// Letters: n variables, L lags, p = n L inputs. Input column v L + (lag - 1) is variable v at that lag, standardised.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "data/windows.h"
#include "methods/method.h"

namespace mask2cause {

// Which windows are used, and what was done about missing cells. A window counts for a target when the target cell is
// observed, whatever the other targets are.
struct WindowChoice {
  std::vector<size_t> windows;
  bool filled = false;  // missing inputs are taken as the column's mean, because too few windows are complete
  size_t with_missing_inputs = 0;
};
WindowChoice ChooseWindows(const MethodInput& input, const Windows& windows);

// Standardised windows as rows of a matrix, a chunk at a time; missing cells are 0, which is the mean.
class WindowGatherer {
 public:
  WindowGatherer(const MethodInput& input, const Windows& windows) : input_(input), windows_(windows) {}
  void GatherInputs(const size_t* first, size_t count, Eigen::MatrixXd& inputs) const;    // (count, p)
  void GatherTargets(const size_t* first, size_t count, Eigen::MatrixXd& targets) const;  // (count, n)
  bool TargetIsMissing(size_t window, size_t variable) const;

 private:
  double Standardised(size_t row, size_t variable) const;
  const MethodInput& input_;
  const Windows& windows_;
};

// Over the rows of one target, or of all targets when no target cell is missing. Not centred.
struct InputMoments {
  size_t rows = 0;
  Eigen::VectorXd sum;       // (p)
  Eigen::MatrixXd products;  // (p, p), lower triangle only
};

struct LaggedMoments {
  InputMoments inputs;                              // over all chosen windows
  Eigen::VectorXd target_sum, target_squares;       // (n), observed targets only
  Eigen::MatrixXd cross;                            // (p, n), input x target, observed targets only
  std::vector<std::vector<size_t>> windows_unseen;  // [target]: chosen windows whose target cell is missing
};
LaggedMoments CollectMoments(const MethodInput& input, const WindowGatherer& gatherer,
                             const std::vector<size_t>& windows, size_t progress_parts);

// How many progress parts CollectMoments reports.
size_t CountChunks(size_t windows);

// `all` without the given windows.
InputMoments WithoutWindows(const InputMoments& all, const WindowGatherer& gatherer,
                            const std::vector<size_t>& windows);

}  // namespace mask2cause
