# SPDX-License-Identifier: MIT
# Writes OUT, C that has the commit which SOURCE is of as a text, `text_commit`: empty where SOURCE is no repository of its own, as in
# an archive of the sources, or where there is no git. OUT is left alone if it says that already, so that nothing is built anew.
# Usage: cmake -DOUT=... -DSOURCE=... -P commit.cmake
set(commit "")
if(EXISTS ${SOURCE}/.git) # and not the repository of somebody else, in which the sources stand
  # Sources may be somebody else's, as in a container.
  set(git git -c safe.directory=* --no-optional-locks -C ${SOURCE})
  execute_process(COMMAND ${git} rev-parse --verify HEAD RESULT_VARIABLE status OUTPUT_VARIABLE found ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(status STREQUAL 0)
    string(SUBSTRING "${found}" 0 12 commit)
    execute_process(COMMAND ${git} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
    if(changes)
      string(APPEND commit ", with changes")
    endif()
  endif()
endif()
set(text "/* Made by tools/steadycast/commit.cmake. */\nextern const char text_commit[];\nconst char text_commit[] = \"${commit}\";\n")
set(before "")
if(EXISTS ${OUT})
  file(READ ${OUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
