// A data set as every method sees it: float32 values (row, variable), a mask of missing cells, and trajectories.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mask2cause/progress.h"

namespace mask2cause {

// A run of consecutive rows that belong together. Windows never cross from one trajectory to the next.
struct Trajectory {
  size_t first_row = 0;
  size_t rows = 0;
  std::string name;  // file name in a folder of CSVs, else empty
};

enum class TimeKind { kNone, kIsoDate, kEpochSeconds, kCounter };

// The column that was recognised (or named) as time. It is not a variable.
struct TimeColumn {
  TimeKind kind = TimeKind::kNone;
  std::string name;
  double typical_step = 0.0;  // median difference of consecutive rows: seconds, or counts
  size_t uneven_steps = 0;    // rows whose difference is off the typical one by more than 1 %
  std::string first, last;    // as written in the file
};

// A float32 buffer that grows by realloc, so that large files are never held twice.
class FloatBuffer {
 public:
  FloatBuffer() = default;
  float* data() { return data_.get(); }
  const float* data() const { return data_.get(); }
  size_t size() const { return size_; }
  float& operator[](size_t i) { return data_.get()[i]; }
  float operator[](size_t i) const { return data_.get()[i]; }
  // Grows or shrinks; new cells are uninitialised. Throws Error{kData} when memory runs out.
  void Resize(size_t size);
  // Room for at least this many without changing size().
  void Reserve(size_t capacity);
  void ShrinkToFit();

 private:
  struct Free {
    void operator()(float* p) const { std::free(p); }
  };
  std::unique_ptr<float[], Free> data_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

// One bit per cell; takes no memory while nothing is missing.
class MissingMask {
 public:
  bool any() const { return count_ > 0; }
  size_t count() const { return count_; }
  bool operator[](size_t cell) const {
    return cell / 64 < words_.size() && (words_[cell / 64] >> (cell % 64) & 1) != 0;
  }
  void Set(size_t cell);

 private:
  std::vector<uint64_t> words_;
  size_t count_ = 0;
};

// values[row * variables + variable]; a missing cell holds 0 there and a set bit in `missing`.
struct Dataset {
  std::string source;              // file name as the user gave it
  std::vector<std::string> names;  // one per variable
  size_t rows = 0;                 // over all trajectories
  FloatBuffer values;
  MissingMask missing;
  MissingMask left_out;  // cells that may serve as inputs but are not to be forecast, see LeaveOut
  std::vector<Trajectory> trajectories;
  TimeColumn time;
  std::vector<std::string> dropped;   // columns of the file that are neither variables nor the time column, by name
  std::vector<std::string> warnings;  // in plain words, each with its remedy

  size_t variables() const { return names.size(); }
  const float* row(size_t r) const { return values.data() + r * names.size(); }
  float at(size_t r, size_t v) const { return values[r * names.size() + v]; }
  bool is_missing(size_t r, size_t v) const { return missing[r * names.size() + v]; }
  bool is_target(size_t r, size_t v) const { return !is_missing(r, v) && !left_out[r * names.size() + v]; }
};

// How to read a file. Every field has a command-line flag of the same name.
struct ReadOptions {
  std::string key;          // array to take from an .npz; empty: first of X, X_np, data, TsData, gen_data, train
  std::string time_column;  // name or 1-based number; "none" switches recognition off; empty: recognise
  std::vector<std::string> columns;  // use only these (names or 1-based numbers), in the file's order
  std::vector<std::string> drop;     // leave these out
  bool transpose = false;            // the file is (variable, time)
  uint64_t max_bytes =
      uint64_t{1} << 36;  // refuse arrays that declare more than this when expanded (zip bombs, absurd shapes)
};

// Reads .csv/.tsv/.txt (also .gz), .npy, .npz, a folder of CSV files, or "-" for CSV on standard input.
Dataset ReadDataset(const std::string& path, const ReadOptions& options = {}, const Progress& progress = {});

// A data set from memory, (rows, variables) row-major; NaN cells become missing. One trajectory unless `lengths` is
// given.
Dataset MakeDataset(std::span<const float> values, std::vector<std::string> names,
                    std::span<const size_t> lengths = {});

// Marks cells that a fit is not to forecast. The file has as many rows as the data: one column for time points, or
// columns named as variables (without names: one for each) for cells; 1 leaves out, 0 does not. Throws Error that names
// file, row and column.
void LeaveOut(Dataset& data, const std::string& mask_path);

// A square 0/1 (or real) matrix [target][source] from .npy, .npz (key, else the first of A, Gref, graph) or .csv
// (with or without a header row and a name column).
struct NamedMatrix {
  std::vector<std::string> names;  // empty when the file has none
  size_t size = 0;
  std::vector<double> values;  // size x size
};
NamedMatrix ReadMatrix(const std::string& path, const std::string& key = {});

// What `inspect` shows of each variable.
struct ColumnSummary {
  std::string name;
  size_t observed = 0;
  size_t missing = 0;
  double mean = 0.0, sd = 0.0, min = 0.0, max = 0.0;  // over observed cells
  bool constant = false;
};
std::vector<ColumnSummary> Summarize(const Dataset& data);

// 128-bit fingerprint (hex) of values, mask, names and trajectory lengths: equal data, equal fingerprint.
std::string Fingerprint(const Dataset& data);

}  // namespace mask2cause
