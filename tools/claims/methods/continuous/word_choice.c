/* SPDX-License-Identifier: MIT */
/*
 * Karp et al. 1993, section 3.2, the running example, L = 3, P-1 = P(7) = 9: which word the block
 * headed by H5 can have. All 81 words are played and counted; then all block-cyclic schedules, one
 * word for each block and a letter for the receive-only processor, are tried, and those that are
 * there are written as certificates.
 */
#include <string.h>

#include "solver/certificate/write.h"
#include "solver/model/tree.h"
#include "tools/claims/methods/methods.h"

enum { LATENCY = 3, DEPTH = 7, LONG = 5, SHORT = 2, WORDS = 81, LETTERS = 3 };

struct choice {
    struct claim_job *job;
    int letters[LETTERS]; /* how many of each are received at one time */
    struct claim_stream stream;
    long solutions;
};

/* One processor of a block of this size, from one head to the next and for as long again as any
 * item lives: no item comes twice. The head is the item that has size + L-1 steps left. */
static bool is_correct(int size, const int *word) {
    bool seen[6 * (LONG + LATENCY)] = {false};
    for (int time = 0; time < 3 * (LONG + LATENCY); time++) {
        int place = time % size;
        int item = time + (place ? word[place - 1] : size + LATENCY - 1);
        if (seen[item])
            return false;
        seen[item] = true;
    }
    return true;
}

static void read_word(int code, int word[LONG - 1], char text[LONG]) {
    for (int p = LONG - 2; p >= 0; p--, code /= LETTERS) {
        word[p] = code % LETTERS;
        text[p] = (char)('a' + word[p]);
    }
    text[LONG - 1] = 0;
}

/* The leaves of the tree, by the time that is left when they are reached. */
static enum status count_letters(struct choice *choice, struct failure *failure) {
    struct tree tree;
    enum status status = tree_init(&tree, LATENCY, DEPTH, 100, failure);
    if (status)
        return status;
    for (int n = 0; n < tree.count; n++)
        if (tree.nodes[n].children == 0)
            choice->letters[DEPTH - tree.nodes[n].label]++;
    tree_clear(&tree);
    return STATUS_OK;
}

/* What is left of the letters when so many of a word are taken: none of them below 0? */
static bool take_letters(int left[LETTERS], const int *word, int count) {
    bool enough = true;
    for (int p = 0; p < count; p++)
        enough = --left[word[p]] >= 0 && enough;
    return enough;
}

static bool is_named(const char *text) {
    return strcmp(text, "acab") == 0 || strcmp(text, "abca") == 0;
}

static enum status put_solution(struct choice *choice, const int *word, const int *other,
                                int receive_only, struct failure *failure) {
    struct schedule schedule;
    mpz_t one;
    mpz_init_set_ui(one, 1);
    schedule_init_blocks(&schedule, LATENCY, DEPTH);
    schedule.receive_only = receive_only;
    enum status status = schedule_add_block_word(&schedule, LONG, one, word, failure);
    if (!status)
        status = schedule_add_block_word(&schedule, SHORT, one, other, failure);
    if (!status)
        status = schedule_add_block_word(&schedule, 1, one, other, failure);
    schedule_sort(&schedule);
    if (!status)
        status = evidence_write_stream(evidence_of_schedule(&schedule), choice->stream.file, NULL,
                                       failure);
    choice->solutions++;
    schedule_clear(&schedule);
    mpz_clear(one);
    return status;
}

/* All ways to go on behind this word of the H5 block: a word of one letter for the block headed by
 * E2, and the receive-only processor's letter; D1 has an empty word. */
static enum status complete(struct choice *choice, const int *word, const char *text,
                            struct failure *failure) {
    enum status status = STATUS_OK;
    for (int code = 0; code < LETTERS * LETTERS && !status; code++) {
        const int rest[] = {code / LETTERS, code % LETTERS};
        int left[LETTERS];
        memcpy(left, choice->letters, sizeof left);
        if (!take_letters(left, word, LONG - 1) || !take_letters(left, rest, 2) ||
            !is_correct(LONG, word) || !is_correct(SHORT, rest))
            continue;
        status = put_solution(choice, word, rest, rest[1], failure);
        claim_tell(&choice->job->finding, NULL, claim_truth_of(is_named(text)), CLAIM_MUTE,
                   "the schedule H5 %s, E2 %c, D1, %c", text, 'a' + rest[0], 'a' + rest[1]);
        fprintf(choice->job->table, "schedule H5 %s, E2 %c, D1, %c\n", text, 'a' + rest[0],
                'a' + rest[1]);
    }
    return status;
}

static enum status try_words(struct choice *choice, struct failure *failure) {
    enum status status = STATUS_OK;
    for (int code = 0; code < WORDS && !status; code++) {
        int word[LONG - 1], left[LETTERS];
        char text[LONG];
        read_word(code, word, text);
        memcpy(left, choice->letters, sizeof left);
        bool enough = take_letters(left, word, LONG - 1),
             possible = enough && is_correct(LONG, word);
        claim_tell(&choice->job->finding, NULL, claim_truth_of(possible == is_named(text)),
                   CLAIM_MUTE, "%s is %spossible", text, possible ? "" : "not ");
        status = complete(choice, word, text, failure);
    }
    return status;
}

enum status try_words_h5_block(struct claim_job *job, struct failure *failure) {
    struct choice choice = {.job = job};
    enum status status = count_letters(&choice, failure);
    if (!status)
        status = claim_stream_open(job, "schedules.certs", &choice.stream, failure);
    if (status)
        return status;
    status = try_words(&choice, failure);
    if (status)
        claim_stream_drop(&choice.stream);
    else
        status =
            claim_stream_close(job, &choice.stream, choice.solutions, true, NULL, NULL, failure);
    return status;
}
