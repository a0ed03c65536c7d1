/* SPDX-License-Identifier: MIT */
/* Simple on purpose. */
#include "tests/automata/arrangement_search.h"
#include "automata/memory.h"
#include "automata/word.h"

#include <stdlib.h>
#include <string.h>

struct search {
    size_t size;              /* of the block */
    int *distinct;            /* the distinct letters, ascending */
    size_t *left;             /* copies of each that are not yet used */
    size_t distinct_count;    /* entries of the two arrays above */
    int *word;                /* letters of the positions 1.. that are filled */
    unsigned char *taken;     /* values that occur already */
    arrangement_visit *visit; /* called for each complete word */
    void *context;
};

/* Fills the positions from `position` on in all ways; false when the visitor wants to stop. */
static bool extend(struct search *search, size_t position) {
    bool wanted = true;
    if (position == search->size)
        return search->visit(search->word, search->size - 1, search->context);
    for (size_t index = 0; index < search->distinct_count && wanted; index++) {
        const size_t value = (position + (size_t)search->distinct[index]) % search->size;
        if (search->left[index] == 0 || search->taken[value])
            continue;
        search->left[index]--;
        search->taken[value] = 1;
        search->word[position - 1] = search->distinct[index];
        wanted = extend(search, position + 1);
        search->taken[value] = 0;
        search->left[index]++;
    }
    return wanted;
}

static int compare_letters(const void *left, const void *right) {
    const int a = *(const int *)left;
    const int b = *(const int *)right;
    return (a > b) - (a < b);
}

/* `distinct` holds a copy of the letters; sorts it and folds equal ones into multiplicities. */
static void fold_letters(struct search *search) {
    const size_t count = search->size - 1;
    qsort(search->distinct, count, sizeof *search->distinct, compare_letters);
    for (size_t index = 0; index < count; index++) {
        const int letter = search->distinct[index];
        const size_t last = search->distinct_count;
        if (last > 0 && search->distinct[last - 1] == letter) {
            search->left[last - 1]++;
            continue;
        }
        search->distinct[last] = letter;
        search->left[last] = 1;
        search->distinct_count++;
    }
}

static void search_clear(struct search *search) {
    free(search->distinct);
    free(search->left);
    free(search->word);
    free(search->taken);
}

static enum status search_init(struct search *search, size_t count, struct failure *failure) {
    search->size = count + 1;
    search->distinct = memory_new(count, sizeof *search->distinct);
    search->left = memory_new(count, sizeof *search->left);
    search->word = memory_new(count, sizeof *search->word);
    search->taken = memory_new(count + 1, sizeof *search->taken);
    if (search->distinct != NULL && search->left != NULL && search->word != NULL &&
        search->taken != NULL)
        return STATUS_OK;
    search_clear(search);
    return failure_memory(failure, "enumerating words");
}

enum status arrangement_enumerate(int head, const int *letters, size_t count,
                                  arrangement_visit *visit, void *context,
                                  struct failure *failure) {
    struct search search = {.visit = visit, .context = context};
    enum status status;
    for (size_t index = 0; index < count; index++)
        if (letters[index] < 0)
            return failure_set(failure, STATUS_INPUT, "letter %zu of the multiset is negative: %d",
                               index + 1, letters[index]);
    status = search_init(&search, count, failure);
    if (status != STATUS_OK)
        return status;
    if (count > 0)
        memcpy(search.distinct, letters, count * sizeof *letters);
    fold_letters(&search);
    search.taken[word_residue(head, search.size)] = 1;
    extend(&search, 1);
    search_clear(&search);
    return STATUS_OK;
}

static bool count_word(const int *word, size_t count, void *context) {
    mpz_ptr words = context;
    (void)word;
    (void)count;
    mpz_add_ui(words, words, 1);
    return true;
}

enum status arrangement_count(int head, const int *letters, size_t count, mpz_t words,
                              struct failure *failure) {
    enum status status;
    mpz_t found;
    mpz_init(found);
    status = arrangement_enumerate(head, letters, count, count_word, found, failure);
    if (status == STATUS_OK)
        mpz_set(words, found);
    mpz_clear(found);
    return status;
}
