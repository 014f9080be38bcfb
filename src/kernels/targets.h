// Highway's settings, the same for every kernel file; to be included before any hwy header.
#pragma once

// One target a generation is enough. Tiles are arrays of vectors, which the sizeless SVE types cannot form.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
