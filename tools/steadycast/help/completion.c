/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/help/completion.h"

#include <stdio.h>
#include <string.h>

#include "solver/question/engines.h"

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

static bool is_engine(const struct option_spec *spec) {
    return spec->kind == OPTION_TEXT && strcmp(spec->name, "engine") == 0;
}

static bool is_first_of_name(int row) {
    for (int i = 0; i < row; i++)
        if (strcmp(engine_row(i)->name, engine_row(row)->name) == 0)
            return false;
    return true;
}

const char *completion_choices(const struct option_spec *spec, char text[COMPLETION_ROOM]) {
    if (!is_engine(spec))
        return spec->argument;
    size_t used = (size_t)snprintf(text, COMPLETION_ROOM, "all");
    for (int row = 0; engine_row(row); row++)
        if (is_first_of_name(row) && used < COMPLETION_ROOM)
            used +=
                (size_t)snprintf(text + used, COMPLETION_ROOM - used, "|%s", engine_row(row)->name);
    return text;
}

enum completion_kind completion_of_option(const struct option_spec *spec) {
    if (spec->kind == OPTION_CHOICE || is_engine(spec))
        return COMPLETION_CHOICES;
    return spec->kind == OPTION_NAME ? completion_of_name(spec->argument) : COMPLETION_NOTHING;
}

void completion_print(enum completion_shell shell) {
    if (shell == COMPLETION_BASH)
        completion_print_bash();
    else
        completion_print_zsh();
}
