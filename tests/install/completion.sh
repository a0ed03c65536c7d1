#!/bin/sh
# SPDX-License-Identifier: MIT
# Completion by bash and zsh: every verb and every option of the help is in both scripts, and command
# lines are completed as they should be. Usage: completion.sh BUILD SOURCE
build=$1 cast=$1/bin/steadycast source=$2/tests/install
. "$(dirname "$0")/../command/common.sh"

for shell in bash zsh; do
    expect "script for $shell" 0 '*' "$cast" help --completion $shell
    mv out $shell
    holds "$shell: what is installed is the same" cmp $shell "$build/share/completions/$shell"
done
refuse 'no such shell' "not one of bash|zsh" "$cast" help --completion fish
refuse 'not of one verb' 'for all verbs' "$cast" help --completion bash solve
refuse 'not a page' 'not for --man' "$cast" help --completion bash --man

# part SHELL VERB: what a script says of a verb
part() {
    sed -n "/^    $2)\$/,/^        ;;\$/p" "$1"
}
for verb in $("$cast" help | sed -n 's/^  \([a-z]*\)  *[A-Z].*/\1/p'); do
    holds "bash: $verb is offered" grep -q "^_steadycast_verbs='\(.* \)\{0,1\}$verb[ ']" bash
    holds "zsh: $verb is offered" grep -q "^        '$verb:" zsh
    "$cast" help "$verb" | sed -n '5,/^$/s/^  \(-.,\|   \) --\([a-z-]*\).*/\1 \2/p' >options
    echo '-h, help' >>options
    for shell in bash zsh; do
        part=$(part $shell "$verb")
        while read -r letter long; do
            [ "$long" ] || { long=$letter letter=''; }
            letter=${letter%,}
            tests=$((tests + 1))
            case $part in *[\ {\',]"--$long"[=\[}\',\ ]*) ;; *) fail "$shell: $verb --$long is missing" ;; esac
            case $part in *[,{]"$letter"[+,}\'\ ]*) ;; *) [ -z "$letter" ] || fail "$shell: $verb $letter is missing" ;; esac
        done <options
    done
done

mkdir -p place/folder && cd place && echo >file.cert && echo >'a file' || exit 1
if command -v bash >../where; then
    bash "$source/completion.bash" ../bash >../out 2>&1 || fail "bash: $(cat ../out)"
    same 'bash: cases' '' "$(grep -v '^passed ' ../out)"
    [ "$(grep -c '^passed ' ../out)" -ge 20 ] || fail "bash: only $(grep -c '^passed ' ../out) lines completed"
else
    echo 'SKIPPED: there is no bash'
fi
if command -v zsh >../where; then
    holds 'zsh: syntax' zsh -n ../zsh
    mkdir ../functions && cp ../zsh ../functions/_steadycast
    zsh -f "$source/completion.zsh" ../functions ../line >../out 2>&1
    case $? in
    0)
        same 'zsh: cases' '' "$(grep -v '^passed ' ../out)"
        [ "$(grep -c '^passed ' ../out)" -ge 8 ] || fail "zsh: only $(grep -c '^passed ' ../out) lines completed"
        ;;
    77) echo 'SKIPPED: there are no pseudo-terminals, zsh is not tried' ;;
    *) fail "zsh: $(cat ../out)" ;;
    esac
else
    echo 'SKIPPED: there is no zsh, its script is not run'
fi
finish
