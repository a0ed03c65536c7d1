/* SPDX-License-Identifier: MIT */
#include "solver/stream/construction/best_schedule.h"

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/stream/construction/latency_two.h"

/* Appends first, first-2, first-4, .. down to last; nothing if first < last. */
static int append(int *letters, int count, int first, int last) {
    for (int letter = first; letter >= last; letter -= 2)
        letters[count++] = letter;
    return count;
}

enum status exception_word(int latency, int *letters, struct failure *failure) {
    if (latency < 4 || latency % 2)
        return failure_input(failure, "the word at t = 2L is for even L >= 4, not %d", latency);
    if (latency == 4) { /* the progressions below are too short */
        letters[0] = 0, letters[1] = 3, letters[2] = 1, letters[3] = 2;
        return STATUS_OK;
    }
    int q = (latency + 2) / 4, count = 0;
    /* L = 4q-2 takes one less than L = 4q in most pieces. */
    int less = latency % 4 == 2;
    count = append(letters, count, 2 * q - 1 - less, 1 - less);
    count = append(letters, count, 4 * q - 1 - 3 * less, 2 * q + 1 - less);
    count = append(letters, count, 2 * q - 4 - less, less);
    count = append(letters, count, 2 * q + 2 - less, 2 * q - less);
    count = append(letters, count, 4 * q - 2 - less, 2 * q + 4 - less);
    letters[count] = 0;
    return STATUS_OK;
}

enum status exception_schedule(struct schedule *periodic, int latency, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule result = {0};
    size_t length = (size_t)latency + 2;
    FREED int *word = memory_new(length, sizeof *word);
    int letter = latency / 2 - 2;
    TRY(memory_check(word, failure, "a word"));
    TRY(exception_word(latency, word + 1, failure));
    word[0] = 2 * latency;
    word[length - 1] = latency;
    schedule_init(&result, latency, 2 * latency, 1);
    BIG_OF(number, 1);
    TRY(schedule_add_word(&result, number, word, NULL, length, failure));
    TRY(schedule_add_word(&result, number, &letter, NULL, 1, failure));
    mpz_set_si(number, latency + 3L);
    TRY(schedule_finish(&result, number, failure));
    *periodic = TAKE(result);
    return STATUS_OK;
}

enum status best_form_of(struct pruned_union *unions, int latency, mpz_srcptr processors,
                         const struct limits *limits, struct schedule *schedule,
                         struct failure *failure) {
    return latency == 2 ? latency_two_schedule(schedule, processors, failure)
           : pruned_union_is_exception(latency, processors)
               ? exception_schedule(schedule, latency, failure)
               : pruned_union_schedule(unions, processors, limits, schedule, failure);
}

enum status best_form(struct schedule *schedule, int latency, mpz_srcptr processors,
                      const struct limits *limits, struct failure *failure) {
    struct pruned_union *unions = NULL;
    TRY(latency == 2 ? STATUS_OK : pruned_union_new(&unions, latency, failure));
    enum status status = best_form_of(unions, latency, processors, limits, schedule, failure);
    pruned_union_free(unions);
    return status;
}

enum status best_schedule(struct schedule *periodic, int latency, mpz_srcptr processors,
                          const struct limits *limits, struct failure *failure) {
    CLEANUP(schedule_clear) struct schedule made = {0};
    TRY(best_form(&made, latency, processors, limits, failure));
    if (!made.word_count)
        return schedule_words(&made, periodic, failure);
    *periodic = TAKE(made);
    return STATUS_OK;
}
