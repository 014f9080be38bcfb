// Reads a data file and prints what drives what, strongest first.
#include <mask2cause/mask2cause.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: discover_csv DATA\n"), 2;
  try {
    const mask2cause::Dataset data = mask2cause::ReadDataset(argv[1]);
    mask2cause::DiscoverOptions options;
    options.lags = 2;
    const mask2cause::Result result = mask2cause::Discover(data, options);
    for (const mask2cause::Edge& edge : result.edges) {
      if (!edge.found) continue;
      std::printf("%s -> %s  %.2f\n", data.names[edge.source].c_str(), data.names[edge.target].c_str(), edge.score);
    }
  } catch (const mask2cause::Error& error) {
    return std::fprintf(stderr, "%s\n%s\n", error.what(), error.hint().c_str()), static_cast<int>(error.kind());
  }
}
