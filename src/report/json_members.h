// Objects of JSON files that we wrote, read back with care: what is missing stays unknown, what is there must have the
// right type.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace mask2cause {

// What is read, for messages.
struct JsonSource {
  std::string file;
  std::string what;    // it should be: "a result of discover"
  std::string remedy;  // when it is not
};

// Throws Error{kData}: it is not what it should be, for this reason.
[[noreturn]] void FailRead(const JsonSource& source, const std::string& reason);

// Throws Error{kData} when the text is not JSON.
nlohmann::json ParseJson(std::string_view text, const JsonSource& source);

// The whole file; `usual_name` is what to give in the place of a folder. Throws Error{kFile}.
std::string ReadJsonFile(const std::string& path, const char* usual_name);

// One object of a file. `place` says in messages which; the source and the object must outlive it.
class JsonMembers {
 public:
  // Throws Error{kData} when `object` is none.
  JsonMembers(const JsonSource& source, std::string place, const nlohmann::json& object);

  const nlohmann::json* Find(const std::string& name) const;  // null when missing, or null itself

  // Each leaves `value` alone when there is no such member. Throws Error{kData} when it has another type.
  void Read(const std::string& name, double& value) const;  // null is NaN, as it was written
  void Read(const std::string& name, size_t& value) const;
  void Read(const std::string& name, int& value) const;
  void Read(const std::string& name, bool& value) const;
  void Read(const std::string& name, std::string& value) const;
  void Read(const std::string& name, std::vector<std::string>& value) const;
  void Read(const std::string& name, std::vector<double>& value) const;
  void Read(const std::string& name, std::vector<size_t>& value) const;
  void Read(const std::string& name, std::vector<std::vector<double>>& value) const;

  // (size, size) row by row; `value` becomes empty when there is no such member.
  void ReadMatrix(const std::string& name, size_t size, std::vector<double>& value) const;
  // A list of such matrices, one behind the other.
  void ReadMatrices(const std::string& name, size_t size, std::vector<double>& value) const;

  // The member as a list; empty when there is none.
  const std::vector<nlohmann::json>& List(const std::string& name) const;

  // Fails when one of these is missing.
  void Require(std::initializer_list<const char*> names) const;

  [[noreturn]] void Fail(const std::string& reason) const;

 private:
  void AppendNumbers(const std::string& name, const nlohmann::json& list, std::vector<double>& value) const;
  void AppendSquare(const std::string& name, const nlohmann::json& rows, size_t size, std::vector<double>& value) const;

  const JsonSource& source_;
  std::string place_;
  const nlohmann::json& object_;
};

}  // namespace mask2cause
