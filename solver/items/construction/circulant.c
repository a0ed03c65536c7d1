/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/circulant.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"

enum { MOST_ROUNDS = 20 }; /* q for MESSAGES_MOST_PROCESSORS + 1 */

struct circulant {
    int size;                   /* P */
    int rounds;                 /* q */
    int skips[MOST_ROUNDS + 1]; /* s_0 .. s_q */
    int items;                  /* K */
    int first;                  /* x */
    signed char *numbers;       /* [j * P + r]: c_j(r) */
    signed char *own;           /* [r]: b(r) */
};

static void circulant_free(struct circulant *circulant) {
    if (!circulant)
        return;
    free(circulant->numbers);
    free(circulant->own);
    free(circulant);
}

static void release(void *owned) {
    circulant_free(owned);
}

/* The search for one processor r, seen from the source once round the circle: it is at P + r. Sums
 * of decreasing skips, s_q among them, are gone through. Round j takes the first one, in depth
 * first order, larger skips first, that is at P + r - s_j or before, ahead of no earlier one, and
 * ends with a skip that no other round has: the number of this last skip is that of the round. */
struct search {
    const struct circulant *circulant;
    int place;                 /* P + r */
    int before;                /* the next sum is below this */
    int next[MOST_ROUNDS + 2]; /* skips that are left, in a ring: [e + 1] is next to e, */
    int back[MOST_ROUNDS + 2]; /* -1 is the end */
    int found;                 /* rounds done */
    int last[MOST_ROUNDS + 1]; /* [j]: the last skip of the sum */
};

static void take_skip(struct search *search, int skip) {
    int next = search->next[skip + 1], back = search->back[skip + 1];
    search->next[back + 1] = next;
    search->back[next + 1] = back;
}

static bool fits(const struct search *search, int sum, int round) {
    return round <= search->circulant->rounds &&
           sum <= search->place - search->circulant->skips[round];
}

/* All sums that begin with `sum`, and go on with `skip` or a smaller one. */
static void extend(struct search *search, int sum, int skip) {
    const struct circulant *circulant = search->circulant;
    for (; skip != -1; skip = search->next[skip + 1]) {
        int longer = sum + circulant->skips[skip];
        if (search->found == circulant->rounds || !fits(search, longer, search->found) ||
            longer >= search->before)
            continue;
        if (fits(search, longer, search->found + 1))
            extend(search, longer, skip);
        if (search->found == circulant->rounds || !fits(search, sum, search->found + 1))
            return;
        search->before = longer;
        search->last[search->found++] = skip;
        take_skip(search, skip);
    }
}

/* The last skip of r as a sum of decreasing skips, each as large as can be. */
static int own_number(const struct circulant *circulant, int r) {
    int skip = circulant->rounds;
    while (r > 0) {
        skip--;
        if (circulant->skips[skip] <= r)
            r -= circulant->skips[skip];
    }
    return skip;
}

static enum status find_numbers(struct circulant *circulant, int r, struct failure *failure) {
    int q = circulant->rounds, own = own_number(circulant, r);
    struct search search = {
        .circulant = circulant, .place = circulant->size + r, .before = 2 * circulant->size};
    for (int e = -1; e <= q; e++) {
        search.next[e + 1] = e == -1 ? q : e - 1;
        search.back[e + 1] = e == q ? -1 : e + 1;
    }
    take_skip(&search, own);
    extend(&search, 0, search.next[0]);
    if (search.found < q)
        return failure_set(failure, STATUS_INTERNAL, "processor %d of %d has no schedule", r,
                           circulant->size);
    circulant->own[r] = (signed char)own;
    for (int j = 0; j < q; j++)
        circulant->numbers[(size_t)j * (size_t)circulant->size + (size_t)r] =
            (signed char)(search.last[j] == q ? own : search.last[j] - q);
    return STATUS_OK;
}

static int number_at(const struct circulant *circulant, int round, int r) {
    return circulant->numbers[(size_t)round * (size_t)circulant->size + (size_t)r];
}

/* Conditions 1 and 2. A number c stands as bit c + q. */
static bool numbers_are_all(const struct circulant *circulant, int r) {
    int q = circulant->rounds, own = circulant->own[r];
    uint64_t set = 0,
             all = (((uint64_t)1 << q) - 1) ^ (uint64_t)1 << own ^ (uint64_t)1 << (own + q);
    for (int j = 0; j < q; j++) {
        int c = number_at(circulant, j, r);
        if (c < -q || c >= q || (c == own && j < own))
            return false;
        set |= (uint64_t)1 << (c + q);
    }
    return own >= 0 && own < q && set == all;
}

/* Condition 3. */
static bool numbers_are_held(const struct circulant *circulant, int r) {
    for (int j = 0; j < circulant->rounds; j++) {
        int from = r - circulant->skips[j], c = number_at(circulant, j, r);
        from += from < 0 ? circulant->size : 0;
        bool held = from == 0 || c == circulant->own[from] - circulant->rounds;
        for (int i = 0; i < j && !held; i++)
            held = number_at(circulant, i, from) == c;
        if (!held)
            return false;
    }
    return true;
}

static enum status find_all(struct circulant *circulant, struct failure *failure) {
    for (int r = 1; r < circulant->size; r++)
        TRY(find_numbers(circulant, r, failure));
    for (int r = 1; r < circulant->size; r++)
        if (!numbers_are_all(circulant, r) || !numbers_are_held(circulant, r))
            return failure_set(failure, STATUS_INTERNAL,
                               "processor %d of %d does not receive what it should", r,
                               circulant->size);
    return STATUS_OK;
}

/* `time` as a round, and the first item of its numbers; those below 0 are not sent. */
static enum status emit_round(const struct circulant *circulant, int time, message_take *take,
                              void *context, struct failure *failure) {
    int q = circulant->rounds, size = circulant->size, last = circulant->items - 1;
    int round = (time + circulant->first) % q, skip = circulant->skips[round];
    int zero = time - round; /* phase f: f q - x */
    const signed char *numbers = circulant->numbers + (size_t)round * (size_t)size;
    for (int from = 0; from < size; from++) {
        int to = from + skip < size ? from + skip : from + skip - size, number = zero + numbers[to];
        if (to == 0 || number < 0)
            continue;
        struct message message = {time, from, to, (number < last ? number : last) + 1, 0};
        TRY(take(context, &message, failure));
    }
    return STATUS_OK;
}

static enum status each(const void *source, message_take *take, void *context,
                        const struct limits *limits, struct failure *failure) {
    const struct circulant *circulant = source;
    int end = circulant->items - 1 + circulant->rounds;
    for (int time = 0; time < end; time++) {
        struct progress progress = {"rounds", (uint64_t)time, (uint64_t)end, 0};
        TRY(limits_check(limits, failure));
        TRY(emit_round(circulant, time, take, context, failure));
        if (limits)
            limits_report(limits, &progress);
    }
    return STATUS_OK;
}

static enum status check_input(int processors, int items, struct failure *failure) {
    if (processors < 1 || items < 1)
        return failure_set(failure, STATUS_INPUT, "there is no %s",
                           items < 1 ? "item" : "processor");
    if (processors > MESSAGES_MOST_PROCESSORS)
        return failure_set(failure, STATUS_LIMIT,
                           "%d processors beside the source: messages are listed for at most %d",
                           processors, MESSAGES_MOST_PROCESSORS);
    if (items > INT_MAX - 2 * MOST_ROUNDS)
        return failure_set(failure, STATUS_LIMIT, "times beyond %d are not written", INT_MAX);
    return STATUS_OK;
}

static enum status make(int processors, int items, struct circulant **made,
                        struct failure *failure) {
    struct circulant *circulant = memory_new(1, sizeof *circulant);
    if (!circulant)
        return failure_memory(failure, "a list of messages");
    circulant->size = processors + 1;
    circulant->items = items;
    while (1 << circulant->rounds < circulant->size)
        circulant->rounds++;
    int q = circulant->rounds;
    circulant->skips[q] = circulant->size;
    for (int i = q; i-- > 0;)
        circulant->skips[i] = (circulant->skips[i + 1] + 1) / 2;
    circulant->first = (q - (items - 1) % q) % q;
    circulant->numbers = memory_new((size_t)circulant->size, (size_t)q);
    circulant->own = memory_new((size_t)circulant->size, 1);
    enum status status = circulant->numbers && circulant->own
                             ? find_all(circulant, failure)
                             : failure_memory(failure, "a list of messages");
    if (status)
        circulant_free(circulant);
    else
        *made = circulant;
    return status;
}

enum status circulant_schedule(int processors, int items, struct items_schedule *schedule,
                               struct failure *failure) {
    struct circulant *circulant = NULL;
    TRY(check_input(processors, items, failure));
    TRY(make(processors, items, &circulant, failure));
    int finish = items - 1 + circulant->rounds;
    schedule->list = (struct message_list){.machine = message_machine_postal(1),
                                           .processors = processors,
                                           .items = items,
                                           .single = circulant->rounds == 1,
                                           .count = (long)processors * items,
                                           .delay = finish,
                                           .finish = finish,
                                           .each = each,
                                           .source = circulant};
    schedule->owned = circulant;
    schedule->release = release;
    return STATUS_OK;
}
