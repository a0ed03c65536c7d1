#!/bin/sh
# SPDX-License-Identifier: MIT
# The rules for who writes a case (cases/README.md), over all cases: what can be seen in a file without a paper at hand.
# Usage: claims_rules.sh REPOSITORY
repository=$1
. "$(dirname "$0")/common.sh"

# Lines NAME: WHAT of all that is against a rule.
against() {
    awk '
    function end() {
        if (name == "") return
        refuted = verdict == "refuted"
        if (refuted && reading ~ /(holds?|is right|are right) (for|if|where|within|from) (all|every|each|any|[^.;]*[<>=])/)
            print name ": its reading says where it holds, and the verdict is refuted, not holds-within"
        if (refuted && (reading ~ /misprint|lost in print/))
            print name ": its reading mends a misprint, and the verdict is refuted"
        if (text != "printed" && reading == "" && note == "")
            print name ": the text is " text ", and nothing says what was reconstructed"
        if (verdict == "verified-up-to" && ranges == "" && certificates == 0)
            print name ": there is nothing that it could be verified up to"
        if (words > 25)
            print name ": a quote of " words " words"
        name = ""
    }
    FNR == 1 { end(); name = FILENAME; sub(/.*\//, "", name); verdict = text = reading = note = ranges = ""; words = certificates = 0 }
    $1 == "text" { text = $2 }
    $1 == "quote" { words = NF - 1 }
    $1 == "reading" { reading = reading " " $0 }
    $1 == "note" { note = note " " $0 }
    $1 == "full" { ranges = $0 }
    $1 == "certificate" { certificates++ }
    $1 == "verdict" { verdict = $2 }
    END { end() }' "$@"
}
same 'every case keeps the rules' '' "$(against "$repository"/cases/claims/*.case)"
# Text that is damaged or lost is tried as reconstructed, and the page says so.
for case in "$repository"/cases/claims/*.case; do
    name=${case##*/} name=${name%.case}
    row=$(awk -v name="$name" '$1 == name { print; exit }' "$repository/results/claims/table.txt")
    case $(sed -n 's/^text //p' "$case") in
        printed) same "$name is tried as printed" '' "$(printf '%s' "$row" | grep -o 'as reconstructed')" ;;
        *) same "$name is tried as reconstructed" 'as reconstructed' "$(printf '%s' "$row" | grep -o 'as reconstructed')" ;;
    esac
done
# Each rule can fail.
one=$repository/cases/claims/karp-theorem-3.1.case
broken() {
    sed "$2" "$one" >broken.case
    same "a case that breaks a rule: $1" "broken.case: $1" "$(against broken.case)"
}
broken 'its reading says where it holds, and the verdict is refuted, not holds-within' 's/^verdict .*/verdict refuted/'
broken 'its reading mends a misprint, and the verdict is refuted' 's/^verdict .*/verdict refuted/; s/^reading .*/reading The misprint is the last sign./'
broken 'the text is lost, and nothing says what was reconstructed' 's/^text .*/text lost/; /^reading /d; /^note /d'
broken 'there is nothing that it could be verified up to' 's/^verdict .*/verdict verified-up-to/; /^full /d'
broken 'a quote of 26 words' 's/^quote .*/quote a b c d e f g h i j k l m n o p q r s t u v w x y z/'
finish
