// Numbers too small for the normal range cost a hundred cycles each on most CPUs, and closed gates make plenty of them.
// While this object lives, the thread treats them as zero.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace mask2cause {

class FlushDenormals {
 public:
  FlushDenormals() : before_(Read()) { Write(before_ | kFlush); }
  ~FlushDenormals() { Write(before_); }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__x86_64__)
  static constexpr uint64_t kFlush = 0x8040;  // flush to zero, denormals are zero
  static uint64_t Read() {
    return _mm_getcsr();
  }
  static void Write(uint64_t value) {
    _mm_setcsr(static_cast<unsigned>(value));
  }
#elif defined(__aarch64__)
  static constexpr uint64_t kFlush = uint64_t{1} << 24;
  static uint64_t Read() {
    uint64_t value;
    asm volatile("mrs %0, fpcr" : "=r"(value));
    return value;
  }
  static void Write(uint64_t value) {
    asm volatile("msr fpcr, %0" : : "r"(value));
  }
#else
  static constexpr uint64_t kFlush = 0;
  static uint64_t Read() {
    return 0;
  }
  static void Write(uint64_t) {}
#endif
  uint64_t before_;
};

}  // namespace mask2cause
