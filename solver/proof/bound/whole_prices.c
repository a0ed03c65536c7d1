/* SPDX-License-Identifier: MIT */
#include "solver/proof/bound/whole_prices.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/proof/bound/program.h"

/* Before receptions of a value z: held by each class, waiting, arriving at z-1, z-2, .. */
struct state {
    unsigned char counts[WHOLE_MOST_WIDTH];
    int64_t cost;
    uint32_t before; /* in the level of z+1 */
    unsigned char received, sent;
};

struct level {
    struct state *list;
    size_t count;
};

struct search {
    const struct whole_question *question;
    const int64_t *pay, *earn;
    int total;
    struct level *levels; /* [z+1], z = s..-1 */
    uint32_t *table;      /* index + 1 of states of the level that grows, by their hash */
    size_t slots;         /* a power of 2 */
    size_t states;
};

static uint64_t hash(const unsigned char *counts) {
    uint64_t sum = 14695981039346656037u; /* FNV-1a */
    for (int i = 0; i < WHOLE_MOST_WIDTH; i++)
        sum = (sum ^ counts[i]) * 1099511628211u;
    return sum ^ sum >> 32;
}

static uint32_t *slot_of(const struct search *search, const struct level *level,
                         const unsigned char *counts) {
    size_t at = hash(counts) & (search->slots - 1);
    while (search->table[at] &&
           memcmp(level->list[search->table[at] - 1].counts, counts, WHOLE_MOST_WIDTH) != 0)
        at = (at + 1) & (search->slots - 1);
    return &search->table[at];
}

static bool grow_table(struct search *search, const struct level *level) {
    size_t slots = search->slots ? 2 * search->slots : 1024;
    uint32_t *table = memory_new(slots, sizeof *table);
    if (!table)
        return false;
    free(search->table);
    search->table = table;
    search->slots = slots;
    for (size_t i = 0; i < level->count; i++)
        *slot_of(search, level, level->list[i].counts) = (uint32_t)i + 1;
    return true;
}

/* Room for one state more. */
static bool grow(struct search *search, struct level *level) {
    if (2 * level->count >= search->slots && !grow_table(search, level))
        return false;
    return memory_make_room(&level->list, level->count, sizeof *level->list);
}

static enum status keep(struct search *search, struct level *level, const struct state *state,
                        struct failure *failure) {
    TRY(memory_check(grow(search, level), failure, "items"));
    uint32_t *slot = slot_of(search, level, state->counts);
    if (*slot) {
        if (state->cost > level->list[*slot - 1].cost)
            level->list[*slot - 1] = *state;
        return STATUS_OK;
    }
    if (++search->states > WHOLE_MOST_STATES)
        return failure_limit(failure, "items of more than %d states", WHOLE_MOST_STATES);
    level->list[level->count++] = *state;
    *slot = (uint32_t)level->count;
    return STATUS_OK;
}

/* `received` are received with the value z and `sent` send it; the state is then that of z-1. */
static struct state follow(const struct search *search, const struct state *state, int z,
                           int received, int sent) {
    int gap = search->question->gap, l = search->question->latency;
    struct state next = *state;
    unsigned char *waiting = &next.counts[gap], *arriving = waiting + 1;
    next.counts[z % gap] = (unsigned char)(next.counts[z % gap] + received);
    next.cost += search->pay[z] * received - search->earn[z] * sent;
    next.received = (unsigned char)received;
    next.sent = (unsigned char)sent;
    arriving[l - 1] = (unsigned char)sent;
    *waiting = (unsigned char)(*waiting - received + arriving[0]);
    memmove(arriving, arriving + 1, (size_t)l - 1);
    arriving[l - 1] = 0;
    return next;
}

/* More messages than processors are of no use. */
static int most_sent(const struct search *search, const struct state *state, int held, int z) {
    int rest = search->total;
    for (int i = 0; i < search->question->gap + search->question->latency + 1; i++)
        rest -= state->counts[i];
    return z < search->question->latency || rest < 0 ? 0 : rest < held ? rest : held;
}

static enum status branch(struct search *search, uint32_t index, int z, struct failure *failure) {
    const struct state state = search->levels[z + 1].list[index];
    int gap = search->question->gap, held = state.counts[z % gap], waiting = state.counts[gap];
    int missing = search->question->processors[z % gap] - held;
    for (int received = z < gap ? missing : 0; received <= missing && received <= waiting;
         received++) {
        int most = most_sent(search, &state, held + received, z);
        for (int sent = 0; sent <= most; sent++) {
            struct state next = follow(search, &state, z, received, sent);
            next.before = index;
            TRY(keep(search, &search->levels[z], &next, failure));
        }
    }
    return STATUS_OK;
}

static enum status pass(struct search *search, int z, const struct limits *limits,
                        struct failure *failure) {
    TRY(limits_check(limits, failure));
    memset(search->table, 0, search->slots * sizeof *search->table);
    for (uint32_t i = 0; i < search->levels[z + 1].count; i++)
        TRY(branch(search, i, z, failure));
    return STATUS_OK;
}

/* Of the states behind the value 0 the one that costs most, and how it came about. */
static void trace(const struct search *search, struct whole_item *item) {
    const struct level *last = &search->levels[0];
    uint32_t best = 0;
    item->exists = last->count > 0;
    for (uint32_t i = 1; i < last->count; i++)
        if (last->list[i].cost > last->list[best].cost)
            best = i;
    if (!item->exists)
        return;
    item->cost = last->list[best].cost;
    for (int z = 0; z <= search->question->depth; z++) {
        const struct state *state = &search->levels[z].list[best];
        item->received[z] = state->received;
        item->sent[z] = state->sent;
        best = state->before;
    }
}

enum status whole_item_find(const struct whole_question *question, const int64_t *pay,
                            const int64_t *earn, const struct limits *limits,
                            struct whole_item *item, struct failure *failure) {
    struct search search = {.question = question, .pay = pay, .earn = earn};
    struct state first = {.cost = 0};
    for (int e = 0; e < question->gap; e++)
        search.total += question->processors[e];
    if (question->gap + question->latency >= WHOLE_MOST_WIDTH ||
        search.total > WHOLE_MOST_PROCESSORS)
        return failure_limit(failure, "items are for g + l < %d, N <= %d", WHOLE_MOST_WIDTH,
                             WHOLE_MOST_PROCESSORS);
    size_t levels = (size_t)question->depth + 2;
    TRY(memory_check(NEW(levels, search.levels), failure, "items"));
    first.counts[question->gap] = 1; /* from the source */
    enum status status = keep(&search, &search.levels[levels - 1], &first, failure);
    for (int z = question->depth; z >= 0 && !status; z--)
        status = pass(&search, z, limits, failure);
    if (!status)
        trace(&search, item);
    for (size_t i = 0; i < levels; i++)
        free(search.levels[i].list);
    FREE_ALL(search.levels, search.table);
    return status;
}

enum { MOST_ROUNDS = 400 };

/* Rows: receptions of the values 0..s, which words have no more of than items; sendings of the
 * values l..s, of which they have no fewer; processors of each class; and one item. What words lack
 * can be bought at the price 1, so the optimum is 0 or less, and less than 0 means that they lack
 * something whatever they are. */
struct generation {
    struct whole_question question;
    int rows;
    int *entries; /* of the next column */
    struct program *program;
    mpq_t value, *duals;
    mpz_t *numbers, denominator; /* the duals, as whole numbers over it */
    int64_t *pay, *earn, *own;   /* the same */
    struct whole_item item;
    size_t columns;
};

static int row_of_send(const struct generation *generation, int value) {
    return generation->question.depth + 1 + value - generation->question.latency;
}

static int row_of_class(const struct generation *generation, int class) {
    return row_of_send(generation, generation->question.depth) + 1 + class;
}

static enum status add_column(struct generation *generation, int objective,
                              struct failure *failure) {
    enum status status = program_add(generation->program, generation->entries, objective, failure);
    memset(generation->entries, 0, (size_t)generation->rows * sizeof(int));
    generation->columns++;
    return status;
}

static enum status add_missing(struct generation *generation, struct failure *failure) {
    int first = row_of_send(generation, generation->question.latency);
    for (int row = first; row < generation->rows - 1; row++) {
        generation->entries[row] = -1;
        TRY(add_column(generation, -1, failure));
    }
    return STATUS_OK;
}

static enum status add_item(struct generation *generation, struct failure *failure) {
    const struct whole_question *question = &generation->question;
    for (int z = 0; z <= question->depth; z++) {
        generation->entries[z] = -generation->item.received[z];
        if (z >= question->latency)
            generation->entries[row_of_send(generation, z)] = generation->item.sent[z];
    }
    for (int e = 0; e < question->gap; e++)
        generation->entries[row_of_class(generation, e)] = question->processors[e];
    generation->entries[generation->rows - 1] = 1;
    return add_column(generation, 0, failure);
}

static enum status add_word(struct generation *generation, const struct window *window, int class,
                            const struct window_word *word, struct failure *failure) {
    const struct whole_question *question = &generation->question;
    int gap = question->gap, first = 0;
    FREED int *sends = memory_new((size_t)word->length, sizeof *sends);
    TRY(memory_check(sends, failure, "closed words"));
    while (class + gap * first < question->latency)
        first++;
    window_best_sends(window, first, word->values, word->length, sends);
    for (int p = 0; p < word->length; p++) {
        generation->entries[class + gap * word->values[p]]++;
        if (sends[p] >= 0)
            generation->entries[row_of_send(generation, class + gap * sends[p])]--;
    }
    generation->entries[row_of_class(generation, class)] = -word->length;
    return add_column(generation, 0, failure);
}

/* --- prices --- */

/* False if one of them is too large. */
static bool take_duals(struct generation *generation) {
    const struct whole_question *question = &generation->question;
    int64_t most = window_max_price(question->depth / question->gap);
    bool fits = true;
    rationals_scale(generation->duals, (size_t)generation->rows, generation->numbers,
                    generation->denominator);
    for (int row = 0; row < generation->rows - 1; row++)
        fits = fits && mpz_cmp_si(generation->numbers[row], most) < 0;
    for (int z = 0; z <= question->depth && fits; z++) {
        generation->pay[z] = mpz_get_si(generation->numbers[z]);
        if (z >= question->latency)
            generation->earn[z] = mpz_get_si(generation->numbers[row_of_send(generation, z)]);
    }
    for (int e = 0; e < question->gap && fits; e++)
        generation->own[e] = mpz_get_si(generation->numbers[row_of_class(generation, e)]);
    return fits;
}

static enum status add_words(struct generation *generation, int class, const struct limits *limits,
                             struct failure *failure) {
    const struct whole_question *question = &generation->question;
    struct window window = {.depth = (question->depth - class) / question->gap,
                            .unit = generation->own[class]};
    CLEANUP(window_words_clear) struct window_words words = {0};
    for (int w = 0; w <= window.depth; w++) {
        window.price[w] = generation->pay[class + question->gap * w];
        window.gain[w] = generation->earn[class + question->gap * w];
    }
    TRY(window_potentials(&window, limits, NULL, &words, failure));
    for (size_t i = 0; i < words.count; i++)
        TRY(add_word(generation, &window, class, &words.list[i], failure));
    return STATUS_OK;
}

/* The item that costs most, if that is more than the sum of own[e] T_e and the optimum. */
static enum status add_best_item(struct generation *generation, const struct limits *limits,
                                 struct failure *failure) {
    const struct whole_question *question = &generation->question;
    TRY(whole_item_find(question, generation->pay, generation->earn, limits, &generation->item,
                        failure));
    CLEANUP(big_clear) mpz_t most;
    mpz_init_set(most, generation->numbers[generation->rows - 1]);
    for (int e = 0; e < question->gap; e++)
        mpz_add_ui(most, most, (unsigned long)(generation->own[e] * question->processors[e]));
    bool gains = mpz_cmp_si(most, generation->item.cost) < 0;
    return gains ? add_item(generation, failure) : STATUS_OK;
}

static enum status improve(struct generation *generation, const struct limits *limits, bool *done,
                           struct failure *failure) {
    size_t before = generation->columns;
    const struct whole_question *question = &generation->question;
    TRY(program_solve(generation->program, limits, generation->value, generation->duals, failure));
    *done = mpq_sgn(generation->value) == 0;
    if (*done)
        return STATUS_OK;
    if (!take_duals(generation))
        return failure_limit(failure, "the prices are too large for the window automaton");
    for (int e = 0; e < question->gap && e <= question->depth; e++)
        TRY(add_words(generation, e, limits, failure));
    TRY(add_best_item(generation, limits, failure));
    *done = generation->columns == before;
    return STATUS_OK;
}

static enum status take_prices(const struct generation *generation, struct prices *prices,
                               struct failure *failure) {
    const struct whole_question *question = &generation->question;
    CLEANUP(prices_clear) struct prices result = {0};
    TRY(prices_init(&result, question->latency, question->depth, false, failure));
    result.gap = question->gap;
    TRY(prices_add_whole(&result, failure));
    for (int z = 0; z <= question->depth; z++) {
        mpz_set_si(result.whole->pay[z], generation->pay[z]);
        mpz_set_si(result.whole->earn[z], generation->earn[z]);
    }
    for (int e = 0; e < question->gap; e++)
        mpz_set_si(result.whole->own[e], generation->own[e]);
    *prices = TAKE(result);
    return STATUS_OK;
}

static enum status start(struct generation *generation, const struct limits *limits,
                         struct failure *failure) {
    const struct whole_question *question = &generation->question;
    char path[PATH_MAX];
    size_t values = (size_t)question->depth + 1, rows = (size_t)generation->rows;
    generation->duals = rationals_new(rows);
    generation->numbers = numbers_new(rows);
    TRY(memory_check(generation->duals && generation->numbers && NEW(rows, generation->entries) &&
                         NEW(question->gap, generation->own) &&
                         NEW(values, generation->pay, generation->earn, generation->item.received,
                             generation->item.sent),
                     failure, "a linear program"));
    TRY(program_find(path, sizeof path, failure));
    TRY(program_init(&generation->program, path, generation->rows, failure));
    TRY(whole_item_find(question, generation->pay, generation->earn, limits, &generation->item,
                        failure));
    if (generation->item.exists)
        TRY(add_item(generation, failure));
    return add_missing(generation, failure);
}

static void clear(struct generation *generation) {
    program_clear(generation->program);
    mpq_clear(generation->value);
    mpz_clear(generation->denominator);
    rationals_free(generation->duals);
    numbers_free(generation->numbers);
    FREE_ALL(generation->entries, generation->pay, generation->earn, generation->own,
             generation->item.received, generation->item.sent);
}

enum status whole_prices_find(int latency, int gap, int depth, const int *processors,
                              const struct limits *limits, bool *found, struct prices *prices,
                              struct failure *failure) {
    CLEANUP(clear)
    struct generation generation = {.question = {latency, gap, depth, processors},
                                    .rows = depth + 1 + depth - latency + 1 + gap + 1};
    mpq_init(generation.value);
    mpz_init(generation.denominator);
    TRY(start(&generation, limits, failure));
    bool done = !generation.item.exists;
    for (int round = 0; !done; round++) {
        if (round == MOST_ROUNDS)
            return failure_limit(failure, "prices of whole items after %d rounds", round);
        TRY(limits_check(limits, failure));
        TRY(improve(&generation, limits, &done, failure));
    }
    *found = !generation.item.exists || mpq_sgn(generation.value) < 0;
    return *found ? take_prices(&generation, prices, failure) : STATUS_OK;
}
