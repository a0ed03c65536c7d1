/* SPDX-License-Identifier: MIT */
/* Feeds damaged certificates to the checker, which must neither crash, hang nor leak; build it with
 * sanitizers for that to be seen. Every input is checked as it is and with its last line replaced
 * by a right digest line.
 *
 * With STEADYCAST_FUZZ: a target for libFuzzer. Without: check_fuzz FOLDER [SECONDS [SEED]] damages
 * the samples in FOLDER at random. The same seed makes the same inputs. */
#include "check_text.h"

#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A stream of it is verified just as it is itself, or it holds several that are. */
static void check_as_stream(const struct text *text, bool verified) {
    struct verdict verdict;
    FILE *in = text->length > 0 ? fmemopen((void *)(size_t)text->bytes, text->length, "rb") : NULL;
    if (!in)
        return;
    certificate_check_stream(in, "text", NULL, false, &verdict);
    if (verified != (strcmp(verdict.claim.bytes, "1 certificate") == 0))
        abort();
    verdict_clear(&verdict);
    fclose(in);
}

static void check_one(const struct text *text) {
    struct verdict verdict;
    text_check(text, &verdict);
    if (verdict.status > VERDICT_MALFORMED || strlen(verdict.claim.bytes) != verdict.claim.length ||
        strchr(verdict.claim.bytes, '\n'))
        abort();
    if (text->length % 16 == 0) /* a stream makes a file */
        check_as_stream(text, verdict.status == VERDICT_VERIFIED);
    verdict_clear(&verdict);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct text text;
    if (size > TEXT_LIMIT / 2)
        return 0;
    if (size > 0)
        memcpy(text.bytes, data, size);
    text.length = size;
    check_one(&text);
    text.length = text_body(&text);
    text_seal(&text);
    check_one(&text);
    return 0;
}

#ifndef STEADYCAST_FUZZ

enum { SAMPLE_LIMIT = 256, CHANGES_AT_MOST = 6 };

struct corpus {
    struct text *samples[SAMPLE_LIMIT];
    size_t count;
    uint64_t random;
};

/* splitmix64 (Steele, Lea, Flood 2014) */
static uint64_t next_random(struct corpus *corpus, uint64_t below) {
    uint64_t z = corpus->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (z ^ z >> 31) % below;
}

static void load_samples(struct corpus *corpus, const char *folder) {
    DIR *entries = opendir(folder);
    if (!entries)
        return;
    for (struct dirent *entry; (entry = readdir(entries)) && corpus->count < SAMPLE_LIMIT;) {
        struct text *sample = malloc(sizeof *sample);
        if (sample && strstr(entry->d_name, ".cert") && text_load(sample, folder, entry->d_name))
            corpus->samples[corpus->count++] = sample;
        else
            free(sample);
    }
    closedir(entries);
}

/* Readdir's order is not fixed; the seed should fix everything. */
static int compare_samples(const void *a, const void *b) {
    const struct text *one = *(struct text *const *)a, *other = *(struct text *const *)b;
    size_t shorter = one->length < other->length ? one->length : other->length;
    int order = memcmp(one->bytes, other->bytes, shorter);
    return order ? order : (one->length > other->length) - (one->length < other->length);
}

static void replace(struct text *text, size_t at, size_t removed, const char *bytes, size_t added) {
    if (at + removed > text->length || text->length + added > TEXT_LIMIT / 2)
        return;
    memmove(text->bytes + at + added, text->bytes + at + removed, text->length - at - removed);
    memcpy(text->bytes + at, bytes, added);
    text->length += added - removed;
}

static size_t length_until(const struct text *text, size_t at, const char *ends) {
    size_t length = 0;
    while (at + length < text->length && text->bytes[at + length] &&
           !strchr(ends, text->bytes[at + length]))
        length++;
    return length;
}

static void change_word(struct corpus *corpus, struct text *text, size_t at) {
    static const char *const words[] = {
        "0",          "1",          "2",  "3",  "4",    "7",          "16",
        "2147483647", "2147483648", "-1", "*2", "0-1",  "1000000",    "10000000",
        "4294967295", "4294967296", "!",  "-",  "word", "letters",    "9223372036854775807",
        "100000",     "99999",      "?",  "",   "00",   "impossible", "18446744073709551616"};
    static const char *const in_words[] = {
        "largest",  "0*9",       "-*3",      "send",      "none",
        "repeat",   "t-2",       "v",        "then",      "head",
        "step",     "class",     "f(t-v-2)", "f(t+2000)", "(t-f(t-7)+1)/2",
        "wait",     "send",      "any",      "logp",      "postal",
        "buffered", "ports",     "links",    "full",      "half",
        "arc",      "buffer",    "single",   "add",       "receive",
        "begins",   "processor", "origins",  "all",       "rotation",
        "cut",      "remove",    "factor",   "finish"};
    size_t count = sizeof words / sizeof *words, more = sizeof in_words / sizeof *in_words;
    size_t chosen = next_random(corpus, count + more);
    const char *word = chosen < count ? words[chosen] : in_words[chosen - count];
    while (at > 0 && text->bytes[at - 1] != ' ' && text->bytes[at - 1] != '\n')
        at--;
    replace(text, at, length_until(text, at, " \n"), word, strlen(word));
}

/* A line of another sample, or none, instead of this one or in front of it. */
static void change_line(struct corpus *corpus, struct text *text, size_t at) {
    const struct text *other = corpus->samples[next_random(corpus, corpus->count)];
    size_t from = next_random(corpus, other->length);
    while (at > 0 && text->bytes[at - 1] != '\n')
        at--;
    while (from > 0 && other->bytes[from - 1] != '\n')
        from--;
    size_t removed = next_random(corpus, 2) ? length_until(text, at, "\n") + 1 : 0;
    size_t added = next_random(corpus, 3) ? length_until(other, from, "\n") + 1 : 0;
    if (from + added <= other->length)
        replace(text, at, removed, other->bytes + from, added);
}

static void change(struct corpus *corpus, struct text *text) {
    if (text->length == 0)
        return;
    size_t at = next_random(corpus, text->length);
    char byte = (char)(unsigned char)next_random(corpus, 256);
    switch (next_random(corpus, 8)) {
    case 0:
        replace(text, at, 1, &byte, 1);
        break;
    case 1:
        replace(text, at, 1, "", 0);
        break;
    case 2:
        text->length = at;
        break;
    case 3:
    case 4:
        change_line(corpus, text, at);
        break;
    default:
        change_word(corpus, text, at);
    }
}

static unsigned long fuzz(struct corpus *corpus, time_t seconds) {
    static struct text text;
    unsigned long inputs = 0;
    for (time_t end = time(NULL) + seconds; time(NULL) < end; inputs++) {
        const struct text *sample = corpus->samples[next_random(corpus, corpus->count)];
        memcpy(text.bytes, sample->bytes, sample->length);
        text.length = sample->length;
        for (uint64_t changes = next_random(corpus, CHANGES_AT_MOST); changes > 0; changes--)
            change(corpus, &text);
        LLVMFuzzerTestOneInput((const uint8_t *)text.bytes, text.length);
    }
    return inputs;
}

int main(int count, char **arguments) {
    static struct corpus corpus;
    if (count < 2)
        return 1;
    load_samples(&corpus, arguments[1]);
    if (corpus.count == 0)
        return 1;
    qsort(corpus.samples, corpus.count, sizeof *corpus.samples, compare_samples);
    time_t seconds = count > 2 ? atol(arguments[2]) : 3;
    corpus.random = count > 3 ? strtoull(arguments[3], NULL, 10) : 1993;
    printf("%zu samples, seed %llu\n", corpus.count, (unsigned long long)corpus.random);
    fflush(stdout); /* the seed must be known after a crash, too */
    printf("%lu inputs\n", fuzz(&corpus, seconds));
    for (size_t i = 0; i < corpus.count; i++)
        free(corpus.samples[i]);
    return 0;
}

#endif
