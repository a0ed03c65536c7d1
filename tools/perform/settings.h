/* SPDX-License-Identifier: MIT */
/* The command line of steadycast-perform: what it takes, and what goes together. No MPI here. */
#ifndef STEADYCAST_TOOLS_PERFORM_SETTINGS_H
#define STEADYCAST_TOOLS_PERFORM_SETTINGS_H

#include "automata/status.h"

enum settings_mode { MODE_PERFORM, MODE_MEASURE, MODE_HELP, MODE_VERSION };

/* Numbers of one type, so that ranks can compare them byte by byte. */
struct settings {
    long mode; /* enum settings_mode */
    long quiet;
    long compare;
    long bytes;
    long repeat;
    long seed;
    long cycle;  /* nanoseconds; 0: none is given */
    long pairs;  /* enum pairs_choice */
    long window; /* items that MPI_Ibcast has under way */
};

/* Reads the command line; *file is set where one is performed, and points into argv. STATUS_INPUT
 * for what is not taken, with the option and the value, and for options that don't go together. */
enum status settings_read(struct settings *settings, const char **file, int argc, char **argv,
                          struct failure *failure);

/* On the standard output. */
void settings_print_help(void);

#endif
