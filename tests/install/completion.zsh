# SPDX-License-Identifier: MIT
# Types command lines with a tab behind them to a zsh, and says of each whether it becomes what is
# expected. Run in a folder that holds `file.cert` and `folder`. Usage: zsh -f completion.zsh FUNCTIONS FILE
zmodload zsh/zpty || exit 1
place=${1:a} file=${2:a}

zpty shell zsh -f -i || exit 77 # there are no pseudo-terminals
send() { zpty -w -n shell "$1" }
# Reads what the shell prints, which would block otherwise, until the file has been written.
await() {
    local tries text
    for tries in {1..300}; do
        zpty -r -t shell text
        [[ -s $file ]] && return 0
        sleep 0.05
    done
    return 1
}
send "fpath=($place \$fpath); autoload -Uz compinit; compinit -u -D"$'\r'
send "zstyle ':completion:*' menu no; setopt no_auto_menu no_list_ambiguous no_beep"$'\r'
send "tell() { print -r -- \"\$BUFFER\" > $file; BUFFER='' }; zle -N tell; bindkey '^X' tell"$'\r'

becomes() {
    rm -f $file
    send "$1"$'\t\x18'
    await || { print "no answer for '$1'"; return }
    local found="$(<$file)"
    if [[ $found == $2 ]]; then print "passed $1"; else print "$1: expected '$2', found '$found'"; fi
}
becomes 'steadycast sol' 'steadycast solve '
becomes 'steadycast --vers' 'steadycast --version '
becomes 'steadycast help broad' 'steadycast help broadcast '
becomes 'steadycast solve --lat' 'steadycast solve --latency='
becomes 'steadycast solve --engine bac' 'steadycast solve --engine backtrack '
becomes 'steadycast solve --engine=bac' 'steadycast solve --engine=backtrack '
becomes 'steadycast solve -e bac' 'steadycast solve -e backtrack '
becomes 'steadycast solve --engine all --eng' 'steadycast solve --engine all --eng'
becomes 'steadycast show fil' 'steadycast show file.cert '
becomes 'steadycast broadcast -o fo' 'steadycast broadcast -o folder/'
becomes 'steadycast broadcast -o fil' 'steadycast broadcast -o fil'
becomes 'steadycast help --completion z' 'steadycast help --completion zsh '
zpty -d shell
