// Reads the small .npz files of the golden tests: little-endian f4, f8 and u1 arrays in C order.
#pragma once

#include <zip.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace mask2cause::testing {

struct FixtureArray {
  std::vector<size_t> shape;
  std::vector<double> values;
};

// What stands between `before` and the next `end` in the header. Not <regex>: g++ 12 warns of its insides under
// sanitizers.
inline std::string HeaderPart(const std::string& header, const std::string& before, char end) {
  const size_t at = header.find(before);
  if (at == std::string::npos) throw std::runtime_error("fixture header: " + header);
  const size_t first = at + before.size();
  return header.substr(first, header.find(end, first) - first);
}

inline FixtureArray ParseNpy(const std::string& bytes) {
  const size_t header_size = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  const std::string header = bytes.substr(10, header_size);
  const std::string type = HeaderPart(header, "'descr': '", '\'').substr(1);  // without the byte order
  HeaderPart(header, "'fortran_order': False", ',');
  FixtureArray array;
  size_t count = 1;
  std::istringstream dims(HeaderPart(header, "'shape': (", ')'));
  for (std::string dim; std::getline(dims, dim, ',');) {
    if (dim.find_first_of("0123456789") == std::string::npos) continue;  // (3,)
    array.shape.push_back(std::stoul(dim));
    count *= array.shape.back();
  }
  const char* data = bytes.data() + 10 + header_size;
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
