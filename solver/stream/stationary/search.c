/* SPDX-License-Identifier: MIT */
#include "solver/stream/stationary/search.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/tuple_table.h"
#include "solver/proof/bound/prices.h"
#include "solver/stream/stationary/words.h"

/* How many processors take which word: the integer circulation, by backtracking over
 * multiplicities.
 *
 * Words are taken by descending largest value m. When all words with maximum > m are placed, it is
 * known how often m is sent: whoever sends m received m + L or more before. So the words with
 * maximum m have to receive just that (or messages are sent in vain, which costs their price). What
 * is still to be received, value by value, and the rest of the budget are all that the further
 * search depends on; states that failed are kept and not searched again. A value sent too little so
 * far can only be made up for by descendants of what is outstanding: a node of value x has at most
 * f_{x-w-L} descendants of value w. */

/* All of them, without memory: `found` is called with the multiplicities of each; it returns false
 * to stop. */
typedef bool combination_found(void *context, const int64_t *times);

struct combination_question {
    const struct window *window;
    const struct stationary_words *words;
    int64_t budget;           /* price[t] - unit * N */
    bool exact;               /* nothing may be sent in vain */
    size_t memory;            /* bytes for states that failed, at most */
    combination_found *found; /* NULL: stop at the first */
    void *context;
};

enum combination_end { COMBINATION_FOUND, COMBINATION_NONE, COMBINATION_STOPPED };

/* Where the search stands. */
struct search {
    const struct combination_question *question;
    const struct limits *limits;
    int rows;             /* values 0..t-L */
    int64_t *outstanding; /* sent less received, so far */
    int64_t roots;        /* receptions of the value t that are missing: 1 or 0 */
    int64_t *times;
    size_t *first_below;  /* [value]: the first word whose largest value is smaller */
    int64_t *descendants; /* [k]: nodes of value w below one of value w + k: f_{k-L} */
    size_t most_states;
    struct tuple_table failed; /* (word, outstanding.., budget) */
    uint64_t *tuple;           /* scratch */
    uint64_t nodes;
    enum combination_end end;
    enum status status;
    struct failure *failure;
};

static void search_clear(struct search *search) {
    FREE_ALL(search->outstanding, search->first_below, search->descendants, search->tuple);
    tuple_table_clear(&search->failed);
}

static enum status search_init(struct search *search, const struct combination_question *question,
                               const struct limits *limits, int64_t *times,
                               struct failure *failure) {
    int latency = question->window->latency, depth = question->window->depth;
    *search = (struct search){.question = question,
                              .limits = limits,
                              .rows = depth - latency + 1,
                              .roots = 1,
                              .times = times,
                              .end = COMBINATION_NONE,
                              .failure = failure};
    size_t rows = (size_t)search->rows;
    TRY(tuple_table_init(&search->failed, rows + 2, failure));
    search->most_states = question->memory / (8 * (rows + 5)); /* tuple_table.h */
    TRY(memory_check(NEW(rows, search->outstanding) &&
                         NEW(depth + 1, search->first_below, search->descendants) &&
                         NEW(rows + 2, search->tuple),
                     failure, "a search"));
    for (size_t i = 0; i < question->words->count; i++)
        for (int value = question->words->list[i].top; value >= 0; value--)
            search->first_below[value] = i + 1;
    for (int k = latency; k <= depth; k++) /* f_{k-L}; depths are small, it fits */
        search->descendants[k] =
            k < 2 * latency ? 1 : search->descendants[k - 1] + search->descendants[k - latency];
    return STATUS_OK;
}

static void stop(struct search *search, enum status status) {
    search->end = COMBINATION_STOPPED;
    search->status = status == STATUS_LIMIT ? STATUS_OK : status;
}

/* Can what is lacking still be sent? */
static bool can_be_supplied(const struct search *search) {
    int latency = search->question->window->latency;
    for (int w = 0; w < search->rows; w++) {
        int64_t supply = search->outstanding[w];
        for (int x = w + latency; x < search->rows && supply < 0; x++)
            if (search->outstanding[x] > 0)
                supply += search->outstanding[x] * search->descendants[x - w];
        if (supply < 0)
            return false;
    }
    return true;
}

static bool remembered(struct search *search, size_t index, int64_t budget, bool *known) {
    size_t rows = (size_t)search->rows, number, before = search->failed.count;
    for (size_t row = 0; row < rows; row++)
        search->tuple[row] = (uint64_t)search->outstanding[row];
    search->tuple[rows] = (uint64_t)index;
    search->tuple[rows + 1] = (uint64_t)budget;
    enum status status =
        tuple_table_number(&search->failed, search->tuple, &number, search->failure);
    if (status || search->failed.count > search->most_states) {
        stop(search, status);
        return false;
    }
    *known = number < before;
    return true;
}

static void use_word(struct search *search, size_t index, int64_t times) {
    const struct stationary_word *word = &search->question->words->list[index];
    assert(times >= -search->times[index]); /* no more is taken back than was taken */
    for (int w = 0; w < search->rows; w++)
        search->outstanding[w] += times * word->change[w];
    if (word->top == search->question->window->depth)
        search->roots -= times;
    search->times[index] += times;
}

/* How often the words with this maximum still have to receive it. */
static int64_t missing(const struct search *search, int level) {
    return level == search->question->window->depth ? search->roots : search->outstanding[level];
}

static int64_t receptions_of_top(const struct stationary_word *word) {
    int64_t count = 0;
    for (int p = 0; p < word->length; p++)
        count += word->values[p] == word->top;
    return count;
}

static void go_on(struct search *search, size_t index, int level, int64_t budget);

/* All words with maximum `level` are placed: what is left of it is in vain. */
static void end_level(struct search *search, size_t index, int level, int64_t budget) {
    bool root = level == search->question->window->depth;
    int64_t left = missing(search, level), price = search->question->window->price[level];
    bool none = root || search->question->exact;
    assert(budget >= 0 && search->end == COMBINATION_NONE);
    if (left < 0 || (none && left > 0) || (price > 0 && left > budget / price))
        return;
    budget -= left * price;
    int next = root ? search->rows - 1 : level - 1;
    if (next >= 0) {
        go_on(search, index, next, budget);
    } else if (budget == 0) {
        search->end = COMBINATION_FOUND;
        const struct combination_question *question = search->question;
        if (question->found && question->found(question->context, search->times))
            search->end = COMBINATION_NONE; /* and for the next one */
    }
}

/* The number of times that word `index` can be taken at most. */
static int64_t most_times(const struct search *search, size_t index, int level, int64_t budget) {
    const struct stationary_word *word = &search->question->words->list[index];
    int64_t most = missing(search, level) / receptions_of_top(word);
    if (word->slack > 0 && budget / word->slack < most)
        most = budget / word->slack;
    return most;
}

static void try_times(struct search *search, size_t index, int level, int64_t budget,
                      int64_t times) {
    use_word(search, index, times);
    if (can_be_supplied(search))
        go_on(search, index + 1, level,
              budget - times * search->question->words->list[index].slack);
    if (search->end == COMBINATION_NONE)
        use_word(search, index, -times);
}

static void go_on(struct search *search, size_t index, int level, int64_t budget) {
    uint64_t most = search->limits ? search->limits->nodes : 0;
    bool known = false;
    if ((++search->nodes & 0xfff) == 0 && limits_check(search->limits, search->failure))
        stop(search, STATUS_LIMIT);
    else if (most && search->nodes > most)
        stop(search, STATUS_LIMIT);
    if (search->end != COMBINATION_NONE)
        return;
    if (missing(search, level) == 0)
        index = search->first_below[level];
    if (index == search->first_below[level]) {
        end_level(search, index, level, budget);
        return;
    }
    if (!search->question->found && (!remembered(search, index, budget, &known) || known))
        return;
    /* few first: the last words of a level are those without slack, and take what others leave */
    int64_t times_most = most_times(search, index, level, budget);
    for (int64_t times = 0; times <= times_most && search->end == COMBINATION_NONE; times++)
        try_times(search, index, level, budget, times);
}

/* Looks for multiplicities: times[i] of words->list[i] (the caller's array). COMBINATION_NONE:
 * there are none, for these words. COMBINATION_STOPPED: a limit of nodes or memory; `nodes` counts
 * in any case. */
static enum status combination_find(const struct combination_question *question,
                                    const struct limits *limits, int64_t *times,
                                    enum combination_end *end, uint64_t *nodes,
                                    struct failure *failure) {
    CLEANUP(search_clear) struct search search = {0};
    memset(times, 0, question->words->count * sizeof *times);
    TRY(search_init(&search, question, limits, times, failure));
    search.nodes = *nodes;
    go_on(&search, 0, question->window->depth, question->budget);
    *end = search.end;
    *nodes = search.nodes;
    return search.status;
}

enum {
    MOST_WORDS = 8000,        /* the search for multiplicities goes as deep */
    STATE_MEMORY = 1000000000 /* bytes for what failed */
};

/* What the search knows: the automaton with prices and potentials, and what may be lost. */
struct setting {
    struct window window;
    int64_t *potential;
    int64_t budget; /* negative: the prices forbid it */
    long processors;
    bool blocks;  /* in block form only */
    bool stopped; /* before the potentials were known */
};

static enum status find_potential(struct setting *setting, const struct limits *limits,
                                  struct failure *failure) {
    struct window_words words;
    struct failure mine = {0};
    enum status status =
        window_potentials(&setting->window, limits, &setting->potential, &words, &mine);
    setting->stopped = status == STATUS_LIMIT;
    if (setting->stopped)
        return STATUS_OK;
    if (status)
        return failure_set(failure, status, "%s", mine.message);
    if (words.count)
        status = failure_internal(failure, "the prices do not bound all schedules");
    window_words_clear(&words);
    return status;
}

static enum status setting_init(struct setting *setting, int latency, int depth, long processors,
                                const struct limits *limits, struct failure *failure) {
    CLEANUP(prices_clear) struct prices prices = {0};
    *setting = (struct setting){.processors = processors};
    TRY(prices_best(&prices, latency, depth, failure));
    TRY(prices_window(&prices, &setting->window, failure));
    int64_t unit = setting->window.unit;
    setting->budget = processors > window_max_price(depth) / unit
                          ? -1
                          : setting->window.price[depth] - unit * processors;
    return setting->budget < 0 ? STATUS_OK : find_potential(setting, limits, failure);
}

static struct stationary_question question_of(const struct setting *setting, int heads,
                                              bool alike) {
    long longest = setting->processors < INT_MAX ? setting->processors : INT_MAX;
    return (struct stationary_question){.window = &setting->window,
                                        .potential = setting->potential,
                                        .budget = setting->budget,
                                        .longest = (int)longest,
                                        .heads = setting->blocks ? 0 : heads,
                                        .blocks = setting->blocks,
                                        .alike = alike,
                                        .most = MOST_WORDS};
}

static enum status take_words(const struct setting *setting, const struct stationary_words *words,
                              const int64_t *times, struct schedule *periodic,
                              struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule result;
    BIG(count);
    schedule_init(&result, setting->window.latency, setting->window.depth, 1);
    for (size_t i = 0; i < words->count; i++) {
        const struct stationary_word *word = &words->list[i];
        mpz_set_si(count, times[i]);
        if (times[i])
            TRY(schedule_add_word(&result, count, word->values, word->sends, (size_t)word->length,
                                  failure));
    }
    mpz_set_si(count, setting->processors);
    TRY(schedule_finish(&result, count, failure));
    *periodic = TAKE(result);
    return STATUS_OK;
}

/* One round, with at most `heads` internal nodes that lead a word. */
static enum status try_words(const struct setting *setting, int heads, const struct limits *limits,
                             enum verdict *end, bool *more_heads, struct schedule *periodic,
                             uint64_t *nodes, struct failure *failure) {
    struct stationary_question question = question_of(setting, heads, false);
    CLEANUP(stationary_words_clear) struct stationary_words words = {0};
    enum combination_end found = COMBINATION_STOPPED;
    TRY(stationary_words_find(&question, limits, &words, nodes, failure));
    *more_heads = words.more_heads;
    bool cut = words.cut || words.count > MOST_WORDS;
    FREED int64_t *times = memory_new(words.count, sizeof *times);
    TRY(memory_check(times, failure, "a search"));
    struct combination_question combination = {.window = &setting->window,
                                               .words = &words,
                                               .budget = setting->budget,
                                               .exact = setting->blocks,
                                               .memory = STATE_MEMORY};
    if (words.count <= MOST_WORDS)
        TRY(combination_find(&combination, limits, times, &found, nodes, failure));
    if (found == COMBINATION_FOUND)
        TRY(take_words(setting, &words, times, periodic, failure));
    *end = found == COMBINATION_FOUND          ? VERDICT_FEASIBLE
           : found == COMBINATION_NONE && !cut ? VERDICT_INFEASIBLE
                                               : VERDICT_UNKNOWN;
    return STATUS_OK;
}

static enum status search_all_words(const struct setting *setting, const struct limits *limits,
                                    enum verdict *end, struct schedule *periodic, uint64_t *nodes,
                                    struct failure *failure) {
    bool more_heads = true;
    enum status status = STATUS_OK;
    *end = VERDICT_INFEASIBLE;
    for (int heads = 1; !status && *end == VERDICT_INFEASIBLE && more_heads; heads *= 2) {
        struct progress progress = {"internal nodes in a word", (uint64_t)heads, 0, *nodes};
        if (limits)
            limits_report(limits, &progress);
        status = limits_check(limits, failure);
        if (!status)
            status = try_words(setting, heads, limits, end, &more_heads, periodic, nodes, failure);
    }
    if (status == STATUS_LIMIT) {
        *end = VERDICT_UNKNOWN;
        status = STATUS_OK;
    }
    return status;
}

static enum status search_depth(int latency, int depth, long processors, bool blocks,
                                const struct limits *limits, enum verdict *end,
                                struct schedule *periodic, uint64_t *nodes,
                                struct failure *failure) {
    struct setting setting;
    enum status status = setting_init(&setting, latency, depth, processors, limits, failure);
    setting.blocks = blocks;
    if (!status && setting.stopped)
        *end = VERDICT_UNKNOWN;
    else if (!status && setting.budget < 0)
        *end = VERDICT_INFEASIBLE;
    else if (!status)
        status = search_all_words(&setting, limits, end, periodic, nodes, failure);
    free(setting.potential);
    return status;
}

enum status stationary_search(int latency, int depth, long processors, bool blocks,
                              const struct limits *limits, enum verdict *end,
                              struct schedule *periodic, uint64_t *nodes, struct failure *failure) {
    *end = VERDICT_INFEASIBLE;
    *nodes = 0;
    for (int d = latency < depth ? latency : depth; d <= depth; d++) {
        TRY(search_depth(latency, d, processors, blocks, limits, end, periodic, nodes, failure));
        if (*end == VERDICT_FEASIBLE)
            break;
        if (d < depth && limits_check(limits, NULL)) {
            *end = VERDICT_UNKNOWN; /* whatever this depth said */
            break;
        }
    }
    return STATUS_OK;
}

/* For stationary_all: which circulations were given already. */
struct listing {
    const struct setting *setting;
    const struct stationary_words *words;
    struct tuple_table edges;        /* (state, value, send) */
    struct tuple_table circulations; /* (edge, times, edge, times, .., 0) */
    uint64_t *times;                 /* of each edge */
    size_t most_edges;
    stationary_found *found;
    void *context;
    enum status status;
    struct failure *failure;
};

/* Adds the edges of a word, `times` times; false for lack of memory. */
static bool add_edges(struct listing *listing, const struct stationary_word *word, int64_t times) {
    uint64_t state = word->state;
    for (int p = 0; p < word->length; p++) {
        uint64_t edge[3] = {state, (uint64_t)word->values[p], (uint64_t)(int64_t)word->sends[p]};
        size_t number;
        listing->status = tuple_table_number(&listing->edges, edge, &number, listing->failure);
        if (listing->status)
            return false;
        listing->times[number] += (uint64_t)times;
        state = juggling_successor(state, word->values[p]);
    }
    return true;
}

static bool list_one(void *context, const int64_t *times) {
    struct listing *listing = context;
    size_t number, before = listing->circulations.count;
    CLEANUP(schedule_clear) struct schedule periodic = {0};
    memset(listing->times, 0, listing->most_edges * sizeof *listing->times);
    for (size_t i = 0; i < listing->words->count; i++)
        if (times[i] && !add_edges(listing, &listing->words->list[i], times[i]))
            return false;
    listing->status =
        tuple_table_number(&listing->circulations, listing->times, &number, listing->failure);
    if (listing->status || number < before)
        return listing->status == STATUS_OK;
    listing->status =
        take_words(listing->setting, listing->words, times, &periodic, listing->failure);
    if (listing->status)
        return false;
    return listing->found(listing->context, &periodic);
}

static void listing_clear(struct listing *listing) {
    free(listing->times);
    tuple_table_clear(&listing->edges);
    tuple_table_clear(&listing->circulations);
}

static enum status list_combinations(struct listing *listing, const struct limits *limits,
                                     enum combination_end *end, struct failure *failure) {
    struct combination_question combination = {.window = &listing->setting->window,
                                               .words = listing->words,
                                               .budget = listing->setting->budget,
                                               .found = list_one,
                                               .context = listing};
    uint64_t nodes = 0;
    for (size_t i = 0; i < listing->words->count; i++)
        listing->most_edges += (size_t)listing->words->list[i].length;
    TRY(tuple_table_init(&listing->edges, 3, failure));
    TRY(tuple_table_init(&listing->circulations, listing->most_edges, failure));
    TRY(memory_check(NEW(listing->most_edges, listing->times), failure, "a list of circulations"));
    FREED int64_t *times = memory_new(listing->words->count, sizeof *times);
    TRY(memory_check(times, failure, "a list of circulations"));
    TRY(combination_find(&combination, limits, times, end, &nodes, failure));
    return listing->status;
}

enum status stationary_all(int latency, int depth, long processors, const struct limits *limits,
                           stationary_found *found, void *context, enum verdict *end,
                           struct failure *failure) {
    struct setting setting;
    struct stationary_words words = {0};
    enum combination_end combinations = COMBINATION_NONE;
    enum status status = setting_init(&setting, latency, depth, processors, limits, failure);
    bool complete = !setting.stopped;
    if (!status && complete && setting.budget >= 0) {
        struct stationary_question question = question_of(&setting, 0, true);
        CLEANUP(listing_clear)
        struct listing listing = {.setting = &setting,
                                  .words = &words,
                                  .found = found,
                                  .context = context,
                                  .failure = failure};
        struct failure mine = {0};
        uint64_t nodes = 0;
        status = stationary_words_find(&question, limits, &words, &nodes, &mine);
        complete = !status && !words.cut && words.count <= MOST_WORDS;
        if (status == STATUS_LIMIT) /* stopped, or the limit of nodes */
            status = STATUS_OK;
        else if (status)
            failure_set(failure, status, "%s", mine.message);
        if (!status && complete)
            status = list_combinations(&listing, limits, &combinations, failure);
        stationary_words_clear(&words);
    }
    free(setting.potential);
    if (!status)
        *end = complete && combinations == COMBINATION_NONE ? VERDICT_INFEASIBLE : VERDICT_UNKNOWN;
    return status;
}
