/* SPDX-License-Identifier: MIT */
/* Sums: trees by trying, schedules played and verified by steadycheck, changed schedules
 * refused. */
#include <limits.h>

#include "solver/collective/messages_read.h"
#include "solver/collective/summation/summation.h"
#include "solver/collective/summation/summation_most.h"
#include "solver/model/message_play.h"
#include "tests/collective/summation_test.h"

/* --- trees --- */

/* S of the best nodes, from one list of all. */
static int naive_sends(const struct logp_machine *machine, int64_t time, int64_t least,
                       int64_t *sends, int room) {
    int64_t apart = machine->gap > machine->overhead + 1 ? machine->gap : machine->overhead + 1;
    int count = 0;
    sends[count++] = time;
    for (int i = 0; i < count && count < room; i++)
        for (int64_t s = sends[i] - machine->latency - 1 - 2 * machine->overhead;
             s >= least && count < room; s -= apart)
            sends[count++] = s;
    for (int i = 0; i < count; i++)
        for (int j = i; j > 0 && sends[j] > sends[j - 1]; j--) {
            int64_t other = sends[j];
            sends[j] = sends[j - 1];
            sends[j - 1] = other;
        }
    return count;
}

static void assert_best_tree(const struct logp_machine *machine, int64_t time) {
    enum { ROOM = 4000 };
    static int64_t sends[ROOM];
    struct summation_tree tree;
    struct failure failure;
    int64_t least = machine->overhead + 1, sum = time + 1;
    int count = naive_sends(machine, time, least, sends, ROOM);
    assert_true(count < ROOM);
    for (int most = 1; most <= count + 1; most += 1 + most / 2) {
        assert_ok(summation_tree_best(machine, summation_apart(machine), time, most, least, &tree,
                                      &failure),
                  failure);
        assert_int_equal(tree.count, most < count ? most : count);
        sum = time + 1;
        for (int i = 0; i < tree.count; i++) {
            assert_int_equal(tree.sends[i], sends[i]);
            sum += i > 0 ? tree.sends[i] - machine->overhead : 0;
        }
        assert_int_equal(summation_by_formula(machine, most, (int)time), sum);
        struct summation summation = summation_of_tree(&tree);
        assert_int_equal(summation.operands, sum);
        summation_clear(&summation);
        summation_tree_clear(&tree);
    }
}

static void trees_are_the_best(void **state) {
    (void)state;
    for (int L = 1; L <= 3; L++)
        for (int o = 0; o <= 3; o++)
            for (int g = 1; g <= 5; g++)
                for (int time = 0; time <= 16; time += 1 + (time > 9))
                    assert_best_tree(&(struct logp_machine){L, o, g}, time);
}

static void least_times_are_inverse(void **state) {
    struct failure failure;
    mpz_t operands;
    (void)state;
    mpz_init(operands);
    for (int o = 0; o <= 3; o++)
        for (int processors = 1; processors <= 60; processors += 7) {
            const struct logp_machine machine = {4, o, 3};
            int64_t expected = 0, time = -1;
            for (long n = 1; n <= 400; n++) {
                while (summation_by_formula(&machine, processors, (int)expected) < n)
                    expected++;
                mpz_set_si(operands, n);
                assert_ok(
                    summation_least_time(&machine, processors, operands, NULL, &time, &failure),
                    failure);
                assert_int_equal(time, expected);
            }
        }
    int64_t time = 7;
    const struct logp_machine machine = {4, 1, 3};
    mpz_ui_pow_ui(operands, 10, 30);
    assert_int_equal(summation_least_time(&machine, 5, operands, NULL, &time, &failure),
                     STATUS_LIMIT);
    mpz_set_ui(operands, 0);
    assert_int_equal(summation_least_time(&machine, 5, operands, NULL, &time, &failure),
                     STATUS_INPUT);
    assert_int_equal(time, 7);
    mpz_clear(operands);
}

static void bad_questions_are_refused(void **state) {
    static const struct logp_machine wrong[] = {{0, 0, 1}, {1, -1, 1}, {1, 0, 0}}, fine = {1, 1, 1};
    struct summation_tree tree = {.count = 7};
    struct failure failure;
    mpz_t operands;
    (void)state;
    mpz_init_set_ui(operands, 5);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(summation_tree_best(&wrong[i], 2, 5, 3, 0, &tree, &failure), STATUS_INPUT);
        assert_int_equal(summation_most(&wrong[i], 2, 5, operands, &failure), STATUS_INPUT);
    }
    assert_int_equal(summation_tree_best(&fine, 2, -1, 3, 0, &tree, &failure), STATUS_INPUT);
    assert_int_equal(summation_tree_best(&fine, 2, 1, 0, 0, &tree, &failure), STATUS_INPUT);
    assert_int_equal(summation_tree_best(&fine, 2, SUMMATION_MOST_TIME + 1, 2, 0, &tree, &failure),
                     STATUS_LIMIT);
    assert_int_equal(summation_most(&fine, 0, 5, operands, &failure), STATUS_INPUT);
    assert_int_equal(summation_most(&fine, 2, -1, operands, &failure), STATUS_INPUT);
    assert_int_equal(summation_most(&fine, 2, SUMMATION_MOST_TIME + 1, operands, &failure),
                     STATUS_LIMIT);
    const struct logp_machine slow = {INT_MAX, INT_MAX, INT_MAX};
    assert_ok(summation_most(&slow, 5, INT_MAX, operands, &failure), failure);
    assert_int_equal(mpz_get_ui(operands), (unsigned long)INT_MAX + 1); /* nobody helps in time */
    assert_int_equal(tree.count, 7);
    mpz_clear(operands);
}

/* --- the player, and steadycheck --- */

static const char *fault_of(const struct summation *summation) {
    static struct summation_played played;
    struct failure failure;
    assert_ok(summation_play(summation, true, NULL, &played, &failure), failure);
    return played.right ? NULL : played.why;
}

/* A schedule whose sends and receptions do not belong together can't even be written. */
static bool verified(const struct summation *summation) {
    char path[TEST_PATH_ROOM], line[1024];
    struct failure failure;
    enum status status = evidence_write(evidence_of_summation(summation),
                                        test_path(path, "sum.cert"), true, NULL, &failure);
    if (status == STATUS_INPUT)
        return false;
    assert_ok(status, failure);
    return steadycheck_run(path, line, sizeof line) == 0;
}

static enum status write_bound(const char *path, const struct logp_machine *machine,
                               int64_t processors, int64_t time, struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open(&output, path, true, "summation-bound", failure);
    if (status)
        return status;
    status = certificate_put_summation_bound(output, machine, processors, time, failure);
    return certificate_end(output, status, failure);
}

static void figure_6_is_verified(void **state) {
    const struct logp_machine machine = {5, 2, 4};
    char path[TEST_PATH_ROOM];
    struct failure failure;
    (void)state;
    struct summation summation = summation_best(&machine, 8, 28);
    assert_int_equal(summation.operands, 79);
    assert_true(verified(&summation));
    summation_clear(&summation);
    test_path(path, "bound.cert");
    assert_ok(write_bound(path, &machine, 8, 28, &failure), failure);
    assert_verified(path, "");
}

/* One number of the schedule is changed: steadycheck and the player agree on what is left of it. */
static void changed_schedules_are_judged_alike(void **state) {
    uint64_t random = random_seed();
    int right = 0;
    (void)state;
    for (int round = 0; round < 150; round++) {
        const struct logp_machine machine = {1 + (int)random_below(&random, 4),
                                             (int)random_below(&random, 3),
                                             1 + (int)random_below(&random, 4)};
        struct summation summation = summation_best(&machine, 2 + (int)random_below(&random, 6),
                                                    12 + (int)random_below(&random, 14));
        size_t lines = summation.first[summation.processors];
        struct summation_work *work = &summation.work[random_below(&random, (int)lines)];
        int64_t by = random_below(&random, 2) ? 1 : -1;
        if (random_below(&random, 2))
            work->time += work->time + by >= 0 ? by : 1;
        else
            work->number += work->number + by >= (work->kind == SUMMATION_ADD) ? by : 1;
        bool plays = !fault_of(&summation);
        if (plays != verified(&summation))
            fail_msg("round %d: the player says %s", round, plays ? "right" : fault_of(&summation));
        right += plays;
        summation_clear(&summation);
    }
    assert_true(right < 75);
}

static void faults_are_told(void **state) {
    const struct logp_machine machine = {3, 1, 2};
    (void)state;
    struct summation summation = summation_best(&machine, 2, 12);
    assert_null(fault_of(&summation));
    summation.finish++;
    assert_non_null(strstr(fault_of(&summation), "does not end when it should"));
    summation.finish--;
    summation.operands++;
    assert_non_null(strstr(fault_of(&summation), "does not have all operands"));
    summation.operands--;
    summation.machine.latency++;
    assert_non_null(strstr(fault_of(&summation), "has not arrived"));
    summation.machine.latency--;
    summation.begins[1]--;
    assert_non_null(strstr(fault_of(&summation), "stand beside"));
    summation_clear(&summation);
    /* three messages of a receiver that has to wait: more than ceil(L/g) under way */
    struct summation_tree star;
    struct failure failure;
    const struct logp_machine close = {2, 0, 1};
    assert_ok(summation_tree_of(&close, 1, 12, 4, (const int[]){-1, 0, 0, 0},
                                (const int[]){0, 0, 1, 2}, &star, &failure),
              failure);
    summation = summation_of_tree(&star);
    summation.work[summation.first[2]].number -= 2; /* the two later ones are sent earlier */
    summation.work[summation.first[2] + 1].time -= 2;
    summation.work[summation.first[3]].number -= 2;
    summation.work[summation.first[3] + 1].time -= 2;
    assert_ok(summation_number(&summation, NULL, &failure), failure);
    assert_null(fault_of(&summation));
    summation.work[summation.first[1]].number -= 2;
    summation.work[summation.first[1] + 1].time -= 2;
    assert_ok(summation_number(&summation, NULL, &failure), failure);
    assert_non_null(strstr(fault_of(&summation), "too many messages"));
    assert_false(verified(&summation));
    summation_clear(&summation);
    summation_tree_clear(&star);
}

/* --- its messages as a list --- */

static bool plays(const struct message_list *list, int *finish) {
    struct message_play play;
    struct message_fault fault;
    struct failure failure;
    assert_ok(message_play(list, NULL, NULL, &play, &fault, &failure), failure);
    *finish = fault.found ? 0 : play.finish;
    return !fault.found;
}

/* By sets: everybody's operand comes to the one that sends nothing, and nothing to who has sent. */
static bool brings_all(const struct message_list *list, const struct message_array *array) {
    unsigned sets[8], sent = 0, all = (1u << (list->processors + 1)) - 1;
    for (int p = 0; p <= list->processors; p++)
        sets[p] = 1u << p;
    for (size_t i = 0; i < array->count; i++) {
        const struct message *m = &array->messages[i];
        if (sent >> m->from & 1)
            return false;
        for (size_t j = 0; j < array->count; j++) { /* all that is sent to it is there by then */
            const struct message *to = &array->messages[j];
            if (to->to == m->from &&
                to->time + message_machine_flight(&list->machine, to) > m->time)
                return false;
        }
        sets[m->to] |= sets[m->from];
        sent |= 1u << m->from;
    }
    for (int p = 0; p <= list->processors; p++)
        if (!(sent >> p & 1))
            return sets[p] == all && (sent | 1u << p) == all;
    return false;
}

static void assert_read_back(const struct summation *summation, const struct message_list *list) {
    char path[TEST_PATH_ROOM];
    struct failure failure;
    struct certificate_input input;
    struct messages_read read;
    const struct message_array *array = list->source;
    test_path(path, "list.cert");
    assert_ok(evidence_write(evidence_of_summation(summation), path, true, NULL, &failure),
              failure);
    assert_ok(certificate_load(&input, path, &failure), failure);
    assert_ok(messages_read_all(&read, &input, &failure), failure);
    assert_int_equal(read.array.count, array->count);
    for (size_t i = 0; i < array->count; i++)
        assert_memory_equal(&read.array.messages[i], &array->messages[i], sizeof(struct message));
    assert_true(read.list.reduce && read.list.finish == list->finish);
    messages_read_clear(&read);
    certificate_unload(&input);
}

/* Without a message, or with one that goes elsewhere or at another time. */
static void judge_changed(struct message_list *list, struct message_array *array, uint64_t *random,
                          int *taken) {
    const struct message *before = array->messages;
    struct message changed[8];
    struct message_array other = {.messages = changed, .count = array->count};
    int finish, which = (int)random_below(random, (int)array->count);
    memcpy(changed, before, array->count * sizeof *changed);
    switch (random_below(random, 3)) {
    case 0:
        memmove(changed + which, changed + which + 1,
                (array->count - 1 - (size_t)which) * sizeof *changed);
        other.count--;
        break;
    case 1:
        changed[which].to = (int)random_below(random, list->processors + 1);
        break;
    default:
        changed[which].wait += (int)random_below(random, 4);
    }
    list->source = &other;
    list->count = (long)other.count;
    for (size_t i = 0; i < other.count; i++)
        if (changed[i].to == changed[i].from)
            return;
    if (plays(list, &finish)) {
        assert_true(brings_all(list, &other));
        ++*taken;
    }
}

static void lists_are_played(void **state) {
    uint64_t random = random_seed();
    int taken = 0;
    (void)state;
    for (int round = 0; round < 300; round++) {
        const struct logp_machine machine = {1 + (int)random_below(&random, 4),
                                             (int)random_below(&random, 3),
                                             1 + (int)random_below(&random, 4)};
        int finish, time = 14 + (int)random_below(&random, 14);
        struct summation summation =
            summation_best(&machine, 2 + (int)random_below(&random, 6), time);
        struct message_array array;
        struct message_list list;
        struct failure failure;
        message_array_init(&array);
        assert_ok(summation_list(&summation, &array, &list, &failure), failure);
        if (array.count) {
            assert_true(plays(&list, &finish) && finish == list.finish && finish <= time);
            assert_true(brings_all(&list, &array));
            assert_read_back(&summation, &list);
            judge_changed(&list, &array, &random, &taken);
        }
        message_array_clear(&array);
        summation_clear(&summation);
    }
    assert_true(taken > 5 && taken < 250);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_the_best),
        cmocka_unit_test(least_times_are_inverse),
        cmocka_unit_test(bad_questions_are_refused),
        cmocka_unit_test(figure_6_is_verified),
        cmocka_unit_test(changed_schedules_are_judged_alike),
        cmocka_unit_test(faults_are_told),
        cmocka_unit_test(lists_are_played),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
