#include "rivals/latent_series.h"

#include <fmt/format.h>

#include "mask2cause/error.h"

namespace mask2cause {

LatentSeries::LatentSeries(const MethodInput& input, size_t steps)
    : variables_(input.variables.size()), windows_(input.data, steps) {
  const Dataset& data = input.data;
  if (windows_.size() < 2) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: --method {} looks at {} rows at a time, and there are not two such stretches",
                            data.source, input.options.method, steps + 1),
                "give more data, or a smaller --rival-context");
  }
  const size_t cells = data.rows * variables_;
  values_.assign(cells, 0.0f);
  roles_.assign(cells, Role::kInput);
  if (data.missing.any()) missing_.assign(cells, 0);
  for (const Trajectory& trajectory : data.trajectories) {
    for (size_t t = 0; t < trajectory.rows; ++t) {
      const size_t r = trajectory.first_row + t;
      for (size_t i = 0; i < variables_; ++i) {
        const size_t v = input.variables[i], cell = r * variables_ + i;
        const Role wanted = data.is_missing(r, v) ? Role::kTargetOnceTrusted : Role::kTarget;
        if (!data.left_out[r * data.variables() + v]) roles_[cell] = wanted;
        if (data.is_missing(r, v)) {
          missing_[cell] = 1;
          values_[cell] = t > 0 ? values_[cell - variables_] : 0.0f;
        } else {
          const double scaled =
              (static_cast<double>(data.at(r, v)) - input.scaler.mean[v]) * input.scaler.inverse_sd[v];
          values_[cell] = static_cast<float>(scaled);
        }
      }
    }
  }
  guesses_ = values_;
}

void LatentSeries::MoveToPredictions(float rate) {
  for (size_t cell = 0; cell < missing_.size(); ++cell) {
    if (missing_[cell] != 0) values_[cell] += rate * (guesses_[cell] - values_[cell]);
  }
}

void LatentSeries::TrustGuesses() {
  for (Role& role : roles_) role = role == Role::kTargetOnceTrusted ? Role::kTarget : role;
  missing_.clear();
}

}  // namespace mask2cause
