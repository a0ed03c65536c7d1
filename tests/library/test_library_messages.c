/* SPDX-License-Identifier: MIT */
/* Lists of messages: each is played here from the definition of the model, does what its answer
 * says, and is read back from its certificate as it was. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/library/library_test.h"
#include "tests/solver/certificate_test.h"

enum { MOST_TIME = 400, MOST_PROCESSORS = 64, MOST_ITEMS = 16 };

/* When each processor has each item, and what is done when; -1: never. */
struct play {
    steadycast_messages_about about;
    int all_items; /* of all sources */
    int apart;     /* least distance of two sendings, or receptions, of one processor */
    int has[MOST_PROCESSORS][MOST_ITEMS + 1];
    int sent[MOST_PROCESSORS];
    int received[MOST_PROCESSORS][MOST_TIME];
    int last_time;
    int finish;
    unsigned long count;
    const char *fault;
};

static int is_source(const struct play *play, int p, int item) {
    return item >= 1 && item <= play->all_items && (item - 1) / play->about.items == p;
}

/* When its source has it. */
static int start_of(const struct play *play, int item) {
    return (item - 1) % play->about.items * play->about.period;
}

static void play_init(struct play *play, const steadycast_messages *messages) {
    memset(play, 0, sizeof *play);
    steadycast_messages_describe(messages, &play->about);
    int gap = play->about.gap, overhead = play->about.overhead;
    play->apart = gap > overhead ? gap : overhead;
    assert_true(play->about.processors <= MOST_PROCESSORS && play->about.items <= MOST_ITEMS);
    play->all_items = play->about.items * play->about.sources;
    assert_true(play->all_items <= MOST_ITEMS);
    for (int p = 0; p < MOST_PROCESSORS; p++) {
        play->sent[p] = -MOST_TIME;
        for (int item = 0; item <= MOST_ITEMS; item++)
            play->has[p][item] = is_source(play, p, item) ? start_of(play, item) : -1;
    }
}

static int play_message(void *context, const steadycast_message *message) {
    struct play *play = context;
    const steadycast_messages_about *about = &play->about;
    int from = message->from, to = message->to, item = message->item;
    int arrival = message->time + about->latency + 2 * about->overhead + message->wait;
    play->count++;
    if (from < 0 || from >= about->processors || to < 0 || to >= about->processors || from == to ||
        item < 1 || item > play->all_items || arrival >= MOST_TIME)
        play->fault = "no such message";
    else if (message->time < play->last_time)
        play->fault = "not ordered by time";
    else if (play->has[from][item] < 0 || play->has[from][item] > message->time)
        play->fault = "the sender does not have the item";
    else if (message->time < play->sent[from] + play->apart)
        play->fault = "the sender is busy";
    else if (play->received[to][arrival]++)
        play->fault = "the receiver is busy";
    if (play->fault)
        return 1;
    play->last_time = message->time;
    play->sent[from] = message->time;
    if (play->has[to][item] < 0 || arrival < play->has[to][item])
        play->has[to][item] = arrival;
    play->finish = arrival > play->finish ? arrival : play->finish;
    return 0;
}

/* Legal, complete, and with the numbers that the list says. */
static void assert_plays(const steadycast_messages *messages, struct play *play) {
    steadycast_error error;
    int delay = 0;
    play_init(play, messages);
    assert_done(steadycast_messages_each(messages, play_message, play, NULL, &error), error);
    if (play->fault)
        fail_msg("message %lu: %s", play->count, play->fault);
    for (int p = 0; p < play->about.processors; p++)
        for (int item = 1; item <= play->all_items; item++) {
            assert_true(play->has[p][item] >= 0);
            int own = play->has[p][item] - start_of(play, item);
            delay = own > delay ? own : delay;
        }
    assert_int_equal(play->finish, play->about.finish);
    assert_int_equal(delay, play->about.delay);
    assert_int_equal(play->count, play->about.count);
}

/* Written, verified and read back it is the same. */
static void assert_kept(const steadycast_messages *messages, struct play *before) {
    static struct play after;
    char path[TEST_PATH_ROOM];
    steadycast_error error;
    steadycast_messages *read = NULL;
    test_path(path, "list.cert");
    assert_done(steadycast_messages_write(messages, path, 1, NULL, &error), error);
    assert_int_equal(steadycast_messages_write(messages, path, 0, NULL, &error), STEADYCAST_INPUT);
    assert_verified(path, "");
    assert_done(steadycast_messages_open(path, &read, &error), error);
    assert_plays(read, &after);
    assert_memory_equal(before->has, after.has, sizeof after.has);
    assert_memory_equal(before->received, after.received, sizeof after.received);
    assert_string_equal(before->about.model, after.about.model);
    steadycast_messages_free(read);
}

/* `finish`: when the answer says that it is over; "" where it says a delay. */
static void check_list(const steadycast_answer *answer, int items, const char *finish,
                       const char *delay) {
    static struct play play;
    char text[20];
    steadycast_error error;
    steadycast_messages *messages = NULL;
    assert_done(steadycast_messages_of(answer, items, &messages, &error), error);
    assert_plays(messages, &play);
    snprintf(text, sizeof text, "%d", play.about.finish);
    if (finish)
        assert_string_equal(text, finish);
    snprintf(text, sizeof text, "%d", play.about.delay);
    if (delay)
        assert_string_equal(text, delay);
    assert_kept(messages, &play);
    steadycast_messages_free(messages);
}

static void items_end_when_they_say(void **state) {
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int processors = 2; processors <= 8; processors++)
            for (int items = 1; items <= 9; items += 4) {
                steadycast_answer *answer = NULL;
                steadycast_messages *messages = NULL;
                steadycast_error error;
                assert_done(steadycast_items(latency, 1, processors, items, 0, "construction", NULL,
                                             &answer, &error),
                            error);
                check_list(answer, 0, steadycast_answer_upper(answer), NULL);
                assert_int_equal(steadycast_messages_of(answer, items, &messages, &error),
                                 STEADYCAST_INPUT);
                steadycast_answer_free(answer);
            }
}

static void trees_end_when_they_say(void **state) {
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int gap = 1; gap <= 4; gap++)
            for (int processors = 2; processors <= 20; processors += 3) {
                steadycast_answer *answer = NULL;
                steadycast_error error;
                char number[20];
                snprintf(number, sizeof number, "%d", processors);
                assert_done(steadycast_single(latency, 1, gap, number, NULL, &answer, &error),
                            error);
                check_list(answer, 0, steadycast_answer_upper(answer), NULL);
                steadycast_answer_free(answer);
            }
}

/* Enough items for the last to be as late as any. */
static void streams_have_their_delay(void **state) {
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int processors = 2; processors <= 40; processors += 1 + processors / 8) {
            steadycast_answer *answer = NULL;
            steadycast_messages *messages = NULL;
            steadycast_error error;
            char number[20];
            snprintf(number, sizeof number, "%d", processors);
            assert_done(steadycast_delay(latency, number, NULL, NULL, &answer, &error), error);
            check_list(answer, MOST_ITEMS, NULL, steadycast_answer_upper(answer));
            assert_int_equal(steadycast_messages_of(answer, 0, &messages, &error),
                             STEADYCAST_INPUT);
            assert_int_equal(steadycast_messages_of(answer, -4, &messages, &error),
                             STEADYCAST_INPUT);
            steadycast_answer_free(answer);
        }
}

/* With items every G cycles, and messages that wait. */
static void machines_have_their_delay(void **state) {
    static const struct {
        int latency, overhead, gap, step;
    } machines[] = {{6, 2, 4, 4}, {5, 0, 2, 2}, {9, 1, 5, 5}, {9, 3, 4, 6}};
    (void)state;
    for (int i = 0; i < 4; i++)
        for (int processors = 2; processors <= 14; processors += 3) {
            steadycast_answer *answer = NULL;
            steadycast_messages *messages = NULL;
            steadycast_messages_about about;
            steadycast_error error;
            char number[20];
            snprintf(number, sizeof number, "%d", processors);
            assert_done(steadycast_stream(machines[i].latency, machines[i].overhead,
                                          machines[i].gap, STEADYCAST_FULL, number, NULL, NULL,
                                          &answer, &error),
                        error);
            check_list(answer, MOST_ITEMS, NULL, NULL);
            assert_done(steadycast_messages_of(answer, MOST_ITEMS, &messages, &error), error);
            steadycast_messages_describe(messages, &about);
            assert_string_equal(about.model, "logp");
            assert_int_equal(about.period, machines[i].step);
            /* of few items the last may be early */
            assert_true(about.delay <= atoi(steadycast_answer_upper(answer)));
            assert_true(about.delay + machines[i].step >= atoi(steadycast_answer_upper(answer)));
            steadycast_messages_free(messages);
            steadycast_answer_free(answer);
        }
}

static void decided_schedules_are_played(void **state) {
    (void)state;
    for (int latency = 1; latency <= 4; latency++)
        for (int depth = latency; depth <= 2 * latency; depth++) {
            steadycast_answer *answer = NULL;
            steadycast_error error;
            char delay[20];
            snprintf(delay, sizeof delay, "%d", latency + depth);
            assert_done(steadycast_decide(latency, depth, NULL, NULL, &answer, &error), error);
            if (steadycast_answer_verdict(answer) == STEADYCAST_FEASIBLE)
                check_list(answer, 5, NULL, delay);
            steadycast_answer_free(answer);
        }
}

/* Too large to be told, but answered. */
static void large_schedules_are_refused(void **state) {
    (void)state;
    for (int depth = 400; depth <= 40000; depth *= 10) {
        steadycast_answer *answer = NULL;
        steadycast_messages *messages = NULL;
        steadycast_error error;
        assert_done(steadycast_decide(3, depth, NULL, NULL, &answer, &error), error);
        assert_int_equal(steadycast_answer_verdict(answer), STEADYCAST_FEASIBLE);
        assert_int_equal(steadycast_messages_of(answer, 2, &messages, &error), STEADYCAST_LIMIT);
        assert_null(messages);
        steadycast_answer_free(answer);
    }
}

/* A certificate whose lines stand for one message of each processor. */
static void rotations_are_told_in_full(void **state) {
    static struct play play;
    steadycast_error error;
    steadycast_messages *messages = NULL;
    (void)state;
    assert_done(steadycast_messages_open(SAMPLES "/messages-rotation.cert", &messages, &error),
                error);
    assert_plays(messages, &play);
    assert_int_equal(play.about.sources, play.about.processors);
    assert_true(play.about.processors > 2);
    steadycast_messages_free(messages);
}

static void what_is_no_list_is_refused(void **state) {
    char path[TEST_PATH_ROOM];
    steadycast_error error;
    steadycast_answer *answer = NULL;
    steadycast_messages *messages = NULL;
    (void)state;
    test_path(path, "blocks.cert");
    assert_done(steadycast_decide(3, 7, NULL, NULL, &answer, &error), error);
    assert_done(steadycast_answer_write(answer, STEADYCAST_SCHEDULE, path, 1, NULL, &error), error);
    assert_int_equal(steadycast_messages_open(path, &messages, &error), STEADYCAST_INPUT);
    assert_non_null(strstr(error.message, "kind schedule"));
    assert_int_equal(truncate(path, 100), 0);
    assert_int_equal(steadycast_messages_open(path, &messages, &error), STEADYCAST_INPUT);
    assert_int_equal(truncate(path, 0), 0);
    assert_int_equal(steadycast_messages_open(path, &messages, &error), STEADYCAST_INPUT);
    assert_null(messages);
    steadycast_answer_free(answer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_end_when_they_say),
        cmocka_unit_test(trees_end_when_they_say),
        cmocka_unit_test(streams_have_their_delay),
        cmocka_unit_test(machines_have_their_delay),
        cmocka_unit_test(decided_schedules_are_played),
        cmocka_unit_test(large_schedules_are_refused),
        cmocka_unit_test(rotations_are_told_in_full),
        cmocka_unit_test(what_is_no_list_is_refused),
    };
    return cmocka_run_group_tests(tests, test_folder_make, test_folder_remove);
}
