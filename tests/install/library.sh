#!/bin/sh
# SPDX-License-Identifier: MIT
# The library as it is installed: what pkg-config says is enough to build the example, with the shared and with the static
# library, and the header stands alone in C89 and in C++. Every certificate of the example is verified by the installed checker.
# Usage: library.sh BUILD SOURCE COMPILER
set -eu
build=$1 source=$2 compiler=$3
command -v pkg-config > /dev/null || { echo 'SKIPPED: pkg-config is missing'; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The prefix is not that of the build: it is found from where the file is.
cmake --install "$build" --prefix "$folder/usr" > "$folder/log"
PKG_CONFIG_PATH=$(dirname "$(find "$folder/usr" -name steadycast.pc)")
export PKG_CONFIG_PATH
library=$(pkg-config --variable=libdir steadycast)
fail() {
    echo "$1"
    exit 1
}

# One header, and nothing of what is inside.
[ "$(cd "$folder/usr/include" && find . -type f)" = ./steadycast.h ] || fail 'more headers than one'
[ -e "$library/libsteadycast.so.0" ] && [ -e "$library/libsteadycast.a" ]
readelf -d "$library/libsteadycast.so" | grep -q 'SONAME.*libsteadycast\.so\.[0-9]*\]' || fail 'no SONAME'
[ "$(pkg-config --modversion steadycast)" = "$("$folder/usr/bin/steadycast" --version | sed 's/steadycast //; s/ (commit .*)$//')" ] ||
    fail 'two versions'

# shellcheck disable=SC2046
"$compiler" -std=c99 -Wall -Wextra -Wpedantic -Werror "$source/example.c" -o "$folder/shared" \
    $(pkg-config --cflags --libs steadycast)
# shellcheck disable=SC2046
"$compiler" -std=c99 -Wall -Wextra -Wpedantic -Werror "$source/example.c" -o "$folder/static" \
    $(pkg-config --cflags steadycast) \
    $(pkg-config --static --libs steadycast | sed 's/-lsteadycast/-l:libsteadycast.a/')
# shellcheck disable=SC2046
"$compiler" -std=c99 -Wall -Wextra -Wpedantic -Werror "$source/own_names.c" -o "$folder/own_names" $(pkg-config --cflags steadycast) \
    $(pkg-config --static --libs steadycast | sed 's/-lsteadycast/-l:libsteadycast.a/') || fail 'static: names that are not shown are taken'
[ "$("$folder/own_names")" = 'delay 23, own 6' ] || fail "static: a program with names of its own: $("$folder/own_names")"
readelf -d "$folder/shared" | grep -q 'NEEDED.*libsteadycast\.so\.' || fail 'the shared library is not used'
readelf -d "$folder/static" | grep 'NEEDED.*libsteadycast' && fail 'the static library is not used'

for way in shared static; do
    mkdir "$folder/$way.certificates"
    LD_LIBRARY_PATH=$library "$folder/$way" "$folder/$way.certificates" > "$folder/$way.out"
    for file in decide-7 decide-8 decide-9 delay-schedule delay-bound items-schedule items-bound; do
        "$folder/usr/bin/steadycheck" "$folder/$way.certificates/$file.cert" | grep -q '^s VERIFIED ' || fail "$way: $file"
    done
done
diff "$folder/shared.out" "$folder/static.out"
diff -r "$folder/shared.certificates" "$folder/static.certificates"
grep -q '^L = 4, t = 8: no$' "$folder/shared.out"
grep -q '^L = 4, t = 9: yes$' "$folder/shared.out"

# steadycast-lp is found from where the library stands, whatever the prefix, by a program that has it neither beside it nor in PATH.
if [ -x "$folder/usr/bin/steadycast-lp" ]; then
    cat > "$folder/search.c" << .
#include <steadycast.h>
#include <stdio.h>
int main(void) {
    steadycast_error error;
    steadycast_answer *answer;
    if (steadycast_capacity(2, 7, "search", NULL, &answer, &error))
        return fprintf(stderr, "%s\n", error.message), 1;
    puts(steadycast_answer_upper(answer));
    steadycast_answer_free(answer);
    return 0;
}
.
    # shellcheck disable=SC2046
    "$compiler" "$folder/search.c" -o "$folder/search" $(pkg-config --cflags --libs steadycast)
    found=$(env PATH=/nowhere "LD_LIBRARY_PATH=$library" "$folder/search" 2>&1)
    [ "$found" = 20 ] || fail "steadycast-lp is not found in the prefix: $found"
fi

# The same by CMake: a project of somebody else, which finds the installed copy.
mkdir "$folder/project"
cat > "$folder/project/CMakeLists.txt" << .
cmake_minimum_required(VERSION 3.14)
project(somebody LANGUAGES C)
find_package(steadycast \${wanted} CONFIG REQUIRED)
add_executable(by-shared "$source/example.c")
target_link_libraries(by-shared PRIVATE steadycast::steadycast)
add_executable(by-static "$source/example.c")
target_link_libraries(by-static PRIVATE steadycast::static)
.
version=$(pkg-config --modversion steadycast)
configure() {
    cmake -G Ninja -S "$folder/project" -B "$folder/$1" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$folder/usr" -Dwanted="$2" > "$folder/log" 2>&1
}
configure refused 99.0 && fail 'CMake: version 99.0 is found'
grep -q "version: $version" "$folder/log" || fail 'CMake: the version is not told'
configure built "${version%.*}" || { cat "$folder/log"; exit 1; }
cmake --build "$folder/built" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
for way in shared static; do
    "$folder/built/by-$way" "$(mktemp -d -p "$folder")" | diff "$folder/shared.out" -
done
readelf -d "$folder/built/by-shared" | grep -q 'NEEDED.*\[libsteadycast\.so\.[0-9]*\]' || fail 'CMake: the shared library is not used'
readelf -d "$folder/built/by-static" | grep 'NEEDED.*libsteadycast' && fail 'CMake: the static library is not used'

# The header alone, in the oldest C; in C++ the whole example, where there is a compiler.
printf '#include <steadycast.h>\nint steadycast_h_alone;\n' > "$folder/alone.c"
"$compiler" -std=c89 -pedantic-errors -Wall -Wextra -Werror -I"$folder/usr/include" -c "$folder/alone.c" -o "$folder/alone.o"
for plus in c++ g++ clang++; do
    command -v "$plus" > /dev/null || continue
    cp "$source/example.c" "$folder/example.cc"
    # shellcheck disable=SC2046
    "$plus" -std=c++11 -Wall -Wextra -Wpedantic -Werror "$folder/example.cc" -o "$folder/plus" \
        $(pkg-config --cflags --libs steadycast)
    mkdir -p "$folder/plus.certificates"
    LD_LIBRARY_PATH=$library "$folder/plus" "$folder/plus.certificates" | diff "$folder/shared.out" -
    exit 0
done
echo 'no C++ compiler: the header was not tried there'
