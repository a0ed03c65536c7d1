/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/confirmed.h"

#include <stdlib.h>

#include "solver/base/input_file.h"
#include "solver/certificate/proof.h"
#include "solver/sat/dimacs.h"
#include "tools/steadycast/frame/confirmed_row.h"
#include "tools/steadycast/frame/confirmed_value.h"
#include "tools/steadycast/frame/fields.h"

/* --- what a question names --- */

static enum status read_clauses(struct confirmation *confirmation, struct failure *failure) {
    struct formula formula;
    const struct question *question = confirmation->question;
    char *path = input_file_path(question->base, question_text(question, KEY_FILE));
    enum status status =
        path ? dimacs_read_file(path, &formula, failure) : failure_memory(failure, "a formula");
    free(path);
    if (status)
        return status;
    const struct formula_proof proof = {.literals = formula.literals, .length = formula.length};
    formula_proof_digest(&proof, confirmation->clauses);
    formula_clear(&formula);
    return STATUS_OK;
}

enum status confirmation_open(struct confirmation *confirmation, const struct question *question,
                              bool schedule, const char *bound, struct failure *failure) {
    struct confirmation result = {.question = question, .bound = bound, .schedule = schedule};
    enum status status = STATUS_OK;
    if (question->subject == SUBJECT_GOSSIP)
        status = gossip_network_parse_in(question_text(question, KEY_NETWORK), question->base,
                                         &result.network, failure);
    if (question->subject == SUBJECT_FORMULA)
        status = read_clauses(&result, failure);
    if (status)
        return status;
    mpz_init(result.most);
    *confirmation = result;
    return STATUS_OK;
}

void confirmation_close(struct confirmation *confirmation) {
    if (confirmation->question->subject == SUBJECT_GOSSIP)
        gossip_network_clear(&confirmation->network);
    mpz_clear(confirmation->most);
    *confirmation = (struct confirmation){0};
}

/* --- one claim --- */

static bool fits(const struct confirmation *confirmation, const char *fields) {
    for (size_t i = 0; i < confirmed_row_count; i++) {
        const struct confirmed_row *row = &confirmed_rows[i];
        if (row->subject == confirmation->question->subject &&
            row->schedule == confirmation->schedule &&
            confirmed_row_fits(row, confirmation, fields))
            return true;
    }
    return false;
}

/* --- all delays --- */

/* The next claim is about the next P: that its delay is reached, or one less is not. */
static bool fits_next(const struct confirmation *delays, bool schedule, const char *fields) {
    struct question question;
    struct confirmation next = {.question = &question, .schedule = schedule};
    long latency = question_number(delays->question, KEY_LATENCY);
    char bound[24];
    snprintf(bound, sizeof bound, "%ld", latency + delays->depth);
    next.bound = bound;
    question_init(&question, SUBJECT_DELAY);
    question_set(&question, KEY_LATENCY, latency);
    question_set(&question, KEY_PROCESSORS, delays->served + 2);
    bool right = fits(&next, fields);
    question_clear(&question);
    return right;
}

static void take_delay(struct confirmation *delays, const char *fields) {
    bool bound = fields_say(fields, "kind", "prices");
    if (bound) {
        mpz_t depth;
        mpz_init(depth);
        delays->wrong |= delays->bounded || !fields_take(fields, "t", depth) ||
                         !mpz_fits_sint_p(depth) || mpz_cmp_si(depth, delays->depth) < 0;
        delays->depth = delays->wrong ? delays->depth : mpz_get_si(depth) + 1;
        mpz_clear(depth);
    }
    delays->wrong |= !fits_next(delays, !bound, fields);
    delays->bounded = bound;
    delays->served += !bound;
}

static bool delays_hold(const struct confirmation *delays) {
    return !delays->bounded &&
           delays->served == question_number(delays->question, KEY_PROCESSORS) - 1 &&
           confirmed_time(delays->bound) ==
               question_number(delays->question, KEY_LATENCY) + delays->depth;
}

/* --- claim after claim --- */

static bool is_all_delays(const struct confirmation *confirmation) {
    return confirmation->question->subject == SUBJECT_DELAYS && confirmation->schedule;
}

static bool is_stream_bound(const struct question *question, bool schedule) {
    return question->subject == SUBJECT_STREAM && !schedule;
}

static void add_most(struct confirmation *confirmation, const char *fields) {
    mpz_t most;
    mpz_init(most);
    if (fields_take(fields, "most", most))
        mpz_add(confirmation->most, confirmation->most, most);
    mpz_clear(most);
}

void confirmation_take(struct confirmation *confirmation, const char *fields) {
    if (is_all_delays(confirmation))
        take_delay(confirmation, fields);
    else
        confirmation->wrong |= !fits(confirmation, fields);
    if (is_stream_bound(confirmation->question, confirmation->schedule))
        add_most(confirmation, fields);
    confirmation->count++;
}

bool confirmation_holds(const struct confirmation *confirmation) {
    if (confirmation->wrong)
        return false;
    if (is_all_delays(confirmation))
        return delays_hold(confirmation);
    return confirmation->count == (is_stream_bound(confirmation->question, confirmation->schedule)
                                       ? confirmed_needed(confirmation)
                                       : 1);
}

bool confirmation_is_file(const struct question *question, bool schedule) {
    return question->subject == SUBJECT_DELAYS ||
           (is_stream_bound(question, schedule) &&
            question_number(question, KEY_GAP) <= question_number(question, KEY_OVERHEAD));
}
