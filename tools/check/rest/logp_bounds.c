/* SPDX-License-Identifier: MIT */
/* Kinds reach and summation-bound: what processors of a LogP machine cannot do by a time, by
 * counting (core/growth.h). */
#include "core/growth.h"
#include "core/memory.h"
#include "core/read.h"
#include "rest/rules.h"

/* --- kind reach --- */

/* How many processors of a LogP machine can know an item at time T that one of them has at time 0.
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

/* A(T). */
static void count_reached(const struct logp *machine, uint32_t time, struct reader *reader,
                          mpz_ptr most) {
    struct growth growth;
    uint64_t apart = logp_apart(machine), transfer = logp_transfer(machine);
    uint64_t unit = growth_unit(apart, transfer);
    growth_init(&growth, reader, apart / unit, transfer / unit, 1);
    mpz_set_ui(most, 1);
    for (uint64_t s = transfer / unit; s <= time / unit; s++)
        mpz_set(most, growth_next(&growth));
}

static void claim_reach(const struct logp *machine, uint32_t time, struct verdict *verdict,
                        mpz_srcptr most) {
    const char *digits = memory_digits(most);
    logp_claim(machine, verdict);
    verdict_claim(verdict,
                  ": no more than %s processors know an item at time %u that one of them has at "
                  "time 0",
                  digits, time);
    verdict_fields(verdict, "time=%u most=%s", time, digits);
}

void rule_reach(struct reader *reader) {
    struct logp machine;
    read_logp(reader, &machine);
    uint32_t time = read_number_line(reader, "time", 0, READ_NUMBER_LIMIT);
    mpz_ptr most = memory_number();
    count_reached(&machine, time, reader, most);
    read_result_line(reader, "processors", most);
    claim_reach(&machine, time, reader->verdict, most);
}

/* --- kind summation-bound --- */

/* How many operands P processors of a LogP machine can add up in time T.
 *
 * Why no more than N, whatever a schedule does. Processors may send several messages here, keep
 * several values, receive a value long before they add it, and combine in any order; the capacity
 * of the network does not matter, and h = max(g,o+1). Take a schedule for the largest number of
 * operands, and of these one with the fewest messages. Only values that go into the sum are meant.
 *
 * (1) A value that is received is added there: otherwise its first sender sends it to where it is
 *     added at once, to be received when it is now, with fewer messages.
 * (2) If g <= o and processor p begins to receive a value A at time r, it has another value then.
 *     Otherwise let q send A at time s <= r-o-L.
 *      - If p sends a value V to x at a time after s and before r, let p keep V and use it in place
 *        of A, and q send A to x, where it is used in place of V (or keep it, if q = x). It is
 *        there when V is now, as it is sent earlier. This takes fewer messages.
 *      - If q has another value at s, let p use an operand of its own in place of A, and q add A to
 *        the other value in place of the cycles of sending it, of which there are o >= g >= 1. This
 *        takes more operands.
 *      - Otherwise q has nothing after s and p nothing until r, with all its sends ended by s+o:
 *        let them change places in all that they do before, and p has A. This takes fewer messages.
 *        (All receptions that change places begin at s-o or before, others on the same processor
 *        at s+o or behind, which is 2o >= g later.)
 * (3) Let S be the time when processor x sends for the last time, T for the one that has the sum at
 *     the end. All that it receives is received before. The last reception begins at S-(o+1) or
 *     before, by (1), and the last but j at S-(o+1)-jh or before: if g > o, by the gaps; if not, as
 *     it has another value then, besides the j+1 that are received, of which one is left at S; so
 *     j+1 additions follow, or sends, of o >= 1 cycles each, and j+1 receptions of o cycles.
 *     A processor whose last message is that one sends it o+L before.
 *     So T minus the time of the last send is at least the label of a node in the tree of the
 *     grammar, of another one for each processor, and with it the tree has the node's parent.
 * (4) With M messages between P' processors there are N-1 additions. In the time before its last
 *     send each processor adds for one cycle each, receives and sends for o cycles each. So
 *     N-1 <= T + (sum of S over the P'-1 others) - oM - o(M-(P'-1)), and M >= P'-1. Hence N-1 <=
 *     T + (sum of S-o over the others), which is at most T + the sum of the grammar.
 *
 * A(a), how many nodes have label a at most: besides the root each has an elder sibling, with its
 * label less h, or is a first child, with its parent's label less l, l = L+1+2o. So A(a) = 1 for
 * a < l, A(a) = A(a-h) + A(a-l) for a >= l, if A is 1 below 0. The i-th of the least labels, a_i,
 * adds T-o-a_i to the sum of the grammar, one for each a with a_i <= a < T-o; so the sum is that of
 * min(A(a),P) - 1 over a = 0 .. T-o-1. */

struct bound {
    struct logp machine;
    uint32_t processors, finish;
};

/* most += the sum of min(A(a),P) - 1 over a = 0 .. end-1. */
static void add_others(const struct bound *bound, struct reader *reader, uint64_t end,
                       mpz_ptr most) {
    uint64_t first = logp_transfer(&bound->machine) + 1, others = 0, sum = 0;
    uint64_t apart = (uint64_t)bound->machine.overhead + 1, gap = bound->machine.gap;
    struct growth growth;
    growth_init(&growth, reader, apart > gap ? apart : gap, first, 1);
    uint64_t a = first;
    for (; a < end && others + 1 < bound->processors; a++) {
        mpz_srcptr known = growth_next(&growth);
        others = mpz_cmp_ui(known, bound->processors) < 0 ? mpz_get_ui(known) - 1
                                                          : bound->processors - 1;
        sum += others;
    }
    mpz_add_ui(most, most, sum);
    if (a < end)
        mpz_add_ui(most, most, (end - a) * others);
}

static void claim_bound(const struct bound *bound, struct verdict *verdict, mpz_srcptr most) {
    const char *digits = memory_digits(most);
    logp_claim(&bound->machine, verdict);
    verdict_claim(verdict, " P=%u: nobody adds up more than %s operand%s by time %u",
                  bound->processors, digits, mpz_cmp_ui(most, 1) > 0 ? "s" : "", bound->finish);
    verdict_fields(verdict, "P=%u most=%s end=%u", bound->processors, digits, bound->finish);
}

void rule_summation_bound(struct reader *reader) {
    struct bound bound;
    read_logp(reader, &bound.machine);
    bound.processors = read_number_line(reader, "processors", 1, READ_NUMBER_LIMIT);
    bound.finish = read_number_line(reader, "finish", 0, READ_NUMBER_LIMIT);
    uint32_t o = bound.machine.overhead;
    mpz_ptr most = memory_number();
    mpz_set_ui(most, bound.finish + (unsigned long)1);
    if (bound.finish > o)
        add_others(&bound, reader, bound.finish - o, most);
    read_result_line(reader, "operands", most);
    claim_bound(&bound, reader->verdict, most);
}
