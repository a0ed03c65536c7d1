/* SPDX-License-Identifier: MIT */
#include "solver/construction/listed.h"

#include <stdlib.h>

enum { MOST_LEAVES = 24 };

/* One block from the text, which moves on. */
static int read_block(const char **text, int *head, int *leaves) {
    char *end;
    *head = (int)strtol(*text, &end, 10);
    int size = (int)strtol(end + 1, &end, 10);
    for (int i = 0; i < size - 1; i++)
        leaves[i] = end[1 + i] - '0';
    end += size;
    *text = *end == ' ' ? end + 1 : end;
    return size;
}

enum status listed_schedule(const struct listed *listed, struct schedule *pruned,
                            struct failure *failure) {
    struct schedule result;
    enum status status = STATUS_OK;
    mpz_t count;
    schedule_init_blocks(&result, listed->latency, listed->depth);
    result.receive_only = listed->receive_only;
    mpz_init_set_ui(count, 1);
    for (const char *text = listed->blocks; *text && !status;) {
        int head, leaves[MOST_LEAVES], size = read_block(&text, &head, leaves);
        status = schedule_add_leaves(&result, head, size, leaves, count, failure);
    }
    mpz_set_si(count, listed->processors);
    if (status)
        schedule_clear(&result);
    else
        status = schedule_finish(&result, count, failure);
    mpz_clear(count);
    if (!status)
        *pruned = result;
    return status;
}
