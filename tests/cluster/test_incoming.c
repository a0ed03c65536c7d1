/* SPDX-License-Identifier: MIT */
/* Files that a rank sends: kept as they come, in parts, and only where and as the result says. */
#include "tests/solver/certificate_test.h"

#include "tools/cluster/incoming.h"

static const char body[] = "bytes of a certificate\n";

static void send_body(struct incoming *incoming, const char *name) {
    struct failure failure;
    size_t length = sizeof body - 1;
    assert_ok(incoming_begin(incoming, test_folder, name, length, &failure), failure);
    assert_ok(incoming_part(incoming, body, 7, &failure), failure);
    assert_ok(incoming_part(incoming, body + 7, length - 7, &failure), failure);
}

static struct case_result result_of(char *name) {
    struct case_result result = {.certificate_count = 1};
    result.certificates[0] = (struct case_certificate){.file = name, .size = sizeof body - 1};
    digest_bytes(body, sizeof body - 1, result.certificates[0].digest);
    return result;
}

static void what_has_come_is_kept(void **state) {
    (void)state;
    struct incoming incoming = {.open = false};
    char name[] = "decide-L3/t7.cert", path[TEST_PATH_ROOM], text[sizeof body] = "";
    struct case_result result = result_of(name);
    send_body(&incoming, name);
    assert_true(incoming_fits(&incoming, &result));
    assert_false(incoming_fits(&incoming, &result)); /* they are forgotten */
    FILE *file = fopen(test_path(path, name), "rb");
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text, file), sizeof body - 1);
    fclose(file);
    assert_string_equal(text, body);
    incoming_clear(&incoming);
}

static void other_results_do_not_fit(void **state) {
    (void)state;
    char name[] = "a/b.cert", other[] = "a/c.cert";
    struct case_result wrong[4];
    for (int i = 0; i < 4; i++)
        wrong[i] = result_of(name);
    wrong[0].certificates[0].file = other;
    wrong[1].certificates[0].size++;
    wrong[2].certificates[0].digest[5] ^= 1;
    wrong[3].certificate_count = 0;
    for (int i = 0; i < 4; i++) {
        struct incoming incoming = {.open = false};
        send_body(&incoming, name);
        assert_false(incoming_fits(&incoming, &wrong[i]));
        incoming_clear(&incoming);
    }
}

static void nothing_leads_out(void **state) {
    (void)state;
    static const char *const names[] = {"", "/tmp/x", "../x", "a/../../x"};
    struct failure failure;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct incoming incoming = {.open = false};
        assert_int_equal(incoming_begin(&incoming, test_folder, names[i], 1, &failure),
                         STATUS_INTERNAL);
        incoming_clear(&incoming);
    }
}

static void disorder_is_refused(void **state) {
    (void)state;
    struct incoming incoming = {.open = false};
    struct failure failure;
    char path[TEST_PATH_ROOM];
    assert_int_equal(incoming_part(&incoming, body, 1, &failure), STATUS_INTERNAL);
    assert_ok(incoming_begin(&incoming, test_folder, "half", 3, &failure), failure);
    assert_int_equal(incoming_begin(&incoming, test_folder, "next", 3, &failure), STATUS_INTERNAL);
    assert_int_equal(incoming_part(&incoming, body, 4, &failure), STATUS_INTERNAL);
    assert_ok(incoming_part(&incoming, body, 2, &failure), failure);
    incoming_clear(&incoming);
    assert_int_not_equal(access(test_path(path, "half"), F_OK), 0);
    assert_int_not_equal(access(test_path(path, "half.partial"), F_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_come_is_kept),
        cmocka_unit_test(other_results_do_not_fit),
        cmocka_unit_test(nothing_leads_out),
        cmocka_unit_test(disorder_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
