#!/bin/sh
# SPDX-License-Identifier: MIT
# Looks at the fields and files of the Debian packages that make_packages.sh made, unpacks them into an empty folder and
# runs the programs there. Usage: package.sh BUILD MADE VERSION SOURCE COMPILER
build=$1 packages=$2 version=$3 source=$4 compiler=$5
for tool in cpack dpkg-deb dpkg-shlibdeps dpkg file gzip; do
    command -v "$tool" >/dev/null || { echo "SKIPPED: there is no $tool (Debian packages cmake, dpkg-dev, file, gzip)"; exit 77; }
done
. "$(dirname "$0")/../command/common.sh"

cp -r "$packages" made || exit 1
architecture=$(dpkg --print-architecture)
for part in steadycast libsteadycast-dev; do
    holds "$part is made" test -s "made/${part}_${version}_$architecture.deb"
done
holds 'python3-steadycast is made, for all architectures' test -s "made/python3-steadycast_${version}_all.deb"
same 'the program that needs MPI has a package' "$(ls "$build/bin" | grep -c '^steadycast-perform$')" "$(ls made | grep -c '^steadycast-mpi_')"
same 'the program that needs QSopt_ex has a package' "$(ls "$build/bin" | grep -c '^steadycast-lp$')" "$(ls made | grep -c '^steadycast-lp_')"
same 'the shared library has a package' "$(find "$build/lib" -name 'libsteadycast.so.[0-9]' | wc -l)" "$(ls made | grep -c '^libsteadycast[0-9]*_')"

# field PACKAGE FIELD
field() {
    dpkg-deb -f made/"$1_${version}"_*.deb "$2"
}
like() {
    tests=$((tests + 1))
    # shellcheck disable=SC2254
    case $3 in
    $2) ;;
    *) fail "$1: expected '$2', found '$3'" ;;
    esac
}
like 'steadycast needs' '*libc6*libgmp10*' "$(field steadycast Depends)"
for package in made/*.deb; do
    part=${package#made/} part=${part%%_*}
    same "$part needs QSopt_ex, which is under the GPL" "$([ "$part" != steadycast-lp ] || echo 1)" "$(field "$part" Depends | grep -c qsopt | grep -v '^0$')"
done
same 'steadycast does not need MPI' '' "$(field steadycast Depends | grep -i mpi)"
same 'steadycast recommends' "cadical, graphviz, librsvg2-bin, steadycast-lp (= $version)" "$(field steadycast Recommends)"
like 'development needs' '*libgmp-dev*' "$(field libsteadycast-dev Depends)"
if [ -e "made/steadycast-mpi_${version}_$architecture.deb" ]; then
    like 'mpi needs' "*steadycast (= $version)*" "$(field steadycast-mpi Depends)"
fi
for package in made/*.deb; do
    part=${package#made/} part=${part%%_*}
    same "$part: package" "$part" "$(field "$part" Package)"
    same "$part: version" "$version" "$(field "$part" Version)"
    like "$part: maintainer" '?* <?*@?*>' "$(field "$part" Maintainer)"
    field "$part" Description >description
    same "$part: summary is short" '' "$(sed -n '1{/^.\{1,80\}$/d;p;}' description)"
    same "$part: description goes on" '' "$(sed 1d description | grep -v '^ [^ ]' )"
    holds "$part: description goes on" test "$(wc -l <description)" -ge 2

    dpkg-deb -c "$package" >list || fail "$part: no list"
    same "$part: all below /usr" '' "$(awk '{print $6}' list | grep -v '^\./\(usr/.*\)\{0,1\}$')"
    same "$part: everything is root's" '' "$(awk '$2 != "root/root"' list)"
    same "$part: modes" '' "$(grep -v '^drwxr-xr-x \|^-rw-r--r-- \|^lrwxrwxrwx \|^-rwxr-xr-x .* \./usr/bin/\|^-rwxr-xr-x .*\.sh$' list)"
    same "$part: manual pages are compressed" '' "$(grep '/man/man1/..*' list | grep -v '\.1\.gz$')"
    same "$part: nothing of the build" '' "$(grep -F "$build" list)"
    dpkg-deb -x "$package" root || fail "$part: not unpacked"
    dpkg-deb -e "$package" control || fail "$part: no control files"
    (cd root && md5sum --quiet -c ../control/md5sums) >sums 2>&1 || fail "$part: $(cat sums)"
    awk '/^[-l]/{print $6}' list >>files
    documents=root/usr/share/doc/$part
    like "$part: copyright" 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/*Files: \*?Copyright: *?License: Expat? Permission is*' "$(cat "$documents/copyright")"
    same "$part: the GPL is told of" "$([ "$part" != steadycast-lp ] || echo 1)" "$(grep -c 'GPL-3+' "$documents/copyright" | grep -v '^0$')"
    like "$part: changelog" "steadycast ($version) unstable; *" "$(gzip -dc "$documents/changelog.gz" | head -n 1)"
    same "$part: changelog has all versions" "$(grep -c '^## [0-9]' "$source/../../results/CHANGELOG.md")" "$(gzip -dc "$documents/changelog.gz" | grep -c '^ -- .* <.*>  [A-Z][a-z][a-z], [0-9][0-9] ')"
done
same 'the library is known to ldconfig' 'activate-noawait ldconfig' "$(dpkg-deb -I made/libsteadycast0_*.deb triggers)"
same 'no scripts' '' "$(for package in made/*.deb; do dpkg-deb --ctrl-tarfile "$package" | tar -t | grep 'inst$\|rm$'; done)"
same 'a file is in one package only' '' "$(sort files | uniq -d)"

# Whatever cmake installs is in a package: no component is forgotten.
DESTDIR="$work/all" cmake --install "$build" --prefix /usr >log 2>&1 || fail "$(tail -n 1 log)"
(cd all && find . ! -type d | sort) >installed
sed 's/\.1\.gz$/.1/; s#zsh/vendor-completions#zsh/site-functions#; \#/doc/[^/]*/copyright$#d; \#/changelog.gz$#d' files | sort >packed
holds 'what is installed is packed' cmp installed packed

programs=$work/root/usr/bin
same 'version' "$("$build/bin/steadycast" version)" "$("$programs/steadycast" version)"
same 'version of steadycheck' "steadycheck $version" "$("$programs/steadycheck" --version)"
for program in "$programs"/*; do
    same "${program##*/}: no debugging symbols" '' "$(readelf -S "$program" 2>/dev/null | grep -F .debug_info)"
    same "${program##*/}: all libraries are found" '' "$(ldd "$program" | grep 'not found')"
    same "${program##*/}: no path of the build" '' "$(readelf -d "$program" 2>/dev/null | grep -i 'rpath\|runpath')"
done
expect 'solve' 10 's FEASIBLE' "$programs/steadycast" solve -L 3 -t 7 -o a.cert
expect 'steadycheck' 0 's VERIFIED *' "$programs/steadycheck" a.cert
# These run the steadycheck beside them, and find the cases where they are installed, from anywhere.
for claim in karp-theorem-3.3 karp-base-cases karp-theorem-3.2 karp-exception dimakopoulos-open-case; do
    expect "claim $claim" 0 '*' "$programs/steadycast" claims --quick --quiet --only $claim
    holds "claim $claim: it is there" grep -q $claim out
done
echo 'family latency 3..5' >small.campaign
expect 'reproduce' 0 's REPRODUCED 3 certificates verified' "$programs/steadycast" reproduce small.campaign -o families
for page in root/usr/share/man/man1/*.gz; do
    holds "${page##*/}: compressed" gzip -t "$page"
done
for shell in bash-completion/completions/steadycast zsh/vendor-completions/_steadycast; do
    holds "$shell" test -s "root/usr/share/$shell"
done

# Built with what is in the packages
pkgconfig=$(find root/usr -name steadycast.pc)
same 'version for pkg-config' "$version" "$(sed -n 's/^Version: //p' "$pkgconfig")"
holds 'header' test -s root/usr/include/steadycast.h
library=$(dirname "$(find root/usr -name libsteadycast.a)")
if command -v pkg-config >where; then
    PKG_CONFIG_PATH=$work/$(dirname "$pkgconfig")
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046
    holds 'built with the shared library' "$compiler" "$source/example.c" -o shared $(pkg-config --cflags --libs steadycast)
    # shellcheck disable=SC2046
    holds 'built with the static library' "$compiler" "$source/example.c" -o static -Iroot/usr/include \
        $(pkg-config --static --libs steadycast | sed 's/-lsteadycast/-l:libsteadycast.a/')
    for way in shared static; do
        mkdir $way.certificates
        holds "runs with the $way library" env LD_LIBRARY_PATH="$library" ./$way $way.certificates
        cat $way.certificates/*.cert >all.certs
        expect "its certificates, $way" 0 's VERIFIED [1-9]* certificates' "$programs/steadycheck" --stream all.certs
    done
else
    echo 'SKIPPED: there is no pkg-config, nothing is built with the packages'
fi
finish
