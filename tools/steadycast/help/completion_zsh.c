/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tools/steadycast/help/completion.h"

/* A text within single quotes and within [..] or between : of _arguments and _describe. */
static void print_quoted(const char *text) {
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (*text == '\n')
            putchar(' ');
        else if (*text == '[' || *text == ']' || *text == ':' || *text == '\\')
            printf("\\%c", *text);
        else
            putchar(*text);
}

/* `:message:action` of _arguments. */
static void print_action(const char *name, enum completion_kind kind) {
    static const char *const actions[] = {[COMPLETION_NOTHING] = " ",
                                          [COMPLETION_FILES] = "_files",
                                          [COMPLETION_FOLDERS] = "_path_files -/",
                                          [COMPLETION_VERBS] = "_steadycast_verb"};
    putchar(':');
    print_quoted(kind == COMPLETION_CHOICES ? "choice" : name);
    putchar(':');
    if (kind != COMPLETION_CHOICES) {
        fputs(actions[kind], stdout);
        return;
    }
    putchar('(');
    for (; *name; name++)
        putchar(*name == '|' ? ' ' : *name);
    putchar(')');
}

static void print_option(const struct option_spec *spec) {
    bool value = spec->kind != OPTION_FLAG;
    char room[COMPLETION_ROOM];
    printf("            ");
    if (spec->letter)
        printf("'(-%c --%s)'{-%c%s,--%s%s}'[", spec->letter, spec->name, spec->letter,
               value ? "+" : "", spec->name, value ? "=" : "");
    else
        printf("'--%s%s[", spec->name, value ? "=" : "");
    print_quoted(spec->help);
    putchar(']');
    if (value)
        print_action(completion_choices(spec, room), completion_of_option(spec));
    printf("' \\\n");
}

static void print_verb(const struct verb *verb) {
    enum completion_kind operand = completion_of_name(verb->operands);
    printf("    %s)\n        _arguments -s -S \\\n", verb->name);
    for (int i = 0; i < verb->spec_count; i++)
        print_option(&verb->specs[i]);
    printf("            --exit-zero'[exit with 0 where an answer is settled]' \\\n");
    printf("            '(-h --help)'{-h,--help}'[explain this verb]'");
    if (*verb->operands) {
        printf(" \\\n            '*");
        print_action(verb->operands, operand);
        putchar('\'');
    }
    printf("\n        ;;\n");
}

void completion_print_zsh(void) {
    printf("#compdef steadycast\n"
           "# Completion of steadycast for zsh, made by: steadycast help --completion zsh\n\n"
           "_steadycast_verb() {\n    local -a verbs\n    verbs=(\n");
    for (int i = 0; verbs[i]; i++) {
        printf("        '%s:", verbs[i]->name);
        print_quoted(verbs[i]->summary);
        printf("'\n");
    }
    printf("    )\n    _describe -t verbs verb verbs\n}\n\n"
           "_steadycast() {\n"
           "    if ((CURRENT == 2)); then\n"
           "        _arguments '(-h --help)'{-h,--help}'[list the verbs]' "
           "'--version[print the version]' ':verb:_steadycast_verb'\n"
           "        return\n"
           "    fi\n"
           "    local verb=$words[2]\n"
           "    shift words\n"
           "    ((CURRENT--))\n"
           "    case $verb in\n");
    for (int i = 0; verbs[i]; i++)
        print_verb(verbs[i]);
    printf("    esac\n}\n\n_steadycast \"$@\"\n");
}
