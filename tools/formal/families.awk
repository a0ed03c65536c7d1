# SPDX-License-Identifier: MIT
# Certificates of kind family, of depths, as data for results/formal/Families.v: a list with an element for each of them.
# Usage: awk -f families.awk FILE...

# Letters as in `a`, `a-b`, `a*k`, `a-b*k`.
function letters(first,    i, word, list) {
    list = ""
    for (i = first; i <= NF; i++) {
        split($i, word, "*")
        if (split(word[1], ends, "-") < 2)
            ends[2] = ends[1]
        list = list (list == "" ? "" : " ++ ") "run " ends[1] " " ends[2] " " (word[2] == "" ? 1 : word[2])
    }
    return list == "" ? "[]" : list
}

function end_instance() {
    if (depth == "")
        return
    text = sprintf("  (%d%%nat, {| root := %s; blocks := %s; left := %s |})", depth, root, rest == "" ? "[]" : rest, left)
    if (depth < window)
        low = low (low == "" ? "" : ";\n") text
    else
        high = high (high == "" ? "" : ";\n") "  " substr(text, index(text, "{"), length(text) - index(text, "{"))
    depth = ""
}

function end_family() {
    if (latency == "")
        return
    end_instance()
    printf "%s\n {| fa_latency := %d; fa_from := %d; fa_window := %d; fa_left := %d; fa_but := [%s];\n  fa_low := [\n%s];\n  fa_high := [\n%s] |}",
        (families++ ? ";" : ""), latency, from, window, over, but, low, high
    latency = ""
}

BEGIN {
    print "From Coq Require Import List ZArith."
    print "From Steadycast Require Import Instance Rule."
    print "Import ListNotations."
    print "Open Scope Z_scope."
    printf "Definition families : list family_data := ["
}

FNR == 1 { end_family(); but = low = high = depth = "" }
$1 == "latency" { latency = $2 }
$1 == "depths" { from = $2 }
$1 == "window" { window = $2; over = $4 }
$1 == "instance" {
    end_instance()
    if ($3 == "impossible")
        but = but (but == "" ? "" : "; ") $2 "%nat"
    else {
        depth = $2
        root = rest = ""
    }
}
$1 == "receive-only" { left = $2 }
$1 == "block" && depth != "" {
    if (root == "")
        root = letters(6)
    else
        rest = rest (rest == "" ? "" : " ++ ") "repeat (" letters(6) ") " $4
}
END {
    end_family()
    print "]."
}
