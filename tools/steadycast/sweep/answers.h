/* SPDX-License-Identifier: MIT */
/* The answers of a campaign as its store has them, in memory, by the numbers of the cases. */
#pragma once

#include "tools/steadycast/campaign/case_result.h"
#include "tools/steadycast/sweep/store.h"

/* The last attempt at each case. */
struct answers {
    const struct campaign *campaign; /* borrowed */
    struct campaign_shard shard;     /* to which the cases have to belong; all zero: to any */
    struct case_result *last;        /* one for each case; without name: none yet; owned */
    long *ids;                       /* their rows in the store, answers_note_cases; owned */
    long attempts;
    long newest;    /* id of the last one that was read */
    long damaged;   /* that could not be taken */
    bool put_away;  /* they were read from results.jsonl */
    double seconds; /* of all attempts */
};

/* What is wrong with a folder goes to stderr. */
store_fault answers_log_fault;

/* Without any. STATUS_MEMORY without memory. The caller clears them. */
enum status answers_init(struct answers *answers, const struct campaign *campaign,
                         struct failure *failure);
void answers_clear(struct answers *answers);

/* Adds what a store says; lines that are damaged, or about no case of the campaign, are reported to
 * `fault` and left out. `where`: the folder, for messages, or NULL: without it. O(attempts). */
enum status answers_read(struct answers *answers, struct store *store, const char *where,
                         store_fault *fault, void *context, struct failure *failure);

/* All of a folder for who only reads; `results`: what a folder that is put away has, whatever else
 * is there. What is wrong with the store is reported to `fault`, if that is not NULL. STATUS_INPUT
 * for what is no folder of a campaign. The caller clears campaign and answers. */
enum status answers_load(const char *folder, bool results, struct campaign *campaign,
                         struct campaign_shard *shard, struct answers *answers, store_fault *fault,
                         void *context, struct failure *failure);

/* Moves such lines to the table `damaged`. */
enum status answers_set_damaged_aside(const struct answers *answers, struct store *store,
                                      struct failure *failure);

/* Writes the state of each case into the store: its number, line and state; cases of another
 * campaign lose their number. */
enum status answers_note_cases(struct answers *answers, struct store *store,
                               struct failure *failure);

/* Is there a last attempt at this case, and is it final? */
bool answers_has(const struct answers *answers, size_t index);
bool answers_is_final(const struct answers *answers, size_t index);

/* As the table `cases` has it: `waiting`, `answered`, `open` or `failed`. */
const char *answers_state(const struct answers *answers, size_t index);

/* Takes over what came of an attempt, as if it had been read; frees `result` or keeps it.
 * STATUS_INPUT if it is about no case of the campaign, or of another shard. */
enum status answers_take(struct answers *answers, struct case_result *result,
                         struct failure *failure);
