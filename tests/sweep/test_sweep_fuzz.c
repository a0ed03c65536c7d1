/* SPDX-License-Identifier: MIT */
/* Campaign files and lines of the store with bytes changed at random: they are taken or refused
 * with a message, and nothing else happens. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>
#include <nettle/sha2.h>

#include "tests/automata/random.h"
#include "tools/steadycast/campaign/case_result.h"

enum { ROUNDS = 3000, ROOM = 4096 };

static uint64_t seed;

/* One to three bytes replaced, put in or taken out. The text grows by three bytes at most. */
static size_t change(char *text, size_t size) {
    static const char useful[] = " \t\n\r#\"\\x0123456789..L+-:,\"{}[]\\eE/adnu";
    int changes = 1 + random_below(&seed, 3);
    for (int i = 0; i < changes; i++) {
        size_t at = (size_t)random_below(&seed, (int)size);
        char byte = random_below(&seed, 3) ? useful[random_below(&seed, sizeof useful - 1)]
                                           : (char)random_below(&seed, 256);
        int kind = random_below(&seed, 3);
        if (kind == 0) {
            text[at] = byte;
        } else if (kind == 1) {
            memmove(text + at + 1, text + at, size - at);
            text[at] = byte;
            size++;
        } else if (size > 1) {
            memmove(text + at, text + at + 1, size - at - 1);
            size--;
        }
    }
    text[size] = 0;
    return size;
}

static bool is_line(const char *text) {
    return *text && !strchr(text, '\n');
}

/* --- campaigns --- */

static const char campaign_text[] =
    "# a comment\n"
    "set time 60 memory 2000 retry 2 factor 4\n"
    "decide latency 3..4 depth L..L+2 engine all\n"
    "set order dear\n"
    "serve latency 2 depth 5..6 served 8..9 schedule periodic:2\n"
    "capacity latency 2 depth 1..2 engine all nodes 100\n"
    "delay latency 1..2 processors 2..3\n"
    "decide latency 3 depth 9 engine backtrack\n"
    "broadcast latency 1 processors 2..3 items 1..2 ports 2\n"
    "broadcast latency 2 processors 3 items 2 sends single time none\n"
    "formula file \"a \\\"b\\\" \\x43\" \"engine\" sat # \"\n";

/* What a campaign that was taken promises. */
static void check_campaign(const struct campaign *campaign) {
    char path[CAMPAIGN_FILE_ROOM];
    assert_true(campaign->count >= 1 && campaign->count <= CAMPAIGN_MOST_CASES);
    for (size_t i = 0; i < campaign->count; i += 1 + campaign->count / 50) {
        const char *name = campaign->cases[i].name;
        campaign_case_path(&campaign->cases[i], path);
        assert_true(is_line(name) && is_line(path));
        assert_int_equal(campaign_find(campaign, name), i);
        assert_true(campaign_case_cost(&campaign->cases[i]) >= 0);
    }
}

static void test_campaigns(void **state) {
    int taken = 0;
    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        char text[ROOM];
        struct campaign campaign;
        struct failure failure = {0};
        strcpy(text, campaign_text);
        size_t size = round ? change(text, strlen(text)) : strlen(text);
        if (campaign_parse(&campaign, "F", text, size, &failure) == STATUS_OK) {
            check_campaign(&campaign);
            campaign_clear(&campaign);
            taken++;
        } else if (failure.status != STATUS_INPUT || !is_line(failure.message) ||
                   failure.message[0] != 'F') {
            fail_msg("status %d, message '%s' for:\n%s", failure.status, failure.message, text);
        } else {
            assert_int_not_equal(round, 0);
        }
    }
    assert_true(taken > 1 && taken < ROUNDS); /* or nothing was tried */
}

/* --- lines of the store --- */

static char *copy(const char *text) {
    return strcpy(malloc(strlen(text) + 1), text);
}

/* A line with two certificates and two files. */
static char *example_line(void) {
    static const char *const digest =
        "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    struct case_result result = {.name = copy("delay latency 3 processors 10 engine search"),
                                 .attempt = 2,
                                 .verdict = VERDICT_INTERVAL,
                                 .cause = CAUSE_NODES,
                                 .reason = copy("a limit, \"so\" to say: \\ \xc3\xa9"),
                                 .lower = copy("10"),
                                 .upper = copy("11"),
                                 .by = copy("search"),
                                 .nodes = 12345,
                                 .certificate_count = 2,
                                 .limits = {1.5, 2000, 1000},
                                 .seconds = 0.25,
                                 .version = copy(STEADYCAST_VERSION)};
    for (int i = 0; i < 2; i++) {
        strcpy(result.certificates[i].digest, digest);
        result.certificates[i].size = 100;
        result.certificates[i].file = copy(i ? "a/b-bound.cert" : "a/b-schedule.cert");
    }
    result.inputs = calloc(2, sizeof *result.inputs);
    for (; result.input_count < 2; result.input_count++) {
        strcpy(result.inputs[result.input_count].digest, digest);
        result.inputs[result.input_count].file = copy(result.input_count ? "a b.cnf" : "../net");
    }
    char *line = case_result_line(&result);
    case_result_clear(&result);
    assert_non_null(line);
    assert_non_null(strstr(line, "],\"inputs\":[{\"file\":\"../net\",\"sha256\":\"0123"));
    return line;
}

/* A line with any byte changed is refused: that is what its check is for. */
static void test_changed_lines(void **state) {
    char *line = example_line();
    size_t length = strlen(line);
    struct case_result result;
    (void)state;
    assert_int_equal(case_result_parse(&result, line, NULL), STATUS_OK);
    case_result_clear(&result);
    for (size_t i = 0; i < length; i++)
        for (int bit = 0; bit < 8; bit++) {
            struct failure failure = {0};
            line[i] = (char)(line[i] ^ (1 << bit));
            if (case_result_parse(&result, line, &failure) != STATUS_INPUT ||
                !is_line(failure.message))
                fail_msg("bit %d of byte %zu: '%s' for %s", bit, i, failure.message, line);
            line[i] = (char)(line[i] ^ (1 << bit));
        }
    for (size_t i = 0; i < length; i++) { /* cut */
        char byte = line[i];
        line[i] = 0;
        assert_int_equal(case_result_parse(&result, line, NULL), STATUS_INPUT);
        line[i] = byte;
    }
    free(line);
}

/* The check that belongs to a line, put into it: as if its writer had been mad. */
static void seal(char *line) {
    static const char key[] = ",\"check\":\"";
    char *field = NULL;
    uint8_t digest[8];
    struct sha256_ctx context;
    for (char *next = strstr(line, key); next; next = strstr(next + 1, key))
        field = next;
    if (!field || strlen(field) < sizeof key - 1 + 16)
        return;
    sha256_init(&context);
    sha256_update(&context, (size_t)(field - line), (const uint8_t *)line);
    sha256_digest(&context, sizeof digest, digest);
    for (int i = 0; i < 8; i++) {
        char hex[3];
        snprintf(hex, sizeof hex, "%02x", digest[i]);
        memcpy(field + sizeof key - 1 + 2 * i, hex, 2);
    }
}

/* Whatever is taken can be written and read again, and stays what it is. */
static void check_round(struct case_result *result) {
    struct case_result again;
    char *line = case_result_line(result);
    assert_non_null(line);
    assert_int_equal(case_result_parse(&again, line, NULL), STATUS_OK);
    char *second = case_result_line(&again);
    assert_string_equal(line, second);
    free(line);
    free(second);
    case_result_clear(&again);
}

static void test_sealed_lines(void **state) {
    char *line = example_line();
    int taken = 0;
    (void)state;
    for (int round = 0; round < 10 * ROUNDS; round++) {
        char text[ROOM];
        struct case_result result;
        struct failure failure = {0};
        strcpy(text, line);
        change(text, strlen(text));
        seal(text);
        if (case_result_parse(&result, text, &failure) == STATUS_OK) {
            check_round(&result);
            case_result_clear(&result);
            taken++;
        } else {
            assert_int_equal(failure.status, STATUS_INPUT);
            assert_true(is_line(failure.message));
        }
    }
    free(line);
    assert_true(taken > 0 && taken < 10 * ROUNDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_campaigns),
                                       cmocka_unit_test(test_changed_lines),
                                       cmocka_unit_test(test_sealed_lines)};
    seed = random_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
