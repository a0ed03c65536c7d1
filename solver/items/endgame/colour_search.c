/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/colour_search.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/base/limits.h"
#include "solver/items/colour_plan.h"
#include "solver/model/sequence.h"

/* Colours for the slots of a stream, on the way to an endgame (colour_plan.h): *piles* of rows of
 * one class that are dealt the same colours, and how far they are from what can be sent.
 *
 * Each pile has every colour once, and its first slot has one; so what its rows send depends on
 * that slot only. excess(y,g) = (rows that receive the colour g at TIME y) - (rows, and the source,
 * that send it L steps before). An endgame is there when no excess is positive. */

struct colour_pile {
    int *colours; /* [slots]: 1..M, or 0: nothing is received */
    mpz_t rows;   /* may become 0 */
};

/* Of one class. */
struct colour_piles {
    const struct slot_class *class;
    size_t count;
    struct colour_pile *piles;
};

struct colour_table {
    const struct slot_classes *classes; /* borrowed */
    int colours;                        /* M */
    int end;                            /* L+t */
    mpz_t *excess;                      /* [y (M+1) + g], y = 0..L+t; those of g = 0 stay 0 */
    struct colour_piles *of;            /* [class] */
    bool lost;                          /* memory was refused; nothing is added any more */
};

static inline mpz_ptr colour_excess(const struct colour_table *table, int y, int colour) {
    return table->excess[(size_t)y * ((size_t)table->colours + 1) + (size_t)colour];
}

/* What one more message of the colour at TIME y would change in the number of excess messages: 1 or
 * 0; one less: -1 or 0. */
static inline int colour_rise(const struct colour_table *table, int y, int colour) {
    return colour && mpz_sgn(colour_excess(table, y, colour)) >= 0;
}

static inline int colour_fall(const struct colour_table *table, int y, int colour) {
    return colour && mpz_sgn(colour_excess(table, y, colour)) > 0 ? -1 : 0;
}

/* From nearly right colours to right ones, by exchanges (results/THEOREMS.md, section 12):
 *
 *  - a row exchanges what it receives in two slots, neither of them its first one, or any two if
 *    what it sends comes too late in any case;
 *  - two rows with the same first slot and busy TIMEs exchange their first colours a and b
 *    everywhere. What is sent stays the same.
 *
 * As many equal rows do the same at once as are needed. The exchange that takes away most excess is
 * made; where none does, a random one of those that move excess to another TIME or colour. */

static size_t places(const struct colour_table *table) {
    return ((size_t)table->end + 1) * ((size_t)table->colours + 1);
}

static void colour_table_clear(struct colour_table *table) {
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
}

/* No piles; the source sends source[x], 1..M, at TIME x = 0..t-1. `classes` are borrowed. */
static enum status colour_table_init(struct colour_table *table, const struct slot_classes *classes,
                                     int colours, const int *source, struct failure *failure) {
    int L = classes->latency;
    *table =
        (struct colour_table){.classes = classes, .colours = colours, .end = L + classes->depth};
    table->excess = numbers_new(places(table));
    TRY(memory_check(table->excess && NEW(classes->count, table->of), failure,
                     "the colours of an endgame"));
    for (size_t c = 0; c < classes->count; c++)
        table->of[c].class = &classes->classes[c];
    for (int x = 0; x < classes->depth; x++)
        if (source[x])
            mpz_set_si(colour_excess(table, x + L, source[x]), -1);
    return STATUS_OK;
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

/* Adds rows to the pile of this class with these colours (copied), which is found or made, or takes
 * them away (rows < 0); the excess is kept. O(slots + M t) */
static void colour_table_add(struct colour_table *table, size_t class, const int *colours,
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
    mpz_ptr rows, less;
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

/* *mended: no excess is positive any more. Not mended within `exchanges`: the table is somewhere.
 * O(exchanges piles slots^2). Deterministic. */
static enum status colour_mend(struct colour_table *table, unsigned attempt, long exchanges,
                               const struct limits *limits, bool *mended, struct failure *failure) {
    size_t numbers = (size_t)table->colours + 1;
    int most = 1;
    for (size_t c = 0; c < table->classes->count; c++)
        most = table->of[c].class->slots > most ? table->of[c].class->slots : most;
    FREED struct half *firsts = memory_new(numbers * numbers, sizeof *firsts);
    FREED int *colours = memory_new((size_t)most, sizeof *colours);
    BIG(rows, less);
    struct mending mending = {
        table, UINT64_C(0x9E3779B97F4A7C15) * (attempt + 1), firsts, colours, rows, less};
    *mended = false;
    TRY(memory_check(firsts && colours, failure, "the colours of an endgame"));
    return mend(&mending, exchanges, limits, mended, failure);
}

/* --- the first guess --- */

/* All that can be even is. One TIME after the other, the rows that have their first slot there
 * receive what is sent to it; classes share each colour in proportion. The rows of a class with the
 * same first colour take the others in their further slots in turns, so that each comes into each
 * slot equally often; those that are left over choose the turn that does least harm. */

/* Classes first .. end-1 have their first slot at the same TIME. */
struct stage {
    struct colour_table *table;
    size_t first, end;
    mpz_t *supply; /* [g]: how often the colour g is sent to this TIME, and is not taken yet */
    mpz_ptr rows;  /* of classes that have not chosen yet */
    mpz_ptr share; /* of one class and colour */
    int *colours;  /* [slots]: of one pile */
};

static const struct slot_class *class_at(const struct colour_table *table, size_t c) {
    return &table->classes->classes[c];
}

/* --- turns --- */

/* The colours of turn r = 0..further-1 in the slots behind the first one; of all of them if the
 * first one is free too (`first` = 0, further = all slots). */
static void set_turn(const struct stage *stage, int slots, int first, int r) {
    int M = stage->table->colours, fixed = first ? 1 : 0, further = slots - fixed;
    if (first)
        stage->colours[0] = first;
    for (int i = 0; i < further; i++) {
        int place = (i + r) % further; /* 0..M-1-fixed are colours, the rest is nothing */
        int colour = place < M - fixed ? (first + place) % M + 1 : 0;
        stage->colours[fixed + i] = colour;
    }
}

static int harm_of(const struct stage *stage, const struct slot_class *class) {
    int harm = 0;
    for (int i = 0; i < class->slots; i++)
        harm += colour_rise(stage->table, class->times[i], stage->colours[i]);
    return harm;
}

/* The first slot has a colour in each turn that is allowed. */
static bool is_turn(const struct stage *stage) {
    return stage->colours[0] > 0;
}

static int best_turn(const struct stage *stage, const struct slot_class *class, int first,
                     int turns) {
    int best = 0, least = INT_MAX;
    for (int r = 0; r < turns; r++) {
        set_turn(stage, class->slots, first, r);
        int harm = harm_of(stage, class);
        if (is_turn(stage) && harm < least) {
            least = harm;
            best = r;
        }
    }
    return best;
}

/* `share` rows of a class with this first colour, or 0: any. */
static void add_rows(struct stage *stage, size_t c, int first) {
    const struct slot_class *class = class_at(stage->table, c);
    int turns = class->slots - (first ? 1 : 0), allowed = 0;
    BIG(each, one);
    for (int r = 0; r < turns; r++) {
        set_turn(stage, class->slots, first, r);
        allowed += is_turn(stage);
    }
    if (turns == 0) { /* M = 1 in a single slot */
        set_turn(stage, class->slots, first, 0);
        colour_table_add(stage->table, c, stage->colours, stage->share);
        return;
    }
    unsigned long left = mpz_fdiv_q_ui(each, stage->share, (unsigned long)allowed);
    for (int r = 0; r < turns && mpz_sgn(each) > 0; r++) {
        set_turn(stage, class->slots, first, r);
        if (is_turn(stage))
            colour_table_add(stage->table, c, stage->colours, each);
    }
    mpz_set_ui(one, 1);
    for (; left > 0; left--) {
        set_turn(stage, class->slots, first, best_turn(stage, class, first, turns));
        colour_table_add(stage->table, c, stage->colours, one);
    }
}

/* --- shares --- */

/* The class takes of each colour its share of what is left, rounded so that all its rows have one.
 * What is rounded down first goes where most is left. */
static void share_class(struct stage *stage, size_t c, mpz_t *taken) {
    int M = stage->table->colours;
    mpz_srcptr rows = class_at(stage->table, c)->rows;
    CLEANUP(big_clear) mpz_t left;
    mpz_init_set(left, rows);
    for (int g = 1; g <= M; g++) {
        mpz_mul(taken[g], stage->supply[g], rows);
        mpz_fdiv_q(taken[g], taken[g], stage->rows);
        if (mpz_cmp(taken[g], left) > 0) /* more is sent than is needed */
            mpz_set(taken[g], left);
        mpz_sub(left, left, taken[g]);
    }
    for (int g = 1; g <= M; g++)
        mpz_sub(stage->supply[g], stage->supply[g], taken[g]);
    while (mpz_sgn(left) > 0) {
        int best = 1;
        for (int g = 2; g <= M; g++)
            if (mpz_cmp(stage->supply[g], stage->supply[best]) > 0)
                best = g;
        mpz_sub_ui(stage->supply[best], stage->supply[best], 1);
        mpz_add_ui(taken[best], taken[best], 1);
        mpz_sub_ui(left, left, 1);
    }
    mpz_sub(stage->rows, stage->rows, rows);
}

/* If less is sent to this TIME than there are rows, the first colour is said to be sent as well;
 * then there is no endgame with these first colours. */
static void find_supply(struct stage *stage) {
    const struct colour_table *table = stage->table;
    int y = class_at(table, stage->first)->times[0];
    BIG(sum);
    mpz_set_ui(stage->rows, 0);
    for (size_t c = stage->first; c < stage->end; c++)
        mpz_add(stage->rows, stage->rows, class_at(table, c)->rows);
    for (int g = 1; g <= table->colours; g++) {
        mpz_neg(stage->supply[g], colour_excess(table, y, g));
        if (mpz_sgn(stage->supply[g]) < 0)
            mpz_set_ui(stage->supply[g], 0);
        mpz_add(sum, sum, stage->supply[g]);
    }
    mpz_sub(sum, stage->rows, sum);
    if (mpz_sgn(sum) > 0)
        mpz_add(stage->supply[1], stage->supply[1], sum);
}

static void spread_stage(struct stage *stage, mpz_t *taken) {
    struct colour_table *table = stage->table;
    find_supply(stage);
    for (size_t c = stage->first; c < stage->end; c++) {
        const struct slot_class *class = class_at(table, c);
        if (class->times[0] >= table->classes->depth) { /* what it sends comes too late */
            mpz_set(stage->share, class->rows);
            add_rows(stage, c, 0);
            continue;
        }
        share_class(stage, c, taken);
        for (int g = 1; g <= table->colours; g++) {
            mpz_set(stage->share, taken[g]);
            add_rows(stage, c, g);
        }
    }
}

static enum status spread(struct stage *stage, struct failure *failure) {
    struct colour_table *table = stage->table;
    size_t count = table->classes->count, numbers = (size_t)table->colours + 1;
    CLEANUP(numbers_clear) mpz_t *taken = numbers_new(numbers);
    TRY(memory_check(taken, failure, "the colours of an endgame"));
    for (stage->end = 0; (stage->first = stage->end) < count;) {
        int y = class_at(table, stage->first)->times[0];
        while (stage->end < count && class_at(table, stage->end)->times[0] == y)
            stage->end++;
        spread_stage(stage, taken);
    }
    return table->lost ? failure_memory(failure, "the colours of an endgame") : STATUS_OK;
}

/* Fills an empty table: each class has M slots or more, and each row is in a pile afterwards.
 * O(classes M (M + slots) (slots + t)). */
static enum status colour_spread(struct colour_table *table, struct failure *failure) {
    int most = 1;
    for (size_t c = 0; c < table->classes->count; c++)
        most = class_at(table, c)->slots > most ? class_at(table, c)->slots : most;
    CLEANUP(numbers_clear) mpz_t *supply = numbers_new((size_t)table->colours + 1);
    FREED int *colours = memory_new((size_t)most, sizeof *colours);
    BIG(rows, share);
    struct stage stage = {table, 0, 0, supply, rows, share, colours};
    TRY(memory_check(supply && colours, failure, "the colours of an endgame"));
    return spread(&stage, failure);
}

/* --- what the source sends --- */

/* In a stream in which every row, from its first slot on, sends what is not carried, a colour that
 * the source sends at TIME x comes into f_(t-1-x) slots in all. So f_0 .. f_(t-1) are to be split
 * into M parts of nearly equal sums, and the largest number goes to the part that lacks most
 * (results/THEOREMS.md, section 12, has for which L and M that always comes out). */

/* The f_0 + .. + f_(t-1) = f_(t+L-1) - 1 slots are M N and some to spare. The parts take these
 * evenly, or, in every other attempt, the first one all of them. */
static enum status choose_sums(int latency, int depth, int colours, mpz_srcptr processors,
                               unsigned attempt, mpz_t *lack, struct failure *failure) {
    BIG(slots);
    TRY(sequence_term(slots, latency, (long)depth + latency - 1, NULL, failure));
    mpz_sub_ui(slots, slots, 1);
    for (int g = 0; g < colours; g++) {
        if (attempt % 4 == 3) {
            mpz_set(lack[g], processors);
            continue;
        }
        mpz_fdiv_q_ui(lack[g], slots, (unsigned long)(colours - g));
        mpz_sub(slots, slots, lack[g]);
    }
    if (attempt % 4 == 3) {
        mpz_submul_ui(slots, processors, (unsigned long)colours);
        mpz_add(lack[0], lack[0], slots);
    }
    return STATUS_OK;
}

/* Whom a tie goes to: the first, or, in other attempts, any one (multiplicative hashing, Knuth). */
static int tie_of(unsigned attempt, int x, int colours) {
    unsigned hash = attempt * (2654435761U * (unsigned)(x + 1) >> 7);
    return (int)((hash >> 3) % (unsigned)colours);
}

/* The first of the largest, from `start` on. */
static int largest(mpz_t *lack, int colours, int start) {
    int best = start % colours;
    for (int i = 1; i < colours; i++) {
        int g = (start + i) % colours;
        if (mpz_cmp(lack[g], lack[best]) > 0)
            best = g;
    }
    return best;
}

/* Fills source[0..t-1] with colours 1..M. `attempt` = 0, 1, ..: other attempts break ties
 * otherwise, and aim at sums that differ by more, where the slots are more than M N. O(t M). */
static enum status colour_source_choose(int latency, int depth, int colours, mpz_srcptr processors,
                                        unsigned attempt, int *source, struct failure *failure) {
    require(colours >= 1);
    CLEANUP(numbers_clear)
    mpz_t *lack = numbers_new((size_t)colours),
          *terms = sequence_terms(latency, 1, (size_t)depth + 1);
    TRY(memory_check(lack && terms, failure, "what the source sends"));
    TRY(choose_sums(latency, depth, colours, processors, attempt, lack, failure));
    for (int x = 0; x < depth; x++) {
        int g = largest(lack, colours, tie_of(attempt, x, colours));
        mpz_sub(lack[g], lack[g], terms[depth - 1 - x]);
        source[x] = g + 1;
    }
    return STATUS_OK;
}

/* --- the search --- */

enum { ATTEMPTS = 24, EXCHANGES = 400 };

static enum status take_piles(const struct colour_table *table, struct colour_plan *plan,
                              struct failure *failure) {
    for (size_t c = 0; c < table->classes->count; c++)
        for (size_t i = 0; i < table->of[c].count; i++) {
            const struct colour_pile *pile = &table->of[c].piles[i];
            TRY(colour_plan_deal(plan, c, pile->colours, pile->rows, failure));
        }
    return STATUS_OK;
}

static enum status try_source(struct colour_plan *plan, unsigned attempt,
                              const struct limits *limits, bool *found, struct failure *failure) {
    CLEANUP(colour_table_clear) struct colour_table table = {0};
    TRY(colour_table_init(&table, &plan->classes, plan->colours, plan->source, failure));
    TRY(colour_spread(&table, failure));
    TRY(colour_mend(&table, attempt, EXCHANGES, limits, found, failure));
    return *found ? take_piles(&table, plan, failure) : STATUS_OK;
}

enum status colour_search(struct colour_plan *plan, const struct limits *limits, bool *found,
                          struct failure *failure) {
    const struct slot_classes *classes = &plan->classes;
    BIG(processors);
    slot_classes_rows(classes, processors);
    *found = false;
    for (unsigned attempt = 0; attempt < ATTEMPTS && !*found; attempt++) {
        TRY(colour_source_choose(classes->latency, classes->depth, plan->colours, processors,
                                 attempt, plan->source, failure));
        TRY(try_source(plan, attempt, limits, found, failure));
    }
    return STATUS_OK;
}
