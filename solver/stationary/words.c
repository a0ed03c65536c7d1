#include "solver/stationary/words.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "automata/tuple_table.h"

enum { LONGEST = 4096, CHUNKS = 256 };

/* What one part of the start states gives. */
struct chunk {
    struct stationary_word *list;
    size_t count;
    size_t room;
    uint64_t nodes;
    bool more_heads;
    bool cut;
    enum status status;
    struct failure failure;
};

/* One walk under way. */
struct walk {
    const struct stationary_question *question;
    const struct limits *limits;
    struct chunk *chunk;
    uint64_t values_allowed;
    uint64_t start;
    int top;
    int length;
    uint64_t states[LONGEST];
    int values[LONGEST];
    int sends[LONGEST];
};

static void word_clear(struct stationary_word *word) {
    free(word->values);
    free(word->sends);
    free(word->change);
}

void stationary_words_clear(struct stationary_words *words) {
    for (size_t i = 0; i < words->count; i++)
        word_clear(&words->list[i]);
    free(words->list);
    *words = (struct stationary_words){0};
}

static bool chunk_room(struct chunk *chunk) {
    if (chunk->count < chunk->room)
        return true;
    size_t room = 2 * chunk->room + 16;
    struct stationary_word *list = memory_resize(chunk->list, room, sizeof *list);
    if (!list)
        return false;
    chunk->list = list;
    chunk->room = room;
    return true;
}

static void count_change(const struct walk *walk, struct stationary_word *word) {
    const struct window *window = walk->question->window;
    for (int p = 0; p < word->length; p++) {
        if (word->values[p] != window->depth)
            word->change[word->values[p]]--;
        if (word->sends[p] != CLOSED_WORD_SILENT)
            word->change[word->sends[p] - window->latency]++;
    }
}

static void keep(struct walk *walk, int64_t slack) {
    const struct window *window = walk->question->window;
    struct chunk *chunk = walk->chunk;
    size_t length = (size_t)walk->length, rows = (size_t)(window->depth - window->latency + 1);
    struct stationary_word word = {.length = walk->length,
                                   .values = memory_new(length, sizeof(int)),
                                   .sends = memory_new(length, sizeof(int)),
                                   .change = memory_new(rows, sizeof(int)),
                                   .top = walk->top,
                                   .slack = slack,
                                   .state = walk->start};
    if (!word.values || !word.sends || !word.change || !chunk_room(chunk)) {
        word_clear(&word);
        chunk->status = failure_memory(&chunk->failure, "closed words");
        return;
    }
    memcpy(word.values, walk->values, length * sizeof(int));
    memcpy(word.sends, walk->sends, length * sizeof(int));
    count_change(walk, &word);
    chunk->list[chunk->count++] = word;
}

static bool visited(const struct walk *walk, uint64_t state) {
    for (int p = 0; p < walk->length; p++)
        if (walk->states[p] == state)
            return true;
    return false;
}

/* What is earned by the best of the values held. */
static int64_t best_gain(const struct window *window, uint64_t held) {
    int64_t best = 0;
    for (uint64_t left = held >> window->latency; left; left &= left - 1) {
        int64_t own = window->price[__builtin_ctzll(left)];
        best = own > best ? own : best;
    }
    return best;
}

static void go_on(struct walk *walk, uint64_t state, int64_t slack, int heads);

/* The last position of the walk has its value; tries what may be sent there. */
static void try_sends(struct walk *walk, uint64_t held, int64_t slack, int heads) {
    const struct window *window = walk->question->window;
    uint64_t next = held >> 1;
    int64_t best = best_gain(window, held);
    int p = walk->length - 1;
    uint64_t left = held >> window->latency;
    do { /* once with nothing sent if nothing can be */
        int value = left ? 63 - __builtin_clzll(left) : CLOSED_WORD_SILENT;
        int64_t loss = left ? best - window->price[value] : 0;
        walk->sends[p] = left ? value + window->latency : CLOSED_WORD_SILENT;
        if (slack + loss <= walk->question->budget) {
            if (next == walk->start)
                keep(walk, slack + loss);
            else if (!visited(walk, next))
                go_on(walk, next, slack + loss, heads);
        }
        if (left)
            left ^= UINT64_C(1) << value;
    } while (left && walk->chunk->status == STATUS_OK);
}

static void try_value(struct walk *walk, uint64_t state, int value, int64_t slack, int heads) {
    const struct stationary_question *question = walk->question;
    const struct window *window = question->window;
    uint64_t held = state | UINT64_C(1) << value;
    int64_t own = window->price[value] + question->potential[held >> 1] -
                  question->potential[state] - best_gain(window, held) - window->unit;
    if (slack + own > question->budget)
        return;
    heads += value >= window->latency && held >> value == 1;
    if (question->heads && heads > question->heads) {
        walk->chunk->more_heads = true;
        return;
    }
    if (walk->chunk->count > question->most) {
        walk->chunk->cut = true;
        return;
    }
    walk->states[walk->length] = state;
    walk->values[walk->length++] = value;
    try_sends(walk, held, slack + own, heads);
    walk->length--;
}

/* Asked from one thread at a time. */
static enum status ask_limits(const struct limits *limits, struct failure *failure) {
    enum status status;
#pragma omp critical(stationary_words)
    status = limits_check(limits, failure);
    return status;
}

/* Whether the walk has to end here. */
static bool count_step(struct walk *walk) {
    struct chunk *chunk = walk->chunk;
    uint64_t most = walk->limits ? walk->limits->nodes : 0;
    if ((++chunk->nodes & 0x3fff) == 0 && ask_limits(walk->limits, &chunk->failure))
        chunk->status = STATUS_LIMIT;
    if (most && chunk->nodes > most / CHUNKS)
        chunk->status = failure_set(&chunk->failure, STATUS_LIMIT, "the limit of nodes is reached");
    return chunk->status != STATUS_OK;
}

static void go_on(struct walk *walk, uint64_t state, int64_t slack, int heads) {
    int longest = walk->question->longest < LONGEST ? walk->question->longest : LONGEST;
    if (walk->length == longest) {
        walk->chunk->cut = walk->chunk->cut || longest < walk->question->longest;
        return;
    }
    if (count_step(walk))
        return;
    uint64_t left = window_allowed(state, walk->values_allowed);
    left &= (UINT64_C(2) << walk->top) - 1;
    if (walk->top == walk->question->window->depth || state < walk->start)
        left &= ~(UINT64_C(1) << walk->top); /* t once; else the word begins at the least state */
    for (; left && walk->chunk->status == STATUS_OK; left &= left - 1)
        try_value(walk, state, __builtin_ctzll(left), slack, heads);
}

static void begin(struct walk *walk, uint64_t state) {
    uint64_t left = window_allowed(state, walk->values_allowed);
    walk->start = state;
    if ((state & 0x3fff) == 0 && ask_limits(walk->limits, &walk->chunk->failure))
        walk->chunk->status = STATUS_LIMIT;
    for (; left && walk->chunk->status == STATUS_OK; left &= left - 1) {
        walk->top = __builtin_ctzll(left);
        walk->length = 0;
        try_value(walk, state, walk->top, 0, 0);
    }
}

static void run_chunk(const struct stationary_question *question, const struct limits *limits,
                      struct chunk *chunk, uint64_t first, uint64_t end) {
    struct walk *walk = memory_new(1, sizeof *walk);
    if (!walk) {
        chunk->status = failure_memory(&chunk->failure, "the window automaton");
        return;
    }
    walk->question = question;
    walk->limits = limits;
    walk->chunk = chunk;
    walk->values_allowed = window_values(question->window->latency, question->window->depth);
    chunk->status = ask_limits(limits, &chunk->failure);
    for (uint64_t state = first; state < end && chunk->status == STATUS_OK; state++)
        begin(walk, state);
    free(walk);
}

static int compare_words(const void *left, const void *right) {
    const struct stationary_word *a = left, *b = right;
    if (a->top != b->top)
        return b->top - a->top;
    if (a->slack != b->slack)
        return a->slack < b->slack ? 1 : -1;
    if (a->length != b->length)
        return a->length - b->length;
    for (int p = 0; p < a->length; p++)
        if (a->values[p] != b->values[p])
            return a->values[p] - b->values[p];
    for (int p = 0; p < a->length; p++)
        if (a->sends[p] != b->sends[p])
            return b->sends[p] - a->sends[p];
    return (a->state > b->state) - (a->state < b->state);
}

/* Keeps the first of those that change the balance in the same way. */
static enum status merge_alike(struct stationary_words *words, size_t rows,
                               struct failure *failure) {
    struct tuple_table table;
    uint64_t *tuple = memory_new(rows + 2, sizeof *tuple);
    if (!tuple)
        return failure_memory(failure, "closed words");
    enum status status = tuple_table_init(&table, rows + 2, failure);
    if (status) {
        free(tuple);
        return status;
    }
    size_t kept = 0;
    for (size_t i = 0; i < words->count; i++) {
        struct stationary_word *word = &words->list[i];
        size_t number = 0, before = table.count;
        for (size_t row = 0; row < rows; row++)
            tuple[row] = (uint64_t)(int64_t)word->change[row];
        tuple[rows] = (uint64_t)word->length;
        tuple[rows + 1] = (uint64_t)word->top;
        if (!status)
            status = tuple_table_number(&table, tuple, &number, failure);
        if (!status && number == before)
            words->list[kept++] = *word;
        else
            word_clear(word);
    }
    words->count = kept;
    tuple_table_clear(&table);
    free(tuple);
    return status;
}

static enum status collect(const struct stationary_question *question, struct chunk *chunks,
                           struct stationary_words *words, struct failure *failure) {
    enum status status = STATUS_OK;
    size_t total = 0;
    struct stationary_words result = {.list = NULL};
    for (int i = 0; i < CHUNKS; i++) {
        total += chunks[i].count;
        result.nodes += chunks[i].nodes;
        result.more_heads = result.more_heads || chunks[i].more_heads;
        result.cut = result.cut || chunks[i].cut;
        if (chunks[i].status && !status) {
            status = chunks[i].status;
            failure_set(failure, status, "%s", chunks[i].failure.message);
        }
    }
    result.list = memory_new(total, sizeof *result.list);
    if (!result.list && !status)
        status = failure_memory(failure, "closed words");
    for (int i = 0; i < CHUNKS; i++)
        for (size_t j = 0; j < chunks[i].count; j++) {
            if (result.list)
                result.list[result.count++] = chunks[i].list[j];
            else
                word_clear(&chunks[i].list[j]);
        }
    if (!status) {
        qsort(result.list, result.count, sizeof *result.list, compare_words);
        if (!question->alike)
            status = merge_alike(&result,
                                 (size_t)(question->window->depth - question->window->latency + 1),
                                 failure);
    }
    if (status)
        stationary_words_clear(&result);
    else
        *words = result;
    return status;
}

enum status stationary_words_find(const struct stationary_question *question,
                                  const struct limits *limits, struct stationary_words *words,
                                  struct failure *failure) {
    struct chunk *chunks = memory_new(CHUNKS, sizeof *chunks);
    if (!chunks)
        return failure_memory(failure, "closed words");
    uint64_t states = UINT64_C(1) << question->window->depth;
    int threads = limits && limits->threads ? limits->threads : omp_get_max_threads();
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int i = 0; i < CHUNKS; i++)
        run_chunk(question, limits, &chunks[i], states * (uint64_t)i / CHUNKS,
                  states * ((uint64_t)i + 1) / CHUNKS);
    enum status status = collect(question, chunks, words, failure);
    for (int i = 0; i < CHUNKS; i++)
        free(chunks[i].list);
    free(chunks);
    return status;
}
