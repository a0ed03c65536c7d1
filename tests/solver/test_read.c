/* SPDX-License-Identifier: MIT */
/* Damaged certificates: refused with STATUS_INPUT, never a crash. Behind a wrong digest no body is
 * looked at, so bodies are also damaged under a right one. */
#include "tests/solver/certificate_test.h"
#include "tests/solver/outcome_test.h"
#include "tests/solver/sealed_file.h"

#include "solver/base/certificate_read.h"
#include "solver/base/evidence.h"
#include "solver/question/decide/arithmetic.h"
#include "solver/stream/construction/family.h"
#include "solver/stream/construction/schedule_read.h"

enum { KINDS = 6, TEXT_ROOM = 1 << 20, DIGEST_LINE = 79, MOST_CHECKED_DEPTH = 2000 };

struct text {
    char *bytes;
    size_t length;
};

static struct text samples[KINDS];
static char victim[TEST_PATH_ROOM];

static struct text read_file(const char *path) {
    struct text text = {malloc(TEXT_ROOM), 0};
    FILE *file = fopen(path, "rb");
    assert_non_null(text.bytes);
    assert_non_null(file);
    text.length = fread(text.bytes, 1, TEXT_ROOM, file);
    assert_in_range(text.length, DIGEST_LINE, TEXT_ROOM - 1);
    fclose(file);
    return text;
}

static void write_file(const char *bytes, size_t length) {
    FILE *file = fopen(victim, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void make_answer(int kind, int latency, int depth, bool multisets) {
    struct outcome outcome;
    struct failure failure;
    char path[TEST_PATH_ROOM];
    test_path(path, "sample.cert");
    assert_ok(arithmetic_solve(latency, depth, NULL, &outcome, &failure), failure);
    if (!multisets && outcome_schedule(&outcome))
        assert_ok(schedule_order(found_schedule(&outcome), &failure), failure);
    write_proof(&outcome, path);
    outcome_clear(&outcome);
    samples[kind] = read_file(path);
}

static int setup(void **state) {
    struct family family;
    struct failure failure;
    bool found;
    char path[TEST_PATH_ROOM];
    if (test_folder_make(state))
        return -1;
    test_path(victim, "victim.cert");
    make_answer(0, 3, 13, false);
    make_answer(1, 5, 14, true);
    make_answer(2, 6, 12, false); /* holds no schedule */
    make_answer(3, 3, 20000, false);
    make_answer(4, 4, 2, false);
    test_path(path, "sample.cert");
    assert_ok(family_find(&family, 4, NULL, &found, &failure), failure);
    assert_ok(evidence_write(evidence_of_family(&family), path, true, NULL, &failure), failure);
    family_clear(&family);
    samples[5] = read_file(path);
    return 0;
}

static int teardown(void **state) {
    for (int kind = 0; kind < KINDS; kind++)
        free(samples[kind].bytes);
    return test_folder_remove(state);
}

/* Reads the victim as `show` does; what is read is also ordered and checked. */
static enum status read_victim(int depth) {
    struct schedule schedule;
    struct failure failure = {STATUS_OK, ""};
    enum status status = schedule_read_file(&schedule, victim, depth, &failure);
    if (status) {
        assert_true(*failure.message);
        return status;
    }
    if (schedule.depth <= MOST_CHECKED_DEPTH && schedule_places(&schedule) < 100000 &&
        schedule_order(&schedule, NULL) == STATUS_OK) {
        schedule_sort(&schedule);
        schedule_check_whole(&schedule, NULL);
    }
    schedule_clear(&schedule);
    return STATUS_OK;
}

static void samples_are_read(void **state) {
    static const int depths[KINDS] = {13, 14, 12, 300, 2, 60};
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        enum status want = kind == 2 ? STATUS_INPUT : STATUS_OK;
        write_file(samples[kind].bytes, samples[kind].length);
        assert_int_equal(read_victim(SCHEDULE_READ_ANY_DEPTH), want);
        assert_int_equal(read_victim(depths[kind]), want);
        sealed_file_write(victim, samples[kind].bytes, samples[kind].length - DIGEST_LINE);
        assert_int_equal(read_victim(depths[kind]), want);
        assert_int_equal(read_victim(1), STATUS_INPUT);
    }
}

static void assert_refused(void) {
    struct certificate_input input;
    struct failure failure = {STATUS_OK, ""};
    assert_int_equal(certificate_load(&input, victim, &failure), STATUS_INPUT);
    assert_non_null(strstr(failure.message, victim));
    assert_int_equal(read_victim(SCHEDULE_READ_ANY_DEPTH), STATUS_INPUT);
}

static void every_truncation_is_refused(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t length = 0; length < samples[kind].length; length++) {
            write_file(samples[kind].bytes, length);
            assert_refused();
        }
}

static void every_changed_byte_is_refused(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t place = 0; place < samples[kind].length; place++) {
            char *byte = &samples[kind].bytes[place], old = *byte;
            *byte = (char)(old ^ (1 + random_below(&random, 255)));
            write_file(samples[kind].bytes, samples[kind].length);
            assert_refused();
            *byte = old;
        }
}

static void longer_files_are_refused(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        char *longer = malloc(2 * samples[kind].length);
        assert_non_null(longer);
        memcpy(longer, samples[kind].bytes, samples[kind].length);
        memcpy(longer + samples[kind].length, samples[kind].bytes, samples[kind].length);
        write_file(longer, samples[kind].length + 1);
        assert_refused();
        write_file(longer, 2 * samples[kind].length);
        assert_refused();
        free(longer);
    }
}

static void truncated_bodies_under_a_right_digest(void **state) {
    (void)state;
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t length = 0; length < samples[kind].length - DIGEST_LINE; length++) {
            sealed_file_write(victim, samples[kind].bytes, length);
            enum status status = read_victim(kind == 3 ? 300 : SCHEDULE_READ_ANY_DEPTH);
            /* A schedule that lacks its last blocks can be read; its check is what fails. */
            bool whole_lines = length && samples[kind].bytes[length - 1] == '\n';
            if (!whole_lines)
                assert_int_equal(status, STATUS_INPUT);
            else
                assert_true(status == STATUS_OK || status == STATUS_INPUT);
        }
}

/* One random damage to the text; returns the new length. */
static size_t damage(char *text, size_t length, uint64_t *random) {
    static const char alphabet[] = "0123456789 \n-*wlb";
    size_t place = random_next(random) % length;
    char letter = alphabet[random_below(random, (int)sizeof alphabet - 1)];
    size_t end = place + (size_t)random_below(random, 40);
    end = end < length ? end : length;
    switch (random_below(random, 5)) {
    case 0: /* another byte */
        text[place] = letter;
        return length;
    case 1: /* one byte more */
        memmove(text + place + 1, text + place, length - place);
        text[place] = letter;
        return length + 1;
    case 2: /* a piece lost */
        memmove(text + place, text + end, length - end);
        return length - (end - place);
    case 3: /* a piece twice */
        memmove(text + end, text + place, length - place);
        return length + (end - place);
    default: /* a digit for a digit */
        for (; place < length; place++)
            if (text[place] >= '0' && text[place] <= '9') {
                text[place] = (char)('0' + random_below(random, 10));
                break;
            }
        return length;
    }
}

static void damaged_bodies_under_a_right_digest(void **state) {
    uint64_t random = random_seed();
    int outcomes[STATUS_INTERNAL + 1] = {0};
    (void)state;
    for (int round = 0; round < 12000; round++) {
        const struct text *sample = &samples[round % KINDS];
        static char text[TEXT_ROOM + 400];
        size_t length = sample->length - DIGEST_LINE;
        memcpy(text, sample->bytes, length);
        for (int i = 0; i <= random_below(&random, 3); i++)
            length = damage(text, length, &random);
        sealed_file_write(victim, text, length);
        int depth = random_below(&random, 2) ? SCHEDULE_READ_ANY_DEPTH : random_below(&random, 400);
        enum status status = read_victim(depth);
        outcomes[status]++;
        assert_true(status == STATUS_OK || status == STATUS_INPUT);
    }
    assert_true(outcomes[STATUS_INPUT] > 1000);
    assert_true(outcomes[STATUS_OK] > 100);
}

/* Bodies that reach for memory that is not there. */
static void hostile_bodies_are_refused(void **state) {
    static const char *const bodies[] = {
        "family\nlatency 3\ndepths 3\nwindow 6 receive-only 0\n",
        "family\nlatency 1\ndepths 1\nwindow 2 receive-only 0\ninstance 2\nreceive-only 0\n",
        "family\nlatency 1\ndepths 1\nwindow 2 receive-only 0\ninstance 2\nreceive-only 0\nblock 1 "
        "1 1\n",
        "family\nlatency 1\ndepths 1\nwindow 2 receive-only 0\ninstance 2 impossible\nblock 9 9 1 "
        "word 0 0 0 0 "
        "0 0 0 0\n",
        "family\nlatency 1\ndepths 1\nwindow 2 receive-only 0\ninstance 3\nreceive-only 0\nblock 2 "
        "2 1 word 0\n",
        "family\nlatency 1\ndepths 1\nwindow 0 receive-only 0\ninstance 0\nreceive-only 0\n",
        "family\nlatency 1\ndepths 1\nwindow 2 receive-only 1\ninstance 2\nreceive-only 0\nblock 2 "
        "2 1 word 0\n",
        "family\nlatency 1000000\ndepths 1000000\nwindow 100000000 receive-only 0\n",
        "family\nlatency 1\ndepths 1\nwindow 2 receive-only 0\nblock 2 2 1 word 0\n",
        "schedule\nlatency 1\ndepth 2\nprocessors 4\nperiod 1\nreceive-only 0\nblock 2 2 -1 word "
        "0\n",
        "schedule\nlatency 1\ndepth 2\nprocessors 4\nperiod 1\nreceive-only 0\nblock 2 2 0 word "
        "0\n",
        "schedule\nlatency 1\ndepth 2\nprocessors 4\nperiod 1\nreceive-only 0\nblock 2 0 1 word\n",
        "schedule\nlatency 1\ndepth 2\nprocessors 4\nperiod 1\nreceive-only 0\nblock 3 3 1 letters "
        "0-\n",
        "schedule\nlatency 1\ndepth 2\nprocessors 4\nperiod 1\nreceive-only 0\nblock 3 3 1 letters "
        "0*99999999999999999999\n",
        "schedule\nlatency 1\ndepth 2\nprocessors 4\nperiod 1\nreceive-only 0\nblock 3 3 1\n",
        "schedule\nlatency 0\ndepth 2\nprocessors 4\nperiod 1\nreceive-only 0\n",
        "schedule\nlatency 1\ndepth 2\n\nreceive-only 0\n",
        "schedule\nlatency 1\ndepth 2\nprocessors 4\nperiod 1\nreceive-only 0\nblock 2 2 1 letters "
        "0-999999998*999999999\n",
        "family\nlatency 1\ndepths 1\nwindow 2 receive-only 0\ninstance 2\nreceive-only 0\nblock 2 "
        "2 1 letters 0*90000\n",
        "nonsense\nlatency 1\n"};
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char text[1024];
        int length = snprintf(text, sizeof text,
                              "steadycast certificate 1\nwriter steadycast 0\nkind %s", bodies[i]);
        sealed_file_write(victim, text, (size_t)length);
        if (read_victim(9) != STATUS_INPUT || (i > 8 && read_victim(2) != STATUS_INPUT))
            fail_msg("body %zu is read: %s", i, bodies[i]);
    }
}

static void no_file_at_all(void **state) {
    struct schedule schedule;
    struct failure failure = {STATUS_OK, ""};
    (void)state;
    assert_int_equal(schedule_read_file(&schedule, "/nonexistent/x.cert", -1, &failure),
                     STATUS_INPUT);
    assert_string_equal(failure.message, "/nonexistent/x.cert: No such file or directory");
    assert_int_equal(schedule_read_file(&schedule, test_folder, -1, NULL), STATUS_INPUT);
    assert_int_equal(schedule_read_file(&schedule, "/dev/null", -1, NULL), STATUS_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_are_read),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_changed_byte_is_refused),
        cmocka_unit_test(longer_files_are_refused),
        cmocka_unit_test(truncated_bodies_under_a_right_digest),
        cmocka_unit_test(damaged_bodies_under_a_right_digest),
        cmocka_unit_test(hostile_bodies_are_refused),
        cmocka_unit_test(no_file_at_all),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
