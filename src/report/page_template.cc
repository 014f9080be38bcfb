#include "report/page_template.h"

namespace mask2cause {

#ifdef MASK2CAUSE_PAGE

// The assembler takes the file as it is; a literal of this size would keep the compiler busy.
__asm__(
    ".section .rodata\n"
    ".hidden mask2cause_page_begin\n"
    ".global mask2cause_page_begin\n"
    "mask2cause_page_begin:\n"
    ".incbin \"" MASK2CAUSE_PAGE
    "\"\n"
    ".hidden mask2cause_page_end\n"
    ".global mask2cause_page_end\n"
    "mask2cause_page_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char mask2cause_page_begin[], mask2cause_page_end[];

std::string_view PageTemplate() {
  return {mask2cause_page_begin, static_cast<size_t>(mask2cause_page_end - mask2cause_page_begin)};
}

#else

std::string_view PageTemplate() {
  return {};
}

#endif

}  // namespace mask2cause
