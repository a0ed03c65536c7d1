/* SPDX-License-Identifier: MIT */
#include "solver/network/network_rate.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/network/network_symmetry.h"
#include "solver/proof/bound/program.h"

/* The program that is solved, by the form that program.h takes, is the one of the header divided by
 * T(S): the rounds together are 1, of each commodity z chunks are sent, and z = 1/T(S) is
 * maximised. Rows: of each group and place `load - b rho <= 0`; of each commodity and phase `z -
 * its trees <= 0`; the last one, `the rounds = 1`. The prices of the first ones are y with B = z,
 * those of the second ones u with sum 1; a tree is a column that pays if it costs less than u.
 *
 * What symmetries take to each other has the same prices: groups of an orbit are one row, the sum
 * of theirs, and of an orbit of c commodities one is there, whose trees count c times.
 *
 * Of each commodity several trees are added before the program is solved again: behind the cheapest
 * one others, after what was used has become dearer. */

enum {
    MOST_ROWS = 1000,
    MOST_COLUMNS = 100000,
    AT_FIRST = 40,
    EACH_TIME = 30,
    MOST_CELLS = 40000000
};

struct master {
    const struct rate_question *question;
    const struct limits *limits;
    struct network_orbits orbits;
    struct program *program;
    struct tree_search *search;
    int places, phases;
    int group_rows;  /* orbits of groups */
    int *group_row;  /* of each group that of its orbit */
    int *births;     /* of each commodity its first row, if it stands for its orbit, else -1 */
    int *orbit_size; /* of such a commodity */
    int rows;
    int *entries;        /* of a column; zeros between */
    mpq_t *solution;     /* prices of the rows */
    int64_t *row_prices; /* y of rows, scaled */
    int64_t *prices;     /* of groups: y, or dearer */
    mpz_t *scaled;       /* y and u, numerators */
    mpz_t denominator;
    mpq_t value;
    struct rate_column *columns; /* of trees, behind those of the rounds and of z */
    int count;
    bool paid;    /* a column was added in this pass */
    bool missing; /* there is no tree */
    bool first;   /* there are no prices yet: any tree */
    bool dearer;  /* the prices are those of the program no more */
    mpz_t costs;  /* at its prices, of the cheapest trees of all that is born together */
    mpq_t proven; /* by these prices: for T, from below */
    bool settled; /* that is enough */
    int phase;    /* of the pass */
};

static int load_row(const struct master *master, int group, int place) {
    return master->group_row[group] * master->places + place;
}

/* How many items are born in a phase: floor(i q / p) = phase. */
static int born(const struct rate_question *question, int phase) {
    int64_t p = question->items, q = question->axis.period ? question->axis.period : 1;
    return (int)(((phase + 1) * p + q - 1) / q - (phase * p + q - 1) / q);
}

static enum status add_rounds(struct master *master, struct failure *failure) {
    const struct network *net = master->question->problem->network;
    enum status status = STATUS_OK;
    int kinds = master->question->even ? 1 : master->places;
    for (int r = 0; r < kinds && !status; r++) {
        memset(master->entries, 0, (size_t)master->rows * sizeof *master->entries);
        for (int g = 0; g < net->group_count; g++)
            for (int place = 0; place < master->places; place++)
                if (kinds == 1 || place == r)
                    master->entries[load_row(master, g, place)] -= net->groups[g].capacity;
        master->entries[master->rows - 1] = 1;
        status = program_add(master->program, master->entries, 0, failure);
    }
    memset(master->entries, 0, (size_t)master->rows * sizeof *master->entries);
    for (int k = 0; k < master->question->problem->commodity_count; k++)
        for (int phase = 0; phase < master->phases && master->births[k] >= 0; phase++)
            master->entries[master->births[k] + phase] = born(master->question, phase);
    return status ? status : program_add(master->program, master->entries, 1, failure);
}

/* Takes the tree over. */
static enum status keep_column(struct master *master, int commodity, struct timed_tree *tree,
                               struct failure *failure) {
    if (master->count == MOST_COLUMNS)
        return failure_limit(failure, "the linear program has more than %d columns", MOST_COLUMNS);
    if (!memory_make_room(&master->columns, (size_t)master->count, sizeof *master->columns))
        return failure_memory(failure, "a linear program");
    struct rate_column *column = &master->columns[master->count++];
    *column =
        (struct rate_column){.commodity = commodity, .phase = master->phase, .tree = TAKE(*tree)};
    mpq_init(column->weight);
    return STATUS_OK;
}

/* What a tree loads, times the commodities that it stands for, in `entries`. */
static void put_loads(struct master *master, int commodity, const struct timed_tree *tree) {
    const struct rate_question *question = master->question;
    const struct network_problem *problem = question->problem;
    memset(master->entries, 0, (size_t)master->rows * sizeof *master->entries);
    for (int i = 0; i < tree->count; i++) {
        int arc = tree->sends[i].arc;
        for (int j = problem->groups_first[arc]; j < problem->groups_first[arc + 1]; j++) {
            int g = problem->groups[j];
            int place = axis_count_place(question->axis, problem, g, arc, master->phase,
                                         tree->sends[i].step);
            master->entries[load_row(master, g, place)] += master->orbit_size[commodity];
        }
    }
}

/* Does it cost less than u? */
static bool pays(struct master *master, int commodity) {
    int64_t cost = 0;
    for (int i = 0; i < master->group_rows * master->places; i++)
        cost += master->entries[i] * master->row_prices[i];
    return mpz_cmp_si(master->scaled[master->births[commodity] + master->phase], cost) > 0;
}

static bool is_known(const struct master *master, int commodity, const struct timed_tree *tree) {
    for (int i = master->count - 1; i >= 0; i--) {
        const struct rate_column *column = &master->columns[i];
        if (column->commodity == commodity && column->phase == master->phase &&
            column->tree.count == tree->count &&
            memcmp(column->tree.sends, tree->sends, (size_t)tree->count * sizeof *tree->sends) == 0)
            return true;
    }
    return false;
}

static void add_cost(struct master *master, int commodity, int64_t cost) {
    BIG_OF(all, cost);
    mpz_mul_si(all, all,
               (long)master->orbit_size[commodity] * born(master->question, master->phase));
    mpz_add(master->costs, master->costs, all);
}

/* What the tree uses becomes dearer, if it is not the last one: for those that follow. */
static enum status visit(void *context, struct tree_search *search, int commodity, int64_t cost,
                         struct failure *failure) {
    struct master *master = context;
    CLEANUP(timed_tree_clear) struct timed_tree tree = {.count = 0};
    if (cost == TREE_COST_NONE)
        master->missing = true;
    if (master->missing || master->births[commodity] < 0)
        return STATUS_OK;
    if (!master->first && !master->dearer)
        add_cost(master, commodity, cost);
    TRY(tree_search_tree(search, commodity, &tree, failure));
    put_loads(master, commodity, &tree);
    if (is_known(master, commodity, &tree) || (!master->first && !pays(master, commodity)))
        return STATUS_OK;
    TRY(keep_column(master, commodity, &tree, failure));
    master->entries[master->births[commodity] + master->phase] = -1;
    master->paid = true;
    return program_add(master->program, master->entries, 0, failure);
}

static enum status pass(struct master *master, struct failure *failure) {
    for (int phase = 0; phase < master->phases && !master->missing; phase++) {
        master->phase = phase;
        if (born(master->question, phase) > 0)
            TRY(tree_search_run(master->search, master->prices, phase, master->limits, visit,
                                master, failure));
    }
    return STATUS_OK;
}

static void copy_prices(struct master *master) {
    const struct network *net = master->question->problem->network;
    for (int g = 0; g < net->group_count; g++)
        for (int place = 0; place < master->places; place++)
            master->prices[(size_t)g * (size_t)master->places + (size_t)place] =
                master->row_prices[load_row(master, g, place)];
}

/* What the columns from `before` on use becomes dearer by `more`. */
static void make_dearer(struct master *master, int before, int64_t more) {
    const struct rate_question *question = master->question;
    const struct network_problem *problem = question->problem;
    for (int c = before; c < master->count; c++)
        for (int i = 0; i < master->columns[c].tree.count; i++) {
            const struct timed_send *send = &master->columns[c].tree.sends[i];
            for (int j = problem->groups_first[send->arc]; j < problem->groups_first[send->arc + 1];
                 j++) {
                int g = problem->groups[j];
                int place = axis_count_place(question->axis, problem, g, send->arc,
                                             master->columns[c].phase, send->step);
                master->prices[(size_t)g * (size_t)master->places + (size_t)place] +=
                    more / problem->network->groups[g].capacity + 1;
            }
        }
}

/* Large tables take long, and a few trees have to do. */
static int passes(const struct master *master) {
    double cells = tree_search_cells(master->question->problem, master->question->axis);
    int first = master->question->first, each = master->question->each;
    int most = master->first ? (first ? first : AT_FIRST) : (each ? each : EACH_TIME);
    return master->question->near || cells * most < MOST_CELLS ? most
                                                               : 1 + (int)(MOST_CELLS / cells);
}

/* Do the prices, of few enough digits, prove all that is asked for? T is between `costs` and 1,
 * divided by z. */
static void settle(struct master *master) {
    const struct rate_question *question = master->question;
    RATIONAL(most);
    mpq_inv(most, master->value);
    mpq_set_num(master->proven, master->costs);
    mpq_set_den(master->proven, master->denominator);
    mpq_canonicalize(master->proven);
    mpq_mul(master->proven, master->proven, most);
    int rounds = network_rate_rounds(most, question->chunks);
    master->settled = rounds <= question->known ||
                      network_rate_rounds(master->proven, question->chunks) >= rounds;
}

static enum status price(struct master *master, struct failure *failure) {
    int loads = master->group_rows * master->places;
    int64_t largest = 1000;
    master->paid = false;
    master->dearer = false;
    mpz_set_ui(master->costs, 0);
    for (int i = 0; i < loads; i++)
        if (master->row_prices[i] > largest)
            largest = master->row_prices[i];
    copy_prices(master);
    for (int i = 0; i < passes(master) && !master->missing; i++) {
        int before = master->count;
        TRY(pass(master, failure));
        if (i == 0 && !master->first && !master->missing && master->question->chunks &&
            largest <= NETWORK_MOST_PRICE)
            settle(master);
        if (master->settled || (master->count == before && i > 0))
            break;
        master->dearer = true;
        make_dearer(master, before, largest / 8);
        if (i == 0 && !master->paid)
            break;
    }
    return STATUS_OK;
}

/* While columns are generated, prices may have more digits. */
#define MOST_BETWEEN INT64_C(100000000000000)

static enum status scale(struct master *master, long most, struct failure *failure) {
    int loads = master->group_rows * master->places;
    rationals_scale(master->solution, (size_t)master->rows - 1, master->scaled,
                    master->denominator);
    for (int i = 0; i < loads; i++) {
        if (mpz_cmp_si(master->scaled[i], most) > 0)
            return failure_limit(failure, "the prices of the linear program have too many digits");
        master->row_prices[i] = mpz_get_si(master->scaled[i]);
    }
    return STATUS_OK;
}

static enum status generate(struct master *master, struct failure *failure) {
    TRY(price(master, failure));
    master->first = false;
    while (master->paid && !master->missing && !master->settled) {
        struct progress progress = {"a linear program over timed trees", 0, 0,
                                    (uint64_t)master->count};
        limits_report(master->limits, &progress);
        TRY(program_solve(master->program, master->limits, master->value, master->solution,
                          failure));
        TRY(scale(master, MOST_BETWEEN, failure));
        TRY(price(master, failure));
    }
    return STATUS_OK;
}

/* --- what comes out --- */

/* The prices alone, without a common factor. */
static enum status reduce_prices(struct master *master, struct failure *failure) {
    int loads = master->group_rows * master->places;
    for (int i = loads; i < master->rows; i++)
        mpq_set_ui(master->solution[i], 0, 1);
    TRY(scale(master, MOST_BETWEEN, failure));
    mpz_set_ui(master->denominator, 0);
    for (int i = 0; i < loads; i++)
        mpz_gcd(master->denominator, master->denominator, master->scaled[i]);
    for (int i = 0; i < loads; i++) {
        master->row_prices[i] /= mpz_get_si(master->denominator);
        if (master->row_prices[i] > NETWORK_MOST_PRICE)
            return failure_limit(failure,
                                 "the prices of the linear program have more than nine digits");
    }
    copy_prices(master);
    return STATUS_OK;
}

/* Of a commodity and phase the weights together are the items that are born; what is too much is
 * taken away from the last trees. */
static void trim(struct master *master, mpq_t *sent) {
    RATIONAL(much);
    for (int i = 0; i < master->count; i++) {
        struct rate_column *column = &master->columns[i];
        mpq_ptr sum = sent[column->commodity * master->phases + column->phase];
        mpq_add(sum, sum, column->weight);
        mpq_set_si(much, born(master->question, column->phase), 1);
        mpq_sub(much, sum, much);
        if (mpq_sgn(much) > 0) {
            mpq_sub(column->weight, column->weight, much);
            mpq_sub(sum, sum, much);
        }
    }
}

/* Takes columns, prices and orbits over. */
static enum status take_solution(struct master *master, struct network_rate *rate,
                                 struct failure *failure) {
    int kinds = master->question->even ? 1 : master->places;
    size_t births = (size_t)(master->question->problem->commodity_count * master->phases);
    size_t columns = (size_t)(kinds + 1 + master->count);
    CLEANUP(rationals_clear) mpq_t *x = rationals_new(columns), *sent = rationals_new(births);
    rate->rounds = rationals_new((size_t)kinds);
    TRY(memory_check(x && sent && rate->rounds, failure, "a linear program"));
    program_solution(master->program, x);
    for (int r = 0; r < kinds; r++)
        mpq_div(rate->rounds[r], x[r], master->value);
    for (int i = 0; i < master->count; i++)
        mpq_div(master->columns[i].weight, x[kinds + 1 + i], master->value);
    trim(master, sent);
    if (master->settled)
        mpq_set(rate->value, master->proven);
    else
        mpq_inv(rate->value, master->value);
    rate->column_count = TAKE(master->count);
    rate->columns = TAKE(master->columns);
    rate->prices = TAKE(master->prices);
    rate->orbits = TAKE(master->orbits);
    return STATUS_OK;
}

/* Which rows there are. */
static enum status put_rows(struct master *master, struct failure *failure) {
    const struct rate_question *question = master->question;
    const struct network_problem *problem = question->problem;
    int groups = problem->network->group_count, commodities = problem->commodity_count;
    TRY(memory_check(NEW(groups, master->group_row) &&
                         NEW(commodities, master->births, master->orbit_size),
                     failure, "a linear program"));
    for (int g = 0; g < groups; g++) {
        int name = master->orbits.group[g];
        master->group_row[g] = name == g ? master->group_rows++ : master->group_row[name];
    }
    int64_t rows = (int64_t)master->group_rows * master->places;
    for (int k = 0; k < commodities; k++) {
        int name = master->orbits.commodity[k];
        master->orbit_size[name]++;
        master->births[k] = name == k && rows < MOST_ROWS ? (int)rows : -1;
        rows += name == k ? master->phases : 0;
    }
    if (rows + 1 > MOST_ROWS)
        return failure_limit(failure,
                             "the linear program of %d groups and %d steps has more than %d rows",
                             master->group_rows, master->places, MOST_ROWS);
    master->rows = (int)rows + 1;
    return STATUS_OK;
}

static enum status master_init(struct master *master, const struct rate_question *question,
                               const struct limits *limits, struct failure *failure) {
    const struct network_problem *problem = question->problem;
    char path[PATH_MAX];
    *master = (struct master){.question = question,
                              .limits = limits,
                              .places = axis_length(question->axis),
                              .phases = question->axis.period ? question->axis.period : 1,
                              .first = true};
    mpz_inits(master->denominator, master->costs, (mpz_ptr)NULL);
    mpq_inits(master->value, master->proven, (mpq_ptr)NULL);
    TRY(network_orbits_find(problem, true, limits, &master->orbits, failure));
    if (question->symmetries)
        TRY(network_orbits_restrict(problem, question->symmetries, &master->orbits, failure));
    TRY(put_rows(master, failure));
    size_t rows = (size_t)master->rows;
    master->solution = rationals_new(rows);
    master->scaled = numbers_new(rows);
    TRY(memory_check(
        master->solution && master->scaled && NEW(rows, master->entries, master->row_prices) &&
            NEW((size_t)problem->network->group_count * (size_t)master->places, master->prices),
        failure, "a linear program"));
    TRY(program_find(path, sizeof path, failure));
    TRY(program_init(&master->program, path, master->rows, failure));
    program_use_floating(master->program);
    return add_rounds(master, failure);
}

static void columns_clear(struct rate_column *columns, int count) {
    for (int i = 0; i < count; i++) {
        timed_tree_clear(&columns[i].tree);
        mpq_clear(columns[i].weight);
    }
    free(columns);
}

static void master_clear(struct master *master) {
    program_clear(master->program);
    tree_search_free(master->search);
    numbers_free(master->scaled);
    rationals_free(master->solution);
    network_orbits_clear(&master->orbits);
    FREE_ALL(master->group_row, master->births, master->orbit_size, master->entries,
             master->row_prices, master->prices);
    columns_clear(master->columns, master->count);
    mpz_clears(master->denominator, master->costs, (mpz_ptr)NULL);
    mpq_clears(master->value, master->proven, (mpq_ptr)NULL);
}

enum status network_rate_solve(const struct rate_question *question, const struct limits *limits,
                               struct network_rate *rate, bool *feasible, struct failure *failure) {
    require(question->items >= 1 && (question->axis.period || question->items == 1));
    CLEANUP(master_clear) struct master master = {.question = NULL};
    CLEANUP(network_rate_clear) struct network_rate made = {.question = *question};
    mpq_init(made.value);
    *feasible = false;
    TRY(master_init(&master, question, limits, failure));
    TRY(tree_search_new(question->problem, question->axis, question->near, &master.search,
                        failure));
    TRY(generate(&master, failure));
    if (master.missing)
        return STATUS_OK;
    if (!question->near)
        TRY(reduce_prices(&master, failure));
    TRY(take_solution(&master, &made, failure));
    *feasible = true;
    *rate = TAKE(made);
    return STATUS_OK;
}

int network_rate_rounds(mpq_srcptr rate, int chunks) {
    BIG(product);
    mpz_mul_si(product, mpq_numref(rate), chunks);
    mpz_cdiv_q(product, product, mpq_denref(rate));
    return mpz_fits_sint_p(product) ? (int)mpz_get_si(product) : INT_MAX;
}

void network_rate_clear(struct network_rate *rate) {
    columns_clear(rate->columns, rate->column_count);
    rationals_free(rate->rounds);
    free(rate->prices);
    network_orbits_clear(&rate->orbits);
    mpq_clear(rate->value);
}
