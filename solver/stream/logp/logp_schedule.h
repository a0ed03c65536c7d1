/* SPDX-License-Identifier: MIT */
/* An endless stream on a LogP machine whose processors receive at different offsets.
 *
 * The source has an item in every *step* of G = max(g,2o) cycles; l = L + 2o. A reception that is
 * known l + a cycles after the source had the item has the *label* a; the depth s is the largest
 * label, so the delay is l + s cycles, and s - a is the *value* of the reception, in cycles. A
 * processor receives once in a step and always at the same offset, so its values are equal modulo
 * G: its *class*. A message may wait at its receiver before its reception begins, so it may be
 * received at any later label.
 *
 * A *part* holds the words of some processors of one class, in steps: the value v of its schedule
 * stands for E + Gv cycles. What they send they send W cycles later than they could; W <= G-2o
 * keeps sendings out of the way of receptions. A message that is sent with the value v can be
 * received with the value E + Gv - W - l, or a smaller one. So the latency of the part is the least
 * v with E + Gv >= W + l, and all that concerns one processor is that of a postal schedule: legal
 * words, M. Hall's theorem, items held when they are sent.
 *
 * What is left is that all messages together are enough: for each item, to each reception its own
 * message, sent in time and not kept waiting for too long. At most C = ceil(L/g) messages may be
 * under way to one processor, and what that means is a question:
 *
 *     full    waiting counts as being under way      waits from 0 to X = CG - L
 *     flight  it does not                            waits from B to B + X, B chosen for each part
 *     none    there is no limit at the receiver      any waits
 *
 * For receptions G apart at most C lie in a stretch of CG cycles, and a message is under way to its
 * receiver for L cycles, or L + X with its wait; messages from one processor are sent G apart.
 * Which message goes to which reception is decided by order: the k-th largest value sent to the
 * k-th largest received (results/THEOREMS.md, section 11.6). */
#pragma once

#include "solver/base/certificate_read.h"
#include "solver/base/evidence.h"
#include "solver/model/logp_machine.h"
#include "solver/model/schedule.h"

/* The largest depth, in cycles: each is looked at. */
enum { LOGP_MAX_DEPTH = 10000000 };

struct logp_part {
    int offset;            /* E, 0 <= E < G, cycles */
    int late;              /* W, 0 <= W <= G-2o, cycles */
    int wait;              /* B >= 0, cycles; 0 unless the capacity is that of flights */
    struct schedule steps; /* of the schedule's period; its latency may be 0 */
};

struct logp_schedule {
    struct logp_machine machine;
    enum logp_capacity capacity;
    int depth; /* s, cycles */
    int period;
    size_t count;
    struct logp_part *parts; /* no two of the same offset, late and wait */
};

/* Without processors. Contract: a machine that logp_machine_check takes, depth >= 0, period >= 1,
 * depth <= LOGP_MAX_DEPTH, and G + l + depth below 2^31. */
void logp_schedule_init(struct logp_schedule *schedule, const struct logp_machine *machine,
                        enum logp_capacity capacity, int depth, int period);
void logp_schedule_clear(struct logp_schedule *schedule);

/* The part with these numbers, which is added if it was not there; valid until the next one is
 * added. NULL if memory is refused. */
struct logp_part *logp_schedule_part(struct logp_schedule *schedule, int offset, int late,
                                     int wait);

/* Blocks of one part: levels[j] leaves of value j, in steps as head and size. */
struct logp_block {
    int offset, late, wait, head, size;
    const int *levels;
    int level_count;
};

/* Adds `count` of them to their part. */
enum status logp_schedule_add_block(struct logp_schedule *schedule, const struct logp_block *block,
                                    mpz_srcptr count, struct failure *failure);

/* N, the processors of all parts; `processors` is initialised. */
void logp_schedule_processors(const struct logp_schedule *schedule, mpz_ptr processors);

/* X: how much longer than another a message may wait at its receiver, cycles; at most the depth. */
int logp_schedule_slack(const struct logp_schedule *schedule);

/* l + s, cycles. */
int64_t logp_schedule_delay(const struct logp_schedule *schedule);

/* Checks the definition: offsets and waits in their ranges, each part's words, and enough messages
 * in each phase. STATUS_INTERNAL with the first fault in words. O(words + period * depth)
 * additions. */
enum status logp_schedule_check(const struct logp_schedule *schedule, struct failure *failure);

/* How every schedule that was built ends: parts by offset, late and wait, each one sorted; checked,
 * and N = processors. On failure the schedule is cleared. */
enum status logp_schedule_finish(struct logp_schedule *schedule, mpz_srcptr processors,
                                 struct failure *failure);

/* The same where all steps so far had this status: not STATUS_OK, it is cleared and returned. */
enum status logp_schedule_end(struct logp_schedule *schedule, enum status status,
                              mpz_srcptr processors, struct failure *failure);

/* Its certificate; it has been checked. */
struct evidence evidence_of_logp_schedule(const struct logp_schedule *schedule);

/* From a certificate of kind logp-schedule back to the schedule, for showing and for round
 * trips. */

/* `input` stands at its kind; fills `schedule`, in the order of the file, checked. STATUS_INPUT,
 * with file and line, for other kinds, damaged files, and what is no schedule; STATUS_LIMIT for
 * what is too large. */
enum status logp_schedule_read(struct logp_schedule *schedule, struct certificate_input *input,
                               struct failure *failure);
