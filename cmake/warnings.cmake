# Flags for our own code: strict warnings, all of them errors, and arithmetic that means what it says.
function(mask2cause_own_code target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Werror
    # Fused multiply-add only where the code says so, so that the same source gives the same bits everywhere.
    -ffp-contract=off)
  if(MASK2CAUSE_SANITIZE)
    mask2cause_sanitize(${target})
  endif()
endfunction()
