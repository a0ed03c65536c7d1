/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/help/completion.h"

#include <string.h>

enum completion_kind completion_of_name(const char *name) {
    static const struct {
        const char *word;
        enum completion_kind kind;
    } words[] = {{"FILE", COMPLETION_FILES},
                 {"PREFIX", COMPLETION_FILES},
                 {"FOLDER", COMPLETION_FOLDERS},
                 {"VERB", COMPLETION_VERBS}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(name, words[i].word))
            return words[i].kind;
    return COMPLETION_NOTHING;
}

enum completion_kind completion_of_option(const struct option_spec *spec) {
    if (spec->kind == OPTION_CHOICE)
        return COMPLETION_CHOICES;
    return spec->kind == OPTION_NAME ? completion_of_name(spec->argument) : COMPLETION_NOTHING;
}

void completion_print(enum completion_shell shell) {
    if (shell == COMPLETION_BASH)
        completion_print_bash();
    else
        completion_print_zsh();
}
