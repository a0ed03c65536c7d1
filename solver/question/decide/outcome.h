/* SPDX-License-Identifier: MIT */
/* What an engine answers to a question: yes, no or unknown, or a number between two bounds, with
 * the evidence for each side. An outcome owns what it found. */
#pragma once

#include <gmp.h>
#include <stdint.h>

#include "solver/base/evidence.h"
#include "solver/base/verdict.h"
#include "solver/items/items_schedule.h"
#include "solver/model/schedule.h"
#include "solver/proof/bound/prices.h"
#include "solver/proof/bound/residues.h"
#include "solver/proof/sat/refutation.h"
#include "solver/stream/construction/family.h"
#include "solver/stream/logp/logp_schedule.h"
#include "solver/stream/walk/walk.h"

/* The messages of the schedule that the detail holds; of one that borrows it, or owns its list. */
typedef enum status outcome_list_of(const void *detail, struct items_schedule *schedule,
                                    struct failure *failure);

/* What else an answer says: a number, or a text, under a name. */
struct outcome_fact {
    const char *name; /* static */
    char *value;      /* owned */
};
enum { OUTCOME_MOST_FACTS = 8 };

/* The first schedule, and its bound; the second one that stands behind it, and its bound. */
enum { PART_SCHEDULE, PART_BOUND, PART_SECOND, PART_SECOND_BOUND, OUTCOME_PARTS };

struct outcome {
    enum verdict verdict;
    char *lower;      /* decimal; NULL: none is known; owned */
    char *upper;      /* the same */
    const char *by;   /* who answered: the engine, or the construction that it found; static */
    char reason[200]; /* why it is unknown, or an interval; else "" */
    char note[200];   /* what else the engine has to say, or "" */
    int fact_count;
    struct outcome_fact facts[OUTCOME_MOST_FACTS];
    uint64_t nodes; /* nodes, conflicts or attempts: the engine's own measure of work */
    struct walk_statistics statistics; /* what was pruned, if it was asked for; else zeros */
    const char *state; /* file that keeps the search until it is forgotten; NULL: none; borrowed */
    bool resumed;      /* it rests on a state from before, which is trusted: see search_state.h */
    struct evidence schedule;             /* the answer is yes, or the number is reached */
    struct evidence bound;                /* the answer is no, or the number is not passed */
    struct evidence parts[OUTCOME_PARTS]; /* of a schedule whose certificate is several: each alone,
                                  borrowed from the detail; else without kind */
    void *detail; /* what else the engine found, of the type that the subject's header
                     (details.h) says; evidence may borrow it; or NULL; owned */
    void (*clear_detail)(void *detail);
    const struct message_list *messages; /* of the schedule, in the detail; or NULL: .. */
    outcome_list_of *list;               /* .. who makes them; NULL: nobody */
};

void outcome_clear(struct outcome *outcome);

/* Why it is open; a text that is too long is cut. */
void outcome_leave_open(struct outcome *outcome, const char *reason);

/* Adds a fact; at most OUTCOME_MOST_FACTS. */
enum status outcome_add_text(struct outcome *outcome, const char *name, const char *value,
                             struct failure *failure);
enum status outcome_add_number(struct outcome *outcome, const char *name, int64_t value,
                               struct failure *failure);
enum status outcome_add_big(struct outcome *outcome, const char *name, mpz_srcptr value,
                            struct failure *failure);

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

/* The schedule is a list of messages in the detail. */
void outcome_give_messages(struct outcome *outcome, const struct message_list *list);

/* Evidence that borrows the detail. */
struct evidence outcome_evidence(const struct outcome *outcome, const char *kind,
                                 evidence_put *put);

/* Yes, by the schedule, or by the family whose rule reaches the depth; no, by the proof. What is
 * given becomes the evidence of its side, and is taken over, also when memory is refused: it is all
 * zero then, and holds nothing. The verdict is set. */
enum status outcome_give_schedule(struct outcome *outcome, struct schedule *schedule,
                                  struct failure *failure);
enum status outcome_give_window(struct outcome *outcome, struct family *family,
                                struct failure *failure);
enum status outcome_give_stream(struct outcome *outcome, struct logp_schedule *stream,
                                struct failure *failure);
enum status outcome_give_residues(struct outcome *outcome, struct residue_proof *proof,
                                  struct failure *failure);
enum status outcome_give_prices(struct outcome *outcome, struct prices *prices,
                                struct failure *failure);
enum status outcome_give_cnf(struct outcome *outcome, struct cnf_proof *proof,
                             struct failure *failure);
enum status outcome_give_periodic(struct outcome *outcome, struct periodic_proof *proof,
                                  struct failure *failure);

/* Its schedule becomes that of another one, which has none any more, and its nodes are added. */
void outcome_take_schedule(struct outcome *outcome, struct outcome *from);

/* What they gave: NULL where that side is of another kind. Borrowed. */
const struct schedule *outcome_schedule(const struct outcome *outcome);
const struct family *outcome_window(const struct outcome *outcome);
const struct logp_schedule *outcome_stream(const struct outcome *outcome);
const struct prices *outcome_prices(const struct outcome *outcome);

/* The evidence of a yes or no: of the side which the answer is; its kind is NULL where there is
 * none. */
const struct evidence *outcome_proof(const struct outcome *outcome);
