#!/bin/sh
# SPDX-License-Identifier: MIT
# What tools/packaging/sbom says of the programs of this build: each library that ldd or readelf names is there, with a version and a
# licence, and who needs it; what it does not know it refuses. Usage: sbom.sh BUILD REPOSITORY
build=$1 top=$2
for tool in ldd readelf sha256sum; do
    command -v "$tool" >/dev/null || { echo "SKIPPED: there is no $tool"; exit 77; }
done
. "$(dirname "$0")/../command/common.sh"
sbom=$top/tools/packaging/sbom
SOURCE_DATE_EPOCH=1000000000
export SOURCE_DATE_EPOCH

set -- "$build"/bin/steadyc* "$build"/lib/libsteadycast.so.?
"$sbom" steadycast 1.2.3 "$@" >list 2>err || fail "no list: $(cat err)"
"$sbom" steadycast 1.2.3 "$@" >again
holds 'the same list again' cmp list again
for program; do
    holds "${program##*/}: it is a file of the list" grep -q "\"fileName\": \"./${program##*/}\".*\"$(sha256sum <"$program" | cut -d ' ' -f 1)\"" list
    readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' >needed
    holds "${program##*/} needs something" test -s needed
    while read -r library; do
        holds "${program##*/} needs $library" grep -qF "{\"spdxElementId\": \"SPDXRef-file-${program##*/}\", \"relationshipType\": \"DYNAMIC_LINK\", \"relatedSpdxElement\": \"SPDXRef-$(echo "$library" | tr _+ --)\"}" list
    done <needed
    ldd "$program" | sed -n 's/^[[:space:]]*\([^ ]*\) => .*/\1/p' >>loaded
done
sort -u loaded >libraries
holds 'there are libraries' test "$(wc -l <libraries)" -ge 5
while read -r library; do
    grep "^    {\"name\": \"$library\"," list >row
    same "$library is in the list once" 1 "$(wc -l <row)"
    same "$library has a licence" 1 "$(grep -c '"licenseDeclared": "[A-Z0-9a-z][^"]*"' row)"
    same "$library: its licence and version are known" 0 "$(grep -c '"licenseDeclared": "NO\|"versionInfo": "NO' row)"
done <libraries
same 'the date' 1 "$(grep -c '"created": "2001-09-09T01:46:40Z"' list)"
if command -v python3 >where; then
    holds 'it is JSON, of known elements' python3 -c '
import json
d = json.load(open("list"))
ids = [e["SPDXID"] for e in d["packages"] + d["files"]] + [d["SPDXID"]]
assert len(ids) == len(set(ids)), ids
for r in d["relationships"]:
    assert r["spdxElementId"] in ids and r["relatedSpdxElement"] in ids, r
assert {"spdxVersion", "dataLicense", "name", "documentNamespace", "creationInfo"} <= set(d)'
fi

# What it refuses: a licence that is in no row, one that Debian's file does not say, a library that is not there, no program at all
grep -v '^libgmp ' "$top/tools/packaging/licences" >table
STEADYCAST_LICENCES=table "$sbom" a 1 "$build/bin/steadycheck" >out 2>err
same 'no licence: exit status' 1 $?
holds 'no licence: who' grep -q 'licence of libgmp.so.[0-9]* (.*) is not in' err
if dpkg-query -W libgmp10 >out 2>&1; then
    sed 's/^libgmp |.*/libgmp | MIT | License: Beerware | GMP/' "$top/tools/packaging/licences" >table
    STEADYCAST_LICENCES=table "$sbom" a 1 "$build/bin/steadycheck" >out 2>err
    same 'another licence: exit status' 1 $?
    holds 'another licence: who' grep -q 'libgmp.so.* says MIT, but' err
fi
"$sbom" a 1 "$top/tools/package" >out 2>err
same 'a script alone: exit status' 1 $?
finish
