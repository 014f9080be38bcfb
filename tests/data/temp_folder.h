// Files for tests of readers, gone when the test is over.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "mask2cause/dataset.h"
#include "mask2cause/error.h"

namespace mask2cause {

class TempFolder {
 public:
  TempFolder() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = "mask2cause_";
    name.append(test->test_suite_name())
        .append("_")
        .append(test->name())
        .append("_")
        .append(std::to_string(::getpid()));
    path_ = std::filesystem::temp_directory_path() / name;
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  std::string path() const { return path_.string(); }
  std::string Write(const std::string& name, std::string_view content) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
  }

 private:
  std::filesystem::path path_;
};

inline Dataset ReadText(std::string_view content, const ReadOptions& options = {}) {
  const TempFolder folder;
  return ReadDataset(folder.Write("data.csv", content), options);
}

// The error that reading ends with, as "kind|message|hint"; empty when it succeeds.
template <typename Call>
std::string ErrorOf(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.kind())) + "|" + error.what() + "|" + error.hint();
  }
  return "";
}

// Kind, and each of the pieces somewhere in message or hint.
inline void ExpectError(const std::string& error, ErrorKind kind, std::initializer_list<std::string_view> pieces) {
  EXPECT_TRUE(error.starts_with(std::to_string(static_cast<int>(kind)) + "|")) << "wrong kind: " << error;
  for (const std::string_view piece : pieces) {
    EXPECT_NE(error.find(piece), std::string::npos) << "'" << piece << "' is not in: " << error;
  }
}

inline std::vector<float> Values(const Dataset& data) {
  return {data.values.data(), data.values.data() + data.values.size()};
}

using Names = std::vector<std::string>;
using Floats = std::vector<float>;

}  // namespace mask2cause
