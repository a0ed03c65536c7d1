/* SPDX-License-Identifier: MIT */

#include "automata/arrangement.h"
#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/word.h"
#include "solver/model/instance.h"
#include "solver/model/schedule.h"

/* The heads that have not yet found their place in the tree. */
struct heads {
    size_t *next; /* of each value 0..t: index of a class, block_count when there is none left */
    long *left;   /* of each class: how many of its blocks */
};

static void heads_clear(struct heads *heads) {
    FREE_ALL(heads->next, heads->left);
}

static enum status heads_init(struct heads *heads, const struct schedule *schedule,
                              struct failure *failure) {
    size_t values = (size_t)schedule->depth + 1;
    TRY(memory_check(NEW(values, heads->next) && NEW(schedule->block_count + 1, heads->left),
                     failure, "a tree"));
    for (size_t v = 0; v < values; v++)
        heads->next[v] = schedule->block_count;
    /* sorted by head, then by size ascending: the last one is the largest */
    for (size_t i = 0; i < schedule->block_count; i++) {
        heads->next[schedule->blocks[i].head] = i;
        heads->left[i] = mpz_get_si(schedule->blocks[i].count);
    }
    return STATUS_OK;
}

/* How often the next node of this value sends. */
static int take_head(struct heads *heads, const struct schedule *schedule, int value) {
    size_t i = heads->next[value];
    if (i == schedule->block_count)
        return 0;
    if (--heads->left[i] == 0)
        heads->next[value] =
            i > 0 && schedule->blocks[i - 1].head == value ? i - 1 : schedule->block_count;
    return schedule->blocks[i].size;
}

/* In pre-order; `sent` counts the children that a node has so far. */
static void fill(struct tree *tree, const struct schedule *schedule, struct heads *heads,
                 int *sent) {
    int parent = -1, label = 0;
    for (int count = 0; count < tree->count; count++) {
        int children = take_head(heads, schedule, tree->depth - label);
        tree->nodes[count] = (struct tree_node){label, parent, children};
        sent[count] = 0;
        parent = count;
        while (parent >= 0 && sent[parent] == tree->nodes[parent].children)
            parent = tree->nodes[parent].parent;
        if (parent < 0)
            return;
        label = tree->nodes[parent].label + tree->latency + sent[parent]++;
    }
}

enum status tree_of_schedule(struct tree *tree, const struct schedule *schedule, int most_nodes,
                             struct failure *failure) {
    CLEANUP(tree_clear)
    struct tree result = {.latency = schedule->latency, .depth = schedule->depth};
    CLEANUP(heads_clear) struct heads heads = {NULL, NULL};
    FREED int *sent = NULL;
    BIG(processors);
    schedule_processors(schedule, processors);
    if (mpz_cmp_si(processors, most_nodes) > 0)
        return failure_limit(failure, "the tree has over %d nodes", most_nodes);
    result.count = (int)mpz_get_si(processors);
    TRY(heads_init(&heads, schedule, failure));
    TRY(memory_check(NEW(result.count, sent, result.nodes), failure, "a tree"));
    fill(&result, schedule, &heads, sent);
    *tree = TAKE(result);
    return STATUS_OK;
}

static enum status check_places(const struct schedule *schedule, struct failure *failure) {
    if (schedule->ports > 1)
        return failure_limit(failure,
                             "words of several ports are listed as messages only (expand)");
    if (schedule_places(schedule) <= SCHEDULE_MAX_PLACES)
        return STATUS_OK;
    return failure_limit(failure, "the words would have more than %d letters", SCHEDULE_MAX_PLACES);
}

/* The leaves of a block in a legal order. */
static enum status order_leaves(const struct schedule *schedule, const struct block_class *class,
                                int *leaves, struct failure *failure) {
    schedule_leaves(schedule, class, leaves);
    if (class->ordered)
        return STATUS_OK;
    enum status status = arrangement_order(class->head, leaves, (size_t) class->size - 1, failure);
    if (status != STATUS_INPUT)
        return status;
    return failure_internal(failure, "a block of %d processors can't be ordered to a legal word",
                            class->size);
}

/* The blocks of `from` are appended to `to`, in order. */
static enum status append_ordered(const struct schedule *from, struct schedule *to,
                                  struct failure *failure) {
    for (size_t i = 0; i < from->block_count; i++) {
        const struct block_class *class = &from->blocks[i];
        FREED int *leaves = memory_new((size_t) class->size, sizeof *leaves);
        TRY(leaves ? order_leaves(from, class, leaves, failure)
                   : failure_memory(failure, "a block"));
        TRY(schedule_add_ordered(to, class->head, class->size, leaves, class->count, failure));
    }
    return STATUS_OK;
}

enum status schedule_order(struct schedule *schedule, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule ordered = {0};
    TRY(check_places(schedule, failure));
    schedule_init(&ordered, schedule->latency, schedule->depth, 1);
    TRY(append_ordered(schedule, &ordered, failure));
    /* the words stay where they are */
    struct schedule before = *schedule;
    ordered.receive_only = schedule->receive_only;
    ordered.period = schedule->period;
    ordered.words = before.words;
    ordered.word_count = before.word_count;
    *schedule = ordered;
    ordered = before;
    ordered.words = NULL;
    ordered.word_count = 0;
    return STATUS_OK;
}

static enum status add_block(const struct schedule *schedule, const struct block_class *class,
                             struct schedule *words, struct failure *failure) {
    size_t size = (size_t) class->size;
    FREED int *values = memory_new(size, sizeof *values), *sends = memory_new(size, sizeof *sends);
    TRY(memory_check(values && sends, failure, "a word"));
    values[0] = class->head;
    for (size_t p = 0; p < size; p++)
        sends[p] = class->head - (int)p;
    TRY(order_leaves(schedule, class, values + 1, failure));
    return schedule_add_word(words, class->count, values, sends, size, failure);
}

static enum status add_all(const struct schedule *schedule, struct schedule *words,
                           struct failure *failure) {
    int silent = CLOSED_WORD_SILENT;
    BIG_OF(once, 1);
    for (size_t i = 0; i < schedule->block_count; i++)
        TRY(add_block(schedule, &schedule->blocks[i], words, failure));
    if (schedule->receive_only != SCHEDULE_NOBODY)
        TRY(schedule_add_word(words, once, &schedule->receive_only, &silent, 1, failure));
    for (size_t i = 0; i < schedule->word_count; i++) {
        const struct word_class *word = &schedule->words[i];
        TRY(schedule_add_word(words, word->count, word->values, word->sends, word->length,
                              failure));
    }
    return STATUS_OK;
}

enum status schedule_list_words(const struct schedule *schedule, struct schedule *words,
                                struct failure *failure) {
    TRY(check_places(schedule, failure));
    schedule_init(words, schedule->latency, schedule->depth, schedule->period);
    enum status status = add_all(schedule, words, failure);
    if (status)
        schedule_clear(words);
    return status;
}

enum status schedule_words(const struct schedule *schedule, struct schedule *words,
                           struct failure *failure) {
    struct schedule result;
    TRY(schedule_list_words(schedule, &result, failure));
    BIG(processors);
    schedule_processors(schedule, processors);
    TRY(schedule_finish(&result, processors, failure));
    *words = result;
    return STATUS_OK;
}

/* What is received first is sent at every position. */
static bool is_block(const struct word_class *class) {
    for (size_t p = 0; p < class->length; p++)
        if (class->sends[p] != class->values[0] - (int)p)
            return false;
    return true;
}

/* The word from where its processor sends what it receives and then what is left of it; false if
 * there is no such place. `values` and `sends` have room for the word. */
static bool begin_with_head(const struct word_class *class, int *values, int *sends) {
    for (size_t start = 0; start < class->length; start++) {
        for (size_t p = 0; p < class->length; p++) {
            values[p] = class->values[(start + p) % class->length];
            sends[p] = class->sends[(start + p) % class->length];
        }
        struct word_class turned = {.length = class->length, .values = values, .sends = sends};
        if (is_block(&turned))
            return true;
    }
    return false;
}

static enum status find_block(const struct word_class *class, bool *block, struct schedule *blocks,
                              struct failure *failure) {
    FREED int *values = memory_new(class->length, sizeof *values);
    FREED int *sends = memory_new(class->length, sizeof *sends);
    TRY(memory_check(values && sends, failure, "a word"));
    *block = begin_with_head(class, values, sends);
    return *block ? schedule_add_leaves(blocks, values[0], (int)class->length, values + 1,
                                        class->count, failure)
                  : STATUS_OK;
}

static bool is_receive_only(const struct word_class *class) {
    return class->length == 1 && class->sends[0] == CLOSED_WORD_SILENT &&
           mpz_cmp_ui(class->count, 1) == 0;
}

enum status schedule_blocks(const struct schedule *words, bool *possible, struct schedule *blocks,
                            struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule result;
    bool good = words->period == 1, silent = false;
    schedule_init(&result, words->latency, words->depth, 1);
    for (size_t i = 0; i < words->word_count && good; i++) {
        const struct word_class *class = &words->words[i];
        if (!silent && is_receive_only(class)) {
            silent = true;
            result.receive_only = class->values[0];
        } else {
            TRY(find_block(class, &good, &result, failure));
        }
    }
    if (good && silent) {
        BIG(processors);
        schedule_processors(words, processors);
        TRY(schedule_finish(&result, processors, failure));
        *blocks = TAKE(result);
    }
    *possible = good && silent;
    return STATUS_OK;
}
