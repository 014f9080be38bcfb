#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "mask2cause/error.h"
#include "methods/method.h"

namespace mask2cause {

extern const Method kCausalformerMethod;
extern const Method kClstmMethod;
extern const Method kCmlpMethod;
extern const Method kCutsMethod;
extern const Method kCutsPlusMethod;
extern const Method kDynotearsMethod;
extern const Method kEsruMethod;
extern const Method kJrngcMethod;
extern const Method kLassoVarMethod;
extern const Method kM2cMethod;
extern const Method kMiMethod;
extern const Method kPcmciMethod;
extern const Method kSqcorrMethod;
extern const Method kSruMethod;
extern const Method kTcdfMethod;
extern const Method kVarArchMethod;
extern const Method kVarMethod;
extern const Method kXcorrMethod;

const std::vector<Method>& MethodRegistry() {
  static const std::vector<Method> registry = {
      kM2cMethod,      kVarMethod,   kSqcorrMethod,    kVarArchMethod, kLassoVarMethod,     kXcorrMethod,
      kMiMethod,       kPcmciMethod, kDynotearsMethod, kCmlpMethod,    kClstmMethod,        kCutsMethod,
      kCutsPlusMethod, kTcdfMethod,  kSruMethod,       kEsruMethod,    kCausalformerMethod, kJrngcMethod,
  };
  return registry;
}

const Method& FindMethod(const std::string& name) {
  std::string known;
  for (const Method& method : MethodRegistry()) {
    if (name == method.name) return method;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", method.name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("--method {}: there is no such method", name), "choose one of: " + known);
}

void CheckMethodNames(const std::vector<std::string>& names) {
  std::vector<std::string> known;
  for (const Method& method : MethodRegistry()) known.push_back(method.name);
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(known.begin(), known.end(), *name) == known.end()) {
      throw Error(ErrorKind::kUsage, fmt::format("--methods: there is no method '{}'", *name),
                  fmt::format("choose from: {}", fmt::join(known, ", ")));
    }
    if (std::find(names.begin(), name, *name) != name) {
      throw Error(ErrorKind::kUsage, fmt::format("--methods: '{}' is there twice", *name), "name each method once");
    }
  }
  if (names.empty()) throw Error(ErrorKind::kUsage, "--methods: no method is named", "for instance var,pcmci");
}

std::vector<MethodInfo> Methods() {
  std::vector<MethodInfo> infos;
  for (const Method& method : MethodRegistry()) infos.push_back({method.name, method.summary});
  return infos;
}

}  // namespace mask2cause
