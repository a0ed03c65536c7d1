/* SPDX-License-Identifier: MIT */
/* L = 1: constructions end at the bound, K-1 + ceil(log2 P), and are right for every number of
 * processors and items: played, the large ones by a player of their own, and judged by
 * steadycheck. */
#include "solver/items/items_bound.h"
#include "solver/model/certificates.h"
#include "solver/question/constructions.h"
#include "tests/items/items_test.h"

static struct items_plans *plans;
static const struct limits endless = {.threads = 1};

static void build(struct items_schedule *schedule, int n, int items) {
    struct items_question question = {1, 1, n, items, false, 0};
    const struct items_construction *by = NULL;
    struct failure failure;
    int finish = 0, least = items - 1;
    for (int reached = 1; reached < n + 1; reached *= 2)
        least++;
    assert_ok(items_question_bound(&question, &finish, &failure), failure);
    assert_int_equal(finish, least);
    assert_ok(items_construct(plans, &question, finish, &endless, schedule, &by, &failure),
              failure);
    assert_non_null(by);
    assert_int_equal(schedule->list.finish, finish);
    assert_int_equal(schedule->list.processors, n);
    assert_int_equal(schedule->list.items, items);
}

static void small_numbers(void **state) {
    (void)state;
    for (int n = 1; n <= 36; n++)
        for (int items = 1; items <= 9; items++) {
            struct items_schedule schedule;
            build(&schedule, n, items);
            const char *fault = naive_messages_fault(&schedule.list);
            if (fault)
                fail_msg("N=%d k=%d: %s", n, items, fault);
            items_schedule_clear(&schedule);
        }
}

/* For lists of any length: every processor's items and its last reception and sending. */
struct player {
    int size;
    int items;
    int *since; /* [processor * items + item - 1]: from which time on it has the item, or 0 */
    int *received, *sent; /* [processor]: time of the last one, more 1 */
    long count;
    int time;
};

static enum status play(void *context, const struct message *m, struct failure *failure) {
    struct player *player = context;
    int *to = &player->since[(size_t)m->to * (size_t)player->items + (size_t)m->item - 1];
    int *from = &player->since[(size_t)m->from * (size_t)player->items + (size_t)m->item - 1];
    bool in_order = m->time >= player->time;
    bool in_range = m->to >= 1 && m->to < player->size && m->item >= 1 && m->item <= player->items;
    if (!in_order || !in_range || *to || (m->from && (!*from || *from > m->time)) ||
        player->received[m->to] == m->time + 1 || player->sent[m->from] == m->time + 1)
        return failure_set(failure, STATUS_INTERNAL, "P=%d k=%d: at %d from %d to %d item %d",
                           player->size, player->items, m->time, m->from, m->to, m->item);
    *to = player->received[m->to] = player->sent[m->from] = m->time + 1;
    player->time = m->time;
    player->count++;
    return STATUS_OK;
}

static void assert_right(int n, int items) {
    struct items_schedule schedule;
    struct failure failure;
    size_t size = (size_t)n + 1;
    struct player player = {.size = n + 1,
                            .items = items,
                            .since = calloc(size * (size_t)items, sizeof(int)),
                            .received = calloc(size, sizeof(int)),
                            .sent = calloc(size, sizeof(int)),
                            .time = -1};
    assert_true(player.since && player.received && player.sent);
    build(&schedule, n, items);
    assert_ok(message_list_each(&schedule.list, play, &player, NULL, &failure), failure);
    assert_int_equal(player.count, (long)n * items);
    assert_int_equal(player.time + 1, schedule.list.finish);
    items_schedule_clear(&schedule);
    free(player.since);
    free(player.received);
    free(player.sent);
}

static void every_number(void **state) {
    (void)state;
    for (int n = 1; n < 700; n++)
        assert_right(n, 1 + n % 14);
}

static void larger_numbers(void **state) {
    static const int numbers[] = {4094, 4095, 4096, 65534, 65535, 65536, 99999, 2047, 300};
    uint64_t random = random_seed();
    (void)state;
    for (int i = 0; i < 30; i++) {
        int listed = sizeof numbers / sizeof *numbers;
        int n = i < listed ? numbers[i] : 2000 + random_below(&random, 30000);
        assert_right(n, 1 + random_below(&random, n > 20000 ? 40 : 300));
    }
}

static void certificates_are_verified(void **state) {
    uint64_t random = random_seed();
    (void)state;
    for (int i = 0; i < 20; i++) {
        char path[TEST_PATH_ROOM];
        struct items_schedule schedule;
        struct failure failure;
        build(&schedule, 1 + random_below(&random, 200), 1 + random_below(&random, 50));
        assert_ok(evidence_write(evidence_of_messages(&schedule.list),
                                 test_path(path, "messages.cert"), true, NULL, &failure),
                  failure);
        assert_verified(path, "postal L=1 ");
        items_schedule_clear(&schedule);
    }
}

static int begin(void **state) {
    plans = items_plans_new();
    return plans ? test_folder_make(state) : -1;
}

static int end(void **state) {
    items_plans_free(plans);
    return test_folder_remove(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_numbers),
        cmocka_unit_test(every_number),
        cmocka_unit_test(larger_numbers),
        cmocka_unit_test(certificates_are_verified),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
