# SPDX-License-Identifier: MIT
# Completion of steadycast for bash, made by: steadycast help --completion bash

# _steadycast_offer KIND [WORD...]: what begins with $current
_steadycast_offer() {
    local kind=$1
    shift
    case $kind in
    words) mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current") ;;
    files) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
    folders) mapfile -t COMPREPLY < <(compgen -d -- "$current") ;;
    esac
    if [[ $kind == f* ]]; then
        compopt -o filenames 2>/dev/null
    fi
}

# The options in $options that have not been given yet, under none of their names.
_steadycast_options() {
    local pair name given left=()
    for pair in $options; do
        for name in ${pair//,/ }; do
            for given in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
                [[ $given == "$name" ]] && continue 3
            done
        done
        left+=(${pair//,/ })
    done
    _steadycast_offer words "${left[@]}"
}

_steadycast() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local options='' operand=none
    COMPREPLY=()
    if [[ $current == = ]]; then
        current=''
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD == 1)); then
        _steadycast_offer words $_steadycast_verbs --help --version
        return
    fi
    case ${COMP_WORDS[1]} in
@VERBS@
    *) return ;;
    esac
    if [[ $current == -* || $operand == none ]]; then
        _steadycast_options
    else
        _steadycast_offer $operand
    fi
}
complete -F _steadycast steadycast
