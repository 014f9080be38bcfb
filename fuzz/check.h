// Fuzz targets stop here when the reader broke a promise.
#pragma once

#include <cstdio>
#include <cstdlib>

inline void Check(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}
