/* SPDX-License-Identifier: MIT */
#include "solver/items/endgame/endgame_groups.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* When a row is free. */
struct pattern {
    const bool *receives, *sends;
    size_t times;
    int row;
};

static int by_freedom(const struct pattern *a, const struct pattern *b) {
    int order = memcmp(a->receives, b->receives, a->times * sizeof *a->receives);
    return order ? order : memcmp(a->sends, b->sends, a->times * sizeof *a->sends);
}

static int by_freedom_and_row(const void *left, const void *right) {
    const struct pattern *a = left, *b = right;
    int order = by_freedom(a, b);
    return order ? order : (a->row > b->row) - (a->row < b->row);
}

void endgame_groups_clear(struct endgame_groups *groups) {
    endgame_rows_clear(&groups->rest);
    free(groups->numbers);
    free(groups->turns);
    *groups = (struct endgame_groups){0};
}

/* One row of a group: what it receives (sent is NULL), or sends. */
static void take_turn(const struct endgame_rows *rows, int row, int turn, int *received,
                      int *sent) {
    int M = rows->endgame, count = 0, L = rows->latency;
    for (int y = L; y <= rows->finish; y++) {
        received[y] = endgame_can_receive(rows, row, y) && count < M ? (turn + count) % M + 1 : 0;
        count += received[y] > 0;
        sent[y] =
            count > 0 && y <= rows->finish - L && endgame_can_send(rows, row, y) ? turn + 1 : 0;
    }
}

/* What one group leaves to spare of each item, that is, one row of all items. */
static void add_spare(struct endgame_groups *groups, const struct endgame_rows *rows, int row,
                      int *scratch) {
    int *received = scratch, *sent = scratch + rows->finish + 1, L = rows->latency;
    memset(scratch, 0, 2 * ((size_t)rows->finish + 1) * sizeof *scratch);
    take_turn(rows, row, 0, received, sent);
    for (int y = L; y <= rows->finish; y++)
        groups->rest.spare[y] += (sent[y - L] > 0) - (received[y] > 0);
}

static bool has_enough(const struct endgame_rows *rows, int row) {
    int count = 0;
    for (int y = rows->latency; y <= rows->finish; y++)
        count += endgame_can_receive(rows, row, y);
    return count >= rows->endgame;
}

static void keep_row(struct endgame_groups *groups, const struct endgame_rows *rows, int row,
                     bool twin) {
    struct endgame_rows *rest = &groups->rest;
    size_t times = (size_t)rows->finish + 1, from = (size_t)row * times;
    int number = rest->processors + (row > 0);
    rest->processors = number;
    memcpy(rest->receives + (size_t)number * times, rows->receives + from,
           times * sizeof *rows->receives);
    memcpy(rest->sends + (size_t)number * times, rows->sends + from, times * sizeof *rows->sends);
    rest->twins[number] = twin;
    groups->numbers[number] = row;
    groups->turns[row] = -1;
}

/* `count` rows that are alike: groups, then what is left. */
static void take_alike(struct endgame_groups *groups, const struct endgame_rows *rows,
                       const struct pattern *alike, int count, int keep, int *scratch) {
    int M = rows->endgame, grouped = count > keep ? (count - keep) / M * M : 0;
    for (int i = 0; i < grouped; i++) {
        groups->turns[alike[i].row] = i % M;
        if (i % M == 0)
            add_spare(groups, rows, alike[i].row, scratch);
    }
    for (int i = grouped; i < count; i++)
        keep_row(groups, rows, alike[i].row, i + 1 < count);
}

static void take_all(struct endgame_groups *groups, const struct endgame_rows *rows,
                     struct pattern *patterns, int keep, int *scratch) {
    size_t times = (size_t)rows->finish + 1;
    for (int row = 1; row <= rows->processors; row++)
        patterns[row - 1] = (struct pattern){rows->receives + (size_t)row * times,
                                             rows->sends + (size_t)row * times, times, row};
    qsort(patterns, (size_t)rows->processors, sizeof *patterns, by_freedom_and_row);
    keep_row(groups, rows, 0, false);
    for (int i = 0, next; i < rows->processors; i = next) {
        for (next = i + 1; next < rows->processors; next++)
            if (by_freedom(&patterns[i], &patterns[next]) != 0)
                break;
        take_alike(groups, rows, patterns + i, next - i, keep, scratch);
    }
}

enum status endgame_groups_init(struct endgame_groups *groups, const struct endgame_rows *rows,
                                int keep, struct failure *failure) {
    struct endgame_groups result = {0};
    size_t count = (size_t)rows->processors + 1, times = (size_t)rows->finish + 1;
    for (int row = 1; row <= rows->processors; row++)
        if (!has_enough(rows, row))
            return failure_set(failure, STATUS_INPUT, "processor %d has not enough free steps",
                               row);
    enum status status = endgame_rows_copy_empty(&result.rest, rows, failure);
    if (status)
        return status;
    struct pattern *patterns = memory_new(count, sizeof *patterns);
    int *scratch = memory_new(2 * times, sizeof *scratch);
    result.numbers = memory_new(count, sizeof *result.numbers);
    result.turns = memory_new(count, sizeof *result.turns);
    if (patterns && scratch && result.numbers && result.turns)
        take_all(&result, rows, patterns, keep, scratch);
    else
        status = failure_memory(failure, "an endgame");
    free(patterns);
    free(scratch);
    if (status)
        endgame_groups_clear(&result);
    else
        *groups = result;
    return status;
}

void endgame_groups_choose(const struct endgame_groups *groups, struct endgame_choice *choice) {
    const struct endgame_rows *rows = choice->rows;
    int times = rows->finish + 1;
    for (int row = 1; row <= rows->processors; row++)
        if (groups->turns[row] >= 0)
            take_turn(rows, row, groups->turns[row], choice->receives + row * times,
                      choice->sends + row * times);
}
