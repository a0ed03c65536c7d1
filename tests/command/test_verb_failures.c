/* SPDX-License-Identifier: MIT */
/* The verbs that ask about networks, when something is refused to them or a signal stops them at
 * any place, from the command line to the last certificate: they end with an exit status of theirs,
 * never by a signal, never with "impossible" where it is possible, and without a leak (see
 * solver/test_engine_failures, which has all engines). */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/solver/certificate_test.h"
#include "tools/steadycast/command.h"
#include "tools/steadycast/frame/verb.h"

#include "tests/refusals.h"

enum { FIRST_PLACES = 1, MORE_PLACES = 2, MOST_WORDS = 20 };

/* The clock that limits and signals are looked at by. */
double __real_steady_clock(void);
double __wrap_steady_clock(void);

double __wrap_steady_clock(void) {
    struct sigaction now; /* before the verb listens, a signal ends it as any program */
    if (refuses(TIME) && sigaction(SIGTERM, NULL, &now) == 0 && now.sa_handler != SIG_DFL)
        raise(SIGTERM);
    return __real_steady_clock();
}

static const char *const lines[] = {
    "broadcast --network ring:5 -k 4 -S 4 -o out --force --time 1000",
    "broadcast --network hub:4 -k 3 -o out --force --time 1000",
    "reduce --network ring:4 -k 3 -o out --force --time 1000",
    "scatter --network hub:4 -k 2 -S 3 -o out --force --json --time 1000",
    "gather --network path:3@2 --root 1 -k 2 -o out --force --time 1000",
    "allgather --network ring:5 -o out --force --time 1000",
    "allgather --network ring:4 -p 1 -k 2 -S 2 -o out --force --time 1000",
    "alltoall --network path:3 -p 1 -d half -o out --force --time 1000",
    "reduce-scatter --network bowtie -d full -o out --force --time 1000",
    "allreduce --network ring:5 -k 5 -o out --force --time 1000",
    "delay --network hypercube:2@2 --rate 3/2 -o out --force --time 1000",
    "delay --network ring:5 --rate 7 -o out --force --time 1000",
    "frontier --network ring:4 allgather -o frontier.cert --force --time 1000",
    "rate --network dgx1 allgather -o rate.cert --force --time 1000",
    "frontier --network ring:4 broadcast -S 4 -o frontier.cert --force --json --time 1000",
};
enum { LINES = sizeof lines / sizeof *lines };

static int run(const char *line) {
    char copy[200], name[] = "steadycast", *words[MOST_WORDS] = {name};
    int count = 1;
    memset(asked, 0, sizeof asked);
    snprintf(copy, sizeof copy, "%s", line);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        assert_true(count < MOST_WORDS - 1);
        words[count++] = word;
    }
    return command_run(count, words, NULL);
}

/* In a process of its own, as a signal that came does not go away. *times: what was asked for. */
static int run_apart(const char *line, enum refused thing, long at, long times[THINGS]) {
    int ends[2], state = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = __real_fork();
    assert_true(child >= 0);
    if (child == 0) {
        assert_non_null(freopen("/dev/null", "w", stdout));
        assert_non_null(freopen("errors", "w", stderr));
        what = thing, place = at;
        int status = run(line);
        place = 0;
        bool told = write(ends[1], asked, sizeof asked) == sizeof asked;
        exit(told ? status : EXIT_INTERNAL); /* the leak checker runs at the end */
    }
    close(ends[1]);
    ssize_t got = read(ends[0], times, THINGS * sizeof *times);
    close(ends[0]);
    assert_int_equal(waitpid(child, &state, 0), child);
    if (!WIFEXITED(state) || got != (ssize_t)(THINGS * sizeof *times))
        return -1;
    return WEXITSTATUS(state);
}

static void show_errors(void) {
    char text[400];
    FILE *file = fopen("errors", "r");
    while (file && fgets(text, sizeof text, file))
        print_error("%s", text);
    if (file)
        fclose(file);
}

static void refuse(const char *line, enum refused thing, long at, int undisturbed) {
    long times[THINGS];
    int status = run_apart(line, thing, at, times);
    bool own = status == EXIT_DONE || status == EXIT_INPUT || status == EXIT_INTERNAL;
    if (status == undisturbed || own)
        return;
    show_errors();
    fail_msg("steadycast %s, %s refused the %ld. time: exit status %d", line, names[thing], at,
             status);
}

static void every_verb_fails_well(void **state) {
    (void)state;
    long more = MORE_PLACES * random_rounds();
    uint64_t seed = random_seed();
    for (int i = 0; i < LINES; i++) {
        long times[THINGS];
        int undisturbed = run_apart(lines[i], MEMORY, 0, times);
        if (undisturbed != EXIT_FOUND && undisturbed != EXIT_IMPOSSIBLE)
            show_errors();
        assert_true(undisturbed == EXIT_FOUND || undisturbed == EXIT_IMPOSSIBLE);
        for (int thing = 0; thing < THINGS; thing++)
            for (long k = 0; k < FIRST_PLACES + more && times[thing] > 0; k++)
                refuse(lines[i], (enum refused)thing,
                       k < FIRST_PLACES ? k + 1 : 1 + random_below(&seed, (int)times[thing]),
                       undisturbed);
    }
}

static int make(void **state) {
    return test_folder_make(state) || chdir(test_folder) ? -1 : 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_verb_fails_well)};
    command_hold_signals();
    return cmocka_run_group_tests(tests, make, test_folder_remove);
}
