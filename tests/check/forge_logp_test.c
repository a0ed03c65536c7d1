/* SPDX-License-Identifier: MIT */
/* Kinds logp-schedule and logp-family. Streams of the samples and of the families, written
 * otherwise and with faults of meaning: a line in another class, a class at another offset, later
 * or with another wait, leaves dealt again, words begun at another step, another machine. What
 * check_naive_logp.h counts cycle by cycle must be what the checker says; of families
 * check_naive_logp_family.h makes and plays the next instances. Usage: forge_logp_test FOLDER */
#include "check_naive_logp.h"
#include "check_naive_logp_family.h"
#include "forge.h"
#include "forge_logp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { FORGERIES = 8000, FAMILIES = 1200, STREAMS = 200, INSTANCES = 60 };

static const char *folder;

static void load(struct text *text, const char *name) {
    if (!text_load(text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text->bytes[text->length] = '\0';
}

static long number_behind(const struct text *text, const char *key) {
    const char *at = strstr(text->bytes, key);
    assert_non_null(at);
    return atol(at + strlen(key));
}

/* --- streams --- */

static const char *const schedules[] = {
    "logp-schedule-full.cert",          "logp-schedule-flight.cert",
    "logp-schedule-none.cert",          "logp-schedule-period-2.cert",
    "logp-schedule-period-2-full.cert", "logp-schedule-late-wait.cert",
    "logp-schedule-latency-0.cert"};

static const char *const families[] = {"logp-family-l3-g1.cert", "logp-family-l4-g1.cert",
                                       "logp-family-l12-g4-words.cert", "logp-family-l9-g2.cert",
                                       "logp-family-l18-g4.cert"};

enum { SCHEDULES = sizeof schedules / sizeof *schedules };
enum { KNOWN_FAMILIES = sizeof families / sizeof *families };

static struct logp_stream streams[STREAMS];
static long stream_count;

/* Few enough processors and items for the judge. */
static bool is_small(const struct logp_stream *stream) {
    long both = 2 * stream->o, G = stream->g > both ? stream->g : both;
    long X = strcmp(stream->capacity, "none") == 0 ? stream->s : stream->L / stream->g * G + G;
    long items = LOGP_LENGTH + 2 * (stream->s / G + (stream->L + both + X) / G + 3);
    return logp_processors(stream) <= 16 && logp_processors(stream) * items < 5000;
}

static void add_stream(const struct text *text) {
    if (stream_count < STREAMS && logp_read_whole(&streams[stream_count], text) &&
        is_small(&streams[stream_count]))
        stream_count++;
}

/* Some are made of the instances. */
static long end_of(const struct text *text) {
    return number_behind(text, "\nwindow ") + number_behind(text, "\nlatency ") +
           2 * number_behind(text, "\noverhead ") + 4;
}

static void load_streams(void) {
    static struct text text, stream;
    stream_count = 0;
    for (long i = 0; i < SCHEDULES; i++) {
        load(&text, schedules[i]);
        add_stream(&text);
    }
    for (long i = 0; i < KNOWN_FAMILIES; i++) {
        load(&text, families[i]);
        for (long s = number_behind(&text, "\nfrom "), end = end_of(&text); s < end; s++)
            if (naive_logp_family_stream(&text, s, &stream)) {
                text_put(&stream, "digest -\n");
                stream.bytes[stream.length] = '\0';
                add_stream(&stream);
            }
    }
    assert_true(stream_count > 30);
}

/* A sample of the files more often than one of the families. */
static void begin(struct logp_stream *stream) {
    *stream = streams[forge_random(forge_once_in(2) ? SCHEDULES : stream_count)];
    stream->may_have_words = true;
}

static void forge_machine(struct logp_stream *stream) {
    static const char *const capacities[] = {"full", "flight", "none"};
    long *numbers[] = {&stream->L, &stream->o, &stream->g, &stream->s, &stream->T};
    long which = forge_random(6);
    if (which == 5) {
        stream->capacity = capacities[forge_random(3)];
        return;
    }
    *numbers[which] += *numbers[which] > 1 && forge_once_in(2) ? -1 : 1;
    if (which == 1 && forge_once_in(3))
        stream->o = 0;
}

/* The processors are counted as they then are, mostly. */
static void mend(struct logp_stream *stream) {
    if (!forge_once_in(10))
        stream->N = logp_processors(stream);
}

static void test_other_ways_are_right(void **state) {
    static struct logp_stream stream;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    (void)state;
    for (long i = 0; i < forge_rounds(FORGERIES / 10); i++) {
        begin(&stream);
        for (long ways = forge_random(5); ways > 0; ways--)
            logp_write_otherwise(&stream);
        logp_put_whole(&text, &stream);
        change_seal_and_compare(&text, naive_logp_schedule_holds, &tally);
    }
    assert_true(tally.malformed + tally.refuted == 0 && tally.verified > 0);
}

static void test_streams(void **state) {
    static struct logp_stream stream;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    long rounds = forge_rounds(FORGERIES);
    (void)state;
    for (long i = 0; i < rounds; i++) {
        begin(&stream);
        for (long ways = forge_random(3); ways > 0; ways--)
            logp_write_otherwise(&stream);
        for (long faults = 1 + forge_random(2); faults > 0; faults--)
            if (forge_once_in(5))
                forge_machine(&stream);
            else
                logp_forge(&stream);
        mend(&stream);
        if (!is_small(&stream))
            continue;
        logp_put_whole(&text, &stream);
        change_seal_and_compare(&text, naive_logp_schedule_holds, &tally);
    }
    forge_assert_changes("streams", &tally, (unsigned long)rounds / 20);
}

/* --- families --- */

struct family {
    long L, o, g, F, U;
    long count, depth[INSTANCES];
    struct logp_stream instance[INSTANCES];
};

static void load_family(struct family *family, const char *name) {
    static struct text text;
    load(&text, name);
    *family = (struct family){.L = number_behind(&text, "\nlatency "),
                              .o = number_behind(&text, "\noverhead "),
                              .g = number_behind(&text, "\ngap "),
                              .F = number_behind(&text, "\nfrom "),
                              .U = number_behind(&text, "\nwindow ")};
    for (const char *at = strstr(text.bytes, "\ninstance "); at;
         at = strstr(at + 1, "\ninstance ")) {
        struct logp_stream *instance = &family->instance[family->count];
        family->depth[family->count++] = atol(at + strlen("\ninstance "));
        instance->T = 1;
        logp_read(instance, strchr(at + 1, '\n') + 1);
    }
}

static void put_family(struct text *text, const struct family *family) {
    forge_put_start(text, "logp-family");
    text_put(text, "latency %ld\noverhead %ld\ngap %ld\nfrom %ld\nwindow %ld\n", family->L,
             family->o, family->g, family->F, family->U);
    for (long i = 0; i < family->count; i++) {
        text_put(text, "instance %ld\n", family->depth[i]);
        logp_put(text, &family->instance[i]);
    }
}

static void leave_out(struct family *family, long i) {
    family->count--;
    for (; i < family->count; i++) {
        family->depth[i] = family->depth[i + 1];
        family->instance[i] = family->instance[i + 1];
    }
}

/* Other instances have to go on: the first ones are not told, or the last ones. */
static void move_window(struct family *family) {
    long unit = family->depth[1] - family->depth[0];
    if (forge_once_in(2)) {
        family->F += unit;
        leave_out(family, 0);
        if (forge_once_in(3) && family->U < family->F)
            family->U = family->F;
    } else {
        family->U -= unit;
        family->count--;
    }
}

static void exchange_bodies(struct family *family) {
    static struct logp_stream kept;
    long a = forge_random(family->count), b = forge_random(family->count);
    kept = family->instance[a];
    family->instance[a] = family->instance[b];
    family->instance[b] = kept;
}

/* The root of those in the window that go on must have a certain sum: two leaves more and less. */
static void forge_root(struct family *family) {
    long i = family->count - 1 - forge_random(family->count / 2);
    struct logp_stream *instance = &family->instance[i];
    struct logp_line *root = NULL, *other = &instance->line[forge_random(instance->lines)];
    for (long j = 0; j < instance->lines && !root; j++)
        if (instance->line[j].kind == LOGP_BLOCK && instance->line[j].length > 0)
            root = &instance->line[j];
    if (!root)
        return;
    long *leaf = &root->items[forge_random(root->length)];
    if (other->kind == LOGP_BLOCK && other->length > 0 && other != root) {
        long *with = &other->items[forge_random(other->length)], kept = *leaf;
        *leaf = *with, *with = kept;
    } else {
        *leaf += forge_once_in(2) ? root->size : 1;
    }
}

/* Who receives only gets a leaf of its class, and a block what it received. */
static void exchange_rest(struct logp_stream *instance) {
    struct logp_line *rest = NULL, *block = &instance->line[forge_random(instance->lines)];
    for (long j = 0; j < instance->lines && !rest; j++)
        if (instance->line[j].kind == LOGP_REST)
            rest = &instance->line[j];
    if (!rest || block->kind != LOGP_BLOCK || block->length == 0)
        return;
    long *leaf = &block->items[forge_random(block->length)], kept = *leaf;
    *leaf = rest->head;
    rest->head = kept;
}

static void forge_family(struct family *family) {
    long *numbers[] = {&family->L, &family->o, &family->g, &family->F, &family->U};
    struct logp_stream *instance = &family->instance[forge_random(family->count)];
    switch (forge_random(9)) {
    case 0:
        move_window(family);
        break;
    case 1:
        exchange_bodies(family);
        break;
    case 2:
        leave_out(family, forge_random(family->count));
        break;
    case 3: {
        long *number = numbers[forge_random(5)];
        *number += *number > 1 && forge_once_in(2) ? -1 : 1;
        break;
    }
    case 4:
        forge_root(family);
        break;
    case 5:
        exchange_rest(instance);
        break;
    case 6: /* not a fault below the window */
        logp_block_to_word(&instance->line[forge_random(instance->lines)]);
        break;
    default:
        logp_forge(instance);
    }
}

static void test_families(void **state) {
    static struct family samples[KNOWN_FAMILIES], family;
    static struct text text;
    struct change_tally tally = {0, 0, 0};
    long rounds = forge_rounds(FAMILIES);
    (void)state;
    for (long i = 0; i < KNOWN_FAMILIES; i++)
        load_family(&samples[i], families[i]);
    for (long i = 0; i < rounds; i++) {
        family = samples[i % KNOWN_FAMILIES];
        for (long ways = forge_random(4); ways > 0; ways--)
            logp_write_otherwise(&family.instance[forge_random(family.count)]);
        for (long faults = forge_random(3); faults > 0; faults--)
            forge_family(&family);
        put_family(&text, &family);
        change_seal_and_compare(&text, naive_logp_family_holds, &tally);
    }
    printf("%ld streams behind the windows were played\n", naive_logp_family_played());
    forge_assert_changes("families", &tally, (unsigned long)rounds / 20);
}

static int begin_all(void **state) {
    load_streams();
    return forge_start(state);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_other_ways_are_right),
                                       cmocka_unit_test(test_streams),
                                       cmocka_unit_test(test_families)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("forge_logp", tests, begin_all, NULL);
}
