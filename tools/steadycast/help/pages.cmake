# SPDX-License-Identifier: MIT
# Writes steadycast.1 and steadycast-VERB.1 for each verb into FOLDER, as PROGRAM prints them.
# Usage: cmake -DPROGRAM=... -DFOLDER=... -P pages.cmake
function(steadycast_page name)
  execute_process(COMMAND ${PROGRAM} help --man ${ARGN} OUTPUT_FILE ${FOLDER}/${name}.1 RESULT_VARIABLE result)
  if(result)
    message(FATAL_ERROR "failed: ${PROGRAM} help --man ${ARGN}")
  endif()
endfunction()

# A page of a verb that is no more must not stay.
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${PROGRAM} help OUTPUT_VARIABLE overview)
string(REPLACE ";" "," overview "${overview}") # no separator of a list here
string(REGEX MATCHALL "\n  [a-z]+ +[A-Z]" lines "${overview}")
if(NOT lines)
  message(FATAL_ERROR "${PROGRAM} help lists no verbs")
endif()
steadycast_page(steadycast)
foreach(line IN LISTS lines)
  string(REGEX REPLACE "^\n  ([a-z]+) .*$" "\\1" verb "${line}")
  steadycast_page(steadycast-${verb} ${verb})
endforeach()
