/* SPDX-License-Identifier: MIT */
/* The files that a question names: its answer is about what they hold. */
#ifndef STEADYCAST_SOLVER_QUESTION_QUESTION_FILES_H
#define STEADYCAST_SOLVER_QUESTION_QUESTION_FILES_H

#include "solver/question/question.h"

/* Called with one file: its name as written, and where it stands (question->base). Both are gone
 * afterwards. Anything but STATUS_OK ends the visit. */
typedef enum status question_file_visit(void *context, const char *name, const char *path,
                                        struct failure *failure);

/* Visits them in the order in which they are named, one that is named twice twice: that of a
 * formula, and the terms file:NAME of a network. The standard input (`-`) is no file; that of a
 * claim is none that is read as it is. `context` is for `visit`, whose status is returned;
 * STATUS_MEMORY. */
enum status question_files(const struct question *question, question_file_visit *visit,
                           void *context, struct failure *failure);

#endif
