// The file of a pruned model; docs/model-file.md describes it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/atomic_file.h"
#include "core/sealed_file.h"
#include "forecast/prune_options.h"
#include "forecast/pruned_model.h"
#include "mask2cause/error.h"

namespace mask2cause {
namespace {

constexpr SealedKind kPrunedFile = {"M2CPRUNE", 1, "pruned forecaster"};
constexpr uint64_t kMostVariables = 1'000'000, kMostRows = uint64_t{1} << 40;

void WriteOptions(ByteWriter& out, const PruneOptions& o) {
  out.Text(o.model);
  out.Text(o.nbeats);
  for (const uint64_t value : {uint64_t{o.lags}, uint64_t{o.ar}, uint64_t{o.ma}, uint64_t{o.epochs}, o.seed}) {
    out.U64(value);
  }
  out.F64(o.lr);
  out.F64(o.train_share);
}

PruneOptions ReadPruneOptions(ByteReader& in) {
  PruneOptions o;
  o.model = in.Text();
  o.nbeats = in.Text();
  for (size_t* value : {&o.lags, &o.ar, &o.ma, &o.epochs}) *value = in.U64();
  o.seed = in.U64();
  o.lr = in.F64();
  o.train_share = in.F64();
  try {
    CheckPruneOptions(o);
  } catch (const Error& error) {
    throw in.Nonsense(error.what());
  }
  return o;
}

void WriteFitted(ByteWriter& out, const FittedForecaster& one) {
  out.U64(one.inputs.size());
  for (const size_t input : one.inputs) out.U64(input);
  out.F64(one.sd);
  out.Doubles(one.forecaster->Values());
}

FittedForecaster ReadFitted(ByteReader& in, const PrunedModel& model, size_t target) {
  const uint64_t n = model.names.size();
  FittedForecaster one;
  for (uint64_t left = in.Bounded("inputs", 1, n); left > 0; --left) {
    const uint64_t least = one.inputs.empty() ? 0 : one.inputs.back() + 1;
    one.inputs.push_back(in.Bounded("as the place of an input", least, n - 1));
  }
  one.sd = in.F64();
  if (!(one.sd > 0.0) || !std::isfinite(one.sd)) throw in.Nonsense("a spread that is no number above 0");
  std::unique_ptr<Forecaster> forecaster =
      MakeForecaster(model.options, one.inputs.size() * model.options.lags, target);
  if (!forecaster->SetValues(in.Doubles())) {
    throw in.Nonsense(fmt::format("the numbers of '{}' are not those of the forecaster", model.names[target]));
  }
  one.forecaster = std::move(forecaster);
  return one;
}

void ReadScaler(ByteReader& in, PrunedModel& model) {
  model.scaler.mean = in.Doubles();
  model.scaler.inverse_sd = in.Doubles();
  in.CheckCount("means", model.scaler.mean.size(), model.names.size());
  in.CheckCount("scales", model.scaler.inverse_sd.size(), model.names.size());
  const auto all = [](const std::vector<double>& values, auto test) {
    return std::all_of(values.begin(), values.end(), test);
  };
  if (!all(model.scaler.mean, [](double mean) { return std::isfinite(mean); }) ||
      !all(model.scaler.inverse_sd, [](double scale) { return scale > 0.0 && std::isfinite(scale); })) {
    throw in.Nonsense("means or scales that are no numbers");
  }
}

}  // namespace

std::string PrunedModelBytes(const PrunedModel& model) {
  ByteWriter out;
  WriteOptions(out, model.options);
  out.U64(model.train_rows);
  out.U64(model.names.size());
  for (const std::string& name : model.names) out.Text(name);
  out.Doubles(model.scaler.mean);
  out.Doubles(model.scaler.inverse_sd);
  for (const FittedForecaster& one : model.pruned) WriteFitted(out, one);
  out.U64(model.full.empty() ? 0 : 1);
  for (const FittedForecaster& one : model.full) WriteFitted(out, one);
  return SealedBytes(kPrunedFile, out.bytes());
}

void SavePruned(const PruneReport& report, const std::string& path) {
  for (const PrunedVariable& one : report.variables) {
    if (one.pruned.failure.empty() || report.model != nullptr) continue;
    throw Error(
        ErrorKind::kData,
        fmt::format("'{}' is not written: the forecaster of '{}' failed: {}", path, one.name, one.pruned.failure),
        "choose another --model, fewer --lags, or leave the variable out with --columns");
  }
  WriteFileAtomically(path, PrunedModelBytes(*report.model));
}

bool IsPrunedModel(const std::string& path) {
  return HasMagic(path, kPrunedFile);
}

std::shared_ptr<const PrunedModel> LoadPruned(const std::string& path) {
  const std::string payload = ReadSealedFile(path, kPrunedFile);
  ByteReader in(payload, path);
  auto model = std::make_shared<PrunedModel>();
  model->options = ReadPruneOptions(in);
  model->train_rows = in.Bounded("training rows", 1, kMostRows);
  const uint64_t n = in.Bounded("variables", 1, std::min<uint64_t>(kMostVariables, in.left()));
  for (uint64_t i = 0; i < n; ++i) model->names.push_back(in.Text());
  ReadScaler(in, *model);
  for (size_t i = 0; i < n; ++i) model->pruned.push_back(ReadFitted(in, *model, i));
  if (in.Bounded("(a switch)", 0, 1) == 1) {
    for (size_t i = 0; i < n; ++i) model->full.push_back(ReadFitted(in, *model, i));
  }
  in.CheckCount("bytes too many", in.left(), 0);
  return model;
}

}  // namespace mask2cause
