/* SPDX-License-Identifier: MIT */
#include "solver/items/search/items_backtrack.h"

#include <assert.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/items/search/items_state.h"

/* --- the messages of one time --- */

/* Each has an item and a receiver, and some sender that has the item, no more than p for each
 * sender. They are matched by augmenting paths, so that a message finds a sender whenever one can
 * be freed. */

struct items_sending {
    int from; /* 0 is the source */
    int to;   /* row + 1 */
    int item; /* from 0 */
};

struct items_senders {
    const struct items_space *space;
    const item_set *state;
    item_set source;                /* what the source may send */
    int load[ITEMS_STATE_MOST + 1]; /* messages of each processor */
    int count;
    struct items_sending list[ITEMS_STATE_MOST * ITEMS_STATE_MOST];
};

/* No message yet. With single sending the source may send new items alone. */
static void items_senders_init(struct items_senders *senders, const struct items_space *space,
                               const item_set *state) {
    senders->space = space;
    senders->state = state;
    senders->source = space->question.single ? items_state_new(space, state) : UINT32_MAX;
    senders->count = 0;
    for (int i = 0; i <= ITEMS_STATE_MOST; i++)
        senders->load[i] = 0;
}

static bool has(const struct items_senders *senders, int processor, int item) {
    size_t latency = (size_t)senders->space->question.latency;
    assert(processor >= 0 && processor <= senders->space->question.processors);
    item_set held =
        processor > 0 ? senders->state[((size_t)processor - 1) * latency] : senders->source;
    return held >> item & 1;
}

/* A sender for the item, who may have to give a message of its own to another one. `asked` are
 * those that were asked before. -1: there is none. */
static int find_sender(struct items_senders *senders, int item, uint64_t *asked) {
    for (int from = 0; from <= senders->space->question.processors; from++) {
        if (*asked >> from & 1 || !has(senders, from, item))
            continue;
        *asked |= (uint64_t)1 << from;
        if (senders->load[from] < senders->space->question.ports)
            return from;
        for (int i = 0; i < senders->count; i++) {
            if (senders->list[i].from != from)
                continue;
            int other = find_sender(senders, senders->list[i].item, asked);
            if (other < 0)
                continue;
            assert(other != from && senders->load[from] > 0);
            senders->list[i].from = other;
            senders->load[other]++;
            senders->load[from]--;
            return from;
        }
    }
    return -1;
}

/* Adds a message if there is a sender for it. The others may get other senders. O(messages * N). */
static bool items_senders_add(struct items_senders *senders, int to, int item) {
    uint64_t asked = 0;
    int from = find_sender(senders, item, &asked);
    if (from < 0)
        return false;
    assert(senders->load[from] < senders->space->question.ports && has(senders, from, item));
    senders->load[from]++;
    senders->list[senders->count++] = (struct items_sending){from, to, item};
    return true;
}

/* Takes the last message away. */
static void items_senders_drop(struct items_senders *senders) {
    require(senders->count > 0);
    assert(senders->load[senders->list[senders->count - 1].from] > 0);
    senders->load[senders->list[--senders->count].from]--;
}

/* --- the search --- */

enum outcome { EXHAUSTED, FOUND, STOPPED, GOES_ON };

/* A message that was chosen: its row, the place of its item in `order`, and whether it is the first
 * one of its item. */
struct taken {
    unsigned char row;
    unsigned char place;
    bool first;
};

/* What is chosen at one time. */
struct level {
    item_set *state; /* in the pool */
    item_set new_items;
    item_set sent;                     /* new items that are sent at this time */
    item_set chosen[ITEMS_STATE_MOST]; /* by row */
    uint32_t weight[ITEMS_STATE_MOST]; /* of what is chosen: the first in `order` has the top bit */
    item_set all[ITEMS_STATE_MOST];    /* that each row had before */
    int twin[ITEMS_STATE_MOST];        /* the row before that is in the same state, or -1 */
    int order[ITEMS_STATE_MOST];       /* of items, the rarest first */
    long needed;                       /* messages at this time, or later ones are too few */
    struct items_senders senders;
    struct taken taken[ITEMS_STATE_MOST * ITEMS_STATE_MOST]; /* as many as senders.count */
};

/* What is chosen next: at time s for `row` the item at `place` of the order, taken or left out. */
struct position {
    int s, row, place;
};

struct search {
    struct items_space space;
    const struct limits *limits;
    uint64_t nodes;
    struct level *levels; /* times 0..T-L */
    item_set *pool;       /* the states of times 0..T-L+1, and an image */
    item_set *image;
    int *rows; /* for counting */
    struct items_refuted refuted;
    int end; /* if found: the times before it have messages */
};

static size_t state_length(const struct search *x) {
    return (size_t)x->space.question.processors * (size_t)x->space.question.latency;
}

static item_set *state_at(const struct search *x, int s) {
    assert(s >= 0 && s <= x->space.time + 1);
    return x->pool + (size_t)s * state_length(x);
}

static void order_items(const struct search *x, struct level *level) {
    int rows[ITEMS_STATE_MOST];
    for (int item = 0; item < x->space.question.items; item++) {
        int place = item;
        rows[item] = 0;
        for (int row = 0; row < x->space.question.processors; row++)
            rows[item] += level->all[row] >> item & 1;
        for (; place > 0 && rows[level->order[place - 1]] > rows[item]; place--)
            level->order[place] = level->order[place - 1];
        level->order[place] = item;
    }
}

static int find_twin(const struct search *x, const item_set *state, int row) {
    int latency = x->space.question.latency;
    for (int other = row - 1; other >= 0; other--) {
        int d = 0;
        while (d < latency && state[other * latency + d] == state[row * latency + d])
            d++;
        if (d == latency)
            return other;
    }
    return -1;
}

static void open_level(struct search *x, int s) {
    const struct items_space *space = &x->space;
    struct level *level = &x->levels[s];
    assert(s <= x->space.time - space->question.latency);
    level->state = state_at(x, s);
    level->new_items = items_state_new(space, level->state);
    level->sent = 0;
    level->needed = items_state_missing(space, level->state) -
                    items_state_later(space, level->state, s, x->rows);
    for (int row = 0; row < space->question.processors; row++) {
        level->all[row] = items_row_all(space, level->state + row * space->question.latency);
        level->chosen[row] = 0;
        level->weight[row] = 0;
        level->twin[row] = find_twin(x, level->state, row);
    }
    order_items(x, level);
    items_senders_init(&level->senders, space, level->state);
}

/* Whether a message may be considered: new items come in their order, each once with single
 * sending. */
static bool may_send(const struct search *x, const struct level *level, int row, int item) {
    item_set bit = (item_set)1 << item;
    if ((level->all[row] | level->chosen[row]) & bit)
        return false;
    if (!(level->new_items & bit))
        return true;
    if (level->sent & bit)
        return !x->space.question.single;
    item_set before = level->new_items & (bit - 1);
    return (level->sent & before) == before;
}

/* Whether a message could be added to a choice, which makes another choice at least as good. */
static bool can_grow(const struct search *x, struct level *level) {
    const struct items_question *question = &x->space.question;
    for (int row = 0; row < question->processors; row++) {
        if (item_set_size(level->chosen[row]) == question->ports)
            continue;
        for (int item = 0; item < question->items; item++) {
            item_set bit = (item_set)1 << item;
            if ((level->all[row] | level->chosen[row]) & bit ||
                (question->single && level->new_items & bit))
                continue;
            if (items_senders_add(&level->senders, row + 1, item)) {
                items_senders_drop(&level->senders);
                return true;
            }
        }
    }
    return false;
}

/* Opens time s, unless all is done or nothing can come of it. */
static enum outcome enter(struct search *x, int s) {
    const item_set *state = state_at(x, s);
    if (items_state_missing(&x->space, state) == 0) {
        x->end = s;
        return FOUND;
    }
    if (s > x->space.time - x->space.question.latency)
        return EXHAUSTED;
    if (items_state_hopeless(&x->space, state, s, x->rows))
        return EXHAUSTED;
    items_state_canonical(&x->space, state, x->image);
    if (items_refuted_has(&x->refuted, x->image, s))
        return EXHAUSTED;
    open_level(x, s);
    return GOES_ON;
}

/* All rows have their items of this time. */
static enum outcome end_time(struct search *x, struct position *at) {
    struct level *level = &x->levels[at->s];
    assert((level->sent & ~level->new_items) == 0);
    if (level->senders.count < level->needed || can_grow(x, level))
        return EXHAUSTED;
    items_state_next(&x->space, level->state, level->chosen, state_at(x, at->s + 1));
    enum outcome outcome = enter(x, at->s + 1);
    if (outcome == GOES_ON)
        *at = (struct position){.s = at->s + 1};
    return outcome;
}

static bool must_stop(struct search *x) {
    x->nodes++;
    if (x->limits->nodes && x->nodes > x->limits->nodes)
        return true;
    if (x->nodes % 1024 != 1)
        return false;
    limits_report(x->limits, &(struct progress){"search", 0, 0, x->nodes});
    return limits_stop(x->limits);
}

/* No more is sent to this row. It needs as many items as it can't get later, and the rows that are
 * left must be able to take what is needed. */
static enum outcome end_row(struct search *x, struct position *at) {
    const struct items_question *question = &x->space.question;
    struct level *level = &x->levels[at->s];
    int has = item_set_size(level->all[at->row] | level->chosen[at->row]);
    long later = (long)question->ports * (x->space.time - question->latency - at->s);
    long others = (long)question->ports * (question->processors - 1 - at->row);
    assert(has <= question->items && later >= 0 && others >= 0);
    if (must_stop(x))
        return STOPPED;
    if (question->items - has > later || level->senders.count + others < level->needed)
        return EXHAUSTED;
    *at = (struct position){.s = at->s, .row = at->row + 1};
    return GOES_ON;
}

/* The item is taken if it may be. */
static void assign(struct search *x, const struct position *at) {
    struct level *level = &x->levels[at->s];
    int row = at->row, item = level->order[at->place], count = level->senders.count;
    item_set bit = (item_set)1 << item;
    uint32_t heavier = level->weight[row] | UINT32_C(1) << (31 - at->place);
    if (level->twin[row] >= 0 && heavier > level->weight[level->twin[row]])
        return;
    if (!may_send(x, level, row, item) || !items_senders_add(&level->senders, row + 1, item))
        return;
    assert(level->senders.count == count + 1 && !(level->chosen[row] & bit));
    level->chosen[row] |= bit;
    level->weight[row] = heavier;
    level->taken[count] = (struct taken){(unsigned char)row, (unsigned char)at->place,
                                         (level->new_items & ~level->sent & bit) != 0};
    level->sent |= level->new_items & bit;
}

/* The message that was chosen last at this time is left out instead. */
static void leave_out(struct level *level, struct position *at) {
    const struct taken *last = &level->taken[level->senders.count - 1];
    item_set bit = (item_set)1 << level->order[last->place];
    assert(level->chosen[last->row] & bit);
    level->chosen[last->row] &= ~bit;
    level->weight[last->row] &= ~(UINT32_C(1) << (31 - last->place));
    if (last->first)
        level->sent &= ~bit;
    items_senders_drop(&level->senders);
    at->row = last->row;
    at->place = last->place + 1;
}

/* To the last message that can be left out, with all later times and choices forgotten; false if
 * there is none. What is left behind is refuted. */
static bool go_back(struct search *x, struct position *at) {
    for (; at->s >= 0; at->s--) {
        struct level *level = &x->levels[at->s];
        assert(level->state == state_at(x, at->s));
        if (level->senders.count > 0) {
            leave_out(level, at);
            return true;
        }
        items_state_canonical(&x->space, level->state, x->image);
        items_refuted_add(&x->refuted, x->image, at->s);
    }
    return false;
}

/* Row by row, and for each row item by item, taken first, then left out. */
static enum outcome choose(struct search *x, struct position *at) {
    const struct items_question *question = &x->space.question;
    assert(at->row <= question->processors && at->place <= question->items);
    if (at->row == question->processors)
        return end_time(x, at);
    if (at->place == question->items ||
        item_set_size(x->levels[at->s].chosen[at->row]) == question->ports)
        return end_row(x, at);
    assign(x, at);
    at->place++;
    return GOES_ON;
}

/* A loop, as the choices may be a million deep. */
static enum outcome search_all(struct search *x) {
    struct position at = {0};
    enum outcome outcome = enter(x, 0);
    if (outcome != GOES_ON)
        return outcome;
    for (;;) {
        outcome = choose(x, &at);
        if (outcome == FOUND || outcome == STOPPED)
            return outcome;
        if (outcome == EXHAUSTED && !go_back(x, &at))
            return EXHAUSTED;
    }
}

static enum status search_open(struct search *x, struct failure *failure) {
    int time = x->space.time, sends = time - x->space.question.latency + 1;
    size_t times = sends > 0 ? (size_t)sends : 0;
    x->levels = memory_new(times, sizeof *x->levels);
    x->pool = memory_new(times + 2, state_length(x) * sizeof *x->pool);
    TRY(memory_check(x->levels && x->pool && NEW(time + 1, x->rows), failure, "a search"));
    x->image = x->pool + (times + 1) * state_length(x);
    return items_refuted_init(&x->refuted, state_length(x), failure);
}

static void search_close(struct search *x) {
    FREE_ALL(x->levels, x->pool, x->rows);
    items_refuted_clear(&x->refuted);
}

static enum status report_answer(const struct search *x, struct items_answer *answer,
                                 struct failure *failure) {
    const struct items_question *question = &x->space.question;
    assert(x->end <= x->space.time - question->latency + 1);
    for (int s = 0; s < x->end; s++)
        for (int i = 0; i < x->levels[s].senders.count; i++) {
            const struct items_sending *m = &x->levels[s].senders.list[i];
            message_array_add(
                &answer->messages,
                &(struct message){.time = s, .from = m->from, .to = m->to, .item = m->item + 1});
        }
    answer->list = items_question_list(question);
    enum status status = message_array_finish(&answer->messages, &answer->list, failure);
    if (status)
        items_answer_clear(answer);
    return status;
}

static enum status check(const struct items_question *question, int time, struct failure *failure) {
    if (question->latency < 1 || question->ports < 1 || question->processors < 1 ||
        question->items < 1 || time < 0)
        return failure_input(failure, "latency, ports, processors and items must be at least 1");
    if (question->processors > ITEMS_STATE_MOST || question->items > ITEMS_STATE_MOST ||
        time > ITEMS_STATE_MOST_TIME)
        return failure_limit(failure, "the search takes %d processors, %d items and times to %d",
                             ITEMS_STATE_MOST, ITEMS_STATE_MOST, ITEMS_STATE_MOST_TIME);
    return STATUS_OK;
}

enum status items_backtrack(const struct items_question *question, int time,
                            const struct limits *limits, struct items_answer *answer,
                            struct failure *failure) {
    CLEANUP(search_close) struct search x = {.space = {*question, time}, .limits = limits};
    TRY(check(question, time, failure));
    items_answer_init(answer);
    if (time < question->latency) { /* nothing can be received */
        answer->verdict = VERDICT_INFEASIBLE;
        return STATUS_OK;
    }
    TRY(search_open(&x, failure));
    enum outcome outcome = search_all(&x);
    answer->nodes = x.nodes;
    if (outcome == FOUND)
        TRY(report_answer(&x, answer, failure));
    if (outcome != STOPPED)
        answer->verdict = outcome == FOUND ? VERDICT_FEASIBLE : VERDICT_INFEASIBLE;
    else
        answer->reason = "a limit was reached";
    return STATUS_OK;
}
