// The register tile every product is made of. Per-target code: included once for each instruction set.
#if defined(MASK2CAUSE_KERNELS_GEMM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef MASK2CAUSE_KERNELS_GEMM_INL_H_
#undef MASK2CAUSE_KERNELS_GEMM_INL_H_
#else
#define MASK2CAUSE_KERNELS_GEMM_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "kernels/gemm.h"
#include "kernels/vector-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mask2cause {
namespace HWY_NAMESPACE {
// Widest tile: AVX-512 has 32 registers, the others 16 (NEON has 32 of a quarter of the size: 4 x 6 fits there too).
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON
constexpr size_t kMaxTileVecs = 4;
#else
constexpr size_t kMaxTileVecs = 2;
#endif

// One operand set for a column block of the product.
struct TileArgs {
  size_t k;
  const float* a;
  size_t a_row, a_col;
  const float* b;
  size_t b_row;
  float* c;
  size_t c_row;
  GemmStore store;
  const float* extra;
  size_t extra_row;
};

template <bool kPartial>
HWY_INLINE FloatVec LoadVec(const float* p, const Tail& tail) {
  if constexpr (kPartial) return tail.Load(p);
  return hn::LoadU(FloatTag(), p);
}

template <bool kPartial>
HWY_INLINE void StoreVec(FloatVec v, float* p, const Tail& tail) {
  if constexpr (kPartial) {
    tail.Store(v, p);
  } else {
    hn::StoreU(v, FloatTag(), p);
  }
}

template <size_t kRows, size_t kVecs, bool kPartial>
HWY_INLINE void StoreTile(const TileArgs& t, FloatVec (&acc)[kRows][kVecs], const Tail& tail) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
#define MASK2CAUSE_EACH(expression)                     \
  HWY_UNROLL(12) for (size_t r = 0; r < kRows; ++r) {   \
    HWY_UNROLL(4) for (size_t v = 0; v < kVecs; ++v) {  \
      float* const out = t.c + r * t.c_row + v * lanes; \
      StoreVec<kPartial>(expression, out, tail);        \
    }                                                   \
  }
  const float* const e = t.extra;
  switch (t.store) {
    case GemmStore::kSet:
      MASK2CAUSE_EACH(acc[r][v]);
      break;
    case GemmStore::kBias:
      MASK2CAUSE_EACH(hn::Add(acc[r][v], LoadVec<kPartial>(e + v * lanes, tail)));
      break;
    case GemmStore::kAdd:
      MASK2CAUSE_EACH(hn::Add(acc[r][v], LoadVec<kPartial>(out, tail)));
      break;
    case GemmStore::kMultiply:
      MASK2CAUSE_EACH(hn::Mul(acc[r][v], LoadVec<kPartial>(e + r * t.extra_row + v * lanes, tail)));
      break;
    case GemmStore::kPlus:
      MASK2CAUSE_EACH(hn::Add(acc[r][v], LoadVec<kPartial>(e + r * t.extra_row + v * lanes, tail)));
      break;
  }
#undef MASK2CAUSE_EACH
}

// kRows x (kVecs vectors) of C: all sums stay in registers over the whole of k.
template <size_t kRows, size_t kVecs, bool kPartial>
HWY_INLINE void Tile(const TileArgs& t, const Tail& tail) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  FloatVec acc[kRows][kVecs];
  HWY_UNROLL(12) for (size_t r = 0; r < kRows; ++r) {
    HWY_UNROLL(4) for (size_t v = 0; v < kVecs; ++v) acc[r][v] = hn::Zero(d);
  }
  // One pointer for three rows: [p], [p + 4 s] and [p + 8 s] are x86 addresses, so no instruction is spent on the
  // others.
  constexpr size_t kPointers = (kRows + 2) / 3;
  const float* a[kPointers];
  HWY_UNROLL(4) for (size_t i = 0; i < kPointers; ++i) a[i] = t.a + 3 * i * t.a_row;
  const float* b = t.b;
  const size_t a_row = t.a_row, a_col = t.a_col, b_row = t.b_row;
  for (size_t l = 0; l < t.k; ++l) {
    FloatVec row[kVecs];
    HWY_UNROLL(4) for (size_t v = 0; v < kVecs; ++v) row[v] = LoadVec<kPartial>(b + v * lanes, tail);
    HWY_UNROLL(12) for (size_t r = 0; r < kRows; ++r) {
      const FloatVec x = hn::Set(d, a[r / 3][r % 3 * a_row]);
      HWY_UNROLL(4) for (size_t v = 0; v < kVecs; ++v) acc[r][v] = hn::MulAdd(x, row[v], acc[r][v]);
    }
    HWY_UNROLL(4) for (size_t i = 0; i < kPointers; ++i) a[i] += a_col;
    b += b_row;
  }
  StoreTile<kRows, kVecs, kPartial>(t, acc, tail);
}

HWY_INLINE void AdvanceRows(TileArgs& t, size_t rows) {
  t.a += rows * t.a_row;
  t.c += rows * t.c_row;
  if (t.store == GemmStore::kMultiply || t.store == GemmStore::kPlus) t.extra += rows * t.extra_row;
}

// All m rows of a column block of kVecs vectors: full tiles of kRows, then halves.
template <size_t kRows, size_t kVecs, bool kPartial>
HWY_INLINE void ColumnBlock(TileArgs t, size_t m, const Tail& tail) {
  while (m >= kRows) {
    Tile<kRows, kVecs, kPartial>(t, tail);
    AdvanceRows(t, kRows);
    m -= kRows;
  }
  if constexpr (kRows > 1) {
    if (m > 0) {
      constexpr size_t kNext = kRows >= 12 ? 8 : kRows > 4 ? 4 : kRows / 2;
      ColumnBlock<kNext, kVecs, kPartial>(t, m, tail);
    }
  }
}

HWY_INLINE void AdvanceColumns(TileArgs& t, size_t columns) {
  t.b += columns;
  t.c += columns;
  if (t.extra != nullptr) t.extra += columns;
}

// A block of at most kPanel columns, by the widest tiles that fit.
HWY_INLINE void PanelProduct(TileArgs t, size_t m, size_t n) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  const Tail all(lanes);
  if constexpr (kMaxTileVecs == 4) {
    for (; n >= 4 * lanes; n -= 4 * lanes, AdvanceColumns(t, 4 * lanes)) ColumnBlock<6, 4, false>(t, m, all);
    if (n >= 3 * lanes) {
      ColumnBlock<8, 3, false>(t, m, all);
      AdvanceColumns(t, 3 * lanes);
      n -= 3 * lanes;
    }
    if (n >= 2 * lanes) {
      ColumnBlock<12, 2, false>(t, m, all);
      AdvanceColumns(t, 2 * lanes);
      n -= 2 * lanes;
    }
  } else {
    for (; n >= 2 * lanes; n -= 2 * lanes, AdvanceColumns(t, 2 * lanes)) ColumnBlock<6, 2, false>(t, m, all);
  }
  if (n >= lanes) {
    ColumnBlock<12, 1, false>(t, m, all);
    AdvanceColumns(t, lanes);
    n -= lanes;
  }
  if (n > 0) ColumnBlock<12, 1, true>(t, m, Tail(n));
}

// Not inlined: constants of a caller would be folded into a copy of every tile.
HWY_NOINLINE static void GemmHere(const GemmCall& g) {
  const bool packed = g.b_row == 0 || g.c_row == 0;
  const size_t columns = packed ? PaddedColumns(g.n) : g.n;
  for (size_t first = 0; first < columns; first += kPanel) {
    const size_t width = std::min(kPanel, columns - first);
    TileArgs t = {g.k,
                  g.a,
                  g.a_row,
                  g.a_col,
                  g.b_row == 0 ? g.b + first * g.k : g.b + first,
                  g.b_row == 0 ? width : g.b_row,
                  g.c_row == 0 ? g.c + first * g.m : g.c + first,
                  g.c_row == 0 ? width : g.c_row,
                  g.store,
                  g.extra == nullptr ? nullptr : g.extra + first,
                  g.extra_row};
    PanelProduct(t, g.m, width);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace mask2cause
HWY_AFTER_NAMESPACE();

#endif
