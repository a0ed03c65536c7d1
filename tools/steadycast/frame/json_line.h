/* SPDX-License-Identifier: MIT */
/*
 * Answers as JSON: one object a line on stdout.
 */
#ifndef STEADYCAST_TOOLS_JSON_LINE_H
#define STEADYCAST_TOOLS_JSON_LINE_H

#include <jansson.h>
#include <stdbool.h>

#include "automata/status.h"

/* Prints the object, keys in their order, and gives it back; NULL is memory that was refused. */
enum status json_line(json_t *object, struct failure *failure);

/*
 * A text as it is, or, where it is no UTF-8, with a question mark for each byte that is not ASCII;
 * null for NULL. For whatever has names of files in it, or words of users, of their files or of
 * other programs: json_pack takes nothing but UTF-8. NULL without memory.
 */
json_t *json_any_text(const char *text);

/*
 * What a user named, so that no two names look the same: as it is, or, where it has control
 * characters, is no UTF-8 or begins with `"`, as the quoted word of solver/base/quoted_word.h. NULL
 * without memory.
 */
json_t *json_name(const char *text);

#endif
