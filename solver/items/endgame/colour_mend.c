/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/colour_mend.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"

static size_t places(const struct colour_table *table) {
    return ((size_t)table->end + 1) * ((size_t)table->colours + 1);
}

enum status colour_table_init(struct colour_table *table, const struct slot_classes *classes,
                              int colours, const int *source, struct failure *failure) {
    int L = classes->latency;
    *table =
        (struct colour_table){.classes = classes, .colours = colours, .end = L + classes->depth};
    table->excess = numbers_new(places(table));
    table->of = memory_new(classes->count, sizeof *table->of);
    if (!table->excess || !table->of) {
        colour_table_clear(table);
        return failure_memory(failure, "the colours of an endgame");
    }
    for (size_t c = 0; c < classes->count; c++)
        table->of[c].class = &classes->classes[c];
    for (int x = 0; x < classes->depth; x++)
        if (source[x])
            mpz_set_si(colour_excess(table, x + L, source[x]), -1);
    return STATUS_OK;
}

void colour_table_clear(struct colour_table *table) {
    for (size_t c = 0; table->of && c < table->classes->count; c++) {
        for (size_t i = 0; i < table->of[c].count; i++) {
            free(table->of[c].piles[i].colours);
            mpz_clear(table->of[c].piles[i].rows);
        }
        free(table->of[c].piles);
    }
    free(table->of);
    if (table->excess)
        numbers_free(table->excess);
    *table = (struct colour_table){0};
}

static void change_excess(struct colour_table *table, const struct slot_class *class,
                          const int *colours, mpz_srcptr rows) {
    for (int i = 0; i < class->slots; i++)
        if (colours[i]) {
            mpz_ptr place = colour_excess(table, class->times[i], colours[i]);
            mpz_add(place, place, rows);
        }
    for (int x = class->times[0]; x < table->classes->depth; x++) {
        if (!slot_class_is_free(class, x))
            continue;
        mpz_ptr place = colour_excess(table, x + table->classes->latency, colours[0]);
        mpz_sub(place, place, rows);
    }
}

static struct colour_pile *find(struct colour_piles *piles, const int *colours) {
    size_t size = (size_t)piles->class->slots * sizeof *colours;
    for (size_t i = 0; i < piles->count; i++)
        if (memcmp(piles->piles[i].colours, colours, size) == 0)
            return &piles->piles[i];
    return NULL;
}

static struct colour_pile *make(struct colour_piles *piles, const int *colours) {
    size_t slots = (size_t)piles->class->slots;
    if (!memory_make_room(&piles->piles, piles->count, sizeof *piles->piles))
        return NULL;
    struct colour_pile *pile = &piles->piles[piles->count];
    pile->colours = memory_new(slots, sizeof *colours);
    if (!pile->colours)
        return NULL;
    memcpy(pile->colours, colours, slots * sizeof *colours);
    mpz_init(pile->rows);
    piles->count++;
    return pile;
}

void colour_table_add(struct colour_table *table, size_t class, const int *colours,
                      mpz_srcptr rows) {
    struct colour_piles *piles = &table->of[class];
    struct colour_pile *pile = find(piles, colours);
    if (!pile)
        pile = make(piles, colours);
    if (!pile || table->lost) {
        table->lost = true;
        return;
    }
    mpz_add(pile->rows, pile->rows, rows);
    change_excess(table, piles->class, colours, rows);
}

/* Is no excess positive? */
static bool colour_table_done(const struct colour_table *table) {
    size_t count = places(table);
    for (size_t i = 0; i < count; i++)
        if (mpz_sgn(table->excess[i]) > 0)
            return false;
    return true;
}

/* A pile, and what one of its rows would receive instead: the colours of slots i and j exchanged,
 * or the first colour and that of slot j, everywhere. */
struct half {
    size_t class;
    const struct colour_pile *pile;
    int i, j;
    int change; /* of the number of excess messages, as if nothing else changed */
};

struct exchange {
    struct half halves[2]; /* the second one only if first colours are exchanged */
    int count;
    int change;
    long seen; /* how many were as good */
};

struct mending {
    struct colour_table *table;
    uint64_t random;
    struct half *best; /* [a (M+1) + b]: of the rows with the first colour a that take b for it */
    int *colours;      /* of one row */
    mpz_t rows, less;
};

/* Xorshift (Marsaglia 2003): 0..count-1. */
static long draw(struct mending *mending, long count) {
    mending->random ^= mending->random << 13;
    mending->random ^= mending->random >> 7;
    mending->random ^= mending->random << 17;
    return (long)(mending->random % (uint64_t)count);
}

/* At TIME y a row receives `next` in place of `now`. */
static int change_at(const struct colour_table *table, int y, int now, int next) {
    return colour_fall(table, y, now) + colour_rise(table, y, next);
}

/* Keeps the better exchange; of equally good ones each with the same probability. */
static void consider(struct mending *mending, struct exchange *best, const struct exchange *next) {
    if (next->change > best->change)
        return;
    long seen = next->change < best->change ? 1 : best->seen + 1;
    if (next->change < best->change || draw(mending, seen) == 0)
        *best = *next;
    best->seen = seen;
}

/* --- two slots of a row --- */

/* Does one of these slots receive what is too much? */
static bool has_excess(const struct colour_table *table, const struct slot_class *class,
                       const struct colour_pile *pile, int first) {
    bool has = false;
    for (int i = first; i < class->slots && !has; i++)
        has = colour_fall(table, class->times[i], pile->colours[i]) < 0;
    return has;
}

static void consider_slots(struct mending *mending, size_t c, const struct colour_pile *pile,
                           struct exchange *best) {
    const struct colour_table *table = mending->table;
    const struct slot_class *class = table->of[c].class;
    int first = class->times[0] >= table->classes->depth ? 0 : 1;
    if (!has_excess(table, class, pile, first))
        return;
    for (int i = first; i < class->slots; i++) {
        int a = pile->colours[i], y = class->times[i], fall = colour_fall(table, y, a);
        for (int j = i + 1; j < class->slots; j++) {
            int b = pile->colours[j], z = class->times[j];
            if (fall + colour_fall(table, z, b) == 0)
                continue; /* nothing is moved that is too much */
            int change = change_at(table, y, a, b) + change_at(table, z, b, a);
            if (a == b || (i == 0 && b == 0) || change > 0)
                continue;
            struct half half = {c, pile, i, j, change};
            consider(mending, best, &(struct exchange){{half, half}, 1, change, 0});
        }
    }
}

/* --- first colours --- */

static void forget_firsts(struct mending *mending) {
    size_t count = (size_t)mending->table->colours + 1;
    for (size_t i = 0; i < count * count; i++)
        mending->best[i].pile = NULL;
}

/* The row would take the colour of slot j first, and its first colour there. */
static void note_firsts(struct mending *mending, size_t c, const struct colour_pile *pile) {
    const struct colour_table *table = mending->table;
    const struct slot_class *class = table->of[c].class;
    int a = pile->colours[0];
    for (int j = 1; j < class->slots; j++) {
        int b = pile->colours[j];
        if (b == 0)
            continue;
        struct half half = {c, pile, 0, j, change_at(table, class->times[j], b, a)};
        struct half *kept = &mending->best[(size_t)a * ((size_t)table->colours + 1) + (size_t)b];
        if (!kept->pile || half.change < kept->change ||
            (half.change == kept->change && draw(mending, 3) == 0))
            *kept = half;
    }
}

static void consider_firsts(struct mending *mending, struct exchange *best) {
    size_t M = (size_t)mending->table->colours;
    for (size_t a = 1; a <= M; a++)
        for (size_t b = a + 1; b <= M; b++) {
            const struct half *one = &mending->best[a * (M + 1) + b];
            const struct half *other = &mending->best[b * (M + 1) + a];
            if (!one->pile || !other->pile)
                continue;
            struct exchange next = {{*one, *other}, 2, one->change + other->change, 0};
            bool same = one->change == 0 && other->change == 0;
            if (next.change <= 0 && !same)
                consider(mending, best, &next);
        }
}

/* --- one exchange --- */

static void look_at(struct mending *mending, struct exchange *best) {
    const struct colour_table *table = mending->table;
    const struct slot_class *last = NULL;
    *best = (struct exchange){.change = 1};
    forget_firsts(mending);
    for (size_t c = 0; c < table->classes->count; c++) {
        const struct colour_piles *piles = &table->of[c];
        bool sends = piles->class->times[0] < table->classes->depth;
        if (last && (last->times[0] != piles->class->times[0] ||
                     slot_class_compare_busy(last, piles->class) != 0)) {
            consider_firsts(mending, best);
            forget_firsts(mending);
        }
        last = piles->class;
        for (size_t i = 0; i < piles->count; i++) {
            if (mpz_sgn(piles->piles[i].rows) == 0)
                continue;
            consider_slots(mending, c, &piles->piles[i], best);
            if (sends)
                note_firsts(mending, c, &piles->piles[i]);
        }
    }
    consider_firsts(mending, best);
}

/* No more rows than the pile has, and than one of the excesses that they take away. */
static void bound_rows(struct mending *mending, const struct half *half, bool *bounded) {
    const struct colour_table *table = mending->table;
    const struct slot_class *class = table->of[half->class].class;
    const int slots[] = {half->i, half->j};
    if (!*bounded || mpz_cmp(half->pile->rows, mending->rows) < 0)
        mpz_set(mending->rows, half->pile->rows);
    *bounded = true;
    for (int s = 0; s < 2; s++) {
        int y = class->times[slots[s]], colour = half->pile->colours[slots[s]];
        if (slots[s] == 0 && class->times[0] < table->classes->depth)
            continue; /* its total stays the same */
        if (!colour || mpz_sgn(colour_excess(table, y, colour)) <= 0)
            continue;
        if (mpz_cmp(colour_excess(table, y, colour), mending->rows) < 0)
            mpz_set(mending->rows, colour_excess(table, y, colour));
    }
}

static void move_half(struct mending *mending, const struct half *half) {
    struct colour_table *table = mending->table;
    size_t size = (size_t)table->of[half->class].class->slots * sizeof(int);
    memcpy(mending->colours, half->pile->colours, size);
    mpz_neg(mending->less, mending->rows);
    colour_table_add(table, half->class, mending->colours, mending->less);
    int kept = mending->colours[half->i];
    mending->colours[half->i] = mending->colours[half->j];
    mending->colours[half->j] = kept;
    colour_table_add(table, half->class, mending->colours, mending->rows);
}

/* The second pile may move in memory when the first half makes a new one, so its colours are looked
 * up before. */
static void make_exchange(struct mending *mending, const struct exchange *exchange) {
    struct colour_table *table = mending->table;
    bool bounded = false;
    size_t places[2] = {0, 0};
    for (int h = 0; h < exchange->count; h++) {
        const struct half *half = &exchange->halves[h];
        bound_rows(mending, half, &bounded);
        places[h] = (size_t)(half->pile - table->of[half->class].piles);
    }
    for (int h = 0; h < exchange->count; h++) {
        struct half half = exchange->halves[h];
        half.pile = &table->of[half.class].piles[places[h]];
        move_half(mending, &half);
    }
}

static enum status mend(struct mending *mending, long exchanges, const struct limits *limits,
                        bool *mended, struct failure *failure) {
    for (long i = 0; i < exchanges; i++) {
        struct exchange best;
        *mended = colour_table_done(mending->table);
        if (*mended)
            return STATUS_OK;
        TRY(limits_check(limits, failure));
        look_at(mending, &best);
        if (best.count == 0)
            return STATUS_OK;
        make_exchange(mending, &best);
        if (mending->table->lost)
            return failure_memory(failure, "the colours of an endgame");
    }
    return STATUS_OK;
}

enum status colour_mend(struct colour_table *table, unsigned attempt, long exchanges,
                        const struct limits *limits, bool *mended, struct failure *failure) {
    size_t numbers = (size_t)table->colours + 1;
    int most = 1;
    for (size_t c = 0; c < table->classes->count; c++)
        most = table->of[c].class->slots > most ? table->of[c].class->slots : most;
    struct mending mending = {.table = table,
                              .random = UINT64_C(0x9E3779B97F4A7C15) * (attempt + 1),
                              .best = memory_new(numbers * numbers, sizeof *mending.best),
                              .colours = memory_new((size_t)most, sizeof(int))};
    enum status status = STATUS_OK;
    *mended = false;
    mpz_inits(mending.rows, mending.less, NULL);
    if (!mending.best || !mending.colours)
        status = failure_memory(failure, "the colours of an endgame");
    else
        status = mend(&mending, exchanges, limits, mended, failure);
    mpz_clears(mending.rows, mending.less, NULL);
    FREE_ALL(mending.best, mending.colours);
    return status;
}
