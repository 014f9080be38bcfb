#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "data/array_columns.h"
#include "data/finish.h"
#include "data/npy.h"

namespace mask2cause {
namespace {

// The axes of the array as the data set sees them, and how far apart neighbours lie in the file.
struct Axis {
  uint64_t length = 1;
  uint64_t stride = 1;  // of the data set's values
};

class NpyDatasetReader {
 public:
  NpyDatasetReader(NpyHeader header, const std::string& file, const ReadOptions& options)
      : header_(std::move(header)), file_(file) {
    const size_t dimensions = header_.shape.size();
    if (dimensions != 2 && dimensions != 3) {
      throw Error(ErrorKind::kData,
                  fmt::format("{}: the array has {} dimension(s), shape {}", file, dimensions, header_.ShapeText()),
                  "an array must be (time, variable) or (trajectory, time, variable)");
    }
    std::vector<uint64_t> shape = header_.shape;
    if (dimensions == 2) shape.insert(shape.begin(), 1);
    const size_t time = options.transpose ? 2 : 1, variable = options.transpose ? 1 : 2;
    trajectories_ = shape[0];
    steps_ = shape[time];
    variables_ = shape[variable];
    if (header_.elements == 0) {
      throw Error(ErrorKind::kData, fmt::format("{}: the array of shape {} is empty", file, header_.ShapeText()),
                  "an array must be (time, variable) or (trajectory, time, variable)");
    }
    axes_[0] = {trajectories_, steps_ * variables_};
    axes_[time] = {steps_, variables_};
    axes_[variable] = {variables_, 1};
    if (header_.fortran_order) std::swap(axes_[0], axes_[2]);
  }

  Dataset Read(ByteSource& source, const Progress& progress) {
    // Memory follows the bytes that really arrive, unless the file's order scatters them.
    in_order_ = axes_[2].stride == 1 && axes_[1].stride == variables_;
    if (!in_order_) data_.values.Resize(header_.elements);
    ReadNpyElements(source, header_, file_, [&](uint64_t first, std::span<const double> run) {
      Store(first, run);
      if (first % (uint64_t{1} << 20) == 0) {
        ReportReading(progress, static_cast<double>(first) / static_cast<double>(header_.elements));
      }
    });
    data_.source = file_;
    data_.names = DefaultNames(variables_);
    data_.rows = trajectories_ * steps_;
    for (size_t t = 0; t < trajectories_; ++t) data_.trajectories.push_back({t * steps_, steps_, ""});
    return std::move(data_);
  }

 private:
  void Store(uint64_t first, std::span<const double> run) {
    if (in_order_) {
      data_.values.Resize(first + run.size());
      for (size_t i = 0; i < run.size(); ++i) StoreCell(first + i, run[i]);
      return;
    }
    uint64_t inner = first % axes_[2].length;
    uint64_t middle = first / axes_[2].length % axes_[1].length;
    uint64_t outer = first / axes_[2].length / axes_[1].length;
    for (const double value : run) {
      StoreCell(outer * axes_[0].stride + middle * axes_[1].stride + inner * axes_[2].stride, value);
      if (++inner < axes_[2].length) continue;
      inner = 0;
      if (++middle < axes_[1].length) continue;
      middle = 0;
      ++outer;
    }
  }

  void StoreCell(uint64_t cell, double value) {
    data_.values[cell] = static_cast<float>(value);
    if (std::abs(value) <= std::numeric_limits<float>::max()) return;
    data_.values[cell] = 0.0F;
    if (std::isnan(value)) return data_.missing.Set(cell);
    const uint64_t row = cell / variables_;
    const std::string trajectory =
        header_.shape.size() == 3 ? fmt::format("trajectory {}, ", row / steps_ + 1) : std::string();
    ToFloat(value, fmt::format("{}: {}row {}, column {}", file_, trajectory, row % steps_ + 1, cell % variables_ + 1),
            fmt::format("{:g}", value));
  }

  NpyHeader header_;
  const std::string& file_;
  uint64_t trajectories_ = 1, steps_ = 0, variables_ = 0;
  Axis axes_[3];  // slowest first, in the order of the file
  bool in_order_ = false;
  Dataset data_;
};

}  // namespace

Dataset ReadNpyDataset(ByteSource& source, const std::string& file, const ReadOptions& options,
                       const Progress& progress) {
  Dataset data = NpyDatasetReader(ReadNpyHeader(source, file, options.max_bytes), file, options).Read(source, progress);
  ApplyColumnOptions(data, options);
  FinishDataset(data, options.transpose);
  return data;
}

}  // namespace mask2cause
