# SPDX-License-Identifier: MIT
# Sourced before common.sh by tests of audit: `kept` is the folder of a campaign that was put away.

# put FILE FROM: FROM becomes this certificate of `damaged`, with the digest and the length that it needs.
put() {
    old=$(sha256sum "damaged/certificates/$1" | cut -d ' ' -f 1) size=$(wc -c <"damaged/certificates/$1")
    cp "$2" "damaged/certificates/$1"
    new=$(sha256sum "$2" | cut -d ' ' -f 1)
    sed -i "s|$1\",\"sha256\":\"$old\",\"bytes\":$size|$1\",\"sha256\":\"$new\",\"bytes\":$(wc -c <"$2")|" damaged/results.jsonl
}

# wrong NAME FILE FROM: a right certificate of another answer in place of FILE is the one fault.
wrong() {
    rm -rf damaged
    cp -r "$kept" damaged
    put "$2" "$3"
    expect "$1" 2 's FAULTY 1 fault; *' "$cast" audit damaged
    same "$1: it is said" 1 "$(grep -c "$2 does not confirm the answer" out)"
}
