/* SPDX-License-Identifier: MIT */
#include "solver/network/network_cuts.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/network/network_automorphisms.h"
#include "solver/network/network_symmetry.h"
#include "solver/network/timed_flow.h"
#include "solver/network/timed_tree.h"
#include "solver/proof/bound/program.h"

/* --- what there is to look at --- */

/* What a linear program of cuts has to look at: commodities, groups, and of each commodity arcs, of
 * each orbit one. */

/* A commodity that stands for its orbit. */
struct cut_source {
    int commodity;
    int weight; /* how many the orbit has */
    struct network_automorphisms keep;
    int *distance;  /* of each node, from the source; owned, as all of these */
    bool *wanted;   /* a node is a target, and stands for its orbit under `keep` */
    int *arc;       /* of each arc one of its orbit under `keep`, the least */
    int *arc_count; /* of such an arc: how many they are */
};

struct cut_orbits {
    const struct network_problem *problem; /* borrowed */
    struct network_automorphisms symmetries;
    int *group;       /* of each group one of its orbit, the least; owned */
    int *group_count; /* of such a group: how many they are; owned */
    int count;
    struct cut_source *sources; /* owned */
};

/* Of all sources together. */
enum { MOST_ARCS = 20000000 };

/* From now on each tells the least of its orbit, and of that their number. */
static void count_orbits(int *of, int *count, int size) {
    for (int i = 0; i < size; i++)
        count[of[i] = orbit_name(of, i)]++;
}

/* What permutations take to each other is joined: groups, and of a source nodes and arcs. */
static enum status join_images(struct cut_orbits *orbits,
                               const struct network_automorphisms *automorphisms, int *node,
                               int *arc, const struct limits *limits, struct failure *failure) {
    const struct network *net = orbits->problem->network;
    CLEANUP(network_images_clear) struct network_images images = {0};
    TRY(network_images_init(&images, orbits->problem, failure));
    for (int i = 0; i < automorphisms->count; i++) {
        const int *image = automorphisms->images + (size_t)i * (size_t)net->nodes;
        TRY(limits_check(limits, failure));
        require(network_images_set(&images, image));
        for (int g = 0; g < net->group_count; g++)
            orbit_unite(orbits->group, g, images.group[g]);
        for (int a = 0; a < net->arc_count; a++)
            orbit_unite(arc, a, images.arc[a]);
        for (int v = 0; v < net->nodes; v++)
            orbit_unite(node, v, image[v]);
    }
    return STATUS_OK;
}

/* --- sources --- */

/* Where it goes to, and by which arcs. */
static enum status open_source(struct cut_orbits *orbits, struct cut_source *source,
                               struct network_ways *ways, const struct limits *limits,
                               struct failure *failure) {
    const struct network_problem *problem = orbits->problem;
    const struct commodity *commodity = &problem->commodities[source->commodity];
    int nodes = problem->network->nodes, arcs = problem->network->arc_count;
    if (orbits->symmetries.count > 0 && commodity->target == COMMODITY_TO_ALL)
        TRY(network_automorphisms_find(problem, commodity->source, limits, &source->keep, failure));
    FREED int *node = orbit_names_new(nodes);
    source->arc = orbit_names_new(arcs);
    TRY(memory_check(node && source->arc && NEW(nodes, source->distance, source->wanted) &&
                         NEW(arcs, source->arc_count),
                     failure, "symmetries"));
    network_ways_find(ways, problem, commodity->source);
    memcpy(source->distance, ways->steps, (size_t)nodes * sizeof *source->distance);
    TRY(join_images(orbits, &source->keep, node, source->arc, limits, failure));
    for (int v = 0; v < nodes; v++)
        source->wanted[v] = v != commodity->source &&
                            problem_wants(problem, commodity->target, v) &&
                            orbit_name(node, v) == v;
    count_orbits(source->arc, source->arc_count, arcs);
    return STATUS_OK;
}

static enum status open_sources(struct cut_orbits *orbits, const int *of,
                                const struct limits *limits, struct failure *failure) {
    const struct network_problem *problem = orbits->problem;
    CLEANUP(network_ways_clear) struct network_ways ways = {0};
    TRY(network_ways_init(&ways, problem, failure));
    FREED int *place = memory_new((size_t)problem->commodity_count, sizeof *place);
    TRY(memory_check(place && NEW(problem->commodity_count, orbits->sources), failure,
                     "symmetries"));
    for (int k = 0; k < problem->commodity_count; k++) {
        if (of[k] == k) {
            struct cut_source *source = &orbits->sources[place[k] = orbits->count++];
            source->commodity = k;
            if ((double)orbits->count * problem->network->arc_count > MOST_ARCS)
                return failure_limit(failure, "too many sources have cuts of their own");
            TRY(open_source(orbits, source, &ways, limits, failure));
        }
        orbits->sources[place[of[k]]].weight++;
    }
    return STATUS_OK;
}

/* Plain: each for itself. Cleared in any case. STATUS_MEMORY, STATUS_LIMIT. */
static enum status cut_orbits_find(struct cut_orbits *orbits, const struct network_problem *problem,
                                   bool is_plain, const struct limits *limits,
                                   struct failure *failure) {
    int groups = problem->network->group_count;
    CLEANUP(network_orbits_clear) struct network_orbits found = {0};
    *orbits = (struct cut_orbits){.problem = problem};
    if (is_plain) {
        found.group = orbit_names_new(groups);
        found.commodity = orbit_names_new(problem->commodity_count);
    } else {
        TRY(network_orbits_find(problem, true, limits, &found, failure));
    }
    TRY(memory_check(found.group && found.commodity && NEW(groups, orbits->group_count), failure,
                     "symmetries"));
    network_orbits_join_copies(problem, found.commodity);
    orbits->symmetries = TAKE(found.automorphisms);
    orbits->group = TAKE(found.group);
    TRY(open_sources(orbits, found.commodity, limits, failure));
    count_orbits(orbits->group, orbits->group_count, groups);
    return STATUS_OK;
}

static void cut_orbits_clear(struct cut_orbits *orbits) {
    for (int i = 0; i < orbits->count; i++) {
        struct cut_source *source = &orbits->sources[i];
        network_automorphisms_clear(&source->keep);
        FREE_ALL(source->distance, source->wanted, source->arc, source->arc_count);
    }
    network_automorphisms_clear(&orbits->symmetries);
    FREE_ALL(orbits->group, orbits->group_count, orbits->sources);
    *orbits = (struct cut_orbits){0};
}

/* The program, by the form that program.h takes: columns are z, the prices y of orbits of groups in
 * each step, and the weights mu of cuts. Rows: of each commodity that stands for its orbit, orbit
 * of arcs and internal step in which the chunk can be there, `the mu that its arcs cross - what
 * they cost <= 0`; of each step `the prices times capacities - z <= 0`; the last one, `z = 1`. The
 * sum of the mu is maximised, each times the commodities for which its own stands. A price of a row
 * of the first sort is what these arcs carry together, in the dual; flows in time find cuts that
 * are crossed by less than a unit of it.
 *
 * Cuts whose times are no less than the distances cross no other sendings. */

enum { MOST_ROWS = 20000, MOST_CUTS = 60000, MOST_PRICE = 1000000000, MOST_TEXT = INT32_MAX };
#define CUT_OFF (1 - 1e-7)

struct column {
    int source;
    int *times;
};

struct cutting {
    const struct cut_question *question;
    const struct network_problem *problem;
    const struct limits *limits;
    int steps;
    struct cut_orbits orbits;
    int *group_place; /* of each group that stands for its orbit: which one it is */
    int groups;       /* of these */
    int **row;        /* of each source: of a sending of an arc that stands for its orbit, or -1 */
    int rows;
    struct program *program;
    struct timed_flow *flow;
    int *entries; /* of a column, zeros between */
    double *load; /* of sendings */
    int *near, *far;
    mpq_t value;
    mpq_t *dual;
    mpq_t *x; /* of the last solution: z, y, mu */
    int x_count;
    struct column *columns; /* of cuts */
    int count;
};

static size_t sendings_of(const struct cutting *cutting) {
    return timed_sending(cutting->problem, 0, cutting->steps + 1);
}

/* --- rows --- */

static enum status put_rows(struct cutting *cutting, struct failure *failure) {
    const struct network *net = cutting->problem->network;
    TRY(memory_check(NEW(cutting->orbits.count, cutting->row) &&
                         NEW(net->group_count, cutting->group_place),
                     failure, "a linear program"));
    for (int g = 0; g < net->group_count; g++)
        if (cutting->orbits.group[g] == g)
            cutting->group_place[g] = cutting->groups++;
    for (int i = 0; i < cutting->orbits.count; i++) {
        const struct cut_source *source = &cutting->orbits.sources[i];
        int *row = cutting->row[i] = memory_new(sendings_of(cutting), sizeof *row);
        TRY(memory_check(row, failure, "a linear program"));
        for (int s = 1; s <= cutting->steps; s++)
            for (int a = 0; a < net->arc_count; a++) {
                bool useful = source->arc[a] == a &&
                              s + net->arcs[a].latency - 1 <= cutting->steps &&
                              source->distance[problem_tail(cutting->problem, a)] <= s - 1;
                row[timed_sending(cutting->problem, a, s)] = useful ? cutting->rows++ : -1;
            }
        if (cutting->rows + cutting->steps + 1 > MOST_ROWS)
            break;
    }
    cutting->rows += cutting->steps + 1;
    if (cutting->rows > MOST_ROWS || cutting->groups > MOST_ROWS / cutting->steps)
        return failure_limit(failure, "the linear program of cuts has more than %d rows",
                             MOST_ROWS);
    return STATUS_OK;
}

static enum status add_column(struct cutting *cutting, int objective, struct failure *failure) {
    enum status status = program_add(cutting->program, cutting->entries, objective, failure);
    memset(cutting->entries, 0, (size_t)cutting->rows * sizeof *cutting->entries);
    return status;
}

/* Of an orbit of groups, in one step. */
static void put_price(struct cutting *cutting, int orbit, int place) {
    const struct network_problem *problem = cutting->problem;
    const struct time_axis axis = {cutting->steps, 0};
    for (int i = 0; i < cutting->orbits.count; i++)
        for (int s = 1; s <= cutting->steps; s++)
            for (int a = 0; a < problem->network->arc_count; a++) {
                int row = cutting->row[i][timed_sending(problem, a, s)];
                for (int j = problem->groups_first[a]; row >= 0 && j < problem->groups_first[a + 1];
                     j++) {
                    int g = problem->groups[j];
                    if (cutting->orbits.group[g] == orbit &&
                        axis_count_place(axis, problem, g, a, 0, s) == place)
                        cutting->entries[row] -= cutting->orbits.sources[i].arc_count[a];
                }
            }
    cutting->entries[cutting->rows - 1 - cutting->steps + place] =
        problem->network->groups[orbit].capacity * cutting->orbits.group_count[orbit];
}

static enum status add_prices(struct cutting *cutting, struct failure *failure) {
    const struct network *net = cutting->problem->network;
    for (int s = 0; s < cutting->steps; s++)
        cutting->entries[cutting->rows - 1 - cutting->steps + s] = -1;
    cutting->entries[cutting->rows - 1] = 1;
    TRY(add_column(cutting, 0, failure));
    for (int g = 0; g < net->group_count; g++)
        for (int place = 0; place < cutting->steps && cutting->orbits.group[g] == g; place++) {
            TRY(limits_check(cutting->limits, failure));
            put_price(cutting, g, place);
            TRY(add_column(cutting, 0, failure));
        }
    return STATUS_OK;
}

/* --- cuts --- */

/* Adds it, unless it is there; its times become no less than the distances. */
static enum status add_cut(struct cutting *cutting, int i, int *times, bool *added,
                           struct failure *failure) {
    const struct network_problem *problem = cutting->problem;
    const struct network *net = problem->network;
    const struct cut_source *source = &cutting->orbits.sources[i];
    size_t size = (size_t)net->nodes * sizeof *times;
    for (int v = 0; v < net->nodes; v++) {
        int least =
            source->distance[v] <= cutting->steps ? source->distance[v] : cutting->steps + 1;
        times[v] = times[v] < least ? least : times[v];
    }
    for (int c = 0; c < cutting->count; c++)
        if (cutting->columns[c].source == i && !memcmp(cutting->columns[c].times, times, size))
            return STATUS_OK;
    if (cutting->count == MOST_CUTS)
        return failure_limit(failure, "there are more than %d cuts", MOST_CUTS);
    if (!memory_make_room(&cutting->columns, (size_t)cutting->count, sizeof *cutting->columns))
        return failure_memory(failure, "cuts");
    int *kept = memory_new((size_t)net->nodes, sizeof *kept);
    TRY(memory_check(kept, failure, "cuts"));
    memcpy(kept, times, size);
    cutting->columns[cutting->count++] = (struct column){i, kept};
    for (int a = 0; a < net->arc_count; a++) {
        int from = times[problem_tail(problem, a)] + 1;
        int to = times[problem_head(problem, a)] - net->arcs[a].latency;
        for (int s = from; s <= to; s++) {
            int row = cutting->row[i][timed_sending(problem, source->arc[a], s)];
            require(row >= 0);
            cutting->entries[row]++;
        }
    }
    *added = true;
    return add_column(cutting, source->weight, failure);
}

/* Around the source, and around each target. */
static enum status add_first_cuts(struct cutting *cutting, struct failure *failure) {
    int nodes = cutting->problem->network->nodes;
    bool added;
    for (int i = 0; i < cutting->orbits.count; i++) {
        const struct cut_source *source = &cutting->orbits.sources[i];
        for (int t = 0; t < nodes; t++) {
            memset(cutting->near, 0, (size_t)nodes * sizeof *cutting->near);
            cutting->near[t] = cutting->steps + 1;
            if (source->wanted[t])
                TRY(add_cut(cutting, i, cutting->near, &added, failure));
        }
        int from = cutting->problem->commodities[source->commodity].source;
        for (int v = 0; v < nodes; v++)
            cutting->near[v] = v == from ? 0 : cutting->steps + 1;
        TRY(add_cut(cutting, i, cutting->near, &added, failure));
    }
    return STATUS_OK;
}

/* What each sending of a source carries in the dual, for one chunk. */
static void put_loads(struct cutting *cutting, int i) {
    const struct network *net = cutting->problem->network;
    const struct cut_source *source = &cutting->orbits.sources[i];
    for (int s = 1; s <= cutting->steps; s++)
        for (int a = 0; a < net->arc_count; a++) {
            int row = cutting->row[i][timed_sending(cutting->problem, source->arc[a], s)];
            cutting->load[timed_sending(cutting->problem, a, s)] =
                row < 0 ? 0 : mpq_get_d(cutting->dual[row]) / source->weight;
        }
}

/* Cuts that are crossed by too little; *added false: there are none. */
static enum status find_cuts(struct cutting *cutting, bool *added, struct failure *failure) {
    *added = false;
    for (int i = 0; i < cutting->orbits.count; i++) {
        const struct cut_source *source = &cutting->orbits.sources[i];
        int from = cutting->problem->commodities[source->commodity].source;
        put_loads(cutting, i);
        for (int t = 0; t < cutting->problem->network->nodes; t++) {
            double found;
            if (!source->wanted[t])
                continue;
            TRY(timed_flow_find(cutting->flow, from, t, cutting->load, &found, cutting->near,
                                cutting->far, failure));
            if (found >= CUT_OFF)
                continue;
            TRY(add_cut(cutting, i, cutting->near, added, failure));
            TRY(add_cut(cutting, i, cutting->far, added, failure));
        }
    }
    return STATUS_OK;
}

/* --- the program --- */

static enum status keep_solution(struct cutting *cutting, struct failure *failure) {
    int count = 1 + cutting->groups * cutting->steps + cutting->count;
    mpq_t *x = rationals_new((size_t)count);
    TRY(memory_check(x, failure, "a linear program"));
    rationals_free(cutting->x);
    cutting->x = x;
    cutting->x_count = count;
    program_solution(cutting->program, x);
    return STATUS_OK;
}

/* Stopped behind a solution it is not the best. */
static enum status solve(struct cutting *cutting, bool *is_best, struct failure *failure) {
    enum status status = STATUS_OK;
    for (bool added = true; added && !status; *is_best = !status && !added) {
        struct progress progress = {"a linear program of cuts in time", 0, 0,
                                    (uint64_t)cutting->count};
        limits_report(cutting->limits, &progress);
        status = program_solve(cutting->program, cutting->limits, cutting->value, cutting->dual,
                               failure);
        if (!status)
            status = keep_solution(cutting, failure);
        mpq_srcptr enough = cutting->question->enough;
        added = !enough || mpq_cmp(cutting->value, enough) < 0;
        if (!status && added)
            status = find_cuts(cutting, &added, failure);
    }
    return status == STATUS_LIMIT && cutting->x ? STATUS_OK : status;
}

static enum status cutting_init(struct cutting *cutting, struct failure *failure) {
    char path[PATH_MAX];
    size_t nodes = (size_t)cutting->problem->network->nodes;
    TRY(cut_orbits_find(&cutting->orbits, cutting->problem, cutting->question->is_plain,
                        cutting->limits, failure));
    TRY(timed_flow_new(cutting->problem, cutting->steps, cutting->limits, &cutting->flow, failure));
    TRY(put_rows(cutting, failure));
    cutting->dual = rationals_new((size_t)cutting->rows);
    TRY(memory_check(cutting->dual && NEW(cutting->rows, cutting->entries) &&
                         NEW(sendings_of(cutting), cutting->load) &&
                         NEW(nodes, cutting->near, cutting->far),
                     failure, "a linear program"));
    TRY(program_find(path, sizeof path, failure));
    TRY(program_init(&cutting->program, path, cutting->rows, failure));
    program_use_floating(cutting->program);
    TRY(add_prices(cutting, failure));
    return add_first_cuts(cutting, failure);
}

static void cutting_clear(struct cutting *cutting) {
    program_clear(cutting->program);
    timed_flow_free(cutting->flow);
    for (int i = 0; cutting->row && i < cutting->orbits.count; i++)
        free(cutting->row[i]);
    for (int c = 0; c < cutting->count; c++)
        free(cutting->columns[c].times);
    rationals_free(cutting->x);
    rationals_free(cutting->dual);
    cut_orbits_clear(&cutting->orbits);
    FREE_ALL(cutting->group_place, cutting->row, cutting->entries, cutting->load, cutting->near,
             cutting->far, cutting->columns);
    mpq_clear(cutting->value);
}

/* --- what comes out --- */

/* Prices, then weights, as whole numbers that are not too large: as they are, without a common
 * factor, or rounded, prices up and weights down. */
static enum status make_whole(const struct cutting *cutting, mpz_t *whole,
                              struct failure *failure) {
    int prices = cutting->groups * cutting->steps, count = cutting->x_count - 1;
    BIG(most, factor);
    rationals_scale(cutting->x + 1, (size_t)count, whole, most);
    mpz_set_ui(most, 0);
    for (int i = 0; i < count; i++) {
        mpz_gcd(factor, factor, whole[i]);
        if (mpz_cmp(whole[i], most) > 0)
            mpz_set(most, whole[i]);
    }
    if (mpz_sgn(most) == 0)
        return failure_limit(failure, "cuts prove nothing");
    mpz_divexact(most, most, factor);
    for (int i = 0; i < count; i++) {
        mpz_divexact(whole[i], whole[i], factor);
        if (mpz_cmp_ui(most, MOST_PRICE) <= 0)
            continue;
        mpz_mul_ui(whole[i], whole[i], MOST_PRICE);
        if (i < prices)
            mpz_cdiv_q(whole[i], whole[i], most);
        else
            mpz_fdiv_q(whole[i], whole[i], most);
    }
    return STATUS_OK;
}

/* The value of whole prices and weights; one that has too many digits for a text becomes less. */
static void put_value(const struct cutting *cutting, mpz_t *whole, mpq_ptr value) {
    const struct network *net = cutting->problem->network;
    BIG(sum, most);
    for (int s = 0; s < cutting->steps; s++) {
        mpz_set_ui(sum, 0);
        for (int g = 0; g < net->group_count; g++)
            mpz_addmul_ui(
                sum, whole[cutting->group_place[cutting->orbits.group[g]] * cutting->steps + s],
                (unsigned long)net->groups[g].capacity);
        if (mpz_cmp(sum, most) > 0)
            mpz_set(most, sum);
    }
    mpz_set_ui(sum, 0);
    for (int c = 0; c + 1 + cutting->groups * cutting->steps < cutting->x_count; c++)
        mpz_addmul_ui(sum, whole[cutting->groups * cutting->steps + c],
                      (unsigned long)cutting->orbits.sources[cutting->columns[c].source].weight);
    mpq_set_num(value, sum);
    mpq_set_den(value, most);
    mpq_canonicalize(value);
    for (unsigned long parts = 1000000; mpz_cmp_si(mpq_numref(value), MOST_TEXT) > 0 ||
                                        mpz_cmp_si(mpq_denref(value), MOST_TEXT) > 0;
         parts /= 10) {
        mpz_mul_ui(sum, mpq_numref(value), parts);
        mpz_fdiv_q(mpq_numref(value), sum, mpq_denref(value));
        mpz_set_ui(mpq_denref(value), parts);
        mpq_canonicalize(value);
    }
}

static enum status take_prices(const struct cutting *cutting, mpz_t *whole, struct cut_rate *rate,
                               struct failure *failure) {
    const struct network *net = cutting->problem->network;
    size_t steps = (size_t)cutting->steps;
    TRY(memory_check(NEW((size_t)net->group_count * steps, rate->prices), failure, "prices"));
    for (size_t g = 0; g < (size_t)net->group_count; g++)
        for (size_t s = 0; s < steps; s++)
            rate->prices[g * steps + s] = mpz_get_si(
                whole[(size_t)cutting->group_place[cutting->orbits.group[g]] * steps + s]);
    return STATUS_OK;
}

static enum status take_cut(struct cutting *cutting, int c, mpz_srcptr weight,
                            struct network_cuts *cuts, struct failure *failure) {
    struct commodity_cuts *of = &cuts->commodities[cutting->columns[c].source];
    if (mpz_sgn(weight) == 0)
        return STATUS_OK;
    return memory_check(
        APPEND(of->cuts, of->count,
               (struct network_cut){mpz_get_si(weight), TAKE(cutting->columns[c].times)}),
        failure, "cuts");
}

static enum status take_cuts(struct cutting *cutting, mpz_t *whole, struct cut_rate *rate,
                             struct failure *failure) {
    int prices = cutting->groups * cutting->steps;
    struct network_cuts *cuts = rate->cuts = memory_new(1, sizeof *cuts);
    TRY(memory_check(cuts, failure, "cuts"));
    TRY(memory_check(NEW(cutting->orbits.count, cuts->commodities), failure, "cuts"));
    for (; cuts->count < cutting->orbits.count; cuts->count++) {
        struct cut_source *source = &cutting->orbits.sources[cuts->count];
        cuts->commodities[cuts->count] =
            (struct commodity_cuts){.commodity = source->commodity, .keep = TAKE(source->keep)};
    }
    cuts->symmetries = TAKE(cutting->orbits.symmetries);
    for (int c = 0; c + 1 + prices < cutting->x_count; c++)
        TRY(take_cut(cutting, c, whole[prices + c], cuts, failure));
    return STATUS_OK;
}

static enum status take_solution(struct cutting *cutting, struct cut_rate *rate,
                                 struct failure *failure) {
    size_t count = (size_t)cutting->x_count - 1;
    CLEANUP(numbers_clear) mpz_t *whole = numbers_new(count);
    TRY(memory_check(whole, failure, "a linear program"));
    TRY(make_whole(cutting, whole, failure));
    put_value(cutting, whole, rate->value);
    TRY(take_prices(cutting, whole, rate, failure));
    return take_cuts(cutting, whole, rate, failure);
}

enum status cut_rate_find(const struct cut_question *question, const struct limits *limits,
                          struct cut_rate *rate, struct failure *failure) {
    require(question->steps >= 1);
    CLEANUP(cutting_clear)
    struct cutting cutting = {.question = question,
                              .problem = question->problem,
                              .limits = limits,
                              .steps = question->steps};
    CLEANUP(cut_rate_clear) struct cut_rate made = {.is_best = false};
    if (cutting.problem->collective == COLLECTIVE_ALLREDUCE)
        return failure_limit(failure, "there are no cuts in time of an allreduce");
    mpq_inits(cutting.value, made.value, (mpq_ptr)NULL);
    TRY(cutting_init(&cutting, failure));
    TRY(solve(&cutting, &made.is_best, failure));
    TRY(take_solution(&cutting, &made, failure));
    *rate = TAKE(made);
    return STATUS_OK;
}

void cut_rate_clear(struct cut_rate *rate) {
    network_cuts_free(rate->cuts);
    free(rate->prices);
    mpq_clear(rate->value);
}

void network_cuts_free(struct network_cuts *cuts) {
    for (int i = 0; cuts && i < cuts->count; i++) {
        struct commodity_cuts *of = &cuts->commodities[i];
        for (int c = 0; c < of->count; c++)
            free(of->cuts[c].times);
        free(of->cuts);
        network_automorphisms_clear(&of->keep);
    }
    if (cuts) {
        free(cuts->commodities);
        network_automorphisms_clear(&cuts->symmetries);
    }
    free(cuts);
}

/* --- the certificate --- */

static void put_nodes(struct certificate_output *output, const int *numbers, int nodes) {
    for (int v = 0; v < nodes; v++)
        certificate_print(output, " %d", numbers[v]);
    certificate_print(output, "\n");
}

static void put_images(struct certificate_output *output, const char *key, int nodes,
                       const struct network_automorphisms *images) {
    for (int i = 0; i < images->count; i++) {
        certificate_print(output, "%s", key);
        put_nodes(output, images->images + (size_t)i * (size_t)nodes, nodes);
    }
}

void certificate_put_cuts(struct certificate_output *output, const struct network_problem *problem,
                          const struct network_cuts *cuts) {
    int nodes = problem->network->nodes;
    put_images(output, "symmetry", nodes, &cuts->symmetries);
    for (int i = 0; i < cuts->count; i++) {
        const struct commodity_cuts *of = &cuts->commodities[i];
        if (of->count == 0)
            continue;
        certificate_print(output, "commodity %d\n", problem->commodities[of->commodity].chunk);
        put_images(output, "keep", nodes, &of->keep);
        for (int c = 0; c < of->count; c++) {
            certificate_print(output, "cut %" PRId64, of->cuts[c].weight);
            put_nodes(output, of->cuts[c].times, nodes);
        }
    }
}
