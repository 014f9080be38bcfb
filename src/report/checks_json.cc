#include "report/checks_json.h"

#include "report/json_text.h"

namespace mask2cause {

std::string ChecksJson(const std::vector<DataCheck>& checks) {
  std::string out = "[";
  for (const DataCheck& check : checks) {
    JsonObject object;
    object.Add("name", check.name);
    object.Add("variables", check.variables);
    object.Add("finding", check.finding);
    object.Add("remedy", check.remedy);
    out += out.size() > 1 ? ",\n    " : "\n    ";
    out += object.OnOneLine();
  }
  return out + (checks.empty() ? "]" : "\n  ]");
}

}  // namespace mask2cause
