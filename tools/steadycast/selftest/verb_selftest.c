/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "solver/base/suggestion.h"
#include "tools/steadycast/frame/control.h"
#include "tools/steadycast/frame/json_line.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/selftest/selftest.h"

const struct selftest selftests[] = {
    {"tree", "I(L,t) counts the optimal broadcast tree: L <= 12, up to 20000 nodes", selftest_tree,
     NULL, NULL},
    {"union", "I(L,t) = I(L,t-1), root one larger, and I(L,t-L): L <= 16, t = 3L..5L+6",
     selftest_union, NULL, NULL},
    {"hall", "a multiset has a legal order iff its sum is divisible: all, sizes <= 7, all heads",
     selftest_hall, NULL, NULL},
    {"start", "t = L..2L: one letter left over works, but for t = 2L, L even: L = 3..150",
     selftest_start, NULL, NULL},
    {"exception", "t = 2L, L even: impossible by residues, another schedule is right: L <= 3000",
     selftest_exception, NULL, NULL},
    {"lemma-2", "letters a, b, c for every sum u: L = 12..48, all B, all u", selftest_lemma_2, NULL,
     NULL},
    {"lemma-3", "gap-free multisets have sub-multisets of every sum: all up to 8 letters",
     selftest_lemma_3, NULL, NULL},
    {"letter-b", "the bounds on B, and the base window with it: L = 34..130", selftest_letter_b,
     NULL, NULL},
    {"finite-part", "a family for every L = 3..33, every instance of its window",
     selftest_finite_part, NULL, NULL},
    {"simulation", "messages of schedules: L <= 10, all t with at most 150 processors, 40 items",
     selftest_simulation, NULL, NULL},
    {"theorem-b", "the words with two internal nodes at t = 2L: all even L <= 3000",
     selftest_theorem_b, NULL, NULL},
    {"potential",
     "the slack of every transition: L = 2, t = 3..22, and tree prices, L <= 5, t <= 16",
     selftest_potential, NULL, NULL},
    {"theorem-c", "f_{t-2} > t-1 from t = 7 on, t <= 2000; zeros per idle step <= t-1: t = 3..200",
     selftest_theorem_c, NULL, NULL},
    {"two", "schedules for L = 2: every N <= Q(20) = 8865, some N for t <= 60 and up to t = 300",
     selftest_two, NULL, NULL},
    {"every",
     "L + B(N) for every N: L = 1, 3..10, N <= 200, depths 2L..3L for L <= 30, some to t = 60",
     selftest_every, NULL, NULL},
    {"messages",
     "all messages played, K = 2(L+t) items, delay L + B(N): L = 1..16, N <= 60, some to 2000",
     selftest_messages,
     "all messages played, K = 2(L+t) items, delay L + B(N): every N <= 2000, L = 3..10, every "
     "N <= 500, L = 1, 2, every 50th N <= 2000, L = 11..16",
     selftest_messages_full},
    {"pruned", "the same searched: every N <= 300 at depth B(N), L = 3..10, but L+3 for even L",
     selftest_pruned, NULL, NULL},
    {"pruned-two", "blocks on pruned trees, L = 2: N processors iff 2 N <= P(t+1) + 1, t = 2..14",
     selftest_pruned_two, NULL, NULL},
    {"logp",
     "LogP: steps and capacity, L <= 40, o <= 12, g <= 30; bounds, L <= 16, o <= 5, g <= 13, N <= "
     "150",
     selftest_logp, NULL, NULL},
    {"logp-streams",
     "LogP: streams at different offsets, all messages of 6 items played: 60 random machines (seed "
     "1993), L <= 24, o <= 4, g <= 12, N <= 20",
     selftest_streams,
     "LogP: streams at different offsets, all messages of 6 items played: 600 random machines "
     "(seed "
     "1993), L <= 24, o <= 4, g <= 12, N <= 100",
     selftest_streams_full},
    {"items-bound",
     "k items: C(k) by counting and Theorem 3.1 of the paper: L <= 12, N <= 3000, k <= k* + 3",
     selftest_items_bound, NULL, NULL},
    {"items-one", "k items, L = 1: all messages of C(k) steps played: N <= 150, k <= 21",
     selftest_items_one, "k items, L = 1: all messages of C(k) steps played: N <= 1000, k <= 33",
     selftest_items_one_full},
    {"items-two", "k items, L = 2: all messages of C(k) steps played: N <= 100, k <= 22",
     selftest_items_two,
     "k items, L = 2: all messages of C(k) steps played: every N <= 400, k <= 64",
     selftest_items_two_full},
    {"items-endgame",
     "k items: endgames that meet C(k), all messages for four k: some N <= 500, L = 3..12",
     selftest_items_endgame,
     "k items: endgames that meet C(k), all messages for four k: every N, L = 3, N <= 2500, L = 4, "
     "N <= 1000, L = 5..8, N <= 400, L = 9, N <= 300, and some others, L = 3..12",
     selftest_items_endgame_full},
    {"items-lacks",
     "k items: f_0 .. f_n split into M nearly equal sums, Lemma 14: eight (L,M), L = 10..20",
     selftest_items_lacks,
     "k items: f_0 .. f_n split into M nearly equal sums, Lemma 14: all ten (L,M), some GiB",
     selftest_items_lacks_full},
    {"items-three",
     "k items, L = 3 (THEOREMS 12.6): streams for every N = 45..5000, what the source sends, the "
     "inequalities",
     selftest_items_three,
     "k items, L = 3 (THEOREMS 12.6): streams for every N = f_25+1..f_37, what the source sends, "
     "the inequalities",
     selftest_items_three_full},
    {"items-four",
     "k items, L = 4 (THEOREMS 12.10): inequalities of the bases, streams for every N = 908..5000, "
     "what the source sends",
     selftest_items_four,
     "k items, L = 4 (THEOREMS 12.10): inequalities of the bases, streams for every N = "
     "908..100000, what the source sends",
     selftest_items_four_full},
    {"items-single",
     "L = 2, each item sent once, 2 + B(N) + k-1 steps where a stream takes one more: N <= 400",
     selftest_items_single,
     "L = 2, each item sent once, 2 + B(N) + k-1 steps where a stream takes one more: N <= 4000",
     selftest_items_single_full},
    {NULL, NULL, NULL, NULL, NULL},
};

static const struct option_spec specs[] = {
    {"only", 0, OPTION_TEXT, false, "NAME", 0, 0, "run one check only"},
    {"full", 0, OPTION_FLAG, false, "", 0, 0,
     "the whole range where a check takes a sample: messages, a minute of processor time; items-*"},
    {"json", 0, OPTION_FLAG, false, "", 0, 0, "print a JSON object for each check instead"},
    OPTION_SPEC_QUIET,
};

static enum status print_json(const struct selftest *test, bool full, const char *result,
                              const char *reason, double seconds) {
    return json_line(json_pack("{s:s, s:s, s:s, s:o, s:f}", "check", test->name, "status", result,
                               "statement", full ? test->full_statement : test->statement, "reason",
                               json_any_text(reason), "seconds", seconds),
                     NULL);
}

/* Prints a line for it. */
static enum status run_one(const struct selftest *test, const struct arguments *arguments,
                           struct control *control, struct failure *failure) {
    bool full = option(arguments, "full")->given && test->check_full;
    struct limits limits = control_limits(control, arguments);
    enum status status = full ? test->check_full(&limits, failure) : test->check(failure);
    bool stopped = status == STATUS_LIMIT && control_stopped(control);
    control_end_line(control);
    if (option(arguments, "json")->given)
        return print_json(test, full,
                          stopped  ? "stopped"
                          : status ? "failed"
                                   : "passed",
                          status ? failure->message : NULL, control_elapsed(control))
                   ? STATUS_INTERNAL
                   : status;
    printf("%-7s %-12s %s%s%s  (%.2f s)\n",
           stopped  ? "stopped"
           : status ? "FAILED"
                    : "ok",
           test->name, full ? test->full_statement : test->statement, status ? ": " : "",
           status ? failure->message : "", control_elapsed(control));
    fflush(stdout);
    return status;
}

static int run_selftest(const struct arguments *arguments) {
    const struct option_value *only = option(arguments, "only");
    int passed = 0, failed = 0;
    for (const struct selftest *test = selftests; test->name; test++) {
        struct failure failure = {0};
        struct control control;
        if (only->given && strcmp(only->text, test->name) != 0)
            continue;
        control_init(&control, arguments);
        enum status status = run_one(test, arguments, &control, &failure);
        passed += status == STATUS_OK;
        failed += status != STATUS_OK;
        if (control_stopped(&control)) {
            failure_set(&failure, STATUS_LIMIT, LIMITS_STOPPED);
            return verb_failed(&failure);
        }
    }
    if (passed + failed == 0) {
        char text[SUGGESTION_TEXT];
        struct failure failure;
        struct suggestion suggestion;
        suggestion_init(&suggestion, only->text);
        for (const struct selftest *test = selftests; test->name; test++)
            suggestion_offer(&suggestion, test->name);
        failure_set(&failure, STATUS_INPUT, "--only: there is no check '%.60s'%s", only->text,
                    suggestion_text(&suggestion, text, sizeof text));
        return verb_failed(&failure);
    }
    if (!option(arguments, "json")->given)
        printf("%d passed, %d failed\n", passed, failed);
    return failed ? EXIT_INTERNAL : EXIT_DONE;
}

const struct verb verb_selftest = {
    .name = "selftest",
    .summary = "Checks the statements of results/THEOREMS.md numerically, each over a stated range",
    .operands = "",
    VERB_SPECS(specs),
    .example = "  steadycast selftest\n  steadycast selftest --only hall",
    .run = run_selftest};
