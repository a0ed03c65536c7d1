/* SPDX-License-Identifier: MIT */
#include "solver/construction/two_small.h"

#include <stdbool.h>
#include <string.h>

/* Words of digits with multiplicities; each processor sends the largest value that it holds. */
struct small_word {
    int count;
    const char *values;
};

struct small_schedule {
    int depth;
    int period;
    struct small_word words[6]; /* ended by a count of 0 */
};

/* [N - 1] */
static const struct small_schedule schedules[TWO_SMALL_PROCESSORS] = {
    {0, 1, {{1, "0"}}},
    {2, 1, {{1, "20"}}},
    {3, 1, {{1, "31"}, {1, "0"}}},
    {4, 1, {{1, "420"}, {1, "1"}}},
    {4, 2, {{1, "4000"}, {1, "2411"}, {1, "02"}}},
    {5, 1, {{1, "53002"}, {1, "1"}}},
    {5, 1, {{1, "51130"}, {1, "20"}}},
    {5, 4, {{1, "2222"}, {1, "3131"}, {1, "1313"}, {1, "1511"}, {1, "5000015000050000"}}},
    {6, 1, {{1, "62011"}, {1, "423"}, {1, "1"}}},
    {6, 1, {{1, "612012"}, {1, "4"}, {1, "300"}}},
    {6, 1, {{1, "600"}, {1, "41122"}, {1, "300"}}},
    {6, 1, {{1, "601113"}, {1, "4000"}, {2, "2"}}},
    {6, 1, {{1, "600000"}, {1, "411"}, {1, "31"}, {2, "2"}}},
    {7, 1, {{1, "7131252"}, {1, "4000"}, {1, "312"}}},
    {7, 1, {{1, "7401"}, {1, "50000"}, {2, "312"}}},
    {7, 1, {{1, "7111112"}, {1, "52233"}, {1, "4000"}}},
    {7, 1, {{1, "7000000"}, {1, "5"}, {1, "411"}, {2, "31"}, {2, "2"}}},
    {7, 1, {{1, "7000000"}, {1, "5111"}, {1, "4"}, {1, "31"}, {1, "3"}, {3, "2"}}},
    {7, 1, {{1, "7000000"}, {1, "5111"}, {1, "411"}, {2, "3"}, {3, "2"}}},
    {7, 1, {{1, "7000000"}, {1, "5111"}, {1, "420"}, {2, "31"}, {2, "2"}}},
};

static enum status add_word(struct schedule *periodic, const struct small_word *word,
                            struct failure *failure) {
    int values[16];
    size_t length = strlen(word->values);
    mpz_t count;
    for (size_t p = 0; p < length; p++)
        values[p] = word->values[p] - '0';
    mpz_init_set_ui(count, (unsigned long)word->count);
    enum status status = schedule_add_word(periodic, count, values, NULL, length, failure);
    mpz_clear(count);
    return status;
}

enum status two_small_schedule(struct schedule *periodic, int processors, struct failure *failure) {
    const struct small_schedule *small = &schedules[processors - 1];
    struct schedule result;
    enum status status = STATUS_OK;
    schedule_init(&result, 2, small->depth, small->period);
    for (const struct small_word *word = small->words;
         word < small->words + 6 && word->count && !status; word++)
        status = add_word(&result, word, failure);
    if (status)
        schedule_clear(&result);
    else
        *periodic = result;
    return status;
}
