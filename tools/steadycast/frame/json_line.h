/*
 * Answers as JSON: one object a line on stdout.
 */
#ifndef STEADYCAST_TOOLS_JSON_LINE_H
#define STEADYCAST_TOOLS_JSON_LINE_H

#include <jansson.h>

#include "automata/status.h"

/* Prints the object, keys in their order, and gives it back; NULL is memory that was refused. */
enum status json_line(json_t *object, struct failure *failure);

#endif
