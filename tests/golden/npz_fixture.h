// Reads the small .npz files of the golden tests: little-endian f4, f8 and u1 arrays in C order.
#pragma once

#include <zip.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

namespace mask2cause::testing {

struct FixtureArray {
  std::vector<size_t> shape;
  std::vector<double> values;
};

inline FixtureArray ParseNpy(const std::string& bytes) {
  const size_t header_size = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  const std::string header = bytes.substr(10, header_size);
  std::smatch match;
  if (!std::regex_search(header, match, std::regex("'descr': '[<|](..)'.*'fortran_order': False.*'shape': \\(([^)]*)\\)"))) {
    throw std::runtime_error("fixture header: " + header);
  }
  FixtureArray array;
  size_t count = 1;
  const std::string dims = match[2];
  const std::regex number("\\d+");
  for (std::sregex_iterator it(dims.begin(), dims.end(), number), end; it != end; ++it) {
    array.shape.push_back(std::stoul(it->str()));
    count *= array.shape.back();
  }
  const char* data = bytes.data() + 10 + header_size;
  const std::string type = match[1];
  for (size_t i = 0; i < count; ++i) {
    double value = 0.0;
    if (type == "f8") {
      std::memcpy(&value, data + 8 * i, 8);
    } else if (type == "f4") {
      float narrow = 0.0f;
      std::memcpy(&narrow, data + 4 * i, 4);
      value = static_cast<double>(narrow);
    } else {
      value = static_cast<unsigned char>(data[i]);
    }
    array.values.push_back(value);
  }
  return array;
}

inline std::map<std::string, FixtureArray> ReadNpzFixture(const std::string& path) {
  zip_t* archive = zip_open(path.c_str(), ZIP_RDONLY, nullptr);
  if (archive == nullptr) throw std::runtime_error("cannot open " + path);
  std::map<std::string, FixtureArray> arrays;
  for (zip_int64_t i = 0; i < zip_get_num_entries(archive, 0); ++i) {
    zip_stat_t info;
    zip_stat_index(archive, static_cast<zip_uint64_t>(i), 0, &info);
    std::string bytes(info.size, '\0');
    zip_file_t* file = zip_fopen_index(archive, static_cast<zip_uint64_t>(i), 0);
    zip_fread(file, bytes.data(), bytes.size());
    zip_fclose(file);
    std::string name = info.name;
    arrays[name.substr(0, name.size() - 4)] = ParseNpy(bytes);
  }
  zip_close(archive);
  return arrays;
}

}  // namespace mask2cause::testing
