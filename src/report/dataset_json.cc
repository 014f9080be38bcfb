#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "mask2cause/checks.h"
#include "mask2cause/report.h"
#include "report/checks_json.h"
#include "report/json_text.h"

namespace mask2cause {
namespace {

constexpr size_t kFirstRows = 5;

const char* KindName(TimeKind kind) {
  switch (kind) {
    case TimeKind::kIsoDate:
      return "date";
    case TimeKind::kEpochSeconds:
      return "epoch seconds";
    case TimeKind::kCounter:
      return "counter";
    case TimeKind::kNone:
      break;
  }
  return "none";
}

std::string TimeJson(const TimeColumn& time) {
  if (time.kind == TimeKind::kNone) return "null";
  JsonObject object;
  object.Add("name", time.name);
  object.Add("kind", KindName(time.kind));
  object.Add("typical_step", time.typical_step);
  object.Add("uneven_steps", time.uneven_steps);
  object.Add("first", time.first);
  object.Add("last", time.last);
  return object.OnOneLine();
}

std::string ColumnJson(const ColumnSummary& column) {
  const size_t cells = column.observed + column.missing;
  JsonObject object;
  object.Add("name", column.name);
  object.Add("observed", column.observed);
  object.Add("missing", column.missing);
  object.Add("missing_share", cells > 0 ? static_cast<double>(column.missing) / static_cast<double>(cells) : 0.0);
  object.Add("mean", column.mean);
  object.Add("sd", column.sd);
  object.Add("min", column.min);
  object.Add("max", column.max);
  object.Add("constant", column.constant);
  return object.OnOneLine();
}

std::string TrajectoryJson(const Trajectory& trajectory) {
  JsonObject object;
  object.Add("name", trajectory.name);
  object.Add("rows", trajectory.rows);
  return object.OnOneLine();
}

template <typename Item, typename ItemJson>
std::string ListJson(const std::vector<Item>& items, ItemJson item_json) {
  std::string out = "[";
  for (const Item& item : items) {
    out += out.size() > 1 ? ",\n    " : "\n    ";
    out += item_json(item);
  }
  return out + (items.empty() ? "]" : "\n  ]");
}

std::string FirstRowsJson(const Dataset& data) {
  const size_t rows = std::min(kFirstRows, data.rows);
  std::vector<double> values;
  for (size_t r = 0; r < rows; ++r) {
    for (size_t v = 0; v < data.variables(); ++v) {
      values.push_back(data.is_missing(r, v) ? std::numeric_limits<double>::quiet_NaN() : data.at(r, v));
    }
  }
  return JsonMatrix(values.data(), rows, data.variables());
}

}  // namespace

std::string ToJson(const Dataset& data) {
  JsonObject object;
  object.Add("source", data.source);
  object.Add("fingerprint", Fingerprint(data));
  object.Add("rows", data.rows);
  object.Add("variables", data.variables());
  object.Add("missing", data.missing.count());
  object.AddText("time", TimeJson(data.time));
  object.Add("dropped", data.dropped);
  object.Add("warnings", data.warnings);
  object.AddText("trajectories", ListJson(data.trajectories, TrajectoryJson));
  object.AddText("columns", ListJson(Summarize(data), ColumnJson));
  object.AddText("first_rows", FirstRowsJson(data));
  object.AddText("checks", ChecksJson(CheckData(data)));
  return object.OnLines() + "\n";
}

}  // namespace mask2cause
