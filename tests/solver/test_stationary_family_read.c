/* SPDX-License-Identifier: MIT */
/* Kind stationary-family read back: for every depth the schedule that the family's model writes
 * out; and files from outside, which are refused with their name and line, never with a crash. */
#include "solver/certificate/evidence.h"
#include "solver/certificate/stationary_family_read.h"
#include "solver/certificate/write.h"
#include "solver/construction/two_family.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/sealed_file.h"

static char victim[TEST_PATH_ROOM];

static int setup(void **state) {
    int status = test_folder_make(state);
    test_path(victim, "victim.cert");
    return status;
}

static enum status read_victim(struct schedule *periodic, int depth, struct failure *failure) {
    struct certificate_input input;
    enum status status = certificate_load(&input, victim, failure);
    if (status)
        return status;
    status = stationary_family_read(periodic, &input, depth, failure);
    certificate_unload(&input);
    return status;
}

static void assert_same(const struct schedule *a, const struct schedule *b) {
    assert_int_equal(a->word_count, b->word_count);
    for (size_t i = 0; i < a->word_count; i++) {
        const struct word_class *x = &a->words[i], *y = &b->words[i];
        assert_int_equal(mpz_cmp(x->count, y->count), 0);
        assert_int_equal(x->length, y->length);
        assert_memory_equal(x->values, y->values, x->length * sizeof *x->values);
        assert_memory_equal(x->sends, y->sends, x->length * sizeof *x->sends);
    }
}

static void families_are_read_as_written(void **state) {
    (void)state;
    for (int which = 0; which < TWO_FAMILIES; which++) {
        struct stationary_family family;
        struct failure failure;
        assert_ok(two_family_init(&family, (enum two_family)which, &failure), failure);
        assert_ok(
            evidence_write(evidence_of_stationary_family(&family), victim, true, NULL, &failure),
            failure);
        for (int depth = family.from; depth <= 60; depth++) {
            struct schedule read, want;
            assert_ok(read_victim(&read, depth, &failure), failure);
            assert_ok(stationary_family_schedule(&family, depth, &want, &failure), failure);
            assert_ok(schedule_check(&read, &failure), failure);
            schedule_sort(&read);
            assert_same(&read, &want);
            schedule_clear(&read);
            schedule_clear(&want);
        }
        stationary_family_clear(&family);
    }
}

static const char sample[] =
    "steadycast certificate 1\nwriter test 1\nkind stationary-family\nlatency 1\nfrom 5\nperiod 2\n"
    "processors f(t)\nclass 0\nword 1 head t then repeat 0 size t send 1\n"
    "word f(t-v-1) head v from 1 to t-1 step 1 then repeat 0 size v send 1\n"
    "word 1 head 0 then send none\n"
    "class 1\nword 1 head t then repeat 0 size t send 1\n"
    "word f(t-v-1) head v from 1 to t-1 step 1 then repeat 0 size v send 1\n"
    "word (2*f(t-5)-2*f(t-5)+2)/2 head 0 then send none\n";

/* What is said about the victim, without its name. */
static enum status message_of(int depth, char *message, size_t room) {
    struct schedule periodic;
    struct failure failure = {STATUS_OK, ""};
    enum status status = read_victim(&periodic, depth, &failure);
    snprintf(message, room, "%s", failure.message);
    if (status) {
        const char *name = strstr(failure.message, victim);
        if (name)
            snprintf(message, room, "%s", name + strlen(victim));
        return status;
    }
    schedule_check(&periodic, NULL);
    schedule_clear(&periodic);
    return STATUS_OK;
}

static void the_sample_is_read(void **state) {
    char message[1024];
    (void)state;
    sealed_file_write(victim, sample, sizeof sample - 1);
    for (int depth = -1; depth <= 20; depth++) {
        enum status want = depth < 0 || depth >= 5 ? STATUS_OK : STATUS_INPUT;
        if (message_of(depth, message, sizeof message) != want)
            fail_msg("t = %d: %s", depth, message);
    }
    assert_int_equal(message_of(2001, message, sizeof message), STATUS_LIMIT);
}

static void truncated_bodies(void **state) {
    char message[1024];
    (void)state;
    for (size_t length = 0; length < sizeof sample - 1; length++) {
        sealed_file_write(victim, sample, length);
        assert_int_equal(message_of(5, message, sizeof message), STATUS_INPUT);
    }
}

static void lines_are_refused_with_their_number(void **state) {
    static const char word[] = ": expected 'word FORM head .. then .. send ..'";
    static const struct {
        int line;
        const char *text;
        const char *message; /* after the line's number */
    } cases[] = {
        {5, "from 3000", ": expected a number in 1..2000 as word 2"},
        {6, "period 0", ": expected a number in 1..1000 as word 2"},
        {7, "processors f(t", ": expected 'processors FORM'"},
        {7, "processors f(t)+", ": expected 'processors FORM'"},
        {7, "processors (f(t))/1", ": expected 'processors FORM'"},
        {7, "processors f(t+0)", ": expected 'processors FORM'"},
        {7, "processors 1*f(t)", ": expected 'processors FORM'"},
        {7, "processors 99999999999*f(t)", ": expected 'processors FORM'"},
        {7, "processors 1+1+1+1+1+1+1+1+1", ": expected 'processors FORM'"},
        {8, "class 1", ": expected the class that comes next"},
        {8, "word 1 head 0 then send none", ": expected 'class 0'"},
        {13, "word", word},
        {13, "word 1 head t- then repeat 0 size t send 1", word},
        {13, "word 1 head t then size t send 1", word},
        {13, "word 1 head t then repeat size t send 1", word},
        {13, "word 1 head t then repeat 0 size v send 1", word},
        {13, "word 1 head t then repeat 0 size t send 0", word},
        {13, "word 1 head t then repeat 0 size t send 1 1", word},
        {13, "word 1 head v from 1 to t-1 step 0 then repeat 0 size v send 1", word},
        {13, "word 1 head t then repeat 999999 size t send 1", word},
        {13, "word 1 head t-9 then repeat 0 size t send 1", ": a word that is too short at t = 5"},
        {13, "word 1 head t then repeat 0 size t-5 send 1", ": a word that is too short at t = 5"},
        {13, "word f(t-9) head t then repeat 0 size t send 1", ": the count is no number at t = 5"},
        {13, "word f(t+99999) head t then repeat 0 size t send 1",
         ": the count is no number at t = 5"},
        {13, "word -1 head t then repeat 0 size t send 1", ": the count is no number at t = 5"},
        {13, "word (1)/2 head t then repeat 0 size t send 1", ": the count is no number at t = 5"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char message[1024], want[200];
        sealed_file_with_line(victim, sample, cases[i].line, cases[i].text);
        snprintf(want, sizeof want, ":%d%s", cases[i].line, cases[i].message);
        if (message_of(5, message, sizeof message) == STATUS_OK || strcmp(message, want) != 0)
            fail_msg("'%s': expected '%s', found '%s'", cases[i].text, want, message);
    }
    char message[1024];
    sealed_file_with_line(victim, sample, 7, "processors f(t)+1");
    assert_int_equal(message_of(5, message, sizeof message), STATUS_INPUT);
    assert_string_equal(message, ": at t = 5 the words serve another number of processors");
}

static void damaged_bodies(void **state) {
    static const char alphabet[] = "0123456789 \n-*wfvt()/";
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
        outcomes[message_of(5 + random_below(&random, 10), message, sizeof message)]++;
    }
    assert_true(outcomes[STATUS_OK] > 50);
    assert_true(outcomes[STATUS_INPUT] > 1000);
    assert_int_equal(outcomes[STATUS_INTERNAL] + outcomes[STATUS_SYSTEM], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(families_are_read_as_written),
        cmocka_unit_test(the_sample_is_read),
        cmocka_unit_test(truncated_bodies),
        cmocka_unit_test(lines_are_refused_with_their_number),
        cmocka_unit_test(damaged_bodies),
    };
    return cmocka_run_group_tests(tests, setup, test_folder_remove);
}
