/* SPDX-License-Identifier: MIT */
/*
 * One family that the verb is to find, and the file that it goes to: what it is called, whether a
 * file that is there already holds it, and what is told of it.
 */
#ifndef STEADYCAST_TOOLS_FAMILY_FILE_H
#define STEADYCAST_TOOLS_FAMILY_FILE_H

#include <jansson.h>

#include "solver/model/logp_machine.h"
#include "solver/question/question.h"

enum family_of {
    FAMILY_DEPTHS,  /* all depths t, in the postal model */
    FAMILY_NUMBERS, /* all numbers of processors, in the postal model */
    FAMILY_STREAMS  /* all depths from some one on, on a LogP machine */
};

struct family_file {
    enum family_of of;
    struct logp_machine machine; /* o = 0 and g = 1 in the postal model */
};

enum { FAMILY_NAME_ROOM = 64 };

/* The file is called L7.cert, L7-every.cert or L3-o2-g4.cert. */
void family_file_name(const struct family_file *file, char name[static FAMILY_NAME_ROOM]);

/* For messages: `L = 7` or `L = 3, o = 2, g = 4`. */
void family_file_machine(const struct family_file *file, char text[static FAMILY_NAME_ROOM]);

/* The caller clears `question`, also after a failure. */
enum status family_file_question(const struct family_file *file, struct question *question,
                                 struct failure *failure);

/* STATUS_INPUT if there is another certificate under this name. */
enum status family_file_check(const struct family_file *file, const char *path,
                              struct failure *failure);

/* What was found, the detail of the outcome (solver/question/outcome.h): a line for people, without
 * the path. */
void family_file_tell(const struct family_file *file, const void *detail, char *line, size_t room);

/* The same as an answer of all verbs (json_answer.h), with the numbers that the line tells. */
json_t *family_file_object(const struct family_file *file, const void *detail, const char *path);

#endif
