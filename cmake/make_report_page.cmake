# Run by the build: installs the packages of report-ui when the lock file has changed, and bundles the page. Packages that
# cannot be had (no network) leave an empty page, which the program takes for none; an error in our own code is an error.
set(stamp ${FOLDER}/node_modules/.installed)
file(SHA256 ${FOLDER}/package-lock.json wanted)
if(EXISTS ${stamp})
  file(READ ${stamp} installed)
endif()
if(NOT "${installed}" STREQUAL "${wanted}")
  execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 --loglevel=error
    WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE failed)
  if(failed)
    message(WARNING "npm ci failed: the program is built without its report page. "
      "When the packages can be had, touch ${FOLDER}/package.json and build again.")
    file(WRITE ${PAGE} "")
    return()
  endif()
  file(WRITE ${stamp} "${wanted}")
endif()
execute_process(COMMAND ${NODE} build.mjs ${PAGE} WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
