#include "core/atomic_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "mask2cause/error.h"

namespace mask2cause {
namespace {

namespace fs = std::filesystem;

std::string Read(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

TEST(AtomicFile, AFailedGroupLeavesTheOldFilesAndNoLitter) {
  const fs::path dir = fs::temp_directory_path() / "mask2cause_atomic_file_test";
  fs::remove_all(dir);
  MakeDirectory(dir.string());
  WriteFileAtomically((dir / "a").string(), "old");
  try {
    WriteFilesAtomically({{(dir / "a").string(), "new"}, {(dir / "missing" / "b").string(), "new"}});
    FAIL() << "wrote into a folder that does not exist";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kFile);
    EXPECT_NE(std::string(error.what()).find("missing/b"), std::string::npos);
  }
  EXPECT_EQ(Read(dir / "a"), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(dir), fs::directory_iterator()), 1);
  WriteFilesAtomically({{(dir / "a").string(), "new"}, {(dir / "b").string(), "too"}});
  EXPECT_EQ(Read(dir / "a") + Read(dir / "b"), "newtoo");
  fs::remove_all(dir);
}

TEST(AtomicFile, SweepsUpAfterAProcessThatWasKilled) {
  const fs::path dir = fs::temp_directory_path() / "mask2cause_leftover_test";
  fs::remove_all(dir);
  MakeDirectory(dir.string());
  std::ofstream(dir / "a.2147483646.tmp") << "half";  // above any process number Linux gives
  std::ofstream(dir / "a.1.tmp") << "of a process that lives";
  std::ofstream(dir / "b.2147483646.tmp") << "of another file";
  WriteFileAtomically((dir / "a").string(), "whole");
  EXPECT_FALSE(fs::exists(dir / "a.2147483646.tmp"));
  EXPECT_TRUE(fs::exists(dir / "a.1.tmp"));
  EXPECT_TRUE(fs::exists(dir / "b.2147483646.tmp"));
  fs::remove_all(dir);
}

}  // namespace
}  // namespace mask2cause
