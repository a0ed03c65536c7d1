/* SPDX-License-Identifier: MIT */
/* Manual pages in the language of man(7), made from the tables of the verbs: the same texts as
 * those of the help, filled to the width of the reader's window. What is indented in them stays so,
 * a line each. */
#pragma once

#include "tools/steadycast/frame/verb.h"

/* The page steadycast(1) on the standard output: what all verbs share, and a list of them. */
void manual_print_overview(const char *introduction);

/* The page steadycast-VERB(1) on the standard output. */
void manual_print_verb(const struct verb *verb);

/* Where the sections of a help text begin that have a heading, at `Files:` or `Examples:`; its end
 * if there are none. */
const char *manual_headings(const char *help);

/* Completion of command lines by a shell: verbs, the options of each, and their values, made from
 * the tables of the verbs. What a value is completed to follows from its kind and from its name in
 * the help: choices to their words, FILE and PREFIX to files, FOLDER to folders, VERB to verbs, and
 * nothing else to anything. An option that was given is not offered again. */

enum completion_shell { COMPLETION_BASH, COMPLETION_ZSH }; /* in the order of help --completion */

/* The whole script on the standard output. */
void completion_print(enum completion_shell shell);
