#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "data/npy.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr size_t kRun = 16384;  // elements converted at a time; the two blocks stay in cache

struct Half {
  uint16_t bits;
};

double ToDouble(Half half) {
  const int exponent = half.bits >> 10 & 31;
  const int fraction = half.bits & 1023;
  double magnitude = 0.0;
  if (exponent == 31) {
    magnitude = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    magnitude = std::ldexp(fraction, -24);
  } else {
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  }
  return (half.bits & 0x8000) != 0 ? -magnitude : magnitude;
}

template <typename Number>
double ToDouble(Number number) {
  return static_cast<double>(number);
}

template <typename Number>
void Convert(const char* from, bool swap, std::span<double> to) {
  for (size_t i = 0; i < to.size(); ++i) {
    char bytes[sizeof(Number)];
    std::memcpy(bytes, from + i * sizeof(Number), sizeof(Number));
    if (swap) std::reverse(bytes, bytes + sizeof(Number));
    Number number;
    std::memcpy(&number, bytes, sizeof(Number));
    to[i] = ToDouble(number);
  }
}

using Converter = void (*)(const char*, bool, std::span<double>);

Converter ConverterFor(const NpyHeader& header) {
  const size_t size = header.item_size;
  if (header.kind == 'f') return size == 2 ? Convert<Half> : size == 4 ? Convert<float> : Convert<double>;
  if (header.kind == 'i') {
    return size == 1 ? Convert<int8_t> : size == 2 ? Convert<int16_t> : size == 4 ? Convert<int32_t> : Convert<int64_t>;
  }
  return size == 1   ? Convert<uint8_t>
         : size == 2 ? Convert<uint16_t>
         : size == 4 ? Convert<uint32_t>
                     : Convert<uint64_t>;
}

}  // namespace

void ReadNpyElements(ByteSource& source, const NpyHeader& header, const std::string& file, const ElementSink& sink) {
  const Converter convert = ConverterFor(header);
  const bool swap = header.big_endian != (std::endian::native == std::endian::big);
  std::vector<char> raw(kRun * header.item_size);
  std::vector<double> run(kRun);
  for (uint64_t first = 0; first < header.elements;) {
    const auto count = static_cast<size_t>(std::min<uint64_t>(kRun, header.elements - first));
    const size_t got = ReadFully(source, raw.data(), count * header.item_size);
    if (got < count * header.item_size) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: the data is cut short: shape {} needs {} bytes, the file has {}", file,
                              header.ShapeText(), header.elements * header.item_size, first * header.item_size + got),
                  "copy or save the file again");
    }
    convert(raw.data(), swap, std::span(run).first(count));
    sink(first, std::span<const double>(run).first(count));
    first += count;
  }
  char more = 0;
  if (source.Read(&more, 1) > 0) {
    throw Error(ErrorKind::kData, fmt::format("{}: there is more data than shape {} needs", file, header.ShapeText()),
                "save one array per file");
  }
}

}  // namespace mask2cause
