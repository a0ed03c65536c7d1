/* SPDX-License-Identifier: MIT */
#include "solver/stream/stationary/combine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/tuple_table.h"

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
    combination_found *found;  /* NULL: stop at the first */
    void *context;
    uint64_t nodes;
    enum combination_end end;
    enum status status;
    struct failure *failure;
};

static void search_clear(struct search *search) {
    free(search->outstanding);
    free(search->first_below);
    free(search->descendants);
    free(search->tuple);
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
    enum status status = tuple_table_init(&search->failed, rows + 2, failure);
    if (status)
        return status;
    search->most_states = question->memory / (8 * (rows + 5)); /* tuple_table.h */
    search->outstanding = memory_new(rows, sizeof(int64_t));
    search->first_below = memory_new((size_t)depth + 1, sizeof(size_t));
    search->descendants = memory_new((size_t)depth + 1, sizeof(int64_t));
    search->tuple = memory_new(rows + 2, sizeof(uint64_t));
    if (!search->outstanding || !search->first_below || !search->descendants || !search->tuple) {
        search_clear(search);
        return failure_memory(failure, "a search");
    }
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

static void take(struct search *search, size_t index, int64_t times) {
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
        if (search->found && search->found(search->context, search->times))
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
    take(search, index, times);
    if (can_be_supplied(search))
        go_on(search, index + 1, level,
              budget - times * search->question->words->list[index].slack);
    if (search->end == COMBINATION_NONE)
        take(search, index, -times);
}

/* Few first: the last words of a level are those without slack, and take what the others leave. */
static void try_all_times(struct search *search, size_t index, int level, int64_t budget) {
    int64_t most = most_times(search, index, level, budget);
    for (int64_t times = 0; times <= most && search->end == COMBINATION_NONE; times++)
        try_times(search, index, level, budget, times);
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
    if (!search->found && (!remembered(search, index, budget, &known) || known))
        return;
    try_all_times(search, index, level, budget);
}

enum status combination_find(const struct combination_question *question,
                             const struct limits *limits, int64_t *times, enum combination_end *end,
                             uint64_t *nodes, struct failure *failure) {
    struct search search;
    memset(times, 0, question->words->count * sizeof *times);
    enum status status = search_init(&search, question, limits, times, failure);
    if (status)
        return status;
    search.nodes = *nodes;
    go_on(&search, 0, question->window->depth, question->budget);
    *end = search.end;
    *nodes = search.nodes;
    search_clear(&search);
    return search.status;
}

enum status combination_all(const struct combination_question *question,
                            const struct limits *limits, combination_found *found, void *context,
                            enum combination_end *end, struct failure *failure) {
    struct search search;
    int64_t *times = memory_new(question->words->count, sizeof *times);
    if (!times)
        return failure_memory(failure, "a search");
    enum status status = search_init(&search, question, limits, times, failure);
    if (!status) {
        search.found = found;
        search.context = context;
        go_on(&search, 0, question->window->depth, question->budget);
        *end = search.end;
        status = search.status;
        search_clear(&search);
    }
    free(times);
    return status;
}
