#include "report/npy.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "report/utf8.h"

namespace mask2cause {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they lie in memory");

constexpr size_t kHeaderUnit = 64;  // the format wants the data aligned to this
constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);

std::string ShapeText(const std::vector<size_t>& shape) {
  std::string out = "(";
  for (const size_t extent : shape) out += fmt::format("{}, ", extent);
  if (shape.size() > 1) out.resize(out.size() - 2);
  if (shape.size() == 1) out.pop_back();
  return out + ")";
}

std::string Header(std::string_view type, const std::vector<size_t>& shape) {
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, ShapeText(shape));
  const size_t fixed = kMagic.size() + 2;
  const size_t whole = (fixed + text.size() + 1 + kHeaderUnit - 1) / kHeaderUnit * kHeaderUnit;
  text.resize(whole - fixed - 1, ' ');
  text += '\n';
  std::string out(kMagic);
  out += static_cast<char>(text.size() & 0xff);
  out += static_cast<char>(text.size() >> 8);
  return out + text;
}

template <typename T>
std::string WithHeader(std::string_view type, std::span<const T> values, const std::vector<size_t>& shape) {
  std::string out = Header(type, shape);
  const size_t start = out.size();
  out.resize(start + values.size_bytes());
  if (!values.empty()) std::memcpy(out.data() + start, values.data(), values.size_bytes());
  return out;
}

}  // namespace

std::string NpyBytes(std::span<const double> values, const std::vector<size_t>& shape) {
  return WithHeader("<f8", values, shape);
}

std::string NpyBytes(std::span<const float> values, const std::vector<size_t>& shape) {
  return WithHeader("<f4", values, shape);
}

std::string NpyBytes(std::span<const int64_t> values, const std::vector<size_t>& shape) {
  return WithHeader("<i8", values, shape);
}

std::string NpyBytes(const std::vector<std::string>& texts, const std::vector<size_t>& shape, size_t letters) {
  std::vector<std::vector<char32_t>> decoded;
  for (const std::string& text : texts) letters = std::max(letters, decoded.emplace_back(Utf8CodePoints(text)).size());
  std::vector<char32_t> cells(texts.size() * letters);
  for (size_t i = 0; i < decoded.size(); ++i) std::ranges::copy(decoded[i], cells.data() + i * letters);
  return WithHeader(fmt::format("<U{}", letters), std::span<const char32_t>(cells), shape);
}

std::string NpyFlagBytes(std::span<const double> values, const std::vector<size_t>& shape) {
  std::string out = Header("|u1", shape);
  for (const double value : values) out += value != 0.0 ? '\1' : '\0';
  return out;
}

}  // namespace mask2cause
