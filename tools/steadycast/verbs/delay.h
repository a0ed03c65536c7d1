/*
 * The parts of the verb delay: one question in the postal model, a range of them, one on a LogP
 * machine.
 */
#ifndef STEADYCAST_TOOLS_DELAY_H
#define STEADYCAST_TOOLS_DELAY_H

#include <gmp.h>
#include <stdio.h>

#include "solver/engine/delay.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/options.h"

enum {
    DELAY_PATH_ROOM = 4096,
    DELAY_FILES = 3 /* schedule.cert, bound.cert, bound-later.cert: at most, of one question */
};

/* path = FOLDER/name and ending, FOLDER being that of --output. */
enum status delay_path(const struct arguments *arguments, const char *name, const char *ending,
                       char path[DELAY_PATH_ROOM], struct failure *failure);

/* Makes the folder of --output; sees whether this file of it could be written, and all of one
 * question (nothing is done without --output). */
enum status delay_folder(const struct arguments *arguments, struct failure *failure);
enum status delay_probe_file(const struct arguments *arguments, const char *name,
                             struct failure *failure);
enum status delay_probe(const struct arguments *arguments, struct failure *failure);

/* Writes file 0, 1 or 2, a certificate, to this path, which may be overwritten. */
typedef enum status delay_write_file(const void *context, int file, const char *path,
                                     struct failure *failure);

/* The first `count` files of one question. Either all get their names, and what was there of
 * another question is deleted, or nothing is changed. */
enum status delay_write(const struct arguments *arguments, int count, delay_write_file *write,
                        const void *context, struct failure *failure);

/* Least delay by one engine, told on stderr. */
enum status delay_ask(const struct arguments *arguments, struct control *control, int latency,
                      mpz_srcptr processors, enum delay_method method, struct delay *delay,
                      struct failure *failure);

/* All latencies of --latency and P = first..last, first >= 1: prints a line for each stretch of
 * equal delays, writes L<L>.certs. */
enum status delay_range(const struct arguments *arguments, struct control *control, long first,
                        long last, struct failure *failure);

/* N = processors on the machine of --logp. */
enum status delay_logp(const struct arguments *arguments, struct control *control,
                       mpz_srcptr processors, struct failure *failure);

#endif
