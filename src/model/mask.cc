#include "model/mask.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mask2cause {

Masks::Masks(size_t n, size_t graph_count, size_t masks_per_graph)
    : variables(n),
      graphs(graph_count),
      per_graph(masks_per_graph),
      adjacency(graph_count * masks_per_graph * n * n, 0.0),
      logs_(graph_count * masks_per_graph * n * PaddedStride(n)) {
  std::fill(logs_.begin(), logs_.end(), 0.0f);
}

ConstMatrix Masks::LogMask(size_t graph, size_t layer) const {
  const size_t stride = PaddedStride(variables);
  return {logs_.data() + Slot(graph, layer) * variables * stride, variables, variables, stride};
}

double* Masks::Adjacency(size_t graph, size_t layer) {
  return adjacency.data() + Slot(graph, layer) * variables * variables;
}

const double* Masks::Adjacency(size_t graph, size_t layer) const {
  return adjacency.data() + Slot(graph, layer) * variables * variables;
}

std::vector<double> Masks::MeanAdjacency(size_t graph) const {
  std::vector<double> mean(variables * variables, 0.0);
  for (size_t layer = 0; layer < per_graph; ++layer) {
    const double* const a = Adjacency(graph, layer);
    for (size_t i = 0; i < mean.size(); ++i) mean[i] += a[i] / static_cast<double>(per_graph);
  }
  return mean;
}

void Masks::SetFromTheta(size_t graph, size_t layer, const float* theta, size_t stride, double gamma) {
  double* const a = Adjacency(graph, layer);
  for (size_t i = 0; i < variables; ++i) {
    for (size_t j = 0; j < variables; ++j) {
      const double logit = static_cast<double>(theta[i * stride + j]) + (i == j ? gamma : 0.0);
      a[i * variables + j] = 1.0 / (1.0 + std::exp(-logit));
    }
  }
  RefreshLog(Slot(graph, layer));
}

void Masks::SetLocked(size_t graph, const std::vector<double>& given) {
  for (size_t layer = 0; layer < per_graph; ++layer) {
    std::copy(given.begin(), given.end(), Adjacency(graph, layer));
    RefreshLog(Slot(graph, layer));
  }
}

void Masks::ShutAtRandom(double rate, Rng random) {
  const size_t stride = PaddedStride(variables);
  for (size_t slot = 0; slot < graphs * per_graph; ++slot) {
    float* const log = logs_.data() + slot * variables * stride;
    for (size_t j = 0; j < variables; ++j) {
      for (size_t i = 0; i < variables; ++i) {
        if (random.Uniform() < rate && i != j) log[j * stride + i] = kShut;
      }
    }
  }
}

void Masks::RefreshLog(size_t slot) {
  const size_t stride = PaddedStride(variables);
  const double* const a = adjacency.data() + slot * variables * variables;
  float* const log = logs_.data() + slot * variables * stride;
  for (size_t i = 0; i < variables; ++i) {
    for (size_t j = 0; j < variables; ++j) {
      const double gate = a[i * variables + j];
      log[j * stride + i] = gate == 0.0 ? kShut : static_cast<float>(std::log(gate + static_cast<double>(kMaskFloor)));
    }
  }
}

double OffDiagonalMean(const double* adjacency, size_t variables) {
  if (variables < 2) return 0.0;
  double sum = 0.0;
  for (size_t i = 0; i < variables; ++i) {
    for (size_t j = 0; j < variables; ++j) sum += i == j ? 0.0 : adjacency[i * variables + j];
  }
  return sum / static_cast<double>(variables * (variables - 1));
}

void MaskBackward(const double* adjacency, size_t variables, double penalty, float* gradient, size_t stride) {
  for (size_t i = 0; i < variables; ++i) {
    for (size_t j = 0; j < i; ++j) std::swap(gradient[i * stride + j], gradient[j * stride + i]);
  }
  for (size_t i = 0; i < variables; ++i) {
    float* const row = gradient + i * stride;
    for (size_t j = 0; j < variables; ++j) {
      const double a = adjacency[i * variables + j];
      const double da = static_cast<double>(row[j]) / (a + static_cast<double>(kMaskFloor)) + (i == j ? 0.0 : penalty);
      row[j] = static_cast<float>(da * a * (1.0 - a));
    }
    std::fill(row + variables, row + PaddedColumns(variables), 0.0f);
  }
}

}  // namespace mask2cause
