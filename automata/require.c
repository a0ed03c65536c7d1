/* SPDX-License-Identifier: MIT */
#include "automata/require.h"

#include <stdio.h>
#include <stdlib.h>

_Noreturn void require_failed(const char *file, int line, const char *function,
                              const char *condition) {
    fprintf(stderr, "%s:%d: %s: the caller broke the contract: %s\n", file, line, function,
            condition);
    abort();
}
