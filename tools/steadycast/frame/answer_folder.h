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
};

/* As --output and --force of the verb say. */
struct answer_folder answer_folder(const struct arguments *arguments);

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

/* The schedule and the bound of an answer: schedule.cert and bound.cert; of two halves these are of
 * the first one, and second.cert and second-bound.cert of the second one. Either all get their
 * names, and what was there of another answer is deleted, or nothing is changed. While another run
 * writes its answer this one waits; what that leaves is refused or replaced as what was there
 * before. A schedule that is too long, or stopped by the limits, is left out, which is remarked:
 * the answer is known all the same. */
enum status answer_folder_write(const struct answer_folder *folder, const struct outcome *outcome,
                                const struct limits *limits, struct failure *failure);
