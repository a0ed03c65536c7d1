/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/colour_search.h"

#include <limits.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/items/endgame/colour_mend.h"
#include "solver/model/sequence.h"

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
    mpz_t rows;    /* of classes that have not chosen yet */
    mpz_t share;   /* of one class and colour */
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
    struct stage stage = {.table = table,
                          .supply = numbers_new((size_t)table->colours + 1),
                          .colours = memory_new((size_t)most, sizeof(int))};
    enum status status = STATUS_OK;
    mpz_inits(stage.rows, stage.share, NULL);
    if (!stage.supply || !stage.colours)
        status = failure_memory(failure, "the colours of an endgame");
    else
        status = spread(&stage, failure);
    mpz_clears(stage.rows, stage.share, NULL);
    numbers_free(stage.supply);
    free(stage.colours);
    return status;
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
