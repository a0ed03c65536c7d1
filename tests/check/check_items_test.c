/* SPDX-License-Identifier: MIT */
/* Kind items-family against check_naive_items.h: endgames that are found at random behind given
 * streams are verified, and with words changed they are verified if and only if every list of
 * messages that they stand for is right. Usage: check_items_test FOLDER */
#include "check_change.h"
#include "check_naive_items.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static uint64_t random_state = 2718;

static long next_random(long below) {
    return change_random(&random_state, below);
}

enum { LAST_TIME = 60, LAST_ITEM = 60, NOT_YET = 1000 };

static const struct stream_sample {
    long L, t, N;
    const char *words;
} streams[] = {
    {1, 0, 1, "word 1 receive 0 send -\n"},
    {2, 2, 2, "word 1 receive 2 0 send 2 -\n"},
    {1, 1, 2, "word 1 receive 1 send largest\nword 1 receive 0 send -\n"},
    {2, 3, 3, "word 1 receive 3 1 send largest\nword 1 receive 0 send largest\n"},
    {2, 3, 3, "word 1 receive 3 1 send 3 2\nword 1 receive 0 send -\n"},
    {3, 2, 1, "word 1 receive 2 send -\n"},
    {1, 5, 2, "word 1 receive 5 1 send - 2\n"},
    {1, 2, 3, "word 1 receive 2 0 1 send largest\n"},
    {1, 2, 4,
     "word 1 receive 2 0 send largest\nword 1 receive 1 send largest\n"
     "word 1 receive 0 send largest\n"},
    {2, 4, 4, "word 1 receive 4 2 0 send largest\nword 1 receive 1 send largest\n"},
    {2, 5, 7,
     "word 1 receive 5 0 1 send largest\nword 1 receive 2 0 send largest\n"
     "word 1 receive 1 3 send largest\n"},
    {3, 5, 4, "word 1 receive 5 2 0 1 send 5 4 3 -\n"},
    {3, 6, 5, "word 1 receive 6 0 2 0 send largest\nword 1 receive 3 send largest\n"},
    {2, 6, 10,
     "word 1 receive 6 1 2 0 1 2 send largest\nword 1 receive 4 send largest\n"
     "word 1 receive 3 0 0 send largest\n"},
    {4, 8, 7, "word 1 receive 8 0 3 1 2 4 send largest\nword 1 receive 0 send largest\n"}};

enum { STREAMS = sizeof streams / sizeof *streams };

/* An endgame that grows. */
struct growing {
    struct naive_family family;
    struct text text; /* up to the words */
    long items;       /* all others are with everybody */
    long missing;     /* receptions */
    long end;         /* the last one so far */
    long got[NAIVE_ROWS + 1][LAST_ITEM];
    bool sends[NAIVE_ROWS + 1][LAST_TIME], receives[NAIVE_ROWS + 1][LAST_TIME];
    bool source_sent[LAST_ITEM];
};

static void write_head(struct growing *g, const struct stream_sample *stream) {
    const struct naive_family *f = &g->family;
    g->text.length = (size_t)snprintf(
        g->text.bytes, TEXT_LIMIT,
        "steadycast certificate 1\nwriter test 1\nkind items-family\nlatency %ld\ndepth %ld\n"
        "processors %ld\nendgame %ld\nstart %ld\nstream %ld\nfinish %ld\nsends %s\n%s",
        stream->L, stream->t, stream->N, f->M, f->S, f->U, f->F, f->single ? "single" : "any",
        stream->words);
}

static void receive(struct growing *g, long row, long item, long time) {
    if (time >= 0)
        g->receives[row][time] = true;
    g->got[row][item] = time;
    g->missing--;
    g->end = time > g->end ? time : g->end;
}

/* What the stream brings. */
static void begin(struct growing *g) {
    const struct naive_family *f = &g->family;
    g->items = naive_family_items(f);
    g->missing = f->N * (g->items - 1);
    g->end = 0;
    memset(g->sends, 0, sizeof g->sends);
    memset(g->receives, 0, sizeof g->receives);
    for (long item = 1; item < g->items; item++)
        g->source_sent[item] = item > f->M && f->M + f->S - item < f->U;
    for (long row = 1; row <= f->N; row++) {
        for (long item = 1; item < g->items; item++)
            g->got[row][item] = NOT_YET;
        for (long time = -f->t; time < LAST_TIME; time++) {
            long item = naive_family_received(f, row, time);
            if (item > 0 && item < g->items)
                receive(g, row, item, time);
            if (time >= 0)
                g->sends[row][time] = naive_family_sent(f, row, time) > 0;
        }
    }
}

static bool may_send(const struct growing *g, long from, long to, long item, long time) {
    const struct naive_family *f = &g->family;
    bool has = from > 0 ? g->got[from][item] <= time
                        : time >= f->S && !(f->single && g->source_sent[item]);
    return has && g->got[to][item] == NOT_YET && !g->receives[to][time + f->L];
}

/* The first one that is possible, from a random place on. */
static void send_something(struct growing *g, long from, long time) {
    struct naive_family *f = &g->family;
    long choices = f->N * (g->items - 1), first = next_random(choices);
    for (long i = 0; i < choices; i++) {
        long choice = (first + i) % choices, to = 1 + choice % f->N, item = 1 + choice / f->N;
        if (f->count + 1 >= NAIVE_LISTED || !may_send(g, from, to, item, time))
            continue;
        f->listed[f->count++] = (struct naive_listed){time, from, to, item};
        receive(g, to, item, time + f->L);
        if (from == 0)
            g->source_sent[item] = true;
        return;
    }
}

static void write_listed(struct growing *g) {
    const struct naive_family *f = &g->family;
    for (long i = 0; i < f->count; i++) {
        const struct naive_listed *m = &f->listed[i];
        char line[100];
        size_t length = 0;
        if (i == 0 || m->time != m[-1].time)
            length = (size_t)sprintf(line, "step %ld\n", m->time);
        length += (size_t)sprintf(line + length, "send %ld %ld %ld\n", m->from, m->to, m->item);
        memcpy(g->text.bytes + g->text.length, line, length + 1);
        g->text.length += length;
    }
}

/* False if there was no luck. One who is careless lets rows send that do so in the stream. */
static bool grow_family(struct growing *g, const struct stream_sample *stream, bool careless) {
    struct naive_family *f = &g->family;
    long M = 1 + next_random(4), S = next_random(3);
    long U = next_random(2) ? 40 : next_random(S + stream->L + stream->t + 2);
    bool single = next_random(2);
    f->M = M, f->S = S, f->U = U, f->F = S + stream->L, f->single = single;
    write_head(g, stream);
    if (!naive_family_read(f, &g->text))
        fail_msg("no stationary schedule:\n%s", stream->words);
    begin(g);
    for (long time = 0; time < LAST_TIME - f->L && g->missing > 0; time++)
        for (long from = 0; from <= f->N; from++)
            if ((from == 0 || careless || !g->sends[from][time]) && next_random(20) > 0)
                send_something(g, from, time);
    if (g->missing > 0)
        return false;
    f->F = g->end - S > S + f->L ? g->end - S : S + f->L;
    write_head(g, stream);
    write_listed(g);
    return true;
}

static int compare_listed(const void *a, const void *b) {
    const struct naive_listed *one = a, *other = b;
    long order = one->time != other->time ? one->time - other->time : one->from - other->from;
    return (order > 0) - (order < 0);
}

static void add_at_random(long *number) {
    *number += next_random(2) ? 1 : *number > 0 ? -1 : 0;
}

/* One number more or less by one, or one message less. */
static void disturb(struct growing *g, const struct stream_sample *stream) {
    struct naive_family *f = &g->family;
    long *heads[] = {&f->M, &f->S, &f->U, &f->F};
    struct naive_listed *m = &f->listed[next_random(f->count)];
    long *places[] = {&m->time, &m->from, &m->to, &m->item};
    long choice = next_random(9);
    if (choice < 4)
        add_at_random(heads[choice]);
    else if (choice < 8)
        add_at_random(places[choice - 4]);
    else
        *m = f->listed[--f->count];
    qsort(f->listed, (size_t)f->count, sizeof *f->listed, compare_listed);
    write_head(g, stream);
    write_listed(g);
}

static void test_random_families(void **state) {
    static struct growing g;
    struct change_tally right = {0, 0, 0}, wrong = {0, 0, 0}, careless = {0, 0, 0};
    (void)state;
    for (long trial = 0; trial < 3000; trial++) {
        const struct stream_sample *stream = &streams[trial % STREAMS];
        if (grow_family(&g, stream, true))
            change_seal_and_compare(&g.text, naive_items_family_holds, &careless);
        if (!grow_family(&g, stream, false))
            continue;
        change_seal_and_compare(&g.text, naive_items_family_holds, &right);
        for (long changes = 1 + next_random(6); changes > 0 && g.family.count > 0; changes--) {
            disturb(&g, stream);
            change_seal_and_compare(&g.text, naive_items_family_holds, &wrong);
        }
    }
    printf("%lu families; changed: %lu malformed, %lu refuted, %lu verified\n", right.verified,
           wrong.malformed, wrong.refuted, wrong.verified);
    printf("careless ones: %lu malformed, %lu refuted, %lu verified\n", careless.malformed,
           careless.refuted, careless.verified);
    assert_int_equal(right.malformed + right.refuted, 0);
    assert_true(careless.refuted > 40 && careless.verified > 1000);
    assert_true(right.verified > 2000 && wrong.refuted > 2000 && wrong.verified > 500);
}

static const char *const others[] = {"",  "0", "1", "2",  "3",  "4",  "5",      "6",
                                     "7", "8", "9", "10", "11", "12", "single", "any"};

enum { OTHERS = sizeof others / sizeof *others };

static void test_samples(void **state) {
    static const char *const names[] = {"items-family-l1-n1.cert",
                                        "items-family-l2-n3.cert",
                                        "items-family-l2-n3-single.cert",
                                        "items-family-l2-n3-part-of-stream.cert",
                                        "items-family-l1-n2-late-stream.cert",
                                        "items-family-l2-n10.cert"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        change_all(folder, names[i], others, OTHERS, naive_items_family_holds, 2000, &random_state);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_families),
                                       cmocka_unit_test(test_samples)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_items", tests, NULL, NULL);
}
