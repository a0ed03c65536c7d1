/* SPDX-License-Identifier: MIT */
#include "check_change.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

long change_random(uint64_t *random_state, long below) {
    uint64_t z = *random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (long)((z ^ z >> 31) % (uint64_t)below);
}

void change_compare(const struct text *text, bool (*holds)(const struct text *text),
                    struct change_tally *tally) {
    struct verdict verdict;
    text_check(text, &verdict);
    if (verdict.status == VERDICT_MALFORMED) {
        tally->malformed++;
    } else {
        bool verified = verdict.status == VERDICT_VERIFIED;
        if (holds(text) != verified)
            fail_msg("%s: %s\n%.*s", verified ? "verified" : "refuted", verdict.claim.bytes,
                     (int)text->length, text->bytes);
        ++*(verified ? &tally->verified : &tally->refuted);
    }
    verdict_clear(&verdict);
}

void change_seal_and_compare(struct text *text, bool (*holds)(const struct text *text),
                             struct change_tally *tally) {
    text_seal(text);
    text->bytes[text->length] = '\0';
    change_compare(text, holds, tally);
}

/* Where the words behind the line `kind` begin. */
static size_t find_first(const struct text *body) {
    const char *kind = strstr(body->bytes, "\nkind ");
    return (size_t)(strchr(kind + 1, '\n') - body->bytes) + 1;
}

static size_t length_of(const struct text *body, size_t at) {
    size_t end = at;
    while (end < body->length && body->bytes[end] != ' ' && body->bytes[end] != '\n')
        end++;
    return end - at;
}

size_t change_words(const struct text *body) {
    size_t count = 0;
    for (size_t at = find_first(body); at < body->length; count++)
        at += length_of(body, at) + 1;
    return count;
}

static size_t place_of(const struct text *body, size_t word) {
    size_t at = find_first(body);
    for (; at < body->length && word > 0; word--)
        at += length_of(body, at) + 1;
    return at;
}

long change_number_at(const struct text *body, size_t word) {
    char digits[20] = "";
    size_t at = place_of(body, word), length = at < body->length ? length_of(body, at) : 0;
    if (length == 0 || length >= sizeof digits)
        return -1;
    memcpy(digits, body->bytes + at, length);
    return strspn(digits, "0123456789") == length ? atol(digits) : -1;
}

void change_word(struct text *body, size_t word, const char *with) {
    size_t at = place_of(body, word), added = strlen(with);
    if (at >= body->length)
        return;
    size_t length = length_of(body, at);
    if (added == 0 && body->bytes[at - 1] == ' ')
        at--, length++; /* with the space before it */
    memmove(body->bytes + at + added, body->bytes + at + length, body->length - at - length);
    memcpy(body->bytes + at, with, added);
    body->length += added - length;
    body->bytes[body->length] = '\0';
}

void change_all(const char *folder, const char *name, const char *const *others, size_t count,
                bool (*holds)(const struct text *text), long several, uint64_t *random_state) {
    static struct text text, changed;
    struct change_tally tally = {0, 0, 0};
    if (!text_load(&text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text.length = text_body(&text);
    text.bytes[text.length] = '\0';
    size_t words = change_words(&text);
    for (size_t word = 0; word < words; word++)
        for (size_t i = 0; i < count; i++) {
            changed = text;
            change_word(&changed, word, others[i]);
            change_seal_and_compare(&changed, holds, &tally);
        }
    for (long i = 0; i < several; i++) {
        changed = text;
        for (long changes = 2 + change_random(random_state, 2); changes > 0; changes--)
            change_word(&changed, (size_t)change_random(random_state, (long)words),
                        others[change_random(random_state, (long)count)]);
        change_seal_and_compare(&changed, holds, &tally);
    }
    printf("%s: %lu malformed, %lu refuted, %lu verified\n", name, tally.malformed, tally.refuted,
           tally.verified);
    assert_true(tally.malformed > 0 && tally.refuted > 0 && tally.verified > 0);
}
