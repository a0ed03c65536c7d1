/* SPDX-License-Identifier: MIT */
#include "solver/items/items_bound.h"

#include <limits.h>
#include <stdint.h>

#include "automata/numbers.h"
#include "solver/proof/bound/reach.h"

enum { TERMS_MOST = 10000000 };

/* About a second, and no more than the checker does. */
#define LIMB_ADDITIONS_LIMIT ((uint64_t)1 << 30)

/* g_0, g_1, .. one after the other. */
struct growth {
    int latency, ports;
    long index;  /* of the latest term, at least L-1 */
    mpz_t *ring; /* g_i at [i mod L] */
    uint64_t work;
};

static enum status growth_open(struct growth *growth, int latency, int ports,
                               struct failure *failure) {
    *growth = (struct growth){.latency = latency, .ports = ports, .index = latency - 1};
    if (latency > TERMS_MOST)
        return failure_limit(failure, "the bound takes more than %d terms", TERMS_MOST);
    growth->ring = numbers_new((size_t)latency);
    TRY(memory_check(growth->ring, failure, "the processors reached in time"));
    for (int i = 0; i < latency; i++)
        mpz_set_ui(growth->ring[i], 1);
    return STATUS_OK;
}

static void growth_close(struct growth *growth) {
    numbers_free(growth->ring);
}

static mpz_srcptr growth_value(const struct growth *growth) {
    return growth->ring[growth->index % growth->latency];
}

static enum status growth_next(struct growth *growth, struct failure *failure) {
    mpz_srcptr last = growth_value(growth);
    mpz_ptr next = growth->ring[++growth->index % growth->latency];
    if (growth->latency == 1) {
        mpz_mul_ui(next, next, (unsigned long)growth->ports + 1);
    } else {
        mpz_mul_ui(next, next, (unsigned long)growth->ports);
        mpz_add(next, next, last);
    }
    growth->work += 2 * mpz_size(next);
    if (growth->index >= TERMS_MOST || growth->work > LIMB_ADDITIONS_LIMIT)
        return failure_limit(failure, "the bound takes more than %ld terms", growth->index);
    return STATUS_OK;
}

/* What is asked, and the two indices that are sought. */
struct search {
    mpz_srcptr processors;
    bool single;
    mpz_t missing; /* of the K N receptions, those that no message up to now can be */
    mpz_t last;    /* min {j : the sum over i = 0..j is at least K N}; -1: not found yet */
    mpz_t reached; /* min {j : g_j >= N}; -1 */
};

/* From the next index on `each` (not 0) are received at a time. */
static void divide(struct search *search, long next, mpz_srcptr each) {
    mpz_cdiv_q(search->last, search->missing, each);
    mpz_add_ui(search->last, search->last, (unsigned long)next);
    mpz_sub_ui(search->last, search->last, 1);
}

static void look_at_term(struct search *search, const struct growth *growth, mpz_ptr sent) {
    bool all = mpz_cmp(growth_value(growth), search->processors) >= 0;
    mpz_mul_ui(sent, all ? search->processors : growth_value(growth), (unsigned long)growth->ports);
    if (all && mpz_sgn(search->reached) < 0)
        mpz_set_si(search->reached, growth->index);
    if (mpz_sgn(search->last) >= 0)
        return;
    if (all) {
        divide(search, growth->index, sent);
    } else {
        mpz_sub(search->missing, search->missing, sent);
        if (mpz_sgn(search->missing) <= 0)
            mpz_set_si(search->last, growth->index);
    }
}

static enum status look_further(struct search *search, int latency, int ports,
                                struct failure *failure) {
    CLEANUP(growth_close) struct growth growth = {0};
    TRY(growth_open(&growth, latency, ports, failure));
    BIG(sent);
    while (mpz_sgn(search->last) < 0 || (search->single && mpz_sgn(search->reached) < 0)) {
        TRY(growth_next(&growth, failure));
        look_at_term(search, &growth, sent);
    }
    return STATUS_OK;
}

/* The first L terms are 1, and for one processor all that count are. */
static void look_at_start(struct search *search, int latency, int ports, mpz_ptr each) {
    bool one = mpz_cmp_ui(search->processors, 1) == 0;
    mpz_set_ui(each, (unsigned long)ports);
    divide(search, 0, each);
    mpz_set_si(search->reached, one ? 0 : -1);
    if (one || mpz_cmp_si(search->last, latency) < 0)
        return;
    mpz_set_si(search->last, -1);
    mpz_submul_ui(search->missing, each, (unsigned long)latency);
}

static enum status find(struct search *search, int latency, int ports, mpz_srcptr items,
                        mpz_ptr finish, struct failure *failure) {
    BIG(late);
    mpz_mul(search->missing, items, search->processors);
    look_at_start(search, latency, ports, late);
    if (mpz_sgn(search->last) < 0 || (search->single && mpz_sgn(search->reached) < 0))
        TRY(look_further(search, latency, ports, failure));
    mpz_cdiv_q_ui(late, items, (unsigned long)ports);
    mpz_sub_ui(late, late, 1);
    mpz_add(late, late, search->reached);
    bool later = search->single && mpz_cmp(late, search->last) > 0;
    mpz_add_ui(finish, later ? late : search->last, (unsigned long)latency);
    return STATUS_OK;
}

static enum status check_question(int latency, int ports, mpz_srcptr processors, mpz_srcptr items,
                                  struct failure *failure) {
    if (latency < 1 || ports < 1)
        return failure_input(failure, "latency %d and ports %d must be at least 1", latency, ports);
    if (mpz_sgn(processors) <= 0 || mpz_sgn(items) <= 0)
        return failure_input(failure,
                             "at least one processor beside the source and one item are needed");
    return STATUS_OK;
}

enum status items_bound(int latency, int ports, mpz_srcptr processors, mpz_srcptr items,
                        bool single, mpz_ptr finish, struct failure *failure) {
    struct search search = {.processors = processors, .single = single};
    TRY(check_question(latency, ports, processors, items, failure));
    mpz_inits(search.missing, search.last, search.reached, (mpz_ptr)NULL);
    enum status status = find(&search, latency, ports, items, finish, failure);
    mpz_clears(search.missing, search.last, search.reached, (mpz_ptr)NULL);
    return status;
}

enum status items_question_bound(const struct items_question *question, int *finish,
                                 struct failure *failure) {
    BIG(processors, items, result);
    mpz_set_si(processors, question->processors);
    mpz_set_si(items, question->items);
    TRY(items_bound(question->latency, question->ports, processors, items, question->single, result,
                    failure));
    if (!mpz_fits_sint_p(result))
        return failure_limit(failure, "the bound is larger than %d", INT_MAX);
    *finish = (int)mpz_get_si(result);
    return STATUS_OK;
}

static void print_big_line(struct certificate_output *output, const char *key, mpz_srcptr number) {
    certificate_print(output, "%s ", key);
    certificate_print_big(output, number);
    certificate_print(output, "\n");
}

/* What is said of every machine. */
static void print_question(struct certificate_output *output, mpz_srcptr processors,
                           mpz_srcptr items, bool single, mpz_srcptr finish) {
    BIG(all);
    mpz_add_ui(all, processors, 1);
    print_big_line(output, "processors", all);
    print_big_line(output, "items", items);
    certificate_print(output, "sends %s\n", single ? "single" : "any");
    print_big_line(output, "finish", finish);
}

enum status certificate_put_items_bound(struct certificate_output *output, int latency, int ports,
                                        mpz_srcptr processors, mpz_srcptr items, bool single,
                                        struct failure *failure) {
    BIG(finish);
    TRY(items_bound(latency, ports, processors, items, single, finish, failure));
    certificate_print(output, "latency %d\nports %d\n", latency, ports);
    print_question(output, processors, items, single, finish);
    return STATUS_OK;
}

enum status certificate_put_logp_items_bound(struct certificate_output *output,
                                             const struct logp_machine *machine,
                                             mpz_srcptr processors, mpz_srcptr items, bool single,
                                             struct failure *failure) {
    struct logp_items_bound bound;
    TRY(logp_items_bound(machine, processors, items, single, &bound, failure));
    certificate_print(output, "latency %d\noverhead %d\ngap %d\n", machine->latency,
                      machine->overhead, machine->gap);
    print_question(output, processors, items, single, logp_items_bound_finish(&bound));
    logp_items_bound_clear(&bound);
    return STATUS_OK;
}

static enum status put_items_counted(const void *question, struct certificate_output *output,
                                     const struct limits *limits, struct failure *failure) {
    const struct items_question *q = question;
    BIG(processors, items);
    (void)limits;
    mpz_set_si(processors, q->processors);
    mpz_set_si(items, q->items);
    return certificate_put_items_bound(output, q->latency, q->ports, processors, items, q->single,
                                       failure);
}

struct evidence evidence_of_items_bound(const struct items_question *question) {
    return evidence_borrowed("items-bound", put_items_counted, question);
}
