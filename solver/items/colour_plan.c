/* SPDX-License-Identifier: MIT */
#include "solver/items/colour_plan.h"

#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "automata/word.h"

/* The rows of one word, one for each position at TIME 0: slots[starts[p]..starts[p+1]-1]. */
struct word_slots {
    const struct word_class *class;
    size_t *starts; /* [length + 1] */
    int *slots;     /* ascending for each row */
};

static void word_slots_clear(struct word_slots *word) {
    FREE_ALL(word->starts, word->slots);
}

static size_t sum_of(const struct word_class *class) {
    size_t sum = 0;
    for (size_t p = 0; p < class->length; p++)
        sum += (size_t) class->values[p];
    return sum;
}

/* The row that is at position q of a word of this length at TIME y. */
static size_t row_at(size_t length, size_t q, int y) {
    return (q + length - (size_t)y % length) % length;
}

/* The value v is received in a slot at each TIME of L+t-v .. L+t-1. */
static enum status word_slots_init(struct word_slots *word, const struct word_class *class, int end,
                                   struct failure *failure) {
    size_t length = class->length, sum = sum_of(class);
    word->class = class;
    TRY(memory_check(NEW(length + 2, word->starts) && NEW(sum, word->slots), failure,
                     "the slots of a stream"));
    for (size_t q = 0; q < length; q++)
        for (int y = end - class->values[q]; y < end; y++)
            word->starts[row_at(length, q, y) + 2]++;
    for (size_t p = 0; p < length; p++)
        word->starts[p + 2] += word->starts[p + 1];
    return STATUS_OK;
}

/* In the order of TIME, so that each row's slots ascend; at one TIME a row receives but once. */
static void word_slots_fill(struct word_slots *word, int end) {
    const struct word_class *class = word->class;
    size_t length = class->length;
    int most = 0;
    for (size_t q = 0; q < length; q++)
        most = class->values[q] > most ? class->values[q] : most;
    for (int y = end - most; y < end; y++)
        for (size_t q = 0; q < length; q++)
            if (class->values[q] >= end - y)
                word->slots[word->starts[row_at(length, q, y) + 1]++] = y;
}

/* A row, borrowed: `times` stand in the slots of its word, `busy` has room for t. */
struct row {
    const int *times;
    int *busy;
    int slots, busy_count;
    uint64_t busy_sum; /* of all rows so far */
};

/* The row that is at position p at TIME 0; when it sends what the stream carries. */
static void row_find(struct row *row, const struct word_slots *word, size_t p, int end, int depth) {
    const struct word_class *class = word->class;
    row->slots = (int)(word->starts[p + 1] - word->starts[p]);
    row->times = word->slots + word->starts[p];
    row->busy_count = 0;
    for (int x = row->slots ? row->times[0] : depth; x < depth; x++) {
        int u = class->sends[(p + (size_t)x) % class->length];
        if (u != CLOSED_WORD_SILENT && u + x < end)
            row->busy[row->busy_count++] = x;
    }
    row->busy_sum += (uint64_t)row->busy_count;
}

/* --- classes --- */

static int compare_times(const int *a, int a_count, const int *b, int b_count) {
    for (int i = 0; i < a_count && i < b_count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return (a_count > b_count) - (a_count < b_count);
}

int slot_class_compare_busy(const struct slot_class *a, const struct slot_class *b) {
    return compare_times(a->busy_times, a->busy, b->busy_times, b->busy);
}

static int compare_row(const struct slot_class *class, const struct row *row) {
    int order = compare_times(class->times, class->slots, row->times, row->slots);
    return order ? order
                 : compare_times(class->busy_times, class->busy, row->busy, row->busy_count);
}

static int compare_classes(const void *a, const void *b) {
    const struct slot_class *second = b;
    const struct row row = {second->times, second->busy_times, second->slots, second->busy, 0};
    return compare_row(a, &row);
}

static void class_clear(struct slot_class *class) {
    FREE_ALL(class->times, class->busy_times);
    mpz_clear(class->rows);
}

/* Takes one more class, not merged yet. */
static enum status add_class(struct slot_classes *classes, const struct row *row, mpz_srcptr rows,
                             struct failure *failure) {
    if (!memory_make_room(&classes->classes, classes->count, sizeof *classes->classes))
        return failure_memory(failure, "the slots of a stream");
    struct slot_class *class = &classes->classes[classes->count];
    *class = (struct slot_class){.slots = row->slots,
                                 .times = memory_new((size_t)row->slots, sizeof(int)),
                                 .busy = row->busy_count,
                                 .busy_times = memory_new((size_t)row->busy_count, sizeof(int))};
    mpz_init_set(class->rows, rows);
    if (!class->times || !class->busy_times) {
        class_clear(class);
        return failure_memory(failure, "the slots of a stream");
    }
    memcpy(class->times, row->times, (size_t)row->slots * sizeof(int));
    memcpy(class->busy_times, row->busy, (size_t)row->busy_count * sizeof(int));
    classes->count++;
    return STATUS_OK;
}

enum status slot_classes_add(struct slot_classes *classes, const int *times, int slots,
                             mpz_srcptr rows, struct failure *failure) {
    int none = 0;
    return add_class(classes, &(struct row){times, &none, slots, 0, 0}, rows, failure);
}

/* `row`: room for one. */
static enum status add_word(struct slot_classes *classes, const struct word_class *class,
                            struct row *row, const struct limits *limits, struct failure *failure) {
    enum { ASKED = 4096 }; /* positions between two questions whether to go on */
    CLEANUP(word_slots_clear) struct word_slots word = {0};
    int end = classes->latency + classes->depth;
    TRY(word_slots_init(&word, class, end, failure));
    word_slots_fill(&word, end);
    for (size_t p = 0; p < class->length; p++) {
        row_find(row, &word, p, end, classes->depth);
        if (p % ASKED == 0)
            TRY(limits_check(limits, failure));
        if (row->slots == 0)
            return failure_internal(failure, "a processor has no slot");
        if (row->busy_sum > SLOT_CLASSES_MOST_SLOTS)
            return failure_limit(failure, "the words of the stream send too much");
        TRY(add_class(classes, row, class->count, failure));
    }
    return STATUS_OK;
}

void slot_classes_merge(struct slot_classes *classes) {
    size_t kept = 0;
    if (classes->count == 0)
        return;
    qsort(classes->classes, classes->count, sizeof *classes->classes, compare_classes);
    for (size_t i = 1; i < classes->count; i++) {
        struct slot_class *last = &classes->classes[kept], *next = &classes->classes[i];
        if (compare_classes(last, next) != 0) {
            classes->classes[++kept] = *next;
            continue;
        }
        mpz_add(last->rows, last->rows, next->rows);
        class_clear(next);
    }
    classes->count = kept + 1;
}

static enum status check_size(const struct schedule *words, struct failure *failure) {
    uint64_t slots = 0, steps = 0;
    for (size_t w = 0; w < words->word_count; w++) {
        slots += sum_of(&words->words[w]);
        steps += (uint64_t)words->words[w].length * (uint64_t)words->depth;
        if (slots > SLOT_CLASSES_MOST_SLOTS || steps > SLOT_CLASSES_MOST_STEPS)
            return failure_limit(failure, "the words of the stream are too long");
    }
    return STATUS_OK;
}

enum status slot_classes_init(struct slot_classes *classes, const struct schedule *words,
                              const struct limits *limits, struct failure *failure) {
    CLEANUP(slot_classes_clear)
    struct slot_classes result = {.latency = words->latency, .depth = words->depth};
    require(words->period == 1 && words->block_count == 0 &&
            words->receive_only == SCHEDULE_NOBODY);
    FREED int *busy = memory_new((size_t)words->depth, sizeof *busy);
    struct row row = {.busy = busy};
    TRY(memory_check(busy, failure, "the slots of a stream"));
    TRY(check_size(words, failure));
    for (size_t w = 0; w < words->word_count; w++)
        TRY(add_word(&result, &words->words[w], &row, limits, failure));
    slot_classes_merge(&result);
    *classes = TAKE(result);
    return STATUS_OK;
}

void slot_classes_clear(struct slot_classes *classes) {
    for (size_t i = 0; i < classes->count; i++)
        class_clear(&classes->classes[i]);
    free(classes->classes);
    *classes = (struct slot_classes){0};
}

/* --- rows --- */

void slot_classes_rows(const struct slot_classes *classes, mpz_ptr rows) {
    mpz_set_ui(rows, 0);
    for (size_t c = 0; c < classes->count; c++)
        mpz_add(rows, rows, classes->classes[c].rows);
}

static int find_class(const struct slot_classes *classes, const struct row *row) {
    size_t low = 0, high = classes->count - 1;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_row(&classes->classes[middle], row) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return (int)low;
}

enum status slot_classes_of_rows(const struct slot_classes *classes, const struct schedule *words,
                                 int *classes_of, struct failure *failure) {
    int end = classes->latency + classes->depth, next = 0;
    FREED int *busy = memory_new((size_t)classes->depth, sizeof *busy);
    struct row row = {.busy = busy};
    TRY(memory_check(busy, failure, "the slots of a stream"));
    for (size_t w = 0; w < words->word_count; w++) {
        const struct word_class *class = &words->words[w];
        CLEANUP(word_slots_clear) struct word_slots word = {0};
        TRY(word_slots_init(&word, class, end, failure));
        word_slots_fill(&word, end);
        for (size_t p = 0; p < class->length; p++) {
            row_find(&row, &word, p, end, classes->depth);
            int found = find_class(classes, &row);
            for (long i = 0; i < mpz_get_si(class->count); i++)
                classes_of[next++] = found;
        }
    }
    return STATUS_OK;
}

/* --- colours --- */

enum status colour_plan_init(struct colour_plan *plan, struct slot_classes *classes, int colours,
                             struct failure *failure) {
    require(colours >= 1);
    *plan = (struct colour_plan){.classes = *classes, .colours = colours};
    bool room = NEW(classes->depth, plan->source);
    if (!room)
        colour_plan_clear(plan);
    return memory_check(room, failure, "the endgame of a broadcast");
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
    return failure_internal(failure, "processors with %d slots, the first of them at TIME %d: %s",
                            class->slots, class->times[0], what);
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
            return failure_internal(failure,
                                    "the colours of the class of slots from TIME %d on are for "
                                    "more or fewer processors than it has",
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
                return failure_internal(
                    failure,
                    "at TIME %d item %d from the end is received more often than it was sent", y,
                    g + 1);
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
            return failure_internal(failure, "the source sends what is no colour");
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
