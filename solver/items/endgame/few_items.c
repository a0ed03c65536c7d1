/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/few_items.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/items/construction/kept_messages.h"
#include "solver/items/endgame/colour_search.h"

/* --- which processor receives when --- */

/* Let T = L+t-1. Everything received before TIME t is somebody's first item, f_(y-L) of them at
 * TIME y: R = f_(t-1) - 1 <= N rows in all. All other receptions are at the L *final* TIMEs t .. T,
 * where what is sent on comes too late; at most min(f_(y-L), N) at y. So R rows need K-1 final
 * TIMEs beside their first slot, the others K. They take turns at the final TIMEs: as no TIME has
 * more than N places, nobody has two at once. */

struct few {
    int latency, depth, processors, items;
    unsigned attempt;
    long early;   /* R */
    long *places; /* [y - t], y = t..T: that are used */
    int *times;   /* [row K + i] */
    int *counts;  /* [row]: slots so far */
};

static void few_clear(struct few *few) {
    FREE_ALL(few->places, few->times, few->counts);
}

/* min(f_0, N+2), .. up to f_(t-1). */
static void fill_terms(const struct few *few, long *terms) {
    for (int i = 0; i < few->depth; i++) {
        terms[i] = i < few->latency ? 1 : terms[i - 1] + terms[i - few->latency];
        if (terms[i] > few->processors + 2L)
            terms[i] = few->processors + 2L;
    }
}

/* Rows are numbered with those whose first slot is final in front, and the others by their first
 * slots. */
static void place_first(struct few *few, const long *terms) {
    int row = few->processors - (int)few->early;
    for (int y = few->latency; y < few->depth; y++)
        for (long i = 0; i < terms[y - few->latency] && row < few->processors; i++, row++)
            few->times[row * few->items + few->counts[row]++] = y;
}

/* What is not needed is left out evenly, or at the first TIMEs, or at the last ones. */
static void leave_out(struct few *few, long surplus) {
    int L = few->latency;
    for (int i = 0; i < L && surplus > 0; i++) {
        int at = few->attempt % 3 == 1 ? i : L - 1 - i;
        long part = few->attempt % 3 == 0 ? (surplus + L - 1 - i) / (L - i) : surplus;
        long left_out = part < few->places[at] ? part : few->places[at];
        few->places[at] -= left_out;
        surplus -= left_out;
    }
    for (int i = 0; i < L && surplus > 0; i++) { /* where rounding left some */
        long left_out = surplus < few->places[i] ? surplus : few->places[i];
        few->places[i] -= left_out;
        surplus -= left_out;
    }
}

/* False if there are fewer than are needed. */
static bool count_places(struct few *few, const long *terms) {
    long sum = 0, needed = (long)few->processors * few->items - few->early;
    for (int i = 0; i < few->latency; i++) {
        int index = few->depth - few->latency + i; /* y - L */
        long most = index < 0 ? 0 : terms[index];
        few->places[i] = most < few->processors ? most : few->processors;
        sum += few->places[i];
    }
    if (sum < needed)
        return false;
    leave_out(few, sum - needed);
    return true;
}

static long choose_step(const struct few *few) {
    long step = 1 + (long)(0.618 * (double)few->early) + few->attempt;
    while (few->early > 1 && greatest_divisor(few->early, step) > 1)
        step++;
    return step;
}

static int compare_times(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The final TIMEs in another order for each attempt: which of them a row has together depends on
 * it. */
static int final_time(const struct few *few, int i) {
    int L = few->latency, first = (int)(few->attempt / 3) % L;
    int step = 1 + (int)(few->attempt / 3) / L;
    while (greatest_divisor(L, step) > 1)
        step++;
    return (first + i * (step % L)) % L;
}

/* Rows take turns: those in front as they are, the others in steps that spread their first slots.
 * The last round is for those in front only. */
static void place_final(struct few *few) {
    long turn = 0, step = choose_step(few), front = few->processors - few->early;
    for (int turn_of = 0; turn_of < few->latency; turn_of++) {
        int i = final_time(few, turn_of);
        for (long n = 0; n < few->places[i]; n++, turn++) {
            long at = turn % few->processors;
            int row = (int)(at < front ? at : front + (at - front) * step % few->early);
            few->times[row * few->items + few->counts[row]++] = few->depth + i;
        }
    }
    for (int row = 0; row < few->processors; row++)
        qsort(few->times + row * few->items, (size_t)few->counts[row], sizeof(int), compare_times);
}

static enum status find_classes(const struct few *few, struct slot_classes *classes,
                                struct failure *failure) {
    CLEANUP(slot_classes_clear)
    struct slot_classes made = {.latency = few->latency, .depth = few->depth};
    BIG_OF(one, 1);
    for (int row = 0; row < few->processors; row++)
        TRY(slot_classes_add(&made, few->times + row * few->items, few->counts[row], one, failure));
    slot_classes_merge(&made);
    *classes = TAKE(made);
    return STATUS_OK;
}

/* *found: `classes` has all slots. Not found: R > N, or the final TIMEs have fewer places than are
 * needed. `attempt` = 0, 1, ..: other turns. O(N K log N). */
static enum status few_rows(int latency, int depth, int processors, int items, unsigned attempt,
                            struct slot_classes *classes, bool *found, struct failure *failure) {
    CLEANUP(few_clear) struct few few = {latency, depth, processors, items, attempt, .early = 0};
    FREED long *terms = memory_new((size_t)depth + 1, sizeof *terms);
    *found = false;
    TRY(memory_check(terms && NEW(latency, few.places) && NEW(processors, few.counts) &&
                         NEW((size_t)processors * (size_t)items, few.times),
                     failure, "the slots of few items"));
    fill_terms(&few, terms);
    few.early = terms[depth - 1] - 1;
    *found = few.early <= processors && count_places(&few, terms);
    if (*found) {
        place_first(&few, terms);
        place_final(&few);
        TRY(find_classes(&few, classes, failure));
    }
    return STATUS_OK;
}

/* --- colours --- */

enum { ATTEMPTS = 90, MOST_ROWS = 100000 };

struct task {
    int latency, depth, processors, items;
    const struct limits *limits;
};

static enum status try_once(const struct task *task, unsigned attempt, struct items_colours *few,
                            bool *found, struct failure *failure) {
    struct slot_classes classes;
    CLEANUP(items_colours_clear) struct items_colours made = {0};
    TRY(few_rows(task->latency, task->depth, task->processors, task->items, attempt, &classes,
                 found, failure));
    if (!*found)
        return STATUS_OK;
    TRY(items_colours_init_few(&made, &classes, task->items, failure));
    TRY(colour_search(&made.plan, task->limits, found, failure));
    if (!*found)
        return STATUS_OK;
    TRY(items_colours_finish(&made, failure));
    *few = TAKE(made);
    return STATUS_OK;
}

enum status few_items(int latency, int processors, int items, int finish,
                      const struct limits *limits, struct items_colours *few, bool *found,
                      struct failure *failure) {
    struct task task = {latency, finish - latency + 1, processors, items, limits};
    *found = false;
    if (task.depth < 1 || items > latency + 1 || processors > MOST_ROWS)
        return STATUS_OK;
    for (unsigned attempt = 0; attempt < ATTEMPTS && !*found; attempt++)
        TRY(try_once(&task, attempt, few, found, failure));
    return STATUS_OK;
}

/* --- messages --- */

/* Rows in the order of the classes. */
static enum status number_rows(const struct slot_classes *classes, int **class_of, int *rows,
                               struct failure *failure) {
    BIG(count);
    slot_classes_rows(classes, count);
    TRY(messages_check_processors(count, failure));
    *rows = (int)mpz_get_si(count);
    TRY(memory_check(NEW((size_t)*rows, *class_of), failure, "a list of messages"));
    int row = 0;
    for (size_t c = 0; c < classes->count; c++)
        for (long i = mpz_get_si(classes->classes[c].rows); i > 0; i--)
            (*class_of)[row++] = (int)c;
    return STATUS_OK;
}

/* Colours count from the last item on, the list numbers items from the first. */
enum status few_items_schedule(const struct items_colours *few, struct items_schedule *schedule,
                               struct failure *failure) {
    const struct colour_plan *plan = &few->plan;
    struct message_machine machine = message_machine_postal(plan->classes.latency);
    CLEANUP(message_array_clear) struct message_array messages = {0};
    int rows;
    FREED int *class_of = NULL;
    TRY(number_rows(&plan->classes, &class_of, &rows, failure));
    TRY(colour_plan_messages(plan, class_of, rows, &messages, NULL, failure));
    for (size_t i = 0; i < messages.count; i++)
        messages.messages[i].item = plan->colours + 1 - messages.messages[i].item;
    return array_schedule(&messages, &machine, rows, plan->colours, schedule, failure);
}
