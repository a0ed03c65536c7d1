/* SPDX-License-Identifier: MIT */
/*
 * Answers as JSON: one object a line on stdout.
 */
#ifndef STEADYCAST_TOOLS_JSON_LINE_H
#define STEADYCAST_TOOLS_JSON_LINE_H

#include <jansson.h>

#include "automata/status.h"

/* Prints the object, keys in their order, and gives it back; NULL is memory that was refused. */
enum status json_line(json_t *object, struct failure *failure);

/* A text as it is, or, where it is no UTF-8, as names of files may be, with a question mark for
 * each byte that is not ASCII. NULL without memory. */
json_t *json_any_text(const char *text);

#endif
