/* SPDX-License-Identifier: MIT */
/* The parts of the verb enumerate. */
#pragma once

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/steadycast/frame/options.h"

/* The last line of a list as JSON: how many schedules there are, or, where `from` is a position,
 * how many there are at least. As output_file_body. */
enum status enumerate_print_total(FILE *file, const struct arguments *arguments, uint64_t listed,
                                  bool complete, const char *from, struct failure *failure);

/* Prints the object of a schedule, which is taken over, on a line. */
enum status enumerate_print_object(FILE *file, json_t *object, struct failure *failure);

/* Lists them as the options say; the exit status. A list that is not complete says so on stderr. */
int enumerate_stationary(const struct arguments *arguments);
