/* SPDX-License-Identifier: MIT */
/* Some late items in a row, as a formula that no schedule on a LogP machine whose classes have
 * exactly so many processors leaves without a model; what a class is says prices_classes.c. */
#pragma once

#include "core/formula.h"

/* The most depth and processors that are taken here and with whole items. */
enum { CLASSES_DEPTH_LIMIT = 1000, CLASSES_PROCESSORS_LIMIT = 64 };

/* The question of classes_build: `processors` are T_e, e < g, borrowed; what stands last is
 * scratch. */
struct classes_formula {
    int64_t l, g, s, J, N, K;                /* J items; K levels, 0..s/g */
    int64_t class[CLASSES_PROCESSORS_LIMIT]; /* of each processor, in ascending order */
    const uint32_t *processors;
    struct cnf_builder *builder;
    int64_t *receptions, *messages; /* literals that are counted */
    int64_t last;                   /* variable */
};

/* The formula of the grammar, as core/formula.h has it. */
int64_t classes_build(struct cnf_builder *builder, const void *question);

/* Of T_e processors in class e < g: reads the lines from `items` on; refuted if the formula is
 * another one or the refutation fails. The claim stays as it is. */
void classes_refuted(struct reader *reader, uint32_t l, uint32_t g, uint32_t s,
                     const uint32_t *processors);
