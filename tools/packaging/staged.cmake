# SPDX-License-Identifier: MIT
# What Debian wants of files that are ready to be packed: compressed manual pages, no debugging symbols in
# static libraries (programs and shared libraries have lost theirs by then).
find_program(GZIP gzip REQUIRED)
find_program(STRIP strip REQUIRED)
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/*.1)
list(FILTER pages INCLUDE REGEX "/man/man1/[^/]*$")
foreach(page IN LISTS pages)
  execute_process(COMMAND ${GZIP} -9nf ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(GLOB_RECURSE libraries ${CPACK_TEMPORARY_DIRECTORY}/*.a)
foreach(library IN LISTS libraries)
  execute_process(COMMAND ${STRIP} --strip-debug --enable-deterministic-archives ${library} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
