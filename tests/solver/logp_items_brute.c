/* SPDX-License-Identifier: MIT */
#include "tests/solver/logp_items_brute.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RECEIVERS = 2, MOST_ITEMS = 3, PROCESSORS = MOST_RECEIVERS + 1 };

/* Where the item of a receiver is: under way for so many cycles more, from UNDER_WAY on. */
enum { NOT_SENT, HAS, WAITS, IS_RECEIVED, UNDER_WAY };

/* What all that follows depends on; all bytes, so that states can be compared. */
struct world {
    unsigned char item[MOST_RECEIVERS][MOST_ITEMS];
    unsigned char busy[PROCESSORS];    /* cycles until it is free, */
    unsigned char send[PROCESSORS];    /* .. until it may send again, */
    unsigned char receive[PROCESSORS]; /* .. until it may receive again */
    unsigned char left[MOST_ITEMS];    /* the source has sent it, where that counts */
};

struct worlds {
    struct world *list;
    size_t count, room;
};

struct search {
    const struct logp_items_question *question;
    int receivers; /* N */
    struct worlds next;
};

static void add(struct worlds *worlds, const struct world *world) {
    if (worlds->count == worlds->room) {
        worlds->room = 2 * worlds->room + 1000;
        worlds->list = realloc(worlds->list, worlds->room * sizeof *worlds->list);
        assert(worlds->list);
    }
    worlds->list[worlds->count++] = *world;
}

static int compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct world));
}

static void drop_equal(struct worlds *worlds) {
    size_t kept = 0;
    qsort(worlds->list, worlds->count, sizeof *worlds->list, compare);
    for (size_t i = 0; i < worlds->count; i++)
        if (i == 0 || compare(&worlds->list[i], &worlds->list[i - 1]) != 0)
            worlds->list[kept++] = worlds->list[i];
    worlds->count = kept;
}

static bool is_over(const struct search *search, const struct world *world) {
    for (int r = 0; r < search->receivers; r++)
        for (int i = 0; i < search->question->items; i++)
            if (world->item[r][i] != HAS)
                return false;
    return true;
}

static void count_down(unsigned char *left) {
    *left -= *left > 0;
}

/* A cycle goes by. */
static void go_on(struct search *search, struct world world) {
    for (int p = 0; p < PROCESSORS; p++) {
        count_down(&world.busy[p]);
        count_down(&world.send[p]);
        count_down(&world.receive[p]);
    }
    for (int r = 0; r < MOST_RECEIVERS; r++)
        for (int i = 0; i < MOST_ITEMS; i++) {
            unsigned char *item = &world.item[r][i];
            if (*item > UNDER_WAY)
                *item = *item == UNDER_WAY + 1 ? WAITS : *item - 1;
            else if (*item == IS_RECEIVED && world.busy[r + 1] == 0)
                *item = HAS;
        }
    add(&search->next, &world);
}

/* What processor p and those behind it may send now, and nothing, each; then the cycle goes by. */
static void send(struct search *search, struct world world, int p) {
    const struct logp_items_question *q = search->question;
    if (p == PROCESSORS || p > search->receivers) {
        go_on(search, world);
        return;
    }
    send(search, world, p + 1);
    if (world.busy[p] > 0 || world.send[p] > 0)
        return;
    for (int to = 0; to < search->receivers; to++)
        for (int i = 0; i < q->items; i++) {
            bool has = p == 0 ? !(q->single && world.left[i]) : world.item[p - 1][i] == HAS;
            if (!has || to == p - 1 || world.item[to][i] != NOT_SENT)
                continue;
            struct world after = world;
            after.item[to][i] =
                (unsigned char)(UNDER_WAY + q->machine.overhead + q->machine.latency);
            after.busy[p] = (unsigned char)q->machine.overhead;
            after.send[p] = (unsigned char)q->machine.gap;
            after.left[i] |= p == 0 && q->single;
            send(search, after, p + 1);
        }
}

/* What receiver r and those behind it may receive now, of what waits, and nothing; then all may
 * send. */
static void receive(struct search *search, struct world world, int r) {
    const struct logp_items_question *q = search->question;
    if (r == MOST_RECEIVERS || r == search->receivers) {
        send(search, world, 0);
        return;
    }
    receive(search, world, r + 1);
    if (world.busy[r + 1] > 0 || world.receive[r + 1] > 0)
        return;
    for (int i = 0; i < q->items; i++)
        if (world.item[r][i] == WAITS) {
            struct world after = world;
            after.item[r][i] = q->machine.overhead > 0 ? IS_RECEIVED : HAS;
            after.busy[r + 1] = (unsigned char)q->machine.overhead;
            after.receive[r + 1] = (unsigned char)q->machine.gap;
            receive(search, after, r + 1);
        }
}

/* Without overhead what is received last is there at once: the end is looked at before sending. */
static bool ends_now(const struct search *search, struct world world) {
    const struct logp_items_question *q = search->question;
    int receivers = q->machine.overhead == 0 ? search->receivers : 0;
    for (int r = 0; r < MOST_RECEIVERS && r < receivers; r++)
        for (int i = 0; i < MOST_ITEMS && i < q->items; i++)
            if (world.item[r][i] == WAITS && world.receive[r + 1] == 0) {
                world.item[r][i] = HAS;
                break;
            }
    return is_over(search, &world);
}

int logp_items_brute(const struct logp_items_question *question) {
    struct search search = {.question = question,
                            .receivers = (int)mpz_get_si(question->processors)};
    struct worlds now = {.list = NULL};
    int time = -1;
    bool over = false;
    assert(search.receivers <= MOST_RECEIVERS && question->items <= MOST_ITEMS);
    add(&now, &(struct world){.left = {0}});
    while (!over) {
        time++;
        for (size_t i = 0; i < now.count && !over; i++)
            over = ends_now(&search, now.list[i]);
        search.next.count = 0;
        for (size_t i = 0; i < now.count && !over; i++)
            receive(&search, now.list[i], 0);
        drop_equal(&search.next);
        struct worlds swap = now;
        now = search.next;
        search.next = swap;
    }
    free(now.list);
    free(search.next.list);
    return time;
}
