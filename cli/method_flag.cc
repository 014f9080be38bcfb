#include "method_flag.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "mask2cause/discover.h"
#include "mask2cause/error.h"

namespace mask2cause {

void AddMethodsFlag(CLI::App& subcommand, const std::string& help, std::vector<std::string>& methods) {
  const std::string usual = methods.empty() ? "" : fmt::format(" [{}]", fmt::join(methods, ","));
  subcommand
      .add_option("--methods", methods,
                  fmt::format("{}, with commas between, or all; see 'mask2cause discover --help'{}", help, usual))
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
}

std::vector<std::string> MethodsTyped(const std::vector<std::string>& typed) {
  std::vector<std::string> methods;
  for (const std::string& text : typed) {
    const std::string name = CLI::detail::trim_copy(text);
    if (name != "all") {
      methods.push_back(name);
      continue;
    }
    if (typed.size() > 1) {
      throw Error(ErrorKind::kUsage, "--methods: 'all' stands beside others", "give all alone, or name the methods");
    }
    for (const MethodInfo& info : Methods()) methods.push_back(info.name);
  }
  return methods;
}

}  // namespace mask2cause
