/* SPDX-License-Identifier: MIT */
/* An algorithm in XML, read and run with each allocation refused, and with each byte of the file
 * another one: a message, and nothing worse. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "solver/network/network_names.h"
#include "tests/refuse_memory.h"
#include "tools/steadycast/interchange/msccl_file.h"

static const char sums[] =
    "<algo ngpus=\"2\" nchunksperloop=\"2\" coll=\"reducescatter\" inplace=\"0\" outofplace=\"1\">"
    "<gpu id=\"0\" i_chunks=\"2\" o_chunks=\"1\" s_chunks=\"0\"><tb id=\"0\" send=\"1\" "
    "recv=\"1\" chan=\"0\"><step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"1\" cnt=\"1\"/>"
    "<step s=\"1\" type=\"rrc\" srcbuf=\"i\" srcoff=\"0\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"/>"
    "</tb></gpu>"
    "<gpu id=\"1\" i_chunks=\"2\" o_chunks=\"1\" s_chunks=\"0\"><tb id=\"0\" send=\"0\" "
    "recv=\"0\" chan=\"0\"><step s=\"0\" type=\"s\" srcbuf=\"i\" srcoff=\"0\" cnt=\"1\"/>"
    "<step s=\"1\" type=\"rrc\" srcbuf=\"i\" srcoff=\"1\" dstbuf=\"o\" dstoff=\"0\" cnt=\"1\"/>"
    "</tb></gpu></algo>";

static enum status read_and_run(const char *text, struct failure *failure) {
    struct msccl_file file;
    struct network_read read = {0};
    enum status status = network_parse_in("path:2", NULL, &read.network, failure);
    if (!status) {
        status = msccl_file_read("a.xml", text, strlen(text), &file, failure);
        if (!status)
            status = msccl_file_run(&file, -1, true, NULL, &read, failure);
        msccl_file_clear(&file);
    }
    if (!status)
        assert_int_equal(read.schedule.count, 2);
    if (!status)
        assert_int_equal(read.schedule.task.steps, 1);
    network_read_clear(&read);
    return status;
}

static void refused_memory_is_told(void **state) {
    struct failure failure = {0};
    long granted = 0;
    (void)state;
    for (;; granted++) {
        allocations_granted = granted;
        enum status status = read_and_run(sums, &failure);
        bool all = allocations_granted >= 0;
        allocations_granted = -1;
        if (all) {
            assert_int_equal(status, STATUS_OK);
            break;
        }
        assert_int_equal(status, STATUS_MEMORY);
    }
    assert_true(granted > 20);
}

/* Another byte leaves the same schedule, or a message: letters of attributes, digits, signs. */
static void other_files_are_refused(void **state) {
    static const char others[] = "0129-o\"<x";
    char text[sizeof sums];
    int refused = 0;
    (void)state;
    for (size_t i = 0; i + 1 < sizeof sums; i++)
        for (const char *other = others; *other; other++) {
            struct failure failure = {0};
            memcpy(text, sums, sizeof sums);
            text[i] = *other;
            enum status status = read_and_run(text, &failure);
            refused += status != STATUS_OK;
            assert_true(status == STATUS_OK || status == STATUS_INPUT || status == STATUS_LIMIT);
            assert_true(status == STATUS_OK || *failure.message);
        }
    assert_true(refused > 3000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_memory_is_told),
        cmocka_unit_test(other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
