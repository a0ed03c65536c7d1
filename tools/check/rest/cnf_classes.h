/* SPDX-License-Identifier: MIT */
/* Some late items in a row, as a formula that no schedule on a LogP machine whose classes have
 * exactly so many processors leaves without a model; what a class is says prices_classes.c. */
#ifndef STEADYCHECK_CNF_CLASSES_H
#define STEADYCHECK_CNF_CLASSES_H

#include "core/read.h"

/* The most depth and processors that are taken here and with whole items. */
enum { CLASSES_DEPTH_LIMIT = 1000, CLASSES_PROCESSORS_LIMIT = 64 };

/* Of T_e processors in class e < g: reads the lines from `items` on; refuted if the formula is
 * another one or the refutation fails. The claim stays as it is. */
bool classes_refuted(struct reader *reader, uint32_t l, uint32_t g, uint32_t s,
                     const uint32_t *processors);

#endif
