/* SPDX-License-Identifier: MIT */
/* What measurements come to: medians, the parameters of a LogP machine, and how uneven it is. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "solver/model/logp_machine.h"
#include "tools/perform/pairs.h"

/* What measurements that were repeated come to: the median, and how far they spread. */

struct quartiles {
    double lower; /* a quarter of the numbers is below it */
    double median;
    double upper;
};

/* Of `count` >= 1 numbers, which are sorted. Between two of them it interpolates: quartile q is at
 * place (count - 1) q/4, from 0 (definition 7 of Hyndman and Fan, Sample quantiles in statistical
 * packages, 1996). O(n log n). */
struct quartiles quartiles_of(double *numbers, size_t count);

/* From the times of micro-benchmarks to a LogP machine: Culler, Liu, Martin, Yoshikawa, Assessing
 * fast network interfaces, IEEE Micro 16(1), 1996; for message passing by MPI: Kielmann, Bal,
 * Verstoep, Fast measurement of LogP parameters for message passing platforms, IPDPS workshops
 * 2000. Arithmetic only: measure.h takes the times. */

/* All in seconds. */
struct logp_times {
    double issue; /* of one message, if few are sent, so that nobody has to wait for the network */
    double interval;   /* from one request to the next one, where the sender does something else for
                          longer than a round trip before it receives the answer */
    double pause;      /* this something else, of each request */
    double round_trip; /* of a request with its answer */
    double burst;      /* from the first of `messages` until the last is answered */
    int messages;      /* >= 2 */
};

/* In seconds. Any of them may be negative: by noise, and L for messages so long that MPI does not
 * send them at once, whose whole way falls into o_r. */
struct logp_sample {
    double send;    /* o_s: a processor's time for sending a message */
    double receive; /* o_r: for receiving one */
    double gap;     /* g */
    double latency; /* L */
};

/* o_s is `issue`; o_r = interval - o_s - pause, as by then the answer is there, and receiving is
 * all that is left of it; L = round_trip/2 - o_s - o_r. The last of M messages of a burst is sent
 * (M-1)g after the first, and answered a round trip later: g = (burst - round_trip)/(M-1). */
struct logp_sample logp_sample_of(const struct logp_times *times);

enum logp_parameter { LOGP_LATENCY, LOGP_OVERHEAD, LOGP_GAP, LOGP_PARAMETERS };

/* The machine of which o is the mean of o_s and o_r: in whole cycles. */
struct logp_fit {
    long cycle;                     /* nanoseconds */
    double time[LOGP_PARAMETERS];   /* seconds, as measured */
    bool negative[LOGP_PARAMETERS]; /* taken as 0 */
    bool raised[LOGP_PARAMETERS];   /* less than half a cycle, where a machine has 1 at least */
    struct logp_machine machine;
};

/* Each parameter is rounded to the nearest whole number of cycles, halves upwards: rounded up, L +
 * 2o and so every prediction would be up to three cycles too long. L and g are 1 at least. `cycle`
 * is >= 1, or 0: the shortest of the parameters that are longer than nothing takes about
 * LOGP_FIT_CYCLES cycles, which is as fine as numbers from noise deserve. STATUS_INPUT, with
 * --cycle and its value, if a parameter is more than INT_MAX cycles. */
enum { LOGP_FIT_CYCLES = 4 };
enum status logp_fit(struct logp_fit *fit, const struct logp_sample *sample, long cycle,
                     struct failure *failure);

/* How uneven the machine is: the pair of ranks between which a message is fastest, and the one
 * between which it is slowest. No MPI here. */

/* Characters of the name of a host, with its end, and of a text with two of them. */
enum { EXTREMES_HOST_ROOM = 256, EXTREMES_TEXT_ROOM = 600 };

struct pair_time {
    struct pair pair;
    double seconds; /* the median of L + 2o of its samples, which is half a round trip */
    char hosts[2][EXTREMES_HOST_ROOM]; /* of the first and of the second rank */
};

struct extremes {
    struct pair_time fastest, slowest;
};

/* Of `count` >= 1 pairs with `repeat` >= 1 samples each, those of one pair behind those of the one
 * before it. Of pairs as fast as each other the first counts. Hosts are left empty. `numbers` has
 * room for `repeat` of them, and what is in it afterwards means nothing. */
struct extremes extremes_of(const struct pair *pairs, size_t count,
                            const struct logp_sample *samples, int repeat, double *numbers);

/* One machine L,o,g does not describe all pairs: the slowest takes more than twice as long as the
 * fastest. */
bool extremes_mislead(const struct extremes *extremes);

/* `ranks 0 and 1`, for one of the two pairs; `ranks 0 (HOST) and 1 (HOST)` where the four ranks are
 * not all on one host. */
void extremes_text(const struct extremes *extremes, const struct pair_time *which,
                   char text[EXTREMES_TEXT_ROOM]);
