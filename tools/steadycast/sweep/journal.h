/* SPDX-License-Identifier: MIT */
/*
 * The journal of a campaign: FOLDER/journal.jsonl, one line for each attempt at a case, in the
 * order in which they ended. It is only ever appended to, but for lines that were found damaged.
 */
#ifndef STEADYCAST_TOOLS_JOURNAL_H
#define STEADYCAST_TOOLS_JOURNAL_H

#include "tools/steadycast/sweep/case_result.h"

/* The pieces of a case that is cut. */
struct journal_pieces {
    int count;
    struct case_result *last; /* one for each; without name: none yet */
};

/* The last attempt at each case, and at each piece of one. */
struct journal {
    const struct campaign *campaign; /* borrowed */
    struct case_result *last;        /* one for each case; without name: none yet; owned */
    struct journal_pieces *pieces;   /* the same; owned */
    long lines;
    long damaged;   /* lines that could not be taken, the torn end of a killed run not among them */
    bool torn;      /* the last line has no end */
    bool put_away;  /* it was read from results.jsonl */
    double seconds; /* of all attempts */
};

/* Told of what is wrong with a line, or with a certificate, by number and name. */
typedef void journal_fault(void *context, long line, const char *what);

/*
 * Reads FOLDER's journal, which may be missing, as far as it can be taken; `fault` may be NULL.
 * STATUS_INPUT if it can't be read at all, STATUS_MEMORY for memory. The caller clears it.
 */
enum status journal_read(struct journal *journal, const char *folder,
                         const struct campaign *campaign, journal_fault *fault, void *context,
                         struct failure *failure);

/* The same for who only reads: of a campaign that is put away (campaign_folder.h) the answers are
 * in results.jsonl. */
enum status journal_read_kept(struct journal *journal, const char *folder,
                              const struct campaign *campaign, journal_fault *fault, void *context,
                              struct failure *failure);
void journal_clear(struct journal *journal);

/* Is there a last attempt at this case, and is it final? */
bool journal_has(const struct journal *journal, size_t index);
bool journal_is_final(const struct journal *journal, size_t index);

/* Takes over what a line says, as if it had been read; frees `result` or keeps it. STATUS_INPUT if
 * it is about no case of the campaign. */
enum status journal_take(struct journal *journal, struct case_result *result,
                         struct failure *failure);

/* STATUS_INPUT, with the name of the file, unless the i-th certificate of a result is there with
 * the digest of the journal. */
enum status journal_check_certificate(const char *folder, const struct case_result *result, int i,
                                      struct failure *failure);

#endif
