/* SPDX-License-Identifier: MIT */
/* Completion of command lines by a shell: verbs, the options of each, and their values, made from
 * the tables of the verbs. What a value is completed to follows from its kind and from its name in
 * the help: choices to their words, FILE and PREFIX to files, FOLDER to folders, VERB to verbs, and
 * nothing else to anything. An option that was given is not offered again. */
#pragma once

#include "tools/steadycast/frame/verb.h"

enum completion_shell { COMPLETION_BASH, COMPLETION_ZSH }; /* in the order of help --completion */

/* The whole script on the standard output. */
void completion_print(enum completion_shell shell);
