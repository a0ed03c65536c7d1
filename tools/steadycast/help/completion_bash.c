/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tools/steadycast/help/completion.h"

/* A value behind = is a word of its own for bash. Folders are files, too: both are offered. */
static const char head[] =
    "# Completion of steadycast for bash, made by: steadycast help --completion bash\n"
    "\n"
    "# _steadycast_offer KIND [WORD...]: what begins with $current\n"
    "_steadycast_offer() {\n"
    "    local kind=$1\n"
    "    shift\n"
    "    case $kind in\n"
    "    words) mapfile -t COMPREPLY < <(compgen -W \"$*\" -- \"$current\") ;;\n"
    "    files) mapfile -t COMPREPLY < <(compgen -f -- \"$current\") ;;\n"
    "    folders) mapfile -t COMPREPLY < <(compgen -d -- \"$current\") ;;\n"
    "    esac\n"
    "    if [[ $kind == f* ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "    fi\n"
    "}\n"
    "\n"
    "# The options in $options that have not been given yet, under none of their names.\n"
    "_steadycast_options() {\n"
    "    local pair name given left=()\n"
    "    for pair in $options; do\n"
    "        for name in ${pair//,/ }; do\n"
    "            for given in \"${COMP_WORDS[@]:2:COMP_CWORD-2}\"; do\n"
    "                [[ $given == \"$name\" ]] && continue 3\n"
    "            done\n"
    "        done\n"
    "        left+=(${pair//,/ })\n"
    "    done\n"
    "    _steadycast_offer words \"${left[@]}\"\n"
    "}\n"
    "\n"
    "_steadycast() {\n"
    "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local options='' operand=none\n"
    "    COMPREPLY=()\n"
    "    if [[ $current == = ]]; then\n"
    "        current=''\n"
    "    elif [[ $previous == = ]]; then\n"
    "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    if ((COMP_CWORD == 1)); then\n"
    "        _steadycast_offer words $_steadycast_verbs --help --version\n"
    "        return\n"
    "    fi\n"
    "    case ${COMP_WORDS[1]} in\n";

static const char tail[] = "    *) return ;;\n"
                           "    esac\n"
                           "    if [[ $current == -* || $operand == none ]]; then\n"
                           "        _steadycast_options\n"
                           "    else\n"
                           "        _steadycast_offer $operand\n"
                           "    fi\n"
                           "}\n"
                           "complete -F _steadycast steadycast\n";

/* What _steadycast_offer takes; choices by the table of the option. */
static void print_kind(enum completion_kind kind, const char *choices) {
    static const char *const kinds[] = {[COMPLETION_NOTHING] = "none",
                                        [COMPLETION_CHOICES] = "words",
                                        [COMPLETION_FILES] = "files",
                                        [COMPLETION_FOLDERS] = "folders",
                                        [COMPLETION_VERBS] = "words $_steadycast_verbs"};
    fputs(kinds[kind], stdout);
    if (kind != COMPLETION_CHOICES)
        return;
    putchar(' ');
    for (; *choices; choices++)
        putchar(*choices == '|' ? ' ' : *choices);
}

static void print_value(const struct option_spec *spec) {
    printf("        --%s", spec->name);
    if (spec->letter)
        printf(" | -%c", spec->letter);
    char room[COMPLETION_ROOM];
    printf(") _steadycast_offer ");
    print_kind(completion_of_option(spec), completion_choices(spec, room));
    printf("; return ;;\n");
}

static void print_verb(const struct verb *verb) {
    printf("    %s)\n        options='", verb->name);
    for (int i = 0; i < verb->spec_count; i++) {
        const struct option_spec *spec = &verb->specs[i];
        printf("--%s", spec->name);
        if (spec->letter)
            printf(",-%c", spec->letter);
        putchar(' ');
    }
    printf("--exit-zero --help,-h'\n        operand='");
    print_kind(completion_of_name(verb->operands), "");
    printf("'\n        case $previous in\n");
    for (int i = 0; i < verb->spec_count; i++)
        if (verb->specs[i].kind != OPTION_FLAG)
            print_value(&verb->specs[i]);
    printf("        esac\n        ;;\n");
}

void completion_print_bash(void) {
    printf("_steadycast_verbs='");
    for (int i = 0; verbs[i]; i++)
        printf("%s%s", i ? " " : "", verbs[i]->name);
    printf("'\n%s", head);
    for (int i = 0; verbs[i]; i++)
        print_verb(verbs[i]);
    fputs(tail, stdout);
}
