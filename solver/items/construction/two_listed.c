/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/two_listed.h"

#include <string.h>

enum { LATENCY = 2, MOST_PROCESSORS = 9, MOST_WORDS = 3 };

struct listed {
    int depth;
    int endgame; /* M */
    int finish;  /* F */
    const char *words[MOST_WORDS];
    const char *messages; /* TIME, from, to, ITEM: a digit each */
};

/* [N] */
static const struct listed list[MOST_PROCESSORS + 1] = {
    [1] = {0, 1, 2, {"0"}, "0011"},
    [3] = {4, 2, 5, {"420"}, "0021 1012 2032 2211 3122 3231"},
    [4] = {4, 2, 6, {"420", "1"}, "0021 1011 2012 2231 3022 3141 4032 4142"},
    [5] = {5, 2, 6, {"501", "3", "2"}, "0021 1012 2042 2231 3122 3251 4132 4211 4341 4452"},
    [7] = {5,
           2,
           7,
           {"30511", "02"},
           "0011 1052 2021 2141 3012 3131 3562 4022 4151 4271 4532 5042 5161 5572"},
    [9] = {6,
           2,
           7,
           {"6011", "3041", "2"},
           "0031 1022 2072 2311 3082 3262 3341 4092 4171 4232 4351 5091 5181 5252 5361 5421 5642 "
           "5712"},
};

bool two_listed_has(int processors) {
    return processors >= 1 && processors <= MOST_PROCESSORS && list[processors].messages;
}

static enum status add_word(struct schedule *words, const char *digits, struct failure *failure) {
    int values[16];
    size_t length = strlen(digits);
    mpz_t one;
    for (size_t p = 0; p < length; p++)
        values[p] = digits[p] - '0';
    mpz_init_set_ui(one, 1);
    enum status status = schedule_add_word(words, one, values, NULL, length, failure);
    mpz_clear(one);
    return status;
}

enum status two_listed_family(struct items_family *family, int processors,
                              struct failure *failure) {
    const struct listed *listed = &list[processors];
    struct items_family result;
    enum status status = STATUS_OK;
    items_family_init(&result, LATENCY, listed->depth);
    result.endgame = listed->endgame;
    result.finish = result.stream = listed->finish;
    for (int i = 0; i < MOST_WORDS && listed->words[i] && !status; i++)
        status = add_word(&result.words, listed->words[i], failure);
    for (const char *m = listed->messages; !status; m += 5) {
        struct message message = {m[0] - '0', m[1] - '0', m[2] - '0', m[3] - '0', 0};
        message_array_add(&result.messages, &message);
        if (m[4] == 0)
            break;
    }
    if (status)
        items_family_clear(&result);
    else
        *family = result;
    return status;
}
