/* SPDX-License-Identifier: MIT */
/* New languages from old, and the comparison of two. */
#include "automata/language.h"
#include "automata/memory.h"
#include "automata/require.h"
#include "automata/tuple_table.h"

#include <stdlib.h>

enum status language_after_prefix(const struct language *language, const int *prefix, size_t count,
                                  struct language *result, struct failure *failure) {
    return language_minimise(language, language_state_after(language, prefix, count), result,
                             failure);
}

enum status language_before_suffix(const struct language *language, const int *suffix, size_t count,
                                   struct language *result, struct failure *failure) {
    struct language changed = *language;
    enum status status;
    changed.accepts = memory_new(language->state_count, sizeof *changed.accepts);
    if (changed.accepts == NULL)
        return failure_memory(failure, "removing a suffix");
    for (size_t state = 0; state < language->state_count; state++) {
        size_t end = state;
        for (size_t index = 0; index < count; index++) {
            require(suffix[index] >= 0 && suffix[index] < language->letters);
            end = language->successors[end * (size_t)language->letters + (size_t)suffix[index]];
        }
        changed.accepts[state] = language->accepts[end];
    }
    status = language_minimise(&changed, 0, result, failure);
    free(changed.accepts);
    return status;
}

/* How a pair of states was first reached. */
struct arrival {
    size_t from; /* number of the pair before */
    int letter;
};

/* All pairs of states that one word can lead to in both automata, breadth first by letters: the
 * first word that leads to a pair is its shortlex-least one. */
struct product {
    const struct language *left, *right;
    struct tuple_table pairs;
    struct arrival *arrivals; /* per pair */
    uint32_t *successors;     /* per pair and letter; complete after the exploration only */
    size_t room;
    bool separated; /* the exploration ended at the pair `last`, where exactly one accepts */
    size_t last;
};

static void product_clear(struct product *product) {
    tuple_table_clear(&product->pairs);
    free(product->arrivals);
    free(product->successors);
}

static bool make_room(struct product *product) {
    const size_t letters = (size_t)product->left->letters;
    /* one pair has at most `letters` successors */
    const size_t wanted = 2 * (product->pairs.count + letters) + 16;
    struct arrival *arrivals;
    uint32_t *successors;
    if (product->pairs.count + letters <= product->room)
        return true;
    arrivals = memory_resize(product->arrivals, wanted, sizeof *arrivals);
    if (arrivals == NULL)
        return false;
    product->arrivals = arrivals;
    successors = memory_resize(product->successors, wanted, letters * sizeof *successors);
    if (successors == NULL)
        return false;
    product->successors = successors;
    product->room = wanted;
    return true;
}

static enum status expand(struct product *product, size_t number, struct failure *failure) {
    const size_t letters = (size_t)product->left->letters;
    const uint64_t *const pair = tuple_table_at(&product->pairs, number);
    const uint64_t left = pair[0] * letters;
    const uint64_t right = pair[1] * letters;
    if (!make_room(product))
        return failure_memory(failure, "comparing languages");
    for (size_t letter = 0; letter < letters; letter++) {
        const uint64_t next[2] = {product->left->successors[left + letter],
                                  product->right->successors[right + letter]};
        const size_t count = product->pairs.count;
        size_t reached = 0;
        const enum status status = tuple_table_number(&product->pairs, next, &reached, failure);
        if (status != STATUS_OK)
            return status;
        product->successors[number * letters + letter] = (uint32_t)reached;
        if (reached == count)
            product->arrivals[reached] = (struct arrival){number, (int)letter};
    }
    return STATUS_OK;
}

/* Does exactly one automaton accept in the pair (or, for a union, at least one)? */
static bool accepts(const struct product *product, size_t number, bool both_count) {
    const uint64_t *const pair = tuple_table_at(&product->pairs, number);
    const bool left = product->left->accepts[pair[0]];
    const bool right = product->right->accepts[pair[1]];
    return both_count ? left || right : left != right;
}

static enum status explore(struct product *product, const struct language *left,
                           const struct language *right, bool until_separated,
                           struct failure *failure) {
    const uint64_t start[2] = {0, 0};
    size_t number = 0;
    enum status status;
    require(left->letters == right->letters);
    *product = (struct product){.left = left, .right = right};
    status = tuple_table_init(&product->pairs, 2, failure);
    if (status == STATUS_OK)
        status = tuple_table_number(&product->pairs, start, &number, failure);
    for (number = 0; status == STATUS_OK && number < product->pairs.count; number++) {
        if (until_separated && accepts(product, number, false)) {
            product->separated = true;
            product->last = number;
            return STATUS_OK;
        }
        status = expand(product, number, failure);
    }
    return status;
}

enum status language_union(const struct language *left, const struct language *right,
                           struct language *result, struct failure *failure) {
    struct product product;
    struct language joined = {.letters = left->letters};
    enum status status = explore(&product, left, right, false, failure);
    if (status == STATUS_OK) {
        joined.state_count = product.pairs.count;
        joined.successors = product.successors;
        joined.accepts = memory_new(joined.state_count, sizeof *joined.accepts);
        if (joined.accepts == NULL)
            status = failure_memory(failure, "the union of languages");
    }
    if (status == STATUS_OK) {
        for (size_t number = 0; number < joined.state_count; number++)
            joined.accepts[number] = accepts(&product, number, true);
        status = language_minimise(&joined, 0, result, failure);
    }
    free(joined.accepts);
    product_clear(&product);
    return status;
}

/* The word by which the pair `last` was first reached. */
static enum status trace_back(const struct product *product, int **word, size_t *count,
                              struct failure *failure) {
    size_t length = 0;
    int *letters;
    for (size_t at = product->last; at != 0; at = product->arrivals[at].from)
        length++;
    letters = memory_new(length, sizeof *letters);
    if (letters == NULL)
        return failure_memory(failure, "a separating word");
    *count = length;
    *word = letters;
    for (size_t at = product->last; at != 0; at = product->arrivals[at].from)
        letters[--length] = product->arrivals[at].letter;
    return STATUS_OK;
}

enum status language_separate(const struct language *left, const struct language *right,
                              bool *equal, int **word, size_t *count, struct failure *failure) {
    struct product product;
    enum status status = explore(&product, left, right, true, failure);
    if (status == STATUS_OK && product.separated) {
        status = trace_back(&product, word, count, failure);
    } else if (status == STATUS_OK) {
        *word = NULL;
        *count = 0;
    }
    if (status == STATUS_OK)
        *equal = !product.separated;
    product_clear(&product);
    return status;
}
