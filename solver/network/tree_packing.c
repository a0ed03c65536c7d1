/* SPDX-License-Identifier: MIT */
#include "solver/network/tree_packing.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/network/cheap_tree.h"
#include "solver/network/network_schedule.h"
#include "solver/network/network_symmetry.h"
#include "solver/proof/bound/program.h"

/* The program, by the form of program.h: columns are r, z, and weights of trees; rows, of each
 * orbit of groups `what trees load - r capacities <= 0`, of each commodity that stands for its
 * orbit `z - its trees <= 0`, the last one `r = 1`. The largest z is one chunk for 1/z rounds. With
 * the prices of groups a tree is a column that pays if it costs, for all of its orbit, less than
 * the price of its commodity; and the costs of the cheapest trees, over the prices times the
 * capacities, are rounds that each chunk takes at least. */

enum {
    MOST_PASSES = 16, /* of the first trees */
    MOST_ROWS = 800,
    MOST_TURNS = 200, /* of the program */
    EACH_TIME = 4,    /* trees of a commodity */
    MOST_PRICE = 100000000,
    MOST_TEXT = INT32_MAX
};
#define MOST_ARCS 4e7     /* of all trees together */
#define MOST_WORK 1.5e7   /* commodities times arcs, of the first trees */
#define MOST_ENTRIES 2e6  /* rows times columns of the program */
#define MOST_COST 1e12    /* of a group, between */
#define SHARP 6.0         /* how much what is full is avoided */
#define MOST_CUT_TEXT 3e7 /* numbers in lines of cuts */

struct packer {
    const struct network_problem *problem;
    const struct limits *limits;
    struct network_bound *bound;
    struct tree_packing *packing;
    struct network_orbits orbits;
    struct cheap_tree *search;
    int rows, sources;
    int *row;       /* of each group that of its orbit */
    double *room;   /* of a row: the capacities of its groups together */
    int *source;    /* commodities that stand for their orbits */
    int *weight;    /* of each commodity that: how many the orbit has */
    int64_t *cost;  /* of each arc */
    double *load;   /* of each row; whole numbers */
    int64_t *price; /* of each row */
    int *arcs;      /* of the tree at hand */
    int arc_count;
    int *entries; /* of a column; zeros between */
    struct program *program;
    mpq_t *dual;
    mpq_t value, least;
    int64_t *proof; /* prices of the rows that are worth more than all cuts; or NULL */
    bool paid, exact;
};

void tree_packing_clear(struct tree_packing *packing) {
    for (int i = 0; i < packing->count; i++) {
        free(packing->trees[i].arcs);
        mpz_clear(packing->trees[i].weight);
    }
    free(packing->trees);
    network_automorphisms_clear(&packing->symmetries);
    mpq_clear(packing->value);
    *packing = (struct tree_packing){.problem = NULL};
}

/* --- trees --- */

static enum status keep_tree(struct packer *packer, int commodity, struct failure *failure) {
    struct tree_packing *packing = packer->packing;
    if (!memory_make_room(&packing->trees, (size_t)packing->count, sizeof *packing->trees))
        return failure_memory(failure, "trees");
    int *arcs = memory_new((size_t)packer->arc_count, sizeof *arcs);
    TRY(memory_check(arcs, failure, "trees"));
    memcpy(arcs, packer->arcs, (size_t)packer->arc_count * sizeof *arcs);
    struct packed_tree *tree = &packing->trees[packing->count++];
    *tree = (struct packed_tree){.commodity = commodity, .count = packer->arc_count, .arcs = arcs};
    mpz_init(tree->weight);
    return STATUS_OK;
}

/* The costs of arcs are what their groups cost. */
static void set_costs(struct packer *packer) {
    const struct network_problem *problem = packer->problem;
    for (int a = 0; a < problem->network->arc_count; a++) {
        packer->cost[a] = 0;
        for (int i = problem->groups_first[a]; i < problem->groups_first[a + 1]; i++)
            packer->cost[a] += packer->price[packer->row[problem->groups[i]]];
    }
}

/* A tree of each commodity, where there is most room. */
static enum status add_pass(struct packer *packer, int pass, struct failure *failure) {
    const struct network_problem *problem = packer->problem;
    for (int i = 0; i < packer->sources; i++) {
        double most = 1e-9;
        TRY(limits_check(packer->limits, failure));
        for (int r = 0; r < packer->rows; r++)
            most = fmax(most, packer->load[r] / packer->room[r]);
        for (int r = 0; r < packer->rows; r++) {
            double full = packer->load[r] / packer->room[r] / most;
            double price = 1e9 * exp(SHARP * (pass + 1) * (full - 1)) / packer->room[r];
            packer->price[r] = 1 + (int64_t)price;
        }
        set_costs(packer);
        cheap_tree_find(packer->search, packer->source[i], packer->cost, packer->arcs,
                        &packer->arc_count);
        for (int a = 0; a < packer->arc_count; a++)
            for (int j = problem->groups_first[packer->arcs[a]];
                 j < problem->groups_first[packer->arcs[a] + 1]; j++)
                packer->load[packer->row[problem->groups[j]]] += packer->weight[packer->source[i]];
        TRY(keep_tree(packer, packer->source[i], failure));
    }
    return STATUS_OK;
}

/* So many passes together, each tree once: the rounds a chunk. */
static void weigh_passes(const struct packer *packer, int passes, mpq_ptr value) {
    RATIONAL(load);
    BIG(room);
    mpq_set_ui(value, 0, 1);
    for (int r = 0; r < packer->rows; r++) {
        mpz_set_d(mpq_numref(load), packer->load[r]);
        mpz_set_d(room, packer->room[r]);
        mpz_mul_ui(mpq_denref(load), room, (unsigned long)passes);
        mpq_canonicalize(load);
        if (mpq_cmp(load, value) > 0)
            mpq_set(value, load);
    }
}

/* Takes over what the trees so far are worth, each once. */
static enum status add_first(struct packer *packer, struct failure *failure) {
    const struct network *net = packer->problem->network;
    double arcs = (double)packer->sources * net->nodes,
           work = (double)packer->sources * net->arc_count;
    for (int pass = 0; pass < MOST_PASSES && arcs * (pass + 1) < MOST_ARCS; pass++) {
        if (pass > 0 && work * (pass + 1) > MOST_WORK)
            break;
        TRY(add_pass(packer, pass, failure));
        weigh_passes(packer, pass + 1, packer->value);
        if (mpq_sgn(packer->packing->value) > 0 &&
            mpq_cmp(packer->value, packer->packing->value) >= 0)
            continue;
        mpq_set(packer->packing->value, packer->value);
        for (int i = 0; i < packer->packing->count; i++)
            mpz_set_ui(packer->packing->trees[i].weight, 1);
        if (mpq_cmp(packer->value, packer->bound->value) <= 0)
            break;
    }
    return STATUS_OK;
}

/* --- the program --- */

static enum status add_column(struct packer *packer, int objective, struct failure *failure) {
    enum status status = program_add(packer->program, packer->entries, objective, failure);
    memset(packer->entries, 0,
           ((size_t)packer->rows + (size_t)packer->sources + 1) * sizeof *packer->entries);
    return status;
}

/* The column of a tree, which is the i-th commodity's. */
static enum status add_tree_column(struct packer *packer, int i, const int *arcs, int count,
                                   struct failure *failure) {
    const struct network_problem *problem = packer->problem;
    for (int a = 0; a < count; a++)
        for (int j = problem->groups_first[arcs[a]]; j < problem->groups_first[arcs[a] + 1]; j++)
            packer->entries[packer->row[problem->groups[j]]] += packer->weight[packer->source[i]];
    packer->entries[packer->rows + i] = -1;
    return add_column(packer, 0, failure);
}

static enum status program_open(struct packer *packer, struct failure *failure) {
    char path[PATH_MAX];
    int rows = packer->rows + packer->sources + 1;
    TRY(program_find(path, sizeof path, failure));
    TRY(program_init(&packer->program, path, rows, failure));
    program_use_floating(packer->program);
    packer->dual = rationals_new((size_t)rows);
    TRY(memory_check(packer->dual && NEW(rows, packer->entries), failure, "a linear program"));
    for (int r = 0; r < packer->rows; r++)
        packer->entries[r] = -(int)packer->room[r];
    packer->entries[rows - 1] = 1;
    TRY(add_column(packer, 0, failure));
    for (int i = 0; i < packer->sources; i++)
        packer->entries[packer->rows + i] = 1;
    TRY(add_column(packer, 1, failure));
    for (int t = 0; t < packer->packing->count; t++) {
        const struct packed_tree *tree = &packer->packing->trees[t];
        TRY(add_tree_column(packer, t % packer->sources, tree->arcs, tree->count, failure));
    }
    return STATUS_OK;
}

/* Weights of the trees, of each commodity 1 together: more of a tree than that is taken away. */
static enum status take_solution(struct packer *packer, struct failure *failure) {
    struct tree_packing *packing = packer->packing;
    size_t count = 2 + (size_t)packing->count,
           commodities = (size_t)packer->problem->commodity_count;
    CLEANUP(rationals_clear) mpq_t *x = rationals_new(count), *sent = rationals_new(commodities);
    CLEANUP(numbers_clear) mpz_t *whole = numbers_new(count);
    RATIONAL(much);
    BIG(denominator);
    TRY(memory_check(x && sent && whole, failure, "a linear program"));
    program_solution(packer->program, x);
    mpq_inv(packing->value, packer->value);
    for (int t = 0; t < packing->count; t++) {
        mpq_ptr sum = sent[packing->trees[t].commodity], weight = x[2 + t];
        mpq_mul(weight, weight, packing->value);
        mpq_add(sum, sum, weight);
        mpq_set_ui(much, 1, 1);
        mpq_sub(much, sum, much);
        if (mpq_sgn(much) <= 0)
            continue;
        mpq_sub(weight, weight, much);
        mpq_sub(sum, sum, much);
    }
    rationals_scale(x + 2, count - 2, whole, denominator);
    for (int t = 0; t < packing->count; t++)
        mpz_set(packing->trees[t].weight, whole[t]);
    return STATUS_OK;
}

/* Prices of rows as whole numbers: exact ones if they are small, else rounded up. `unit` is what
 * the number 1 is worth. */
static enum status set_prices(struct packer *packer, double *unit, struct failure *failure) {
    size_t rows = (size_t)packer->rows;
    CLEANUP(numbers_clear) mpz_t *whole = numbers_new(rows);
    BIG(most, factor, denominator);
    TRY(memory_check(whole, failure, "a linear program"));
    rationals_scale(packer->dual, rows, whole, denominator);
    for (size_t r = 0; r < rows; r++) {
        mpz_gcd(factor, factor, whole[r]);
        if (mpz_cmp(whole[r], most) > 0)
            mpz_set(most, whole[r]);
    }
    if (mpz_sgn(factor) == 0)
        mpz_set_ui(factor, 1);
    mpz_divexact(most, most, factor);
    packer->exact = mpz_cmp_ui(most, MOST_PRICE) <= 0;
    for (size_t r = 0; r < rows; r++) {
        mpz_divexact(whole[r], whole[r], factor);
        if (!packer->exact) {
            mpz_mul_ui(whole[r], whole[r], (unsigned long)MOST_COST);
            mpz_cdiv_q(whole[r], whole[r], most);
        }
        packer->price[r] = mpz_get_si(whole[r]);
    }
    RATIONAL(one);
    mpq_set_num(one, factor);
    mpq_set_den(one, denominator);
    mpq_canonicalize(one);
    *unit = mpq_get_d(one) * (packer->exact ? 1 : mpz_get_d(most) / MOST_COST);
    return STATUS_OK;
}

/* What the prices prove, from costs of cheapest trees. */
static enum status prove(struct packer *packer, mpz_srcptr costs, struct failure *failure) {
    BIG(part);
    mpz_set_ui(mpq_denref(packer->least), 0);
    for (int r = 0; r < packer->rows; r++) {
        mpz_set_d(part, packer->room[r]);
        mpz_mul_ui(part, part, (unsigned long)packer->price[r]);
        mpz_add(mpq_denref(packer->least), mpq_denref(packer->least), part);
    }
    mpz_set(mpq_numref(packer->least), costs);
    mpq_canonicalize(packer->least);
    if (mpq_cmp(packer->least, packer->bound->value) <= 0 ||
        mpz_cmp_ui(mpq_numref(packer->least), MOST_TEXT) > 0 ||
        mpz_cmp_ui(mpq_denref(packer->least), MOST_TEXT) > 0)
        return STATUS_OK;
    if (!packer->proof)
        TRY(memory_check(NEW(packer->rows, packer->proof), failure, "prices"));
    memcpy(packer->proof, packer->price, (size_t)packer->rows * sizeof *packer->proof);
    mpq_set(packer->bound->value, packer->least);
    return STATUS_OK;
}

static int64_t cost_of(const struct packer *packer) {
    int64_t cost = 0;
    for (int i = 0; i < packer->arc_count; i++)
        cost += packer->cost[packer->arcs[i]];
    return cost;
}

/* By lines of a certificate: ways, or cuts, whose weights are 2^40 together at most. */
static bool is_provable(const struct packer *packer, int64_t dearest) {
    double nodes = packer->problem->network->nodes;
    return packer->problem->commodities[0].target != COMMODITY_TO_ALL ||
           (packer->problem->network->forward_count == 0 && dearest < INT64_C(1) << 40 &&
            2 * nodes * nodes * packer->sources < MOST_CUT_TEXT);
}

/* The cheapest trees of all, and further ones, when what these use has become dearer. */
static enum status price(struct packer *packer, struct failure *failure) {
    BIG(costs, part);
    double unit = 1;
    int64_t dearest = 0;
    packer->paid = false;
    TRY(set_prices(packer, &unit, failure));
    int64_t largest = 1;
    for (int r = 0; r < packer->rows; r++)
        largest = packer->price[r] > largest ? packer->price[r] : largest;
    for (int i = 0; i < packer->sources; i++) {
        int k = packer->source[i];
        double worth = mpq_get_d(packer->dual[packer->rows + i]) * (1 - 1e-11);
        for (int each = 0; each < EACH_TIME; each++) {
            TRY(limits_check(packer->limits, failure));
            if (each == 0)
                set_costs(packer);
            cheap_tree_find(packer->search, k, packer->cost, packer->arcs, &packer->arc_count);
            if (each == 0) {
                dearest = cost_of(packer) > dearest ? cost_of(packer) : dearest;
                mpz_set_si(part, cost_of(packer));
                mpz_addmul_ui(costs, part, (unsigned long)packer->weight[k]);
                if ((double)cost_of(packer) * packer->weight[k] * unit >= worth)
                    break;
            }
            TRY(keep_tree(packer, k, failure));
            TRY(add_tree_column(packer, i, packer->arcs, packer->arc_count, failure));
            packer->paid = true;
            for (int a = 0; a < packer->arc_count; a++)
                packer->cost[packer->arcs[a]] += largest / 4 + 1;
        }
    }
    return packer->exact && is_provable(packer, dearest) ? prove(packer, costs, failure)
                                                         : STATUS_OK;
}

static bool is_small(const struct packer *packer) {
    double most = 0, rows = packer->rows + packer->sources + 1;
    for (int r = 0; r < packer->rows; r++)
        most = fmax(most, packer->room[r]);
    return rows <= MOST_ROWS && most < INT_MAX &&
           (double)packer->problem->commodity_count * packer->problem->network->member_count <
               INT_MAX &&
           rows * packer->packing->count < MOST_ENTRIES;
}

static bool is_settled(const struct packer *packer) {
    return mpq_cmp(packer->packing->value, packer->bound->value) <= 0;
}

static enum status generate(struct packer *packer, struct failure *failure) {
    TRY(program_open(packer, failure));
    packer->paid = true;
    for (int turn = 0; turn < MOST_TURNS && packer->paid && is_small(packer); turn++) {
        struct progress progress = {"a linear program over trees", 0, 0,
                                    (uint64_t)packer->packing->count};
        limits_report(packer->limits, &progress);
        TRY(program_solve(packer->program, packer->limits, packer->value, packer->dual, failure));
        TRY(take_solution(packer, failure));
        if (is_settled(packer))
            break;
        TRY(price(packer, failure));
        if (is_settled(packer))
            break;
    }
    return STATUS_OK;
}

/* --- what comes out --- */

/* The cuts of the cheapest trees, at the prices of the bound. */
static enum status add_cuts(struct packer *packer, int i, struct commodity_cuts *of,
                            struct failure *failure) {
    size_t nodes = (size_t)packer->problem->network->nodes;
    int64_t weight;
    FREED int *inside = memory_new(nodes, sizeof *inside);
    TRY(memory_check(inside, failure, "cuts"));
    of->commodity = packer->source[i];
    cheap_tree_find(packer->search, of->commodity, packer->cost, packer->arcs, &packer->arc_count);
    for (int set = 0; cheap_tree_set(packer->search, set, &weight, inside); set++) {
        if (weight == 0)
            continue;
        TRY(limits_check(packer->limits, failure));
        if (!memory_make_room(&of->cuts, (size_t)of->count, sizeof *of->cuts))
            return failure_memory(failure, "cuts");
        int *times = memory_new(nodes, sizeof *times);
        TRY(memory_check(times, failure, "cuts"));
        memcpy(times, inside, nodes * sizeof *times);
        of->cuts[of->count++] = (struct network_cut){weight, times};
    }
    return STATUS_OK;
}

static enum status make_cuts(struct packer *packer, struct network_cuts *cuts,
                             struct failure *failure) {
    const struct network_automorphisms *symmetries = &packer->orbits.automorphisms;
    memcpy(packer->price, packer->proof, (size_t)packer->rows * sizeof *packer->price);
    set_costs(packer);
    TRY(memory_check(NEW(packer->sources, cuts->commodities), failure, "cuts"));
    for (int i = 0; i < symmetries->count; i++)
        TRY(network_automorphisms_add(&cuts->symmetries,
                                      symmetries->images +
                                          (size_t)i * (size_t)packer->problem->network->nodes,
                                      packer->problem->network->nodes, failure));
    for (; cuts->count < packer->sources; cuts->count++)
        TRY(add_cuts(packer, cuts->count, &cuts->commodities[cuts->count], failure));
    return STATUS_OK;
}

/* Ways to one target are looked for by the checker; trees to all are proved by cuts. What parts and
 * odd sets prove is no more needed. */
static enum status give_bound(struct packer *packer, struct failure *failure) {
    const struct network *net = packer->problem->network;
    CLEANUP(network_bound_clear) struct network_bound made = {.problem = NULL};
    struct network_bound *bound = packer->bound;
    network_bound_init(&made, bound->problem, bound->claim, bound->steps);
    mpq_set(made.value, bound->value);
    made.places = bound->places;
    made.alike = bound->alike;
    TRY(memory_check(NEW(net->group_count, made.prices), failure, "cuts"));
    if (packer->problem->commodities[0].target == COMMODITY_TO_ALL) {
        TRY(memory_check(NEW(1, made.cuts), failure, "cuts"));
        TRY(make_cuts(packer, made.cuts, failure));
    }
    for (int g = 0; g < net->group_count; g++)
        made.prices[g] = packer->proof[packer->row[g]];
    network_bound_clear(bound);
    *bound = TAKE(made);
    return STATUS_OK;
}

/* Numbers that are too long for a text become larger. */
static void shorten(mpq_ptr value) {
    BIG(sum);
    for (unsigned long parts = 1000000; mpz_cmp_ui(mpq_numref(value), MOST_TEXT) > 0 ||
                                        mpz_cmp_ui(mpq_denref(value), MOST_TEXT) > 0;
         parts /= 10) {
        require(parts > 0);
        mpz_mul_ui(sum, mpq_numref(value), parts);
        mpz_cdiv_q(mpq_numref(value), sum, mpq_denref(value));
        mpz_set_ui(mpq_denref(value), parts);
        mpq_canonicalize(value);
    }
}

static enum status put_rows(struct packer *packer, struct failure *failure) {
    const struct network *net = packer->problem->network;
    int commodities = packer->problem->commodity_count;
    for (int g = 0; g < net->group_count; g++) {
        int name = packer->orbits.group[g];
        packer->row[g] = name == g ? packer->rows++ : packer->row[name];
        packer->room[packer->row[g]] += net->groups[g].capacity;
    }
    for (int k = 0; k < commodities; k++) {
        packer->weight[packer->orbits.commodity[k]]++;
        if (packer->orbits.commodity[k] == k)
            packer->source[packer->sources++] = k;
    }
    return cheap_tree_new(packer->problem, &packer->search, failure);
}

/* What goes to all has the orbits of the sources, the least commodity of each. */
static enum status find_orbits(struct packer *packer, struct failure *failure) {
    const struct network_problem *problem = packer->problem;
    struct network_orbits *orbits = &packer->orbits;
    if (problem->commodities[0].target != COMMODITY_TO_ALL) {
        TRY(network_orbits_find(problem, true, packer->limits, orbits, failure));
        network_orbits_join_copies(problem, orbits->commodity);
        return STATUS_OK;
    }
    TRY(network_orbits_find(problem, false, packer->limits, orbits, failure));
    FREED int *least = memory_new((size_t)problem->network->nodes, sizeof *least);
    TRY(memory_check(least && NEW(problem->commodity_count, orbits->commodity), failure, "trees"));
    for (int k = problem->commodity_count; k-- > 0;)
        least[orbits->node[problem->commodities[k].source]] = k;
    for (int k = 0; k < problem->commodity_count; k++)
        orbits->commodity[k] = least[orbits->node[problem->commodities[k].source]];
    return STATUS_OK;
}

static enum status packer_init(struct packer *packer, struct failure *failure) {
    const struct network *net = packer->problem->network;
    size_t groups = (size_t)net->group_count,
           commodities = (size_t)packer->problem->commodity_count;
    TRY(find_orbits(packer, failure));
    TRY(memory_check(NEW(groups, packer->row, packer->room, packer->load, packer->price) &&
                         NEW(commodities, packer->source, packer->weight) &&
                         NEW(net->arc_count, packer->cost) && NEW(net->nodes, packer->arcs),
                     failure, "trees"));
    return put_rows(packer, failure);
}

static void packer_clear(struct packer *packer) {
    program_clear(packer->program);
    rationals_free(packer->dual);
    cheap_tree_free(packer->search);
    network_orbits_clear(&packer->orbits);
    FREE_ALL(packer->row, packer->room, packer->load, packer->price, packer->source, packer->weight,
             packer->cost, packer->arcs, packer->entries, packer->proof);
    mpq_clears(packer->value, packer->least, (mpq_ptr)NULL);
}

static enum status pack(struct packer *packer, struct failure *failure) {
    TRY(packer_init(packer, failure));
    TRY(add_first(packer, failure));
    return mpq_sgn(packer->packing->value) > 0 && !is_settled(packer) && is_small(packer)
               ? generate(packer, failure)
               : STATUS_OK;
}

enum status tree_packing_find(const struct network_problem *problem, const struct limits *limits,
                              struct network_bound *bound, struct tree_packing *packing,
                              struct failure *failure) {
    CLEANUP(tree_packing_clear) struct tree_packing made = {.problem = problem};
    CLEANUP(packer_clear)
    struct packer packer = {.problem = problem, .limits = limits, .bound = bound, .packing = &made};
    RATIONAL(before);
    mpq_inits(made.value, packer.value, packer.least, (mpq_ptr)NULL);
    mpq_set(before, bound->value);
    if (problem->collective != COLLECTIVE_ALLREDUCE)
        TRY(but_limits(pack(&packer, failure)));
    enum status status = packer.proof ? give_bound(&packer, failure) : STATUS_OK;
    if (status) /* the prices of the cut are still there */
        mpq_set(bound->value, before);
    TRY(but_limits(status));
    made.symmetries = TAKE(packer.orbits.automorphisms);
    shorten(made.value);
    *packing = TAKE(made);
    return STATUS_OK;
}

/* --- the certificate --- */

static void put_numbers(struct certificate_output *output, const int *numbers, int count,
                        int more) {
    for (int i = 0; i < count; i++)
        certificate_print(output, " %d", numbers[i] + more);
    certificate_print(output, "\n");
}

static int tree_order(const void *left, const void *right) {
    const struct packed_tree *const *a = left, *const *b = right;
    return (*a)->commodity != (*b)->commodity ? (*a)->commodity - (*b)->commodity
                                              : (*a > *b) - (*a < *b);
}

enum status certificate_put_tree_packing(const void *body, struct certificate_output *output,
                                         const struct limits *limits, struct failure *failure) {
    const struct tree_packing *packing = body;
    const struct network_problem *problem = packing->problem;
    int nodes = problem->network->nodes, last = -1;
    FREED const struct packed_tree **order = memory_new((size_t)packing->count + 1, sizeof *order);
    TRY(memory_check(order, failure, "a certificate"));
    for (int t = 0; t < packing->count; t++)
        order[t] = &packing->trees[t];
    qsort(order, (size_t)packing->count, sizeof *order, tree_order);
    certificate_put_network(output, problem->network);
    certificate_put_collective(output, problem, false);
    certificate_put_value(output, "rounds", packing->value);
    for (int i = 0; i < packing->symmetries.count; i++) {
        certificate_print(output, "symmetry");
        put_numbers(output, packing->symmetries.images + (size_t)i * (size_t)nodes, nodes, 0);
    }
    for (int t = 0; t < packing->count; t++) {
        const struct packed_tree *tree = order[t];
        TRY(limits_check(limits, failure));
        if (mpz_sgn(tree->weight) == 0)
            continue;
        if (tree->commodity != last)
            certificate_print(output, "commodity %d\n",
                              problem->commodities[tree->commodity].chunk);
        last = tree->commodity;
        certificate_print(output, "tree ");
        certificate_print_big(output, tree->weight);
        put_numbers(output, tree->arcs, tree->count, 1);
    }
    return STATUS_OK;
}
