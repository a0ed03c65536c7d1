/* SPDX-License-Identifier: MIT */
/* Kind stationary-family: what the families promise for depths that their check does not write out
 * is written out here, as certificates of kind stationary, by code of its own; and no word of a
 * family can be changed without a fault. Usage: check_family_test FOLDER */
#include "check_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 80 }; /* numbers stay below 2^63 */

static const char *folder;

static const char *const families[] = {"stationary-family-l2-capacity.cert",
                                       "stationary-family-l2-theorem-3-5.cert",
                                       "stationary-family-l1.cert"};

static long sequence(long L, long i) {
    long f[DEPTH_LIMIT + 10];
    assert_in_range(i, 0, DEPTH_LIMIT + 9);
    for (long k = 0; k <= i; k++)
        f[k] = k < L ? 1 : f[k - 1] + f[k - L];
    return f[i];
}

/* Takes digits and t, v, + and - between them: an index of f, or `t-2`. */
static long take_linear(const char **at, long t, long v) {
    long sum = 0, sign = 1;
    for (;; ++*at) {
        if (**at == 't' || **at == 'v')
            sum += sign * (*(*at)++ == 't' ? t : v);
        else
            sum += sign * strtol(*at, (char **)(size_t)at, 10);
        if (**at != '+' && **at != '-')
            return sum;
        sign = **at == '+' ? 1 : -1;
    }
}

static long take_term(const char **at, long L, long t, long v) {
    long factor = 1;
    if (**at >= '0' && **at <= '9') {
        factor = strtol(*at, (char **)(size_t)at, 10);
        if (**at != '*')
            return factor;
        ++*at;
    }
    if (*(*at)++ == 't')
        return factor * t;
    ++*at;
    factor *= sequence(L, take_linear(at, t, v));
    ++*at;
    return factor;
}

/* The form and what remains of its division. */
static long evaluate(const char *at, long L, long t, long v, long *remainder) {
    long sum = 0, sign = 1;
    bool divided = *at == '(';
    at += divided;
    if (*at == '-')
        sign = -1, at++;
    for (;; at++) {
        sum += sign * take_term(&at, L, t, v);
        if (*at != '+' && *at != '-')
            break;
        sign = *at == '+' ? 1 : -1;
    }
    long divisor = divided ? atol(at + 2) : 1;
    *remainder = sum % divisor;
    return sum / divisor;
}

struct line {
    char words[80][40];
    size_t count;
};

static const char *read_line(const char *at, struct line *line) {
    for (line->count = 0; *at != '\n' && line->count < 80; line->count++) {
        size_t length = strcspn(at, " \n");
        assert_true(length < 40);
        memcpy(line->words[line->count], at, length);
        line->words[line->count][length] = '\0';
        at += length + (at[length] == ' ');
    }
    return at + 1;
}

static void put(struct text *text, const char *word) {
    size_t length = strlen(word);
    assert_true(text->length + length < TEXT_LIMIT);
    memcpy(text->bytes + text->length, word, length);
    text->length += length;
}

static void put_number(struct text *text, const char *before, long number) {
    char word[60];
    snprintf(word, sizeof word, "%s%ld", before, number);
    put(text, word);
}

static size_t find(const struct line *line, const char *word, size_t missing) {
    for (size_t i = 0; i < line->count; i++)
        if (strcmp(line->words[i], word) == 0)
            return i;
    return missing;
}

static void put_word(struct text *text, const struct line *line, long L, long t, long head) {
    long remainder, count = evaluate(line->words[1], L, t, head, &remainder);
    size_t then = find(line, "then", 0), send = find(line, "send", 0);
    size_t repeat = find(line, "repeat", send), size = find(line, "size", send);
    const char *wanted = line->words[size + 1];
    long length = size == send ? (long)(send - then) : take_linear(&wanted, t, head);
    bool none = strcmp(line->words[send + 1], "none") == 0;
    assert_int_equal(remainder, 0);
    assert_true(count >= 0);
    if (count == 0)
        return;
    put_number(text, "word ", count);
    put_number(text, " receive ", head);
    for (size_t p = 1, at = then + 1; p < (size_t)length; p++, at++) {
        if (at == repeat || at == size)
            at = repeat + 1;
        put(text, " ");
        put(text, line->words[at]);
    }
    put(text, " send");
    for (long p = 0; p < length; p++)
        if (none || head - p < atol(line->words[send + 1]))
            put(text, " -");
        else
            put_number(text, " ", head - p);
    put(text, "\n");
}

static void put_words(struct text *text, const struct line *line, long L, long t) {
    const char *head = line->words[3], *to = line->words[7];
    if (strcmp(head, "v") != 0) {
        put_word(text, line, L, t, take_linear(&head, t, 0));
        return;
    }
    long last = take_linear(&to, t, 0), step = atol(line->words[9]);
    for (long v = atol(line->words[5]); v <= last; v += step)
        put_word(text, line, L, t, v);
}

static void check_depth(const struct text *family, long L, long P, long t) {
    static struct text text;
    struct verdict verdict;
    struct line line;
    long class = 0, remainder;
    const char *at = strstr(family->bytes, "\nprocessors ") + 1;
    at = read_line(at, &line);
    text.length = 0;
    put(&text, "steadycast certificate 1\nwriter test 1\nkind schedule\n");
    put_number(&text, "latency ", L);
    put_number(&text, "\ndepth ", t);
    put_number(&text, "\nprocessors ", evaluate(line.words[1], L, t, 0, &remainder));
    put(&text, "\nperiod 1\n");
    while (strncmp(at, "digest", 6) != 0) {
        at = read_line(at, &line);
        if (strcmp(line.words[0], "class") == 0)
            class = atol(line.words[1]);
        else if (class == t % P)
            put_words(&text, &line, L, t);
    }
    text_seal(&text);
    text_check(&text, &verdict);
    if (verdict.status != VERDICT_VERIFIED)
        fail_msg("t = %ld: %s\n%.*s", t, verdict.claim.bytes, (int)text.length, text.bytes);
    verdict_clear(&verdict);
}

static long number_behind(const struct text *text, const char *key) {
    return atol(strstr(text->bytes, key) + strlen(key));
}

static void load(struct text *text, const char *name) {
    if (!text_load(text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text->bytes[text->length] = '\0';
}

static void test_depths_far_beyond(void **state) {
    static struct text family;
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        load(&family, families[i]);
        long L = number_behind(&family, "\nlatency "), P = number_behind(&family, "\nperiod ");
        long most = L == 1 ? 60 : DEPTH_LIMIT;
        for (long t = number_behind(&family, "\nfrom "); t <= most; t++)
            check_depth(&family, L, P, t);
    }
}

/* What stands for a word: other numbers, words and forms. (Not t-3, which is as right as t-2 where
 * the heads are odd and t is even, nor 1 1, as right as 1 where an even number of them is
 * repeated.) */
static const char *const others[] = {
    "",         "0",      "1",        "2",      "3",      "4",       "5",      "6",
    "7",        "8",      "t",        "v",      "t-1",    "t-2",     "t-4",    "v-1",
    "v-2",      "none",   "f(t-5)",   "f(t-6)", "f(t-7)", "(t-1)/2", "t/2",    "(t-4)/2",
    "f(t-v-2)", "f(t-v)", "f(t-v-1)", "1 2",    "2 0",    "0 2",     "repeat", "size t-1"};

static bool is_verified_for(const struct text *text, const char *claim) {
    struct verdict verdict;
    text_check(text, &verdict);
    bool same = verdict.status == VERDICT_VERIFIED && strcmp(verdict.claim.bytes, claim) == 0;
    verdict_clear(&verdict);
    return same;
}

/* Tries all others at the word [at, at+length) of the body. */
static void change_word(const struct text *text, size_t body, size_t at, size_t length,
                        const char *claim) {
    static struct text changed;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        size_t added = strlen(others[i]);
        if (added == length && memcmp(text->bytes + at, others[i], added) == 0)
            continue;
        size_t from = added == 0 ? at - 1 : at; /* a word is removed with the space before it */
        memcpy(changed.bytes, text->bytes, from);
        memcpy(changed.bytes + from, others[i], added);
        memcpy(changed.bytes + from + added, text->bytes + at + length, body - at - length);
        changed.length = from + added + body - at - length;
        text_seal(&changed);
        if (is_verified_for(&changed, claim))
            fail_msg("byte %zu: '%.*s' replaced by '%s'", at, (int)length, text->bytes + at,
                     others[i]);
    }
}

/* Words of the first two classes are like those of all others. */
static void test_no_word_can_be_changed(void **state) {
    static struct text text;
    (void)state;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        struct verdict verdict;
        load(&text, families[i]);
        text_check(&text, &verdict);
        assert_int_equal(verdict.status, VERDICT_VERIFIED);
        const char *third = strstr(text.bytes, "\nclass 2\n");
        size_t body = text_body(&text), end = third ? (size_t)(third - text.bytes) : body;
        size_t at = (size_t)(strstr(text.bytes, "\nlatency ") - text.bytes) + 1;
        while (at < end) {
            size_t length = strcspn(text.bytes + at, " \n");
            change_word(&text, body, at, length, verdict.claim.bytes);
            at += length + 1;
        }
        verdict_clear(&verdict);
    }
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_depths_far_beyond),
                                       cmocka_unit_test(test_no_word_can_be_changed)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_family", tests, NULL, NULL);
}
