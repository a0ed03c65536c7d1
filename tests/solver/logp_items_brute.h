/* SPDX-License-Identifier: MIT */
/* The least time for K items on a LogP machine by going through all schedules, cycle by cycle, with
 * any number of messages under way (capacity none). For up to 3 processors and 3 items, L + o and g
 * up to 6: one set of states a cycle. */
#pragma once

#include <stdlib.h>

#include "solver/question/logp_items_time.h"
#include "tests/solver/solver_test.h"

int logp_items_brute(const struct logp_items_question *question);

/* N = processors; the caller clears its number. */
static inline struct logp_items_question question_of(struct logp_machine machine,
                                                     enum logp_capacity capacity, long processors,
                                                     int items, bool single) {
    struct logp_items_question question = {
        .machine = machine, .capacity = capacity, .items = items, .single = single};
    mpz_init_set_si(question.processors, processors);
    return question;
}

static inline long receivers_of(const struct logp_items_question *question) {
    return mpz_get_si(question->processors);
}

/* A(0) .. A(last); release_known. */
static inline mpz_t *known_until(const struct logp_machine *machine, long last) {
    long l = logp_machine_transfer(machine), h = logp_machine_apart(machine);
    mpz_t *known = malloc((size_t)(last + 1) * sizeof *known);
    assert_non_null(known);
    for (long s = 0; s <= last; s++) {
        mpz_init_set_ui(known[s], 1);
        if (s >= l && s >= h)
            mpz_add(known[s], known[s - h], known[s - l]);
        else if (s >= l)
            mpz_add_ui(known[s], known[s - l], 1);
    }
    return known;
}

static inline void release_known(mpz_t *known, long last) {
    for (long s = 0; s <= last; s++)
        mpz_clear(known[s]);
    free(known);
}

/* Can all sendings of the source come to K N until then, its j-th one beginning at jh? */
static inline bool is_counting_enough(const struct logp_items_question *q, long time) {
    long last = time - logp_machine_transfer(&q->machine);
    if (last < 0)
        return false;
    mpz_t *known = known_until(&q->machine, last);
    mpz_t need;
    mpz_init(need);
    mpz_mul_ui(need, q->processors, (unsigned long)q->items);
    for (long s = last; s >= 0; s -= logp_machine_apart(&q->machine))
        mpz_sub(need, need, mpz_cmp(known[s], q->processors) < 0 ? known[s] : q->processors);
    bool is_enough = mpz_sgn(need) <= 0;
    mpz_clear(need);
    release_known(known, last);
    return is_enough;
}
