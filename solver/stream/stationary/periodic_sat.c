/* SPDX-License-Identifier: MIT */
#include "solver/stream/stationary/periodic_sat.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/proof/sat/decide.h"
#include "solver/proof/sat/elaborate.h"
#include "solver/proof/sat/periodic_formula.h"

/* The proof of a formula that was refuted; it goes over to the answer. */
static void give_proof(const struct periodic_question *question, const struct formula *formula,
                       struct sat_decision *decision, struct periodic_answer *answer) {
    const struct formula refuted = decision->plain ? formula_plain(formula) : *formula;
    answer->proof = (struct periodic_proof){.latency = question->latency,
                                            .depth = question->depth,
                                            .processors = question->processors,
                                            .period = question->period,
                                            .roles = question->roles,
                                            .plain = decision->plain,
                                            .variables = refuted.variables,
                                            .clauses = refuted.clauses,
                                            .lrat = decision->lrat};
    decision->lrat = (struct lrat){0};
}

/* The proof of a formula with narrow counters becomes one with wide counters, if it can: the answer
 * has no proof then. */
static enum status lift_proof(const struct periodic_question *question,
                              struct sat_decision *decision, const struct limits *limits,
                              struct periodic_answer *answer, struct failure *failure) {
    CLEANUP(formula_clear) struct formula formula = {0};
    struct lrat lrat;
    TRY(periodic_formula_build(question, COUNTERS_WIDE, &formula, failure));
    const struct formula refuted = decision->plain ? formula_plain(&formula) : formula;
    enum status status = periodic_lift(question, &decision->lrat, &refuted, limits, &lrat, failure);
    if (!status) {
        free(decision->lrat.numbers);
        decision->lrat = lrat;
        give_proof(question, &formula, decision, answer);
    }
    return status == STATUS_INTERNAL || status == STATUS_LIMIT ? STATUS_OK : status;
}

/* Decides the formula; what is refuted may have no proof in its answer. */
static enum status answer_formula(const struct periodic_question *question,
                                  enum periodic_counters counters, const struct formula *formula,
                                  enum sat_proof proof, const struct limits *limits,
                                  struct periodic_answer *answer, struct failure *failure) {
    CLEANUP(sat_decision_clear) struct sat_decision decision = {0};
    TRY(sat_decide(formula, proof, limits, &decision, failure));
    *answer = (struct periodic_answer){.verdict = decision.verdict,
                                       .reason = decision.reason,
                                       .solver = decision.solver,
                                       .nodes = decision.nodes};
    if (decision.verdict == VERDICT_FEASIBLE)
        TRY(periodic_formula_decode(question, decision.model, &answer->schedule, failure));
    else if (decision.verdict == VERDICT_INFEASIBLE && counters == COUNTERS_WIDE)
        give_proof(question, formula, &decision, answer);
    else if (decision.verdict == VERDICT_INFEASIBLE && proof == SAT_WITH_PROOF)
        TRY(lift_proof(question, &decision, limits, answer, failure));
    return STATUS_OK;
}

static enum status answer_question(const struct periodic_question *question,
                                   enum periodic_counters counters, enum sat_proof proof,
                                   const struct limits *limits, struct periodic_answer *answer,
                                   struct failure *failure) {
    CLEANUP(formula_clear) struct formula formula = {0};
    TRY(periodic_formula_build(question, counters, &formula, failure));
    return answer_formula(question, counters, &formula, proof, limits, answer, failure);
}

/* With narrow counters a schedule is found soon if there is one. Without one the refutation is
 * lifted to the formula that proofs are about; if that can't be, this formula, with wide counters,
 * is decided by what is left of the limits. A schedule that is found then shows that the first
 * decision was wrong, and is the answer. */
enum status periodic_sat_solve(int latency, int depth, int processors, int period,
                               enum schedule_roles roles, const struct limits *limits,
                               struct periodic_answer *answer, struct failure *failure) {
    const struct periodic_question question = {latency, depth, processors, period, roles};
    struct periodic_answer found;
    struct limits left = *limits;
    TRY(periodic_question_check(&question, failure));
    TRY(answer_question(&question, COUNTERS_NARROW,
                        periodic_lift_applies(&question) ? SAT_WITH_PROOF : SAT_WITHOUT_PROOF,
                        limits, &found, failure));
    uint64_t nodes = found.nodes;
    if (found.verdict == VERDICT_INFEASIBLE && !found.proof.lrat.numbers) {
        if (left.nodes)
            left.nodes = left.nodes > nodes ? left.nodes - nodes : 1;
        TRY(answer_question(&question, COUNTERS_WIDE, SAT_WITH_PROOF, &left, &found, failure));
        found.nodes += nodes;
    }
    *answer = found;
    return STATUS_OK;
}

void periodic_answer_clear(struct periodic_answer *answer) {
    if (answer->verdict == VERDICT_FEASIBLE)
        schedule_clear(&answer->schedule);
    free(answer->proof.lrat.numbers);
    *answer = (struct periodic_answer){0};
}

/* More clauses than that cost more than they save. */
enum { MOST_LEMMAS = 200000 };

struct lift {
    const struct periodic_question *question;
    struct periodic_layout narrow, wide;
    struct formula steps;
};

/* The receptions that a send may come from: the value, the step, how often there is such a
 * reception, and how often in the clause at hand. */
struct source {
    int value, step, most, chosen;
};

static int receives(const struct periodic_question *q, int row, const struct source *source) {
    int values = q->depth - q->latency + 2;
    int index = source->value == q->depth ? values - 1 : source->value;
    return (row * q->period + source->step) * values + index + 1;
}

/* At least k of the rows 0..row receive w at the step, or send w + L so that it is received then.
 */
static int counter(const struct lift *lift, int step, int w, bool sent, int row, int k) {
    const struct periodic_question *q = lift->question;
    int N = q->processors, below = q->depth - q->latency + 1;
    assert(w >= 0 && w < below && k >= 1 && k <= N);
    return lift->wide.counters + (((step * below + w) * 2 + sent) * N + row) * N + k;
}

/* Where what is received as w at the step comes from. */
static int find_sources(const struct lift *lift, int step, int w, struct source *sources) {
    const struct periodic_question *q = lift->question;
    int L = q->latency, t = q->depth, T = q->period, count = 0;
    for (int value = w + L; value <= t; value++)
        if (value <= t - L || value == t) {
            int before = (value - w) % T; /* so many steps before this one, modulo T */
            sources[count++] = (struct source){.value = value,
                                               .step = (step + T - before) % T,
                                               .most = value == t ? 1 : lift->narrow.most[value]};
        }
    return count;
}

/* Counts on in the chosen numbers; false behind the last. */
static bool next_choice(struct source *sources, int count) {
    for (int i = 0; i < count; i++) {
        if (sources[i].chosen < sources[i].most) {
            sources[i].chosen++;
            return true;
        }
        sources[i].chosen = 0;
    }
    return false;
}

/* More than were chosen of the rows 0..row have received so. One row receives t: no counter. */
static void put_more(struct lift *lift, int row, const struct source *source) {
    const struct periodic_question *q = lift->question;
    if (source->chosen == source->most || source->chosen > row)
        return;
    if (source->value < q->depth) {
        formula_add(&lift->steps,
                    counter(lift, source->step, source->value, false, row, source->chosen + 1));
        return;
    }
    for (int p = 0; p <= row; p++)
        formula_add(&lift->steps, receives(q, p, source));
}

/* If more of the rows send than were chosen, more receive so, for one source. First the cases in
 * which the last row has received so. */
static void put_lemma(struct lift *lift, int step, int w, int row, const struct source *sources,
                      int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += sources[i].chosen;
    if (sum > row)
        return;
    for (int i = 0; i <= count; i++) {
        if (i < count && sources[i].chosen == 0)
            continue;
        if (i < count)
            formula_add(&lift->steps, -receives(lift->question, row, &sources[i]));
        formula_add(&lift->steps, -counter(lift, step, w, true, row, sum + 1));
        for (int j = 0; j < count; j++)
            put_more(lift, row, &sources[j]);
        formula_add(&lift->steps, 0);
    }
}

/* The bound itself, for all rows, then for those before each. */
static void put_bound(struct lift *lift, int step, int w) {
    int N = lift->question->processors, most = lift->narrow.most[w];
    for (int row = N - 1; row >= 0 && most < N; row--)
        for (int sent = 1; sent >= 0; sent--) {
            formula_add(&lift->steps, -counter(lift, step, w, sent, row, most + 1));
            formula_add(&lift->steps, 0);
        }
}

static void derive_bounds(struct lift *lift) {
    const struct periodic_question *q = lift->question;
    struct source sources[PERIODIC_MAX_DEPTH + 1];
    for (int w = q->depth - q->latency; w >= 0; w--)
        for (int step = 0; step < q->period && lift->narrow.most[w] < q->processors; step++) {
            int count = find_sources(lift, step, w, sources);
            for (int row = 0; row < q->processors; row++)
                do
                    put_lemma(lift, step, w, row, sources, count);
                while (next_choice(sources, count));
            put_bound(lift, step, w);
        }
}

/* wide[v] is the variable with the meaning of the narrow v. */
static void map_variables(const struct lift *lift, int *wide) {
    const struct periodic_question *q = lift->question;
    int next = 0;
    while (next < lift->narrow.counters)
        next++, wide[next] = next;
    for (int step = 0; step < q->period; step++)
        for (int w = 0; w <= q->depth - q->latency; w++)
            for (int sent = 0; sent < 2; sent++)
                for (int row = 0; row < q->processors; row++)
                    for (int k = 1; k <= lift->narrow.most[w]; k++)
                        wide[++next] = counter(lift, step, w, sent, row, k);
    assert(next == lift->narrow.order);
    while (next < lift->narrow.variables)
        next++, wide[next] = lift->wide.order + next - lift->narrow.order;
}

/* The clauses that the refutation adds. */
static void translate(struct lift *lift, const struct lrat *narrow, const int *wide) {
    for (size_t i = 0; i < narrow->length; i++) {
        bool adds = narrow->numbers[i] != 0;
        for (i++; narrow->numbers[i] != 0; i++)
            if (adds) {
                int literal = (int)narrow->numbers[i];
                formula_add(&lift->steps, literal < 0 ? -wide[-literal] : wide[literal]);
            }
        if (!adds)
            continue;
        formula_add(&lift->steps, 0);
        for (i++; narrow->numbers[i] != 0;)
            i++;
    }
}

bool periodic_lift_applies(const struct periodic_question *question) {
    struct lift lift = {.question = question};
    struct source sources[PERIODIC_MAX_DEPTH + 1];
    double lemmas = 0;
    if (question->roles != ROLES_KEEP)
        return false;
    lift.narrow = periodic_formula_layout(question, COUNTERS_NARROW);
    for (int w = 0; w <= question->depth - question->latency; w++) {
        int count = find_sources(&lift, 0, w, sources);
        double choices = count + 1;
        for (int i = 0; i < count; i++)
            choices *= sources[i].most + 1;
        if (lift.narrow.most[w] < question->processors)
            lemmas += choices * question->processors * question->period;
    }
    return lemmas <= MOST_LEMMAS;
}

enum status periodic_lift(const struct periodic_question *question, const struct lrat *narrow,
                          const struct formula *wide, const struct limits *limits,
                          struct lrat *lrat, struct failure *failure) {
    struct lift lift = {.question = question,
                        .narrow = periodic_formula_layout(question, COUNTERS_NARROW),
                        .wide = periodic_formula_layout(question, COUNTERS_WIDE)};
    require(question->roles == ROLES_KEEP);
    FREED int *map = memory_new((size_t)lift.narrow.variables + 1, sizeof *map);
    TRY(memory_check(map, failure, "a refutation"));
    map_variables(&lift, map);
    formula_init(&lift.steps, wide->variables);
    derive_bounds(&lift);
    translate(&lift, narrow, map);
    CLEANUP(formula_clear) struct formula steps = TAKE(lift.steps);
    TRY(formula_fault(&steps, failure));
    return elaborate(wide, &steps, limits, lrat, failure);
}
