# SPDX-License-Identifier: MIT
# CPack writes scripts that call ldconfig when a shared library comes and goes; Debian wants a trigger in their place. And it takes files
# as the file system names them; dpkg-deb sorts them, so that packages are the same bytes everywhere (SOURCE_DATE_EPOCH is their date).
find_program(DPKG_DEB dpkg-deb)

set(ENV{LC_ALL} C)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_QUIET)
  if(result)
    message(FATAL_ERROR "failed: ${ARGV}")
  endif()
endfunction()

foreach(package IN LISTS CPACK_PACKAGE_FILES)
  set(folder ${package}.folder)
  file(MAKE_DIRECTORY ${folder})
  run(${DPKG_DEB} -R ${package} ${folder})
  if(EXISTS ${folder}/DEBIAN/shlibs)
    file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
    file(WRITE ${folder}/DEBIAN/triggers "activate-noawait ldconfig\n")
  endif()
  run(sort -k 2 -o ${folder}/DEBIAN/md5sums ${folder}/DEBIAN/md5sums)
  run(chmod -R u=rwX,go=rX ${folder}) # whatever the umask is
  run(${DPKG_DEB} --root-owner-group -Zxz -b ${folder} ${package})
  file(REMOVE_RECURSE ${folder})
endforeach()
