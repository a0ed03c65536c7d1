/* SPDX-License-Identifier: MIT */
#include "solver/certificate/write.h"
#include "solver/items/items_bound.h"

static void print_big_line(struct certificate_output *output, const char *key, mpz_srcptr number) {
    certificate_print(output, "%s ", key);
    certificate_print_big(output, number);
    certificate_print(output, "\n");
}

enum status certificate_put_items_bound(struct certificate_output *output, int latency, int ports,
                                        mpz_srcptr processors, mpz_srcptr items, bool single,
                                        struct failure *failure) {
    mpz_t finish, all;
    mpz_inits(finish, all, (mpz_ptr)NULL);
    mpz_add_ui(all, processors, 1);
    enum status status = items_bound(latency, ports, processors, items, single, finish, failure);
    if (!status) {
        certificate_print(output, "latency %d\nports %d\n", latency, ports);
        print_big_line(output, "processors", all);
        print_big_line(output, "items", items);
        certificate_print(output, "sends %s\n", single ? "single" : "any");
        print_big_line(output, "finish", finish);
    }
    mpz_clears(finish, all, (mpz_ptr)NULL);
    return status;
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
