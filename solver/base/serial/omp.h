/* SPDX-License-Identifier: MIT */
/* What is asked of OpenMP, for a build without it: one thread. On no include path otherwise. */
#pragma once

static inline int omp_get_num_procs(void) {
    return 1;
}

static inline int omp_get_max_threads(void) {
    return 1;
}
