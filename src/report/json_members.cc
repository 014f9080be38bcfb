#include "report/json_members.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

using nlohmann::json;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void FailRead(const JsonSource& source, const std::string& reason) {
  throw Error(ErrorKind::kData, fmt::format("'{}' is not {}: {}", source.file, source.what, reason), source.remedy);
}

json ParseJson(std::string_view text, const JsonSource& source) {
  json parsed = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (parsed.is_discarded()) FailRead(source, "it is not valid JSON");
  return parsed;
}

std::string ReadJsonFile(const std::string& path, const char* usual_name) {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(path, ignored);
  std::ifstream file(path, std::ios::binary);
  if (is_folder || !file) {
    throw Error(ErrorKind::kFile, fmt::format("cannot read '{}': {}", path, std::strerror(is_folder ? EISDIR : errno)),
                is_folder ? fmt::format("give the {} in it", usual_name) : "check the name and the permissions");
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

JsonMembers::JsonMembers(const JsonSource& source, std::string place, const json& object)
    : source_(source), place_(std::move(place)), object_(object) {
  if (!object.is_object()) Fail("it is not an object");
}

void JsonMembers::Fail(const std::string& reason) const {
  FailRead(source_, place_.empty() ? reason : fmt::format("{}: {}", place_, reason));
}

void JsonMembers::Require(std::initializer_list<const char*> names) const {
  for (const char* name : names) {
    if (Find(name) == nullptr) Fail(fmt::format("it lacks \"{}\"", name));
  }
}

const json* JsonMembers::Find(const std::string& name) const {
  const auto member = object_.find(name);
  return member == object_.end() || member->is_null() ? nullptr : &*member;
}

void JsonMembers::Read(const std::string& name, double& value) const {
  const auto member = object_.find(name);
  if (member == object_.end()) return;
  if (!member->is_number() && !member->is_null()) Fail(fmt::format("\"{}\" is not a number", name));
  value = member->is_null() ? kUndefined : member->get<double>();
}

void JsonMembers::Read(const std::string& name, size_t& value) const {
  const json* member = Find(name);
  if (member == nullptr) return;
  if (!member->is_number_unsigned()) Fail(fmt::format("\"{}\" is not a whole number", name));
  value = member->get<size_t>();
}

void JsonMembers::Read(const std::string& name, int& value) const {
  const json* member = Find(name);
  if (member == nullptr) return;
  const bool fits = member->is_number_integer() && *member >= std::numeric_limits<int>::min() &&
                    *member <= std::numeric_limits<int>::max();
  if (!fits) Fail(fmt::format("\"{}\" is not a small whole number", name));
  value = member->get<int>();
}

void JsonMembers::Read(const std::string& name, bool& value) const {
  const json* member = Find(name);
  if (member == nullptr) return;
  if (!member->is_boolean()) Fail(fmt::format("\"{}\" is neither true nor false", name));
  value = member->get<bool>();
}

void JsonMembers::Read(const std::string& name, std::string& value) const {
  const json* member = Find(name);
  if (member == nullptr) return;
  if (!member->is_string()) Fail(fmt::format("\"{}\" is not a text", name));
  value = member->get<std::string>();
}

void JsonMembers::Read(const std::string& name, std::vector<std::string>& value) const {
  value.clear();
  for (const json& text : List(name)) {
    if (!text.is_string()) Fail(fmt::format("\"{}\" has an entry that is not a text", name));
    value.push_back(text.get<std::string>());
  }
}

void JsonMembers::Read(const std::string& name, std::vector<double>& value) const {
  value.clear();
  if (const json* member = Find(name)) AppendNumbers(name, *member, value);
}

void JsonMembers::Read(const std::string& name, std::vector<size_t>& value) const {
  value.clear();
  for (const json& count : List(name)) {
    if (!count.is_number_unsigned()) Fail(fmt::format("\"{}\" has an entry that is not a whole number", name));
    value.push_back(count.get<size_t>());
  }
}

void JsonMembers::Read(const std::string& name, std::vector<std::vector<double>>& value) const {
  value.clear();
  for (const json& list : List(name)) AppendNumbers(name, list, value.emplace_back());
}

void JsonMembers::ReadMatrix(const std::string& name, size_t size, std::vector<double>& value) const {
  value.clear();
  if (const json* member = Find(name)) AppendSquare(name, *member, size, value);
}

void JsonMembers::ReadMatrices(const std::string& name, size_t size, std::vector<double>& value) const {
  value.clear();
  for (const json& matrix : List(name)) AppendSquare(name, matrix, size, value);
}

const std::vector<json>& JsonMembers::List(const std::string& name) const {
  static const std::vector<json> none;
  const json* member = Find(name);
  if (member == nullptr) return none;
  if (!member->is_array()) Fail(fmt::format("\"{}\" is not a list", name));
  return member->get_ref<const json::array_t&>();
}

void JsonMembers::AppendNumbers(const std::string& name, const json& list, std::vector<double>& value) const {
  if (!list.is_array()) Fail(fmt::format("\"{}\" is not a list of numbers", name));
  for (const json& cell : list) {
    if (!cell.is_number() && !cell.is_null()) Fail(fmt::format("\"{}\" has a cell that is not a number", name));
    value.push_back(cell.is_null() ? kUndefined : cell.get<double>());
  }
}

void JsonMembers::AppendSquare(const std::string& name, const json& rows, size_t size,
                               std::vector<double>& value) const {
  const bool has_rows = rows.is_array() && rows.size() == size;
  if (!has_rows) Fail(fmt::format("\"{}\" has not one row for each of the {} names", name, size));
  for (const json& row : rows) {
    const bool fits = row.is_array() && row.size() == size;
    if (!fits) Fail(fmt::format("\"{}\" has a row that has not one cell for each of the {} names", name, size));
    AppendNumbers(name, row, value);
  }
}

}  // namespace mask2cause
