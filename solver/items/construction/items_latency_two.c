/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/items_latency_two.h"

#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/construction/latency_two.h"
#include "solver/stream/construction/pruned_union.h"

enum { LATENCY = 2 };

/* A class by its slots: the second one is at T-1; at T; or all TIMEs from the first one on are. */
enum kind { EARLY, LATE, LOOP, KINDS };

static enum kind kind_of(const struct slot_class *class, int end) {
    return class->slots > 2 ? LOOP : class->times[1] < end ? EARLY : LATE;
}

static enum status check_form(const struct slot_classes *classes, int end,
                              struct failure *failure) {
    for (size_t c = 0; c < classes->count; c++) {
        const struct slot_class *class = &classes->classes[c];
        bool loop = class->slots > 2 && class->slots == end + 1 - class->times[0];
        if (class->busy || class->slots < 2 || (class->slots > 2 && !loop) ||
            class->times[class->slots - 1] < end - 1)
            return failure_internal(failure, "a word has other slots");
    }
    return STATUS_OK;
}

/* The stream, nothing dealt. */
static enum status begin(struct items_colours *colours, mpz_srcptr processors, int endgame,
                         const struct limits *limits, struct failure *failure) {
    struct schedule words;
    int depth;
    TRY(latency_two_balls_depth(processors, &depth, failure));
    if (depth > TWO_ENDGAME_MOST_DEPTH)
        return failure_limit(failure, "endgames for L = 2 are for depths up to %d",
                             TWO_ENDGAME_MOST_DEPTH);
    TRY(latency_two_balls_schedule(&words, processors, failure));
    TRY(items_colours_init(colours, &words, endgame, limits, failure));
    return check_form(&colours->plan.classes, colours->words.depth + 1, failure);
}

/* --- two items --- */

/* The items are 0 and 1, and are counted. At each TIME y = 2..T the source's item and how many
 * first slots take item 0 are chosen, loops before early ones before late ones, such that of either
 * item no more are received at y than are sent at y-2: one by each processor whose first item it is
 * and whose first slot was at y-2 or before, and one by the source if it sends this one. Loops
 * receive their second item as soon as one is sent that nobody else needs. The numbers of
 * processors with either first item differ by one at most up to T-2, and by what they must at
 * T-1. */
enum { MOST_NODES = 1000000, NUMBERS = 4 * KINDS + 5 };

struct moment {
    size_t classes[KINDS];     /* one more than the class of this kind with first slot y; 0: none */
    int source;                /* the item that the source sends at y-2 */
    mpz_t numbers[NUMBERS];    /* what the following are names of */
    mpz_ptr firsts;            /* rows with first slot y */
    mpz_ptr rows[KINDS];       /* of them, of each kind */
    mpz_ptr zeros[KINDS];      /* of these, those that take item 0 first */
    mpz_ptr waiting[KINDS][2]; /* rows with first slot up to y whose first item this is, and which
                                  wait for the other one; those whose slot has come included */
    mpz_ptr holders[2];        /* rows with each first item so far */
    mpz_ptr spare[2];          /* what is left of each item for loops, and then for nobody */
};

struct two {
    struct items_colours *colours;
    int end;                /* T */
    struct moment *moments; /* [y], 0..T; nothing happens at 0 and 1 */
    int nodes;
};

static void two_clear(struct two *two) {
    for (int y = 0; y <= two->end && two->moments; y++)
        for (int i = 0; i < NUMBERS; i++)
            mpz_clear(two->moments[y].numbers[i]);
    free(two->moments);
}

static void moment_init(struct moment *moment) {
    mpz_ptr *names[NUMBERS] = {&moment->firsts, &moment->holders[0], &moment->holders[1],
                               &moment->spare[0], &moment->spare[1]};
    for (int kind = 0, i = 5; kind < KINDS; kind++) {
        names[i++] = &moment->rows[kind];
        names[i++] = &moment->zeros[kind];
        names[i++] = &moment->waiting[kind][0];
        names[i++] = &moment->waiting[kind][1];
    }
    for (int i = 0; i < NUMBERS; i++) {
        mpz_init(moment->numbers[i]);
        *names[i] = moment->numbers[i];
    }
}

static enum status two_init(struct two *two, struct items_colours *colours,
                            struct failure *failure) {
    const struct slot_classes *classes = &colours->plan.classes;
    *two = (struct two){.colours = colours, .end = classes->depth + 1};
    TRY(memory_check(NEW(two->end + 1, two->moments), failure, "the endgame of a broadcast"));
    for (int y = 0; y <= two->end; y++)
        moment_init(&two->moments[y]);
    for (size_t c = 0; c < classes->count; c++) {
        const struct slot_class *class = &classes->classes[c];
        struct moment *moment = &two->moments[class->times[0]];
        enum kind kind = kind_of(class, two->end);
        moment->classes[kind] = c + 1;
        mpz_set(moment->rows[kind], class->rows);
        mpz_add(moment->firsts, moment->firsts, class->rows);
    }
    return STATUS_OK;
}

static void set_least(mpz_ptr result, mpz_srcptr a, mpz_srcptr b) {
    mpz_set(result, mpz_cmp(a, b) < 0 ? a : b);
}

/* What arrives of an item at y for first slots and loops. */
static void find_supply(const struct two *two, int y, int item, mpz_ptr supply) {
    const struct moment *now = &two->moments[y], *before = now - 1;
    mpz_add_ui(supply, two->moments[y - 2].holders[item], now->source == item);
    if (y == two->end - 1)
        mpz_sub(supply, supply, before->waiting[EARLY][1 - item]);
    if (y == two->end)
        mpz_sub(supply, supply, before->waiting[LATE][1 - item]);
}

/* The first slots at y, of which `zeros` take item 0, and loops. False: an item is short. */
static bool fill_moment(struct two *two, int y, mpz_srcptr zeros) {
    struct moment *now = &two->moments[y], *before = now - 1;
    CLEANUP(big_clear) mpz_t left;
    mpz_init_set(left, zeros);
    mpz_set(now->holders[0], zeros);
    mpz_sub(now->holders[1], now->firsts, zeros);
    bool enough = mpz_sgn(zeros) >= 0 && mpz_sgn(now->holders[1]) >= 0;
    for (int item = 0; item < 2; item++) {
        find_supply(two, y, item, now->spare[item]);
        mpz_sub(now->spare[item], now->spare[item], now->holders[item]);
        enough = enough && mpz_sgn(now->spare[item]) >= 0;
        mpz_add(now->holders[item], now->holders[item], before->holders[item]);
        for (int kind = 0; kind < KINDS; kind++)
            mpz_set(now->waiting[kind][item], before->waiting[kind][item]);
    }
    for (int item = 0; item < 2 && enough; item++) {
        mpz_ptr waiting = now->waiting[LOOP][1 - item], spare = now->spare[item];
        mpz_srcptr served = mpz_cmp(waiting, spare) < 0 ? before->waiting[LOOP][1 - item] : spare;
        mpz_sub(waiting, waiting, served);
        mpz_sub(spare, spare, served);
    }
    static const enum kind order[] = {LOOP, EARLY, LATE};
    for (int i = 0; i < KINDS && enough; i++) {
        enum kind kind = order[i];
        set_least(now->zeros[kind], left, now->rows[kind]);
        mpz_sub(left, left, now->zeros[kind]);
        mpz_add(now->waiting[kind][0], now->waiting[kind][0], now->zeros[kind]);
        mpz_add(now->waiting[kind][1], now->waiting[kind][1], now->rows[kind]);
        mpz_sub(now->waiting[kind][1], now->waiting[kind][1], now->zeros[kind]);
    }
    return enough;
}

static bool choose(struct two *two, int y);

/* Up to T-2, all numbers that leave a difference of 0, 1 or -1. */
static bool choose_even(struct two *two, int y) {
    static const int differences[] = {0, 1, -1};
    struct moment *now = &two->moments[y];
    BIG(twice);
    bool found = false;
    for (int i = 0; i < 3 && !found; i++) {
        mpz_sub(twice, now->firsts, now[-1].holders[0]);
        mpz_add(twice, twice, now[-1].holders[1]);
        if (differences[i] > 0)
            mpz_add_ui(twice, twice, 1);
        else if (differences[i] < 0)
            mpz_sub_ui(twice, twice, 1);
        if (mpz_odd_p(twice))
            continue;
        mpz_divexact_ui(twice, twice, 2);
        found = fill_moment(two, y, twice) && choose(two, y + 1);
    }
    return found;
}

/* Behind, the fewest zeros that leave enough of both items: of item 1 at this TIME, and of item 0
 * at T, `later` of which come from the source, for the late ones whose first item is 1. More zeros
 * only take from item 0 now what they leave then, and need item 1 at T. */
static bool choose_least(struct two *two, int y, unsigned later) {
    struct moment *now = &two->moments[y];
    BIG(zeros, least);
    find_supply(two, y, 1, least);
    mpz_sub(zeros, now->firsts, least);
    if (mpz_sgn(zeros) < 0)
        mpz_set_ui(zeros, 0);
    if (y < two->end) {
        mpz_add(least, now[-1].waiting[LATE][1], now->firsts);
        mpz_sub(least, least, now[-1].holders[0]);
        mpz_sub_ui(least, least, later);
        if (mpz_cmp(least, zeros) > 0)
            mpz_set(zeros, least);
    }
    return fill_moment(two, y, zeros) && choose(two, y + 1);
}

static bool choose(struct two *two, int y) {
    if (y > two->end) {
        const struct moment *last = &two->moments[two->end];
        return mpz_sgn(last->waiting[LOOP][0]) == 0 && mpz_sgn(last->waiting[LOOP][1]) == 0;
    }
    if (two->nodes == MOST_NODES)
        return false;
    two->nodes++;
    for (int item = 0; item < 2; item++) {
        two->moments[y].source = item;
        if (y < two->end - 1 ? choose_even(two, y)
                             : choose_least(two, y, 1) || choose_least(two, y, 0))
            return true;
    }
    return false;
}

/* --- as classes --- */

/* Rows of a class that receive these two colours at these TIMEs; at TIME 0 there is no slot. */
static enum status deal(struct items_colours *colours, size_t class, const int times[2],
                        const int dealt[2], mpz_srcptr rows, struct failure *failure) {
    const struct slot_class *slots = &colours->plan.classes.classes[class];
    FREED int *all = memory_new((size_t)slots->slots, sizeof *all);
    TRY(memory_check(all, failure, "the endgame of a broadcast"));
    for (int i = 0; i < 2; i++)
        for (int s = 0; s < slots->slots; s++)
            if (slots->times[s] == times[i])
                all[s] = dealt[i];
    return colour_plan_deal(&colours->plan, class, all, rows, failure);
}

/* Those with two slots, by the item that they have first. */
static enum status deal_pairs(const struct two *two, int y, enum kind kind,
                              struct failure *failure) {
    static const int zero_first[] = {1, 2}, one_first[] = {2, 1};
    const struct moment *now = &two->moments[y];
    const int times[] = {y, kind == EARLY ? two->end - 1 : two->end};
    if (!now->classes[kind])
        return STATUS_OK;
    BIG(others);
    mpz_sub(others, now->rows[kind], now->zeros[kind]);
    size_t class = now->classes[kind] - 1;
    TRY(deal(two->colours, class, times, zero_first, now->zeros[kind], failure));
    return deal(two->colours, class, times, one_first, others, failure);
}

/* Loops with first slot y that have the item first. */
static void find_loops(const struct moment *moment, int item, mpz_ptr rows) {
    if (item == 0)
        mpz_set(rows, moment->zeros[LOOP]);
    else
        mpz_sub(rows, moment->rows[LOOP], moment->zeros[LOOP]);
}

/* The loops that have the item second: those wait longest that are first served. */
static enum status deal_loops(const struct two *two, int item, struct failure *failure) {
    const int dealt[] = {2 - item, item + 1};
    BIG(left, served, rows); /* left: of those with first slot `first` */
    for (int y = 2, first = 1; y <= two->end; y++) {
        const struct moment *now = &two->moments[y];
        find_loops(now, 1 - item, served);
        mpz_add(served, served, now[-1].waiting[LOOP][1 - item]);
        mpz_sub(served, served, now->waiting[LOOP][1 - item]);
        while (mpz_sgn(served) > 0) {
            while (mpz_sgn(left) == 0)
                find_loops(&two->moments[++first], 1 - item, left);
            set_least(rows, left, served);
            mpz_sub(left, left, rows);
            mpz_sub(served, served, rows);
            TRY(deal(two->colours, two->moments[first].classes[LOOP] - 1, (const int[]){first, y},
                     dealt, rows, failure));
        }
    }
    return STATUS_OK;
}

/* The source sends nothing that nobody receives. */
static enum status deal_two(struct two *two, struct failure *failure) {
    for (int y = 2; y <= two->end; y++) {
        const struct moment *now = &two->moments[y];
        int item = now->source;
        if (mpz_cmp(now->spare[item], two->moments[y - 2].holders[item]) <= 0)
            two->colours->plan.source[y - 2] = item + 1;
        TRY(deal_pairs(two, y, EARLY, failure));
        TRY(deal_pairs(two, y, LATE, failure));
    }
    for (int item = 0; item < 2; item++)
        TRY(deal_loops(two, item, failure));
    return STATUS_OK;
}

static enum status colour_two(struct items_colours *colours, struct failure *failure) {
    CLEANUP(two_clear) struct two two = {0};
    TRY(two_init(&two, colours, failure));
    return choose(&two, 2)
               ? deal_two(&two, failure)
               : failure_internal(failure, "two items are not found a way after %d nodes",
                                  two.nodes);
}

bool two_endgame_has(mpz_srcptr processors) {
    return mpz_cmp_ui(processors, 10) >= 0 || mpz_cmp_ui(processors, 2) == 0 ||
           mpz_cmp_ui(processors, 6) == 0 || mpz_cmp_ui(processors, 8) == 0;
}

enum status two_endgame_colours(struct items_colours *colours, mpz_srcptr processors,
                                const struct limits *limits, struct failure *failure) {
    CLEANUP(items_colours_clear) struct items_colours made = {0};
    TRY(begin(&made, processors, 2, limits, failure));
    TRY(colour_two(&made, failure));
    TRY(items_colours_finish(&made, failure));
    *colours = TAKE(made);
    return STATUS_OK;
}

/* --- one item --- */

/* The stream has the depth t of latency_two_depth. */
enum status two_single_needed(mpz_srcptr processors, bool *needed, struct failure *failure) {
    int depth, tree;
    TRY(latency_two_depth(processors, &depth, failure));
    TRY(pruned_union_depth(LATENCY, processors, &tree, failure));
    *needed = depth > tree;
    return STATUS_OK;
}

/* Whom to serve first at this TIME, or -1: it is no slot. */
enum { RANKS = 4 };
static int rank_of(const struct slot_class *class, int time, int end) {
    int first = class->times[0], last = class->times[class->slots - 1];
    bool loop = class->slots > 2;
    if (first != time && last != time && (!loop || first > time))
        return -1;
    if (last == time)
        return 0;
    if (last < end)
        return 1;
    return loop ? 3 : 2;
}

struct spread {
    struct items_colours *colours;
    int end;        /* T */
    mpz_t *waiting; /* [class]: rows without the item */
    mpz_t has;      /* rows with it */
    mpz_t left;     /* who can still send it at the present TIME */
    mpz_t rows;
};

static void spread_clear(struct spread *spread) {
    numbers_free(spread->waiting);
    mpz_clears(spread->has, spread->left, spread->rows, NULL);
}

/* To the rows of a class that wait. */
static enum status spread_class(struct spread *spread, int time, size_t class,
                                struct failure *failure) {
    set_least(spread->rows, spread->waiting[class], spread->left);
    mpz_sub(spread->waiting[class], spread->waiting[class], spread->rows);
    mpz_sub(spread->left, spread->left, spread->rows);
    mpz_add(spread->has, spread->has, spread->rows);
    return deal(spread->colours, class, (const int[]){time, 0}, (const int[]){1, 0}, spread->rows,
                failure);
}

/* Those who have the item two steps before send it; at TIME 2, the source. */
static enum status spread_item(struct spread *spread, struct failure *failure) {
    const struct slot_classes *classes = &spread->colours->plan.classes;
    CLEANUP(numbers_clear) mpz_t *ready = numbers_new(2); /* [TIME mod 2] */
    TRY(memory_check(ready, failure, "the endgame of a broadcast"));
    mpz_set_ui(ready[0], 1);
    spread->colours->plan.source[0] = 1;
    for (int time = 2; time <= spread->end; time++) {
        mpz_set(spread->left, ready[time % 2]);
        for (int rank = 0; rank < RANKS; rank++)
            for (size_t c = 0; c < classes->count; c++)
                if (rank_of(&classes->classes[c], time, spread->end) == rank)
                    TRY(spread_class(spread, time, c, failure));
        mpz_set(ready[time % 2], spread->has);
    }
    return STATUS_OK;
}

static enum status colour_single(struct items_colours *colours, struct failure *failure) {
    const struct slot_classes *classes = &colours->plan.classes;
    CLEANUP(spread_clear)
    struct spread spread = {
        .colours = colours, .end = classes->depth + 1, .waiting = numbers_new(classes->count)};
    TRY(memory_check(spread.waiting, failure, "the endgame of a broadcast"));
    for (size_t c = 0; c < classes->count; c++)
        mpz_set(spread.waiting[c], classes->classes[c].rows);
    mpz_inits(spread.has, spread.left, spread.rows, NULL);
    return spread_item(&spread, failure);
}

enum status two_single_colours(struct items_colours *colours, mpz_srcptr processors,
                               const struct limits *limits, struct failure *failure) {
    bool needed;
    TRY(two_single_needed(processors, &needed, failure));
    if (!needed)
        return failure_input(failure,
                             "for so many processors the stream itself is as fast as can be");
    CLEANUP(items_colours_clear) struct items_colours made = {0};
    TRY(begin(&made, processors, 1, limits, failure));
    TRY(colour_single(&made, failure));
    TRY(items_colours_finish(&made, failure));
    *colours = TAKE(made);
    return STATUS_OK;
}
