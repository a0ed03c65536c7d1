/* SPDX-License-Identifier: MIT */
/* Kind messages read back: every sample in tests/check/verified gives the same lines when it is
 * written again; files from outside are refused with their name and line, never with a crash. */
#include <glob.h>

#include "solver/collective/messages_read.h"
#include "solver/model/certificates.h"
#include "tests/solver/certificate_test.h"
#include "tests/solver/sealed_file.h"

enum { TEXT_ROOM = 1 << 20 };

static char victim[TEST_PATH_ROOM], copy[TEST_PATH_ROOM];

static int setup(void **state) {
    int status = test_folder_make(state);
    test_path(victim, "victim.cert");
    test_path(copy, "copy.cert");
    return status;
}

static enum status read_path(const char *path, struct messages_read *read,
                             struct failure *failure) {
    struct certificate_input input;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    status = messages_read_all(read, &input, failure);
    certificate_unload(&input);
    return status;
}

/* The lines between the third and the digest. */
static char *read_body(const char *path) {
    char *bytes = malloc(TEXT_ROOM);
    FILE *file = fopen(path, "rb");
    assert_non_null(bytes);
    assert_non_null(file);
    size_t length = fread(bytes, 1, TEXT_ROOM - 1, file);
    assert_in_range(length, 100, TEXT_ROOM - 2);
    fclose(file);
    bytes[length] = 0;
    char *digest = strstr(bytes, "\ndigest sha256 "), *kind = strstr(bytes, "\nkind ");
    assert_non_null(digest);
    assert_non_null(kind);
    *digest = 0;
    memmove(bytes, kind, strlen(kind) + 1);
    return bytes;
}

static void round_trip(const char *path) {
    struct messages_read read;
    struct failure failure;
    char *before = read_body(path);
    if (strncmp(before, "\nkind messages\n", 15) != 0) {
        free(before);
        return;
    }
    assert_ok(read_path(path, &read, &failure), failure);
    assert_ok(evidence_write(evidence_of_messages(&read.list), copy, true, NULL, &failure),
              failure);
    messages_read_clear(&read);
    char *after = read_body(copy);
    assert_string_equal(before, after);
    free(before);
    free(after);
}

static void test_samples(void **state) {
    glob_t files;
    (void)state;
    assert_int_equal(glob(SAMPLES "/messages*.cert", 0, NULL, &files), 0);
    assert_in_range(files.gl_pathc, 5, 1000);
    for (size_t i = 0; i < files.gl_pathc; i++)
        round_trip(files.gl_pathv[i]);
    globfree(&files);
}

#define HEAD "steadycast certificate 1\nwriter test 1\nkind messages\n"
static const char rotation[] = HEAD
    "model logp\nlatency 3\noverhead 1\ngap 2\nprocessors 4\nitems 2\norigins all\nrotation\n"
    "period 0\nsends single\ndelay 9\nfinish 9\nstep 0\nsend 0 1 1\nstep 2\nsend 0 2 1 wait 2\n"
    "send 0 3 8\n";
static const char ports[] = HEAD "model ports\nlatency 1\nports 2\nprocessors 4\nitems 1\n"
                                 "origins all\nperiod 0\nsends any\ndelay 9\nfinish 9\nstep 0\n"
                                 "send 1 0 2\nsend 3 1 4\n";
static const char buffered[] = HEAD "model buffered\nlatency 3\nprocessors 3\nitems 2\nperiod 1\n"
                                    "sends single\ndelay 5\nfinish 6\nbuffer 2\nstep 0\n"
                                    "send 0 1 1\nstep 1\nsend 0 2 2 wait 1\n";

static void assert_list(const char *text, long count, bool all, bool turns) {
    struct messages_read read;
    struct failure failure;
    sealed_file_write(victim, text, strlen(text));
    assert_ok(read_path(victim, &read, &failure), failure);
    assert_int_equal(read.list.count, count);
    assert_int_equal(read.list.all, all);
    assert_int_equal(read.list.rotation, turns);
    messages_read_clear(&read);
    round_trip(victim);
}

static void test_models(void **state) {
    struct messages_read read;
    struct failure failure;
    (void)state;
    assert_list(rotation, 3, true, true);
    assert_list(ports, 2, true, false);
    assert_list(buffered, 2, false, false);
    sealed_file_write(victim, rotation, strlen(rotation));
    assert_ok(read_path(victim, &read, &failure), failure);
    const struct message *last = &read.array.messages[1];
    assert_int_equal(read.list.machine.overhead, 1);
    assert_int_equal(read.list.processors, 3);
    assert_int_equal(last->time, 2);
    assert_int_equal(last->to, 2);
    assert_int_equal(last->wait, 2);
    assert_int_equal(message_machine_flight(&read.list.machine, last), 7);
    messages_read_clear(&read);
}

struct fault {
    const char *sample;
    int line; /* that another stands for */
    const char *text;
    const char *says; /* behind the name of the file */
};

static const struct fault faults[] = {
    {rotation, 3, "kind schedule", ":3: expected 'kind messages'"},
    {rotation, 4, "model ring", ":4: expected 'model postal', logp"},
    {rotation, 5, "latency 0", ":5: expected a number in 1.."},
    {rotation, 6, "overhead -1", ":6: expected a number in 0.."},
    {rotation, 7, "gap 0", ":7: expected"},
    {rotation, 8, "processors 1", ":8: expected"},
    {rotation, 8, "processors 2147483648", ":8: expected"},
    {rotation, 8, "processors 2147483647", ":12: expected P*K below 2^31"},
    {rotation, 9, "items 0", ":9: expected"},
    {rotation, 10, "origins one", ":10: expected 'period NUMBER'"},
    {rotation, 12, "period 1", ":12: expected a number in 0..0"},
    {rotation, 13, "sends twice", ":13: expected 'sends single' or 'sends any'"},
    {rotation, 14, "delay", ":14: expected 'delay NUMBER'"},
    {rotation, 16, "send 0 1 1", ":16: expected 'step TIME'"},
    {rotation, 17, "send 1 2 1", ":17: expected a number in 0..0 as word 2"},
    {rotation, 17, "send 0 0 1", ":17: expected another receiver"},
    {rotation, 17, "send 0 4 1", ":17: expected a number in 0..3"},
    {rotation, 17, "send 0 1 9", ":17: expected a number in 1..8"},
    {rotation, 17, "send 0 1", ":17: expected"},
    {rotation, 17, "send 0 1 1 wait", ":17: expected 'send FROM TO ITEM'"},
    {rotation, 17, "send 0 1 1 wait 0", ":17: expected a number in 1.."},
    {rotation, 17, "send 0 1 1 wait 2147483647", ":17: expected a reception before 2^31"},
    {rotation, 17, "", ":17: expected 'step TIME' or"},
    {rotation, 18, "step 0", ":18: expected a number in 1.."},
    {rotation, 18, "step 1 2", ":18: expected 'step TIME'"},
    {ports, 6, "ports 0", ":6: expected a number in 1.."},
    {ports, 16, "send 0 1 1 wait 1", ":16: expected 'send FROM TO ITEM'"},
    {buffered, 12, "buffer 0", ":12: expected"},
    {buffered, 14, "send 1 0 1", ":14: expected a number in 1..2 as word 3"},
};

static void test_faults(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct messages_read read;
        struct failure failure = {STATUS_OK, ""};
        sealed_file_with_line(victim, faults[i].sample, faults[i].line, faults[i].text);
        assert_int_equal(read_path(victim, &read, &failure), STATUS_INPUT);
        const char *says = strstr(failure.message, victim);
        if (!says || strncmp(says + strlen(victim), faults[i].says, strlen(faults[i].says)) != 0)
            fail_msg("'%s': expected '%s', found '%s'", faults[i].text, faults[i].says,
                     failure.message);
    }
}

/* Cut anywhere, under a right digest. */
static void test_cut(void **state) {
    size_t head = strlen(HEAD), whole = strlen(ports), read_well = 0;
    (void)state;
    for (size_t length = head; length < whole; length++) {
        struct messages_read read;
        struct failure failure = {STATUS_OK, ""};
        sealed_file_write(victim, ports, length);
        if (read_path(victim, &read, &failure)) {
            assert_int_equal(failure.status, STATUS_INPUT);
            continue;
        }
        assert_int_equal(read.list.count, 1); /* at the end of a line alone */
        assert_int_equal(ports[length - 1], '\n');
        messages_read_clear(&read);
        read_well++;
    }
    assert_int_equal(read_well, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_cut),
    };
    return cmocka_run_group_tests(tests, setup, test_folder_remove);
}
