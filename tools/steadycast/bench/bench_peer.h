/*
 * Other programs that answer the same questions: how they are started, and how long they take.
 */
#ifndef STEADYCAST_TOOLS_BENCH_PEER_H
#define STEADYCAST_TOOLS_BENCH_PEER_H

#include <stdbool.h>

#include "tools/steadycast/bench/bench.h"

/* In which form a peer takes a question. */
enum peer_format { PEER_SUMS, PEER_WORDS, PEER_OPB, PEER_LP };

/*
 * A program for the block-cyclic question. The command is one of the shell, its first %d the
 * seconds, its %s the file; exit status 10 or 30 is feasible, 20 impossible, all else no answer.
 */
struct peer {
    const char *name;
    const char *program;
    enum peer_format format;
    const char *command;
};

extern const struct peer peers[]; /* ended by one without name */

/* Can this program be started by its name? */
bool peer_installed(const char *program);

/* Remarks which programs of the table are not installed, each once. */
enum status peers_say_missing(const struct bench_table *table);

/*
 * Runs the peer on a file. *seconds is what it took, less the time of a program that does nothing
 * and is started in the same way right behind it; *code is its exit status, or -1. STATUS_LIMIT
 * when a signal came, also when it reached the peer alone.
 */
enum status peer_ask(const struct peer *peer, const char *path, const struct bench_options *options,
                     double *seconds, int *code, struct failure *failure);

#endif
