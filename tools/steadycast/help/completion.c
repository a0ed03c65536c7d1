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

/* Does `|name` stand in the text, as a whole? */
static bool is_there(const char *text, const char *name) {
    size_t length = strlen(name);
    for (; (text = strchr(text, '|')); text++)
        if (strncmp(text + 1, name, length) == 0 && (!text[1 + length] || text[1 + length] == '|'))
            return true;
    return false;
}

const char *completion_choices(const struct option_spec *spec, char text[COMPLETION_ROOM]) {
    const struct engine *engine;
    if (!is_engine(spec))
        return spec->argument;
    size_t used = (size_t)snprintf(text, COMPLETION_ROOM, "all");
    for (int subject = 0; subject < SUBJECTS; subject++)
        for (int i = 0; (engine = subject_engine((enum subject)subject, i)); i++)
            if (!is_there(text, engine->name) && used < COMPLETION_ROOM)
                used += (size_t)snprintf(text + used, COMPLETION_ROOM - used, "|%s", engine->name);
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
