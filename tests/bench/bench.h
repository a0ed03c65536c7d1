/* SPDX-License-Identifier: MIT */
/* Benchmarks: what the promises about speed are measured with.
 *
 * A measurement is a line of the table bench_table.c: what is asked, the command of this program
 * that answers it, or a function where there is none (a work), who else answers it (the peer), and
 * what is promised. One runner repeats it by turns with the peer and takes medians (bench_run.c);
 * one printer shows it and counts the promises (bench_record.c). */
#pragma once

#include <stdbool.h>

#include "solver/base/limits.h"
#include "tools/steadycast/frame/control.h"

enum { BENCH_TEXT = 64, BENCH_NOTE = 160, BENCH_PATH = 4200, BENCH_MOST_RUNS = 100 };

struct bench_machine {
    int processors;
    char text[2 * BENCH_NOTE]; /* what it is */

    /* What it can do at most, 0 until it is measured. */
    double read_one; /* bytes a second that one thread reads from memory, in order */
    double read_all; /* all threads together */
    double digest;   /* bytes a second of SHA-256 on one thread */
    double cycles;   /* a second: operations each of which needs the one before */
};

/* Of which number of a record something is promised: a value, unless it is a rate, is at most the
 * bound, all else at least. */
enum bench_subject { BENCH_NOTHING, BENCH_VALUE, BENCH_RATIO, BENCH_SHARE };

/* A value, with what others take for the same (the peer) and with what the machine could do at most
 * (the limit), in the same unit; an empty name says that there is none. Part and what together are
 * the key. */
struct bench_record {
    const char *part;
    char what[BENCH_TEXT];
    double value;
    const char *unit; /* "s", "MB", ..; "nodes/s", as all with a stroke, is a rate */
    char peer[BENCH_TEXT];
    double peer_value;
    bool peer_open; /* the peer gave up: its value, and the ratio, are at least this */
    char limit[BENCH_TEXT];
    double limit_value;
    enum bench_subject subject;
    double bound;
    char note[BENCH_NOTE];
};

struct bench {
    int runs;                /* repetitions of short measurements; the median counts */
    int limit;               /* seconds that a peer gets for one question */
    int z3_limit;            /* the same of z3 */
    bool quick;              /* small questions, of which nothing is promised but ratios */
    bool json;               /* lines are printed as JSON */
    struct control *control; /* by which a signal ends it, with nothing left behind */
    struct bench_machine machine;
    char programs[BENCH_PATH]; /* folder of this program and steadycheck */
    char folder[BENCH_PATH];   /* temporary, for all that is written */
    const char *given_up;      /* the program that gave up; it is asked nothing larger */
    char best[BENCH_TEXT];     /* of the candidates, or "", and its seconds */
    double best_seconds;
    int promises; /* made so far, and broken */
    int broken;
    const char *missing; /* the last program that was not there */
};

/* A measurement under way: what its work is told, and what it tells. */
struct bench_run {
    struct bench *bench;
    const struct measurement *row;
    int size;             /* of the question */
    struct limits limits; /* that only a signal reaches; as many threads as the row says */
    double amount;        /* of messages, nodes, ..: for a rate */
    long found;           /* what the peer must find as well; 0: nothing */
    /* The value is seconds, those of the whole call if the work leaves -1, for a rate as well; so
     * are peer and limit. */
    struct bench_record record;
};

typedef enum status bench_work(struct bench_run *run, struct failure *failure);

/* On how many it is measured; the last two are compared with one thread: as many as there are
 * processors, and 2, 4, .. up to twice as many. */
enum bench_threads { BENCH_ONE, BENCH_ALL, BENCH_SPEEDUP, BENCH_EACH };

/* A line of the table; what is not said is 0 or NULL. Commands are of the shell, in the temporary
 * folder; $n is the size, $p the threads, $T is the limit of the peers in seconds. Exit status 0,
 * 10 and 20 are right. Their last line is the note; what they say as `capacity N` or `words N` the
 * peer must say as well, and nothing at all is giving up. */
struct measurement {
    const char *part;
    const char *what; /* a format: of the size, the threads and their plural */
    const char *unit;
    const char *command;
    int size;
    int quick_size;   /* with --quick; 0: the same */
    int from;         /* not 0: the value is how the time grows from this size on */
    bool full;        /* left out with --quick */
    bool prints;      /* the value, which is not the time that the command takes */
    int rounds;       /* repetitions, however long they take */
    const char *idle; /* starts what the others start, and nothing else: its time is taken off
                         (NULL: one start of this program) */
    bool candidate;   /* to be the peer of the works that name none */
    double amount;    /* for a rate */
    enum bench_threads threads;
    enum bench_subject subject;
    double bound;
    double quick_bound;       /* 0: the same */
    const char *before;       /* a command whose time is not counted */
    const char *peer;         /* its name */
    const char *peer_command; /* repeated by turns with the other */
    const char *program;      /* that the peer needs, or a candidate; NULL: none */
    const char *digest;       /* limit: these files (glob) through SHA-256 */
    bench_work *work;         /* in place of the command */
    bench_work *peer_work;
    int latency; /* for works */
    int served;
    const char *by; /* engine or construction */

    /* Instead of all this: adds its records itself. */
    enum status (*many)(struct bench *bench, struct failure *failure);
};

/* Ended by a line without part. */
extern const struct measurement bench_table[];

enum status bench_measure(struct bench *bench, const struct measurement *row,
                          struct failure *failure);
struct limits bench_limits(const struct bench *bench, int threads);

/* Limits of an engine on one thread that gets so many seconds from now on. */
struct bench_clock {
    const struct bench *bench;
    double end; /* of the steady clock */
};
struct limits bench_limits_for(struct bench_clock *clock, const struct bench *bench,
                               double seconds);

bool bench_installed(const char *program);

/* Runs a command as the table says; its last line becomes the record's note. */
enum status bench_shell(struct bench_run *run, const char *command, double *seconds,
                        struct failure *failure);

/* The median of `count` >= 1 numbers, which it sorts. */
double bench_median(double *numbers, int count);

/* --- records (bench_record.c) --- */

/* How many times better than the peer; above 1 is better. 0 without a peer. */
double bench_ratio(const struct bench_record *record);

/* The part of the limit that is reached: 1 is all. 0 without a limit. */
double bench_share(const struct bench_record *record);

/* True for a record that promises nothing. A value that is no number keeps no promise. */
bool bench_kept(const struct bench_record *record);

/* The line of one record as text; NULL: the head of the table. */
enum { BENCH_LINE = 800 };
void bench_format(char line[BENCH_LINE], const struct bench_record *record);

/* Prints the record's line, counts its promise. */
enum status bench_add(struct bench *bench, const char *part, const struct bench_record *record,
                      struct failure *failure);

/* --- the machine (bench_machine.c) --- */

void bench_machine_describe(struct bench_machine *machine);

/* Measures the limits, about half a second. STATUS_MEMORY when memory is refused. */
enum status bench_machine_measure(struct bench_machine *machine, struct failure *failure);

/* --- works (bench_search.c, bench_items.c, bench_networks.c) --- */

bench_work bench_decide, bench_peak, bench_walk, bench_window, bench_prices, bench_power,
    bench_list, bench_construction, bench_formula;
enum status bench_encodings(struct bench *bench, struct failure *failure);
enum status bench_networks(struct bench *bench, struct failure *failure);
