/* SPDX-License-Identifier: MIT */
#include "solver/question/decide/paper.h"

#include <stdio.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "solver/model/instance.h"

enum { MOST_LETTERS = 100000, MOST_NODES = 2000000 };

/* A word of Lemma 3.1 put on a block: family j >= 2 is (j-1)^(L-1-j) j*, family 0 is a^(L-2) (ca)*
 * b*. */
struct choice {
    int size, family;
    int pairs; /* family 0: number of (ca) */
};

struct attempt {
    const struct small_instance *instance;
    int *unused;            /* unused[size]: blocks without word */
    int *left;              /* left[j]: copies of letter j */
    struct choice *choices; /* one for each block that has a word */
    int choice_count;
    int receive_only;
    bool root_ball; /* the root block is kept for a^(L-2) (ca)* b* */
    uint64_t nodes;
    uint64_t most_nodes;
    struct paper_result *result;
};

static void attempt_clear(struct attempt *attempt) {
    FREE_ALL(attempt->unused, attempt->left, attempt->choices);
}

/* How many copies of letter j the word of its family holds on a block of this size; negative: it
 * does not fit. */
static int copies_on(const struct attempt *attempt, int letter, int size) {
    return size - 1 - (attempt->instance->latency - 1 - letter);
}

static void set_letter(struct attempt *attempt, int size, int letter) {
    int filler = attempt->instance->latency - 1 - letter;
    attempt->choices[attempt->choice_count++] = (struct choice){size, letter, 0};
    attempt->unused[size]--;
    attempt->left[letter - 1] -= filler;
    attempt->left[letter] -= size - 1 - filler;
}

static void take_back(struct attempt *attempt) {
    struct choice choice = attempt->choices[--attempt->choice_count];
    int filler = attempt->instance->latency - 1 - choice.family;
    attempt->unused[choice.size]++;
    attempt->left[choice.family - 1] += filler;
    attempt->left[choice.family] += choice.size - 1 - filler;
}

/* Spreads the pairs (ca) over the unused blocks, all of which get family 0. */
static void put_last_words(struct attempt *attempt, int pairs) {
    int latency = attempt->instance->latency;
    for (int size = attempt->instance->root_size; size >= 2; size--)
        for (int i = 0; i < attempt->unused[size]; i++) {
            int room = (size - 1 - (latency - 2)) / 2;
            int here = pairs < room ? pairs : room;
            attempt->choices[attempt->choice_count++] = (struct choice){size, 0, here};
            pairs -= here;
        }
}

/* All blocks that are still unused take a^(L-2) (ca)^i b*: does some choice of the i use up all
 * letters? */
static bool finish_with_a(struct attempt *attempt) {
    int latency = attempt->instance->latency;
    long room = 0, blocks = 0;
    for (int size = 2; size <= attempt->instance->root_size; size++) {
        if (attempt->unused[size] && size - 1 < latency - 2)
            return false;
        blocks += attempt->unused[size];
        room += (long)attempt->unused[size] * ((size - 1 - (latency - 2)) / 2);
    }
    /* The b's fit by themselves: the letters are as many as the places. */
    int pairs = attempt->left[2];
    if (pairs > room || attempt->left[0] != (latency - 2) * blocks + pairs)
        return false;
    put_last_words(attempt, pairs);
    return true;
}

/* The word of this family may go on a block of this size, as far as blocks and letters go. */
static bool fits(const struct attempt *attempt, int letter, int size) {
    int copies = copies_on(attempt, letter, size);
    bool kept_for_a = attempt->root_ball && size == attempt->instance->root_size;
    return attempt->unused[size] && !kept_for_a && copies >= 0 && copies <= attempt->left[letter] &&
           attempt->instance->latency - 1 - letter <= attempt->left[letter - 1];
}

/* Chooses which of the unused blocks, from `size` down, take b^(L-3) c*. */
static bool finish(struct attempt *attempt, int size) {
    if (++attempt->nodes > attempt->most_nodes)
        return false;
    if (finish_with_a(attempt))
        return true;
    for (; size >= 2; size--) {
        if (!fits(attempt, 2, size))
            continue;
        set_letter(attempt, size, 2);
        if (finish(attempt, size))
            return true;
        take_back(attempt);
    }
    return false;
}

/* The literal reading: the word of the highest letter left goes on the smallest unused block that
 * is long enough to hold that letter, until a, b, c remain. */
static bool use_up_literally(struct attempt *attempt) {
    for (int letter = attempt->instance->latency - 1; letter >= 3; letter--)
        while (attempt->left[letter]) {
            int size = attempt->instance->latency - letter + 1;
            while (size <= attempt->instance->root_size && !attempt->unused[size])
                size++;
            if (size > attempt->instance->root_size || !fits(attempt, letter, size)) {
                attempt->result->stuck_letter = letter;
                attempt->result->stuck_left = attempt->left[letter];
                return false;
            }
            set_letter(attempt, size, letter);
        }
    attempt->result->stuck_letter = -1;
    return finish(attempt, attempt->instance->root_size);
}

/* The search: the words of `letter` go on any unused blocks of at least `size`, until none of it is
 * left; words that hold only the letter below it are tried too. Then the next letter down to d,
 * then a, b, c. */
static bool use_up(struct attempt *attempt, int letter, int size) {
    if (++attempt->nodes > attempt->most_nodes)
        return false;
    if (letter < 3)
        return finish(attempt, attempt->instance->root_size);
    if (attempt->left[letter] == 0 && use_up(attempt, letter - 1, 2))
        return true;
    for (; size <= attempt->instance->root_size; size++) {
        if (!fits(attempt, letter, size))
            continue;
        set_letter(attempt, size, letter);
        if (use_up(attempt, letter, size))
            return true;
        take_back(attempt);
    }
    return false;
}

static void write_word(const struct choice *choice, int latency, int *word) {
    int count = choice->size - 1, p = 0;
    if (choice->family) {
        for (; p < latency - 1 - choice->family; p++)
            word[p] = choice->family - 1;
        for (; p < count; p++)
            word[p] = choice->family;
        return;
    }
    for (; p < latency - 2; p++)
        word[p] = 0;
    for (int i = 0; i < choice->pairs; i++) {
        word[p++] = 2;
        word[p++] = 0;
    }
    for (; p < count; p++)
        word[p] = 1;
}

static enum status hand_over(const struct attempt *attempt, struct schedule *schedule,
                             struct failure *failure) {
    const struct small_instance *instance = attempt->instance;
    FREED int *word = memory_new((size_t)instance->root_size, sizeof(int));
    TRY(memory_check(word, failure, NULL));
    BIG_OF(count, instance->blocks[1]);
    if (instance->blocks[1])
        TRY(schedule_add_block_word(schedule, 1, count, word, failure));
    mpz_set_ui(count, 1);
    for (int i = 0; i < attempt->choice_count; i++) {
        write_word(&attempt->choices[i], instance->latency, word);
        TRY(schedule_add_block_word(schedule, attempt->choices[i].size, count, word, failure));
    }
    schedule->receive_only = attempt->receive_only;
    schedule_sort(schedule);
    return schedule_check_whole(schedule, failure);
}

/* All blocks unused, all letters left but the receive-only one. False if there is no copy of
 * that. */
static bool reset(struct attempt *attempt, int receive_only) {
    const struct small_instance *instance = attempt->instance;
    memcpy(attempt->unused, instance->blocks, ((size_t)instance->root_size + 1) * sizeof(int));
    memcpy(attempt->left, instance->letters, (size_t)instance->latency * sizeof(int));
    attempt->choice_count = 0;
    attempt->receive_only = receive_only;
    return attempt->left[receive_only]-- > 0;
}

/* Both readings with every receive-only letter that is asked for, b first: the induction wants
 * it. */
static void try_readings(struct attempt *attempt, int receive_only) {
    struct paper_result *result = attempt->result;
    int latency = attempt->instance->latency, stuck_letter = 0, stuck_left = 0;
    for (int i = 0; i < latency && i < 3 && !result->found; i++) {
        int letter = receive_only >= 0 ? receive_only : (i + 1) % 3;
        if (reset(attempt, letter))
            result->literal = result->found = use_up_literally(attempt);
        if (i == 0) {
            stuck_letter = result->stuck_letter;
            stuck_left = result->stuck_left;
        }
    }
    for (int i = 0; i < latency && !result->found; i++) {
        int letter = receive_only >= 0 ? receive_only : (i + 1) % latency;
        if (reset(attempt, letter))
            result->found = use_up(attempt, latency - 1, 2);
        if (receive_only >= 0)
            break;
    }
    result->stuck_letter = stuck_letter;
    result->stuck_left = stuck_left;
    result->gave_up = !result->found && attempt->nodes > attempt->most_nodes;
    result->nodes = attempt->nodes;
}

enum status paper_find(const struct paper_question *question, struct paper_result *result,
                       struct schedule *schedule, struct failure *failure) {
    if (question->latency < 3)
        return failure_limit(failure, "the paper's words need L >= 3");
    CLEANUP(small_instance_clear) struct small_instance instance = {0};
    TRY(small_instance_init(&instance, question->latency, question->depth, MOST_LETTERS, failure));
    *result = (struct paper_result){0};
    CLEANUP(attempt_clear)
    struct attempt attempt = {.instance = &instance,
                              .root_ball = question->root_ball,
                              .most_nodes = question->most_nodes,
                              .result = result};
    TRY(memory_check(NEW(instance.root_size + 1, attempt.unused) &&
                         NEW(question->latency, attempt.left) &&
                         NEW(instance.letter_total, attempt.choices),
                     failure, NULL));
    try_readings(&attempt, question->receive_only);
    return result->found ? hand_over(&attempt, schedule, failure) : STATUS_OK;
}

static void describe(const struct paper_result *result, char *note, size_t room) {
    char stuck[80] = "";
    if (!result->literal && result->stuck_letter > 0)
        snprintf(stuck, sizeof stuck, "literal reading stuck at letter %d with %d copies left; ",
                 result->stuck_letter, result->stuck_left);
    else if (!result->literal)
        snprintf(stuck, sizeof stuck, "literal reading fails at the end with a, b, c; ");
    snprintf(note, room, "%s%s", stuck,
             result->literal   ? "found by the literal reading"
             : result->found   ? "found with words on other blocks"
             : result->gave_up ? "search over other blocks gave up"
                               : "no choice of blocks works with the words of Lemma 3.1");
}

enum status paper_solve(int latency, int depth, const struct limits *limits,
                        struct outcome *outcome, struct failure *failure) {
    struct paper_result result;
    CLEANUP(schedule_clear) struct schedule schedule = {0};
    TRY(instance_check_range(latency, depth, failure));
    if (depth < latency)
        return failure_limit(failure, "the paper's algorithm starts at t = L");
    *outcome = (struct outcome){.by = "paper"};
    schedule_init_blocks(&schedule, latency, depth);
    TRY(paper_find(
        &(struct paper_question){.latency = latency,
                                 .depth = depth,
                                 .receive_only = PAPER_ANY_LETTER,
                                 .most_nodes = limits->nodes ? limits->nodes : MOST_NODES},
        &result, &schedule, failure));
    outcome->nodes = result.nodes;
    describe(&result, outcome->note, sizeof outcome->note);
    if (result.found)
        return outcome_give_schedule(outcome, &schedule, failure);
    outcome_leave_open(outcome, "the words of Lemma 3.1 are not all words");
    return STATUS_OK;
}
