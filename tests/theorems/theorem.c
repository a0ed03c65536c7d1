/* SPDX-License-Identifier: MIT */
#include "tests/theorems/theorem.h"

#include <stdio.h>
#include <string.h>

int theorems_try(int argc, char **argv, const struct theorem *theorems,
                 const struct theorem *whole) {
    int failures = 0;
    if (argc > 2 || (argc == 2 && (!whole || strcmp(argv[1], "whole") != 0))) {
        fprintf(stderr, "usage: %s%s\n", argv[0], whole ? " [whole]" : "");
        return 2;
    }
    for (const struct theorem *theorem = argc == 2 ? whole : theorems; theorem->name; theorem++) {
        struct failure failure = {0};
        enum status status = theorem->holds(&failure);
        failures += status != STATUS_OK;
        printf("%s %s: %s%s%s\n", status ? "FAILED" : "ok", theorem->name, theorem->says,
               status ? ": " : "", status ? failure.message : "");
        fflush(stdout);
    }
    return failures > 0;
}
