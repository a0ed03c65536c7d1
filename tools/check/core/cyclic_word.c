#include "core/cyclic_word.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

void cyclic_word_init(struct cyclic_word *word) {
    *word = (struct cyclic_word){.length = 0};
}

void cyclic_word_clear(struct cyclic_word *word) {
    free(word->value);
    free(word->sent);
    free(word->landing);
}

void cyclic_word_restart(struct cyclic_word *word) {
    word->length = word->sends = 0;
}

static bool append(uint32_t **array, size_t *capacity, uint32_t *length, uint32_t value,
                   uint32_t copies) {
    if (copies > CYCLIC_WORD_LIMIT - *length)
        return false;
    *array = memory_grow(*array, capacity, (size_t)*length + copies, sizeof **array);
    for (uint32_t i = 0; i < copies; i++)
        (*array)[(*length)++] = value;
    return true;
}

bool cyclic_word_receive(struct cyclic_word *word, uint32_t value, uint32_t copies) {
    return append(&word->value, &word->value_capacity, &word->length, value, copies);
}

bool cyclic_word_send(struct cyclic_word *word, uint32_t value, uint32_t copies) {
    return append(&word->sent, &word->sent_capacity, &word->sends, value, copies);
}

void cyclic_word_send_largest(struct cyclic_word *word, uint32_t latency) {
    uint32_t largest = 0, n = word->length;
    word->sends = 0;
    for (uint32_t p = 0; p < n; p++) /* once around: what is held when the word starts again */
        largest = largest > word->value[p] + 1 ? largest - 1 : word->value[p];
    for (uint32_t p = 0; p < n; p++) {
        largest = largest > word->value[p] + 1 ? largest - 1 : word->value[p];
        cyclic_word_send(word, largest >= latency ? largest : CYCLIC_WORD_NOTHING, 1);
    }
}

static bool check_landings(struct cyclic_word *word, struct reader *reader, const char *where) {
    uint32_t n = word->length;
    word->landing = memory_grow(word->landing, &word->landing_capacity, n, sizeof *word->landing);
    memset(word->landing, 0, n * sizeof *word->landing);
    for (uint32_t p = 0; p < n; p++) {
        uint32_t *landing = word->landing + ((uint64_t)p + word->value[p]) % n;
        if (*landing)
            return read_refuted(reader,
                                "%sthe word is not legal: the values %u at position %u and %u at "
                                "position %u land on the same item, modulo %u",
                                where, word->value[*landing - 1], *landing - 1, word->value[p], p,
                                n);
        *landing = p + 1;
    }
    return true;
}

static bool check_sends(const struct cyclic_word *word, struct reader *reader, const char *where,
                        uint32_t latency) {
    for (uint32_t p = 0; p < word->length; p++) {
        uint32_t u = word->sent[p];
        if (u == CYCLIC_WORD_NOTHING)
            continue;
        if (u < latency)
            return read_refuted(reader, "%svalue %u is sent at position %u: it would arrive late",
                                where, u, p);
        uint32_t q = word->landing[((uint64_t)p + u) % word->length] - 1;
        if (u > word->value[q])
            return read_refuted(reader, "%svalue %u is sent at position %u, but not held there",
                                where, u, p);
    }
    return true;
}

bool cyclic_word_check(struct cyclic_word *word, struct reader *reader, const char *where,
                       uint32_t latency) {
    if (word->length == 0 || word->sends != word->length)
        abort();
    return check_landings(word, reader, where) && check_sends(word, reader, where, latency);
}
