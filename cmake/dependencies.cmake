# What the library is built on, all from Debian packages (tools/setup.sh names them).
# The installed package config includes this file too: a static library needs its dependencies at link time.
find_package(Threads REQUIRED)
find_package(ZLIB REQUIRED)
find_package(fmt REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(hwy REQUIRED IMPORTED_TARGET libhwy)
pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)

set(MASK2CAUSE_DEPENDENCIES
  Threads::Threads ZLIB::ZLIB fmt::fmt PkgConfig::libzip PkgConfig::hwy PkgConfig::xxhash)

if(NOT MASK2CAUSE_INSTALLED)
  find_package(Eigen3 3.4 REQUIRED NO_MODULE)
  find_package(Boost 1.74 REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(CLI11 REQUIRED)
  find_package(tomlplusplus REQUIRED)
  list(APPEND MASK2CAUSE_DEPENDENCIES
    $<BUILD_INTERFACE:Eigen3::Eigen> $<BUILD_INTERFACE:Boost::headers> $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
endif()
