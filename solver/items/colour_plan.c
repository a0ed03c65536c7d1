/* SPDX-License-Identifier: MIT */
#include "solver/items/colour_plan.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"

enum status colour_plan_init(struct colour_plan *plan, struct slot_classes *classes, int colours,
                             struct failure *failure) {
    require(colours >= 1);
    *plan = (struct colour_plan){.classes = *classes, .colours = colours};
    plan->source = memory_new((size_t)classes->depth, sizeof *plan->source);
    if (plan->source)
        return STATUS_OK;
    colour_plan_clear(plan);
    return failure_memory(failure, "the endgame of a broadcast");
}

static void deal_clear(struct colour_deal *deal) {
    free(deal->colours);
    mpz_clear(deal->rows);
}

void colour_plan_clear(struct colour_plan *plan) {
    for (size_t i = 0; i < plan->deal_count; i++)
        deal_clear(&plan->deals[i]);
    FREE_ALL(plan->deals, plan->source);
    slot_classes_clear(&plan->classes);
    *plan = (struct colour_plan){0};
}

enum status colour_plan_deal(struct colour_plan *plan, size_t class, const int *dealt,
                             mpz_srcptr rows, struct failure *failure) {
    int slots = plan->classes.classes[class].slots;
    if (mpz_sgn(rows) == 0)
        return STATUS_OK;
    if (!memory_make_room(&plan->deals, plan->deal_count, sizeof *plan->deals))
        return failure_memory(failure, "the endgame of a broadcast");
    int *copy = memory_new((size_t)slots, sizeof *copy);
    TRY(memory_check(copy, failure, "the endgame of a broadcast"));
    memcpy(copy, dealt, (size_t)slots * sizeof *copy);
    struct colour_deal *deal = &plan->deals[plan->deal_count++];
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

static void merge_deals(struct colour_plan *plan) {
    struct colour_deal *deals = plan->deals;
    size_t kept = 0;
    for (size_t i = 1; i < plan->deal_count; i++) {
        if (compare(&deals[kept], &deals[i]) != 0) {
            deals[++kept] = deals[i];
            continue;
        }
        mpz_add(deals[kept].rows, deals[kept].rows, deals[i].rows);
        deal_clear(&deals[i]);
    }
    plan->deal_count = plan->deal_count ? kept + 1 : 0;
}

/* --- the definition --- */

/* Where the first colour of a deal is, or -1. */
static int first_slot(const struct colour_deal *deal) {
    for (int i = 0; i < deal->slots; i++)
        if (deal->colours[i])
            return i;
    return -1;
}

static enum status deal_fault(const struct colour_plan *plan, const struct colour_deal *deal,
                              const char *what, struct failure *failure) {
    const struct slot_class *class = &plan->classes.classes[deal->class];
    return failure_set(failure, STATUS_INTERNAL,
                       "processors with %d slots, the first of them at TIME %d: %s", class->slots,
                       class->times[0], what);
}

static enum status check_deal(const struct colour_plan *plan, const struct colour_deal *deal,
                              bool *seen, struct failure *failure) {
    int different = 0;
    memset(seen, 0, ((size_t)plan->colours + 1) * sizeof *seen);
    for (int i = 0; i < deal->slots; i++) {
        int colour = deal->colours[i];
        if (colour < 0 || colour > plan->colours || (colour && seen[colour]))
            return deal_fault(plan, deal, "a colour is received twice, or is none", failure);
        seen[colour] = true;
        different += colour > 0;
    }
    return different == plan->colours
               ? STATUS_OK
               : deal_fault(plan, deal, "not every colour is received", failure);
}

/* The deals of each class are for all its rows. */
static enum status check_counts(const struct colour_plan *plan, struct failure *failure) {
    BIG(sum);
    size_t next = 0;
    for (size_t c = 0; c < plan->classes.count; c++) {
        const struct slot_class *class = &plan->classes.classes[c];
        mpz_set_ui(sum, 0);
        for (; next < plan->deal_count && plan->deals[next].class == c; next++)
            mpz_add(sum, sum, plan->deals[next].rows);
        if (mpz_cmp(sum, class->rows) != 0)
            return failure_set(failure, STATUS_INTERNAL,
                               "the colours of the class of slots from TIME %d on are for more "
                               "or fewer processors than it has",
                               class->times[0]);
    }
    return STATUS_OK;
}

/* The rows of the deal send a colour from TIME `from` on, when they are free: differences, [y M +
 * g-1], y = 0..L+t, of what arrives at TIME y. */
static void add_senders(const struct colour_plan *plan, const struct colour_deal *deal, int from,
                        int colour, mpz_t *sent) {
    const struct slot_class *class = &plan->classes.classes[deal->class];
    int M = plan->colours, L = plan->classes.latency, depth = plan->classes.depth;
    for (int b = 0; b <= class->busy; b++) {
        int end = b < class->busy ? class->busy_times[b] : depth;
        if (from < end) {
            mpz_ptr first = sent[(from + L) * M + colour], last = sent[(end + L) * M + colour];
            mpz_add(first, first, deal->rows);
            mpz_sub(last, last, deal->rows);
        }
        from = from <= end ? end + 1 : from;
    }
}

/* Likewise [y M + g-1]: so many receive the colour g at TIME y. */
static void add_deal(const struct colour_plan *plan, const struct colour_deal *deal, mpz_t *sent,
                     mpz_t *received) {
    const struct slot_class *class = &plan->classes.classes[deal->class];
    int M = plan->colours, first = first_slot(deal);
    for (int i = first; i < class->slots; i++) {
        mpz_ptr place = received[class->times[i] * M + deal->colours[i] - 1];
        if (deal->colours[i])
            mpz_add(place, place, deal->rows);
    }
    add_senders(plan, deal, class->times[first], deal->colours[first] - 1, sent);
}

static enum status check_times(const struct colour_plan *plan, mpz_t *sent, mpz_t *received,
                               struct failure *failure) {
    int M = plan->colours, L = plan->classes.latency, end = L + plan->classes.depth;
    BIG(arriving);
    for (int g = 0; g < M; g++) {
        mpz_set_ui(arriving, 0);
        for (int y = 0; y < end; y++) {
            mpz_add(arriving, arriving, sent[y * M + g]);
            bool source = y >= L && plan->source[y - L] == g + 1;
            mpz_sub(received[y * M + g], received[y * M + g], arriving);
            if (mpz_cmp_ui(received[y * M + g], source) > 0)
                return failure_set(failure, STATUS_INTERNAL,
                                   "at TIME %d item %d from the end is received more often than "
                                   "it was sent",
                                   y, g + 1);
        }
    }
    return STATUS_OK;
}

static enum status check_messages(const struct colour_plan *plan, struct failure *failure) {
    size_t places =
        (size_t)(plan->classes.latency + plan->classes.depth + 1) * (size_t)plan->colours;
    CLEANUP(numbers_clear) mpz_t *sent = numbers_new(places), *received = numbers_new(places);
    TRY(memory_check(sent && received, failure, "the endgame of a broadcast"));
    for (size_t i = 0; i < plan->deal_count; i++)
        add_deal(plan, &plan->deals[i], sent, received);
    return check_times(plan, sent, received, failure);
}

static enum status check_source(struct colour_plan *plan, struct failure *failure) {
    int sent = 0;
    for (int x = 0; x < plan->classes.depth; x++) {
        if (plan->source[x] < 0 || plan->source[x] > plan->colours)
            return failure_set(failure, STATUS_INTERNAL, "the source sends what is no colour");
        sent += plan->source[x] > 0;
    }
    plan->single = sent == plan->colours; /* each has to be sent */
    return STATUS_OK;
}

static enum status check_deals(const struct colour_plan *plan, struct failure *failure) {
    FREED bool *seen = memory_new((size_t)plan->colours + 1, sizeof *seen);
    TRY(memory_check(seen, failure, "the endgame of a broadcast"));
    for (size_t i = 0; i < plan->deal_count; i++)
        TRY(check_deal(plan, &plan->deals[i], seen, failure));
    return STATUS_OK;
}

enum status colour_plan_finish(struct colour_plan *plan, struct failure *failure) {
    if (plan->deal_count)
        qsort(plan->deals, plan->deal_count, sizeof *plan->deals, compare);
    merge_deals(plan);
    TRY(check_source(plan, failure));
    TRY(check_deals(plan, failure));
    TRY(check_counts(plan, failure));
    return check_messages(plan, failure);
}

struct dealing {
    const struct colour_plan *plan;
    int rows;
    const struct colour_deal **has; /* [row - 1]: what the row is dealt */
    int *senders;                   /* of one colour at one TIME */
    int sender_count;
    struct message_array *messages;
};

static void dealing_clear(struct dealing *dealing) {
    FREE_ALL(dealing->has, dealing->senders);
}

static const struct slot_class *class_of_row(const struct dealing *dealing, int row) {
    return &dealing->plan->classes.classes[dealing->has[row]->class];
}

/* Of each class the deal that is being given out, and to how many rows more. */
static enum status deal_rows(struct dealing *dealing, const int *class_of,
                             struct failure *failure) {
    const struct colour_plan *plan = dealing->plan;
    size_t count = plan->classes.count;
    FREED size_t *next = memory_new(count, sizeof *next);
    FREED long *left = memory_new(count, sizeof *left);
    TRY(memory_check(next && left, failure, "the endgame of a broadcast"));
    for (size_t i = plan->deal_count; i-- > 0;)
        next[plan->deals[i].class] = i;
    for (size_t c = 0; c < count; c++)
        left[c] = mpz_get_si(plan->deals[next[c]].rows);
    for (int row = 0; row < dealing->rows; row++) {
        int class = class_of[row];
        if (left[class] == 0)
            left[class] = mpz_get_si(plan->deals[++next[class]].rows);
        left[class]--;
        dealing->has[row] = &plan->deals[next[class]];
    }
    return STATUS_OK;
}

static void find_senders(struct dealing *dealing, int colour, int x) {
    dealing->sender_count = 0;
    if (dealing->plan->source[x] == colour)
        dealing->senders[dealing->sender_count++] = 0;
    for (int row = 0; row < dealing->rows; row++) {
        const struct colour_deal *deal = dealing->has[row];
        const struct slot_class *class = class_of_row(dealing, row);
        int first = 0;
        while (!deal->colours[first])
            first++;
        if (deal->colours[first] == colour && class->times[first] <= x &&
            slot_class_is_free(class, x))
            dealing->senders[dealing->sender_count++] = row + 1;
    }
}

/* There are senders enough: that was checked. */
static void add_receptions(struct dealing *dealing, int colour, int y) {
    int next = 0, x = y - dealing->plan->classes.latency;
    find_senders(dealing, colour, x);
    for (int row = 0; row < dealing->rows; row++) {
        const struct colour_deal *deal = dealing->has[row];
        const struct slot_class *class = class_of_row(dealing, row);
        for (int i = 0; i < deal->slots && class->times[i] <= y; i++)
            if (class->times[i] == y && deal->colours[i] == colour)
                message_array_add(dealing->messages, &(struct message){x, dealing->senders[next++],
                                                                       row + 1, colour, 0});
    }
}

enum status colour_plan_messages(const struct colour_plan *plan, const int *class_of, int rows,
                                 struct message_array *messages, const struct limits *limits,
                                 struct failure *failure) {
    CLEANUP(dealing_clear)
    struct dealing dealing = {.plan = plan,
                              .rows = rows,
                              .has = memory_new((size_t)rows, sizeof *dealing.has),
                              .senders = memory_new((size_t)rows + 1, sizeof(int)),
                              .messages = messages};
    TRY(memory_check(dealing.has && dealing.senders, failure, "the endgame of a broadcast"));
    TRY(deal_rows(&dealing, class_of, failure));
    int L = plan->classes.latency, end = L + plan->classes.depth;
    for (int y = L; y < end; y++)
        for (int colour = 1; colour <= plan->colours; colour++) {
            TRY(limits_check(limits, failure));
            add_receptions(&dealing, colour, y);
        }
    return STATUS_OK;
}
