/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place of a list of messages, from the schedule to the file, one place a
 * run: each must end with STATUS_MEMORY and without a file, and (under a leak checker) without
 * leaks. */
#include "solver/model/certificates.h"
#include "solver/stream/construction/best_schedule.h"
#include "tests/refuse_memory.h"
#include "tests/solver/certificate_test.h"

static enum status list(const char *path, int latency, mpz_srcptr processors,
                        struct failure *failure) {
    struct message_run machine = message_run_postal(latency);
    struct schedule periodic;
    struct messages messages;
    enum status status = best_schedule(&periodic, latency, processors, NULL, failure);
    if (status)
        return status;
    status = messages_of_schedule(&messages, &periodic, &machine, 3, false, failure);
    schedule_clear(&periodic);
    if (status)
        return status;
    struct message_list told = messages_list(&messages);
    status = evidence_write(evidence_of_messages(&told), path, true, NULL, failure);
    messages_clear(&messages);
    return status;
}

static void everywhere(void **state) {
    static const int questions[][2] = {{1, 9}, {2, 21}, {2, 8}, {4, 7}, {5, 20}};
    char path[TEST_PATH_ROOM];
    mpz_t processors;
    (void)state;
    mpz_init(processors);
    test_path(path, "refused.cert");
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        long grant = 0;
        enum status status;
        mpz_set_si(processors, questions[i][1]);
        unlink(path);
        do {
            struct failure failure = {STATUS_OK, ""};
            allocations_granted = grant++;
            status = list(path, questions[i][0], processors, &failure);
            allocations_granted = -1;
            assert_int_equal(failure.status, status);
            assert_int_equal(access(path, F_OK) == 0, status == STATUS_OK);
            if (status) {
                assert_int_equal(status, STATUS_MEMORY);
                assert_non_null(strstr(failure.message, "memory"));
            }
        } while (status);
        assert_true(grant > 20);
        assert_verified(path, "postal ");
    }
    mpz_clear(processors);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everywhere)};
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
