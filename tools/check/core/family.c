/* SPDX-License-Identifier: MIT */
/* Kind family: schedules for infinitely many depths, or for every number of processors, by finitely
 * many.
 *
 * f_i = 1 for 0 <= i < L, f_i = f_{i-1} + f_{i-L}; P(t) = f_t; B(N) = min {t : N <= f_t}; 2L <= U.
 * Below, a *schedule* for N of depth t consists of blocks and the leaf x of the receive-only
 * processor (schedule.h); heads, leaves and x take the value t once and each value w < t at most as
 * often as it is sent as w+L.
 *
 * **Shift.** A schedule of depth t becomes one of depth t+d, d >= 0, if d is added to the values of
 * all heads and leaves and to x: a head sends as often, still at values >= L; head + (sum of the
 * leaves), r values in all, grows by rd, which r divides; every value is received, and sent for, as
 * often as before, d lower.
 *
 * **Left part.** In a left part of depth t the value t is taken once, no leaf is left over, and
 * each value w < t is taken at most as often as it is sent for, t-L once less. Let its blocks have
 * N1 processors. With a schedule for N2 of depth t-L it makes one for N1 + N2 of depth t: the root
 * of the latter takes its value t-L, which nothing in it is sent for, and all others hold in each
 * alone. What is left over is the leaf of the latter; so its x is one word, and N1 + N2 are served.
 *
 * **Root first.** The first block of a schedule for N >= 2 has the head of value t: heads do not
 * ascend and none is above t; and the value t is taken by a head, for if x or a leaf of a block
 * took it, then no head would be above t-L, and the largest of all, which there is as N >= 2, would
 * be sent by nobody. So what is taken from the first line, size, head and sum, is the root block's.
 *
 * **Ball.** Let a schedule of depth t-1 for N' have the root block of size R and head t-1, with
 * (head) + (sum of its leaves) = (B+1) R, and B left over. Give the head the value t and append B
 * to its leaves. Size R+1 sends t, t-1, .., t-R, all but t as before; (head) + (sum) is (B+1) R + 1
 * + B = (B+1)(R+1), so the block may be ordered and is B-ball again; nothing is left over. This is
 * a left part of depth t with N1 = N'. With a schedule for f_{t-L} of depth t-L that leaves over B
 * it makes one that leaves over B and has a B-ball root.
 *
 * **N = P(t), every t >= U.** The instances are such schedules for t = U..U+L-1, all leave over B
 * and the last one's root is B-ball. So those of depth t-1 and t-L make one for t = U+L, U+L+1, and
 * so on, since f_{t-1} + f_{t-L} = f_t: B is left over for all t >= U, the root is B-ball for all
 * t >= U+L-1. A family of depths lists an instance, or why there is none, for each t = F..U+L-1,
 * and claims all t >= F.
 *
 * **Every N.** A family of numbers lists a schedule for each N <= f_T and for N = f_t, T < t < U,
 * of depth B(N), and left parts for T < t < U+L; T >= L. By induction on N; t = B(N). What is
 * listed stands. N = f_t, t >= U, was done. So let N > f_T, t > T, and f_{t-1} < N < f_t; as T >= L
 * and f_i - f_{i-1} = 1 for L <= i < 2L, t >= 2L. There is a left part of depth t: listed for t <
 * U+L, and for t >= U+L the one of Ball from depth t-1. It has N1 = f_{t-1} or f_{t-1} - 1
 * processors, hence 1 <= N2 = N - N1 <= f_t - 1 - (f_{t-1} - 1) = f_{t-L}, so B(N2) <= t-L. N1 >=
 * 1, since its root is the head of a block (else t-L would not be sent for). So N2 < N has a
 * schedule, of depth B(N2), or a stationary one of other words that stands for it is listed.
 *  - If it is a schedule, shift it to depth t-L.
 *  - Other words stand only for N2 = f_s, s = B(N2), and behind them a schedule for N2 of depth
 * s+1. If s < t-L shift the latter. If s = t-L then N1 = N - f_{t-L} < f_{t-1}, so the left part of
 *    depth s+L = t > T has f_{t-1} - 1 processors; the file is refuted if it does. (For t >= U+L
 * the left part has f_{t-1} anyway.)
 *
 * T > U is allowed: then all N = f_t, t > T, are made by the instances.
 *
 * **Several ports**, all depths: f_i = f_{i-1} + p f_{i-L}. B is the sum of the p leaves Y that the
 * root takes from one depth to the next, B mod p of them floor(B/p) + 1, the others floor(B/p). As
 * N = f_t, no copy is missing: all heads are of blocks, the root's is the first, and of the words
 * of length 1 one has no head. To the schedule of depth t-1, whose root's head gets the value t and
 * whose root's block gets the leaves Y, of those that were loose, join p times that of depth t-L: p
 * copies more of the root go to its heads. The root's block of size R+1 has p(R+1) - 1 leaves and
 * the sum (B+1)(R+1) again, and 1 - p + p words of length 1 have no head. G_t, the loose leaves,
 * become G_{t-1} + p G_{t-L} - Y. As G_{t-1} + (p-1) G_t >= Y for each of the instances U..U+L-1
 * (U+L-1 being before U), there are so many, and G_t >= G_{t-L}: and so for all t >= U+L.
 *
 * Time: linear in the file, and O(t) for each schedule of depth t, which is charged. */
#include "core/big.h"
#include "core/certificate.h"
#include "core/memory.h"
#include "core/read.h"
#include "core/residues.h"
#include "core/schedule.h"

#include <string.h>

struct family {
    struct reader *reader;
    bool numbers; /* else of depths */
    uint32_t latency;
    uint32_t ports;
    uint32_t from;    /* F, or T */
    uint32_t window;  /* U */
    uint32_t rest;    /* B */
    uint32_t *loose;  /* p > 1: [2 i + v] of U+i, leaves of value floor(B/p) + v, up to p */
    uint32_t without; /* exceptions so far */
    struct big_sequence f;
    struct schedule schedule;
    mpz_ptr processors; /* of the schedule that comes next */
    mpz_ptr found;
    uint32_t *full; /* depths t whose left parts must have f_{t-1} processors, ascending */
    size_t full_count, full_capacity, full_next;
};

/* Takes `key depth`, the depth that comes next. */
static void read_depth(struct family *family, const char *key, uint32_t depth) {
    read_key(family->reader, key);
    uint32_t found = read_number(family->reader, "depth", 0, READ_NUMBER_LIMIT);
    if (found != depth)
        read_refuted(family->reader, "the %s that comes next is %u, found %u", key, depth, found);
}

/* The lines of a schedule for `processors`; *blocks becomes whether it consists of blocks and one
 * receive-only processor. */
static void check_schedule(struct family *family, uint32_t depth, bool *blocks) {
    struct schedule *schedule = &family->schedule;
    read_line_end(family->reader);
    schedule_start(schedule, family->latency, depth, 1, family->processors);
    schedule_check(schedule);
    *blocks = family->ports > 1 || (schedule->rest && !schedule->words);
}

static void check_blocks(struct family *family, uint32_t depth) {
    bool blocks;
    check_schedule(family, depth, &blocks);
    if (!blocks)
        read_refuted(family->reader, "the schedule before this line is to consist of "
                                     "blocks and one receive-only processor");
}

static void except(struct family *family, const char *first, const char *number) {
    verdict_claim(family->reader->verdict, "%s%s", family->without == 0 ? first : ", ", number);
    verdict_fields(family->reader->verdict, "but=%s", number);
    family->without++;
}

/* --- instances --- */

static void check_none(struct family *family, uint32_t depth) {
    mpz_set_ui(family->found, depth);
    except(family, ", but none for t = ", memory_digits(family->found));
    read_key(family->reader, "impossible");
    read_line_end(family->reader);
    residue_rule_check(&family->f, family->reader, depth);
}

static void check_whole(struct family *family, uint32_t depth) {
    big_sequence_reach(&family->f, family->reader, depth);
    mpz_set(family->processors, big_sequence_at(&family->f, depth));
    family->schedule.watched = family->rest / family->ports;
    check_blocks(family, depth);
    if (depth >= family->window && family->ports > 1)
        memcpy(family->loose + 2 * (size_t)(depth - family->window), family->schedule.loose,
               sizeof family->schedule.loose);
    if (depth >= family->window && family->ports <= 1)
        if (family->schedule.rest_value != family->rest)
            read_refuted(family->reader, "the leaf left over by all instances is %u, found %u",
                         family->rest, family->schedule.rest_value);
}

static void check_instance(struct family *family, uint32_t depth) {
    read_depth(family, "instance", depth);
    bool none = read_has_more(family->reader) && depth < family->window && family->ports == 1;
    if (none)
        check_none(family, depth);
    else
        check_whole(family, depth);
}

static void check_ball(const struct family *family) {
    uint64_t ball = ((uint64_t)family->rest + 1) * family->schedule.root_size;
    if (family->schedule.root_sum != ball)
        read_refuted(family->reader,
                     "the root block before is not B-ball: expected head + sum = %llu, found "
                     "%llu",
                     (unsigned long long)ball, (unsigned long long)family->schedule.root_sum);
}

/* G_{t-1} + (p-1) G_t >= Y for each t of the window? */
static void check_loose(const struct family *family) {
    uint32_t L = family->latency, p = family->ports, higher = family->rest % p;
    for (uint32_t i = 0; p > 1 && i < 2 * L; i++) {
        uint64_t there = family->loose[(i + 2 * L - 2) % (2 * L)] + (p - 1ull) * family->loose[i];
        uint32_t wanted = i % 2 ? higher : p - higher;
        if (there < wanted)
            read_refuted(family->reader,
                         "too few loose leaves of value %u go from t = %u to the root: "
                         "expected %u, found %llu",
                         family->rest / p + i % 2, family->window + i / 2, wanted,
                         (unsigned long long)there);
    }
}

/* Up to U+L-1, the last of which has a block, as U >= 2L. */
static void check_instances(struct family *family, uint32_t first) {
    for (uint32_t t = first; t < family->window + family->latency; t++)
        check_instance(family, t);
    check_ball(family);
    check_loose(family);
}

/* --- every number --- */

/* Takes `serve N depth t`. */
static void read_serve(struct family *family, uint32_t depth) {
    read_key(family->reader, "serve");
    read_big(family->reader, "processors", family->found);
    if (mpz_cmp(family->found, family->processors) != 0)
        read_refuted_number(family->reader, "processors to be served next", family->processors,
                            family->found);
    read_depth(family, "depth", depth);
}

/* Other words than blocks stood before, for f_depth; blocks one deeper stand behind them. */
static void check_behind(struct family *family, uint32_t depth) {
    if (mpz_cmp(family->processors, big_sequence_at(&family->f, depth)) != 0)
        read_refuted_number(family->reader, "other words may stand only for processors",
                            big_sequence_at(&family->f, depth), family->processors);
    except(family, ", but for N = ", memory_digits(family->processors));
    MEMORY_GROW(family->full, family->full_capacity, family->full_count + 1);
    family->full[family->full_count++] = depth + family->latency;
    read_serve(family, depth + 1);
    check_blocks(family, depth + 1);
}

/* Every N up to f_T, then f_{T+1}, .., f_{U-1}. */
static void check_served(struct family *family) {
    bool blocks;
    mpz_set_ui(family->processors, 1);
    for (uint32_t t = 0; t <= family->from || t < family->window; t++) {
        big_sequence_reach(&family->f, family->reader, t);
        if (t > family->from)
            mpz_set(family->processors, big_sequence_at(&family->f, t));
        for (; mpz_cmp(family->processors, big_sequence_at(&family->f, t)) <= 0;
             mpz_add_ui(family->processors, family->processors, 1)) {
            read_serve(family, t);
            check_schedule(family, t, &blocks);
            if (!blocks)
                check_behind(family, t);
        }
    }
}

/* Must the left part of this depth have f_{t-1} processors? Asked in ascending order of t. */
static bool is_full(struct family *family, uint32_t t) {
    while (family->full_next < family->full_count && family->full[family->full_next] < t)
        family->full_next++;
    return family->full_next < family->full_count && family->full[family->full_next] == t;
}

/* Takes `processors N`, f_{t-1} or perhaps one less. */
static void read_left(struct family *family, uint32_t t) {
    bool full = is_full(family, t);
    read_key(family->reader, "processors");
    read_big(family->reader, "processors", family->processors);
    mpz_sub(family->found, big_sequence_at(&family->f, t - 1), family->processors);
    if (mpz_sgn(family->found) < 0 || mpz_cmp_ui(family->found, full ? 0 : 1) > 0)
        read_refuted_number(family->reader,
                            full ? "processors of this left part, P(t-1)"
                                 : "processors of this left part, P(t-1) or one less",
                            big_sequence_at(&family->f, t - 1), family->processors);
}

/* Somebody outside takes the value t-L. */
static void check_left(struct family *family, uint32_t t) {
    struct schedule *schedule = &family->schedule;
    big_sequence_reach(&family->f, family->reader, t);
    read_depth(family, "left", t);
    read_left(family, t);
    read_line_end(family->reader);
    schedule_start(schedule, family->latency, t, 1, family->processors);
    mpz_set_ui(schedule->count, 1);
    uint32_t first = t - family->latency;
    balance_receive(&schedule->balance, "the root's first message",
                    (struct values){.first = first, .last = first, .count = schedule->count});
    schedule_check(schedule);
    if (schedule->rest || schedule->words)
        read_refuted(family->reader, "the left part before this line is to consist of blocks");
}

static void check_lefts(struct family *family) {
    for (uint32_t t = family->from + 1; t < family->window + family->latency; t++)
        check_left(family, t);
}

/* --- the whole --- */

/* Exceptions follow while the file is read. */
static void claim(const struct family *family) {
    struct verdict *verdict = family->reader->verdict;
    uint32_t L = family->latency;
    bool one = family->ports == 1;
    verdict_claim(verdict, one ? "L=%u: for every " : "L=%u ports=%u: for every ", L,
                  family->ports);
    verdict_fields(verdict, one ? "L=%u of=%s" : "L=%u of=%s ports=%u", L,
                   family->numbers ? "numbers" : "depths", family->ports);
    if (family->numbers) {
        verdict_claim(verdict, "N >= 1 a stationary schedule with delay L+t on N processors "
                               "exists, t = min {t : N <= P(t)}, block-cyclic on a pruned tree");
        return;
    }
    verdict_claim(verdict, "t >= %u a %s schedule with delay L+t on P(t) processors exists",
                  family->from, one ? "block-cyclic" : "stationary");
    verdict_fields(verdict, "from=%u window=%u", family->from, family->window);
}

/* Takes the lines before the schedules. */
static void read_frame(struct family *family) {
    struct reader *reader = family->reader;
    uint32_t *L = &family->latency;
    *L = read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT);
    family->ports = read_ports(reader);
    if (family->ports > 1)
        read_key(reader, "depths");
    else
        family->numbers = read_either(reader, "depths", "numbers");
    family->from = read_number(reader, "depth", *L, READ_DEPTH_LIMIT);
    read_line_end(reader);
    read_key(reader, "window");
    family->window = read_number(reader, "window", 2 * *L, READ_DEPTH_LIMIT);
    read_key(reader, "receive-only");
    family->rest =
        read_number(reader, "receive-only", 0, family->ports > 1 ? READ_NUMBER_LIMIT : *L - 1);
    read_line_end(reader);
}

void rule_family(struct reader *reader) {
    struct family family = {.reader = reader, .ports = 1};
    read_frame(&family);
    read_charge(reader, BIG_WORK_OF_TERM * (uint64_t)family.latency);
    claim(&family);
    big_sequence_init(&family.f, family.latency, family.ports);
    schedule_init(&family.schedule, reader);
    family.schedule.ports = family.ports;
    family.loose = memory_zeroed(2 * (size_t)family.latency, sizeof *family.loose);
    memory_number_each(&family.processors, &family.found, NULL);
    uint32_t first = family.window; /* the claim is for all t >= U at least */
    if (family.numbers) {
        check_served(&family);
        check_lefts(&family);
    } else if (family.from < first) {
        first = family.from;
    }
    check_instances(&family, first);
    verdict_claim(reader->verdict, "; P(t) = 1 for 0 <= t < L, else P(t-1) + %sP(t-L)",
                  family.ports > 1 ? "p " : "");
}
