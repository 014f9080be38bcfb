# The report page: report-ui bundled into one HTML file, which becomes part of the program. Where Node is not there, or its
# packages cannot be had, the program is built without the page, and says so when asked for it.
option(MASK2CAUSE_REPORT_PAGE "Build the report page into the program (needs node and npm)" ON)

find_program(MASK2CAUSE_NODE NAMES node nodejs)
find_program(MASK2CAUSE_NPM npm)

function(mask2cause_report_page)
  if(NOT MASK2CAUSE_REPORT_PAGE)
    return()
  endif()
  if(NOT MASK2CAUSE_NODE OR NOT MASK2CAUSE_NPM)
    message(WARNING "node or npm is not there: the program is built without its report page (tools/setup.sh installs them)")
    return()
  endif()
  set(page ${PROJECT_BINARY_DIR}/report-page.html)
  set(folder ${PROJECT_SOURCE_DIR}/report-ui)
  set(script ${PROJECT_SOURCE_DIR}/cmake/make_report_page.cmake)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/src/*)
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -DNODE=${MASK2CAUSE_NODE} -DNPM=${MASK2CAUSE_NPM} -DFOLDER=${folder} -DPAGE=${page} -P ${script}
    DEPENDS ${sources} ${folder}/package.json ${folder}/package-lock.json ${folder}/build.mjs ${script}
    COMMENT "Making the report page" VERBATIM)
  set_source_files_properties(${PROJECT_SOURCE_DIR}/src/report/page_template.cc PROPERTIES
    OBJECT_DEPENDS ${page} COMPILE_DEFINITIONS MASK2CAUSE_PAGE="${page}")
endfunction()
