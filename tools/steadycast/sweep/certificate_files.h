/* SPDX-License-Identifier: MIT */
/* The files below FOLDER/certificates: whether they are those of an answer, and those that no
 * answer names. */
#ifndef STEADYCAST_TOOLS_CERTIFICATE_FILES_H
#define STEADYCAST_TOOLS_CERTIFICATE_FILES_H

#include "tools/steadycast/sweep/answers.h"

/* STATUS_INPUT, with the name of the file, unless the i-th certificate of a result is there with
 * the digest of the store. */
enum status certificate_file_check(const char *folder, const struct case_result *result, int i,
                                   struct failure *failure);

/* `name`: below certificates/; `error`: errno of a folder that can't be read, else 0. */
typedef enum status certificate_stranger(void *context, const char *name, int error,
                                         struct failure *failure);

/* Visits them in the order of their names. Links are not followed. */
enum status certificate_files_visit(const char *folder, const struct answers *answers,
                                    certificate_stranger *visit, void *context,
                                    struct failure *failure);

#endif
