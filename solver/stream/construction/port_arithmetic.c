/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/port_arithmetic.h"

#include "automata/numbers.h"
#include "automata/require.h"

/* The least one. There is one in 1..m: of the residues modulo a prime of m two at most are
 * forbidden, and modulo 2 only one, as p is even then. */
static long find_lambda(long m, long p) {
    long lambda = 1;
    while (greatest_divisor(lambda, m) > 1 || greatest_divisor(lambda * p + 1, m) > 1)
        lambda++;
    return lambda;
}

enum status port_arithmetic(struct schedule *schedule, int processors, struct failure *failure) {
    long p = schedule->ports, depth = schedule->depth, L = schedule->latency, steps = depth - L + 1;
    int m = processors - (processors % 2 == 0 && p % 2 == 1);
    bool room = schedule_add_copies(schedule) && schedule_add_coloured(schedule, m) &&
                (m == processors || schedule_add_coloured(schedule, 1));
    TRY(memory_check(room, failure, "a schedule"));
    struct coloured_word *word = schedule->coloured, *single = m < processors ? word + 1 : NULL;
    long lambda = find_lambda(m, p), left = (m - p * L % m) % m;
    for (long item = 0; item < p; item++) {
        long first = item * m, root = first / p;
        int *values = word->values + first, *copies = schedule->copies + item * steps;
        for (long i = 0; i < m; i++) {
            long offset = (first + i) / p - root, away = (i - left + m) * lambda;
            int value = (int)(steps - 1 - offset);
            require(offset < steps);
            copies[offset]++;
            if (i == left && single)
                single->values[item] = value;
            values[(depth + root + away) % m] = i == left ? (int)depth : value;
        }
    }
    return STATUS_OK;
}
