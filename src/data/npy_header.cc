#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>

#include "data/npy.h"
#include "data/number.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr const char* kSaveAgain = "save it again with numpy.save, as float32, float64, integers or bool";

[[noreturn]] void Fail(const std::string& file, const std::string& what, const char* hint = kSaveAgain) {
  throw Error(ErrorKind::kData, fmt::format("{}: {}", file, what), hint);
}

// Reads the Python literal {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  NpyHeader Parse() {
    NpyHeader header;
    bool have_type = false, have_order = false, have_shape = false;
    Expect('{');
    while (!Take('}')) {
      const std::string_view key = String();
      Expect(':');
      if (key == "descr" && !have_type) {
        have_type = true;
        ParseType(header);
      } else if (key == "fortran_order" && !have_order) {
        have_order = true;
        header.fortran_order = Boolean();
      } else if (key == "shape" && !have_shape) {
        have_shape = true;
        header.shape = Shape();
      } else {
        Malformed();
      }
      if (!Take(',')) {
        Expect('}');
        break;
      }
    }
    if (!have_type || !have_order || !have_shape) Malformed();
    return header;
  }

 private:
  [[noreturn]] void Malformed() const { Fail(file_, "the NPY header is malformed near " + Quoted(rest_)); }

  void SkipBlanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t')) rest_.remove_prefix(1);
  }
  bool Take(char c) {
    SkipBlanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void Expect(char c) {
    if (!Take(c)) Malformed();
  }
  std::string_view String() {
    SkipBlanks();
    const char quote = rest_.starts_with('"') ? '"' : '\'';
    Expect(quote);
    const size_t end = rest_.find(quote);
    if (end == std::string_view::npos) Malformed();
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  bool Boolean() {
    SkipBlanks();
    const bool value = rest_.starts_with("True");
    if (!value && !rest_.starts_with("False")) Malformed();
    rest_.remove_prefix(value ? 4 : 5);
    return value;
  }
  std::vector<uint64_t> Shape() {
    std::vector<uint64_t> shape;
    Expect('(');
    while (!Take(')')) {
      SkipBlanks();
      uint64_t length = 0;
      const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), length);
      if (error != std::errc{}) Malformed();
      rest_.remove_prefix(static_cast<size_t>(end - rest_.data()));
      Take('L');  // Python 2 wrote long integers so
      shape.push_back(length);
      if (!Take(',')) {
        Expect(')');
        break;
      }
    }
    return shape;
  }

  void ParseType(NpyHeader& header) {
    SkipBlanks();
    if (rest_.starts_with('[')) Fail(file_, "the array has named fields, not plain numbers");
    const std::string_view type = String();
    const auto known = [&] {
      if (type.size() < 3 || std::string_view("<>|=").find(type[0]) == std::string_view::npos) return false;
      const std::string_view bare = type.substr(1);
      constexpr std::string_view kKnown[] = {"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"};
      return std::find(std::begin(kKnown), std::end(kKnown), bare) != std::end(kKnown);
    };
    if (type.size() >= 2 && type[1] == 'O') Fail(file_, "the array holds Python objects, not numbers");
    if (!known()) Fail(file_, fmt::format("arrays of type {} cannot be read", Quoted(type)));
    header.big_endian = type[0] == '>';
    header.kind = type[1];
    header.item_size = static_cast<size_t>(type[2] - '0');
  }

  std::string_view rest_;
  const std::string& file_;
};

size_t LittleEndian(std::string_view bytes) {
  size_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

void CheckSize(NpyHeader& header, const ByteSource& source, const std::string& file, uint64_t max_bytes) {
  const uint64_t most = max_bytes / std::max(sizeof(float), header.item_size);
  header.elements = 1;
  const bool empty = std::find(header.shape.begin(), header.shape.end(), 0U) != header.shape.end();
  for (const uint64_t length : header.shape) {
    if (!empty && header.elements > most / length) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: the header declares an array of shape {}, more than the limit of {} bytes", file,
                              header.ShapeText(), max_bytes),
                  "the header is damaged, or the array must be cut into smaller ones");
    }
    header.elements = empty ? 0 : header.elements * length;
  }
  const std::optional<uint64_t> left = source.BytesLeft();
  if (left && *left < header.elements * header.item_size) {
    throw Error(ErrorKind::kData,
                fmt::format("{}: the data is cut short: shape {} needs {} bytes, the file has {}", file,
                            header.ShapeText(), header.elements * header.item_size, *left),
                "copy or save the file again");
  }
}

}  // namespace

std::string NpyHeader::ShapeText() const {
  return fmt::format("({})", fmt::join(shape, ", "));
}

bool IsNpy(std::string_view first_bytes) {
  return first_bytes.starts_with(kMagic);
}

NpyHeader ReadNpyHeader(ByteSource& source, const std::string& file, uint64_t max_bytes) {
  char start[12];
  if (ReadFully(source, start, 8) < 8 || !IsNpy({start, 8})) {
    Fail(file, "this is not an NPY file: it does not begin with \\x93NUMPY");
  }
  const auto version = static_cast<unsigned char>(start[6]);
  if (version < 1 || version > 3) Fail(file, fmt::format("NPY format version {} is not known", version));
  const size_t length_bytes = version == 1 ? 2 : 4;
  const char* const cut_short = "the NPY header is cut short";
  if (ReadFully(source, start + 8, length_bytes) < length_bytes) Fail(file, cut_short, "copy or save the file again");
  const size_t length = LittleEndian({start + 8, length_bytes});
  constexpr size_t kLongestHeader = size_t{1} << 20;
  if (length > kLongestHeader) Fail(file, fmt::format("the NPY header claims to be {} bytes long", length));
  std::string text(length, '\0');
  if (ReadFully(source, text.data(), length) < length) Fail(file, cut_short, "copy or save the file again");
  NpyHeader header = HeaderParser(text, file).Parse();
  CheckSize(header, source, file, max_bytes);
  return header;
}

}  // namespace mask2cause
