/*
 * The machine that is measured on: what it is, and what it can do at most.
 */
#ifndef STEADYCAST_TOOLS_BENCH_MACHINE_H
#define STEADYCAST_TOOLS_BENCH_MACHINE_H

#include <jansson.h>
#include <stddef.h>

#include "automata/status.h"

enum { MACHINE_TEXT_ROOM = 160, MACHINE_NAME_ROOM = 1200 };

struct bench_machine {
    int processors;
    char model[MACHINE_TEXT_ROOM];
    char caches[MACHINE_TEXT_ROOM]; /* of the first processor */
    double memory;                  /* bytes */
    char kernel[MACHINE_TEXT_ROOM];
    char compiler[MACHINE_TEXT_ROOM];
    char build[MACHINE_TEXT_ROOM]; /* type */
    double load; /* processes that were running when it began; negative: unknown */

    /* Limits, 0 until they are measured. */
    double read_one; /* bytes a second that one thread reads from memory, in order */
    double read_all; /* all threads together */
    double digest;   /* bytes a second of SHA-256 on one thread */
    double cycles;   /* a second: operations each of which needs the one before */
};

/* Fills all but the limits. What the system does not tell is "unknown" or 0. */
void bench_machine_describe(struct bench_machine *machine);

/* Measures the limits, about half a second. STATUS_SYSTEM when memory is refused. */
enum status bench_machine_measure(struct bench_machine *machine, struct failure *failure);

/* From now on the largest memory that the process had is what it has now, where the system does
 * that. */
void bench_machine_forget_peak(void);

/* One line that is the same for all runs on the same hardware by the same type of build: kernel and
 * compiler may change, and the values with them. */
void bench_machine_name(const struct bench_machine *machine, char name[MACHINE_NAME_ROOM]);

/* A new object, or NULL when memory was refused. */
json_t *bench_machine_object(const struct bench_machine *machine);

/* Lines that begin with #, on stdout. */
void bench_machine_print(const struct bench_machine *machine);

#endif
