set(MASK2CAUSE_SANITIZE "" CACHE STRING "Sanitizers to build with: address,undefined or thread")

function(mask2cause_sanitize target)
  target_compile_options(${target} PRIVATE -fsanitize=${MASK2CAUSE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(${target} PUBLIC -fsanitize=${MASK2CAUSE_SANITIZE})
endfunction()
