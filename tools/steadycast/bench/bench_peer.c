#include "tools/steadycast/bench/bench_peer.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tools/steadycast/frame/steady_clock.h"

#define QUIETLY " >/dev/null 2>&1"

const struct peer peers[] = {
    {"picosat-sums", "picosat", PEER_SUMS, "timeout --foreground %d picosat %s" QUIETLY},
    {"picosat-words", "picosat", PEER_WORDS, "timeout --foreground %d picosat %s" QUIETLY},
    {"cadical-sums", "cadical", PEER_SUMS, "timeout --foreground %d cadical -q -n %s" QUIETLY},
    {"cadical-words", "cadical", PEER_WORDS, "timeout --foreground %d cadical -q -n %s" QUIETLY},
    {"kissat-sums", "kissat", PEER_SUMS, "timeout --foreground %d kissat -q -n %s" QUIETLY},
    {"kissat-words", "kissat", PEER_WORDS, "timeout --foreground %d kissat -q -n %s" QUIETLY},
    {"minisat-sums", "minisat", PEER_SUMS, "timeout --foreground %d minisat -verb=0 %s" QUIETLY},
    {"minisat-words", "minisat", PEER_WORDS, "timeout --foreground %d minisat -verb=0 %s" QUIETLY},
    {"glucose-sums", "glucose", PEER_SUMS, "timeout --foreground %d glucose -verb=0 %s" QUIETLY},
    {"glucose-words", "glucose", PEER_WORDS, "timeout --foreground %d glucose -verb=0 %s" QUIETLY},
    {"clasp-opb", "clasp", PEER_OPB, "timeout --foreground %d clasp -q %s" QUIETLY},
    {"cbc-lp", "cbc", PEER_LP,
     "out=$(timeout --foreground %d cbc %s solve 2>&1) || exit 1; "
     "case $out in *nfeasible*) exit 20;; *ptimal*) exit 10;; esac; exit 1"},
    {NULL, NULL, PEER_SUMS, NULL},
};

bool peer_installed(const char *program) {
    char command[256];
    snprintf(command, sizeof command, "command -v %s" QUIETLY, program);
    return system(command) == 0;
}

enum status peers_say_missing(const struct bench_table *table) {
    enum status status = STATUS_OK;
    for (const struct peer *peer = peers; peer->name && !status; peer++) {
        bool again = peer > peers && strcmp(peer->program, peer[-1].program) == 0;
        if (!again && !peer_installed(peer->program))
            status = bench_remark(table, "%s is not installed", peer->program);
    }
    return status;
}

/* The start of a shell with `timeout` and a program that does nothing. */
static double start_cost(void) {
    double start = steady_clock();
    return system("timeout 5 true" QUIETLY) == 0 ? steady_clock() - start : 0;
}

enum status peer_ask(const struct peer *peer, const char *path, const struct bench_options *options,
                     double *seconds, int *code, struct failure *failure) {
    char command[1024];
    struct limits limits = bench_limits(options, 1);
    snprintf(command, sizeof command, peer->command, options->limit, path);
    double start = steady_clock();
    int result = system(command);
    *seconds = steady_clock() - start - start_cost();
    if (result >= 0 && WIFSIGNALED(result) && WTERMSIG(result) == SIGINT) /* which system ignores */
        return failure_set(failure, STATUS_LIMIT, LIMITS_STOPPED);
    *code = result >= 0 && WIFEXITED(result) ? WEXITSTATUS(result) : -1;
    return limits_check(&limits, failure);
}
