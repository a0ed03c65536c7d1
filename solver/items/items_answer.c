/* SPDX-License-Identifier: MIT */
#include "solver/items/items_answer.h"

#include <stdlib.h>

void items_answer_init(struct items_answer *answer) {
    *answer = (struct items_answer){.verdict = VERDICT_UNKNOWN};
    message_array_init(&answer->messages);
}

void items_answer_clear(struct items_answer *answer) {
    message_array_clear(&answer->messages);
    free(answer->proof.lrat.numbers);
    items_answer_init(answer);
}
