/* SPDX-License-Identifier: MIT */
/* Formulas that the checker builds, and refutations of them: of a question near the one that is
 * claimed, of the formula with clauses more than it has (a message left out), and of a part of it.
 * What is verified is impossible, by a search of all schedules; and the right refutation of each
 * question that is found to be impossible is verified. And the models of the formula of a period
 * are its schedules, as check_naive.h says. */
#include "check_naive.h"
#include "check_naive_exists.h"
#include "check_naive_least.h"
#include "core/cnf_items.h"
#include "core/memory.h"
#include "core/read.h"
#include "forge.h"
#include "forge_proof.h"
#include "rest/cnf_blocks.h"
#include "rest/cnf_network.h"
#include "rest/cnf_periodic.h"
#include "rest/rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

enum { NODES = 40, QUESTIONS = 60, MODELS = 600, FORGERIES = 24, NUMBERS = 6 };

/* Items: L, p, P, K, T. Periods: L, t, N, T. Instances: L, t. Gossip: P, edges as bits, T. Flags:
 * `single` and ordered; roles kept and ordered; sums; half duplex. */
struct question {
    long numbers[NUMBERS];
    bool flag, ordered;
};

struct formula_kind {
    const char *name;
    long numbers, most[NUMBERS];
    bool ordered; /* may it be? */
    bool (*is_small)(const struct question *question);
    bool (*is_impossible)(const struct question *question);
    void (*put_question)(const struct question *question, struct text *text);
    uint32_t (*build)(const struct question *question, struct clause_set *clauses,
                      uint64_t *variables);
};

enum { MOST_CLAUSES = 2500 };

/* The number of clauses; more than MOST_CLAUSES if there are, or too many variables. */
static uint32_t build_formula(const struct formula *formula, struct clause_set *clauses,
                              uint64_t *variables) {
    struct cnf_builder builder = {
        .clauses = clauses, .variables = FORGE_VARIABLES, .most = MOST_CLAUSES};
    *variables = (uint64_t)formula_build(formula, &builder);
    return builder.full ? MOST_CLAUSES + 1 : clauses->last;
}

/* --- items --- */

static bool items_are_small(const struct question *q) {
    const long *n = q->numbers;
    bool positive = n[0] >= 1 && n[1] >= 1 && n[2] >= 2 && n[3] >= 1 && n[4] >= n[0];
    return positive && n[0] <= 3 && n[1] <= 3 && (n[2] - 1) * n[3] <= 4;
}

static bool items_are_impossible(const struct question *q) {
    const long *n = q->numbers;
    return n[4] < naive_items_least(&(struct naive_items){n[0], n[1], n[2] - 1, n[3], q->flag});
}

static void put_items(const struct question *q, struct text *text) {
    const long *n = q->numbers;
    forge_put_start(text, "impossible-items");
    text_put(text, "latency %ld\nports %ld\nprocessors %ld\nitems %ld\n", n[0], n[1], n[2], n[3]);
    text_put(text, "sends %s\ntime %ld\nencoding %s\n", q->flag ? "single" : "any", n[4],
             q->ordered ? "ordered" : "plain");
}

static uint32_t build_items(const struct question *q, struct clause_set *clauses,
                            uint64_t *variables) {
    const long *n = q->numbers;
    struct items_cnf items = {.latency = (uint32_t)n[0],
                              .ports = (uint32_t)n[1],
                              .rows = (uint32_t)n[2] - 1,
                              .items = (uint32_t)n[3],
                              .time = (uint32_t)n[4],
                              .single = q->flag};
    const struct formula formula = {
        .question = &items, .build = items_cnf_build, .order = q->ordered ? &items_order : NULL};
    return build_formula(&formula, clauses, variables);
}

/* --- periods --- */

static bool period_is_small(const struct question *q) {
    const long *n = q->numbers;
    bool positive = n[0] >= 1 && n[1] >= n[0] && n[2] >= 1 && n[3] >= 1;
    return positive && n[0] <= 3 && n[1] <= 5 && n[2] * n[3] <= 6;
}

static bool period_is_impossible(const struct question *q) {
    const long *n = q->numbers;
    return !naive_period_exists(&(struct naive_period){n[0], n[1], n[2], n[3], q->flag});
}

static void put_period(const struct question *q, struct text *text) {
    const long *n = q->numbers;
    forge_put_start(text, "impossible-periodic");
    text_put(text, "latency %ld\ndepth %ld\nprocessors %ld\nperiod %ld\n", n[0], n[1], n[2], n[3]);
    text_put(text, "roles %s\nencoding %s\n", q->flag ? "keep" : "permute",
             q->ordered ? "ordered" : "plain");
}

static uint32_t build_period(const struct question *q, struct clause_set *clauses,
                             uint64_t *variables) {
    const long *n = q->numbers;
    struct periodic_cnf period = {.latency = (uint32_t)n[0],
                                  .depth = (uint32_t)n[1],
                                  .processors = (uint32_t)n[2],
                                  .period = (uint32_t)n[3],
                                  .roles = q->flag ? ROLES_KEEP : ROLES_PERMUTE};
    const struct formula formula = {.question = &period,
                                    .build = periodic_cnf_build,
                                    .order = q->ordered ? &words_order : NULL};
    return build_formula(&formula, clauses, variables);
}

/* --- gossip --- */

static struct naive_network network_of(const struct question *q) {
    struct naive_network graph = {.P = q->numbers[0]};
    unsigned bits = (unsigned)q->numbers[1];
    for (uint32_t a = 0; a < graph.P; a++)
        for (uint32_t b = a + 1; b < graph.P; b++, bits >>= 1)
            if (bits & 1) {
                graph.ends[2 * graph.E] = a;
                graph.ends[2 * graph.E++ + 1] = b;
            }
    return graph;
}

/* Searched for once. */
static long least_of_network(const struct question *q, bool half) {
    static long least[5][64][2];
    struct naive_network graph = network_of(q);
    long *known = &least[q->numbers[0]][q->numbers[1]][half];
    if (*known == 0)
        *known = naive_gossip_least(&graph, half);
    return *known;
}

static bool gossip_is_small(const struct question *q) {
    const long *n = q->numbers;
    if (n[0] < 2 || n[0] > 4 || n[1] < 1 || n[1] >= 1 << n[0] * (n[0] - 1) / 2 || n[2] < 1)
        return false;
    return least_of_network(q, false) < NAIVE_NEVER;
}

static bool gossip_is_impossible(const struct question *q) {
    return q->numbers[2] < least_of_network(q, q->flag);
}

/* The ports of v: the lines `arc` that begin there, or end there, or both. */
static void put_group(const struct naive_network *graph, long v, bool from, bool to, char *line) {
    long arc = 0;
    size_t length = (size_t)sprintf(line, "group 1");
    for (uint32_t a = 0; a < graph->P; a++)
        for (uint32_t b = 0; b < graph->P; b++)
            for (long e = 0; e < graph->E; e++) {
                uint32_t low = graph->ends[2 * e], high = graph->ends[2 * e + 1];
                if ((a != low || b != high) && (a != high || b != low))
                    continue;
                arc++;
                if ((from && a == v) || (to && b == v)) {
                    length += (size_t)sprintf(line + length, " %ld", arc);
                }
            }
}

static void put_network(const struct question *q, struct text *text) {
    struct naive_network graph = network_of(q);
    char line[400];
    text_put(text, "nodes %ld\narcs %ld\n", graph.P, 2 * graph.E);
    for (uint32_t a = 0; a < graph.P; a++)
        for (uint32_t b = 0; b < graph.P; b++)
            for (long e = 0; e < graph.E; e++)
                if ((graph.ends[2 * e] == a && graph.ends[2 * e + 1] == b) ||
                    (graph.ends[2 * e] == b && graph.ends[2 * e + 1] == a))
                    text_put(text, "arc %u %u 1\n", a, b);
    text_put(text, "groups %ld\n", (q->flag ? 1 : 2) * graph.P);
    for (long v = 0; v < graph.P; v++)
        for (int side = 0; side < (q->flag ? 1 : 2); side++) {
            put_group(&graph, v, q->flag || side == 0, q->flag || side == 1, line);
            text_put(text, "%s\n", line);
        }
    text_put(text, "collective allgather\n");
}

static void put_gossip(const struct question *q, struct text *text) {
    forge_put_start(text, "impossible-network");
    put_network(q, text);
    text_put(text, "chunks 1\nsteps %ld\nrounds one\n", q->numbers[2]);
}

static uint32_t build_gossip(const struct question *q, struct clause_set *clauses,
                             uint64_t *variables) {
    static struct text lines;
    struct verdict verdict;
    struct reader reader;
    struct network network;
    struct network_cnf gossip = {
        .network = &network, .chunks = 1, .steps = (uint32_t)q->numbers[2]};
    const struct formula formula = {.question = &gossip, .build = network_cnf_build};
    lines.length = 0;
    put_network(q, &lines);
    text_put(&lines, "digest\n");
    FILE *in = fmemopen(lines.bytes, lines.length, "r");
    assert_non_null(in);
    verdict_init(&verdict);
    read_open(&reader, in, "lines", &verdict);
    read_next_line(&reader);
    network_read(&network, &reader, false);
    uint32_t count = build_formula(&formula, clauses, variables);
    fclose(in);
    return count;
}

/* --- instances --- */

static bool instance_is_small(const struct question *q) {
    const long *n = q->numbers;
    return n[0] >= 2 && n[0] <= 4 && n[1] >= n[0] && n[1] <= 2 * n[0] + 2;
}

static bool instance_is_impossible(const struct question *q) {
    return !naive_instance_exists(q->numbers[0], q->numbers[1]);
}

static void put_instance(const struct question *q, struct text *text) {
    forge_put_start(text, "impossible-cnf");
    text_put(text, "latency %ld\ndepth %ld\nencoding %s\n", q->numbers[0], q->numbers[1],
             q->flag ? "sums" : "words");
}

static uint32_t build_instance(const struct question *q, struct clause_set *clauses,
                               uint64_t *variables) {
    char lines[80];
    struct verdict verdict;
    struct reader reader;
    struct blocks_question instance = {.sums = q->flag};
    const struct formula formula = {.question = &instance, .build = cnf_blocks_build};
    int length = snprintf(lines, sizeof lines, "latency %ld\ndepth %ld\ndigest\n", q->numbers[0],
                          q->numbers[1]);
    FILE *in = fmemopen(lines, (size_t)length, "r");
    assert_non_null(in);
    verdict_init(&verdict);
    read_open(&reader, in, "lines", &verdict);
    read_next_line(&reader);
    slots_read(&instance.slots, &reader);
    uint32_t count = build_formula(&formula, clauses, variables);
    fclose(in);
    return count;
}

/* --- the forger --- */

static const struct formula_kind kinds[] = {{"items",
                                             5,
                                             {2, 2, 4, 3, 6},
                                             true,
                                             items_are_small,
                                             items_are_impossible,
                                             put_items,
                                             build_items},
                                            {"periods",
                                             4,
                                             {3, 5, 6, 2},
                                             true,
                                             period_is_small,
                                             period_is_impossible,
                                             put_period,
                                             build_period},
                                            {"gossip",
                                             3,
                                             {4, 63, 8},
                                             false,
                                             gossip_is_small,
                                             gossip_is_impossible,
                                             put_gossip,
                                             build_gossip},
                                            {"instances",
                                             2,
                                             {6, 12},
                                             false,
                                             instance_is_small,
                                             instance_is_impossible,
                                             put_instance,
                                             build_instance}};

static struct forge_proof proof;

/* The formula as lines; false if it is too long. */
static bool build(const struct formula_kind *kind, const struct question *question) {
    struct clause_set clauses = {.last = 0};
    uint64_t variables;
    uint32_t count = kind->build(question, &clauses, &variables);
    bool fits = count <= MOST_CLAUSES && variables <= FORGE_VARIABLES;
    forge_proof_init(&proof, (int)variables);
    for (uint32_t id = 1; fits && id <= count; id++) {
        const int32_t *clause = clauses_find(&clauses, id);
        int size = 0;
        while (clause[size])
            size++;
        fits = forge_proof_add(&proof, clause, size, NULL, 0);
    }
    memory_release(0);
    return fits;
}

/* Clauses that it does not have: that something is, or is not. False if no refutation is found. */
static bool strengthen(long most) {
    for (long i = 0; i < most; i++) {
        for (long added = 1 + forge_random(1 + i); added > 0; added--) {
            int literal = 1 + (int)forge_random(proof.variables);
            literal = forge_once_in(2) ? literal : -literal;
            if (!forge_proof_add(&proof, &literal, 1, NULL, 0))
                return false;
        }
        int clauses = proof.clauses;
        enum forge_found found = forge_proof_find(&proof, NODES);
        if (found != FORGE_MODEL)
            return found == FORGE_REFUTED;
        proof.count = clauses;
    }
    return false;
}

static struct question near(const struct formula_kind *kind, struct question question) {
    long which = forge_random(kind->numbers + 1);
    if (which == kind->numbers)
        question.flag = !question.flag;
    else
        question.numbers[which] += forge_once_in(2) ? 1 : -1;
    if (forge_once_in(4))
        question.ordered = kind->ordered && !question.ordered;
    return question;
}

/* Clauses that were added are said to be in the formula, or to follow from some of it. */
static void claim_steps(int formula) {
    for (int i = formula; i < proof.clauses; i++) {
        struct forge_line *line = &proof.lines[i];
        line->hints = proof.numbers + proof.used;
        for (; line->hint_count < 3; line->hint_count++)
            proof.numbers[proof.used++] = (int)forge_random(i);
    }
    proof.clauses = formula;
}

static void leave_out(int formula) {
    while (proof.clauses > formula)
        forge_proof_take_out(&proof, formula);
}

/* The question as if this were its refutation; V and C are those of the formula that was refuted,
 * or of its own. False if it is too long, or the formula of its own is. */
static bool put_claim(const struct formula_kind *kind, const struct question *claimed, bool own,
                      struct text *text) {
    struct clause_set clauses = {.last = 0};
    uint64_t variables = (uint64_t)proof.variables;
    uint32_t count = (uint32_t)proof.clauses;
    kind->put_question(claimed, text);
    if (own)
        count = kind->build(claimed, &clauses, &variables);
    memory_release(0);
    text_put(text, "variables %lu\nclauses %lu\n", (unsigned long)variables, (unsigned long)count);
    return count <= MOST_CLAUSES && forge_proof_write(&proof, proof.clauses, text);
}

static void judge(const struct formula_kind *kind, const struct question *claimed,
                  struct forge_tally *tally) {
    static struct text text;
    if (put_claim(kind, claimed, forge_once_in(2), &text))
        forge_judge(&text, kind->is_impossible(claimed), tally);
}

/* One forgery of this question, or of one near it. */
static void forge(const struct formula_kind *kind, const struct question *question,
                  struct forge_tally *tally) {
    struct question claimed = forge_once_in(2) ? near(kind, *question) : *question;
    if (!kind->is_small(&claimed) || !build(kind, question))
        return;
    int formula = proof.clauses;
    if (forge_proof_find(&proof, NODES) != FORGE_REFUTED) {
        proof.count = proof.clauses = formula;
        if (!strengthen(8))
            return;
    }
    switch (forge_random(3)) {
    case 0:
        claim_steps(formula);
        break;
    case 1:
        leave_out(formula);
        break;
    }
    judge(kind, &claimed, tally);
}

/* Is the question answered by no, and the refutation found? Then it is verified. */
static bool prove(const struct formula_kind *kind, const struct question *question,
                  struct forge_tally *tally) {
    static struct text text;
    bool is_true = kind->is_impossible(question);
    if (!build(kind, question))
        return false;
    enum forge_found found = forge_proof_find(&proof, 30 * NODES);
    if (found == FORGE_GAVE_UP || !put_claim(kind, question, true, &text))
        return false;
    if (is_true != (found == FORGE_REFUTED))
        fail_msg("%s, but the formula is not:\n%.*s", is_true ? "impossible" : "possible",
                 (int)text.length, text.bytes);
    if (is_true && !forge_judge(&text, is_true, tally))
        fail_msg("not verified:\n%.*s", (int)text.length, text.bytes);
    return is_true;
}

/* Numbers at random, until they are small. */
static struct question any_question(const struct formula_kind *kind) {
    struct question question = {.numbers = {0}};
    do {
        for (long i = 0; i < kind->numbers; i++)
            question.numbers[i] = 1 + forge_random(kind->most[i]);
    } while (!kind->is_small(&question));
    question.flag = forge_once_in(2);
    question.ordered = kind->ordered && forge_once_in(2);
    return question;
}

static void forge_kind(const struct formula_kind *kind) {
    struct forge_tally right = {0, 0, 0}, forged = {0, 0, 0};
    for (long i = 0; i < QUESTIONS; i++) {
        struct question question = any_question(kind);
        prove(kind, &question, &right);
        for (long j = 0; j < FORGERIES; j++)
            forge(kind, &question, &forged);
    }
    printf("%s: %lu refuted as they are\n", kind->name, right.proved);
    assert_true(right.proved > QUESTIONS / 20);
    forge_assert_shares(kind->name, &forged, QUESTIONS / 2);
}

static void test_items(void **state) {
    (void)state;
    forge_kind(&kinds[0]);
}

static void test_periods(void **state) {
    (void)state;
    forge_kind(&kinds[1]);
}

static void test_gossip(void **state) {
    (void)state;
    forge_kind(&kinds[2]);
}

static void test_instances(void **state) {
    (void)state;
    forge_kind(&kinds[3]);
}

/* --- schedules as models --- */

/* Is it a schedule, in which all but one send at each step? More, nobody would wait for. */
static bool is_exact_schedule(const struct naive_period *q, const struct naive_closed *words,
                              long count) {
    static struct text text;
    long sends[NAIVE_CELLS] = {0};
    forge_put_start(&text, "schedule");
    text_put(&text, "latency %ld\ndepth %ld\nprocessors %ld\nperiod %ld\n", q->L, q->t, q->N, q->T);
    for (long i = 0; i < count; i++) {
        text_put(&text, "word 1 receive");
        for (long p = 0; p < words[i].length; p++)
            text_put(&text, " %d", words[i].value[p]);
        text_put(&text, " send");
        for (long p = 0; p < words[i].length; p++) {
            sends[p % q->T] += words[i].sent[p] > 0;
            text_put(&text, words[i].sent[p] > 0 ? " %d" : " -", words[i].sent[p]);
        }
        text_put(&text, "\n");
    }
    for (long s = 0; s < q->T; s++)
        if (sends[s] != q->N - 1)
            return false;
    text_seal(&text);
    text.bytes[text.length] = '\0';
    return naive_schedule_holds(&text);
}

static void state(int literal) {
    assert_true(forge_proof_add(&proof, &literal, 1, NULL, 0));
}

/* The rows of the words, one behind the other: where words begin, and what is received and sent, by
 * the numbers of the grammar. */
static void state_words(const struct naive_period *q, const struct periodic_cnf *question,
                        const struct naive_closed *words, long count) {
    long values = q->t - q->L + 2, sends = q->t - q->L + 1;
    long first_send = q->N * q->T * values + q->N * (q->T + 1) * q->t;
    for (long i = 0, row = 0; i < count; i++)
        for (long p = 0; p < words[i].length; p++) {
            long s = p % q->T, cell = row * q->T + s, value = words[i].value[p];
            if (row > 0 && s == 0)
                state((p == 0 ? 1 : -1) * periodic_cnf_begins(question, (int32_t)row));
            state((int)(cell * values + (value == q->t ? values - 1 : value) + 1));
            if (words[i].sent[p] > 0)
                state((int)(first_send + cell * sends + words[i].sent[p] - q->L + 1));
            row += s == q->T - 1;
        }
}

/* Has the formula a model that says this? */
static bool is_model(const struct naive_period *q, const struct naive_closed *words, long count) {
    struct question question = {{q->L, q->t, q->N, q->T}, false, false};
    struct periodic_cnf cnf = {.latency = (uint32_t)q->L,
                               .depth = (uint32_t)q->t,
                               .processors = (uint32_t)q->N,
                               .period = (uint32_t)q->T,
                               .roles = ROLES_PERMUTE};
    assert_true(build(&kinds[1], &question));
    state_words(q, &cnf, words, count);
    enum forge_found found = forge_proof_find(&proof, NODES);
    assert_true(found != FORGE_GAVE_UP);
    return found == FORGE_MODEL;
}

static void change_cell(const struct naive_period *q, struct naive_closed *words, long count) {
    struct naive_closed *word = &words[forge_random(count)], *other = &words[forge_random(count)];
    long p = forge_random(word->length), r = forge_random(other->length);
    signed char kept = word->sent[p], value = word->value[p];
    switch (forge_random(3)) {
    case 0:
        word->sent[p] = other->sent[r];
        other->sent[r] = kept;
        break;
    case 1:
        word->value[p] = other->value[r];
        other->value[r] = value;
        break;
    default:
        value = (signed char)forge_random(q->t - q->L + 2);
        word->value[p] = value > q->t - q->L ? (signed char)q->t : value;
    }
}

/* What is a schedule is a model, in any period, and nothing else is. */
static void test_models(void **unused) {
    static const struct naive_period questions[] = {
        {1, 2, 4, 2, false}, {1, 3, 4, 2, false}, {3, 4, 3, 2, false}, {3, 5, 4, 2, false},
        {1, 2, 2, 3, false}, {2, 3, 2, 3, false}, {1, 3, 2, 4, false}, {2, 4, 4, 2, false}};
    unsigned long tally[2] = {0, 0};
    (void)unused;
    for (long i = 0; i < MODELS; i++) {
        const struct naive_period *q = &questions[i % 8];
        struct naive_closed words[NAIVE_CELLS];
        long count = naive_period_find(q, forge_random, words);
        for (long changes = forge_random(3); changes > 0; changes--)
            change_cell(q, words, count);
        bool exact = is_exact_schedule(q, words, count);
        if (is_model(q, words, count) != exact)
            fail_msg("L=%ld t=%ld N=%ld T=%ld: a schedule that is %s", q->L, q->t, q->N, q->T,
                     exact ? "no model" : "none is a model");
        tally[exact]++;
    }
    printf("%lu schedules, %lu that are none\n", tally[1], tally[0]);
    assert_true(tally[1] > MODELS / 10 && tally[0] > MODELS / 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_items), cmocka_unit_test(test_periods), cmocka_unit_test(test_gossip),
        cmocka_unit_test(test_instances), cmocka_unit_test(test_models)};
    return cmocka_run_group_tests_name("forge_formula", tests, forge_start, NULL);
}
