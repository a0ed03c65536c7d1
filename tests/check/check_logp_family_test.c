/* SPDX-License-Identifier: MIT */
/* Kind logp-family against check_naive_logp_family.h: verified if and only if the instances run on
 * the machine and the union rule goes on for ever. The samples with words changed, and with other
 * windows; and what the rule makes of larger samples, as certificates of kind logp-schedule. Usage:
 * check_logp_family_test FOLDER */
#include "check_change.h"
#include "check_naive_logp_family.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static uint64_t random_state = 1951;

static const char *const others[] = {"",   "0",  "1",   "2",   "3",   "4",   "5",
                                     "6",  "7",  "8",   "9",   "10",  "12",  "16",
                                     "20", "24", "0*2", "1*2", "0-1", "0 1", "letters 0"};

enum { OTHERS = sizeof others / sizeof *others };

/* Played, every one. */
static const char *const small[] = {"logp-family-l3-g1.cert", "logp-family-l4-g1.cert",
                                    "logp-family-l12-g4-words.cert", "logp-family-l9-g2.cert",
                                    "logp-family-l18-g4.cert"};

static const char *const all[] = {"logp-family-l3-g1.cert",        "logp-family-l4-g1.cert",
                                  "logp-family-l12-g4-words.cert", "logp-family-l9-g2.cert",
                                  "logp-family-l18-g4.cert",       "logp-family-l7-g2.cert",
                                  "logp-family-l14-g4.cert"};

enum { SMALL = sizeof small / sizeof *small, ALL = sizeof all / sizeof *all };

static void load(struct text *text, const char *name) {
    if (!text_load(text, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    text->bytes[text->length] = '\0';
}

static void test_samples(void **state) {
    (void)state;
    for (size_t i = 0; i < SMALL; i++)
        change_all(folder, small[i], others, OTHERS, naive_logp_family_holds, 1000, &random_state);
    assert_true(naive_logp_family_played() > 20);
}

/* --- other windows --- */

struct frame {
    long latency, overhead, gap, from, window, unit, end;
};

static long number_behind(const struct text *text, const char *key) {
    const char *at = strstr(text->bytes, key);
    assert_non_null(at);
    return atol(at + strlen(key));
}

static long divisor(long a, long b) {
    return b == 0 ? a : divisor(b, a % b);
}

static struct frame read_frame(const struct text *text) {
    struct frame frame = {.latency = number_behind(text, "\nlatency "),
                          .overhead = number_behind(text, "\noverhead "),
                          .gap = number_behind(text, "\ngap "),
                          .from = number_behind(text, "\nfrom "),
                          .window = number_behind(text, "\nwindow ")};
    long both = 2 * frame.overhead, transfer = frame.latency + both;
    frame.unit = divisor(transfer, frame.gap > both ? frame.gap : both);
    frame.end = frame.window + transfer;
    return frame;
}

/* The family of the sample from another depth on and with another window; its instances are those
 * of the sample and what the rule makes of them. */
static void put_family(const struct text *sample, long from, long window, struct text *told) {
    static struct text stream;
    const struct frame frame = read_frame(sample);
    told->length = 0;
    text_put(told, "steadycast certificate 1\nwriter test 1\nkind logp-family\n");
    text_put(told, "latency %ld\noverhead %ld\ngap %ld\nfrom %ld\nwindow %ld\n", frame.latency,
             frame.overhead, frame.gap, from, window);
    for (long s = from; s < window - frame.window + frame.end; s += frame.unit) {
        if (!naive_logp_family_stream(sample, s, &stream))
            fail_msg("depth %ld is not made", s);
        const char *class = strstr(stream.bytes, "\nclass ") + 1;
        text_put(told, "instance %ld\n%.*s", s,
                 (int)(stream.length - (size_t)(class - stream.bytes)), class);
    }
}

/* Windows move upwards, and downwards only as far as there is enough left over. */
static void test_windows(void **state) {
    static struct text sample, told;
    struct change_tally tally = {0, 0, 0};
    (void)state;
    for (size_t i = 0; i < SMALL; i++) {
        load(&sample, small[i]);
        const struct frame frame = read_frame(&sample);
        for (long window = frame.from; window <= frame.window + 2 * frame.unit;
             window += frame.unit) {
            unsigned long verified = tally.verified;
            put_family(&sample, window < frame.window ? frame.from : window, window, &told);
            change_seal_and_compare(&told, naive_logp_family_holds, &tally);
            assert_true(window < frame.window || tally.verified > verified);
        }
    }
    printf("windows: %lu malformed, %lu refuted, %lu verified\n", tally.malformed, tally.refuted,
           tally.verified);
    assert_true(tally.malformed == 0 && tally.refuted > 10 && tally.verified > 10);
}

/* An instance removed, or there twice. */
static void test_gaps(void **state) {
    static struct text sample, changed;
    struct change_tally tally = {0, 0, 0};
    (void)state;
    for (size_t i = 0; i < SMALL; i++) {
        load(&sample, small[i]);
        size_t body = text_body(&sample);
        sample.bytes[body] = '\0';
        for (const char *at = strstr(sample.bytes, "\ninstance "); at;
             at = strstr(at + 1, "\ninstance "))
            for (int copies = 0; copies <= 2; copies += 2) {
                const char *next = strstr(at + 1, "\ninstance ");
                const char *end = next ? next + 1 : sample.bytes + body;
                changed.length = 0;
                text_put(&changed, "%.*s", (int)((copies ? end : at + 1) - sample.bytes),
                         sample.bytes);
                text_put(&changed, "%s", copies ? at + 1 : end);
                change_seal_and_compare(&changed, naive_logp_family_holds, &tally);
            }
    }
    assert_true(tally.verified == 0 && tally.refuted > 50);
}

/* --- the rule --- */

/* What is made of a family is right by the rules of kind logp-schedule, for any number of
 * processors. */
static void test_streams(void **state) {
    static struct text sample, stream;
    long streams = 0;
    (void)state;
    for (size_t i = 0; i < ALL; i++) {
        load(&sample, all[i]);
        const struct frame frame = read_frame(&sample);
        long steps = naive_logp_family_steps(&sample);
        assert_true(steps > 0);
        for (long s = frame.from; s < frame.end + steps * frame.unit; s += frame.unit, streams++) {
            struct verdict verdict;
            if (!naive_logp_family_stream(&sample, s, &stream))
                fail_msg("%s: depth %ld is not made", all[i], s);
            text_seal(&stream);
            text_check(&stream, &verdict);
            if (verdict.status != VERDICT_VERIFIED)
                fail_msg("%s, depth %ld: %s\n%.*s", all[i], s, verdict.claim.bytes,
                         (int)stream.length, stream.bytes);
            verdict_clear(&verdict);
        }
    }
    assert_true(streams > 100);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_streams),
                                       cmocka_unit_test(test_windows), cmocka_unit_test(test_gaps),
                                       cmocka_unit_test(test_samples)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_logp_family", tests, NULL, NULL);
}
