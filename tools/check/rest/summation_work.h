/* What the two parts of kind summation (summation.h) share: the lines of the file. */
#ifndef STEADYCHECK_SUMMATION_WORK_H
#define STEADYCHECK_SUMMATION_WORK_H

#include "core/read.h"

enum work_kind { WORK_ADD, WORK_RECEIVE, WORK_SEND };

struct work {
    uint32_t time;
    uint32_t number; /* COUNT, FROM or TO */
    enum work_kind kind;
};

/* A processor and the sum that it has: of operands lowest..highest. */
struct adder {
    uint64_t lowest, highest;
    uint32_t first;   /* its works are those at `first` and behind, up to the next one's `first` */
    uint32_t missing; /* receptions whose sums are not known yet */
};

struct summation {
    struct reader *reader;
    uint32_t latency, overhead, gap, processors, finish;
    uint64_t operands;
    uint64_t operands_line, finish_line, first_line; /* that of processor 0 */
    uint32_t root;                                   /* the one that sends nothing */
    struct adder *adders;                            /* and one more, with `first` = count */
    struct work *works;
    size_t count, adders_capacity, works_capacity;
};

/* The reader, with its faults told at the line of this processor, or of this work of it. */
struct reader *summation_at_processor(const struct summation *s, uint32_t processor);
struct reader *summation_at_work(const struct summation *s, uint32_t processor, size_t work);

/* When the processor is done with this work. */
uint64_t summation_end(const struct summation *s, const struct work *work);

/* The line `send` of this processor, or NULL. */
const struct work *summation_sending(const struct summation *s, uint32_t processor);

/* Everything that concerns more than one processor, once all lines are read. */
bool summation_check_messages(struct summation *s);
bool summation_check_sums(struct summation *s);

#endif
