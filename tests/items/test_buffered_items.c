/* SPDX-License-Identifier: MIT */
/* Theorem 3.8: schedules with buffers, played message by message, their times and buffers, and the
 * table of what was delayed by what. */
#include "solver/items/construction/buffered_items.h"
#include "solver/model/certificates.h"
#include "solver/model/message_play.h"
#include "tests/items/items_test.h"

/* B(N), counted from the definition: a tree grows. */
static int least_depth(int latency, int n) {
    int f[400];
    for (int t = 0; t < 400; t++) {
        f[t] = t < latency ? 1 : f[t - 1] + f[t - latency];
        if (f[t] >= n)
            return t;
    }
    fail_msg("too large");
    return 0;
}

static void assert_buffered(int latency, int n, int items) {
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(buffered_items(latency, n, items, &schedule, &failure), failure);
    assert_int_equal(schedule.list.finish, latency + least_depth(latency, n) + items - 1);
    assert_int_equal(schedule.list.machine.model, MESSAGE_BUFFERED);
    assert_ok(message_verify(&schedule.list, NULL, NULL, &failure), failure);
    if (schedule.list.count < 500)
        assert_null(naive_messages_fault(&schedule.list));
    assert_true(schedule.list.single);
    assert_in_range(schedule.list.buffer, 1, 2);
    items_schedule_clear(&schedule);
}

static void every_small_number(void **state) {
    (void)state;
    for (int latency = 1; latency <= 9; latency++)
        for (int n = 1; n <= 36; n++)
            for (int items = 1; items <= 40; items += 1 + items / 6)
                assert_buffered(latency, n, items);
}

/* N = f_t, also where no endless stream has this delay: L = 2, t = 7..; L even, t = 2L. */
static void whole_trees(void **state) {
    (void)state;
    for (int latency = 1; latency <= 12; latency++) {
        int f[100], t = 0;
        for (t = 0; t < 100; t++) {
            f[t] = t < latency ? 1 : f[t - 1] + f[t - latency];
            if (f[t] > 1500)
                break;
            assert_buffered(latency, f[t], 3);
            assert_buffered(latency, f[t], 2 * t + 1);
        }
    }
}

static void larger_numbers(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int i = 0; i < 40; i++)
        assert_buffered(1 + random_below(&random, 30), 37 + random_below(&random, 3000),
                        1 + random_below(&random, 120));
}

/* --- a player of its own, from the definition of the model --- */

struct played {
    int processors, items, latency;
    int *has;      /* has[p * (items + 1) + item]: from when on; -1: never */
    char *sends;   /* sends[p * steps + time] */
    char *hears;   /* likewise */
    char *waiting; /* messages in the buffer */
    int steps;
    int buffer;
};

static enum status play(void *context, const struct message *m, struct failure *failure) {
    struct played *played = context;
    int arrives = m->time + played->latency, heard = arrives + m->wait, steps = played->steps;
    int *has = &played->has[m->to * (played->items + 1) + m->item];
    int from = played->has[m->from * (played->items + 1) + m->item];
    if (m->wait < 0 || heard >= steps || from < 0 || from > m->time || *has >= 0)
        return failure_set(failure, STATUS_INTERNAL, "item %d at %d is had or not", m->item,
                           m->time);
    if (played->sends[m->from * steps + m->time]++ || played->hears[m->to * steps + heard]++)
        return failure_set(failure, STATUS_INTERNAL, "two messages at %d", m->time);
    *has = heard;
    for (int time = arrives; time <= heard; time++)
        if (++played->waiting[m->to * steps + time] > played->buffer)
            played->buffer = played->waiting[m->to * steps + time];
    return STATUS_OK;
}

static void assert_played(int latency, int n, int items) {
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(buffered_items(latency, n, items, &schedule, &failure), failure);
    int steps = latency + least_depth(latency, n) + items;
    size_t cells = (size_t)(n + 1) * (size_t)steps, cares = (size_t)(n + 1) * (size_t)(items + 1);
    struct played played = {n,
                            items,
                            latency,
                            malloc(cares * sizeof(int)),
                            calloc(cells, 1),
                            calloc(cells, 1),
                            calloc(cells, 1),
                            steps,
                            0};
    assert_true(played.has && played.sends && played.hears && played.waiting);
    for (size_t i = 0; i < cares; i++)
        played.has[i] = i <= (size_t)items ? 0 : -1;
    assert_ok(message_list_each(&schedule.list, play, &played, NULL, &failure), failure);
    for (int p = 1; p <= n; p++)
        for (int item = 1; item <= items; item++)
            assert_true(played.has[p * (items + 1) + item] > 0);
    assert_int_equal(played.buffer, schedule.list.buffer);
    free(played.has);
    free(played.sends);
    free(played.hears);
    free(played.waiting);
    items_schedule_clear(&schedule);
}

static void played_alone(void **state) {
    (void)state;
    for (int latency = 1; latency <= 8; latency++)
        for (int n = 1; n <= 60; n += 1 + n / 9)
            for (int items = 1; items <= 60; items = 2 * items + 3)
                assert_played(latency, n, items);
}

/* --- active and inactive items --- */

/* How many messages carry an active item, one that the receiver sends on; these never wait. */
static int active_of(const struct message *heard, long count) {
    int active = 0;
    for (int i = 0; i < count; i++) {
        bool sent_on = false;
        for (int j = 0; j < count && !sent_on; j++)
            sent_on = heard[j].from == heard[i].to && heard[j].item == heard[i].item;
        if (sent_on)
            assert_int_equal(heard[i].wait, 0);
        active += sent_on;
    }
    return active;
}

/* What waits arrived together with an active item of the same processor. */
static void assert_delayed_by_active(const struct message *heard, long count) {
    for (int i = 0; i < count; i++) {
        const struct message *late = &heard[i];
        int together = 0;
        for (int j = 0; j < count; j++) {
            const struct message *other = &heard[j];
            together +=
                j != i && other->to == late->to && other->wait == 0 && other->time == late->time;
        }
        assert_int_equal(together, late->wait > 0);
    }
}

static void items_of(int latency, int n, int items, int senders) {
    struct items_schedule schedule;
    struct failure failure;
    assert_ok(buffered_items(latency, n, items, &schedule, &failure), failure);
    assert_int_equal(schedule.list.finish, latency + least_depth(latency, n) + items - 1);
    struct message *heard = naive_messages_hear(&schedule.list);
    assert_int_equal(active_of(heard, schedule.list.count), items * senders);
    assert_delayed_by_active(heard, schedule.list.count);
    free(heard);
    items_schedule_clear(&schedule);
}

static void active_items(void **state) {
    (void)state;
    items_of(3, 13, 14, 4); /* Figure 5: blocks of the sizes 6, 3, 2, 1; it ends at 24 */
    items_of(2, 21, 30, 8); /* f_7, where the endless stream takes one step more */
    items_of(4, 6, 9, 2);
}

static void certificates(void **state) {
    static const int cases[][3] = {{1, 16, 9}, {2, 21, 60}, {3, 13, 14}, {4, 7, 40}, {6, 150, 45}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct items_schedule schedule;
        struct failure failure;
        char path[TEST_PATH_ROOM], claim[100];
        int latency = cases[i][0], n = cases[i][1], items = cases[i][2];
        assert_ok(buffered_items(latency, n, items, &schedule, &failure), failure);
        assert_ok(evidence_write(evidence_of_messages(&schedule.list),
                                 test_path(path, "buffered.cert"), true, NULL, &failure),
                  failure);
        snprintf(claim, sizeof claim, "buffered L=%d B=%d P=%d K=%d", latency, schedule.list.buffer,
                 n + 1, items);
        assert_verified(path, claim);
        assert_int_equal(schedule.list.buffer, latency > 1 ? 2 : 1);
        items_schedule_clear(&schedule);
    }
}

static void refused(void **state) {
    struct items_schedule schedule;
    struct failure failure;
    (void)state;
    assert_int_equal(buffered_items(0, 5, 3, &schedule, &failure), STATUS_INPUT);
    assert_int_equal(buffered_items(3, 0, 3, &schedule, &failure), STATUS_INPUT);
    assert_int_equal(buffered_items(3, 8, 0, &schedule, &failure), STATUS_INPUT);
    assert_int_equal(buffered_items(3, 8, 2147483647, &schedule, &failure), STATUS_LIMIT);
    assert_int_equal(buffered_items(3, 1000001, 3, &schedule, &failure), STATUS_LIMIT);
    assert_int_equal(buffered_items(2000000, 5, 3, &schedule, &failure), STATUS_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_number),
        cmocka_unit_test(whole_trees),
        cmocka_unit_test(larger_numbers),
        cmocka_unit_test(played_alone),
        cmocka_unit_test(active_items),
        cmocka_unit_test(certificates),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
