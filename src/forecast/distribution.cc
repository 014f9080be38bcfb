#include "forecast/distribution.h"

#include <algorithm>
#include <boost/math/distributions/laplace.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/quadrature/exp_sinh.hpp>
#include <cmath>

namespace mask2cause {
namespace {

// Calls `ask` with the standard distribution of the family.
template <typename Ask>
double OfStandard(const Component& c, Ask ask) {
  switch (c.family) {
    case Family::kStudentT:
      return ask(boost::math::students_t(c.dof));
    case Family::kLaplace:
      return ask(boost::math::laplace());
    case Family::kGaussian:
      break;
  }
  return ask(boost::math::normal());
}

// Bailey's polar method (1994).
double DrawStudentT(double dof, Rng& random) {
  while (true) {
    const double u = random.Uniform(-1.0, 1.0), v = random.Uniform(-1.0, 1.0), w = u * u + v * v;
    if (w > 0.0 && w <= 1.0) return u * std::sqrt(dof * (std::pow(w, -2.0 / dof) - 1.0) / w);
  }
}

double DrawLaplace(Rng& random) {
  const double size = -PortableLog(1.0 - random.Uniform());
  return random.Uniform() < 0.5 ? -size : size;
}

}  // namespace

double Component::Variance() const {
  if (family == Family::kStudentT) return scale * scale * dof / (dof - 2.0);
  return family == Family::kLaplace ? 2.0 * scale * scale : scale * scale;
}

double Component::Cdf(double x) const {
  return OfStandard(*this, [&](const auto& standard) { return boost::math::cdf(standard, (x - mean) / scale); });
}

double Component::Quantile(double p) const {
  return OfStandard(*this, [&](const auto& standard) { return mean + scale * boost::math::quantile(standard, p); });
}

double Component::Draw(Rng& random) const {
  if (family == Family::kStudentT) return mean + scale * DrawStudentT(dof, random);
  return mean + scale * (family == Family::kLaplace ? DrawLaplace(random) : random.Normal());
}

double Mixture::Mean() const {
  double sum = 0.0;
  for (const Component& component : components_) sum += component.mean;
  return sum / static_cast<double>(components_.size());
}

double Mixture::Sd() const {
  const double centre = Mean();
  double sum = 0.0;
  for (const Component& component : components_) {
    sum += component.Variance() + (component.mean - centre) * (component.mean - centre);
  }
  return std::sqrt(sum / static_cast<double>(components_.size()));
}

double Mixture::Cdf(double x) const {
  double sum = 0.0;
  for (const Component& component : components_) sum += component.Cdf(x);
  return sum / static_cast<double>(components_.size());
}

double Mixture::Quantile(double p) const {
  // It lies between those of the components.
  double low = components_.front().Quantile(p), high = low;
  for (const Component& component : components_) {
    low = std::min(low, component.Quantile(p));
    high = std::max(high, component.Quantile(p));
  }
  for (double width = high - low;
       high - low > 1e-10 * width && low < (low + high) / 2.0 && (low + high) / 2.0 < high;) {
    const double middle = (low + high) / 2.0;
    (Cdf(middle) < p ? low : high) = middle;
  }
  return (low + high) / 2.0;
}

double Mixture::Crps(double value) const {
  thread_local boost::math::quadrature::exp_sinh<double> integrator;  // costs more to make than to use
  constexpr double kTolerance = 1e-7;
  const double unit = Sd();
  const auto below = [&](double t) { return std::pow(Cdf(value - unit * t), 2); };
  const auto above = [&](double t) { return std::pow(1.0 - Cdf(value + unit * t), 2); };
  return unit * (integrator.integrate(below, kTolerance) + integrator.integrate(above, kTolerance));
}

}  // namespace mask2cause
