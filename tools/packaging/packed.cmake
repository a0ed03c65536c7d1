# SPDX-License-Identifier: MIT
# CPack writes scripts that call ldconfig when a shared library comes and goes; Debian wants a trigger in their place.
find_program(DPKG_DEB dpkg-deb)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_QUIET)
  if(result)
    message(FATAL_ERROR "failed: ${ARGV}")
  endif()
endfunction()

foreach(package IN LISTS CPACK_PACKAGE_FILES)
  set(folder ${package}.folder)
  file(MAKE_DIRECTORY ${folder})
  run(${DPKG_DEB} -e ${package} ${folder}/DEBIAN)
  if(EXISTS ${folder}/DEBIAN/shlibs)
    run(${DPKG_DEB} -x ${package} ${folder})
    file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
    file(WRITE ${folder}/DEBIAN/triggers "activate-noawait ldconfig\n")
    run(${DPKG_DEB} --root-owner-group -Zxz -b ${folder} ${package})
  endif()
  file(REMOVE_RECURSE ${folder})
endforeach()
