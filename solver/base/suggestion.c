/* SPDX-License-Identifier: MIT */
#include "solver/base/suggestion.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Verbs and subjects got the names of MPI in version 0.4. */
static const char *const renamed[][2] = {
    {"alltoall", "allgather"}, {"all-to-all", "allgather"}, {"combine", "allreduce"},
    {"sum", "reduce"},         {"sum-time", "reduce-time"},
};

void suggestion_init(struct suggestion *suggestion, const char *word) {
    *suggestion = (struct suggestion){.word = word, .distance = INT_MAX};
}

static int least(int a, int b) {
    return a < b ? a : b;
}

/* Optimal string alignment: letters changed, left out, put in, or two exchanged that stand side by
 * side. */
static int distance_between(const char *a, const char *b) {
    int rows[3][SUGGESTION_ROOM] = {{0}};
    int length = (int)strlen(b);
    for (int j = 0; j <= length; j++)
        rows[0][j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int *row = rows[i % 3], *above = rows[(i + 2) % 3], *second = rows[(i + 1) % 3];
        row[0] = i;
        for (int j = 1; j <= length; j++) {
            int changed = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = least(changed, 1 + least(above[j], row[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return rows[strlen(a) % 3][length];
}

static bool was_called(const char *candidate, const char *word) {
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (strcmp(renamed[i][0], word) == 0 && strcmp(renamed[i][1], candidate) == 0)
            return true;
    return false;
}

void suggestion_offer(struct suggestion *suggestion, const char *candidate) {
    size_t given = strlen(suggestion->word), offered = strlen(candidate);
    if (given >= SUGGESTION_ROOM || offered >= SUGGESTION_ROOM)
        return;
    int distance = distance_between(suggestion->word, candidate);
    bool begins = given >= 2 && strncmp(suggestion->word, candidate, given) == 0;
    if (was_called(candidate, suggestion->word))
        distance = 0;
    else if (begins)
        distance = 1;
    else if (3 * distance > (int)(given > offered ? given : offered))
        return;
    if (distance < suggestion->distance) {
        suggestion->distance = distance;
        strcpy(suggestion->best, candidate);
    }
}

void suggestion_offer_words(struct suggestion *suggestion, const char *words) {
    for (const char *word = words; *word;) {
        char one[SUGGESTION_ROOM];
        size_t length = strcspn(word, "|");
        if (length < sizeof one) {
            memcpy(one, word, length);
            one[length] = 0;
            suggestion_offer(suggestion, one);
        }
        word += length + (word[length] == '|');
    }
}

const char *suggestion_text(const struct suggestion *suggestion, char *text, size_t room) {
    *text = 0;
    if (*suggestion->best)
        snprintf(text, room, "; did you mean '%s'?", suggestion->best);
    return text;
}
