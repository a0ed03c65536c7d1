/* SPDX-License-Identifier: MIT */
/* Refuses the memory at every place where the library asks for it, one place per run: each run must
 * end with STATUS_MEMORY, a message and untouched outputs, and (under a leak checker) without
 * leaks. The linker directs calloc and realloc of the library here (--wrap); GMP's own memory is
 * not touched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "automata/arrangement.h"
#include "automata/juggling.h"
#include "automata/legal_language.h"
#include "automata/word.h"
#include "automata/word_count.h"
#include "tests/refuse_memory.h"

typedef enum status operation(struct failure *failure);

/* Runs the operation with 0, 1, 2, .. allocations granted until it succeeds. */
static void refuse_everywhere(operation *run, long at_least) {
    long granted = 0;
    enum status status;
    do {
        struct failure failure = {STATUS_OK, ""};
        allocations_granted = granted++;
        status = run(&failure);
        allocations_granted = -1;
        assert_int_equal(failure.status, status);
        if (status != STATUS_OK) {
            assert_int_equal(status, STATUS_MEMORY);
            assert_non_null(strstr(failure.message, "memory"));
        }
    } while (status != STATUS_OK);
    assert_true(granted > at_least);
}

static enum status check_word(struct failure *failure) {
    const int letters[4] = {0, 2, 0, 1};
    bool legal = false;
    const enum status status = word_check(2, letters, 4, &legal, failure);
    assert_int_equal(legal, status == STATUS_OK);
    return status;
}

static enum status order_word(struct failure *failure) {
    const int given[4] = {0, 0, 1, 2};
    int letters[4] = {0, 0, 1, 2};
    const enum status status = arrangement_order(2, letters, 4, failure);
    if (status != STATUS_OK)
        assert_memory_equal(letters, given, sizeof given);
    return status;
}

static enum status count_number(enum status (*count)(int, size_t, mpz_t, struct failure *),
                                struct failure *failure) {
    mpz_t number;
    mpz_init_set_si(number, -1);
    const enum status status = count(5, 9, number, failure);
    assert_int_equal(mpz_sgn(number), status == STATUS_OK ? 1 : -1);
    mpz_clear(number);
    return status;
}

static enum status count_by_steps(struct failure *failure) {
    return count_number(word_count_words_by_steps, failure);
}

static enum status count_by_powers(struct failure *failure) {
    return count_number(word_count_words_by_powers, failure);
}

static enum status build_language(struct failure *failure) {
    struct language language = {.letters = 77};
    enum status status = legal_language(5, 1000, &language, failure);
    if (status != STATUS_OK)
        assert_int_equal(language.letters, 77);
    else
        language_clear(&language);
    return status;
}

static enum status compare_figure_2(struct failure *failure) {
    bool equal = false;
    int *word = NULL;
    size_t count = 7;
    const enum status status = legal_language_compare_figure_2(&equal, &word, &count, failure);
    assert_int_equal(equal, status == STATUS_OK);
    assert_int_equal(count, status == STATUS_OK ? 0 : 7);
    return status;
}

static enum status separate(struct failure *failure) {
    struct language four = {0};
    struct language other = {0};
    int *word = NULL;
    size_t count = 0;
    bool equal = true;
    enum status status = legal_language(4, 1000, &four, failure);
    if (status == STATUS_OK)
        status = language_after_prefix(&four, (const int[]){0, 2}, 2, &other, failure);
    if (status == STATUS_OK)
        status = language_separate(&four, &other, &equal, &word, &count, failure);
    assert_int_equal(word != NULL, status == STATUS_OK);
    assert_int_equal(equal, status != STATUS_OK);
    free(word);
    language_clear(&four);
    language_clear(&other);
    return status;
}

static void memory_is_refused_everywhere(void **state) {
    static const struct {
        operation *run;
        long at_least; /* places that are known to ask for memory */
    } operations[] = {{check_word, 1},      {order_word, 2},     {count_by_steps, 5},
                      {count_by_powers, 6}, {build_language, 9}, {compare_figure_2, 30},
                      {separate, 20}};
    (void)state;
    for (size_t index = 0; index < sizeof operations / sizeof operations[0]; index++)
        refuse_everywhere(operations[index].run, operations[index].at_least);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_is_refused_everywhere)};
    allocations_granted = -1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
