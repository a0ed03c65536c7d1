/* SPDX-License-Identifier: MIT */
/*
 * All questions that can be asked, machine by traffic by aim, with who answers them: from the
 * tables of subjects and of engines themselves.
 */
#ifndef STEADYCAST_TOOLS_QUESTIONS_H
#define STEADYCAST_TOOLS_QUESTIONS_H

#include <jansson.h>

/* For people, on stdout. */
void questions_print(void);

/* The same as an array of objects; NULL without memory. */
json_t *questions_json(void);

#endif
