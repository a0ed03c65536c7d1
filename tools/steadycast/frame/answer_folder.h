/* SPDX-License-Identifier: MIT */
/* The folder of --output in which the certificates of one answer stand under fixed names: all of
 * them, or none. Several runs may have the same folder: FOLDER/.lock is locked while one of them
 * writes its answer there, so that each answer is of one run. */
#pragma once

#include "solver/question/decide/outcome.h"
#include "tools/steadycast/frame/options.h"

enum { ANSWER_FOLDER_PATH_ROOM = 4096 };

struct answer_folder {
    const char *path; /* NULL: without --output, and nothing is done */
    bool force;       /* what is there is replaced */
    int count;        /* of the files that an answer may have at most */
    const char *const *names;
};

/* As --output and --force of the verb say. */
struct answer_folder answer_folder(const struct arguments *arguments, const char *const *names,
                                   int count);

/* path = FOLDER/name and ending. */
enum status answer_folder_path(const struct answer_folder *folder, const char *name,
                               const char *ending, char path[ANSWER_FOLDER_PATH_ROOM],
                               struct failure *failure);

/* Makes the folder; sees whether this file of it could be written, and all files of an answer:
 * STATUS_INPUT also while another run writes its own. */
enum status answer_folder_make(const struct answer_folder *folder, struct failure *failure);
enum status answer_folder_probe_file(const struct answer_folder *folder, const char *name,
                                     struct failure *failure);
enum status answer_folder_probe(const struct answer_folder *folder, struct failure *failure);

/* Writes file 0, 1, .., a certificate, to this path, which may be overwritten. */
typedef enum status answer_folder_file(const void *context, int file, const char *path,
                                       struct failure *failure);

/* For answers with a schedule and a bound: schedule.cert and bound.cert; of two halves these are of
 * the first one, and second.cert and second-bound.cert of the second one. */
struct answer_folder answer_folder_of_sides(const struct arguments *arguments);
enum status answer_folder_write_sides(const struct answer_folder *folder,
                                      const struct outcome *outcome, const struct limits *limits,
                                      struct failure *failure);
