/* SPDX-License-Identifier: MIT */
#include "tests/count/brute.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/automata/naive.h"

enum { MOST = 64 }; /* letters, and blocks */

struct text {
    char bytes[2 * MOST];
};

struct deal {
    int latency;
    int letters[MOST];
    int letter_count;
    int sizes[MOST];
    int block_count;
    struct text *list;
    size_t listed;
    size_t room;
};

/* A node with label d has children with the labels d+L, d+L+1, .. t; without any it is a letter. */
static bool grow(struct deal *deal, int label, int depth) {
    int children = depth - label - deal->latency + 1;
    if (deal->letter_count == MOST || deal->block_count == MOST)
        return false;
    if (children <= 0)
        deal->letters[deal->letter_count++] = depth - label;
    else
        deal->sizes[deal->block_count++] = children;
    for (int child = label + deal->latency; child <= depth; child++)
        if (!grow(deal, child, depth))
            return false;
    return true;
}

static int compare_ints(const void *left, const void *right) {
    return *(const int *)left - *(const int *)right;
}

static int compare_texts(const void *left, const void *right) {
    return memcmp(left, right, sizeof(struct text));
}

/* Each block as size, letters: blocks sorted, so that equal blocks may be exchanged. */
static void note(struct deal *deal, const int *letters, bool words) {
    struct text blocks[MOST] = {0}, *text;
    if (deal->listed == deal->room) {
        deal->room = 2 * deal->room + 1024;
        deal->list = realloc(deal->list, deal->room * sizeof *deal->list);
    }
    text = &deal->list[deal->listed++];
    memset(text, 0, sizeof *text);
    for (int b = 0; b < deal->block_count; b++) {
        int copy[MOST], count = deal->sizes[b] - 1;
        for (int i = 0; i < count; i++)
            copy[i] = *letters++;
        if (!words)
            qsort(copy, (size_t)count, sizeof *copy, compare_ints);
        blocks[b].bytes[0] = (char)(deal->sizes[b] + 'A');
        for (int i = 0; i < count; i++)
            blocks[b].bytes[i + 1] = (char)(copy[i] + 'a');
    }
    qsort(blocks, (size_t)deal->block_count, sizeof *blocks, compare_texts);
    for (int b = 0; b < deal->block_count; b++)
        strcat(text->bytes, blocks[b].bytes);
}

static bool all_legal(const struct deal *deal, const int *letters) {
    for (int b = 0; b < deal->block_count; b++) {
        size_t count = (size_t)deal->sizes[b] - 1;
        if (!naive_word_is_legal(deal->latency - 1, letters, count))
            return false;
        letters += count;
    }
    return true;
}

static void exchange(int *left, int *right) {
    int kept = *left;
    *left = *right;
    *right = kept;
}

/* The next order of the letters; false after the last. */
static bool next_order(int *letters, int count) {
    int i = count - 2, j = count - 1;
    while (i >= 0 && letters[i] >= letters[i + 1])
        i--;
    if (i < 0)
        return false;
    while (letters[j] <= letters[i])
        j--;
    exchange(&letters[i], &letters[j]);
    for (int left = i + 1, right = count - 1; left < right; left++, right--)
        exchange(&letters[left], &letters[right]);
    return true;
}

static long count_orders(const struct deal *deal, long most) {
    double orders = 1;
    for (int i = 0, same = 0; i < deal->letter_count; i++) {
        same = i && deal->letters[i] == deal->letters[i - 1] ? same + 1 : 1;
        orders *= (double)(i + 1) / same;
    }
    return orders <= (double)most ? (long)(orders + 0.5) : 0;
}

static long count_different(struct deal *deal, bool words) {
    int letters[MOST];
    long different = 0;
    memcpy(letters, deal->letters, sizeof letters);
    deal->listed = 0;
    do
        if (all_legal(deal, letters))
            note(deal, letters, words);
    while (next_order(letters, deal->letter_count));
    if (deal->listed)
        qsort(deal->list, deal->listed, sizeof *deal->list, compare_texts);
    for (size_t i = 0; i < deal->listed; i++)
        different += i == 0 || compare_texts(&deal->list[i - 1], &deal->list[i]) != 0;
    return different;
}

struct brute brute_count(int latency, int depth, long most_orders) {
    struct deal deal = {.latency = latency};
    struct brute brute = {0, 0, 0};
    if (!grow(&deal, 0, depth))
        return brute;
    qsort(deal.letters, (size_t)deal.letter_count, sizeof *deal.letters, compare_ints);
    brute.orders = count_orders(&deal, most_orders);
    if (brute.orders) {
        brute.parikh = count_different(&deal, false);
        brute.words = count_different(&deal, true);
    }
    free(deal.list);
    return brute;
}
