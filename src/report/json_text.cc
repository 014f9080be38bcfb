#include "report/json_text.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

namespace mask2cause {

std::string JsonNumber(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

std::string JsonString(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string JsonStrings(const std::vector<std::string>& texts) {
  std::string out = "[";
  for (size_t i = 0; i < texts.size(); ++i) {
    if (i > 0) out += ", ";
    out += JsonString(texts[i]);
  }
  return out + "]";
}

std::string JsonNumbers(const std::vector<double>& values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ", ";
    out += JsonNumber(values[i]);
  }
  return out + "]";
}

std::string JsonCounts(const std::vector<size_t>& values) {
  return fmt::format("[{}]", fmt::join(values, ", "));
}

std::string JsonMatrix(const double* values, size_t rows, size_t columns, std::string_view indent) {
  std::string out = "[";
  auto end = std::back_inserter(out);
  for (size_t r = 0; r < rows; ++r) {
    fmt::format_to(end, "{}\n{}  [", r > 0 ? "," : "", indent);
    for (size_t c = 0; c < columns; ++c) {
      if (c > 0) out += ", ";
      out += JsonNumber(values[r * columns + c]);
    }
    out += ']';
  }
  if (rows > 0) fmt::format_to(end, "\n{}", indent);
  return out + "]";
}

std::string JsonLines(const std::vector<std::string>& items) {
  std::string text = "[\n";
  for (size_t i = 0; i < items.size(); ++i) text += "    " + items[i] + (i + 1 < items.size() ? ",\n" : "\n");
  return text + "  ]";
}

void JsonObject::AddText(std::string_view name, std::string_view json) {
  members_.push_back(fmt::format("{}: {}", JsonString(name), json));
}

std::string JsonObject::OnLines() const {
  std::string out = "{";
  for (size_t i = 0; i < members_.size(); ++i) {
    out += i > 0 ? ",\n" : "\n";
    out += indent_ + "  " + members_[i];
  }
  return out + "\n" + indent_ + "}";
}

std::string JsonObject::OnOneLine() const {
  std::string out = "{";
  for (size_t i = 0; i < members_.size(); ++i) {
    if (i > 0) out += ", ";
    out += members_[i];
  }
  return out + "}";
}

}  // namespace mask2cause
