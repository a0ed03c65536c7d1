/* SPDX-License-Identifier: MIT */
/* Lemma 12 of results/THEOREMS.md: can f_0 .. f_n be split into M parts with given sums that are
 * nearly equal? A state of level i is what M parts lack, f_0 + .. + f_i in all; f_i is given to one
 * of them next. Bad states, which can't be finished, are listed level by level. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tests/theorems/theorem.h"

enum { MOST_PARTS = 10, LEVELS = 160, MOST_STATES = 12000000 };

/* What the parts lack, descending. */
struct state {
    int lack[MOST_PARTS];
};

struct states {
    struct state *states;
    size_t count, room;
};

struct listing {
    int latency, parts;
    long f[LEVELS];
    struct states bad; /* of the level before, sorted */
};

/* --- sets of states --- */

static int compare(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct state));
}

static int descending(const void *a, const void *b) {
    return *(const int *)b - *(const int *)a;
}

static enum status add(struct states *states, const struct state *state, struct failure *failure) {
    if (states->count == states->room) {
        size_t room = 2 * states->room + 64;
        struct state *grown =
            room < MOST_STATES ? memory_resize(states->states, room, sizeof *grown) : NULL;
        if (!grown)
            return failure_memory(failure, "the states of a level");
        states->states = grown;
        states->room = room;
    }
    states->states[states->count] = *state;
    qsort(states->states[states->count].lack, MOST_PARTS, sizeof(int), descending);
    states->count++;
    return STATUS_OK;
}

static void sort(struct states *states) {
    size_t kept = 0;
    if (states->count == 0)
        return;
    qsort(states->states, states->count, sizeof *states->states, compare);
    for (size_t i = 1; i < states->count; i++)
        if (compare(&states->states[kept], &states->states[i]) != 0)
            states->states[++kept] = states->states[i];
    states->count = kept + 1;
}

static bool has(const struct states *states, const struct state *state) {
    return states->count &&
           bsearch(state, states->states, states->count, sizeof *state, compare) != NULL;
}

/* --- a level --- */

/* Does every part that can be given f_i lead to a bad state? */
static bool is_bad(const struct listing *listing, const struct state *state, int i) {
    for (int g = 0; g < listing->parts; g++) {
        if (state->lack[g] < listing->f[i])
            break;
        struct state next = *state;
        next.lack[g] -= (int)listing->f[i];
        qsort(next.lack, MOST_PARTS, sizeof(int), descending);
        if (!has(&listing->bad, &next))
            return false;
    }
    return true;
}

/* All states in which every part lacks less than f_i: f_i - 1 less parts of `missing`, descending
 * from `most` on. */
static enum status add_small(const struct listing *listing, int i, struct state *state, int g,
                             long missing, long most, struct states *found,
                             struct failure *failure) {
    long top = listing->f[i] - 1;
    enum status status = STATUS_OK;
    if (g == listing->parts)
        return missing == 0 ? add(found, state, failure) : STATUS_OK;
    for (long part = missing < most ? missing : most;
         part >= 0 && part * (listing->parts - g) >= missing && !status; part--) {
        if (part > top)
            continue;
        state->lack[g] = (int)(top - part);
        status = add_small(listing, i, state, g + 1, missing - part, part, found, failure);
    }
    return status;
}

static enum status add_level(struct listing *listing, int i, long sum, struct failure *failure) {
    struct states found = {NULL, 0, 0};
    struct state state = {{0}};
    long missing = listing->parts * (listing->f[i] - 1) - sum;
    enum status status = missing < 0
                             ? STATUS_OK
                             : add_small(listing, i, &state, 0, missing, missing, &found, failure);
    for (size_t b = 0; b < listing->bad.count && !status; b++)
        for (int g = 0; g < listing->parts && !status; g++) {
            state = listing->bad.states[b];
            state.lack[g] += (int)listing->f[i];
            qsort(state.lack, MOST_PARTS, sizeof(int), descending);
            if (is_bad(listing, &state, i))
                status = add(&found, &state, failure);
        }
    sort(&found);
    free(listing->bad.states);
    listing->bad = found;
    return status;
}

/* --- Lemma 12 --- */

/* No bad state of level `level` has `large` entries above X; and a state of a later level that has
 * no more of them has one which is f_i + X + 1 or more. */
struct case_of_lemma {
    int latency, parts, level, large;
    long most; /* X */
    size_t states;
};

static enum status fault(const struct case_of_lemma *c, const char *what, struct failure *failure) {
    return failure_set(failure, STATUS_INTERNAL, "L = %d, M = %d: %s", c->latency, c->parts, what);
}

static enum status check_end(const struct listing *listing, const struct case_of_lemma *c,
                             struct failure *failure) {
    if (listing->bad.count != c->states)
        return fault(c, "another number of bad states", failure);
    for (size_t b = 0; b < listing->bad.count; b++)
        if (listing->bad.states[b].lack[c->large - 1] > c->most)
            return fault(c, "a bad state has too many large entries", failure);
    for (int i = c->level + 1; i <= c->level + 2 * c->latency; i++) {
        long sum = listing->f[i + c->latency] - 1;
        if (listing->parts * (listing->f[i] - 1) >= sum)
            return fault(c, "a later level fails", failure);
        if (sum - (c->parts - c->large) * c->most < c->large * (listing->f[i] + c->most + 1))
            return fault(c, "the inequality does not hold", failure);
    }
    printf("L = %d, M = %d: %zu bad states of level %d, none with %d entries above %ld\n",
           c->latency, c->parts, listing->bad.count, c->level, c->large, c->most);
    return STATUS_OK;
}

static enum status check_case(const struct case_of_lemma *c, struct failure *failure) {
    struct listing listing = {.latency = c->latency, .parts = c->parts};
    long sum = 0;
    enum status status = STATUS_OK;
    for (int i = 0; i <= c->level + 3 * c->latency; i++)
        listing.f[i] = i < c->latency ? 1 : listing.f[i - 1] + listing.f[i - c->latency];
    for (int i = 0; i <= c->level && !status; i++) {
        sum += listing.f[i];
        status = add_level(&listing, i, sum, failure);
    }
    if (!status)
        status = check_end(&listing, c, failure);
    free(listing.bad.states);
    return status;
}

static enum status check_cases(const struct case_of_lemma *cases, struct failure *failure) {
    enum status status = STATUS_OK;
    for (; cases->latency && !status; cases++)
        status = check_case(cases, failure);
    return status;
}

static const struct case_of_lemma cases[] = {
    {10, 6, 41, 2, 460, 85}, {13, 7, 52, 2, 727, 1648}, {14, 7, 38, 2, 7, 6},
    {15, 7, 23, 2, 6, 2},    {17, 8, 48, 2, 121, 1318}, {18, 8, 29, 2, 9, 24},
    {19, 8, 29, 2, 8, 12},   {20, 8, 30, 2, 8, 6},      {0}};

static enum status try_items_lacks(struct failure *failure) {
    return check_cases(cases, failure);
}

static enum status try_items_lacks_whole(struct failure *failure) {
    static const struct case_of_lemma large[] = {
        {20, 9, 58, 3, 172, 557470}, {16, 8, 65, 2, 1392, 6998129}, {0}};
    enum status status = check_cases(cases, failure);
    return status ? status : check_cases(large, failure);
}

static const struct theorem theorems[] = {
    {"items-lacks",
     "k items: f_0 .. f_n split into M nearly equal sums, Lemma 12: eight (L,M), L = 10..20",
     try_items_lacks},
    {NULL, NULL, NULL}};

static const struct theorem whole_theorems[] = {
    {"items-lacks",
     "k items: f_0 .. f_n split into M nearly equal sums, Lemma 12: all ten (L,M), some GiB",
     try_items_lacks_whole},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, whole_theorems);
}
