/* SPDX-License-Identifier: MIT */
#include <stdio.h> /* before gmp.h, which declares what prints only then */

#include "solver/network/network_whole.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "automata/numbers.h"
#include "automata/require.h"
#include "solver/network/network_classes.h"
#include "solver/proof/bound/integer_program.h"
#include "solver/proof/bound/program.h"

struct whole {
    const struct network_rate *rate;
    const struct network_problem *problem;
    int steps;
    int *images;                      /* of all symmetries */
    int count;                        /* of these, N */
    int *group_size, *commodity_size; /* of orbits, at the least of each */
    int64_t *loads;                   /* of a column: [group * steps + step] */
    long *chunks;                     /* what comes out: along each column, and C */
    long all;
};

static const struct network *net_of(const struct whole *whole) {
    return whole->problem->network;
}

/* What the tree loads, by orbits of groups. */
static void put_loads(const struct whole *whole, const struct rate_column *column) {
    const struct network_problem *problem = whole->problem;
    memset(whole->loads, 0,
           (size_t)net_of(whole)->group_count * (size_t)whole->steps * sizeof *whole->loads);
    for (int i = 0; i < column->tree.count; i++) {
        const struct timed_send *send = &column->tree.sends[i];
        for (int j = problem->groups_first[send->arc]; j < problem->groups_first[send->arc + 1];
             j++) {
            int orbit = whole->rate->orbits.group[problem->groups[j]];
            int step = axis_count_place(whole->rate->question.axis, problem, problem->groups[j],
                                        send->arc, 0, send->step);
            whole->loads[(size_t)orbit * (size_t)whole->steps + (size_t)step]++;
        }
    }
}

/* Rows are written one behind the other, and a column's loads are found when they are needed:
 * columns are few, and trees are short. */
static void write_loads(const struct whole *whole, FILE *out, int group, int step) {
    for (int t = 0; t < whole->rate->column_count; t++) {
        put_loads(whole, &whole->rate->columns[t]);
        int64_t load = whole->loads[(size_t)group * (size_t)whole->steps + (size_t)step];
        if (load > 0)
            fprintf(out, " + %lld w%d\n",
                    (long long)(load * (whole->count / whole->group_size[group])), t);
    }
    fprintf(out, " - %d r%d <= 0\n", net_of(whole)->groups[group].capacity, step);
}

static void write_program(void *context, FILE *out) {
    const struct whole *whole = context;
    const struct network_rate *rate = whole->rate;
    fprintf(out, "Minimize\n c\nSubject To\n");
    for (int k = 0; k < whole->problem->commodity_count; k++) {
        if (rate->orbits.commodity[k] != k)
            continue;
        for (int t = 0; t < rate->column_count; t++)
            if (rate->columns[t].commodity == k)
                fprintf(out, " + %d w%d\n", whole->count / whole->commodity_size[k], t);
        fprintf(out, " - c = 0\n");
    }
    for (int s = 0; s < whole->steps; s++)
        gmp_fprintf(out, " + %Zd r%d\n", mpq_denref(rate->value), s);
    gmp_fprintf(out, " - %Zd c = 0\n", mpq_numref(rate->value));
    for (int g = 0; g < net_of(whole)->group_count; g++)
        for (int s = 0; s < whole->steps && rate->orbits.group[g] == g; s++)
            write_loads(whole, out, g, s);
    fprintf(out, "Bounds\n 1 <= c <= %d\nGeneral\n c\n", WHOLE_MOST_CHUNKS);
    for (int t = 0; t < rate->column_count; t++)
        fprintf(out, " w%d\n", t);
    for (int s = 0; s < whole->steps; s++)
        fprintf(out, " r%d\n", s);
    fprintf(out, "End\n");
}

static enum status read_value(void *context, const char *name, int64_t value,
                              struct failure *failure) {
    struct whole *whole = context;
    char *end = NULL;
    long place = name[0] == 'w' && name[1] ? strtol(name + 1, &end, 10) : -1;
    if (strcmp(name, "c") == 0)
        whole->all = (long)value;
    else if (place >= 0 && place < whole->rate->column_count && !*end)
        whole->chunks[place] = (long)value;
    else if (name[0] != 'r')
        return failure_system(failure, "the integer program has no variable %.100s", name);
    return STATUS_OK;
}

/* --- the schedule --- */

static enum status add_tree(const struct whole *whole, const struct rate_column *column,
                            const int *image, int chunk, struct network_schedule *schedule,
                            struct failure *failure) {
    const struct network *net = net_of(whole);
    for (int i = 0; i < column->tree.count; i++) {
        const struct timed_send *send = &column->tree.sends[i];
        const struct network_arc *arc = &net->arcs[send->arc];
        int step = problem_step(whole->problem, send->arc, send->step, whole->steps);
        int taken = network_arc_number(net, image[arc->from], image[arc->to]);
        TRY(network_schedule_add(schedule, (struct network_send){step, taken, chunk}, failure));
    }
    return STATUS_OK;
}

static enum status expand(const struct whole *whole, struct network_schedule *schedule,
                          struct failure *failure) {
    int commodities = whole->problem->commodity_count;
    const struct network_task task = {
        .problem = whole->problem, .steps = whole->steps, .chunks = (int)whole->all, .rounds = 1};
    FREED int *used = memory_new((size_t)commodities, sizeof *used);
    CLEANUP(network_schedule_clear) struct network_schedule made = {.task = task};
    TRY(memory_check(used, failure, "a schedule"));
    for (int t = 0; t < whole->rate->column_count; t++)
        for (int i = 0; i < whole->count && whole->chunks[t] > 0; i++) {
            const struct rate_column *column = &whole->rate->columns[t];
            const int *image = whole->images + (size_t)i * (size_t)net_of(whole)->nodes;
            int k = network_problem_image(whole->problem, column->commodity, image);
            for (long j = 0; j < whole->chunks[t]; j++) {
                int chunk = whole->problem->commodities[k].chunk * task.chunks + ++used[k];
                TRY(add_tree(whole, column, image, chunk, &made, failure));
            }
        }
    TRY(network_schedule_finish(&made, NULL, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

static void count_orbits(struct whole *whole) {
    const struct network_orbits *orbits = &whole->rate->orbits;
    for (int g = 0; g < net_of(whole)->group_count; g++)
        whole->group_size[orbits->group[g]]++;
    for (int k = 0; k < whole->problem->commodity_count; k++)
        whole->commodity_size[orbits->commodity[k]]++;
}

/* --- the solution of the linear program itself, times what makes it whole --- */

/* Where that is not too much: so many sendings. */
enum { MOST_SENDINGS = 200000 };

/* C m / N chunks go along a tree of weight 1 and each of its images. */
static void take_vertex(struct whole *whole, bool *found) {
    const struct network_rate *rate = whole->rate;
    BIG(all, part);
    RATIONAL(chunks);
    mpz_set_ui(all, 1);
    for (int s = 0; s < whole->steps; s++)
        mpz_lcm(all, all, mpq_denref(rate->rounds[s]));
    for (int t = 0; t < rate->column_count; t++) {
        int images = whole->count / whole->commodity_size[rate->columns[t].commodity];
        mpz_mul_si(part, mpq_denref(rate->columns[t].weight), images);
        mpz_lcm(all, all, part);
    }
    *found = mpz_cmp_si(all, MOST_SENDINGS / net_of(whole)->nodes /
                                 whole->problem->commodity_count) <= 0;
    whole->all = *found ? mpz_get_si(all) : 0;
    for (int t = 0; t < rate->column_count && *found; t++) {
        int images = whole->count / whole->commodity_size[rate->columns[t].commodity];
        mpq_set_si(chunks, whole->all, (unsigned long)images);
        mpq_canonicalize(chunks);
        mpq_mul(chunks, chunks, rate->columns[t].weight);
        whole->chunks[t] = mpz_get_si(mpq_numref(chunks));
    }
}

static enum status solve(struct whole *whole, const struct limits *limits, bool *found,
                         struct failure *failure) {
    const struct integer_program program = {write_program, read_value, whole};
    struct limits bounded = *limits;
    char path[PATH_MAX];
    bounded.nodes = 8000;
    TRY(program_find(path, sizeof path, failure));
    return integer_program_solve(&program, path, &bounded, found, failure);
}

/* --- rounded --- */

/* Of the commodities of an orbit `units` chunks along all trees, of which each stands for as many
 * as it has images for one commodity: by weight, what is over where most is missing. */
static void round_orbit(struct whole *whole, int commodity, long units) {
    const struct network_rate *rate = whole->rate;
    long left = units;
    for (int t = 0; t < rate->column_count; t++)
        if (rate->columns[t].commodity == commodity) {
            whole->chunks[t] = (long)(mpq_get_d(rate->columns[t].weight) * (double)units + 1e-9);
            left -= whole->chunks[t];
        }
    for (; left > 0; left--) {
        int worst = -1;
        double most = 0;
        for (int t = 0; t < rate->column_count; t++) {
            double missing =
                mpq_get_d(rate->columns[t].weight) * (double)units - (double)whole->chunks[t];
            if (rate->columns[t].commodity == commodity && (worst < 0 || missing > most)) {
                worst = t;
                most = missing;
            }
        }
        whole->chunks[worst]++;
    }
}

/* As many chunks as there is room for, in multiples of the images of each commodity. */
static bool round_vertex(struct whole *whole) {
    long images = 1, most = MOST_SENDINGS / net_of(whole)->nodes / whole->problem->commodity_count;
    for (int k = 0; k < whole->problem->commodity_count; k++)
        if (whole->rate->orbits.commodity[k] == k &&
            whole->count / whole->commodity_size[k] > images)
            images = whole->count / whole->commodity_size[k]; /* powers of one another, as a rule */
    whole->all = most / images * images;
    for (int k = 0; k < whole->problem->commodity_count; k++) {
        if (whole->rate->orbits.commodity[k] != k)
            continue;
        if (whole->all == 0 || whole->all % (whole->count / whole->commodity_size[k]) > 0)
            return false;
        round_orbit(whole, k, whole->all / (whole->count / whole->commodity_size[k]));
    }
    return true;
}

static void whole_clear(struct whole *whole) {
    FREE_ALL(whole->images, whole->group_size, whole->commodity_size, whole->loads, whole->chunks);
}

enum status network_whole_find(const struct network_rate *rate, bool rounded,
                               const struct limits *limits, struct network_schedule *schedule,
                               bool *found, struct failure *failure) {
    const struct network_problem *problem = rate->question.problem;
    const struct network *net = problem->network;
    CLEANUP(whole_clear)
    struct whole whole = {.rate = rate, .problem = problem, .steps = rate->question.axis.steps};
    require(rate->question.axis.period == 0 && !rate->question.even);
    *found = false;
    TRY(network_orbits_close(&rate->orbits.automorphisms, net->nodes, WHOLE_MOST_SYMMETRIES,
                             &whole.images, &whole.count, failure));
    if (whole.count == 0)
        return STATUS_OK;
    TRY(memory_check(NEW(net->group_count, whole.group_size) &&
                         NEW(problem->commodity_count, whole.commodity_size) &&
                         NEW((size_t)net->group_count * (size_t)whole.steps, whole.loads) &&
                         NEW(rate->column_count, whole.chunks),
                     failure, "an integer program"));
    count_orbits(&whole);
    bool fits = rounded && round_vertex(&whole);
    if (!rounded && mpz_cmp_si(mpq_denref(rate->value), WHOLE_MOST_CHUNKS) <= 0)
        TRY(solve(&whole, limits, &fits, failure));
    if (!rounded && !fits)
        take_vertex(&whole, &fits);
    if (fits)
        TRY(expand(&whole, schedule, failure));
    *found = fits;
    return STATUS_OK;
}

/* --- all-to-alls of one source --- */

/* In all; a list of so many takes some seconds. */
#define MOST_MESSAGES 8e6

struct one_flow {
    const struct network_problem *problem;
    struct network_problem all; /* an allgather, whose sources have the same symmetries */
    struct network_classes classes;
    struct network network; /* a group for each class */
    struct network_problem scatter;
    int times; /* its capacities are so many times the part of one source */
};

static void one_flow_clear(struct one_flow *flow) {
    network_problem_clear(&flow->scatter);
    network_clear(&flow->network);
    network_classes_clear(&flow->classes);
    network_problem_clear(&flow->all);
}

/* The least common multiple of the shares; false: it is too large. */
static bool find_times(struct one_flow *flow) {
    int64_t times = 1;
    for (int c = 0; c < flow->classes.class_count && times <= NETWORK_MOST_CAPACITY; c++) {
        int share = flow->classes.share[c];
        times *= share / greatest_divisor(share, (int)times);
    }
    for (int c = 0; c < flow->classes.class_count; c++)
        if (flow->classes.capacity[c] * (times / flow->classes.share[c]) > NETWORK_MOST_CAPACITY)
            return false;
    flow->times = (int)times;
    return times <= NETWORK_MOST_CAPACITY;
}

static enum status add_class(struct one_flow *flow, int class, int *arcs, struct failure *failure) {
    int count = 0;
    for (int a = 0; a < flow->network.arc_count; a++)
        if (network_class_has(&flow->classes, class, a))
            arcs[count++] = a;
    int capacity = flow->classes.capacity[class] * (flow->times / flow->classes.share[class]);
    return network_add_group(&flow->network, capacity, arcs, count, failure);
}

static enum status make_network(struct one_flow *flow, struct failure *failure) {
    const struct network *from = flow->problem->network;
    FREED struct network_link *links = memory_new((size_t)from->arc_count, sizeof *links);
    FREED int *arcs = memory_new((size_t)from->arc_count, sizeof *arcs);
    TRY(memory_check(links && arcs, failure, "a flow"));
    for (int a = 0; a < from->arc_count; a++)
        links[a] =
            (struct network_link){from->arcs[a].from, from->arcs[a].to, from->arcs[a].latency, 0};
    TRY(network_make(from->nodes, links, from->arc_count, &flow->network, failure));
    for (int c = 0; c < flow->classes.class_count; c++)
        TRY(add_class(flow, c, arcs, failure));
    return network_problem_init(&flow->scatter, &flow->network, COLLECTIVE_SCATTER,
                                flow->classes.sources[0], failure);
}

/* A sending of the source, at all others. */
static enum status turn(const struct one_flow *flow, const struct network_schedule *scatter,
                        const struct network_send *send, struct network_schedule *schedule,
                        struct failure *failure) {
    const struct network *network = flow->problem->network;
    const struct network_arc *arc = &network->arcs[send->arc];
    int64_t k = network_task_find(&scatter->task, send->chunk);
    struct network_chunk chunk = network_task_chunk(&scatter->task, k);
    int n = network->nodes, chunks = scatter->task.chunks;
    for (int i = 0; i < flow->classes.group.order; i++) {
        const int *image = flow->classes.group.images + (size_t)i * (size_t)n;
        int from = image[chunk.source], to = image[chunk.target];
        int commodity = from * (n - 1) + to - (to > from);
        int number = flow->problem->commodities[commodity].chunk * chunks + (int)(k % chunks) + 1;
        int along = network_arc_number(network, image[arc->from], image[arc->to]);
        TRY(network_schedule_add(schedule, (struct network_send){send->step, along, number},
                                 failure));
    }
    return STATUS_OK;
}

static enum status turn_all(const struct one_flow *flow, const struct network_schedule *scatter,
                            const struct limits *limits, struct network_schedule *schedule,
                            bool *found, struct failure *failure) {
    CLEANUP(network_schedule_clear)
    struct network_schedule made = {.task = {.problem = flow->problem,
                                             .steps = scatter->task.steps,
                                             .chunks = scatter->task.chunks,
                                             .rounds = 1}};
    *found = (double)scatter->count * flow->classes.group.order <= MOST_MESSAGES;
    for (int64_t i = 0; i < scatter->count && *found; i++) {
        TRY(limits_check(limits, failure));
        TRY(turn(flow, scatter, &scatter->sends[i], &made, failure));
    }
    if (!*found)
        return STATUS_OK;
    TRY(network_schedule_finish(&made, limits, failure));
    *schedule = TAKE(made);
    return STATUS_OK;
}

/* Of the trees that a linear program has chosen. */
static enum status find_scatter(const struct one_flow *flow, int steps, mpq_srcptr wanted,
                                const struct limits *limits, struct network_schedule *scatter,
                                bool *found, struct failure *failure) {
    const struct rate_question question = {.problem = &flow->scatter,
                                           .axis = {steps, 0},
                                           .symmetries = WHOLE_MOST_SYMMETRIES,
                                           .items = 1};
    CLEANUP(network_rate_clear) struct network_rate rate = {.column_count = 0};
    bool feasible = false;
    TRY(network_rate_solve(&question, limits, &rate, &feasible, failure));
    if (!feasible)
        return STATUS_OK;
    RATIONAL(whole);
    mpq_set_si(whole, flow->times, 1);
    mpq_mul(whole, whole, rate.value);
    return mpq_equal(whole, wanted)
               ? network_whole_find(&rate, false, limits, scatter, found, failure)
               : STATUS_OK;
}

enum status network_one_flow(const struct network_problem *problem, int steps, mpq_srcptr rate,
                             const struct limits *limits, struct network_schedule *schedule,
                             bool *found, struct failure *failure) {
    CLEANUP(one_flow_clear) struct one_flow flow = {.problem = problem};
    CLEANUP(network_schedule_clear) struct network_schedule scatter = {.count = 0};
    bool usable = false, there = false;
    require(problem->collective == COLLECTIVE_ALLTOALL);
    *found = false;
    if (!network_is_even(problem->network))
        return STATUS_OK;
    TRY(network_problem_init(&flow.all, problem->network, COLLECTIVE_ALLGATHER, 0, failure));
    TRY(network_classes_find(&flow.all, limits, &flow.classes, &usable, failure));
    if (!usable || flow.classes.source_count > 1 || !find_times(&flow))
        return STATUS_OK;
    TRY(make_network(&flow, failure));
    TRY(find_scatter(&flow, steps, rate, limits, &scatter, &there, failure));
    return there ? turn_all(&flow, &scatter, limits, schedule, found, failure) : STATUS_OK;
}
