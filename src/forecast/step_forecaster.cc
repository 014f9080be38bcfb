#include "forecast/step_forecaster.h"

namespace mask2cause {

std::vector<Mixture> StepForecaster::Mixtures(const Dataset& series) const {
  std::vector<Mixture> mixtures;
  for (size_t member = 0; member < members(); ++member) {
    const std::vector<Component> components = Components(member, series);
    mixtures.resize(components.size());
    for (size_t i = 0; i < components.size(); ++i) mixtures[i].Add(components[i]);
  }
  return mixtures;
}

}  // namespace mask2cause
