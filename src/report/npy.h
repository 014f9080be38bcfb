// NumPy's formats, written: .npy (version 1.0, little endian, C order) and .npz (a zip of them).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mask2cause {

std::string NpyBytes(std::span<const double> values, const std::vector<size_t>& shape);   // dtype <f8
std::string NpyBytes(std::span<const float> values, const std::vector<size_t>& shape);    // dtype <f4
std::string NpyBytes(std::span<const int64_t> values, const std::vector<size_t>& shape);  // dtype <i8
// dtype <U, of as many letters each as the longest text has, and at least `letters`. NumPy knows no zeros at the end of
// a text.
std::string NpyBytes(const std::vector<std::string>& texts, const std::vector<size_t>& shape, size_t letters = 1);
// 0/1 values as unsigned bytes.
std::string NpyFlagBytes(std::span<const double> values, const std::vector<size_t>& shape);

struct NpzEntry {
  std::string name;  // of the array, without ".npy"
  std::string npy;
};
// Stored, not deflated, and with a fixed date: equal arrays give equal bytes whatever the zlib, clock and time zone.
std::string NpzBytes(const std::vector<NpzEntry>& entries);

}  // namespace mask2cause
