/* SPDX-License-Identifier: MIT */
#include "solver/items/items_colours.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/model/numbers.h"

enum status items_colours_init(struct items_colours *colours, struct schedule *words, int endgame,
                               struct failure *failure) {
    require(endgame >= 1);
    *colours = (struct items_colours){.words = *words, .endgame = endgame};
    enum status status = slot_classes_init(&colours->classes, &colours->words, failure);
    if (!status) {
        colours->source = memory_new((size_t)words->depth, sizeof *colours->source);
        if (!colours->source)
            status = failure_memory(failure, "the endgame of a broadcast");
    }
    if (status)
        items_colours_clear(colours);
    return status;
}

static void deal_clear(struct colour_deal *deal) {
    free(deal->colours);
    mpz_clear(deal->rows);
}

void items_colours_clear(struct items_colours *colours) {
    for (size_t i = 0; i < colours->deal_count; i++)
        deal_clear(&colours->deals[i]);
    free(colours->deals);
    free(colours->source);
    slot_classes_clear(&colours->classes);
    schedule_clear(&colours->words);
    *colours = (struct items_colours){0};
}

enum status items_colours_deal(struct items_colours *colours, size_t class, const int *dealt,
                               mpz_srcptr rows, struct failure *failure) {
    int slots = colours->classes.classes[class].slots;
    if (mpz_sgn(rows) == 0)
        return STATUS_OK;
    if (colours->deal_count == colours->deal_room) {
        size_t room = 2 * colours->deal_room + 64;
        struct colour_deal *deals = memory_resize(colours->deals, room, sizeof *deals);
        if (!deals)
            return failure_memory(failure, "the endgame of a broadcast");
        colours->deals = deals;
        colours->deal_room = room;
    }
    int *copy = memory_new((size_t)slots, sizeof *copy);
    if (!copy)
        return failure_memory(failure, "the endgame of a broadcast");
    memcpy(copy, dealt, (size_t)slots * sizeof *copy);
    struct colour_deal *deal = &colours->deals[colours->deal_count++];
    *deal = (struct colour_deal){.class = class, .slots = slots, .colours = copy};
    mpz_init_set(deal->rows, rows);
    return STATUS_OK;
}

/* --- in order --- */

static int compare(const void *first, const void *second) {
    const struct colour_deal *a = first, *b = second;
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    for (int i = 0; i < a->slots; i++)
        if (a->colours[i] != b->colours[i])
            return a->colours[i] < b->colours[i] ? -1 : 1;
    return 0;
}

static void merge_deals(struct items_colours *colours) {
    struct colour_deal *deals = colours->deals;
    size_t kept = 0;
    for (size_t i = 1; i < colours->deal_count; i++) {
        if (compare(&deals[kept], &deals[i]) != 0) {
            deals[++kept] = deals[i];
            continue;
        }
        mpz_add(deals[kept].rows, deals[kept].rows, deals[i].rows);
        deal_clear(&deals[i]);
    }
    colours->deal_count = colours->deal_count ? kept + 1 : 0;
}

/* --- the definition --- */

/* Where the first colour of a deal is, or -1. */
static int first_slot(const struct colour_deal *deal) {
    for (int i = 0; i < deal->slots; i++)
        if (deal->colours[i])
            return i;
    return -1;
}

static enum status deal_fault(const struct items_colours *colours, const struct colour_deal *deal,
                              const char *what, struct failure *failure) {
    const struct slot_class *class = &colours->classes.classes[deal->class];
    return failure_set(failure, STATUS_INTERNAL,
                       "processors with %d slots, the first of them at TIME %d: %s", class->slots,
                       class->times[0], what);
}

static enum status check_deal(const struct items_colours *colours, const struct colour_deal *deal,
                              bool *seen, struct failure *failure) {
    int different = 0;
    memset(seen, 0, ((size_t)colours->endgame + 1) * sizeof *seen);
    for (int i = 0; i < deal->slots; i++) {
        int colour = deal->colours[i];
        if (colour < 0 || colour > colours->endgame || (colour && seen[colour]))
            return deal_fault(colours, deal, "a colour is received twice, or is none", failure);
        seen[colour] = true;
        different += colour > 0;
    }
    return different == colours->endgame
               ? STATUS_OK
               : deal_fault(colours, deal, "not every colour is received", failure);
}

/* The deals of each class are for all its rows. */
static enum status check_counts(const struct items_colours *colours, struct failure *failure) {
    mpz_t sum;
    size_t next = 0;
    enum status status = STATUS_OK;
    mpz_init(sum);
    for (size_t c = 0; c < colours->classes.count && !status; c++) {
        const struct slot_class *class = &colours->classes.classes[c];
        mpz_set_ui(sum, 0);
        for (; next < colours->deal_count && colours->deals[next].class == c; next++)
            mpz_add(sum, sum, colours->deals[next].rows);
        if (mpz_cmp(sum, class->rows) != 0)
            status = failure_set(failure, STATUS_INTERNAL,
                                 "the colours of the class of slots from TIME %d on are for more "
                                 "or fewer processors than it has",
                                 class->times[0]);
    }
    mpz_clear(sum);
    return status;
}

/* balance[y M + g-1], y = 0..L+t: messages with the colour g that have been sent so as to arrive at
 * TIME y, less those received. Senders are added as differences in y first. */
static void add_deal(const struct items_colours *colours, const struct colour_deal *deal,
                     mpz_t *sent, mpz_t *received) {
    const struct slot_class *class = &colours->classes.classes[deal->class];
    int M = colours->endgame, L = colours->words.latency, first = first_slot(deal);
    int from = class->times[first], colour = deal->colours[first] - 1;
    for (int i = first; i < class->slots; i++) {
        mpz_ptr place = received[class->times[i] * M + deal->colours[i] - 1];
        if (deal->colours[i])
            mpz_add(place, place, deal->rows);
    }
    if (from < class->until) {
        mpz_ptr begin = sent[(from + L) * M + colour], end = sent[(class->until + L) * M + colour];
        mpz_add(begin, begin, deal->rows);
        mpz_sub(end, end, deal->rows);
    }
}

static enum status check_times(const struct items_colours *colours, mpz_t *sent, mpz_t *received,
                               struct failure *failure) {
    int M = colours->endgame, L = colours->words.latency, end = L + colours->words.depth;
    mpz_t arriving;
    enum status status = STATUS_OK;
    mpz_init(arriving);
    for (int g = 0; g < M; g++) {
        mpz_set_ui(arriving, 0);
        for (int y = 0; y < end && !status; y++) {
            mpz_add(arriving, arriving, sent[y * M + g]);
            bool source = y >= L && colours->source[y - L] == g + 1;
            mpz_sub(received[y * M + g], received[y * M + g], arriving);
            if (mpz_cmp_ui(received[y * M + g], source) > 0)
                status = failure_set(failure, STATUS_INTERNAL,
                                     "at TIME %d item %d from the end is received more often than "
                                     "it was sent",
                                     y, g + 1);
        }
    }
    mpz_clear(arriving);
    return status;
}

static enum status check_messages(const struct items_colours *colours, struct failure *failure) {
    size_t places =
        (size_t)(colours->words.latency + colours->words.depth + 1) * (size_t)colours->endgame;
    mpz_t *sent = numbers_new(places), *received = numbers_new(places);
    enum status status = STATUS_OK;
    if (sent && received) {
        for (size_t i = 0; i < colours->deal_count; i++)
            add_deal(colours, &colours->deals[i], sent, received);
        status = check_times(colours, sent, received, failure);
    } else {
        status = failure_memory(failure, "the endgame of a broadcast");
    }
    numbers_free(sent, places);
    numbers_free(received, places);
    return status;
}

static enum status check_source(struct items_colours *colours, struct failure *failure) {
    int sent = 0;
    for (int x = 0; x < colours->words.depth; x++) {
        if (colours->source[x] < 0 || colours->source[x] > colours->endgame)
            return failure_set(failure, STATUS_INTERNAL, "the source sends what is no colour");
        sent += colours->source[x] > 0;
    }
    colours->single = sent == colours->endgame; /* each has to be sent */
    return STATUS_OK;
}

static enum status check_deals(const struct items_colours *colours, struct failure *failure) {
    bool *seen = memory_new((size_t)colours->endgame + 1, sizeof *seen);
    enum status status = seen ? STATUS_OK : failure_memory(failure, "the endgame of a broadcast");
    for (size_t i = 0; i < colours->deal_count && !status; i++)
        status = check_deal(colours, &colours->deals[i], seen, failure);
    free(seen);
    return status;
}

enum status items_colours_finish(struct items_colours *colours, struct failure *failure) {
    if (colours->deal_count)
        qsort(colours->deals, colours->deal_count, sizeof *colours->deals, compare);
    merge_deals(colours);
    enum status status = schedule_check(&colours->words, failure);
    if (!status)
        status = check_source(colours, failure);
    if (!status)
        status = check_deals(colours, failure);
    if (!status)
        status = check_counts(colours, failure);
    if (!status)
        status = check_messages(colours, failure);
    if (status)
        items_colours_clear(colours);
    return status;
}
