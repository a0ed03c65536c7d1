/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/port_late.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/base/random.h"
#include "solver/stream/construction/port_leaves.h"

enum {
    MOST_LETTERS = 1 << 17,
    MOST_STARTS = 400,
    MOVES_OF_LETTER = 40 /* in one start */
};

struct late {
    int p, steps, depth, n; /* the steps of a root; the positions of the long word */
    int *copies;            /* [item steps + i] */
    int *root;              /* [item]: its position */
    int *left;              /* [item]: the letter that the other word takes */
    int *letters;           /* [item n + y]: at this residue; the root has the value t */
    int *placed, *positions;
    int *there; /* [position]: letters, */
    int excess; /* beyond p, at all positions */
    struct random_numbers random;
};

static int below(struct late *late, int count) {
    return (int)random_below(&late->random, count);
}

static int modulo(const struct late *late, long number) {
    return (int)((number % late->n + late->n) % late->n);
}

/* --- where a start begins --- */

/* The copies of an item; its root may stand one position before the first one. */
static void send(struct late *late, int item) {
    int *copies = late->copies + item * late->steps, p = late->p;
    long first = (long)item * late->n, end = first + late->n;
    bool early = (end - 1) / p - first / p < late->steps - 1 && below(late, 2);
    late->root[item] = (int)(first / p) - early;
    for (int i = 0; i < late->steps; i++) {
        long from = (long)p * (late->root[item] + i), to = from + p;
        from = from < first ? first : from;
        to = to > end ? end : to;
        copies[i] = to > from ? (int)(to - from) : 0;
    }
}

static int copies_of(const struct late *late, int item, int value) {
    return late->copies[item * late->steps + late->steps - 1 - value];
}

/* Letters that are left over, at random; then all are moved up or down as far as their sum asks
 * for. False if that is not far enough. */
static bool leave(struct late *late) {
    long sum = 0;
    for (int item = 0; item < late->p; item++) {
        do
            late->left[item] = below(late, late->steps);
        while (copies_of(late, item, late->left[item]) == 0);
        sum += late->depth - late->left[item];
        for (int v = 0; v < late->steps; v++)
            sum += (long)v * copies_of(late, item, v);
    }
    int up = modulo(late, sum), way = below(late, 2) ? 1 : -1,
        more = way > 0 ? up : modulo(late, -up);
    for (int item = 0; item < late->p; item++)
        while (more > 0) {
            int next = late->left[item] + way;
            if (next < 0 || next >= late->steps || copies_of(late, item, next) == 0)
                break;
            late->left[item] = next;
            more--;
        }
    return more == 0;
}

static void count(struct late *late, int position, int change) {
    int *there = &late->there[position];
    late->excess -= *there > late->p ? *there - late->p : 0;
    *there += change;
    late->excess += *there > late->p ? *there - late->p : 0;
}

/* Each item by M. Hall's theorem, so that one position at most has a letter too many. False if
 * memory is refused. */
static bool spread(struct late *late) {
    int n = late->n, gap;
    bool room = true;
    memset(late->there, 0, (size_t)n * sizeof *late->there);
    late->excess = 0;
    for (int item = 0; item < late->p && room; item++) {
        int *values = late->letters + (size_t)item * (size_t)n, filled = 1;
        late->placed[0] = late->depth;
        for (int v = 0; v < late->steps; v++)
            for (int i = late->left[item] == v; i < copies_of(late, item, v); i++)
                late->placed[filled++] = v;
        room = port_place(late->placed, n, modulo(late, late->root[item]), &gap, late->positions,
                          values);
        for (int y = 0; y < n && room; y++)
            count(late, modulo(late, (long)y - values[y]), 1);
    }
    return room;
}

/* --- moves --- */

/* How much more is in excess if a letter goes from one position to the other. */
static int cost(const struct late *late, int from, int to) {
    return (late->there[to] >= late->p) - (late->there[from] > late->p);
}

/* Letters a at residue x and b at y exchange them; neither is a root. */
static int cost_of_exchange(struct late *late, int x, int a, int y, int b) {
    int from = modulo(late, (long)x - a), to = modulo(late, (long)y - a);
    int back = modulo(late, (long)y - b), then = modulo(late, (long)x - b);
    int first = cost(late, from, to);
    late->there[from]--;
    late->there[to]++;
    int second = cost(late, back, then);
    late->there[from]++;
    late->there[to]--;
    return first + second;
}

/* Exchanges the letter at this residue with the one of its item for which least is in excess. */
static void move(struct late *late, int *letters, int x) {
    int best = -1, least = 0, equal = 0;
    for (int y = 0; y < late->n; y++) {
        if (letters[y] == letters[x] || letters[y] == late->depth)
            continue;
        int change = cost_of_exchange(late, x, letters[x], y, letters[y]);
        if (best < 0 || change < least) {
            best = y;
            least = change;
            equal = 1;
        } else if (change == least && below(late, ++equal) == 0) {
            best = y;
        }
    }
    if (best < 0)
        return;
    int a = letters[x], b = letters[best];
    count(late, modulo(late, (long)x - a), -1);
    count(late, modulo(late, (long)best - b), -1);
    letters[x] = b;
    letters[best] = a;
    count(late, modulo(late, (long)x - b), 1);
    count(late, modulo(late, (long)best - a), 1);
}

/* A position with more than p letters, the next one from a random one on. */
static int crowded(struct late *late) {
    int position = below(late, late->n);
    while (late->there[position] <= late->p)
        position = (position + 1) % late->n;
    return position;
}

/* The residue of one of its letters that are no roots, or -1: any one from a random one on. */
static int pick(struct late *late, int position, int **letters) {
    int places = late->p * late->steps, place = below(late, places);
    for (int i = 0; i < places; i++, place = (place + 1) % places) {
        int value = place % late->steps, residue = modulo(late, (long)position + value);
        *letters = late->letters + (size_t)(place / late->steps) * (size_t)late->n;
        if ((*letters)[residue] == value)
            return residue;
    }
    return -1;
}

static enum status start(struct late *late, const struct limits *limits, bool *found,
                         struct failure *failure) {
    enum status status = limits_check(limits, failure);
    for (int item = 0; item < late->p; item++)
        send(late, item);
    if (status || !leave(late))
        return status;
    if (!spread(late))
        return failure_memory(failure, "a schedule");
    for (long i = 0; i < (long)MOVES_OF_LETTER * late->p * late->n && late->excess && !status;
         i++) {
        int *letters, residue = pick(late, crowded(late), &letters);
        if (residue >= 0)
            move(late, letters, residue);
        if (i % 1024 == 1023)
            status = limits_check(limits, failure);
    }
    *found = late->excess == 0;
    return status;
}

/* --- all --- */

static bool add(const struct late *late, struct schedule *schedule) {
    struct coloured_word *one = NULL, *other = NULL;
    size_t letters = (size_t)late->p * (size_t)late->n;
    if (schedule_add_copies(schedule))
        memcpy(schedule->copies, late->copies,
               (size_t)late->p * (size_t)late->steps * sizeof *late->copies);
    if (schedule->copies)
        one = schedule_add_coloured(schedule, late->n);
    if (one) {
        memcpy(one->values, late->letters, letters * sizeof *late->letters);
        other = schedule_add_coloured(schedule, 1);
    }
    if (other)
        memcpy(other->values, late->left, (size_t)late->p * sizeof *late->left);
    return other != NULL;
}

static bool late_init(struct late *late, const struct schedule *schedule, int processors) {
    int p = schedule->ports, steps = schedule->depth - schedule->latency + 1;
    *late = (struct late){.p = p, .steps = steps, .depth = schedule->depth, .n = processors - 1};
    late->copies = memory_new((size_t)p * (size_t)steps, sizeof *late->copies);
    late->root = memory_new((size_t)p, sizeof *late->root);
    late->left = memory_new((size_t)p, sizeof *late->left);
    late->letters = memory_new((size_t)p * (size_t)late->n, sizeof *late->letters);
    late->there = memory_new((size_t)late->n, sizeof *late->there);
    late->placed = memory_new((size_t)late->n, sizeof *late->placed);
    late->positions = memory_new((size_t)late->n, sizeof *late->positions);
    return late->copies && late->root && late->left && late->letters && late->there &&
           late->placed && late->positions;
}

enum status port_late_words(struct schedule *schedule, int processors, const struct limits *limits,
                            bool *found, struct failure *failure) {
    struct late late;
    enum status status = STATUS_OK;
    *found = false;
    if (processors > MOST_LETTERS / schedule->ports)
        return status;
    if (!late_init(&late, schedule, processors))
        status = failure_memory(failure, "a schedule");
    for (uint64_t seed = 0; seed < MOST_STARTS && !status && !*found; seed++) {
        late.random = random_start(seed);
        status = start(&late, limits, found, failure);
    }
    if (!status && *found && !add(&late, schedule))
        status = failure_memory(failure, "a schedule");
    free(late.copies);
    free(late.root);
    free(late.left);
    free(late.letters);
    free(late.there);
    free(late.placed);
    free(late.positions);
    return status;
}
