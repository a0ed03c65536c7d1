/* SPDX-License-Identifier: MIT */
#include "solver/collective/multiport/multiport_rotation.h"

#include "automata/memory.h"

enum status multiport_emit(const struct multiport_emitter *emitter, int from, int to, int batch,
                           int row, struct failure *failure) {
    long item = (long)batch * emitter->ports + row + 1;
    struct message message = {.time = emitter->time, .from = from, .to = to, .item = (int)item};
    if (batch < 0 || item > emitter->items)
        return STATUS_OK;
    return emitter->take(emitter->context, &message, failure);
}

/* Copies that each of S_j sends into S_(d-1) of its own row. */
static int copies(const struct multiport_rotation *rotation, int set) {
    bool special = rotation->box.kind == MULTIPORT_SPECIAL;
    return special && set == 0 ? rotation->box.factor - 1 : rotation->ports;
}

/* Two processors a row, which change places in every round. */
static bool swaps(const struct multiport_rotation *rotation) {
    return rotation->box.kind == MULTIPORT_SPECIAL && rotation->row == 2;
}

void multiport_rotation_clear(struct multiport_rotation *rotation) {
    FREE_ALL(rotation->start, rotation->order, rotation->next);
    *rotation = (struct multiport_rotation){0};
}

enum status multiport_rotation_init(struct multiport_rotation *rotation, int ports,
                                    const struct multiport_box *box, int first,
                                    struct failure *failure) {
    int row = box->processors / ports, depth = box->depth;
    CLEANUP(multiport_rotation_clear)
    struct multiport_rotation made = {.box = *box, .ports = ports, .first = first, .row = row};
    TRY(memory_check(NEW((size_t)depth + 1, made.start) && NEW(row, made.order, made.next), failure,
                     "a broadcasting box"));
    for (int set = 0, size = 1; set < depth; set++) {
        made.start[set + 1] = made.start[set] + size;
        size *= 1 + copies(&made, set);
    }
    for (int place = 0; place < row; place++)
        made.order[place] = place;
    *rotation = TAKE(made);
    return STATUS_OK;
}

static int processor(const struct multiport_rotation *rotation, int row, int place) {
    return rotation->first + row * rotation->row + rotation->order[place];
}

int multiport_rotation_receiver(const struct multiport_rotation *rotation, int row) {
    return processor(rotation, row, rotation->start[rotation->box.depth - 1]);
}

int multiport_rotation_sender(const struct multiport_rotation *rotation, int row) {
    return processor(rotation, row, rotation->box.kind == MULTIPORT_NICE ? rotation->row - 1 : 0);
}

/* Row `from` sends its message early to who stays in row `to`. */
static bool is_early(const struct multiport_rotation *rotation, int from, int to) {
    int ports = rotation->ports;
    return rotation->box.kind == MULTIPORT_SPECIAL && to != from &&
           (to - from + ports) % ports <= ports - rotation->box.factor;
}

/* S_0 .. S_(d-2) of a row to the places of S_(d-1) but the first. */
static enum status send_within(const struct multiport_rotation *rotation,
                               const struct multiport_emitter *emitter, int row,
                               struct failure *failure) {
    int last = rotation->box.depth - 1, to = rotation->start[last] + 1;
    for (int set = 0; set < last; set++)
        for (int place = rotation->start[set]; place < rotation->start[set + 1]; place++)
            for (int copy = copies(rotation, set); copy > 0; copy--)
                TRY(multiport_emit(emitter, processor(rotation, row, place),
                                   processor(rotation, row, to++), rotation->round - 1 - set, row,
                                   failure));
    return STATUS_OK;
}

static enum status send_early(const struct multiport_rotation *rotation,
                              const struct multiport_emitter *emitter, int row,
                              struct failure *failure) {
    for (int to = 0; to < rotation->ports; to++)
        if (is_early(rotation, row, to))
            TRY(multiport_emit(emitter, processor(rotation, row, 0),
                               processor(rotation, to, rotation->row - 1), rotation->round - 1, row,
                               failure));
    return STATUS_OK;
}

/* S_(d-1) of a row to everybody who is not in it, but who had it early. */
static enum status send_last(const struct multiport_rotation *rotation,
                             const struct multiport_emitter *emitter, int row,
                             struct failure *failure) {
    int last = rotation->box.depth - 1, start = rotation->start[last], batch = rotation->round - 1;
    long sent = 0;
    if (batch < last) /* nothing is there yet */
        return STATUS_OK;
    for (int other = 0; other < rotation->ports; other++) {
        int end = other == row ? start : rotation->row - is_early(rotation, row, other);
        for (int place = 0; place < end; place++, sent++)
            TRY(multiport_emit(emitter,
                               processor(rotation, row, start + (int)(sent / rotation->ports)),
                               processor(rotation, other, place), batch - last, row, failure));
    }
    return STATUS_OK;
}

/* Row i beats row j in this round. */
static bool beats(int round, int i, int j) {
    return (i < j) == (round % 2 == 0);
}

/* d = 2, a = 1: place 0 is S_0, place 1 is S_1. */
static enum status send_swapping(const struct multiport_rotation *rotation,
                                 const struct multiport_emitter *emitter, int row,
                                 struct failure *failure) {
    int round = rotation->round;
    TRY(multiport_emit(emitter, processor(rotation, row, 1), processor(rotation, row, 0), round - 2,
                       row, failure));
    for (int other = 0; other < rotation->ports; other++) {
        if (other == row)
            continue;
        /* who was S_0 a round ago is S_1 now */
        int early = beats(round, row, other) ? 0 : 1, late = beats(round - 1, row, other) ? 0 : 1;
        TRY(multiport_emit(emitter, processor(rotation, row, 0), processor(rotation, other, early),
                           round - 1, row, failure));
        TRY(multiport_emit(emitter, processor(rotation, row, 1), processor(rotation, other, late),
                           round - 2, row, failure));
    }
    return STATUS_OK;
}

enum status multiport_rotation_each(const struct multiport_rotation *rotation,
                                    const struct multiport_emitter *emitter,
                                    struct failure *failure) {
    for (int row = 0; row < rotation->ports; row++) {
        if (swaps(rotation)) {
            TRY(send_swapping(rotation, emitter, row, failure));
            continue;
        }
        TRY(send_within(rotation, emitter, row, failure));
        TRY(send_early(rotation, emitter, row, failure));
        TRY(send_last(rotation, emitter, row, failure));
    }
    return STATUS_OK;
}

void multiport_rotation_turn(struct multiport_rotation *rotation) {
    int last = rotation->box.depth - 1, from = rotation->start[last], place = 0;
    int *old = rotation->order, *next = rotation->next;
    rotation->round++;
    if (last == 0)
        return;
    next[place++] = old[from++];
    for (int set = 0; set < last; set++) {
        int size = rotation->start[set + 1] - rotation->start[set];
        for (int i = 0; i < size; i++)
            next[place++] = old[rotation->start[set] + i];
        for (int i = 0; i < size * copies(rotation, set); i++)
            next[place++] = old[from++];
    }
    rotation->order = next;
    rotation->next = old;
}
