include(CMakePackageConfigHelpers)

install(TARGETS mask2cause EXPORT mask2cause-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS mask2cause-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/mask2cause DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT mask2cause-targets NAMESPACE mask2cause:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mask2cause)

configure_package_config_file(cmake/mask2cause-config.cmake.in mask2cause-config.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mask2cause)
write_basic_package_version_file(mask2cause-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/mask2cause-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/mask2cause-config-version.cmake
  cmake/dependencies.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mask2cause)
