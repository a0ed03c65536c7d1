/* SPDX-License-Identifier: MIT */
/* Kind reach: how many processors of a LogP machine can know an item at time T that one of them has
 * at time 0.
 *
 * Why no more than A(T), A of the grammar: let somebody have the item at time 0. By induction on s,
 * they and those who have it from them are A(s) at most at time s. Nobody else has it before l. For
 * s >= l let x >= 0 be the time of the first sending, if there is one: the receiver knows it from
 * x + l on and reaches A(s-x-l) <= A(s-l) with those below. The next sending begins at x + h or
 * later, and as if the item had come at time h the sender reaches A(s-h) with the others. A does
 * not descend. And if all send whenever they can, to somebody new, A(s) are reached, so far as
 * nothing but these two rules counts.
 *
 * A(s) changes at multiples of the greatest common divisor of h and l only, so all times are
 * divided by it first. */
#include "core/growth.h"
#include "core/read.h"
#include "rest/rules.h"

/* A(T); false beyond the limit of work. */
static bool count(const struct logp *machine, uint32_t time, struct reader *reader, mpz_ptr most) {
    struct growth growth;
    mpz_srcptr term = most;
    uint64_t apart = logp_apart(machine), transfer = logp_transfer(machine);
    uint64_t unit = growth_unit(apart, transfer);
    growth_init(&growth, reader, apart / unit, transfer / unit, 1);
    mpz_set_ui(most, 1);
    for (uint64_t s = transfer / unit; term && s <= time / unit; s++)
        term = growth_next(&growth);
    if (term)
        mpz_set(most, term);
    growth_clear(&growth);
    return term != NULL;
}

static void claim(const struct logp *machine, uint32_t time, struct verdict *verdict,
                  mpz_srcptr most) {
    logp_claim(machine, verdict);
    verdict_claim(verdict, ": no more than ");
    verdict_claim_number(verdict, most);
    verdict_claim(verdict, " processors know an item at time %u that one of them has at time 0",
                  time);
    verdict_fields(verdict, "time=%u", time);
    verdict_field_number(verdict, "most", most);
}

bool rule_reach(struct reader *reader) {
    struct logp machine;
    uint32_t time;
    if (!read_logp(reader, &machine) ||
        !read_number_line(reader, "time", 0, READ_NUMBER_LIMIT, &time))
        return false;
    mpz_t most;
    mpz_init(most);
    bool right =
        count(&machine, time, reader, most) && read_result_line(reader, "processors", most);
    if (right)
        claim(&machine, time, reader->verdict, most);
    mpz_clear(most);
    return right;
}
