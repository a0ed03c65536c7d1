/* SPDX-License-Identifier: MIT */
/*
 * What an engine answers to a question of any subject: yes, no or unknown, or a number between two
 * bounds, with the evidence for each side.
 */
#ifndef STEADYCAST_SOLVER_QUESTION_OUTCOME_H
#define STEADYCAST_SOLVER_QUESTION_OUTCOME_H

#include <gmp.h>
#include <stdint.h>

#include "solver/certificate/evidence.h"
#include "solver/decide/answer.h"
#include "solver/items/items_schedule.h"

/* Of questions with yes or no the first three, of the others the first and the last two. */
enum outcome_verdict {
    OUTCOME_UNKNOWN, /* never impossible */
    OUTCOME_FEASIBLE,
    OUTCOME_INFEASIBLE,
    OUTCOME_SETTLED, /* lower = upper */
    OUTCOME_INTERVAL /* lower < upper, or one of them is not known */
};
enum { OUTCOME_VERDICTS = OUTCOME_INTERVAL + 1 };

/* The messages of the schedule that the detail holds: of `items` items, of streams; else, with
 * items = 0, all of them, which borrow the detail. */
typedef enum status outcome_list_of(const void *detail, int items, struct items_schedule *schedule,
                                    struct failure *failure);

/* `settled`: in answers and results. Static. */
const char *outcome_name(enum outcome_verdict verdict);

/* Something is left to be found: it is unknown, or an interval. */
bool outcome_is_open(enum outcome_verdict verdict);

struct outcome {
    enum outcome_verdict verdict;
    char *lower;       /* decimal; NULL: none is known; owned */
    char *upper;       /* the same */
    const char *by;    /* who answered: the engine, or the construction that it found; static */
    char reason[200];  /* why it is unknown, or an interval; else "" */
    uint64_t nodes;    /* the engine's own measure of work */
    const char *state; /* as in struct answer */
    struct evidence schedule; /* the answer is yes, or the number is reached */
    struct evidence bound;    /* the answer is no, or the number is not passed */
    void *detail;             /* what else the engine found, of the type that the subject's header
                                 (single_time.h, ..) says; evidence may borrow it; or NULL; owned */
    void (*clear_detail)(void *detail);
    outcome_list_of *list; /* the messages of the schedule; NULL: they can't be listed */
};

void outcome_init(struct outcome *outcome, const char *by);
void outcome_clear(struct outcome *outcome);

/* Why it is open; a text that is too long is cut. */
void outcome_leave_open(struct outcome *outcome, const char *reason);

/* Verdict and bounds; NULL: not known. */
enum status outcome_give_bounds(struct outcome *outcome, mpz_srcptr lower, mpz_srcptr upper,
                                struct failure *failure);

/* The same for small numbers; negative: not known. */
enum status outcome_give_range(struct outcome *outcome, int64_t lower, int64_t upper,
                               struct failure *failure);

/* The detail becomes a copy of `detail`, zeroed memory if that is NULL. When it fails, `clear` has
 * freed what is in it. */
enum status outcome_give_detail(struct outcome *outcome, const void *detail, size_t size,
                                void (*clear)(void *detail), struct failure *failure);

/* Evidence that borrows the detail. */
struct evidence outcome_evidence(const struct outcome *outcome, const char *kind,
                                 evidence_put *put);

/* Fills `schedule` (not initialised before), which is cleared before the outcome. STATUS_INPUT if
 * there is no schedule, or for a number of items that it is not for. */
enum status outcome_list(const struct outcome *outcome, int items, struct items_schedule *schedule,
                         struct failure *failure);

/* For who lends a list that is not of a stream. */
enum status outcome_lend(const struct message_list *list, int items,
                         struct items_schedule *schedule, struct failure *failure);

/* Takes over an answer of yes, no or unknown, which becomes the detail. */
enum status outcome_take_answer(struct outcome *outcome, struct answer *answer,
                                struct failure *failure);

#endif
