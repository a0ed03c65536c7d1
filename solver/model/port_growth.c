/* SPDX-License-Identifier: MIT */
#include "solver/model/port_growth.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/schedule.h"
#include "solver/model/sequence.h"

void port_growth_clear(struct port_growth *growth) {
    for (int i = 0; i < growth->count; i++)
        mpz_clear(growth->f[i]);
    free(growth->f);
    *growth = (struct port_growth){0};
}

static enum status grow(struct port_growth *growth, struct failure *failure) {
    int i = growth->count, L = growth->latency;
    TRY(memory_check(memory_make_room(&growth->f, (size_t)i, sizeof *growth->f), failure,
                     "the numbers of processors"));
    mpz_init_set_ui(growth->f[i], 1);
    if (i >= L) {
        mpz_set(growth->f[i], growth->f[i - 1]);
        mpz_addmul_ui(growth->f[i], growth->f[i - L], (unsigned long)growth->ports);
    }
    growth->count++;
    return STATUS_OK;
}

static enum status too_deep(struct failure *failure) {
    return failure_limit(failure, "streams with several ports are for depths up to %d",
                         PORT_STREAM_MOST_DEPTH);
}

enum status port_machine_check(int latency, int ports, struct failure *failure) {
    return latency >= 1 && latency <= SEQUENCE_MAX_LATENCY && ports >= 2 &&
                   ports <= SCHEDULE_MOST_PORTS
               ? STATUS_OK
               : failure_input(failure, "a stream has a latency from 1 to %d and 2 to %d ports",
                               SEQUENCE_MAX_LATENCY, SCHEDULE_MOST_PORTS);
}

enum status port_growth_init(struct port_growth *growth, int latency, int ports,
                             mpz_srcptr processors, struct failure *failure) {
    CLEANUP(port_growth_clear) struct port_growth made = {.latency = latency, .ports = ports};
    TRY(port_machine_check(latency, ports, failure));
    if (mpz_sgn(processors) < 1)
        return failure_input(failure, "a stream is for 1 processor or more");
    TRY(grow(&made, failure));
    while (made.count <= PORT_STREAM_MOST_DEPTH && mpz_cmp(made.f[made.count - 1], processors) < 0)
        TRY(grow(&made, failure));
    made.depth = made.count - 1;
    if (mpz_cmp(made.f[made.depth], processors) < 0)
        return too_deep(failure);
    TRY(grow(&made, failure));
    *growth = TAKE(made);
    return STATUS_OK;
}

int port_rest(int ports, mpz_srcptr processors) {
    BIG(rest);
    mpz_sub_ui(rest, processors, 1);
    return (int)mpz_fdiv_ui(rest, (unsigned long)ports);
}

bool port_is_single(int ports, int j) {
    return ports <= (j + 1) * (ports / j);
}

bool port_is_excluded(const struct port_growth *growth, mpz_srcptr processors) {
    int j = port_rest(growth->ports, processors);
    if (j == 0 || growth->depth < growth->latency || port_is_single(growth->ports, j))
        return false;
    BIG(less);
    mpz_sub(less, growth->f[growth->depth], processors);
    return mpz_cmp_si(less, growth->ports) < 0;
}

enum status port_bound_find(int latency, int ports, mpz_srcptr processors, int *depth,
                            struct failure *failure) {
    CLEANUP(port_growth_clear) struct port_growth growth = {0};
    TRY(port_growth_init(&growth, latency, ports, processors, failure));
    *depth = growth.depth + port_is_excluded(&growth, processors);
    return STATUS_OK;
}

enum status port_capacity(int latency, int ports, int depth, mpz_ptr most,
                          struct failure *failure) {
    if (depth > PORT_STREAM_MOST_DEPTH)
        return too_deep(failure);
    BIG_OF(one, 1);
    CLEANUP(port_growth_clear) struct port_growth growth = {0};
    TRY(port_growth_init(&growth, latency, ports, one, failure));
    while (growth.count <= depth)
        TRY(grow(&growth, failure));
    mpz_set(most, growth.f[depth]);
    return STATUS_OK;
}

void certificate_print_port_bound(struct certificate_output *output, int latency, int ports,
                                  int depth, mpz_srcptr processors) {
    certificate_print(output, "latency %d\nports %d\ndepth %d\nprocessors ", latency, ports, depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\n");
}
