#include "train/loss.h"

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>

namespace mask2cause {
namespace {

// Loss of one value, and its derivatives with respect to the mean, the scale and the degrees of freedom.
struct Point {
  double loss, dmean, dscale, ddof;
};

Point Mse(double error) {
  return {error * error, -2.0 * error, 0.0, 0.0};
}

Point Gaussian(double error, double variance) {
  const double ratio = error / variance;
  return {0.5 * (std::log(variance) + error * ratio), -ratio, 0.5 * (1.0 / variance - ratio * ratio), 0.0};
}

Point Laplace(double error, double b) {
  const double sign = error > 0.0 ? 1.0 : error < 0.0 ? -1.0 : 0.0;
  return {std::log(2.0 * b) + std::abs(error) / b, -sign / b, (1.0 - std::abs(error) / b) / b, 0.0};
}

// The parts of the Student-t density that depend on the degrees of freedom alone.
struct StudentT {
  explicit StudentT(double raw)
      : nu(2.0 + Softplus(raw)),
        dnu(Sigmoid(raw)),
        constant(boost::math::lgamma(nu / 2.0) - boost::math::lgamma((nu + 1.0) / 2.0) +
                 0.5 * std::log(nu * std::numbers::pi)),
        dconstant(0.5 * (boost::math::digamma(nu / 2.0) - boost::math::digamma((nu + 1.0) / 2.0) + 1.0 / nu)) {}

  Point At(double error, double variance) const {
    const double q = error * error / (nu * variance);
    const double log_term = std::log1p(q);
    const double pull = (nu + 1.0) / (1.0 + q);
    return {constant + 0.5 * std::log(variance) + 0.5 * (nu + 1.0) * log_term, -pull * error / (nu * variance),
            0.5 * (1.0 - pull * q) / variance, (dconstant + 0.5 * log_term - 0.5 * pull * q / nu) * dnu};
  }

  double nu, dnu, constant, dconstant;
};

}  // namespace

double Softplus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}
double Sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}

double Deviation(Objective objective, double raw) {
  const double scale = Softplus(raw) + kScaleFloor;
  return objective == Objective::kLaplace ? scale : std::sqrt(scale);
}

LossSum ForecastLoss(const LossCall& call) {
  LossSum sum;
  const StudentT student(call.objective == Objective::kStudentT ? call.dof : 1.0);
  for (size_t r = 0; r < call.rows; ++r) {
    const bool observed = call.observed == nullptr || call.observed[r] != 0.0f;
    const double raw = call.objective == Objective::kMse ? 0.0 : static_cast<double>(call.scale[r]);
    if (!observed) {
      if (call.losses != nullptr) call.losses[r] = 0.0;
      call.dmean[r] = 0.0f;
      if (call.objective != Objective::kMse) call.dscale[r] = 0.0f;
      continue;
    }
    const double error = static_cast<double>(call.target[r]) - static_cast<double>(call.mean[r]);
    const double scale = Softplus(raw) + kScaleFloor;
    Point point{};
    switch (call.objective) {
      case Objective::kMse:
        point = Mse(error);
        break;
      case Objective::kGaussian:
      case Objective::kDual:
        point = Gaussian(error, scale);
        break;
      case Objective::kStudentT:
        point = student.At(error, scale);
        break;
      case Objective::kLaplace:
        point = Laplace(error, scale);
        break;
    }
    if (call.losses != nullptr) call.losses[r] = point.loss;
    sum.loss += call.weight * point.loss;
    sum.ddof += call.weight * point.ddof;
    call.dmean[r] = static_cast<float>(call.weight * point.dmean);
    if (call.objective != Objective::kMse) {
      call.dscale[r] = static_cast<float>(call.weight * point.dscale * Sigmoid(raw));
    }
  }
  return sum;
}

}  // namespace mask2cause
