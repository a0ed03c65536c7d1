/* SPDX-License-Identifier: MIT */
/* Schedules of words read back: the same schedule, and the same bytes when it is written again; and
 * files from outside, which are refused with their name and line, never with a crash. */
#include "solver/model/certificates.h"
#include "solver/stream/construction/latency_two.h"
#include "solver/stream/construction/schedule_read.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/sealed_file.h"

enum { TEXT_ROOM = 1 << 20, DIGEST_LINE = 79 };

static char victim[TEST_PATH_ROOM];

static int setup(void **state) {
    int status = test_folder_make(state);
    test_path(victim, "victim.cert");
    return status;
}

static char *read_file(const char *path, size_t *length) {
    char *bytes = malloc(TEXT_ROOM);
    FILE *file = fopen(path, "rb");
    assert_non_null(bytes);
    assert_non_null(file);
    *length = fread(bytes, 1, TEXT_ROOM, file);
    assert_in_range(*length, DIGEST_LINE, TEXT_ROOM - 1);
    fclose(file);
    return bytes;
}

static enum status read_path(const char *path, struct schedule *periodic, struct failure *failure) {
    return schedule_read_file(periodic, path, SCHEDULE_READ_ANY_DEPTH, failure);
}

/* Reads the victim as `show` does: what is read is also checked. */
static enum status read_victim(char *message) {
    struct schedule periodic;
    struct failure failure = {STATUS_OK, ""};
    enum status status = read_path(victim, &periodic, &failure);
    if (status) {
        assert_non_null(strstr(failure.message, victim));
        snprintf(message, sizeof failure.message, "%s", failure.message + strlen(victim));
        return status;
    }
    schedule_clear(&periodic);
    return STATUS_OK;
}

/* Written, read, written. */
static void round_trip(const struct schedule *periodic) {
    struct schedule again;
    struct failure failure;
    char first[TEST_PATH_ROOM], second[TEST_PATH_ROOM];
    size_t lengths[2];
    test_path(first, "first.cert");
    test_path(second, "second.cert");
    assert_ok(evidence_write(evidence_of_schedule(periodic), first, true, NULL, &failure), failure);
    assert_ok(read_path(first, &again, &failure), failure);
    assert_ok(schedule_check(&again, &failure), failure);
    assert_int_equal(again.word_count, periodic->word_count);
    for (size_t i = 0; i < again.word_count; i++) {
        const struct word_class *a = &again.words[i], *b = &periodic->words[i];
        assert_int_equal(mpz_cmp(a->count, b->count), 0);
        assert_int_equal(a->length, b->length);
        assert_memory_equal(a->values, b->values, a->length * sizeof *a->values);
        assert_memory_equal(a->sends, b->sends, a->length * sizeof *a->sends);
    }
    assert_ok(evidence_write(evidence_of_schedule(&again), second, true, NULL, &failure), failure);
    schedule_clear(&again);
    char *texts[2] = {read_file(first, &lengths[0]), read_file(second, &lengths[1])};
    assert_int_equal(lengths[0], lengths[1]);
    assert_memory_equal(texts[0], texts[1], lengths[0]);
    free(texts[0]);
    free(texts[1]);
}

static void schedules_are_read_as_written(void **state) {
    struct failure failure;
    mpz_t processors;
    (void)state;
    mpz_init_set_ui(processors, 1);
    for (int round = 0; round < 60; round++) { /* with 4, 5 and 8: explicit sends and periods */
        struct schedule periodic;
        assert_ok(latency_two_schedule(&periodic, processors, &failure), failure);
        round_trip(&periodic);
        schedule_clear(&periodic);
        if (round < 30)
            mpz_add_ui(processors, processors, 1);
        else
            mpz_mul_ui(processors, processors, 3);
    }
    mpz_clear(processors);
}

/* Three messages with a silence, written with runs. */
static const char sample[] = "steadycast certificate 1\nwriter test 1\nkind schedule\nlatency 2\n"
                             "depth 4\nprocessors 5\nperiod 2\n"
                             "word 1 receive 4 0*3 send 4 3 2 -\n"
                             "word 1 receive 2 4 1*2 send largest\n"
                             "word 1 receive 0 2 send - 2\n";

static void the_sample_is_read(void **state) {
    char message[1024] = "";
    (void)state;
    sealed_file_write(victim, sample, sizeof sample - 1);
    if (read_victim(message))
        fail_msg("%s", message);
}

static void truncated_bodies(void **state) {
    char message[1024];
    (void)state;
    for (size_t length = 0; length < sizeof sample - 1; length++) {
        sealed_file_write(victim, sample, length);
        assert_int_equal(read_victim(message), STATUS_INPUT);
    }
}

/* A line in place of that of the sample, and what is said about it. */
static void lines_are_refused_with_their_number(void **state) {
    static const struct {
        int line;
        const char *text;
        const char *message;
    } cases[] = {
        {3, "kind family", ": kind family holds no schedule"},
        {4, "latency 0", ":4: expected a number in 1..1000000 as word 2"},
        {4, "latency 99999999999999999999", ":4: expected a number in 1..1000000 as word 2"},
        {5, "depth -1", ":5: expected a number in 0..100000000 as word 2"},
        {5, "depth 100000000", ":7: too large: T (t+1) is above 4000000"},
        {6, "processors five", ":6: expected 'processors NUMBER'"},
        {6, "processors 6", ":6: the lines serve another number of processors"},
        {6, "processors -5", ":6: expected 'processors NUMBER'"},
        {7, "period 0", ":7: expected a number in 1..2147483647 as word 2"},
        {7, "period 3", ":8: expected as many values as a multiple of the period"},
        {7, "period 2147483647", ":7: too large: T (t+1) is above 4000000"},
        {8, "word 1", ":8: expected 'word COUNT receive V .. send U ..'"},
        {8, "", ":8: expected 'receive-only', 'block' or 'word'"},
        {8, "word 1 receive 4 0*3 send", ":8: expected 'word COUNT receive V .. send U ..'"},
        {8, "word 0 receive 4 0*3 send largest",
         ":8: expected 'word COUNT receive V .. send U ..'"},
        {8, "word -1 receive 4 0*3 send largest",
         ":8: expected 'word COUNT receive V .. send U ..'"},
        {8, "word  receive 4 0*3 send largest", ":8: expected 'word COUNT receive V .. send U ..'"},
        {8, "word 1 receive send largest",
         ":8: expected as many values as a multiple of the period"},
        {8, "word 1 receive 4 0*2 send largest",
         ":8: expected as many values as a multiple of the period"},
        {8, "word 1 receive 4 0*3 send 4 3 2", ":8: expected as many sends as values"},
        {8, "word 1 receive 4 0*3 send 4 3 2 -*2", ":8: expected as many sends as values"},
        {8, "word 1 receive 3 0*3 send largest", ":8: expected values 0..t-L or t"},
        {8, "word 1 receive 5 0*3 send largest", ":8: expected values 0..t"},
        {8, "word 1 receive 4 -*3 send largest", ":8: expected values 0..t"},
        {8, "word 1 receive 4 0*1 0*2 send largest", ":8: expected values 0..t"},
        {8, "word 1 receive 4 0*3x send largest", ":8: expected values 0..t"},
        {8, "word 1 receive 4 0** send largest", ":8: expected values 0..t"},
        {8, "word 1 receive 4 0*99999999999999999999 send largest", ":8: expected values 0..t"},
        {8, "word 1 receive 4 0*9223372036854775807 send largest",
         ":8: too large: words of more than 20000000 positions"},
        {8, "word 1 receive 4 0*3 send 4 3 1 -",
         ":8: expected sends: 'largest' or values L..t or '-'"},
        {8, "word 1 receive 4 0*3 send 4 3 2 largest",
         ":8: expected sends: 'largest' or values L..t or '-'"},
        {8, "word 1 receive 4 0*3 send 4 3 2 -*",
         ":8: expected sends: 'largest' or values L..t or '-'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[1024] = "";
        sealed_file_with_line(victim, sample, cases[i].line, cases[i].text);
        if (read_victim(message) == STATUS_OK || strcmp(message, cases[i].message) != 0)
            fail_msg("'%s': expected '%s', found '%s'", cases[i].text, cases[i].message, message);
    }
}

static void damaged_bodies(void **state) {
    static const char alphabet[] = "0123456789 \n-*wl";
    uint64_t random = random_seed();
    int outcomes[STATUS_INTERNAL + 1] = {0};
    (void)state;
    for (int round = 0; round < 6000; round++) {
        char text[sizeof sample], message[1024];
        memcpy(text, sample, sizeof sample);
        for (int i = 0; i <= random_below(&random, 2); i++)
            text[random_next(&random) % (sizeof sample - 1)] =
                alphabet[random_below(&random, (int)sizeof alphabet - 1)];
        sealed_file_write(victim, text, sizeof sample - 1);
        outcomes[read_victim(message)]++;
    }
    assert_true(outcomes[STATUS_OK] > 50);
    assert_true(outcomes[STATUS_INPUT] > 1000);
    assert_int_equal(outcomes[STATUS_INTERNAL] + outcomes[STATUS_SYSTEM], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(schedules_are_read_as_written),
        cmocka_unit_test(the_sample_is_read),
        cmocka_unit_test(truncated_bodies),
        cmocka_unit_test(lines_are_refused_with_their_number),
        cmocka_unit_test(damaged_bodies),
    };
    return cmocka_run_group_tests(tests, setup, test_folder_remove);
}
