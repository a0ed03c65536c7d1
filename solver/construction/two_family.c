/* SPDX-License-Identifier: MIT */
#include "solver/construction/two_family.h"

enum {
    LATENCY = 2,
    PARITIES = 6, /* of f_{t+1} + t - 1, and of t: they repeat every 6 depths */
    THIRDS = 8,   /* f_t modulo 3 repeats every 8 depths */
    MOST_PATTERNS = 16
};

const char *two_family_name(enum two_family which) {
    return which == TWO_FAMILY_CAPACITY ? "capacity" : "theorem-3-5";
}

/* There are f(t-v-2) nodes of value v. */
static const struct family_form nodes_of_head = {
    .divisor = 1, .factor = {1}, .shift = {2}, .below_head = true};

static struct family_form constant(int number) {
    return (struct family_form){.divisor = 1, .constant = number};
}

/* factor f(t-shift) + number */
static struct family_form nodes(int factor, int shift, int number) {
    return (struct family_form){
        .divisor = 1, .factor = {factor}, .shift = {shift}, .constant = number};
}

/* (factor f(t-shift) + slope t + number) / divisor */
static struct family_form part(int divisor, int factor, int shift, int slope, int number) {
    return (struct family_form){.divisor = divisor,
                                .factor = {factor},
                                .shift = {shift},
                                .slope = slope,
                                .constant = number};
}

/* f(t-shift) - times H, as one fraction; 3 H = f(t-7) - 1 + x. */
static struct family_form rest(int shift, int times, int x) {
    return (struct family_form){
        .divisor = 3, .factor = {3, -times}, .shift = {shift, 7}, .constant = times * (1 - x)};
}

static struct word_pattern fixed(struct family_form count, int head, const char *letters,
                                 int last) {
    return (struct word_pattern){
        .count = count, .kind = HEAD_FIXED, .head = head, .start = letters, .last = last};
}

/* All nodes of value v = first, first + 2, .. <= t-2. */
static struct word_pattern heads(int first, const char *start, int less, int last) {
    return (struct word_pattern){.count = nodes_of_head,
                                 .kind = HEAD_RANGE,
                                 .head = first,
                                 .below = LATENCY,
                                 .step = 2,
                                 .start = start,
                                 .repeat = "20",
                                 .less = less,
                                 .last = last};
}

static struct word_pattern root(const char *start, const char *repeat, int less, int last) {
    return (struct word_pattern){.count = constant(1),
                                 .kind = HEAD_TOP,
                                 .start = start,
                                 .repeat = repeat,
                                 .less = less,
                                 .last = last};
}

/* One class of depths; ended by a pattern without letters (NULL). */
typedef void class_patterns(int class, struct word_pattern *patterns);

static void capacity_patterns(int class, struct word_pattern *patterns) {
    int odd = class % 2;
    int loop = class >= 3; /* f_{t+1} + t - 1 is odd */
    struct word_pattern list[MOST_PATTERNS] = {
        root("", "0", 0, 2),
        heads(6, "", 1, 2),
        heads(7, "1", 1, 2),
        fixed(part(2, 0, 0, 1, odd - 2), 5, "120", 2),
        fixed(part(2, 2, 7, -1, 2 - odd), 5, "111", 2),
        fixed(part(2, 1, 5, -1, 1 - loop), 4, "0", 3), /* j */
        fixed(part(2, 1, 8, 1, loop - 1), 4, "11", 2), /* f(t-6) - j */
        fixed(nodes(1, 5, -loop), 3, "1", 2),
    };
    if (loop)
        list[8] = fixed(constant(1), 3, "", 3);
    for (int i = 0; i < MOST_PATTERNS; i++)
        patterns[i] = list[i];
}

/* x = (1 - f_{t-7}) mod 3 */
static int receive_only(int class) {
    int f = 1, next = 1;
    for (int i = 0; i < (class + THIRDS - 7) % THIRDS; i++) {
        int sum = (f + next) % 3;
        f = next;
        next = sum;
    }
    return (1 + 2 * f) % 3;
}

static void theorem_3_5_patterns(int class, struct word_pattern *patterns) {
    int x = receive_only(class), odd = class % 2;
    int s = 22 - 4 * x + 6 * (x == 2) - 3 * odd;
    struct word_pattern list[MOST_PATTERNS] = {
        root("00", "1", 3, 4),
        heads(10, "00", 3, 4),
        heads(11, "001", 3, 4),
        fixed(part(6, 2, 11, 3, -s), 9, "00120", 4), /* c_9 */
        fixed(part(6, 4, 11, -3, s), 9, "00111", 4),
        fixed(nodes(1, 10, 0), 8, "0011", 4),
        fixed(nodes(1, 9, 0), 7, "001", 4),
        fixed(nodes(1, 8, 0), 6, "00", 4),
        fixed(nodes(1, 7, 0), 5, "1", 4),
        fixed(part(3, 1, 7, 0, x - 1), 4, "11", 2), /* H */
        fixed(rest(6, 1, x), 4, "", 4),
        fixed(nodes(1, 5, 0), 3, "", 3),
        fixed(rest(4, 2, x), 2, "", 2),
        fixed(constant(1), x, "", 0),
    };
    for (int i = 0; i < MOST_PATTERNS; i++)
        patterns[i] = list[i];
}

static enum status fill(struct stationary_family *family, class_patterns *class_of,
                        struct failure *failure) {
    struct word_pattern patterns[MOST_PATTERNS];
    enum status status = STATUS_OK;
    for (int class = 0; class < family->period; class ++) {
        class_of(class, patterns);
        for (int i = 0; i < MOST_PATTERNS && patterns[i].start && !status; i++) {
            patterns[i].class = class;
            status = stationary_family_add(family, &patterns[i], failure);
        }
    }
    return status;
}

enum status two_family_init(struct stationary_family *family, enum two_family which,
                            struct failure *failure) {
    bool capacity = which == TWO_FAMILY_CAPACITY;
    struct stationary_family result = {.latency = LATENCY,
                                       .from = capacity ? 11 : 16,
                                       .period = capacity ? PARITIES : THIRDS,
                                       .processors =
                                           capacity ? part(2, 1, -1, 1, -1) : nodes(1, 1, 0)};
    enum status status =
        fill(&result, capacity ? capacity_patterns : theorem_3_5_patterns, failure);
    if (status)
        stationary_family_clear(&result);
    else
        *family = result;
    return status;
}
