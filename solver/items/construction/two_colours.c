/* SPDX-License-Identifier: MIT */
#include "solver/items/construction/two_colours.h"

#include <stdbool.h>

#include "solver/items/least.h"

enum { MOST_NODES = 1000000 };

/* What is still to be received at a TIME and behind it. */
struct state {
    int early[2]; /* [item]: processors that have had it first, and wait for the other one at T-1 */
    int late[2];  /* at T */
    int loops[2]; /* at any time */
    int difference; /* processors whose first item is 0, less those with 1 */
};

struct search {
    struct two_colours *colours;
    int nodes;
};

static int firsts_at(const struct two_colours *colours, int time) {
    return colours->loops[time] + colours->early[time] + colours->late[time];
}

/* What arrives at `time` for first slots and loops. */
static void find_supply(const struct two_colours *colours, int time, const struct state *state,
                        int supply[2]) {
    for (int item = 0; item < 2; item++) {
        supply[item] = colours->holders[item][time - 2] + (colours->source[time] == item);
        if (time == colours->end - 1)
            supply[item] -= state->early[1 - item];
        if (time == colours->end)
            supply[item] -= state->late[1 - item];
    }
}

/* The first slots at `time`, as chosen. */
static void add_firsts(struct two_colours *colours, int time, struct state *state) {
    int zeros = colours->zeros[time], loops = least(zeros, colours->loops[time]);
    int early = least(zeros - loops, colours->early[time]), late = zeros - loops - early;
    state->loops[0] += loops;
    state->loops[1] += colours->loops[time] - loops;
    state->early[0] += early;
    state->early[1] += colours->early[time] - early;
    state->late[0] += late;
    state->late[1] += colours->late[time] - late;
    colours->holders[0][time] = colours->holders[0][time - 1] + zeros;
    colours->holders[1][time] = colours->holders[1][time - 1] + firsts_at(colours, time) - zeros;
    state->difference = colours->holders[0][time] - colours->holders[1][time];
}

static bool choose(struct search *search, int time, const struct state *state);

/* With so many zeros at `time`, if there are as many: can all the rest be chosen? */
static bool try(struct search *search, int time, const struct state *state, const int supply[2],
                int zeros) {
    struct two_colours *colours = search->colours;
    struct state next = *state;
    int left[2] = {supply[0] - zeros, supply[1] - firsts_at(colours, time) + zeros};
    if (zeros < 0 || zeros > firsts_at(colours, time) || left[0] < 0 || left[1] < 0)
        return false;
    for (int item = 0; item < 2; item++)
        next.loops[1 - item] -= least(next.loops[1 - item], left[item]);
    colours->zeros[time] = zeros;
    add_firsts(colours, time, &next);
    return choose(search, time + 1, &next);
}

/* All numbers that leave a difference of 0, 1 or -1; at T-1 all. */
static bool try_all(struct search *search, int time, const struct state *state) {
    static const int differences[] = {0, 1, -1};
    struct two_colours *colours = search->colours;
    int supply[2], firsts = firsts_at(colours, time);
    find_supply(colours, time, state, supply);
    if (time >= colours->end - 1) {
        bool found = false;
        int end = least(firsts, supply[0]);
        for (int zeros = most(0, firsts - supply[1]); zeros <= end && !found; zeros++)
            found = try(search, time, state, supply, zeros);
        return found;
    }
    for (int i = 0; i < 3; i++) {
        int twice = firsts + differences[i] - state->difference;
        if (twice % 2 == 0 && try(search, time, state, supply, twice / 2))
            return true;
    }
    return false;
}

static bool choose(struct search *search, int time, const struct state *state) {
    struct two_colours *colours = search->colours;
    if (time > colours->end)
        return state->loops[0] == 0 && state->loops[1] == 0;
    if (search->nodes == MOST_NODES)
        return false;
    search->nodes++;
    for (int item = 0; item < 2; item++) {
        colours->source[time] = item;
        if (try_all(search, time, state))
            return true;
    }
    return false;
}

enum status two_colours_choose(struct two_colours *colours, struct failure *failure) {
    struct search search = {colours, 0};
    struct state state = {.difference = 0};
    for (int time = 0; time < 2; time++)
        colours->holders[0][time] = colours->holders[1][time] = 0;
    if (choose(&search, 2, &state))
        return STATUS_OK;
    return failure_set(failure, STATUS_INTERNAL, "two items are not found a way after %d nodes",
                       search.nodes);
}
