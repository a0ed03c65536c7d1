/* SPDX-License-Identifier: MIT */
/* The folder of a campaign for the one run that works on it: made or taken up again, locked,
 * repaired. */
#pragma once

#include "solver/base/locked_file.h"
#include "tools/steadycast/sweep/answers.h"

/* The files below FOLDER/certificates: whether they are those of an answer, and those that no
 * answer names. */

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

struct sweep_folder {
    const char *path; /* borrowed */
    struct lock_file lock;
    int workers; /* a file whose lock the processes that are forked from this one share */
    bool others; /* as in the options */
    struct store store;
    struct answers answers;
};

struct sweep_folder_options {
    struct campaign_shard shard;
    bool change; /* the folder may be of another campaign, if its answers are asked here too */
    bool others; /* .. and answers that are not asked here stay in the store, for a later run */
    store_fault *fault; /* called for each line and file that is damaged or was changed */
    void *context;
};

/* STATUS_INPUT if another run holds it, if it is of another campaign or shard (with the first line
 * that differs), or can't be written. Damaged lines are set aside, answers whose certificates are
 * missing or changed, or whose input files are other ones now, are forgotten, so that all are done
 * anew. Workers of a killed run, which may live a moment longer and write, are waited for;
 * STATUS_SYSTEM if they do not end. The campaign gets the base of its names, and lives longer. The
 * caller closes the folder. */
enum status sweep_folder_open(struct sweep_folder *folder, const char *path,
                              struct campaign *campaign, const struct sweep_folder_options *options,
                              struct failure *failure);

/* Is the folder that of a campaign (*there), and of another one than this (*changed)? STATUS_INPUT
 * if it is, unless `change`. */
enum status sweep_folder_compare(const char *path, const struct campaign *campaign, bool change,
                                 bool *there, bool *changed, struct failure *failure);

/* Removes files below certificates/ that no answer names: of killed workers, of cases that are not
 * asked any more. All has its answer, and nobody is at work. */
void sweep_folder_tidy(struct sweep_folder *folder);

/* `done`: nothing is left of the run, and what it needed goes. */
void sweep_folder_close(struct sweep_folder *folder, bool done);

/* Asked from outside, without taking the lock: *process = who runs the campaign; 0: nobody; -1: a
 * process of another machine. */
enum status sweep_folder_running(const char *folder, long *process, struct failure *failure);
