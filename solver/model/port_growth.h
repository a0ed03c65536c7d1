/* SPDX-License-Identifier: MIT */
/* How many processors an item can reach with p >= 2 ports, postal: f_i = 1 for 0 <= i < L, f_i =
 * f_{i-1} + p f_{i-L}, and B(N) is the least t with N <= f_t. No endless stream of p items a step
 * has a delay below L + B(N); nor this one, for N = f_t - d with t >= L, 1 <= d < p and p > (j+1)
 * floor(p/j), j = p - d (Theorem Q, results/THEOREMS.md, section 19.3). */
#pragma once

#include <gmp.h>

#include "automata/status.h"
#include "solver/base/certificate_output.h"

/* Depths beyond are refused with STATUS_LIMIT. */
enum { PORT_STREAM_MOST_DEPTH = 20000 };

/* Is there such a machine, L >= 1 and p >= 2, within the limits? Else STATUS_INPUT. */
enum status port_machine_check(int latency, int ports, struct failure *failure);

/* The least depth of a stream: B(N), or B(N) + 1 where Theorem Q excludes N >= 1; else
 * STATUS_INPUT, as above. O(t) additions. */
enum status port_bound_find(int latency, int ports, mpz_srcptr processors, int *depth,
                            struct failure *failure);

/* f_t, the most processors that are served in depth t >= 0, into `most`. STATUS_LIMIT beyond the
 * above, else as port_bound_find. */
enum status port_capacity(int latency, int ports, int depth, mpz_ptr most, struct failure *failure);

/* The body of kind ports-bound: N = processors are not served in depth t. */
void certificate_print_port_bound(struct certificate_output *output, int latency, int ports,
                                  int depth, mpz_srcptr processors);

/* f_0 .. f_top for some N, top = B(N) + 1. */
struct port_growth {
    int latency, ports, depth; /* B(N) */
    int count;
    mpz_t *f;
};

/* N >= 1 is only read. Errors as of port_bound_find. To be cleared by the caller. */
enum status port_growth_init(struct port_growth *growth, int latency, int ports,
                             mpz_srcptr processors, struct failure *failure);
void port_growth_clear(struct port_growth *growth);

/* Is there no stream of depth B(N), by Theorem Q? */
bool port_is_excluded(const struct port_growth *growth, mpz_srcptr processors);

/* j = (N - 1) mod p. */
int port_rest(int ports, mpz_srcptr processors);

/* p <= (j+1) floor(p/j): p heads that send j copies fit into j + 1 words of length 1. */
bool port_is_single(int ports, int j);
