# SPDX-License-Identifier: MIT
# Debian packages, a component each: tools/package makes them, or cpack -G DEB in a build folder.
# Install rules without COMPONENT belong to the default of their folder, CMAKE_INSTALL_DEFAULT_COMPONENT_NAME.
#   programs     steadycast      the programs, manual pages, completions, cases and what they need
#   lp           steadycast-lp   the program of that name, which is under the licence of QSopt_ex and GLPK
#   mpi          steadycast-mpi  what needs mpirun
#   library      libsteadycast0  the shared library
#   development  libsteadycast-dev  headers, both libraries to link with, pkg-config

install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT programs)
set(data ${CMAKE_INSTALL_DATADIR}/steadycast)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/cases DESTINATION ${data} COMPONENT programs PATTERN "*.sh" EXCLUDE)
install(PROGRAMS ${PROJECT_SOURCE_DIR}/cases/campaign/slurm-array.sh ${PROJECT_SOURCE_DIR}/cases/campaign/slurm-mpi.sh
        DESTINATION ${data}/cases/campaign COMPONENT programs)
# The README with the pages that it links.
foreach(page IN ITEMS README.md LICENSE results/README.md results/FORMATS.md results/THEOREMS.md results/LOGP.md results/ITEMS.md
                      results/PROVED.md results/SEARCHES.md results/CLAIMS.md results/BENCH.md results/CHANGELOG.md results/answer.schema.json
                      results/results.schema.json solver/README.md solver/library/steadycast.h.in tools/README.md
                      tools/check/README tools/packaging/README.md tools/python/README.md)
  get_filename_component(folder ${page} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/${page} DESTINATION ${data}/${folder} COMPONENT programs)
endforeach()
# The certificates that cases point at, and those that methods ask for: then steadycast claims works in that folder.
set(certificates main-job/certificates/family-L*/paper.cert every-schedule/certificates/capacity-L*/t*-construction-bound.cert k-items/certificates/family-L2/items-P*-construction.cert)
file(GLOB_RECURSE cases CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cases/claims/*.case)
foreach(case IN LISTS cases)
  file(STRINGS ${case} lines REGEX "^certificate ")
  list(TRANSFORM lines REPLACE "^certificate ([^ ]+).*$" "\\1")
  list(APPEND certificates ${lines})
endforeach()
foreach(pattern IN LISTS certificates) # which may hold *
  file(GLOB found RELATIVE ${PROJECT_SOURCE_DIR}/results ${PROJECT_SOURCE_DIR}/results/${pattern})
  if(NOT found)
    message(FATAL_ERROR "A case points at results/${pattern}, which is not there")
  endif()
  list(APPEND files ${found})
endforeach()
list(REMOVE_DUPLICATES files)
foreach(file IN LISTS files)
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${PROJECT_SOURCE_DIR}/results/${file} DESTINATION ${data}/results/${folder} COMPONENT programs)
endforeach()

set(known development library lp mpi programs python)
get_cmake_property(CPACK_COMPONENTS_ALL COMPONENTS)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  if(NOT component IN_LIST known)
    message(FATAL_ERROR "Files of the component '${component}' are in no package: see tools/packaging/packaging.cmake")
  endif()
endforeach()

set(STEADYCAST_CONTACT "Steadycast maintainers <maintainers@steadycast.invalid>" CACHE STRING "Maintainer of packages")
set(CPACK_PACKAGE_CONTACT ${STEADYCAST_CONTACT})
set(CPACK_PACKAGE_VENDOR "Steadycast")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # the first line of the description of each
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_GENERATOR DEB)
set(CPACK_STEADYCAST_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/staged.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/packed.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip) # packed.cmake compresses them well
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME steadycast)
set(CPACK_DEBIAN_PROGRAMS_DESCRIPTION "exhaustive search and proof for continuous broadcast
Decides, proves and counts schedules of continuous broadcast and of other
collective operations in the LogP and postal models, and writes a certificate
for every answer, yes or no, which the program steadycheck verifies on its own.")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "cadical, graphviz, librsvg2-bin, steadycast-lp (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS "steadycast-mpi, bash-completion")

set(CPACK_DEBIAN_LP_PACKAGE_NAME steadycast-lp)
set(CPACK_DEBIAN_LP_DESCRIPTION "linear programs, solved exactly for steadycast
The program that steadycast and libsteadycast run for the linear and integer
programs of the engine search. It is a package of its own as it links QSopt_ex
and GLPK, which are under the GPL, version 3 or later; nothing else of
steadycast does.")

set(CPACK_DEBIAN_MPI_PACKAGE_NAME steadycast-mpi)
set(CPACK_DEBIAN_MPI_DESCRIPTION "schedules of continuous broadcast, by MPI
The programs of steadycast that run under mpirun: steadycast-mpi works on
campaigns with a worker on each rank; steadycast-perform performs a schedule
of messages on a real machine, a rank for each processor.")
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "steadycast (= ${PROJECT_VERSION}), openmpi-bin")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-steadycast)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "exhaustive search and proof for continuous broadcast, Python module
What the shared library of steadycast decides and proves, for programs in
Python 3: answers, certificates, lists of messages, results of campaigns.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, libsteadycast${PROJECT_VERSION_MAJOR} (>= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, steadycast")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libsteadycast${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "exhaustive search and proof for continuous broadcast, shared library
What the program steadycast decides and proves, for programs in C and C++:
schedules of collective operations in the LogP and postal models, and why
there are none, with certificates.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "cadical, steadycast-lp")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libsteadycast-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "exhaustive search and proof for continuous broadcast, development files
The header steadycast.h and both libraries, shared and static, to build
programs with; CMake and pkg-config find them as steadycast.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libgmp-dev, nettle-dev, picosat, libnauty2-dev | libnauty-dev")
if("library" IN_LIST CPACK_COMPONENTS_ALL)
  string(PREPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
         "${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (= ${PROJECT_VERSION}), ")
endif()
if(CMAKE_VERSION VERSION_LESS 3.19) # CPack calls no scripts before
  message(STATUS "Packages of this cmake would lack copyright and changelog: make them with cmake 3.19 or later")
endif()
include(CPack)
