# SPDX-License-Identifier: MIT
# Completes command lines as bash does, and says of each whether what is offered is as expected. Run in
# a folder that holds `a file`, `file.cert` and `folder`. Usage: bash completion.bash SCRIPT
source "$1" || exit 1
complete -p steadycast | grep -q -- '-F _steadycast ' || echo 'not registered'

# offers 'EXPECTED' WORD...: the last word is completed; bash takes = for a word of its own
offers() {
    local expected=$1 found
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _steadycast
    found=$(printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' ')
    if [[ ${found% } == $expected ]]; then echo "passed $*"; else echo "$*: expected '$expected', found '$found'"; fi
}

offers 'solve' steadycast sol
offers '*reduce*solve*version' steadycast ''
offers '--help --version' steadycast --
offers '' steadycast sovle --
offers '--latency' steadycast solve --la
offers '--capacity --depth --duplex --encoding --exit-zero --force * --time -N -d -h -m -o -p -q -t' steadycast solve -e all --latency 3 -
offers '*--latency*-L*' steadycast solve -
offers '--encoding --engine' steadycast solve --en
offers '--encoding' steadycast solve -e all --en
offers '--encoding' steadycast solve --engine all --en
offers 'all any arithmetic backtrack*circulation*construction deal*paper*sat search*' steadycast solve --engine ''
offers 'sat search single star stream' steadycast solve -e s
offers 'sat search single star stream' steadycast solve --engine = s
offers 'all any arithmetic backtrack*circulation*construction deal*paper*sat search*' steadycast solve --engine =
offers '' steadycast solve -L ''
offers '' steadycast broadcast --logp ''
offers 'a file file.cert folder' steadycast solve -o ''
offers 'file.cert folder' steadycast solve -o f
offers 'folder' steadycast broadcast -o ''
offers 'folder' steadycast broadcast --output f
offers 'a file file.cert folder' steadycast show ''
offers '--svg' steadycast show --sv
offers 'file.cert' steadycast show --svg file
offers 'broadcast' steadycast help broad
offers 'bash zsh' steadycast help --completion ''
offers '*--only*' steadycast claims ''
