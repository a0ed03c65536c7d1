/* SPDX-License-Identifier: MIT */
#include "solver/items/fraction/fraction_word.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

void fraction_words_clear(struct fraction_words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->list[i].places);
    free(words->list);
    *words = (struct fraction_words){0};
}

static bool is_same(const struct fraction_word *word, const struct fraction_place *places,
                    int length) {
    bool same = word->length == length;
    for (int p = 0; p < length && same; p++)
        same = word->places[p].value == places[p].value && word->places[p].role == places[p].role;
    return same;
}

static bool grow(struct fraction_words *words) {
    if (words->count < words->room)
        return true;
    size_t room = 2 * words->room + 64;
    struct fraction_word *list = memory_resize(words->list, room, sizeof *list);
    if (!list)
        return false;
    words->list = list;
    words->room = room;
    return true;
}

enum status fraction_words_add(struct fraction_words *words, const struct fraction_place *places,
                               int length, size_t *place, struct failure *failure) {
    size_t at = 0;
    while (at < words->count && !is_same(&words->list[at], places, length))
        at++;
    *place = at;
    if (at < words->count)
        return STATUS_OK;
    struct fraction_place *copy = memory_new((size_t)length, sizeof *copy);
    if (!copy || !grow(words)) {
        free(copy);
        return failure_memory(failure, "words");
    }
    memcpy(copy, places, (size_t)length * sizeof *copy);
    words->list[words->count++] = (struct fraction_word){length, copy};
    return STATUS_OK;
}

int fraction_word_sum(const struct fraction_word *word) {
    int sum = 0;
    for (int p = 0; p < word->length; p++)
        sum += word->places[p].value;
    return sum;
}
