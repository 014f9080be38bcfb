#include "data/npz.h"

#include <gtest/gtest.h>
#include <zip.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "data/temp_folder.h"

namespace mask2cause {
namespace {

const Floats kArray = {1, 2, 3, 4, 5, 6, 9, 8, 7, 0, 1, 100};  // tools/fixtures/make_npy.py

std::string Fixture(const std::string& name) {
  return std::string(MASK2CAUSE_FIXTURES) + "/data/" + name;
}

std::string Bytes(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

TEST(Npz, StoredAndDeflatedWithPreferredKeys) {
  EXPECT_EQ(Values(ReadDataset(Fixture("stored.npz"))), kArray);
  EXPECT_EQ(Values(ReadDataset(Fixture("deflated.npz"))), kArray) << "TsData is preferred over a";
}

TEST(Npz, ToldByContent) {
  const TempFolder folder;
  EXPECT_EQ(Values(ReadDataset(folder.Write("archive.dat", Bytes(Fixture("stored.npz"))))), kArray);
}

TEST(Npz, KeyIsChosenOrListed) {
  ReadOptions options;
  options.key = "other";
  EXPECT_EQ(ReadDataset(Fixture("stored.npz"), options).at(0, 2), 6);
  options.key = "absent";
  ExpectError(ErrorOf([&] { ReadDataset(Fixture("stored.npz"), options); }), ErrorKind::kData,
              {"no array 'absent'", "'A', 'X', 'other'", "--key"});
}

TEST(Npz, NotAZip) {
  const TempFolder folder;
  const std::string good = Bytes(Fixture("deflated.npz"));
  ExpectError(ErrorOf([&] { ReadDataset(folder.Write("x.npz", "hello")); }), ErrorKind::kData,
              {"x.npz", "not a usable NPZ"});
  ExpectError(ErrorOf([&] { ReadDataset(folder.Write("x.npz", "")); }), ErrorKind::kData,
              {"x.npz", "not a usable NPZ"});
  ExpectError(ErrorOf([&] { ReadDataset(folder.Write("x.npz", good.substr(0, good.size() / 2))); }), ErrorKind::kData,
              {"x.npz"});
}

TEST(Npz, DamagedDataIsNoticed) {
  const TempFolder folder;
  std::string bytes = Bytes(Fixture("stored.npz"));
  const size_t x = bytes.find("NUMPY", bytes.find("X.npy"));
  bytes[x + 128] = static_cast<char>(bytes[x + 128] ^ 1);  // a data byte: only the checksum can tell
  ExpectError(ErrorOf([&] { ReadDataset(folder.Write("x.npz", bytes)); }), ErrorKind::kData, {"damaged", "CRC"});
}

TEST(Npz, BombIsRefusedByItsDeclaredSize) {
  EXPECT_EQ(ReadDataset(Fixture("bomb.npz")).rows, 1000U);
  ReadOptions options;
  options.max_bytes = 1000000;
  ExpectError(ErrorOf([&] { ReadDataset(Fixture("bomb.npz"), options); }), ErrorKind::kData,
              {"declares 4000128 bytes", "limit of 1000000"});
}

TEST(Npz, BombThatLiesAboutItsSizeIsRefused) {
  // The declared size in the central directory and the local header becomes 200 bytes; 4 MB come out.
  const TempFolder folder;
  std::string bytes = Bytes(Fixture("bomb.npz"));
  const std::string real = {'\x80', '\x09', '\x3d', '\x00'};  // 4000128
  const std::string small = {'\xc8', '\x00', '\x00', '\x00'};
  size_t replaced = 0;
  for (size_t at = bytes.find(real); at != std::string::npos; at = bytes.find(real, at + 1), ++replaced) {
    std::copy(small.begin(), small.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
  }
  ASSERT_GE(replaced, 1U);
  ReadOptions options;
  options.max_bytes = 1000000;
  EXPECT_NE(ErrorOf([&] { ReadDataset(folder.Write("x.npz", bytes), options); }), "");
  const NpzFile npz = NpzFile::Open(folder.Write("x.npz", bytes));
  const std::unique_ptr<ByteSource> source = npz.OpenArray("X", options.max_bytes);
  std::vector<char> block(1 << 16);
  ExpectError(ErrorOf([&] {
                while (source->Read(block.data(), block.size()) > 0) {
                }
              }),
              ErrorKind::kData, {"x.npz"});
}

}  // namespace
}  // namespace mask2cause
