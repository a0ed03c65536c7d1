/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "automata/memory.h"
#include "solver/items/colour_plan.h"

struct telling {
    const struct colour_plan *plan;
    int rows;
    const struct colour_deal **has; /* [row - 1]: what the row is dealt */
    int *senders;                   /* of one colour at one TIME */
    int sender_count;
    struct message_array *messages;
};

static const struct slot_class *class_of_row(const struct telling *telling, int row) {
    return &telling->plan->classes.classes[telling->has[row]->class];
}

/* Of each class the deal that is being given out, and to how many rows more. */
static enum status deal_rows(struct telling *telling, const int *class_of,
                             struct failure *failure) {
    const struct colour_plan *plan = telling->plan;
    size_t count = plan->classes.count;
    size_t *next = memory_new(count, sizeof *next);
    long *left = memory_new(count, sizeof *left);
    if (!next || !left) {
        free(next);
        free(left);
        return failure_memory(failure, "the endgame of a broadcast");
    }
    for (size_t i = plan->deal_count; i-- > 0;)
        next[plan->deals[i].class] = i;
    for (size_t c = 0; c < count; c++)
        left[c] = mpz_get_si(plan->deals[next[c]].rows);
    for (int row = 0; row < telling->rows; row++) {
        int class = class_of[row];
        if (left[class] == 0)
            left[class] = mpz_get_si(plan->deals[++next[class]].rows);
        left[class]--;
        telling->has[row] = &plan->deals[next[class]];
    }
    free(next);
    free(left);
    return STATUS_OK;
}

static void find_senders(struct telling *telling, int colour, int x) {
    telling->sender_count = 0;
    if (telling->plan->source[x] == colour)
        telling->senders[telling->sender_count++] = 0;
    for (int row = 0; row < telling->rows; row++) {
        const struct colour_deal *deal = telling->has[row];
        const struct slot_class *class = class_of_row(telling, row);
        int first = 0;
        while (!deal->colours[first])
            first++;
        if (deal->colours[first] == colour && class->times[first] <= x &&
            slot_class_is_free(class, x))
            telling->senders[telling->sender_count++] = row + 1;
    }
}

/* There are senders enough: that was checked. */
static void tell(struct telling *telling, int colour, int y) {
    int next = 0, x = y - telling->plan->classes.latency;
    find_senders(telling, colour, x);
    for (int row = 0; row < telling->rows; row++) {
        const struct colour_deal *deal = telling->has[row];
        const struct slot_class *class = class_of_row(telling, row);
        for (int i = 0; i < deal->slots && class->times[i] <= y; i++)
            if (class->times[i] == y && deal->colours[i] == colour)
                message_array_add(telling->messages, &(struct message){x, telling->senders[next++],
                                                                       row + 1, colour, 0});
    }
}

enum status colour_plan_messages(const struct colour_plan *plan, const int *class_of, int rows,
                                 struct message_array *messages, const struct limits *limits,
                                 struct failure *failure) {
    struct telling telling = {.plan = plan,
                              .rows = rows,
                              .has = memory_new((size_t)rows, sizeof *telling.has),
                              .senders = memory_new((size_t)rows + 1, sizeof(int)),
                              .messages = messages};
    enum status status = STATUS_OK;
    if (!telling.has || !telling.senders)
        status = failure_memory(failure, "the endgame of a broadcast");
    if (!status)
        status = deal_rows(&telling, class_of, failure);
    int L = plan->classes.latency, end = L + plan->classes.depth;
    for (int y = L; y < end && !status; y++)
        for (int colour = 1; colour <= plan->colours && !status; colour++) {
            status = limits_check(limits, failure);
            tell(&telling, colour, y);
        }
    free(telling.has);
    free(telling.senders);
    return status;
}
