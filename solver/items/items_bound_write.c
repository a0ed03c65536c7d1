/* SPDX-License-Identifier: MIT */
#include "solver/items/items_bound.h"

#include "solver/bound/logp_items_bound.h"

static void print_big_line(struct certificate_output *output, const char *key, mpz_srcptr number) {
    certificate_print(output, "%s ", key);
    certificate_print_big(output, number);
    certificate_print(output, "\n");
}

/* What is said of every machine. */
static void print_question(struct certificate_output *output, mpz_srcptr processors,
                           mpz_srcptr items, bool single, mpz_srcptr finish) {
    mpz_t all;
    mpz_init(all);
    mpz_add_ui(all, processors, 1);
    print_big_line(output, "processors", all);
    print_big_line(output, "items", items);
    certificate_print(output, "sends %s\n", single ? "single" : "any");
    print_big_line(output, "finish", finish);
    mpz_clear(all);
}

enum status certificate_put_items_bound(struct certificate_output *output, int latency, int ports,
                                        mpz_srcptr processors, mpz_srcptr items, bool single,
                                        struct failure *failure) {
    mpz_t finish;
    mpz_init(finish);
    enum status status = items_bound(latency, ports, processors, items, single, finish, failure);
    if (!status) {
        certificate_print(output, "latency %d\nports %d\n", latency, ports);
        print_question(output, processors, items, single, finish);
    }
    mpz_clear(finish);
    return status;
}

enum status certificate_put_logp_items_bound(struct certificate_output *output,
                                             const struct logp_machine *machine,
                                             mpz_srcptr processors, mpz_srcptr items, bool single,
                                             struct failure *failure) {
    struct logp_items_bound bound;
    enum status status = logp_items_bound(machine, processors, items, single, &bound, failure);
    if (status)
        return status;
    certificate_print(output, "latency %d\noverhead %d\ngap %d\n", machine->latency,
                      machine->overhead, machine->gap);
    print_question(output, processors, items, single, logp_items_bound_finish(&bound));
    logp_items_bound_clear(&bound);
    return STATUS_OK;
}

static enum status put_items_counted(const void *question, struct certificate_output *output,
                                     const struct limits *limits, struct failure *failure) {
    const struct items_question *q = question;
    mpz_t processors, items;
    (void)limits;
    mpz_init_set_si(processors, q->processors);
    mpz_init_set_si(items, q->items);
    enum status status = certificate_put_items_bound(output, q->latency, q->ports, processors,
                                                     items, q->single, failure);
    mpz_clears(processors, items, (mpz_ptr)NULL);
    return status;
}

struct evidence evidence_of_items_bound(const struct items_question *question) {
    return evidence_borrowed("items-bound", put_items_counted, question);
}
