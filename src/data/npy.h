// NumPy's array files: a short text header, then the bare numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/byte_source.h"
#include "mask2cause/dataset.h"

namespace mask2cause {

struct NpyHeader {
  char kind = 'f';       // f, i, u or b, as NumPy writes it
  size_t item_size = 8;  // bytes
  bool big_endian = false;
  bool fortran_order = false;
  std::vector<uint64_t> shape;
  uint64_t elements = 0;  // product of the shape

  std::string ShapeText() const;  // (480, 40, 40)
};

bool IsNpy(std::string_view first_bytes);

// Takes the header from the source. Throws Error{kData}: wrong magic, cut short, not numbers, larger than `max_bytes`
// once in memory, or more than the source can still hold.
NpyHeader ReadNpyHeader(ByteSource& source, const std::string& file, uint64_t max_bytes);

// Hands out the elements in the order of the file, in runs; `first` is the position of the run. Throws Error{kData}
// when the source ends early or goes on after the last element.
using ElementSink = std::function<void(uint64_t first, std::span<const double> run)>;
void ReadNpyElements(ByteSource& source, const NpyHeader& header, const std::string& file, const ElementSink& sink);

// (time, variable) or (trajectory, time, variable). `file` is for messages.
Dataset ReadNpyDataset(ByteSource& source, const std::string& file, const ReadOptions& options,
                       const Progress& progress);

}  // namespace mask2cause
