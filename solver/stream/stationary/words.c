/* SPDX-License-Identifier: MIT */
#include "solver/stream/stationary/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/tuple_table.h"
#include "automata/word.h"
#include "solver/base/processors.h"

/* --- walks over the window automaton --- */

/* What the two ways to look for closed words share: walks that begin in one part of the states, and
 * the words they give. Each part has its own thread. */

enum { WORD_WALK_LONGEST = 4096, WORD_WALK_PARTS = 256 };

/* What one part of the start states gives. */
struct word_part {
    struct stationary_word *list;
    size_t count;
    uint64_t nodes;
    bool more_heads, cut;
    enum status status;
    struct failure failure;
};

/* One walk under way. */
struct word_walk {
    const struct stationary_question *question;
    const struct limits *limits;
    struct word_part *part;
    uint64_t values_allowed, start;
    int top; /* the largest value; of a block only once it is complete */
    int length;
    int size;                     /* of a block, chosen before its leaves */
    struct tuple_table multisets; /* of blocks: (head, size, leaves of each value) */
    uint64_t *tuple;              /* likewise: scratch */
    uint64_t states[WORD_WALK_LONGEST];
    int values[WORD_WALK_LONGEST], sends[WORD_WALK_LONGEST];
};

static void stationary_word_clear(struct stationary_word *word) {
    FREE_ALL(word->values, word->sends, word->change);
}

static void count_change(const struct word_walk *walk, struct stationary_word *word) {
    const struct window *window = walk->question->window;
    for (int p = 0; p < word->length; p++) {
        if (word->values[p] != window->depth)
            word->change[word->values[p]]--;
        if (word->sends[p] != CLOSED_WORD_SILENT)
            word->change[word->sends[p] - window->latency]++;
    }
}

static int largest_value(const struct word_walk *walk) {
    int largest = 0;
    for (int p = 0; p < walk->length; p++)
        largest = walk->values[p] > largest ? walk->values[p] : largest;
    return largest;
}

/* Copies the walk, which is closed, into the words of its part. A failure becomes the status of the
 * part, here and below. */
static void word_walk_keep(struct word_walk *walk, int64_t slack) {
    const struct window *window = walk->question->window;
    struct word_part *part = walk->part;
    size_t length = (size_t)walk->length, rows = (size_t)(window->depth - window->latency + 1);
    struct stationary_word word = {.length = walk->length,
                                   .values = memory_new(length, sizeof(int)),
                                   .sends = memory_new(length, sizeof(int)),
                                   .change = memory_new(rows, sizeof(int)),
                                   .top = largest_value(walk),
                                   .slack = slack,
                                   .state = walk->start};
    if (!word.values || !word.sends || !word.change ||
        !memory_make_room(&part->list, part->count, sizeof *part->list)) {
        stationary_word_clear(&word);
        part->status = failure_memory(&part->failure, "closed words");
        return;
    }
    memcpy(word.values, walk->values, length * sizeof(int));
    memcpy(word.sends, walk->sends, length * sizeof(int));
    count_change(walk, &word);
    part->list[part->count++] = word;
}

/* limits_check, from one thread at a time. */
static enum status word_walk_ask_limits(const struct limits *limits, struct failure *failure) {
    enum status status;
#pragma omp critical(word_walk)
    status = limits_check(limits, failure);
    return status;
}

/* Counts a step; whether the walk has to end here. */
static bool word_walk_count_step(struct word_walk *walk) {
    struct word_part *part = walk->part;
    uint64_t most = walk->limits ? walk->limits->nodes : 0;
    if ((++part->nodes & 0x3fff) == 0 && word_walk_ask_limits(walk->limits, &part->failure))
        part->status = STATUS_LIMIT;
    if (most && part->nodes > most / WORD_WALK_PARTS)
        part->status = failure_set(&part->failure, STATUS_LIMIT, "the limit of nodes is reached");
    return part->status != STATUS_OK;
}

/* --- words in block form --- */

/* By backtracking over words in their order: which multisets of leaves have a legal order is found
 * by trying orders, not by M. Hall's theorem.
 *
 * A head h sends at most h-L+1 times. The length is chosen first; then a value lands within the
 * word or on an item that was held at its beginning, or the walk is left. Of words with the same
 * head and the same leaves the first is kept. */

/* The walk's table and scratch. */
static enum status block_words_init(struct word_walk *walk, struct failure *failure) {
    size_t width = (size_t)walk->question->window->depth + 3;
    TRY(tuple_table_init(&walk->multisets, width, failure));
    walk->tuple = memory_new(width, sizeof *walk->tuple);
    if (walk->tuple)
        return STATUS_OK;
    tuple_table_clear(&walk->multisets);
    return failure_memory(failure, "closed words");
}

static void block_words_clear(struct word_walk *walk) {
    tuple_table_clear(&walk->multisets);
    free(walk->tuple);
}

/* Whether no word with this head and these leaves is kept in this part yet. */
static bool is_new_block(struct word_walk *walk) {
    struct word_part *part = walk->part;
    size_t width = walk->multisets.width, number = 0, before = walk->multisets.count;
    memset(walk->tuple, 0, width * sizeof *walk->tuple);
    walk->tuple[0] = (uint64_t)walk->values[0];
    walk->tuple[1] = (uint64_t)walk->length;
    for (int p = 1; p < walk->length; p++)
        walk->tuple[2 + walk->values[p]]++;
    part->status = tuple_table_number(&walk->multisets, walk->tuple, &number, &part->failure);
    return part->status == STATUS_OK && number == before;
}

static void fill_block(struct word_walk *walk, uint64_t state, int64_t slack);

/* Receives `value` at the next position of a block, and sends what is left of the head. */
static void try_block_value(struct word_walk *walk, uint64_t state, int value, int64_t slack) {
    const struct stationary_question *question = walk->question;
    const struct window *window = question->window;
    int p = walk->length, rest = walk->size - p - 1;
    uint64_t held = state | UINT64_C(1) << value, next = held >> 1;
    walk->values[p] = value;
    int sent = walk->values[0] - p - window->latency;
    slack += window->price[value] + question->potential[next] - question->potential[state] -
             window->unit - window->price[sent];
    if (slack > question->budget || (next >> rest & ~walk->start))
        return;
    walk->sends[p] = sent + window->latency;
    walk->length++;
    if (rest)
        fill_block(walk, next, slack);
    else if (is_new_block(walk)) /* `next` lies within the first state, and has as many items */
        word_walk_keep(walk, slack);
    walk->length--;
}

static void fill_block(struct word_walk *walk, uint64_t state, int64_t slack) {
    uint64_t left = window_allowed(state, walk->values_allowed);
    left &= ~(UINT64_C(1) << walk->question->window->depth); /* the root is a head */
    if (word_walk_count_step(walk))
        return;
    for (; left && walk->part->status == STATUS_OK; left &= left - 1) {
        if (walk->part->count > walk->question->most) {
            walk->part->cut = true;
            return;
        }
        try_block_value(walk, state, __builtin_ctzll(left), slack);
    }
}

/* The word of one value that is not sent. */
static void try_receive_only(struct word_walk *walk, int value) {
    const struct window *window = walk->question->window;
    int64_t slack = window->price[value] - window->unit;
    if ((walk->start | UINT64_C(1) << value) >> 1 != walk->start || slack > walk->question->budget)
        return;
    walk->values[0] = value;
    walk->sends[0] = CLOSED_WORD_SILENT;
    walk->length = 1;
    word_walk_keep(walk, slack);
    walk->length = 0;
}

/* All words in block form that begin in this state. */
static void block_words_begin(struct word_walk *walk, uint64_t state) {
    const struct stationary_question *question = walk->question;
    uint64_t left = window_allowed(state, walk->values_allowed);
    walk->start = state;
    walk->length = 0;
    if ((state & 0x3fff) == 0 && word_walk_ask_limits(walk->limits, &walk->part->failure))
        walk->part->status = STATUS_LIMIT;
    for (; left && walk->part->status == STATUS_OK; left &= left - 1) {
        int head = __builtin_ctzll(left), most = head - question->window->latency + 1;
        try_receive_only(walk, head);
        most = most < question->longest ? most : question->longest;
        for (walk->size = 1; walk->size <= most; walk->size++)
            if (!(state >> walk->size & ~state))
                try_block_value(walk, state, head, 0);
    }
}

/* --- words of any form --- */

void stationary_words_clear(struct stationary_words *words) {
    for (size_t i = 0; i < words->count; i++)
        stationary_word_clear(&words->list[i]);
    free(words->list);
    *words = (struct stationary_words){0};
}

static bool visited(const struct word_walk *walk, uint64_t state) {
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

static void go_on(struct word_walk *walk, uint64_t state, int64_t slack, int heads);

/* The last position of the walk has its value; tries what may be sent there. */
static void try_sends(struct word_walk *walk, uint64_t held, int64_t slack, int heads) {
    const struct window *window = walk->question->window;
    uint64_t next = held >> 1;
    int64_t best = best_gain(window, held);
    int p = walk->length - 1;
    assert(p >= 0 && walk->values[p] <= walk->top);
    uint64_t left = held >> window->latency;
    do { /* once with nothing sent if nothing can be */
        int value = left ? 63 - __builtin_clzll(left) : CLOSED_WORD_SILENT;
        int64_t loss = left ? best - window->price[value] : 0;
        walk->sends[p] = left ? value + window->latency : CLOSED_WORD_SILENT;
        if (slack + loss <= walk->question->budget) {
            if (next == walk->start)
                word_walk_keep(walk, slack + loss);
            else if (!visited(walk, next))
                go_on(walk, next, slack + loss, heads);
        }
        if (left)
            left ^= UINT64_C(1) << value;
    } while (left && walk->part->status == STATUS_OK);
}

static void try_value(struct word_walk *walk, uint64_t state, int value, int64_t slack, int heads) {
    const struct stationary_question *question = walk->question;
    const struct window *window = question->window;
    uint64_t held = state | UINT64_C(1) << value;
    int64_t own = window->price[value] + question->potential[held >> 1] -
                  question->potential[state] - best_gain(window, held) - window->unit;
    if (slack + own > question->budget)
        return;
    heads += value >= window->latency && held >> value == 1;
    if (question->heads && heads > question->heads) {
        walk->part->more_heads = true;
        return;
    }
    if (walk->part->count > question->most) {
        walk->part->cut = true;
        return;
    }
    assert(walk->length < WORD_WALK_LONGEST && !(state >> value & 1));
    walk->states[walk->length] = state;
    walk->values[walk->length++] = value;
    try_sends(walk, held, slack + own, heads);
    walk->length--;
}

static void go_on(struct word_walk *walk, uint64_t state, int64_t slack, int heads) {
    int longest =
        walk->question->longest < WORD_WALK_LONGEST ? walk->question->longest : WORD_WALK_LONGEST;
    if (walk->length == longest) {
        walk->part->cut = walk->part->cut || longest < walk->question->longest;
        return;
    }
    if (word_walk_count_step(walk))
        return;
    uint64_t left = window_allowed(state, walk->values_allowed);
    left &= (UINT64_C(2) << walk->top) - 1;
    if (walk->top == walk->question->window->depth || state < walk->start)
        left &= ~(UINT64_C(1) << walk->top); /* t once; else the word begins at the least state */
    for (; left && walk->part->status == STATUS_OK; left &= left - 1)
        try_value(walk, state, __builtin_ctzll(left), slack, heads);
}

static void begin(struct word_walk *walk, uint64_t state) {
    uint64_t left = window_allowed(state, walk->values_allowed);
    walk->start = state;
    if ((state & 0x3fff) == 0 && word_walk_ask_limits(walk->limits, &walk->part->failure))
        walk->part->status = STATUS_LIMIT;
    for (; left && walk->part->status == STATUS_OK; left &= left - 1) {
        walk->top = __builtin_ctzll(left);
        walk->length = 0;
        try_value(walk, state, walk->top, 0, 0);
    }
}

static void walk_part(struct word_walk *walk, uint64_t first, uint64_t end) {
    struct word_part *part = walk->part;
    part->status = word_walk_ask_limits(walk->limits, &part->failure);
    for (uint64_t state = first; state < end && part->status == STATUS_OK; state++)
        if (walk->question->blocks)
            block_words_begin(walk, state);
        else
            begin(walk, state);
}

static void run_part(const struct stationary_question *question, const struct limits *limits,
                     struct word_part *part, uint64_t first, uint64_t end) {
    FREED struct word_walk *walk = memory_new(1, sizeof *walk);
    if (!walk) {
        part->status = failure_memory(&part->failure, "the window automaton");
        return;
    }
    walk->question = question;
    walk->limits = limits;
    walk->part = part;
    walk->values_allowed = window_values(question->window->latency, question->window->depth);
    if (question->blocks)
        part->status = block_words_init(walk, &part->failure);
    if (!part->status) {
        walk_part(walk, first, end);
        if (question->blocks)
            block_words_clear(walk);
    }
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
    FREED uint64_t *tuple = memory_new(rows + 2, sizeof *tuple);
    TRY(memory_check(tuple, failure, "closed words"));
    CLEANUP(tuple_table_clear) struct tuple_table table = {0};
    TRY(tuple_table_init(&table, rows + 2, failure));
    size_t kept = 0;
    enum status status = STATUS_OK;
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
            stationary_word_clear(word);
    }
    words->count = kept;
    return status;
}

static enum status collect(const struct stationary_question *question, struct word_part *parts,
                           struct stationary_words *words, struct failure *failure) {
    enum status status = STATUS_OK;
    size_t total = 0;
    CLEANUP(stationary_words_clear) struct stationary_words result = {.list = NULL};
    for (int i = 0; i < WORD_WALK_PARTS; i++) {
        total += parts[i].count;
        result.more_heads = result.more_heads || parts[i].more_heads;
        result.cut = result.cut || parts[i].cut;
        if (parts[i].status && !status) {
            status = parts[i].status;
            failure_set(failure, status, "%s", parts[i].failure.message);
        }
    }
    result.list = memory_new(total, sizeof *result.list);
    if (!result.list && !status)
        status = failure_memory(failure, "closed words");
    for (int i = 0; i < WORD_WALK_PARTS; i++)
        for (size_t j = 0; j < parts[i].count; j++) {
            if (result.list)
                result.list[result.count++] = parts[i].list[j];
            else
                stationary_word_clear(&parts[i].list[j]);
        }
    if (!status) {
        qsort(result.list, result.count, sizeof *result.list, compare_words);
        if (!question->alike)
            status = merge_alike(&result,
                                 (size_t)(question->window->depth - question->window->latency + 1),
                                 failure);
    }
    if (!status)
        *words = TAKE(result);
    return status;
}

enum status stationary_words_find(const struct stationary_question *question,
                                  const struct limits *limits, struct stationary_words *words,
                                  uint64_t *nodes, struct failure *failure) {
    struct word_part *parts = memory_new(WORD_WALK_PARTS, sizeof *parts);
    TRY(memory_check(parts, failure, "closed words"));
    uint64_t states = UINT64_C(1) << question->window->depth;
    int threads = threads_or_processors(limits ? limits->threads : 0);
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (int i = 0; i < WORD_WALK_PARTS; i++)
        run_part(question, limits, &parts[i], states * (uint64_t)i / WORD_WALK_PARTS,
                 states * ((uint64_t)i + 1) / WORD_WALK_PARTS);
    enum status status = collect(question, parts, words, failure);
    for (int i = 0; i < WORD_WALK_PARTS; i++) {
        *nodes += parts[i].nodes;
        free(parts[i].list);
    }
    free(parts);
    return status;
}
