// Model files: what is saved predicts the same bits when loaded; what is damaged, foreign or absurd is refused.
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/sealed_file.h"
#include "data/temp_folder.h"
#include "model/trained_model.h"
#include "train/small_runs.h"

namespace mask2cause {
namespace {

constexpr SealedKind kModelFile = {"M2CMODEL", 2, "model file"};

std::shared_ptr<const TrainedModel> Train(DiscoverOptions options, const Dataset& data) {
  options.epochs = 1;
  return Discover(data, options).model;
}

// Saves it, loads it, and compares every prediction on the data bit for bit.
void ExpectSamePredictions(const TrainedModel& model, const Dataset& data) {
  const TempFolder folder;
  const std::string path = folder.path() + "/model.m2c";
  SaveModel(model, path);
  const auto loaded = LoadModel(path);
  const Predictions before = Predict(model, data), after = Predict(*loaded, data);
  EXPECT_EQ(before.names, after.names);
  EXPECT_EQ(before.target_rows, after.target_rows);
  EXPECT_EQ(before.mean, after.mean);
  EXPECT_EQ(before.scale, after.scale);
  EXPECT_FALSE(before.mean.empty());
  EXPECT_EQ(ModelFileBytes(model), ModelFileBytes(*loaded));
  for (const double value : before.mean) EXPECT_TRUE(std::isfinite(value));
  for (const double value : before.scale) EXPECT_GT(value, 0.0);
}

TEST(ModelFile, LoadedModelsPredictTheSameBits) {
  const Dataset data = WithMissingCells(CauseAndEffect(60), 0.2);
  for (const char* objective : {"mse", "nll", "dual", "student-t", "laplace"}) {
    DiscoverOptions options = QuickOptions();
    options.objective = objective;
    options.members = 3;
    SCOPED_TRACE(objective);
    ExpectSamePredictions(*Train(options, data), data);
    options.per_layer_masks = options.per_variable_heads = true;
    options.predict = "change";
    options.layers = 2;
    ExpectSamePredictions(*Train(options, data), data);
  }
}

TEST(ModelFile, ALockedGraphIsKept) {
  const TempFolder folder;
  DiscoverOptions options = QuickOptions();
  options.lock_graph = folder.Write("graph.csv", "1,0\n0.5,1\n");
  const auto model = Train(options, CauseAndEffect(60));
  std::filesystem::remove(options.lock_graph);
  EXPECT_EQ(model->locked, (std::vector<double>{1, 0, 0.5, 1}));
  ExpectSamePredictions(*model, CauseAndEffect(60));
}

TEST(ModelFile, PredictionsAreInTheUnitsOfTheDataAndFindTheirColumns) {
  DiscoverOptions options = QuickOptions();
  options.epochs = 60;
  options.objective = "nll";
  Dataset data = CauseAndEffect(300);
  for (size_t i = 0; i < data.values.size(); ++i) data.values[i] = 1000.0f + 50.0f * data.values[i];
  const auto model = Discover(data, options).model;
  const Predictions predictions = Predict(*model, data);
  double error = 0.0, spread = 0.0;
  for (size_t w = 0; w < predictions.target_rows.size(); ++w) {
    const double truth = static_cast<double>(data.at(predictions.target_rows[w], 1));
    error += std::pow(truth - predictions.mean[w * 2 + 1], 2);
    spread += std::pow(truth - 1000.0, 2);
    EXPECT_GT(predictions.scale[w * 2 + 1], 1.0);
  }
  EXPECT_LT(error, 0.4 * spread);  // the best possible is a tenth
  // Other columns around it, in another order.
  std::vector<float> wider;
  for (size_t r = 0; r < data.rows; ++r) wider.insert(wider.end(), {data.at(r, 1), 7.0f, data.at(r, 0)});
  EXPECT_EQ(Predict(*model, MakeDataset(wider, {"effect", "other", "cause"})).mean, predictions.mean);
  const Error missing = ErrorFrom([&] { Predict(*model, MakeDataset(wider, {"effect", "other", "reason"})); });
  EXPECT_EQ(missing.kind(), ErrorKind::kData);
  EXPECT_TRUE(Says(missing.what(), "'cause'")) << missing.what();
}

class DamagedModelFile : public testing::Test {
 protected:
  void SetUp() override {
    SaveModel(*Train(QuickOptions(), CauseAndEffect(40)), folder_.path() + "/good.m2c");
    std::ifstream in(folder_.path() + "/good.m2c", std::ios::binary);
    whole_.assign(std::istreambuf_iterator<char>(in), {});
    payload_ = ReadSealedFile(folder_.path() + "/good.m2c", kModelFile);
  }

  std::string Refusal(const std::string& path) {
    const Error error = ErrorFrom([&] { LoadModel(path); });
    EXPECT_EQ(error.kind(), ErrorKind::kData) << error.what();
    EXPECT_TRUE(Says(error.what(), path)) << error.what();
    EXPECT_FALSE(error.hint().empty());
    return error.what();
  }
  std::string RefusalOfBytes(const std::string& bytes) { return Refusal(folder_.Write("bad.m2c", bytes)); }
  // With a checksum that fits.
  std::string Sealed(const std::string& payload) {
    return folder_.Write("sealed.m2c", SealedBytes(kModelFile, payload));
  }
  std::string WithNumberAt(size_t at, uint64_t number) const {
    std::string changed = payload_;
    std::memcpy(changed.data() + at, &number, std::min(sizeof(number), changed.size() - at));
    return changed;
  }

  TempFolder folder_;
  std::string whole_, payload_;
};

TEST_F(DamagedModelFile, TruncatedAnywhere) {
  for (size_t part = 0; part < 50; ++part) RefusalOfBytes(whole_.substr(0, whole_.size() * part / 50));
  RefusalOfBytes(whole_.substr(0, whole_.size() - 1));
  for (size_t size = 0; size < 40; ++size) RefusalOfBytes(whole_.substr(0, size));
  EXPECT_TRUE(Says(RefusalOfBytes(whole_ + "x"), "truncated or has grown"));
}

TEST_F(DamagedModelFile, OneBitFlippedAnywhere) {
  Rng rng(9);
  for (int i = 0; i < 200; ++i) {
    std::string flipped = whole_;
    flipped[rng.Below(flipped.size())] ^= static_cast<char>(1u << rng.Below(8));
    RefusalOfBytes(flipped);
  }
}

TEST_F(DamagedModelFile, ForeignOrOfAnotherVersion) {
  EXPECT_TRUE(Says(RefusalOfBytes(""), "is not a model file"));
  EXPECT_TRUE(Says(RefusalOfBytes("a,b\n1,2\n"), "is not a model file"));
  EXPECT_TRUE(Says(RefusalOfBytes(std::string(100000, '\0')), "is not a model file"));
  SealedKind other = kModelFile;
  other.version = 3;
  EXPECT_TRUE(Says(RefusalOfBytes(SealedBytes(other, payload_)), "version 3; this program reads version 2"));
  EXPECT_TRUE(Says(RefusalOfBytes(SealedBytes({"M2CCHECK", 1, ""}, payload_)), "is not a model file"));
}

TEST_F(DamagedModelFile, HugeFilesAreRefusedByTheirHeader) {
  // Sparse: a terabyte that takes no room on disk, and must take none in memory.
  for (const char* start : {"not a model", "M2CMODEL\2\0\0\0\0\0\0\0"}) {
    const std::string path = folder_.Write("huge.m2c", std::string(start, start[0] == 'M' ? 16 : 11));
    std::error_code error;
    std::filesystem::resize_file(path, uint64_t{1} << 40, error);
    if (error) GTEST_SKIP() << "no sparse files here";
    Refusal(path);
  }
}

TEST_F(DamagedModelFile, AFileThatIsNotThereIsAnotherKindOfError) {
  EXPECT_EQ(ErrorFrom([&] { LoadModel(folder_.path() + "/none.m2c"); }).kind(), ErrorKind::kFile);
  EXPECT_EQ(ErrorFrom([&] { LoadModel(folder_.path()); }).kind(), ErrorKind::kFile);
}

TEST_F(DamagedModelFile, AbsurdSizesUnderAFittingChecksum) {
  const char* const fields[] = {"variables", "lags", "width", "heads", "layers", "blocks before the attention"};
  for (size_t field = 0; field < std::size(fields); ++field) {
    for (const uint64_t number : {~uint64_t{0}, uint64_t{1} << 63, uint64_t{1} << 40}) {
      EXPECT_TRUE(Says(Refusal(Sealed(WithNumberAt(8 * field, number))), fields[field]));
    }
    if (field < 5) {
      EXPECT_TRUE(Says(Refusal(Sealed(WithNumberAt(8 * field, 0))), fields[field]));
    }
    Refusal(Sealed(WithNumberAt(8 * field, 64)));  // possible, but not what the rest of the file holds
  }
}

TEST_F(DamagedModelFile, AnyNumberAnywhereUnderAFittingChecksum) {
  // Where it lands in a weight it makes another model; everywhere else it must be noticed. Nothing may crash.
  const size_t weights = payload_.size() / 8;
  for (const uint64_t number : {~uint64_t{0}, uint64_t{1} << 40, uint64_t{1000}}) {
    for (size_t at = 0; at < weights; at += 3) {
      const std::string path = Sealed(WithNumberAt(at, number));
      try {
        EXPECT_NE(LoadModel(path), nullptr);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kData) << error.what() << " with " << number << " at " << at;
      }
    }
  }
}

TEST_F(DamagedModelFile, CutOrGrownUnderAFittingChecksum) {
  for (size_t part = 0; part < 50; ++part) Refusal(Sealed(payload_.substr(0, payload_.size() * part / 50)));
  Refusal(Sealed(payload_ + std::string(4, '\0')));
}

TEST_F(DamagedModelFile, HonestHashOfAnAbsurdNetwork) {
  TrainedModel absurd = *LoadModel(folder_.path() + "/good.m2c");
  absurd.config.width = 65536;
  absurd.config.layers = 1000;
  const std::string path = folder_.path() + "/absurd.m2c";
  SaveModel(absurd, path);
  EXPECT_TRUE(Says(Refusal(path), "do not fit"));
  absurd.config.variables = 1000000;
  SaveModel(absurd, path);
  EXPECT_TRUE(Says(Refusal(path), "2 names, 1000000 expected"));
}

}  // namespace
}  // namespace mask2cause
