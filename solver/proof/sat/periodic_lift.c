/* SPDX-License-Identifier: MIT */
#include "solver/proof/sat/periodic_lift.h"

#include <assert.h>
#include <stdlib.h>

#include "automata/memory.h"
#include "automata/require.h"
#include "solver/proof/sat/elaborate.h"

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
    int *map = memory_new((size_t)lift.narrow.variables + 1, sizeof *map);
    if (!map)
        return failure_memory(failure, "a refutation");
    map_variables(&lift, map);
    formula_init(&lift.steps, wide->variables);
    derive_bounds(&lift);
    translate(&lift, narrow, map);
    free(map);
    enum status status = formula_fault(&lift.steps, failure);
    if (!status)
        status = elaborate(wide, &lift.steps, limits, lrat, failure);
    formula_clear(&lift.steps);
    return status;
}
