/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/help/manual.h"

#include <stdio.h>
#include <string.h>

#include "solver/question/engines.h"

enum completion_kind {
    COMPLETION_NOTHING,
    COMPLETION_CHOICES, /* the words of the option's table */
    COMPLETION_FILES,
    COMPLETION_FOLDERS,
    COMPLETION_VERBS
};

/* What a value or operand of this name is completed to, such as `[FILE]`. */
static enum completion_kind completion_of_name(const char *name) {
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

/* The words of COMPLETION_CHOICES, `|` between them: of the option's table, or all engines. */
enum { COMPLETION_ROOM = 600 };
static const char *completion_choices(const struct option_spec *spec, char text[COMPLETION_ROOM]) {
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

/* COMPLETION_NOTHING for a flag, too. */
static enum completion_kind completion_of_option(const struct option_spec *spec) {
    if (spec->kind == OPTION_CHOICE || is_engine(spec))
        return COMPLETION_CHOICES;
    return spec->kind == OPTION_NAME ? completion_of_name(spec->argument) : COMPLETION_NOTHING;
}

/* --- bash --- */

/* A line @VERBS@ is where they go. A value behind = is a word of its own for bash. Folders are
 * files, too: both are offered. */
extern const char text_completion[];

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

static void print_bash_verb(const struct verb *verb) {
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
    for (int i = 0; i < verb->spec_count; i++) {
        const struct option_spec *spec = &verb->specs[i];
        char room[COMPLETION_ROOM];
        if (spec->kind == OPTION_FLAG)
            continue;
        printf("        --%s", spec->name);
        if (spec->letter)
            printf(" | -%c", spec->letter);
        printf(") _steadycast_offer ");
        print_kind(completion_of_option(spec), completion_choices(spec, room));
        printf("; return ;;\n");
    }
    printf("        esac\n        ;;\n");
}

static void completion_print_bash(void) {
    printf("_steadycast_verbs='");
    for (int i = 0; verbs[i]; i++)
        printf("%s%s", i ? " " : "", verbs[i]->name);
    static const char place[] = "@VERBS@\n";
    const char *found = strstr(text_completion, place);
    printf("'\n%.*s", (int)(found - text_completion), text_completion);
    for (int i = 0; verbs[i]; i++)
        print_bash_verb(verbs[i]);
    puts(found + strlen(place));
}

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

static void print_zsh_verb(const struct verb *verb) {
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

static void completion_print_zsh(void) {
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
        print_zsh_verb(verbs[i]);
    printf("    esac\n}\n\n_steadycast \"$@\"\n");
}

void completion_print(enum completion_shell shell) {
    if (shell == COMPLETION_BASH)
        completion_print_bash();
    else
        completion_print_zsh();
}
