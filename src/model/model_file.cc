#include <fmt/core.h>

#include "core/atomic_file.h"
#include "core/sealed_file.h"
#include "mask2cause/error.h"
#include "model/trained_model.h"

namespace mask2cause {
namespace {

constexpr SealedKind kModelFile = {"M2CMODEL", 2, "model file"};

// Larger ones are not made by this program; the limits keep sizes far from overflow before anything is allocated.
constexpr uint64_t kMostVariables = 1'000'000, kMostLags = 100'000, kMostWidth = 65'536, kMostLayers = 1'000;

void WriteConfig(ByteWriter& out, const ModelConfig& c) {
  for (const size_t value : {c.variables, c.lags, c.width, c.heads, c.layers, c.pre_blocks}) out.U64(value);
  out.Text(ObjectiveName(c.objective));
  out.F64(c.gamma);
  for (const bool value : {c.per_layer_masks, c.per_variable_heads, c.residual, c.locked, c.indicators})
    out.U64(value ? 1 : 0);
}

Objective ReadObjective(ByteReader& in) {
  const std::string name = in.Text();
  try {
    return ParseObjective(name);
  } catch (const Error& error) {
    throw in.Nonsense(error.what());
  }
}

ModelConfig ReadConfig(ByteReader& in) {
  ModelConfig c;
  c.variables = in.Bounded("variables", 1, kMostVariables);
  c.lags = in.Bounded("lags", 1, kMostLags);
  c.width = in.Bounded("width", 1, kMostWidth);
  c.heads = in.Bounded("heads", 1, c.width);
  c.layers = in.Bounded("layers", 1, kMostLayers);
  c.pre_blocks = in.Bounded("blocks before the attention", 0, kMostLayers);
  c.objective = ReadObjective(in);
  c.gamma = in.F64();
  for (bool* value : {&c.per_layer_masks, &c.per_variable_heads, &c.residual, &c.locked, &c.indicators}) {
    *value = in.Bounded("(a switch)", 0, 1) == 1;
  }
  if (c.width % c.heads != 0) {
    throw in.Nonsense(fmt::format("width {} is no multiple of {} heads", c.width, c.heads));
  }
  return c;
}

}  // namespace

uint64_t ArchitectureHash(const Model& model) {
  ByteWriter text;
  WriteConfig(text, model.config);
  for (const Tensor& t : model.layout.tensors()) {
    text.Text(fmt::format("{} {} {} {} {}", t.name, t.rows, t.cols, t.packed, t.offset));
  }
  return HashText(text.bytes());
}

std::string ModelFileBytes(const TrainedModel& trained) {
  ByteWriter out;
  WriteConfig(out, trained.config);
  out.U64(ArchitectureHash(Model(trained.config)));
  out.U64(trained.names.size());
  for (const std::string& name : trained.names) out.Text(name);
  out.Doubles(trained.scaler.mean);
  out.Doubles(trained.scaler.inverse_sd);
  out.U64(trained.options.size());
  for (const auto& [name, value] : trained.options) {
    out.Text(name);
    out.Text(value);
  }
  out.Doubles(trained.locked);
  out.U64(trained.members.size());
  for (const std::vector<float>& member : trained.members) out.Floats(member);
  return SealedBytes(kModelFile, out.bytes());
}

void SaveModel(const TrainedModel& trained, const std::string& path) {
  WriteFileAtomically(path, ModelFileBytes(trained));
}

std::shared_ptr<const TrainedModel> LoadModel(const std::string& path) {
  const std::string payload = ReadSealedFile(path, kModelFile);
  ByteReader in(payload, path);
  auto trained = std::make_shared<TrainedModel>();
  trained->config = ReadConfig(in);
  const Model model(trained->config);
  if (in.U64() != ArchitectureHash(model)) {
    throw Error(ErrorKind::kData, fmt::format("'{}' describes a network that this program builds differently", path),
                "use the program that wrote it");
  }
  const size_t n = trained->config.variables;
  in.CheckCount("names", in.U64(), n);
  for (size_t i = 0; i < n; ++i) trained->names.push_back(in.Text());
  trained->scaler.mean = in.Doubles();
  trained->scaler.inverse_sd = in.Doubles();
  in.CheckCount("means", trained->scaler.mean.size(), n);
  in.CheckCount("scales", trained->scaler.inverse_sd.size(), n);
  for (uint64_t left = in.U64(); left > 0; --left) {
    const std::string name = in.Text();
    trained->options.emplace_back(name, in.Text());
  }
  trained->locked = in.Doubles();
  in.CheckCount("entries of the locked graph", trained->locked.size(), trained->config.locked ? n * n : 0);
  const uint64_t members = in.U64();
  const size_t size = model.layout.size();
  if (members == 0 || in.left() / sizeof(float) / size != members || in.left() != members * size * sizeof(float)) {
    throw in.Nonsense(
        fmt::format("{} members of {} parameters do not fit the {} bytes left", members, size, in.left()));
  }
  trained->members.resize(members, std::vector<float>(size));
  for (std::vector<float>& member : trained->members) in.Floats(member);
  return trained;
}

}  // namespace mask2cause
