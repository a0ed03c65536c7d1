/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#include "solver/stream/construction/base_window.h"
#include "solver/stream/construction/family.h"
#include "tests/theorems/theorem.h"

static int positive_remainder(long number, int modulus) {
    return (int)((number % modulus + modulus) % modulus);
}

/* Some a, b, c as Lemma 2 promises, for these L, B, u. */
static bool lemma_2_holds(int latency, int letter, int sum) {
    for (int a = (latency - 1) % 2; a < latency; a += 2)
        for (int b = 0; b < latency; b++) {
            int c = sum - a - b;
            if (c <= b || c >= latency || a == b || a == c)
                continue;
            if (a != letter && b != letter && c != letter &&
                (b + c) % 3 == positive_remainder(1 - latency, 3))
                return true;
        }
    return false;
}

static enum status try_lemma_2(struct failure *failure) {
    enum { LATENCY = 48 };
    for (int latency = 12; latency <= LATENCY; latency++)
        for (int letter = 0; letter < latency; letter++)
            for (int sum = 16; sum <= 3 * latency - 19; sum++)
                if (!lemma_2_holds(latency, letter, sum))
                    return failure_set(failure, STATUS_INTERNAL, "L = %d, B = %d, u = %d", latency,
                                       letter, sum);
    return STATUS_OK;
}

/* Which sums `take` of the letters can have, as bit sets over the sums; reach[k] for k letters. */
static bool lemma_3_holds(const int *letters, int count, int take) {
    uint64_t reach[9] = {1};
    int low = 0, high = 0;
    for (int i = 0; i < count; i++)
        for (int k = count; k >= 1; k--)
            reach[k] |= reach[k - 1] << letters[i];
    for (int i = 0; i < take; i++) {
        low += letters[i];
        high += letters[count - 1 - i];
    }
    for (int sum = low; sum <= high; sum++)
        if (!(reach[take] >> sum & 1))
            return false;
    return true;
}

/* All ascending sequences of up to 8 letters that start at 0 and have gaps 0 or 1. */
static enum status try_lemma_3(struct failure *failure) {
    for (int count = 1; count <= 8; count++)
        for (int gaps = 0; gaps < 1 << (count - 1); gaps++) {
            int letters[8] = {0};
            for (int i = 1; i < count; i++)
                letters[i] = letters[i - 1] + (gaps >> (i - 1) & 1);
            for (int take = 0; take <= count; take++)
                if (!lemma_3_holds(letters, count, take))
                    return failure_set(failure, STATUS_INTERNAL, "%d of %d letters, gaps %d", take,
                                       count, gaps);
        }
    return STATUS_OK;
}

/* The numbers of THEOREMS.md, section 4.3. */
struct choice_of_b {
    long y;  /* letters that the canonical fillings leave out, added up */
    long u0; /* in 16..L+16 */
    long h;
    int letter;
};

static long sum_s(int latency, const struct choice_of_b *choice, long letter) {
    return (long)latency * latency + 3 + choice->y - choice->u0 - 2L * (latency + 1) * letter;
}

static bool letter_fits(int latency, const struct choice_of_b *choice, int letter) {
    long s = sum_s(latency, choice, letter);
    bool parity = latency % 2 ? letter % 2 == 0
                              : letter % 2 == (latency / 2 + 1) % 2 && letter * 4 != latency + 4;
    return parity && s <= choice->h && s > choice->h - 8L * (latency + 1);
}

static bool choose_letter(int latency, struct choice_of_b *choice) {
    *choice = (struct choice_of_b){.h = (long)latency * (3L * latency - 10) / 4};
    for (long size = 4; size <= latency; size++)
        choice->y += (size * (size - 1) / 2 + latency - 1) % size;
    choice->u0 = 16 + positive_remainder(choice->y + 2 - 16, latency + 1);
    for (choice->letter = 0; choice->letter < latency; choice->letter++)
        if (letter_fits(latency, choice, choice->letter))
            return true;
    return false;
}

/* The bounds of section 4.3, then all instances of the window with that letter. */
static enum status check_letter(int latency, struct failure *failure) {
    struct choice_of_b choice;
    if (!choose_letter(latency, &choice) || choice.letter < 5 || 2 * choice.letter > latency + 2 ||
        4 * sum_s(latency, &choice, choice.letter) < (long)latency * (latency + 6) ||
        positive_remainder(sum_s(latency, &choice, choice.letter), latency + 1) != 2)
        return failure_set(failure, STATUS_INTERNAL, "the letter B for L = %d", latency);
    for (int depth = 2 * latency + 1; depth <= 3 * latency; depth++) {
        struct schedule schedule;
        bool found;
        schedule_init_blocks(&schedule, latency, depth);
        enum status status = base_fill(choice.letter, &found, &schedule, failure);
        schedule_sort(&schedule);
        if (!status && found)
            status = schedule_check_whole(&schedule, failure);
        else if (!status)
            status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d, B = %d", latency, depth,
                                 choice.letter);
        schedule_clear(&schedule);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static enum status try_letter_b(struct failure *failure) {
    enum { LATENCY = 130 };
    enum status status = STATUS_OK;
    for (int latency = 34; latency <= LATENCY && !status; latency++)
        status = check_letter(latency, failure);
    return status;
}

/* Every instance L..T+L-1 of the family is right, or is the known exception. */
static enum status check_family(const struct family *family, struct failure *failure) {
    int latency = family->latency;
    for (int depth = latency; depth < family->from + latency; depth++) {
        struct schedule schedule;
        bool found;
        enum status status = family_instance(family, depth, &found, &schedule, failure);
        if (!status && found)
            status = family_check_instance(family, &schedule, failure);
        else if (!status && (depth != 2 * latency || latency % 2))
            status = failure_set(failure, STATUS_INTERNAL, "L = %d, t = %d", latency, depth);
        schedule_clear(&schedule);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static enum status try_finite_part(struct failure *failure) {
    for (int latency = 3; latency <= 33; latency++) {
        struct family family;
        bool found;
        enum status status = family_find(&family, latency, NULL, &found, failure);
        if (!status && !found)
            status = failure_set(failure, STATUS_INTERNAL, "no family for L = %d", latency);
        if (status)
            return status;
        status = check_family(&family, failure);
        family_clear(&family);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static const struct theorem theorems[] = {
    {"lemma-2", "letters a, b, c for every sum u: L = 12..48, all B, all u", try_lemma_2},
    {"lemma-3", "gap-free multisets have sub-multisets of every sum: all up to 8 letters",
     try_lemma_3},
    {"letter-b", "the bounds on B, and the base window with it: L = 34..130", try_letter_b},
    {"finite-part", "a family for every L = 3..33, every instance of its window", try_finite_part},
    {NULL, NULL, NULL}};

int main(int argc, char **argv) {
    return theorems_try(argc, argv, theorems, NULL);
}
