/* SPDX-License-Identifier: MIT */
/*
 * Completion of command lines by a shell: verbs, the options of each, and their values, made from
 * the tables of the verbs. What a value is completed to follows from its kind and from its name in
 * the help: choices to their words, FILE and PREFIX to files, FOLDER to folders, VERB to verbs, and
 * nothing else to anything. An option that was given is not offered again.
 */
#ifndef STEADYCAST_TOOLS_COMPLETION_H
#define STEADYCAST_TOOLS_COMPLETION_H

#include "tools/steadycast/frame/verb.h"

enum completion_shell { COMPLETION_BASH, COMPLETION_ZSH }; /* in the order of help --completion */

enum completion_kind {
    COMPLETION_NOTHING,
    COMPLETION_CHOICES, /* the words of the option's table */
    COMPLETION_FILES,
    COMPLETION_FOLDERS,
    COMPLETION_VERBS
};

/* What a value or operand of this name is completed to, such as `[FILE]`. */
enum completion_kind completion_of_name(const char *name);

/* What the value of an option is completed to; COMPLETION_NOTHING for a flag, too. */
enum completion_kind completion_of_option(const struct option_spec *spec);

/* The words of COMPLETION_CHOICES, `|` between them: of the option's table, or all engines. */
enum { COMPLETION_ROOM = 600 };
const char *completion_choices(const struct option_spec *spec, char text[COMPLETION_ROOM]);

/* The whole script on the standard output. */
void completion_print(enum completion_shell shell);
void completion_print_bash(void);
void completion_print_zsh(void);

#endif
