/* SPDX-License-Identifier: MIT */
/* Certificates about networks, read: written again they are the same bytes; with a line changed
 * they are read or refused with a line, and nothing else. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solver/base/digest.h"
#include "solver/network/network_frontier.h"
#include "solver/network/network_names.h"
#include "solver/network/network_read.h"
#include "solver/network/network_stream.h"
#include "solver/network/network_trees.h"
#include "tests/solver/solver_test.h"

#include "tests/refuse_memory.h"

enum { ROOM = 1 << 16, CHANGES = 400 };

static const struct limits limits = {0};
static char path[] = "/tmp/network_read.XXXXXX";

typedef enum status put(const void *body, struct certificate_output *output,
                        const struct limits *limits, struct failure *failure);

static void write_certificate(const char *kind, put *body, const void *what) {
    struct failure failure;
    struct certificate_output *output;
    assert_ok(certificate_open(&output, path, true, kind, &failure), failure);
    assert_ok(body(what, output, NULL, &failure), failure);
    assert_ok(certificate_close(output, &failure), failure);
}

static size_t read_bytes(char *text) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(text, 1, ROOM - 1, file);
    fclose(file);
    text[size] = 0;
    return size;
}

static void write_bytes(const char *text, size_t size) {
    char hex[DIGEST_ROOM];
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    digest_bytes(text, size, hex);
    fwrite(text, 1, size, file);
    fprintf(file, "digest sha256 %s\n", hex);
    fclose(file);
}

static enum status load(struct network_read *read, int steps, struct failure *failure) {
    struct certificate_input input;
    enum status status = certificate_load(&input, path, failure);
    if (status)
        return status;
    status = network_read_all(read, &input, steps, failure);
    certificate_unload(&input);
    return status;
}

/* A number of some line is another one, or a line goes. */
static size_t change(char *text, size_t size, uint64_t *seed) {
    size_t at = (size_t)random_below(seed, (int)size), end = at;
    while (at > 0 && text[at - 1] != '\n')
        at--;
    while (text[end] != '\n')
        end++;
    if (random_below(seed, 3) == 0) {
        memmove(text + at, text + end + 1, size - end);
        return size - (end + 1 - at);
    }
    for (size_t i = at + (size_t)random_below(seed, (int)(end - at) + 1); i < end; i++)
        if (text[i] >= '0' && text[i] <= '9') {
            text[i] = (char)('0' + random_below(seed, 10));
            break;
        }
    return size;
}

static void try_changes(uint64_t *seed) {
    static char text[ROOM], changed[ROOM];
    size_t size = read_bytes(text) - (DIGEST_ROOM + sizeof "digest sha256 " - 1);
    int refused = 0;
    for (int i = 0; i < CHANGES; i++) {
        struct network_read read;
        struct failure failure;
        memcpy(changed, text, size);
        write_bytes(changed, change(changed, size, seed));
        enum status status = load(&read, NETWORK_READ_ONLY, &failure);
        if (status == STATUS_OK)
            network_read_clear(&read);
        else
            assert_true(status == STATUS_INPUT || status == STATUS_LIMIT);
        refused += status != STATUS_OK;
    }
    assert_in_range(refused, CHANGES / 2, CHANGES);
}

static void assert_same(const struct network_schedule *schedule) {
    static char first[ROOM], second[ROOM];
    struct network_read read;
    struct failure failure;
    write_certificate("network-schedule", certificate_put_network_schedule, schedule);
    size_t size = read_bytes(first);
    assert_ok(load(&read, NETWORK_READ_ONLY, &failure), failure);
    assert_true(read.has_schedule);
    write_certificate("network-schedule", certificate_put_network_schedule, &read.schedule);
    assert_int_equal(size, read_bytes(second));
    assert_memory_equal(first, second, size);
    network_read_clear(&read);
}

static void test_collectives(void **state) {
    /* The last one gets ports of half duplex, which count what comes when it arrives. */
    static const char *const names[] = {"ring:5",   "dgx1",   "hub:4",
                                        "path:4@2", "star:5", "star:4@3"};
    uint64_t seed = 7;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (int c = 0; c < COLLECTIVES; c++) {
            struct network network;
            struct network_problem problem;
            struct network_schedule schedule;
            struct failure failure;
            bool half = i + 1 == sizeof names / sizeof *names;
            assert_ok(network_parse_in(names[i], NULL, &network, &failure), failure);
            assert_ok(network_limit_ports(&network, half ? NETWORK_PORTS_HALF : NETWORK_LINKS, 1,
                                          &failure),
                      failure);
            assert_true(!half || network.groups[0].port == 1);
            assert_ok(network_problem_init(&problem, &network, c, c % 3, &failure), failure);
            struct network_task task = {.problem = &problem, .chunks = 1 + c % 3, .rounds = !half};
            assert_ok(network_problem_least_steps(&problem, &limits, &task.steps, &failure),
                      failure);
            assert_ok(
                (half ? network_one_by_one : network_shortest)(&task, &limits, &schedule, &failure),
                failure);
            assert_same(&schedule);
            try_changes(&seed);
            network_schedule_clear(&schedule);
            network_problem_clear(&problem);
            network_clear(&network);
        }
}

static void test_streams(void **state) {
    struct network network;
    struct network_problem problem;
    struct network_stream stream;
    struct failure failure;
    uint64_t seed = 8, decisions = 0;
    (void)state;
    assert_ok(network_parse_in("ring:6", NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_BROADCAST, 2, &failure), failure);
    assert_ok(network_stream_find(&problem, 3, 2, NETWORK_STREAM_ANY, NULL, &limits, &stream,
                                  &decisions, &failure),
              failure);
    assert_true(stream.upper > 0);
    assert_same(&stream.schedule);
    try_changes(&seed);
    network_stream_clear(&stream);
    network_problem_clear(&problem);
    network_clear(&network);
}

static void test_frontiers(void **state) {
    struct network network;
    struct network_problem problem;
    struct network_frontier frontier;
    struct network_read read;
    struct failure failure;
    uint64_t seed = 9;
    (void)state;
    assert_ok(network_parse_in("path:3", NULL, &network, &failure), failure);
    assert_ok(network_problem_init(&problem, &network, COLLECTIVE_BROADCAST, 0, &failure), failure);
    assert_ok(network_frontier_find(&problem, 4, NULL, NULL, &limits, &frontier, &failure),
              failure);
    assert_true(frontier.is_whole && frontier.count == 3);
    write_certificate("network-frontier", certificate_put_frontier, &frontier);
    assert_int_equal(load(&read, NETWORK_READ_ONLY, &failure), STATUS_INPUT);
    assert_int_equal(load(&read, 5, &failure), STATUS_INPUT);
    assert_ok(load(&read, NETWORK_READ_NONE, &failure), failure);
    assert_false(read.has_schedule);
    assert_int_equal(read.until, 4);
    for (int i = 0; i < 3; i++) {
        const struct network_read_point *point = &read.points[i];
        assert_int_equal(point->steps, frontier.points[i].steps);
        assert_int_equal(mpq_cmp_si(frontier.points[i].bound.value, point->p, (unsigned)point->q),
                         0);
    }
    network_read_clear(&read);
    assert_ok(load(&read, 3, &failure), failure);
    assert_int_equal(read.schedule.task.steps, 3);
    assert_int_equal((int64_t)read.schedule.task.rounds * read.points[1].q,
                     (int64_t)read.schedule.task.chunks * read.points[1].p);
    network_read_clear(&read);
    for (long granted = 0, status = STATUS_MEMORY; status != STATUS_OK; granted++) {
        allocations_granted = granted;
        status = load(&read, 3, &failure);
        allocations_granted = -1;
        assert_true(status == STATUS_OK || status == STATUS_MEMORY);
        if (status == STATUS_OK)
            network_read_clear(&read);
    }
    try_changes(&seed);
    network_frontier_clear(&frontier);
    network_problem_clear(&problem);
    network_clear(&network);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_collectives),
                                       cmocka_unit_test(test_streams),
                                       cmocka_unit_test(test_frontiers)};
    close(mkstemp(path));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
