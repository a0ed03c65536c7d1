# SPDX-License-Identifier: MIT
# Writes OUT, C that has each of FILES as a text: text_NAME of NAME.txt, without its last line end.
# Usage: cmake -DOUT=... "-DFILES=A;B" -P embed.cmake
set(source "/* Made by tools/embed.cmake. */\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME_WE)
  string(REPLACE "-" "_" name ${name})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "0a$" "" bytes "${bytes}")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND source "extern const char text_${name}[];\nconst char text_${name}[] = {${bytes}0};\n")
endforeach()
file(WRITE ${OUT} "${source}")
