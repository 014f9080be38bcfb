// The pieces of JSON that are written by hand: large arrays go straight to text, one row a line, without a tree in
// memory.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mask2cause {

std::string JsonNumber(double value);           // shortest text that reads back to the same bits; null when not finite
std::string JsonString(std::string_view text);  // quoted and escaped; bytes that are not UTF-8 are replaced
std::string JsonStrings(const std::vector<std::string>& texts);
std::string JsonNumbers(const std::vector<double>& values);
std::string JsonCounts(const std::vector<size_t>& values);

// A list with an item a line, each as `text` says it.
template <typename Item, typename Text>
std::string JsonLines(const std::vector<Item>& items, const Text& text, std::string_view indent) {
  std::string out = "[";
  for (const Item& item : items) {
    out.append(out.size() > 1 ? ",\n" : "\n").append(indent).append("  ").append(text(item));
  }
  if (!items.empty()) out.append("\n").append(indent);
  return out.append("]");
}

// (rows, columns) as an array of arrays, each row on its own line.
std::string JsonMatrix(const double* values, size_t rows, size_t columns, std::string_view indent = "  ");

// Finished JSON texts as an array, each on its own line: a member of the outermost object.
std::string JsonLines(const std::vector<std::string>& items);

// An object whose members keep the order they were added in.
class JsonObject {
 public:
  explicit JsonObject(std::string indent = {}) : indent_(std::move(indent)) {}

  void Add(std::string_view name, double value) { AddText(name, JsonNumber(value)); }
  void Add(std::string_view name, size_t value) { AddText(name, std::to_string(value)); }
  void Add(std::string_view name, int value) { AddText(name, std::to_string(value)); }
  void Add(std::string_view name, bool value) { AddText(name, value ? "true" : "false"); }
  void Add(std::string_view name, const std::string& value) { AddText(name, JsonString(value)); }
  void Add(std::string_view name, const char* value) { AddText(name, JsonString(value)); }
  void Add(std::string_view name, const std::vector<std::string>& value) { AddText(name, JsonStrings(value)); }
  // `json` is a finished JSON text.
  void AddText(std::string_view name, std::string_view json);

  std::string OnLines() const;  // a member a line
  std::string OnOneLine() const;

 private:
  std::string indent_;
  std::vector<std::string> members_;
};

}  // namespace mask2cause
