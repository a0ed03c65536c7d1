/* SPDX-License-Identifier: MIT */
/* Collectives on networks: is there a schedule of S steps, R rounds, C chunks? Ours is the answer
 * of the verbs, the least R with its schedule and its bound, which says more than was asked, and
 * the certificate of the verdict, written. The peer is z3 with SCCL's formula, whose time is that
 * of the whole process, from its start, without the writing of the formula. Both by the steady
 * clock, as all else here. Behind the clock steadycheck looks at each certificate, so that a
 * verdict for which z3 takes too long is not only ours. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "solver/base/evidence.h"
#include "solver/collective/multinode/network_least.h"
#include "solver/network/network_names.h"
#include "tests/bench/bench.h"
#include "tests/bench/sccl_formula.h"
#include "tools/steadycast/frame/clock.h"

struct network_question {
    const char *network;
    enum collective collective;
    int steps, rounds, chunks;
    bool quick; /* asked with --quick as well */
};

/* Possible ones, and below them what is impossible. */
static const struct network_question questions[] = {
    {"ring:4", COLLECTIVE_ALLGATHER, 2, 3, 2, true},
    {"ring:4", COLLECTIVE_ALLGATHER, 2, 2, 2, true},
    {"ring:8", COLLECTIVE_ALLGATHER, 4, 7, 2, false},
    {"hypercube:3", COLLECTIVE_ALLGATHER, 3, 7, 3, false},
    {"torus:3x3", COLLECTIVE_ALLGATHER, 2, 4, 2, false},
    {"torus:3x3", COLLECTIVE_ALLGATHER, 2, 3, 2, false},
    {"amd8", COLLECTIVE_ALLGATHER, 2, 2, 10, false},
    {"dgx1", COLLECTIVE_ALLGATHER, 2, 3, 2, false},
    {"dgx1", COLLECTIVE_ALLGATHER, 2, 4, 3, false},
    {"dgx1", COLLECTIVE_ALLGATHER, 3, 7, 6, false},
    {"dgx1", COLLECTIVE_BROADCAST, 3, 3, 7, false},
    {"dgx1", COLLECTIVE_BROADCAST, 3, 3, 8, false},
    {"dgx1", COLLECTIVE_BROADCAST, 3, 4, 10, false},
    {"dgx1", COLLECTIVE_BROADCAST, 4, 4, 13, false},
    {"dgx1", COLLECTIVE_ALLTOALL, 2, 3, 1, false},
    {"dgx1", COLLECTIVE_ALLTOALL, 2, 2, 1, false},
    {"dgx1", COLLECTIVE_ALLTOALL, 2, 8, 3, false},
    {"dgx1", COLLECTIVE_GATHER, 2, 6, 6, false},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

/* Files of the temporary folder. */
#define FORMULA "network.smt2"
#define CERTIFICATE "network.cert"

/* What a question is about. */
struct asked {
    struct network network;
    struct network_problem problem;
};

static void close_question(struct asked *asked) {
    network_problem_clear(&asked->problem);
    network_clear(&asked->network);
}

/* Leaves nothing when it fails. */
static enum status open_question(const struct network_question *question, struct asked *asked,
                                 struct failure *failure) {
    enum status status = network_parse_in(question->network, NULL, &asked->network, failure);
    if (status)
        return status;
    status =
        network_problem_init(&asked->problem, &asked->network, question->collective, 0, failure);
    if (status) {
        network_clear(&asked->network);
        return status;
    }
    status = network_check_connected(&asked->network, failure);
    if (status)
        close_question(asked);
    return status;
}

static FILE *open_file(const struct bench *bench, const char *name, struct failure *failure) {
    char path[BENCH_PATH + BENCH_TEXT];
    snprintf(path, sizeof path, "%s/%s", bench->folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        failure_set(failure, status_of_errno(errno), "%s: %s", path, strerror(errno));
    return file;
}

/* --- ours --- */

static enum status write_evidence(const struct bench *bench, struct evidence evidence,
                                  const struct limits *limits, struct failure *failure) {
    char path[BENCH_PATH + BENCH_TEXT];
    snprintf(path, sizeof path, "%s/" CERTIFICATE, bench->folder);
    return evidence_write(evidence, path, true, limits, failure);
}

/* Which side of the question the bounds are on; why becomes the note. */
static enum verdict judge(const struct network_least *least, int rounds, char note[BENCH_NOTE]) {
    if (least->upper <= rounds) {
        snprintf(note, BENCH_NOTE, "sat");
        return VERDICT_FEASIBLE;
    }
    if (least->lower > rounds) {
        snprintf(note, BENCH_NOTE, "unsat, %s", least->is_refuted ? "a refuted formula" : "prices");
        return VERDICT_INFEASIBLE;
    }
    snprintf(note, BENCH_NOTE, "ours is open");
    return VERDICT_UNKNOWN;
}

static struct evidence evidence_of(const struct network_least *least, enum verdict verdict) {
    if (verdict == VERDICT_FEASIBLE)
        return evidence_borrowed("network-schedule", certificate_put_network_schedule,
                                 &least->schedule);
    return least->is_refuted
               ? evidence_borrowed("impossible-network", certificate_put_network_refutation,
                                   &least->refutation)
               : evidence_borrowed("network-bound", certificate_put_network_bound, &least->bound);
}

static enum status conclude(struct bench_run *run, const struct network_least *least, int rounds,
                            enum verdict *verdict, struct failure *failure) {
    *verdict = judge(least, rounds, run->record.note);
    if (*verdict == VERDICT_UNKNOWN)
        return STATUS_OK;
    return write_evidence(run->bench, evidence_of(least, *verdict), &run->limits, failure);
}

/* As long as z3 may take. */
static enum status decide(struct bench_run *run, const struct network_question *question,
                          enum verdict *verdict, double *seconds, struct failure *failure) {
    struct bench_clock clock;
    struct limits limits = bench_limits_for(&clock, run->bench, run->bench->z3_limit);
    struct asked asked;
    struct network_least least;
    uint64_t decisions = 0;
    double start = steady_clock();
    enum status status = open_question(question, &asked, failure);
    if (status)
        return status;
    status = network_rounds_find(&asked.problem, question->steps, question->chunks, 0, false,
                                 &limits, &least, &decisions, failure);
    if (!status) {
        status = conclude(run, &least, question->rounds, verdict, failure);
        network_least_clear(&least);
    }
    close_question(&asked);
    *seconds = steady_clock() - start;
    return status ? status : limits_check(&run->limits, failure);
}

/* --- the peer's --- */

static enum status write_formula(const struct bench *bench, const struct network_question *question,
                                 struct failure *failure) {
    struct asked asked;
    enum status status = open_question(question, &asked, failure);
    if (status)
        return status;
    const struct network_task task = {.problem = &asked.problem,
                                      .steps = question->steps,
                                      .chunks = question->chunks,
                                      .rounds = question->rounds};
    FILE *file = open_file(bench, FORMULA, failure);
    status = file ? sccl_formula_write(&task, file, failure) : STATUS_SYSTEM;
    bool broken = file && ferror(file);
    if (file && (fclose(file) != 0 || broken) && !status)
        status = failure_set(failure, STATUS_SYSTEM, "a formula can't be written");
    close_question(&asked);
    return status;
}

/* What z3 says is the last line; with the limit it says nothing else. */
static enum status ask_z3(struct bench_run *run, enum verdict *verdict, double *seconds,
                          struct failure *failure) {
    static const struct {
        const char *word;
        enum verdict verdict;
    } words[] = {{"sat", VERDICT_FEASIBLE},
                 {"unsat", VERDICT_INFEASIBLE},
                 {"timeout", VERDICT_UNKNOWN},
                 {"unknown", VERDICT_UNKNOWN}};
    char command[BENCH_TEXT];
    snprintf(command, sizeof command, "z3 -T:%d " FORMULA, run->bench->z3_limit);
    enum status status = bench_shell(run, command, seconds, failure);
    if (status)
        return status;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(run->record.note, words[i].word) == 0) {
            *verdict = words[i].verdict;
            return STATUS_OK;
        }
    return failure_set(failure, STATUS_INTERNAL, "z3 says '%.100s' of %s", run->record.note,
                       run->record.what);
}

/* --- both --- */

static struct bench_run run_of(struct bench *bench, const struct network_question *question) {
    struct bench_run run = {
        .bench = bench, .limits = bench_limits(bench, 1), .record = {.unit = "s"}};
    snprintf(run.record.what, BENCH_TEXT, "%s %s, S=%d R=%d C=%d", question->network,
             collective_name(question->collective), question->steps, question->rounds,
             question->chunks);
    return run;
}

/* Seconds of the repetitions of one. */
struct series {
    double seconds[BENCH_MOST_RUNS];
    int count;
    double spent;
};

/* As many as all have, or two seconds. */
static bool wants_more(const struct bench *bench, const struct series *series) {
    return series->count == 0 ||
           (series->count < bench->runs && series->spent < (bench->quick ? 0.05 : 2));
}

static void keep(struct series *series, double seconds) {
    series->seconds[series->count++] = seconds;
    series->spent += seconds;
}

static enum status once_more(struct bench_run *run, const struct network_question *question,
                             struct series *series, enum verdict *verdict,
                             struct failure *failure) {
    double seconds = 0;
    if (!wants_more(run->bench, series))
        return STATUS_OK;
    enum status status = decide(run, question, verdict, &seconds, failure);
    keep(series, seconds);
    return status;
}

/* And compares what it says with our verdict. */
static enum status peer_once_more(struct bench_run *run, struct bench_run *peer,
                                  struct series *series, enum verdict verdict,
                                  struct failure *failure) {
    enum verdict said = VERDICT_UNKNOWN;
    double seconds = 0;
    if (!wants_more(run->bench, series))
        return STATUS_OK;
    enum status status = ask_z3(peer, &said, &seconds, failure);
    keep(series, seconds);
    if (status)
        return status;
    run->record.peer_open = said == VERDICT_UNKNOWN;
    if (said != VERDICT_UNKNOWN && verdict != VERDICT_UNKNOWN && said != verdict)
        return failure_set(failure, STATUS_INTERNAL, "%s: %s, but %s by z3", run->record.what,
                           run->record.note, peer->record.note);
    return STATUS_OK;
}

/* Ours and, if it is there, z3 by turns. */
static enum status time_both(struct bench_run *run, const struct network_question *question,
                             bool there, enum verdict *verdict, struct failure *failure) {
    struct bench_run peer = *run;
    struct series ours = {.count = 0}, theirs = {.count = 0};
    enum status status = STATUS_OK;
    while (!status &&
           (wants_more(run->bench, &ours) || (there && wants_more(run->bench, &theirs)))) {
        status = once_more(run, question, &ours, verdict, failure);
        if (!status && there)
            status = peer_once_more(run, &peer, &theirs, *verdict, failure);
    }
    if (status)
        return status;
    run->record.value = bench_median(ours.seconds, ours.count);
    if (there)
        run->record.peer_value = bench_median(theirs.seconds, theirs.count);
    return STATUS_OK;
}

/* --- all --- */

/* Of all questions that z3 was asked. */
struct tally {
    struct bench_record least; /* with the least ratio of those that take it long; of no name:
                                  there is none */
    int slower;                /* that take us longer */
};

/* Seconds of z3 from which on something is promised. */
static const double long_time = 0.2;

static void count(struct tally *tally, const struct bench_record *record) {
    double ratio = bench_ratio(record);
    tally->slower += ratio < 1;
    if (record->peer_value > long_time &&
        (!*tally->least.what || ratio < bench_ratio(&tally->least)))
        tally->least = *record;
}

static enum status add_tally(struct bench *bench, const struct tally *tally,
                             struct failure *failure) {
    struct bench_record least = tally->least;
    struct bench_record slower = {.what = "questions in which z3 is faster",
                                  .value = tally->slower,
                                  .unit = "questions",
                                  .subject = BENCH_VALUE,
                                  .bound = 0};
    enum status status = STATUS_OK;
    if (*least.what) {
        snprintf(least.note, BENCH_NOTE, "%s", tally->least.what);
        snprintf(least.what, BENCH_TEXT, "the least ratio where z3 takes above %g s", long_time);
        least.subject = BENCH_RATIO;
        least.bound = 10;
        status = bench_add(bench, "networks", &least, failure);
    }
    return status ? status : bench_add(bench, "networks", &slower, failure);
}

/* The last certificate. */
static enum status check(const struct bench_run *run, struct failure *failure) {
    struct bench_run checker = *run;
    double aside;
    return bench_shell(&checker, "steadycheck " CERTIFICATE, &aside, failure);
}

static enum status measure(struct bench *bench, const struct network_question *question, bool there,
                           struct tally *tally, struct failure *failure) {
    struct bench_run run = run_of(bench, question);
    enum verdict verdict = VERDICT_UNKNOWN;
    enum status status = there ? write_formula(bench, question, failure) : STATUS_OK;
    if (there)
        snprintf(run.record.peer, BENCH_TEXT, "z3");
    if (!status)
        status = time_both(&run, question, there, &verdict, failure);
    if (!status && verdict != VERDICT_UNKNOWN)
        status = check(&run, failure);
    if (status)
        return status;
    if (there)
        count(tally, &run.record);
    return bench_add(bench, "networks", &run.record, failure);
}

enum status bench_networks(struct bench *bench, struct failure *failure) {
    struct tally tally = {.slower = 0};
    enum status status = STATUS_OK;
    bool there = bench_installed("z3");
    if (!there)
        fprintf(bench->json ? stderr : stdout, "# networks: the peer is skipped: no z3 in PATH\n");
    for (int i = 0; i < QUESTIONS && !status; i++)
        if (questions[i].quick || !bench->quick)
            status = measure(bench, &questions[i], there, &tally, failure);
    return status || !there ? status : add_tally(bench, &tally, failure);
}
