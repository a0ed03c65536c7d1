/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place of a broadcast of k items, from the construction to the file, one
 * place a run: each must end with STATUS_MEMORY and without a file, and (under a leak checker)
 * without leaks. */
#include "solver/base/evidence.h"
#include "solver/items/construction/block_broadcast.h"
#include "solver/items/construction/buffered_items.h"
#include "solver/items/construction/items_latency_two.h"
#include "solver/items/endgame/endgame.h"
#include "solver/items/endgame/few_items.h"
#include "solver/items/stream/plain_stream.h"
#include "solver/model/certificates.h"
#include "tests/items/items_test.h"
#include "tests/refuse_memory.h"

/* L = 2, by classes and message by message. */
static enum status of_two(const char *path, int n, bool single, struct failure *failure) {
    struct items_colours colours;
    struct every_items every;
    struct items_message_source *told;
    struct message_list list;
    mpz_t processors;
    mpz_init_set_si(processors, n);
    enum status status = single ? two_single_colours(&colours, processors, NULL, failure)
                                : two_endgame_colours(&colours, processors, NULL, failure);
    mpz_clear(processors);
    if (status)
        return status;
    every_items_of_colours(&every, &colours);
    status = every_items_list(&every, 5, &told, &list, NULL, failure);
    if (!status) {
        status = evidence_write(evidence_of_messages(&list), path, true, NULL, failure);
        items_message_source_free(told);
    }
    every_items_clear(&every);
    return status;
}

static enum status endgame(const char *path, struct failure *failure) {
    return of_two(path, 33, false, failure);
}

static enum status single(const char *path, struct failure *failure) {
    return of_two(path, 21, true, failure);
}

static enum status paper(const char *path, struct failure *failure) {
    struct items_schedule schedule;
    enum status status = paper_items(3, 9, 5, &schedule, failure);
    if (status)
        return status;
    status = evidence_write(evidence_of_messages(&schedule.list), path, true, NULL, failure);
    items_schedule_clear(&schedule);
    return status;
}

static enum status buffered(const char *path, struct failure *failure) {
    struct items_schedule schedule;
    enum status status = buffered_items(3, 13, 7, &schedule, failure);
    if (status)
        return status;
    status = evidence_write(evidence_of_messages(&schedule.list), path, true, NULL, failure);
    items_schedule_clear(&schedule);
    return status;
}

static enum status stream(const char *path, struct failure *failure) {
    const struct plain_question question = {5, 30, 3, 0};
    struct schedule words;
    bool found = false;
    enum status status = plain_stream_find(&question, NULL, &words, &found, failure);
    if (status)
        return status;
    assert_true(found);
    status = evidence_write(evidence_of_schedule(&words), path, true, NULL, failure);
    schedule_clear(&words);
    return status;
}

static enum status of_every(const char *path, int latency, unsigned long n,
                            struct failure *failure) {
    struct every_items every;
    bool found = false;
    mpz_t processors;
    mpz_init_set_ui(processors, n);
    enum status status = endgame_find(latency, processors, NULL, &every, &found, failure);
    mpz_clear(processors);
    if (status)
        return status;
    assert_true(found);
    status = evidence_write(evidence_of_every_items(&every), path, true, NULL, failure);
    every_items_clear(&every);
    return status;
}

/* A plain stream, and its colours by exchanges. */
static enum status classes(const char *path, struct failure *failure) {
    return of_every(path, 5, 30, failure);
}

/* The stream and its colours by formulas. */
static enum status searched(const char *path, struct failure *failure) {
    return of_every(path, 3, 2, failure);
}

static enum status alone(const char *path, struct failure *failure) {
    return of_every(path, 3, 1, failure);
}

static enum status few(const char *path, struct failure *failure) {
    struct items_colours colours;
    struct items_schedule schedule;
    bool found = false;
    enum status status = few_items(4, 23, 2, 15, NULL, &colours, &found, failure);
    if (status)
        return status;
    assert_true(found);
    status = few_items_schedule(&colours, &schedule, failure);
    items_colours_clear(&colours);
    if (status)
        return status;
    status = evidence_write(evidence_of_messages(&schedule.list), path, true, NULL, failure);
    items_schedule_clear(&schedule);
    return status;
}

static void everywhere(void **state) {
    static enum status (*const parts[])(const char *, struct failure *) = {
        endgame, single, paper, buffered, stream, classes, searched, alone, few};
    char path[TEST_PATH_ROOM];
    (void)state;
    test_path(path, "refused.cert");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        long grant = 0;
        enum status status;
        unlink(path);
        do {
            struct failure failure = {STATUS_OK, ""};
            allocations_granted = grant++;
            status = parts[i](path, &failure);
            allocations_granted = -1;
            assert_int_equal(failure.status, status);
            assert_int_equal(access(path, F_OK) == 0, status == STATUS_OK);
            if (status) {
                assert_int_equal(status, STATUS_MEMORY);
                assert_non_null(strstr(failure.message, "memory"));
            }
        } while (status);
        assert_true(grant > 5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(everywhere)};
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
