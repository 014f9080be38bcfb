#include "study/paper_settings.h"

#include <fmt/format.h>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

DiscoverOptions Paper(const std::string& objective, double lr, size_t batch, size_t lags, size_t width, double lambda,
                      double gamma, size_t epochs) {
  DiscoverOptions options = PaperArchitecture();
  options.objective = objective;
  options.theta_init = objective == "mse" ? "-1" : "1";
  options.lr = lr;
  options.batch = batch;
  options.lags = lags;
  options.width = width;
  options.lambda = lambda;
  options.gamma = gamma;
  options.epochs = epochs;
  return options;
}

[[noreturn]] void FailUnknown(const std::string& what) {
  throw Error(ErrorKind::kUsage, fmt::format("the paper gives no settings for {}", what), "");
}

}  // namespace

DiscoverOptions PaperArchitecture() {
  DiscoverOptions options;
  options.objective = "mse";
  options.lr = 1e-3;
  options.lambda = 0.02;
  options.width = 64;
  options.lags = 1;
  options.epochs = 150;
  options.theta_init = "-1";
  options.predict = "value";
  options.score = "adjacency";
  options.layers = 2;
  options.pre_blocks = 0;
  options.heads = 4;
  options.dropout = 0.1;
  options.schedule = "constant";
  options.members = 1;
  options.judges = "none";
  options.batch = 32;
  return options;
}

DiscoverOptions PaperVar(size_t steps, const std::string& objective) {
  return Paper(objective, 1e-3, 32, 3, 64, 0.01, 100, steps <= 500 ? 10 : 5);
}

DiscoverOptions PaperLorenz(size_t forcing, size_t steps, const std::string& objective) {
  const bool nll = objective != "mse", shorter = steps <= 250;
  if (forcing == 10 && shorter) return Paper(objective, 1e-2, 32, 1, 32, 0.02, 100, nll ? 185 : 200);
  if (forcing == 10) return Paper(objective, 1e-3, 32, 1, 64, 0.02, 100, nll ? 140 : 150);
  if (shorter) return Paper(objective, 1e-2, 32, 1, 64, 0.02, 100, 150);
  return nll ? Paper(objective, 1e-3, 32, 1, 32, 0.02, 100, 30) : Paper(objective, 1e-3, 32, 1, 64, 0.02, 100, 150);
}

DiscoverOptions PaperDream3(const std::string& network, const std::string& objective) {
  const bool nll = objective != "mse";
  if (network == "Ecoli1")
    return nll ? Paper(objective, 1e-3, 32, 5, 64, 0.01, -100, 20) : Paper(objective, 1e-3, 32, 5, 32, 0.5, -100, 20);
  if (network == "Ecoli2")
    return nll ? Paper(objective, 1e-3, 32, 5, 64, 1.0, 100, 15) : Paper(objective, 1e-3, 32, 5, 32, 0.005, 100, 65);
  if (network == "Yeast1")
    return nll ? Paper(objective, 1e-4, 32, 5, 64, 0.001, 100, 35) : Paper(objective, 1e-3, 16, 5, 64, 5e-4, 100, 35);
  if (network == "Yeast2")
    return nll ? Paper(objective, 1e-4, 32, 5, 64, 0.001, 100, 15) : Paper(objective, 1e-3, 32, 5, 32, 0.001, 0, 20);
  if (network == "Yeast3")
    return nll ? Paper(objective, 1e-3, 32, 5, 64, 1.0, 100, 20) : Paper(objective, 1e-3, 16, 5, 64, 0.5, -100, 20);
  FailUnknown(network);
}

DiscoverOptions PaperCausalTime(const std::string& domain, const std::string& objective) {
  const bool nll = objective != "mse";
  if (domain == "traffic") return Paper(objective, 1e-2, 32, 3, 64, nll ? 0.001 : 0.5, 100, nll ? 15 : 10);
  if (domain == "pm25") return Paper(objective, 1e-2, 32, 3, 64, nll ? 0.5 : 1.0, 100, 10);
  if (domain == "medical") return Paper(objective, 1e-2, 32, 3, 64, nll ? 0.5 : 1.0, 100, 25);
  FailUnknown(domain);
}

DiscoverOptions PaperMixed(size_t percent_variance, const std::string& objective) {
  if (percent_variance == 50) return Paper(objective, 1e-3, 32, 3, 32, 0.01, 100, 35);
  if (percent_variance == 75) return Paper(objective, 1e-4, 64, 3, 16, 0.01, 100, 5);
  if (percent_variance == 100) return Paper(objective, 1e-3, 16, 3, 16, 0.001, 100, 5);
  FailUnknown(fmt::format("Mixed Physics with {} % variance edges", percent_variance));
}

DiscoverOptions ToolDefault() {
  return DiscoverOptions{};
}

DiscoverOptions SimpleRival(const std::string& method) {
  DiscoverOptions options;
  options.method = method;
  return options;
}

}  // namespace mask2cause
