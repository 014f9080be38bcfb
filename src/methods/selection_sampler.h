// One regression of the Bayesian selection in spike_slab.h, by Gibbs sampling. Letters: n sources, L lags, p = n L
// inputs.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/rng.h"

namespace mask2cause {

// What the regressions of all targets share.
struct Habits {
  double edge_share = 0.3;   // of the pairs
  double broad_share = 0.3;  // of the edges: these have all lags, the others one
  double slab = 0.005;       // variance of a coefficient that is not nought
};

// What the sweeps have used; the habits follow from it.
struct Usage {
  double edges = 0.0, broad_edges = 0.0, coefficients = 0.0, squares = 0.0;

  Usage operator+(const Usage& other) const {
    return {edges + other.edges, broad_edges + other.broad_edges, coefficients + other.coefficients,
            squares + other.squares};
  }
};

// After so many sweeps over `pairs` sources in all.
Habits Learn(const Usage& usage, double pairs);

// Products of the inputs, and those among the lags of one source, G = U diag(d) U', in their own axes.
struct SelectionInputs {
  Eigen::MatrixXd gram;               // (p, p)
  std::vector<Eigen::MatrixXd> axes;  // (L, L) U of each source
  Eigen::MatrixXd sizes;              // (L, n) d of each source

  SelectionInputs() = default;
  SelectionInputs(Eigen::MatrixXd products, size_t lags);
};

// Products of one target with all inputs, centred.
struct SelectionProblem {
  Eigen::VectorXd cross;  // (p)
  double squares = 0.0, rows = 0.0;
};

// Its present coefficients, and what they leave of the products.
class SelectionSampler {
 public:
  SelectionSampler(SelectionProblem problem, size_t target, size_t lags, uint64_t seed);

  // From here on with these products.
  void Use(SelectionProblem problem, const SelectionInputs& inputs);

  // Draws the coefficients of every source anew, given those of all others.
  Usage Sweep(const SelectionInputs& inputs, const Habits& habits);

  // That a source is used, over the sweeps since the last Forget.
  double LogOdds(size_t source) const;
  void Forget();

 private:
  Eigen::VectorBlock<Eigen::VectorXd> Of(Eigen::Index source) { return coefficients_.segment(source * lags_, lags_); }
  double Gain(double left, double size, double slab) const;
  double DrawOne(double left, double size, double slab);
  void DrawAll(const SelectionInputs& inputs, Eigen::Index source, double slab, const Eigen::VectorXd& left);
  void DrawSource(const SelectionInputs& inputs, const Habits& habits, Eigen::Index source, const Eigen::VectorXd& left,
                  Usage& usage);

  SelectionProblem problem_;
  Eigen::VectorXd coefficients_;  // (p)
  Eigen::VectorXd left_;          // (p) cross - gram coefficients
  Eigen::VectorXd certainty_;     // (n) sum over the sweeps
  Eigen::VectorXd weights_;       // (L + 2) of no lag, of all, of each alone
  double noise_;
  Eigen::Index target_, lags_;
  size_t sweeps_ = 0;
  Rng rng_;
};

}  // namespace mask2cause
