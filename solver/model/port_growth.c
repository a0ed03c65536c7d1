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

static bool grow(struct port_growth *growth) {
    int i = growth->count, L = growth->latency;
    if (i % 256 == 0) {
        mpz_t *f = memory_resize(growth->f, (size_t)i + 256, sizeof *f);
        if (!f)
            return false;
        growth->f = f;
    }
    mpz_init_set_ui(growth->f[i], 1);
    if (i >= L) {
        mpz_set(growth->f[i], growth->f[i - 1]);
        mpz_addmul_ui(growth->f[i], growth->f[i - L], (unsigned long)growth->ports);
    }
    growth->count++;
    return true;
}

static enum status too_deep(struct failure *failure) {
    return failure_set(failure, STATUS_LIMIT, "streams with several ports are for depths up to %d",
                       PORT_STREAM_MOST_DEPTH);
}

enum status port_machine_check(int latency, int ports, struct failure *failure) {
    return latency >= 1 && latency <= SEQUENCE_MAX_LATENCY && ports >= 2 &&
                   ports <= SCHEDULE_MOST_PORTS
               ? STATUS_OK
               : failure_set(failure, STATUS_INPUT,
                             "a stream has a latency from 1 to %d and 2 to %d ports",
                             SEQUENCE_MAX_LATENCY, SCHEDULE_MOST_PORTS);
}

enum status port_growth_init(struct port_growth *growth, int latency, int ports,
                             mpz_srcptr processors, struct failure *failure) {
    *growth = (struct port_growth){.latency = latency, .ports = ports};
    TRY(port_machine_check(latency, ports, failure));
    if (mpz_sgn(processors) < 1)
        return failure_set(failure, STATUS_INPUT, "a stream is for 1 processor or more");
    bool room = grow(growth);
    while (room && growth->count <= PORT_STREAM_MOST_DEPTH &&
           mpz_cmp(growth->f[growth->count - 1], processors) < 0)
        room = grow(growth);
    growth->depth = growth->count - 1;
    enum status status = STATUS_OK;
    if (!room)
        status = failure_memory(failure, "the numbers of processors");
    else if (mpz_cmp(growth->f[growth->depth], processors) < 0)
        status = too_deep(failure);
    else if (!grow(growth))
        status = failure_memory(failure, "the numbers of processors");
    if (status)
        port_growth_clear(growth);
    return status;
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
    bool room = true;
    while (room && growth.count <= depth)
        room = grow(&growth);
    if (room)
        mpz_set(most, growth.f[depth]);
    return room ? STATUS_OK : failure_memory(failure, "the numbers of processors");
}

void certificate_print_port_bound(struct certificate_output *output, int latency, int ports,
                                  int depth, mpz_srcptr processors) {
    certificate_print(output, "latency %d\nports %d\ndepth %d\nprocessors ", latency, ports, depth);
    certificate_print_big(output, processors);
    certificate_print(output, "\n");
}
