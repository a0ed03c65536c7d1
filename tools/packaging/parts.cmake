# SPDX-License-Identifier: MIT
# What the project needs of others, and what it can do without: README.md in this folder explains each. Everything is looked for
# first, and a table says what was found and which parts are built; only then a build without something that it needs ends.
option(STEADYCAST_OPENMP "searches on several threads, where the compiler has OpenMP" ON)
option(STEADYCAST_LP "steadycast-lp, where QSopt_ex and GLPK are installed" ON)
option(STEADYCAST_MPI "steadycast-mpi and steadycast-perform, where MPI is installed" ON)
set(steadycast_table "")
set(steadycast_missing "")
set(CMAKE_INSTALL_RPATH "")

# A row of the table: what, yes or no, and a remark.
macro(steadycast_row name state remark)
  string(LENGTH "${name}" length)
  math(EXPR length "10 - ${length}")
  string(SUBSTRING "          " 0 ${length} space)
  string(APPEND steadycast_table "\n   ${name}${space} ${state}  ${remark}")
endmacro()

# A library without a CMake or pkg-config file that could be relied on: the target is there if header and library are.
# FOR says what is not built without it; else everything needs it.
macro(steadycast_library target name header library package)
  cmake_parse_arguments(part "" "FOR" "" ${ARGN})
  find_path(${target}_INCLUDE ${header})
  find_library(${target}_LIBRARY ${library})
  mark_as_advanced(${target}_INCLUDE ${target}_LIBRARY)
  if(${target}_INCLUDE AND ${target}_LIBRARY)
    add_library(${target} INTERFACE IMPORTED)
    set_target_properties(${target} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${${target}_INCLUDE}
                          INTERFACE_INCLUDE_DIRECTORIES ${${target}_INCLUDE} INTERFACE_LINK_LIBRARIES ${${target}_LIBRARY})
    steadycast_row("${name}" "yes" "${${target}_LIBRARY}")
    get_filename_component(part_folder ${${target}_LIBRARY} DIRECTORY)
    if(NOT part_folder MATCHES "^(/usr)?/lib") # then installed programs find it only if they are told
      list(APPEND CMAKE_INSTALL_RPATH ${part_folder})
    endif()
  elseif(part_FOR)
    steadycast_row("${name}" "no " "${header} or lib${library} is missing (Debian package ${package}): not built: ${part_FOR}")
  else()
    steadycast_row("${name}" "NO " "${header} or lib${library} is missing: needed (Debian package ${package})")
    list(APPEND steadycast_missing ${package})
  endif()
endmacro()

steadycast_library(gmp GMP gmp.h gmp libgmp-dev)
steadycast_library(nettle nettle nettle/sha2.h nettle nettle-dev)
steadycast_library(jansson jansson jansson.h jansson libjansson-dev)
steadycast_library(expat Expat expat.h expat libexpat1-dev)
steadycast_library(sqlite3 SQLite sqlite3.h sqlite3 libsqlite3-dev)
steadycast_library(picosat PicoSAT picosat/picosat.h picosat picosat)
# Its headers include each other without a folder, and Debian has them in two.
steadycast_library(nauty nauty nauty/nausparse.h nauty "libnauty2-dev or libnauty-dev")
find_path(nauty_HEADER nauty.h PATH_SUFFIXES nauty HINTS ${nauty_INCLUDE})
mark_as_advanced(nauty_HEADER)
if(TARGET nauty AND nauty_HEADER)
  set_property(TARGET nauty APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES ${nauty_HEADER})
  set_property(TARGET nauty APPEND PROPERTY INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${nauty_HEADER})
endif()

# The target openmp is in every case: without OpenMP its directives are passed over, and there is one thread.
add_library(openmp INTERFACE)
if(STEADYCAST_OPENMP)
  find_package(OpenMP COMPONENTS C)
endif()
if(STEADYCAST_OPENMP AND OpenMP_C_FOUND)
  target_link_libraries(openmp INTERFACE OpenMP::OpenMP_C)
  set(STEADYCAST_OPENMP_LINK -fopenmp) # what who links the static library tells a compiler, which may be another one
  steadycast_row(OpenMP "yes" "${OpenMP_C_FLAGS}")
else()
  target_include_directories(openmp SYSTEM INTERFACE ${PROJECT_SOURCE_DIR}/solver/base/serial)
  target_compile_options(openmp INTERFACE -Wno-unknown-pragmas -Wno-unused -Wno-unused-parameter) # numbers of threads are
  set(STEADYCAST_OPENMP_LINK "")
  if(STEADYCAST_OPENMP)
    steadycast_row(OpenMP "no " "the compiler has none (Debian packages libgomp1 for gcc, libomp-dev for clang): one thread")
  else()
    steadycast_row(OpenMP "off" "STEADYCAST_OPENMP is OFF: one thread")
  endif()
endif()

if(STEADYCAST_LP)
  steadycast_library(qsopt_ex QSopt_ex qsopt_ex/QSopt_ex.h qsopt_ex libqsopt-ex-dev
                     FOR "steadycast-lp, for capacity --engine search")
  steadycast_library(glpk GLPK glpk.h glpk libglpk-dev FOR "steadycast-lp, for capacity --engine search")
else()
  steadycast_row(QSopt_ex "off" "STEADYCAST_LP is OFF: not built: steadycast-lp")
endif()

if(STEADYCAST_MPI)
  find_package(MPI COMPONENTS C)
endif()
if(STEADYCAST_MPI AND MPI_C_FOUND)
  steadycast_row(MPI "yes" "${MPI_C_COMPILER}")
elseif(STEADYCAST_MPI)
  steadycast_row(MPI "no " "mpi.h is missing (Debian packages libopenmpi-dev, openmpi-bin): not built: steadycast-mpi, steadycast-perform")
else()
  steadycast_row(MPI "off" "STEADYCAST_MPI is OFF: not built: steadycast-mpi, steadycast-perform")
endif()

if(BUILD_TESTING)
  steadycast_library(cmocka cmocka cmocka.h cmocka libcmocka-dev FOR "the tests")
else()
  steadycast_row(cmocka "off" "BUILD_TESTING is OFF: not built: the tests")
endif()

find_program(steadycast_cadical cadical)
mark_as_advanced(steadycast_cadical)
if(steadycast_cadical)
  steadycast_row(CaDiCaL "yes" "${steadycast_cadical}")
else()
  steadycast_row(CaDiCaL "no " "the program cadical is not in PATH (Debian package cadical); it is looked for when steadycast runs, too")
endif()

list(REMOVE_DUPLICATES CMAKE_INSTALL_RPATH)
message(STATUS "Parts:${steadycast_table}")
if(steadycast_missing)
  string(REPLACE ";" " " steadycast_missing "${steadycast_missing}")
  message(FATAL_ERROR "Libraries are missing, see the table above. On Debian: apt-get install ${steadycast_missing}, or run tools/build, "
                      "which does. Elsewhere: tools/packaging/README.md says how to build them, and CMAKE_PREFIX_PATH where they are.")
endif()
