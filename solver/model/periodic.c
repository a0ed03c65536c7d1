#include "solver/model/periodic.h"

#include <stdlib.h>
#include <string.h>

#include "automata/closed_word.h"
#include "automata/memory.h"
#include "solver/model/numbers.h"

void periodic_init(struct periodic *periodic, int latency, int depth, int period) {
    *periodic = (struct periodic){.latency = latency, .depth = depth, .period = period};
}

void periodic_clear(struct periodic *periodic) {
    for (size_t i = 0; i < periodic->class_count; i++) {
        free(periodic->classes[i].values);
        free(periodic->classes[i].sends);
        mpz_clear(periodic->classes[i].count);
    }
    free(periodic->classes);
    *periodic = (struct periodic){0};
}

static bool make_room(struct periodic *periodic) {
    if (periodic->class_count < periodic->class_room)
        return true;
    size_t room = 2 * periodic->class_room + 16;
    struct word_class *classes = memory_resize(periodic->classes, room, sizeof *classes);
    if (!classes)
        return false;
    periodic->classes = classes;
    periodic->class_room = room;
    return true;
}

static void send_largest(struct word_class *class, int latency) {
    closed_word_largest(class->values, class->length, class->sends);
    for (size_t p = 0; p < class->length; p++)
        if (class->sends[p] < latency)
            class->sends[p] = CLOSED_WORD_SILENT;
}

enum status periodic_add(struct periodic *periodic, mpz_srcptr count, const int *values,
                         const int *sends, size_t length, struct failure *failure) {
    struct word_class class = {.length = length,
                               .values = memory_new(length, sizeof(int)),
                               .sends = memory_new(length, sizeof(int))};
    if (!class.values || !class.sends || !make_room(periodic)) {
        free(class.values);
        free(class.sends);
        return failure_memory(failure, "a periodic schedule");
    }
    memcpy(class.values, values, length * sizeof *values);
    if (sends)
        memcpy(class.sends, sends, length * sizeof *sends);
    else
        send_largest(&class, periodic->latency);
    mpz_init_set(class.count, count);
    periodic->classes[periodic->class_count++] = class;
    return STATUS_OK;
}

enum status word_class_sends_largest(const struct word_class *class, int latency, bool *largest,
                                     struct failure *failure) {
    struct word_class other = {.length = class->length,
                               .values = class->values,
                               .sends = memory_new(class->length, sizeof(int))};
    if (!other.sends)
        return failure_memory(failure, "a word");
    send_largest(&other, latency);
    *largest = memcmp(other.sends, class->sends, class->length * sizeof *class->sends) == 0;
    free(other.sends);
    return STATUS_OK;
}

static int largest_value(const struct word_class *class) {
    int largest = 0;
    for (size_t p = 0; p < class->length; p++)
        largest = class->values[p] > largest ? class->values[p] : largest;
    return largest;
}

static int compare_lists(const int *a, const int *b, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_classes(const void *left, const void *right) {
    const struct word_class *a = left, *b = right;
    int difference = largest_value(b) - largest_value(a);
    if (difference)
        return difference;
    if (a->length != b->length)
        return a->length < b->length ? 1 : -1;
    difference = compare_lists(a->values, b->values, a->length);
    return difference ? difference : compare_lists(a->sends, b->sends, a->length);
}

void periodic_sort(struct periodic *periodic) {
    size_t kept = 0;
    if (periodic->class_count == 0)
        return;
    qsort(periodic->classes, periodic->class_count, sizeof *periodic->classes, compare_classes);
    for (size_t i = 1; i < periodic->class_count; i++) {
        struct word_class *class = &periodic->classes[i], *last = &periodic->classes[kept];
        if (compare_classes(last, class) == 0) {
            mpz_add(last->count, last->count, class->count);
            free(class->values);
            free(class->sends);
            mpz_clear(class->count);
        } else {
            periodic->classes[++kept] = *class;
        }
    }
    periodic->class_count = kept + 1;
}

void periodic_processors(const struct periodic *periodic, mpz_ptr processors) {
    mpz_set_ui(processors, 0);
    for (size_t i = 0; i < periodic->class_count; i++)
        mpz_addmul_ui(processors, periodic->classes[i].count,
                      periodic->classes[i].length / (size_t)periodic->period);
}

/* What is received and sent at each phase: [phase * (t+1) + value]. */
struct balance {
    mpz_t *received;
    mpz_t *sent;
    size_t count;
};

static void balance_clear(struct balance *balance) {
    numbers_free(balance->received, balance->count);
    numbers_free(balance->sent, balance->count);
}

static bool balance_init(struct balance *balance, size_t count) {
    *balance = (struct balance){numbers_new(count), numbers_new(count), count};
    if (balance->received && balance->sent)
        return true;
    balance_clear(balance);
    return false;
}

static enum status check_word(const struct periodic *periodic, const struct word_class *class,
                              struct failure *failure) {
    int t = periodic->depth, L = periodic->latency;
    bool good = false;
    if (class->length == 0 || class->length % (size_t)periodic->period || mpz_sgn(class->count) < 1)
        return failure_set(failure, STATUS_INTERNAL, "a word of length %zu for the period %d",
                           class->length, periodic->period);
    for (size_t p = 0; p < class->length; p++)
        if (class->values[p] < 0 || (class->values[p] > t - L && class->values[p] != t))
            return failure_set(failure, STATUS_INTERNAL, "nobody sends the value %d",
                               class->values[p]);
    enum status status = closed_word_check(class->values, class->length, &good, failure);
    if (!status && !good)
        status = failure_set(failure, STATUS_INTERNAL, "a word of length %zu is not legal",
                             class->length);
    if (!status)
        status =
            closed_word_check_sends(class->values, class->sends, class->length, L, &good, failure);
    if (!status && !good)
        status = failure_set(failure, STATUS_INTERNAL,
                             "a word of length %zu sends what is not held", class->length);
    return status;
}

static void count_word(const struct periodic *periodic, const struct word_class *class,
                       struct balance *balance) {
    size_t values = (size_t)periodic->depth + 1, period = (size_t)periodic->period;
    for (size_t p = 0; p < class->length; p++) {
        mpz_ptr received = balance->received[p % period * values + (size_t) class->values[p]];
        mpz_add(received, received, class->count);
        if (class->sends[p] == CLOSED_WORD_SILENT)
            continue;
        size_t phase = (p + (size_t)periodic->latency) % period;
        mpz_ptr sent =
            balance->sent[phase * values + (size_t)(class->sends[p] - periodic->latency)];
        mpz_add(sent, sent, class->count);
    }
}

static enum status check_balance(const struct periodic *periodic, const struct balance *balance,
                                 struct failure *failure) {
    size_t values = (size_t)periodic->depth + 1;
    for (size_t i = 0; i < balance->count; i++) {
        bool root = i % values == values - 1;
        if (root ? mpz_cmp_ui(balance->received[i], 1) != 0
                 : mpz_cmp(balance->received[i], balance->sent[i]) > 0)
            return failure_set(failure, STATUS_INTERNAL,
                               "value %zu is received more or less often than it is sent",
                               i % values);
    }
    return STATUS_OK;
}

enum status periodic_check(const struct periodic *periodic, struct failure *failure) {
    struct balance balance;
    if (periodic->period < 1)
        return failure_set(failure, STATUS_INTERNAL, "the period is %d", periodic->period);
    if (!balance_init(&balance, ((size_t)periodic->depth + 1) * (size_t)periodic->period))
        return failure_memory(failure, "the balance of a schedule");
    enum status status = STATUS_OK;
    for (size_t i = 0; i < periodic->class_count && !status; i++) {
        status = check_word(periodic, &periodic->classes[i], failure);
        if (!status)
            count_word(periodic, &periodic->classes[i], &balance);
    }
    if (!status)
        status = check_balance(periodic, &balance, failure);
    balance_clear(&balance);
    return status;
}

enum status periodic_finish(struct periodic *periodic, mpz_srcptr processors,
                            struct failure *failure) {
    mpz_t found;
    enum status status = periodic_check(periodic, failure);
    mpz_init(found);
    periodic_processors(periodic, found);
    if (!status && mpz_cmp(found, processors) != 0)
        status = failure_set(failure, STATUS_INTERNAL, "the words serve another number");
    mpz_clear(found);
    if (status)
        periodic_clear(periodic);
    else
        periodic_sort(periodic);
    return status;
}
