/* SPDX-License-Identifier: MIT */
/* Broadcast with combining: every P in B(P), by windows that are played through; the paper's
 * messages; several operations; lists that are wrong. */
#include "solver/collective/exchange/allreduce.h"
#include "solver/model/message_play.h"
#include "solver/model/sequence.h"
#include "tests/solver/certificate_test.h"

enum { MOST = 700, MOST_TURNED = 140 };

/* With counts in place of sets, and all messages of all processors one by one. */
static void assert_counts(const struct allreduce *schedule) {
    static int has[60][60], sent[60][60][60]; /* [message][processor][operand] */
    int processors = schedule->processors;
    memset(has, 0, sizeof has);
    for (int time = 0; time <= schedule->finish; time++) {
        for (int m = 0; m < schedule->count; m++)
            if (schedule->messages[m].time + schedule->latency == time)
                for (int i = 0; i < processors; i++)
                    for (int j = 0; j < processors; j++)
                        has[(i + schedule->messages[m].to) % processors][j] += sent[m][i][j];
        for (int m = 0; m < schedule->count; m++)
            if (schedule->messages[m].time == time)
                for (int i = 0; i < processors; i++) {
                    memcpy(sent[m][i], has[i], sizeof has[i]);
                    sent[m][i][i] += schedule->messages[m].own;
                }
    }
    for (int i = 0; i < processors; i++)
        for (int j = 0; j < processors; j++)
            assert_int_equal(has[i][j], i != j);
}

/* Every message with its P turns, in order: a list that is not by rotation. */
static enum status each_turned(const void *source, message_take *take, void *context,
                               const struct limits *limits, struct failure *failure) {
    const struct allreduce *schedule = source;
    enum status status = STATUS_OK;
    (void)limits;
    for (int i = 0; i < schedule->count; i++)
        for (int p = 0; p < schedule->processors && !status; p++) {
            const struct allreduce_message *m = &schedule->messages[i];
            int to = (p + m->to) % schedule->processors;
            status = take(context, &(struct message){m->time, p, to, m->own, 0}, failure);
        }
    return status;
}

static bool plays(const struct allreduce *schedule, bool turned) {
    struct message_list list = allreduce_list(schedule);
    struct failure failure;
    if (turned) {
        list.rotation = false;
        list.count *= schedule->processors;
        list.each = each_turned;
    }
    enum status status = message_verify(&list, NULL, NULL, &failure);
    assert_true(status == STATUS_OK || status == STATUS_INTERNAL);
    return !status;
}

/* By rotation, and all processors one by one. */
static void check_played(const struct allreduce *schedule) {
    assert_true(plays(schedule, false));
    if (schedule->processors <= MOST_TURNED)
        assert_true(plays(schedule, true));
}

static void test_every_number(void **state) {
    struct failure failure;
    int plain = 0;
    (void)state;
    for (int latency = 1; latency <= 7; latency++)
        for (int processors = 1; processors <= 130; processors++) {
            struct allreduce schedule;
            int depth;
            assert_ok(allreduce_build(&schedule, latency, processors, &failure), failure);
            assert_ok(sequence_depth(latency, processors, &depth, &failure), failure);
            assert_int_equal(schedule.finish, depth);
            assert_int_equal(schedule.processors, processors);
            check_played(&schedule);
            if (processors < 60)
                assert_counts(&schedule);
            plain += schedule.plain;
            allreduce_clear(&schedule);
        }
    assert_in_range(plain, 40, 200);
}

/* P = f_T: sends at j = 0..T-L to i + f_{j+L-1}, as the paper has them. */
static void test_paper(void **state) {
    struct failure failure;
    (void)state;
    for (int latency = 1; latency <= 6; latency++) {
        int64_t f[60];
        for (int i = 0; i < 60; i++)
            f[i] = i < latency ? 1 : f[i - 1] + f[i - latency];
        for (int depth = 0; depth < 60 && f[depth] <= MOST; depth++) {
            struct allreduce schedule;
            assert_ok(allreduce_build(&schedule, latency, (int)f[depth], &failure), failure);
            assert_true(schedule.plain);
            assert_int_equal(schedule.count, depth < latency ? 0 : depth - latency + 1);
            for (int j = 0; j < schedule.count; j++) {
                assert_int_equal(schedule.messages[j].time, j);
                assert_int_equal(schedule.messages[j].to, f[j + latency - 1]);
            }
            check_played(&schedule);
            allreduce_clear(&schedule);
        }
    }
}

/* One message changed: never right. */
static void test_wrong(void **state) {
    struct allreduce schedule;
    struct failure failure;
    int tried = 0;
    (void)state;
    for (int processors = 4; processors <= 40; processors++) {
        assert_ok(allreduce_build(&schedule, 2, processors, &failure), failure);
        for (int i = 0; i < schedule.count; i++)
            for (int change = 0; change < 4; change++) {
                struct allreduce_message *message = &schedule.messages[i], kept = *message;
                message->to += change == 0 ? 1 : change == 1 ? processors : 0;
                message->time += change == 2 ? 1 : 0;
                message->own = change == 3 ? !message->own : message->own;
                if (plays(&schedule, false) || (change != 1 && plays(&schedule, true)))
                    fail_msg("P = %d, message %d, change %d", processors, i, change);
                *message = kept;
                tried++;
            }
        schedule.finish--;
        assert_false(plays(&schedule, false));
        allreduce_clear(&schedule);
    }
    assert_in_range(tried, 500, 100000);
}

static void test_refused(void **state) {
    struct allreduce schedule;
    struct failure failure;
    (void)state;
    assert_int_equal(allreduce_build(&schedule, 0, 5, &failure), STATUS_INPUT);
    assert_int_equal(allreduce_build(&schedule, 100001, 5, &failure), STATUS_INPUT);
    assert_int_equal(allreduce_build(&schedule, 3, 0, &failure), STATUS_INPUT);
    assert_int_equal(allreduce_build(&schedule, 3, 2147483647, &failure), STATUS_INPUT);
    assert_ok(allreduce_build(&schedule, 100000, 1000000000, &failure), failure);
    allreduce_clear(&schedule);
}

/* A step of three processors at L = 1 in which every message carries all that its sender has: sends
 * is what the receiver of each gets, from whom, 3: from nobody. *legal: nothing is combined
 * twice. */
static int step_of_three(int state, const int from[3], bool *legal) {
    int after = 0;
    *legal = true;
    for (int i = 0; i < 3; i++) {
        int has = state >> 3 * i & 7, got = from[i] == 3 ? 0 : state >> 3 * from[i] & 7;
        if (from[i] == i || (has & got) || (from[i] < 3 && from[i] == from[(i + 1) % 3]))
            *legal = false;
        after |= (has | got) << 3 * i;
    }
    return after;
}

/* The states after each number of steps: if every message has to carry all that its sender has,
 * three steps are needed for the result to be with everybody; else two are enough. */
static void test_three(void **state) {
    bool reached[512] = {false};
    struct allreduce schedule;
    struct failure failure;
    int steps = 0;
    (void)state;
    reached[1 | 2 << 3 | 4 << 6] = true;
    for (; !reached[511] && steps < 10; steps++) {
        bool before[512];
        memcpy(before, reached, sizeof before);
        for (int from = 0; from < 512 * 64; from++) {
            int sends[3] = {from & 3, from >> 2 & 3, from >> 4 & 3};
            bool legal;
            int after = step_of_three(from >> 6, sends, &legal);
            if (before[from >> 6] && legal)
                reached[after] = true;
        }
    }
    assert_int_equal(steps, 3);
    assert_ok(allreduce_build(&schedule, 1, 3, &failure), failure);
    assert_int_equal(schedule.finish, 2);
    assert_false(schedule.plain);
    allreduce_clear(&schedule);
}

static enum status write_combining(const char *path, const struct allreduce *schedule,
                                   bool expanded, struct failure *failure) {
    struct certificate_output *output;
    enum status status = certificate_open(&output, path, true, "combining", failure);
    if (status)
        return status;
    status = certificate_put_combining(output, schedule, expanded, NULL, failure);
    return certificate_end(output, status, failure);
}

static void assert_certificate(const struct allreduce *schedule, bool expanded) {
    struct failure failure;
    char path[TEST_PATH_ROOM], claim[200];
    test_path(path, "combining.cert");
    assert_ok(write_combining(path, schedule, expanded, &failure), failure);
    snprintf(claim, sizeof claim,
             "postal L=%d P=%d%s: one operand of each processor is combined, and all have the "
             "result at time %d",
             schedule->latency, schedule->processors, expanded ? "" : " in rotation",
             schedule->finish);
    assert_verified(path, claim);
}

static void test_certificates(void **state) {
    struct allreduce schedule;
    struct failure failure;
    (void)state;
    for (int latency = 1; latency <= 5; latency++) {
        for (int processors = 1; processors <= 20; processors++) {
            assert_ok(allreduce_build(&schedule, latency, processors, &failure), failure);
            assert_certificate(&schedule, false);
            assert_certificate(&schedule, true);
            allreduce_clear(&schedule);
        }
    }
    assert_ok(allreduce_build(&schedule, 3, 19999, &failure), failure);
    assert_certificate(&schedule, false);
    allreduce_clear(&schedule);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number), cmocka_unit_test(test_paper),
        cmocka_unit_test(test_wrong),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_certificates), cmocka_unit_test(test_three),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
