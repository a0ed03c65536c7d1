/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/items_latency_two.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/least.h"
#include "solver/model/sequence.h"
#include "solver/stream/construction/latency_two.h"

enum { LATENCY = 2 };

static int compare(const void *left, const void *right) {
    const struct two_slots *a = left, *b = right;
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->loop != b->loop)
        return a->loop ? -1 : 1;
    if (a->last != b->last)
        return a->last < b->last ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* A value v at TIME y is one of the last items, or behind them, if v + y > T. */
static enum status find_row(const struct word_class *class, int place, int end,
                            struct two_slots *slots, struct failure *failure) {
    int count = 0;
    size_t length = class->length;
    for (int y = 0; y <= end; y++)
        if (class->values[((size_t)place + (size_t)y) % length] + y > end) {
            slots->first = count ? slots->first : y;
            slots->last = y;
            count++;
        }
    slots->loop = count > 2;
    if (count < 2 || slots->last < end - 1 || (slots->loop && count != end + 1 - slots->first))
        return failure_set(failure, STATUS_INTERNAL, "a word of length %zu has other slots",
                           length);
    return STATUS_OK;
}

static enum status find_slots(const struct schedule *words, int count, struct two_slots **slots,
                              struct failure *failure) {
    struct two_slots *result = memory_new((size_t)count, sizeof *result), *next = result;
    enum status status = STATUS_OK;
    if (!result)
        return failure_memory(failure, "the endgame of a broadcast");
    for (size_t w = 0; w < words->word_count; w++)
        for (size_t p = 0; p < words->words[w].length; p++)
            for (unsigned long i = mpz_get_ui(words->words[w].count); i > 0 && !status; i--) {
                next->row = (int)(next - result) + 1;
                status = find_row(&words->words[w], (int)p, words->depth + 1, next++, failure);
            }
    if (status) {
        free(result);
        return status;
    }
    qsort(result, (size_t)count, sizeof *result, compare);
    *slots = result;
    return STATUS_OK;
}

static enum status make_words(struct items_family *family, mpz_srcptr processors,
                              struct failure *failure) {
    int depth;
    enum status status = messages_check_processors(processors, failure);
    if (!status)
        status = latency_two_balls_depth(processors, &depth, failure);
    if (status)
        return status;
    items_family_init(family, LATENCY, depth);
    return latency_two_balls_schedule(&family->words, processors, failure);
}

/* A family with these words for N = processors, F = t + 1 and no message yet, and the slots of its
 * N rows, to be freed: ordered by the first slot; of one, loops first, then by the last slot and by
 * rows. STATUS_INPUT for N < 1 and the exceptions of latency_two_balls_schedule, STATUS_LIMIT for
 * more than MESSAGES_MOST_PROCESSORS. O(N (t + log N)). */
static enum status two_slots_family(struct items_family *family, int processors, int endgame,
                                    struct two_slots **slots, struct failure *failure) {
    struct items_family result;
    mpz_t number;
    mpz_init_set_si(number, processors);
    enum status status = make_words(&result, number, failure);
    mpz_clear(number);
    if (status)
        return status;
    result.processors = processors;
    result.endgame = endgame;
    result.finish = result.words.depth + 1;
    status = find_slots(&result.words, processors, slots, failure);
    if (status)
        items_family_clear(&result);
    else
        *family = result;
    return status;
}

/* --- which item comes first to how many --- */

/*
 * The choice in items_latency_two.h between two items, 0 and 1, counted.
 *
 * Processors are counted by their slots (items_latency_two.h). At each TIME y = 2..T the source's
 * item and how many first slots take item 0 are chosen, such that of either item no more are
 * received at y than are sent at y-2: one by each processor whose first item it is and whose first
 * slot was at y-2 or before, and one by the source if it sends this one.
 */

/* f_64 is above all numbers of processors that are listed. */
enum { TWO_COLOURS_TIMES = 64 };

struct two_colours {
    int end; /* T < TWO_COLOURS_TIMES */

    /* Given, [y]: the processors whose first slot is at y: loops; others, whose second slot is at
     * T-1; at T. */
    int loops[TWO_COLOURS_TIMES];
    int early[TWO_COLOURS_TIMES];
    int late[TWO_COLOURS_TIMES];

    /* Chosen, [y]: the item from the source; the number of first slots that take item 0: loops
     * before early ones before late ones; and of processors with each first item, so far. */
    int source[TWO_COLOURS_TIMES];
    int zeros[TWO_COLOURS_TIMES];
    int holders[2][TWO_COLOURS_TIMES];
};

enum { MOST_NODES = 1000000 };

/* What is still to be received at a TIME and behind it. */
struct state {
    int early[2]; /* [item]: processors that have had it first, and wait for the other one at T-1 */
    int late[2];  /* at T */
    int loops[2]; /* at any time */
    int difference; /* processors whose first item is 0, less those with 1 */
};

struct search {
    struct two_colours *colours;
    int nodes;
};

static int firsts_at(const struct two_colours *colours, int time) {
    return colours->loops[time] + colours->early[time] + colours->late[time];
}

/* What arrives at `time` for first slots and loops. */
static void find_supply(const struct two_colours *colours, int time, const struct state *state,
                        int supply[2]) {
    for (int item = 0; item < 2; item++) {
        supply[item] = colours->holders[item][time - 2] + (colours->source[time] == item);
        if (time == colours->end - 1)
            supply[item] -= state->early[1 - item];
        if (time == colours->end)
            supply[item] -= state->late[1 - item];
    }
}

/* The first slots at `time`, as chosen. */
static void add_firsts(struct two_colours *colours, int time, struct state *state) {
    int zeros = colours->zeros[time], loops = least(zeros, colours->loops[time]);
    int early = least(zeros - loops, colours->early[time]), late = zeros - loops - early;
    state->loops[0] += loops;
    state->loops[1] += colours->loops[time] - loops;
    state->early[0] += early;
    state->early[1] += colours->early[time] - early;
    state->late[0] += late;
    state->late[1] += colours->late[time] - late;
    colours->holders[0][time] = colours->holders[0][time - 1] + zeros;
    colours->holders[1][time] = colours->holders[1][time - 1] + firsts_at(colours, time) - zeros;
    state->difference = colours->holders[0][time] - colours->holders[1][time];
}

static bool choose(struct search *search, int time, const struct state *state);

/* With so many zeros at `time`, if there are as many: can all the rest be chosen? */
static bool try(struct search *search, int time, const struct state *state, const int supply[2],
                int zeros) {
    struct two_colours *colours = search->colours;
    struct state next = *state;
    int left[2] = {supply[0] - zeros, supply[1] - firsts_at(colours, time) + zeros};
    if (zeros < 0 || zeros > firsts_at(colours, time) || left[0] < 0 || left[1] < 0)
        return false;
    for (int item = 0; item < 2; item++)
        next.loops[1 - item] -= least(next.loops[1 - item], left[item]);
    colours->zeros[time] = zeros;
    add_firsts(colours, time, &next);
    return choose(search, time + 1, &next);
}

/* All numbers that leave a difference of 0, 1 or -1; at T-1 all. */
static bool try_all(struct search *search, int time, const struct state *state) {
    static const int differences[] = {0, 1, -1};
    struct two_colours *colours = search->colours;
    int supply[2], firsts = firsts_at(colours, time);
    find_supply(colours, time, state, supply);
    if (time >= colours->end - 1) {
        bool found = false;
        int end = least(firsts, supply[0]);
        for (int zeros = most(0, firsts - supply[1]); zeros <= end && !found; zeros++)
            found = try(search, time, state, supply, zeros);
        return found;
    }
    for (int i = 0; i < 3; i++) {
        int twice = firsts + differences[i] - state->difference;
        if (twice % 2 == 0 && try(search, time, state, supply, twice / 2))
            return true;
    }
    return false;
}

static bool choose(struct search *search, int time, const struct state *state) {
    struct two_colours *colours = search->colours;
    if (time > colours->end)
        return state->loops[0] == 0 && state->loops[1] == 0;
    if (search->nodes == MOST_NODES)
        return false;
    search->nodes++;
    for (int item = 0; item < 2; item++) {
        colours->source[time] = item;
        if (try_all(search, time, state))
            return true;
    }
    return false;
}

/* Loops receive their second item as soon as one is sent that nobody else needs. The numbers of
 * processors with either first item differ by one at most up to T-2, and by what they must at T-1.
 * STATUS_INTERNAL if the search, in that order, finds nothing in 10^6 nodes. O(T) nodes and O(N +
 * T) time as far as known. */
static enum status two_colours_choose(struct two_colours *colours, struct failure *failure) {
    struct search search = {colours, 0};
    struct state state = {.difference = 0};
    for (int time = 0; time < 2; time++)
        colours->holders[0][time] = colours->holders[1][time] = 0;
    if (choose(&search, 2, &state))
        return STATUS_OK;
    return failure_set(failure, STATUS_INTERNAL, "two items are not found a way after %d nodes",
                       search.nodes);
}

/* --- the messages --- */

/* The processors that have one of the two items first, in the order of their first slots. */
struct senders {
    int *rows;
    int count;
    int next;    /* to send at the present TIME */
    bool source; /* will send this item at this TIME */
};

struct endgame {
    struct items_family *family;
    const struct two_slots *slots; /* of all rows */
    struct two_colours colours;
    struct senders senders[2];
    int *item; /* [slots]: the first one, 0 or 1 */
    bool *loop_waits;
};

static void endgame_clear(struct endgame *endgame) {
    free(endgame->senders[0].rows);
    free(endgame->senders[1].rows);
    free(endgame->item);
    free(endgame->loop_waits);
}

static enum status endgame_init(struct endgame *endgame, struct items_family *family,
                                const struct two_slots *slots, struct failure *failure) {
    size_t count = (size_t)family->processors;
    *endgame = (struct endgame){.family = family,
                                .slots = slots,
                                .colours = {.end = family->finish},
                                .item = memory_new(count, sizeof(int)),
                                .loop_waits = memory_new(count, sizeof(bool))};
    for (int item = 0; item < 2; item++)
        endgame->senders[item].rows = memory_new(count, sizeof(int));
    if (endgame->item && endgame->loop_waits && endgame->senders[0].rows &&
        endgame->senders[1].rows)
        return STATUS_OK;
    endgame_clear(endgame);
    return failure_memory(failure, "the endgame of a broadcast");
}

static void count_slots(struct endgame *endgame) {
    struct two_colours *colours = &endgame->colours;
    for (int i = 0; i < endgame->family->processors; i++) {
        const struct two_slots *slots = &endgame->slots[i];
        if (slots->loop)
            colours->loops[slots->first]++;
        else if (slots->last < colours->end)
            colours->early[slots->first]++;
        else
            colours->late[slots->first]++;
    }
}

/* Whoever can send this item at this TIME, and has not yet, sends it to the row. */
static bool give(struct endgame *endgame, int time, int item, int row) {
    struct senders *senders = &endgame->senders[item];
    struct message message = {.time = time - 2, .to = row, .item = item + 1};
    if (!senders->source && senders->next == endgame->colours.holders[item][time - 2])
        return false;
    if (!senders->source)
        message.from = senders->rows[senders->next++];
    senders->source = false;
    message_array_add(&endgame->family->messages, &message);
    return true;
}

/* Those whose second slot it is, and those whose first slot it is. `next`: the first of these. */
static bool give_in_slots(struct endgame *endgame, int time, int *next) {
    const struct two_colours *colours = &endgame->colours;
    bool given = true;
    for (int i = 0; i < *next; i++)
        if (!endgame->slots[i].loop && endgame->slots[i].last == time)
            given &= give(endgame, time, 1 - endgame->item[i], endgame->slots[i].row);
    for (int i = 0; *next < endgame->family->processors && endgame->slots[*next].first == time;
         i++, ++*next) {
        int item = i < colours->zeros[time] ? 0 : 1, row = endgame->slots[*next].row;
        endgame->item[*next] = item;
        endgame->senders[item].rows[endgame->senders[item].count++] = row;
        given &= give(endgame, time, item, row);
    }
    return given;
}

static void give_to_loops(struct endgame *endgame, int time, int end) {
    for (int i = 0; i < end; i++)
        if (endgame->loop_waits[i] && endgame->slots[i].first < time)
            endgame->loop_waits[i] =
                !give(endgame, time, 1 - endgame->item[i], endgame->slots[i].row);
}

static enum status give_all(struct endgame *endgame, struct failure *failure) {
    const struct two_colours *colours = &endgame->colours;
    int next = 0;
    for (int i = 0; i < endgame->family->processors; i++)
        endgame->loop_waits[i] = endgame->slots[i].loop;
    for (int time = 2; time <= colours->end; time++) {
        for (int item = 0; item < 2; item++) {
            endgame->senders[item].next = 0;
            endgame->senders[item].source = colours->source[time] == item;
        }
        if (!give_in_slots(endgame, time, &next))
            return failure_set(failure, STATUS_INTERNAL, "an item is sent too seldom");
        give_to_loops(endgame, time, next);
    }
    return STATUS_OK;
}

static enum status colour(struct items_family *family, const struct two_slots *slots,
                          struct failure *failure) {
    struct endgame endgame;
    enum status status = endgame_init(&endgame, family, slots, failure);
    if (status)
        return status;
    count_slots(&endgame);
    status = two_colours_choose(&endgame.colours, failure);
    if (!status)
        status = give_all(&endgame, failure);
    endgame_clear(&endgame);
    return status;
}

static enum status build(struct items_family *family, int processors, struct failure *failure) {
    struct two_slots *slots;
    enum status status = two_slots_family(family, processors, 2, &slots, failure);
    if (status)
        return status;
    status = colour(family, slots, failure);
    free(slots);
    if (status)
        items_family_clear(family);
    return status;
}

bool two_endgame_has(int processors) {
    return processors == 2 || processors == 6 || processors == 8 || processors >= 10;
}

enum status two_endgame_family(struct items_family *family, int processors,
                               struct failure *failure) {
    struct items_family result;
    enum status status = build(&result, processors, failure);
    if (!status)
        status = items_family_finish(&result, NULL, failure);
    if (!status)
        *family = result;
    return status;
}

/* The stream has the depth t of latency_two_depth; `tree` is B(N). */
enum status two_single_needed(int processors, bool *needed, struct failure *failure) {
    int depth, tree;
    mpz_t number;
    mpz_init_set_si(number, processors);
    enum status status = latency_two_depth(number, &depth, failure);
    mpz_clear(number);
    if (!status)
        status = sequence_depth(2, processors, &tree, failure);
    if (!status)
        *needed = depth > tree;
    return status;
}

/* The processors that have the item, in the order in which they came to it. */
struct spread {
    struct items_family *family;
    const struct two_slots *slots;
    bool *has; /* [slots] */
    int *rows;
    int count;
    int next; /* who sends next at the present TIME */
};

enum { RANKS = 4 };

/* Whom to serve first at this TIME, or -1: it is no slot. */
static int rank_of(const struct two_slots *slots, int time, int end) {
    if (slots->first != time && slots->last != time && (!slots->loop || slots->first > time))
        return -1;
    if (slots->last == time)
        return 0;
    if (slots->last < end)
        return 1;
    return slots->loop ? 3 : 2;
}

/* `senders`: how many can send, of those who have the item the first; at TIME 2, the source. */
static void spread_class(struct spread *spread, int time, int rank, int senders) {
    for (int i = 0; i < spread->family->processors && spread->next < senders; i++) {
        const struct two_slots *slots = &spread->slots[i];
        if (spread->has[i] || rank_of(slots, time, spread->family->finish) != rank)
            continue;
        struct message message = {.time = time - 2, .to = slots->row, .item = 1};
        if (time > 2)
            message.from = spread->rows[spread->next];
        spread->next++;
        spread->has[i] = true;
        spread->rows[spread->count++] = slots->row;
        message_array_add(&spread->family->messages, &message);
    }
}

/* Those who have the item two steps before send it; at TIME 2, the source. */
static void spread_item(struct spread *spread) {
    int ready[2] = {1, 0}; /* [time % 2]: as many have it two steps before; 1: the source */
    for (int time = 2; time <= spread->family->finish; time++) {
        spread->next = 0;
        for (int rank = 0; rank < RANKS; rank++)
            spread_class(spread, time, rank, ready[time % 2]);
        ready[time % 2] = spread->count;
    }
}

static enum status spread_in_slots(struct items_family *family, const struct two_slots *slots,
                                   struct failure *failure) {
    size_t count = (size_t)family->processors;
    struct spread spread = {.family = family,
                            .slots = slots,
                            .has = memory_new(count, sizeof *spread.has),
                            .rows = memory_new(count, sizeof *spread.rows)};
    bool room = spread.has && spread.rows;
    if (room)
        spread_item(&spread);
    free(spread.has);
    free(spread.rows);
    return room ? STATUS_OK : failure_memory(failure, "the endgame of a broadcast");
}

enum status two_single_family(struct items_family *family, int processors,
                              struct failure *failure) {
    struct items_family result;
    struct two_slots *slots;
    bool needed = false;
    enum status status = two_single_needed(processors, &needed, failure);
    if (!status && !needed)
        status =
            failure_set(failure, STATUS_INPUT,
                        "for %d processors the stream itself is as fast as can be", processors);
    if (!status)
        status = two_slots_family(&result, processors, 1, &slots, failure);
    if (status)
        return status;
    status = spread_in_slots(&result, slots, failure);
    free(slots);
    if (status)
        items_family_clear(&result);
    else
        status = items_family_finish(&result, NULL, failure);
    if (!status)
        *family = result;
    return status;
}
