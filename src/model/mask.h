// A = sigmoid(Theta + gamma I), and log(A + 1e-6) which the attention adds to its scores. A learned gate is never quite
// shut: scores can grow until they outweigh the log of 1e-6. Where a matrix is given, a 0 in it means no edge, and is
// shut.
#pragma once

#include <vector>

#include "core/arena.h"
#include "core/matrix.h"
#include "core/rng.h"

namespace mask2cause {

constexpr float kMaskFloor = 1e-6f;  // the paper's delta
constexpr float kShut = -1e9f;       // instead of the log, where A is exactly 0

// One matrix for each graph, or for each graph and layer.
struct Masks {
  Masks(size_t variables, size_t graphs, size_t per_graph);

  size_t variables, graphs, per_graph;
  std::vector<double> adjacency;  // (graphs, per_graph, N, N) [target][source]

  // (N, N) [source][target], as the attention kernel wants it.
  ConstMatrix LogMask(size_t graph, size_t layer) const;
  double* Adjacency(size_t graph, size_t layer);
  const double* Adjacency(size_t graph, size_t layer) const;

  // Averaged over layers that have their own: (N, N).
  std::vector<double> MeanAdjacency(size_t graph) const;

  // From Theta (N, N) with the given row stride.
  void SetFromTheta(size_t graph, size_t layer, const float* theta, size_t stride, double gamma);
  // Shuts each off-diagonal gate with this probability until the masks are set again; A itself stays.
  void ShutAtRandom(double rate, Rng random);
  // A given matrix, the same for every layer.
  void SetLocked(size_t graph, const std::vector<double>& adjacency);

 private:
  size_t Slot(size_t graph, size_t layer) const { return graph * per_graph + (per_graph == 1 ? 0 : layer); }
  void RefreshLog(size_t slot);

  AlignedFloats logs_;
};

// Mean of the off-diagonal entries of one matrix (N, N).
double OffDiagonalMean(const double* adjacency, size_t variables);

// gradient (N, N; stride) holds d loss / d log(A + 1e-6) [source][target] and becomes d / d Theta [target][source],
// with `penalty` added to each off-diagonal d / dA.
void MaskBackward(const double* adjacency, size_t variables, double penalty, float* gradient, size_t stride);

}  // namespace mask2cause
