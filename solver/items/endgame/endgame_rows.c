/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/endgame_rows.h"

#include <stdlib.h>

#include "automata/closed_word.h"
#include "automata/memory.h"

static bool rows_new(struct endgame_rows *rows) {
    size_t count = (size_t)rows->processors + 1, times = (size_t)rows->finish + 1;
    rows->receives = memory_new(count * times, sizeof *rows->receives);
    rows->sends = memory_new(count * times, sizeof *rows->sends);
    rows->twins = memory_new(count, sizeof *rows->twins);
    return rows->receives && rows->sends && rows->twins;
}

void endgame_rows_clear(struct endgame_rows *rows) {
    free(rows->receives);
    free(rows->sends);
    free(rows->twins);
    *rows = (struct endgame_rows){0};
}

/* The value v at TIME y belongs to an item that is kept if y + v < L+t: the source sent it before
 * TIME 0. Likewise for what is sent. */
static void follow_word(struct endgame_rows *rows, const struct items_family *family,
                        const struct word_class *class, size_t place, int row) {
    int due = rows->latency + family->words.depth;
    for (int time = 0; time <= rows->finish; time++) {
        int value = class->values[place], sent = class->sends[place];
        int at = row * (rows->finish + 1) + time;
        rows->receives[at] = time + value < due;
        rows->sends[at] = sent != CLOSED_WORD_SILENT && time + sent < due;
        place = place + 1 == class->length ? 0 : place + 1;
    }
}

enum status endgame_rows_init(struct endgame_rows *rows, const struct items_family *family,
                              struct failure *failure) {
    const struct schedule *words = &family->words;
    struct endgame_rows result = {
        .latency = words->latency, .endgame = family->endgame, .finish = family->finish};
    int row = 1;
    for (size_t w = 0; w < words->word_count; w++)
        result.processors += (int)words->words[w].length * (int)mpz_get_si(words->words[w].count);
    if (!rows_new(&result)) {
        endgame_rows_clear(&result);
        return failure_memory(failure, "an endgame");
    }
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        int copies = (int)mpz_get_si(class->count);
        for (size_t place = 0; place < class->length; place++)
            for (int i = 0; i < copies; i++, row++) {
                follow_word(&result, family, class, place, row);
                result.twins[row] = i + 1 < copies;
            }
    }
    *rows = result;
    return STATUS_OK;
}
