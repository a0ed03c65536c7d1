/* SPDX-License-Identifier: MIT */
#include "solver/question/decide/outcome.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/model/certificates.h"

void outcome_clear(struct outcome *outcome) {
    FREE_ALL(outcome->lower, outcome->upper);
    for (int i = 0; i < outcome->fact_count; i++)
        free(outcome->facts[i].value);
    evidence_clear(&outcome->schedule);
    evidence_clear(&outcome->bound);
    if (outcome->detail)
        outcome->clear_detail(outcome->detail);
    free(outcome->detail);
    *outcome = (struct outcome){.by = outcome->by};
}

void outcome_leave_open(struct outcome *outcome, const char *reason) {
    snprintf(outcome->reason, sizeof outcome->reason, "%s", reason);
}

static enum status add(struct outcome *outcome, const char *name, char *value,
                       struct failure *failure) {
    require(outcome->fact_count < OUTCOME_MOST_FACTS);
    TRY(memory_check(value, failure, "an answer"));
    outcome->facts[outcome->fact_count++] = (struct outcome_fact){name, value};
    return STATUS_OK;
}

enum status outcome_add_text(struct outcome *outcome, const char *name, const char *value,
                             struct failure *failure) {
    return add(outcome, name, strdup(value), failure);
}

enum status outcome_add_number(struct outcome *outcome, const char *name, int64_t value,
                               struct failure *failure) {
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    return outcome_add_text(outcome, name, digits, failure);
}

enum status outcome_add_big(struct outcome *outcome, const char *name, mpz_srcptr value,
                            struct failure *failure) {
    return add(outcome, name, mpz_get_str(NULL, 10, value), failure);
}

static enum status give_number(mpz_srcptr number, char **text, struct failure *failure) {
    char *digits = mpz_get_str(NULL, 10, number);
    TRY(memory_check(digits, failure, "a number"));
    free(*text);
    *text = digits;
    return STATUS_OK;
}

enum status outcome_give_bounds(struct outcome *outcome, mpz_srcptr lower, mpz_srcptr upper,
                                struct failure *failure) {
    bool both = lower && upper && mpz_cmp(lower, upper) == 0;
    outcome->verdict = both ? VERDICT_SETTLED : VERDICT_INTERVAL;
    if (lower)
        TRY(give_number(lower, &outcome->lower, failure));
    return upper ? give_number(upper, &outcome->upper, failure) : STATUS_OK;
}

enum status outcome_give_range(struct outcome *outcome, int64_t lower, int64_t upper,
                               struct failure *failure) {
    BIG(least, most);
    mpz_set_si(least, lower);
    mpz_set_si(most, upper);
    return outcome_give_bounds(outcome, lower < 0 ? NULL : least, upper < 0 ? NULL : most, failure);
}

enum status outcome_give_detail(struct outcome *outcome, const void *detail, size_t size,
                                void (*clear)(void *detail), struct failure *failure) {
    require(!outcome->detail && size > 0);
    outcome->detail = memory_new(1, size);
    outcome->clear_detail = clear;
    if (outcome->detail && detail)
        memcpy(outcome->detail, detail, size);
    if (!outcome->detail && detail)
        clear((void *)detail);
    return outcome->detail ? STATUS_OK : failure_memory(failure, "an answer");
}

void outcome_give_messages(struct outcome *outcome, const struct message_list *list) {
    outcome->messages = list;
    outcome->schedule = evidence_of_messages(list);
}

struct evidence outcome_evidence(const struct outcome *outcome, const char *kind,
                                 evidence_put *put) {
    return evidence_borrowed(kind, put, outcome->detail);
}

/* --- evidence that is owned --- */

static enum status set_evidence(struct outcome *outcome, enum verdict verdict,
                                struct evidence borrowed, void *given, size_t size,
                                void (*clear)(void *body), struct failure *failure) {
    struct evidence *side = verdict == VERDICT_FEASIBLE ? &outcome->schedule : &outcome->bound;
    evidence_clear(side);
    *side = borrowed;
    *outcome->reason = 0;
    enum status status = evidence_keep(side, size, clear, failure);
    memset(given, 0, size);
    if (!status)
        outcome->verdict = verdict;
    return status;
}

static void free_cnf(struct cnf_proof *proof) {
    free(proof->lrat.numbers);
}

static void free_periodic(struct periodic_proof *proof) {
    free(proof->lrat.numbers);
}

/* Defines outcome_give_.. and the clear_.. of what it gives. */
#define GIVE(name, type, answer, evidence_of, clear)                                               \
    EVIDENCE_CLEAR(clear_##name, clear)                                                            \
    enum status outcome_give_##name(struct outcome *outcome, type *given,                          \
                                    struct failure *failure) {                                     \
        return set_evidence(outcome, answer, evidence_of(given), given, sizeof *given,             \
                            clear_##name, failure);                                                \
    }
GIVE(schedule, struct schedule, VERDICT_FEASIBLE, evidence_of_schedule, schedule_clear)
GIVE(window, struct family, VERDICT_FEASIBLE, evidence_of_window, family_clear)
GIVE(stream, struct logp_schedule, VERDICT_FEASIBLE, evidence_of_logp_schedule, logp_schedule_clear)
GIVE(residues, struct residue_proof, VERDICT_INFEASIBLE, evidence_of_residues, residue_proof_clear)
GIVE(prices, struct prices, VERDICT_INFEASIBLE, evidence_of_prices, prices_clear)
GIVE(cnf, struct cnf_proof, VERDICT_INFEASIBLE, evidence_of_cnf, free_cnf)
GIVE(periodic, struct periodic_proof, VERDICT_INFEASIBLE, evidence_of_impossible_periodic,
     free_periodic)

void outcome_take_schedule(struct outcome *outcome, struct outcome *from) {
    evidence_clear(&outcome->schedule);
    outcome->schedule = from->schedule;
    outcome->nodes += from->nodes;
    from->schedule = (struct evidence){.kind = NULL};
}

const struct schedule *outcome_schedule(const struct outcome *outcome) {
    return outcome->schedule.clear == clear_schedule ? outcome->schedule.body : NULL;
}

const struct family *outcome_window(const struct outcome *outcome) {
    return outcome->schedule.clear == clear_window ? outcome->schedule.body : NULL;
}

const struct logp_schedule *outcome_stream(const struct outcome *outcome) {
    return outcome->schedule.clear == clear_stream ? outcome->schedule.body : NULL;
}

const struct prices *outcome_prices(const struct outcome *outcome) {
    return outcome->bound.clear == clear_prices ? outcome->bound.body : NULL;
}

const struct evidence *outcome_proof(const struct outcome *outcome) {
    return outcome->schedule.kind ? &outcome->schedule : &outcome->bound;
}
