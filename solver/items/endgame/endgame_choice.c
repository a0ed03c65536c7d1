/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/endgame_choice.h"

#include <stdlib.h>

#include "automata/memory.h"

void endgame_choice_clear(struct endgame_choice *choice) {
    free(choice->receives);
    free(choice->sends);
    *choice = (struct endgame_choice){0};
}

enum status endgame_choice_init(struct endgame_choice *choice, const struct endgame_rows *rows,
                                struct failure *failure) {
    size_t count = ((size_t)rows->processors + 1) * ((size_t)rows->finish + 1);
    struct endgame_choice result = {.rows = rows};
    result.receives = memory_new(count, sizeof *result.receives);
    result.sends = memory_new(count, sizeof *result.sends);
    if (!result.receives || !result.sends) {
        endgame_choice_clear(&result);
        return failure_memory(failure, "an endgame");
    }
    *choice = result;
    return STATUS_OK;
}

enum status endgame_choice_tell(const struct endgame_choice *choice, struct message_array *messages,
                                struct failure *failure) {
    const struct endgame_rows *rows = choice->rows;
    int times = rows->finish + 1;
    for (int y = rows->latency; y <= rows->finish; y++)
        for (int item = 1; item <= rows->endgame; item++) {
            int from = 0, x = y - rows->latency;
            for (int row = 1; row <= rows->processors; row++) {
                if (choice->receives[row * times + y] != item)
                    continue;
                while (from <= rows->processors && choice->sends[from * times + x] != item)
                    from++;
                if (from > rows->processors)
                    return failure_set(failure, STATUS_INTERNAL,
                                       "ITEM %d is not sent often enough at TIME %d", item, x);
                struct message message = {x, from++, row, item, 0};
                message_array_add(messages, &message);
            }
        }
    return STATUS_OK;
}
