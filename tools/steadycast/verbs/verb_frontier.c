/* SPDX-License-Identifier: MIT */
/* The frontier of a collective, and what it says of messages of some sizes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "solver/collective/multinode/network_usual.h"
#include "solver/network/network_names.h"
#include "tools/steadycast/draw/chart.h"
#include "tools/steadycast/draw/picture.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/frame/quantities.h"
#include "tools/steadycast/frame/step_points.h"
#include "tools/steadycast/verbs/ask_verb.h"
#include "tools/steadycast/verbs/verb_collective.h"

/* A frontier as times of messages (step_points.h): which point is best for which sizes, and what it
 * is at least, which bounds every schedule in steps whatsoever, however many chunks it cuts a
 * message into: min over S of S alpha + T(S) m beta, where beyond the last S that was looked at T
 * is the limit. */
/* Of m bytes from `from` on this point is the best. */
struct plan_row {
    double bytes;
    const struct step_point *point;
};

struct message_plan {
    struct step_cost cost;
    double from, to;           /* bytes of a node */
    struct step_point *points; /* owned */
    int count;
    double until, limit;   /* S looked at; rounds a chunk with more steps, at least */
    struct plan_row *rows; /* by bytes, the last one for `to`, if it differs; owned */
    int row_count;
    struct network_usual usual[NETWORK_MOST_USUAL];
    int usual_count;
    enum collective collective;
    int parties;
    int together; /* of how many chunks, where C is 1, all have one or more */
};

/* --- times --- */

static double least_at(const struct message_plan *plan, double bytes) {
    double least = step_time(plan->cost, plan->until + 1, plan->limit, bytes);
    for (int i = 0; i < plan->count; i++)
        least =
            fmin(least, step_time(plan->cost, plan->points[i].steps, plan->points[i].least, bytes));
    return least;
}

/* --- of a frontier --- */

static double digits(char **at) {
    double value = 0;
    for (; **at >= '0' && **at <= '9'; ++*at)
        value = 10 * value + (**at - '0');
    return value;
}

static double rational(char **at) {
    double value = digits(at);
    if (**at != '/')
        return value;
    ++*at;
    return value / digits(at);
}

/* `2 3/2, 3 7/6..5/4, 4 1?`: the last one without a schedule. */
static enum status read_points(struct message_plan *plan, char *at, struct failure *failure) {
    while (*at) {
        if (!memory_make_room(&plan->points, (size_t)plan->count, sizeof *plan->points))
            return failure_memory(failure, "a plan");
        struct step_point *point = &plan->points[plan->count++];
        *point = (struct step_point){.steps = digits(&at)};
        at += strspn(at, " ");
        const char *rounds = at;
        point->least = point->most = rational(&at);
        if (strncmp(at, "..", 2) == 0) {
            rounds = at += 2;
            point->most = rational(&at);
        }
        snprintf(point->rounds, sizeof point->rounds, "%.*s", (int)(at - rounds), rounds);
        if (*at == '?') {
            point->most = INFINITY;
            at++;
        }
        at += strspn(at, ", ");
    }
    return STATUS_OK;
}

static enum status add_row(struct message_plan *plan, double bytes, const struct step_point *point,
                           struct failure *failure) {
    bool room = APPEND(plan->rows, plan->row_count, (struct plan_row){bytes, point});
    return memory_check(room, failure, "a plan");
}

/* The frontier is of one way to compose an allreduce. Every other one has to bring something from
 * everybody to everybody, and takes the limit at least. */
static enum status bound_composed(struct message_plan *plan, const struct network *network,
                                  const struct limits *limits, struct failure *failure) {
    CLEANUP(network_problem_clear) struct network_problem all = {0};
    int steps = 0;
    TRY(network_problem_init(&all, network, COLLECTIVE_ALLGATHER, 0, failure));
    TRY(network_problem_least_steps(&all, limits, &steps, failure));
    plan->until = steps - 1;
    for (int i = 0; i < plan->count; i++)
        plan->points[i].least = INFINITY;
    return STATUS_OK;
}

/* From the facts of a frontier; alpha, beta, from and to are there. STATUS_INPUT where it has no
 * schedule. `plan` is cleared by the caller in any case. */
static enum status message_plan_make(struct message_plan *plan, const struct outcome *outcome,
                                     const struct network_problem *problem,
                                     const struct limits *limits, struct failure *failure) {
    plan->collective = problem->collective;
    plan->parties = network_parties(problem->network);
    plan->together = network_sizes_together(problem->network);
    for (int i = 0; i < outcome->fact_count; i++) {
        const char *name = outcome->facts[i].name;
        char *value = outcome->facts[i].value;
        if (strcmp(name, "points") == 0)
            TRY(read_points(plan, value, failure));
        if (strcmp(name, "limit") == 0 || strcmp(name, "limit_at_least") == 0)
            plan->limit = rational(&value);
        if (strcmp(name, "until") == 0)
            plan->until = digits(&value);
    }
    bool known = false;
    for (int i = 0; i < plan->count; i++)
        known = known || isfinite(plan->points[i].most);
    if (!known)
        return failure_input(failure, "--message: no schedule was found within the limits");
    if (plan->until == 0) /* more steps gain nothing */
        plan->until = plan->points[plan->count - 1].steps;
    if (problem->collective == COLLECTIVE_ALLREDUCE)
        TRY(bound_composed(plan, problem->network, limits, failure));
    TRY(network_usual_find(problem, limits, plan->usual, &plan->usual_count, failure));
    for (double bytes = plan->from; bytes <= plan->to;) {
        const struct step_point *best =
            step_point_best(plan->cost, plan->points, plan->count, bytes);
        TRY(add_row(plan, bytes, best, failure));
        bytes = step_point_next(plan->cost, plan->points, plan->count, best, bytes);
    }
    const struct plan_row last = plan->rows[plan->row_count - 1];
    return last.bytes < plan->to ? add_row(plan, plan->to, last.point, failure) : STATUS_OK;
}

static void message_plan_clear(struct message_plan *plan) {
    FREE_ALL(plan->points, plan->rows);
    network_usual_clear(plan->usual, plan->usual_count);
    *plan = (struct message_plan){.count = 0};
}

/* --- as text and JSON --- */

/* 12.8 KB, 4.06 us, to three digits. */
static const char *quantity(char text[AXIS_TEXT_ROOM], double value, const char *const *names,
                            double first) {
    double scale = first;
    while (names[1] && value >= 999.5 * scale) {
        scale *= 1000;
        names++;
    }
    snprintf(text, AXIS_TEXT_ROOM, "%.3g %s", value / scale, names[0]);
    return text;
}

static const char *as_bytes(char text[AXIS_TEXT_ROOM], double bytes) {
    static const char *const names[] = {"B", "KB", "MB", "GB", "TB", NULL};
    return quantity(text, bytes, names, 1);
}

static const char *as_time(char text[AXIS_TEXT_ROOM], double seconds) {
    static const char *const names[] = {"ns", "us", "ms", "s", NULL};
    return quantity(text, seconds, names, 1e-9);
}

/* What nccl-tests call the size, and their factor from algorithm to bus bandwidth. */
static double size_of(const struct message_plan *plan, double bytes, double *bus) {
    double p = plan->parties;
    enum collective collective = plan->collective;
    bool one = collective == COLLECTIVE_BROADCAST || collective == COLLECTIVE_REDUCE ||
               collective == COLLECTIVE_ALLREDUCE;
    *bus = collective == COLLECTIVE_ALLREDUCE ? 2 * (p - 1) / p : one ? 1 : (p - 1) / p;
    return one ? bytes : plan->together * bytes;
}

static int column_of(const struct message_plan *plan, int usual) {
    int length = (int)strlen(plan->usual[usual].name);
    return length > 9 ? length : 9;
}

/* A table, a line for each row. */
static void message_plan_print(const struct message_plan *plan, FILE *file) {
    char text[AXIS_TEXT_ROOM];
    fprintf(file, "%10s %6s %10s %9s %9s %7s %9s %9s", "bytes", "steps", "rounds", "time",
            "at least", "above", "algbw", "busbw");
    for (int i = 0; i < plan->usual_count; i++)
        fprintf(file, "  %9s", plan->usual[i].name);
    fputc('\n', file);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        double time = step_point_time(plan->cost, row->point, row->bytes),
               least = least_at(plan, row->bytes);
        double bus, size = size_of(plan, row->bytes, &bus);
        fprintf(file, "%10s", as_bytes(text, row->bytes));
        fprintf(file, " %6.0f %10s", row->point->steps, row->point->rounds);
        fprintf(file, " %9s", as_time(text, time));
        fprintf(file, " %9s", as_time(text, least));
        fprintf(file, " %5.1f %% %9.3g %9.3g", fmax(0, 100 * (time / least - 1)), size / time / 1e9,
                bus * size / time / 1e9);
        for (int j = 0; j < plan->usual_count; j++)
            fprintf(file, "  %*s", column_of(plan, j),
                    as_time(text, step_time(plan->cost, (double)plan->usual[j].steps,
                                            mpq_get_d(plan->usual[j].rounds), row->bytes)));
        fputc('\n', file);
    }
}

static json_t *message_plan_json(const struct message_plan *plan) {
    json_t *rows = json_array(), *usual = json_array();
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        json_array_append_new(rows, json_pack("{s:f, s:i, s:s, s:f, s:f}", "bytes", row->bytes,
                                              "steps", (int)row->point->steps, "rounds",
                                              row->point->rounds, "seconds",
                                              step_point_time(plan->cost, row->point, row->bytes),
                                              "at_least", least_at(plan, row->bytes)));
    }
    for (int i = 0; i < plan->usual_count; i++) {
        char *rounds = mpq_get_str(NULL, 10, plan->usual[i].rounds);
        json_array_append_new(usual,
                              json_pack("{s:s, s:I, s:s}", "name", plan->usual[i].name, "steps",
                                        (json_int_t)plan->usual[i].steps, "rounds", rounds));
        free(rounds);
    }
    return json_pack("{s:f, s:f, s:o, s:o}", "alpha", plan->cost.alpha, "beta", plan->cost.beta,
                     "plan", rows, "usual", usual);
}

/* --- the picture --- */

enum { LEAST_SERIES, PLAN_SERIES, USUAL_SERIES, SAMPLES = 120 };

static double height_at(const struct message_plan *plan, int series, double bytes) {
    double time =
        series == LEAST_SERIES ? least_at(plan, bytes)
        : series == PLAN_SERIES
            ? step_point_time(plan->cost,
                              step_point_best(plan->cost, plan->points, plan->count, bytes), bytes)
            : step_time(plan->cost, (double)plan->usual[series - USUAL_SERIES].steps,
                        mpq_get_d(plan->usual[series - USUAL_SERIES].rounds), bytes);
    return log10(time);
}

static double sample(const struct message_plan *plan, int i) {
    return pow(10, log10(plan->from) + i * log10(plan->to / plan->from) / SAMPLES);
}

/* `one`: a line at this size; 0: none. */
static void draw(const struct message_plan *plan, double one, struct chart *chart) {
    const char *names[USUAL_SERIES + NETWORK_MOST_USUAL] = {"at least, for every schedule",
                                                            "schedules of the frontier"};
    int series = USUAL_SERIES + plan->usual_count;
    for (int s = 0; s < series; s++)
        for (int i = 0; i <= SAMPLES; i++)
            axis_include(&chart->y, height_at(plan, s, sample(plan, i)));
    axis_include(&chart->x, log10(plan->from));
    axis_include(&chart->x, log10(plan->to));
    axis_round(&chart->x);
    axis_round(&chart->y);
    chart_frame(chart);
    if (one > 0) {
        char text[AXIS_TEXT_ROOM];
        double x = axis_place(&chart->x, log10(one));
        picture_line(chart->file, x, chart->y.from, x, chart->y.to, "edge");
        picture_label(chart->file, x, chart->y.to - 4, "mid bold", "%s", as_bytes(text, one));
    }
    for (int s = 0; s < series; s++) {
        char class[32];
        snprintf(class, sizeof class, "s%d line", s);
        picture_path(chart->file);
        for (int i = 0; i <= SAMPLES; i++)
            fprintf(chart->file, "%c%.1f %.1f", i ? 'L' : 'M',
                    axis_place(&chart->x, log10(sample(plan, i))),
                    axis_place(&chart->y, height_at(plan, s, sample(plan, i))));
        picture_path_end(chart->file, class);
        for (int i = SAMPLES / 6; i < SAMPLES; i += SAMPLES / 3)
            picture_mark(chart->file, axis_place(&chart->x, log10(sample(plan, i))),
                         axis_place(&chart->y, height_at(plan, s, sample(plan, i))), s);
        if (s >= USUAL_SERIES)
            names[s] = plan->usual[s - USUAL_SERIES].name;
    }
    chart_legend(chart->file, chart->x.from, chart->y.from + 50, chart->x.to - chart->x.from, names,
                 series);
}

/* Time against bytes from `from` to `to`; where these are one size, around it. */
static enum status message_plan_draw(const struct message_plan *plan, const char *title,
                                     const char *path, bool overwrite, struct failure *failure) {
    enum { AROUND = 30 }; /* sizes beside one that stands alone */
    CLEANUP(picture_clear) struct picture picture = {.width = 0};
    struct message_plan shown = *plan; /* borrows all */
    bool alone = plan->from == plan->to;
    if (alone) {
        shown.from = fmin(plan->from, fmax(1, plan->from / AROUND)); /* of a byte at least */
        shown.to = plan->to * AROUND;
    }
    snprintf(picture.title, sizeof picture.title, "%.190s", title);
    snprintf(picture.text, sizeof picture.text,
             "Time by bytes of a node: the bound that holds for every schedule in steps, the "
             "schedules of the frontier, each for its sizes, and what MPI libraries usually do. A "
             "step takes %.3g us, a byte through a capacity of 1 %.3g ns.",
             plan->cost.alpha * 1e6, plan->cost.beta * 1e9);
    TRY(picture_begin(&picture, failure));
    struct chart chart = {.file = picture.file,
                          .x = {true, 1, 0, 70, 680, "bytes of a node", as_bytes},
                          .y = {true, 1, 0, 360, 20, "time", as_time}};
    draw(&shown, alone ? plan->from : 0, &chart);
    TRY(picture_end(&picture, 720, 460, failure));
    return output_file_write(path, overwrite, picture_svg, &picture, failure);
}

/* --- the verb --- */

static enum status pose(const struct arguments *arguments, struct question *question, int *given,
                        const struct limits *limits, struct failure *failure) {
    (void)limits;
    return collective_pose(arguments, SUBJECT_FRONTIER, question, given, failure);
}

/* The network and the problem of the question, once more. */
struct asked {
    struct network_factors factors;
    struct network network;
    struct network_problem problem;
};

static void asked_clear(struct asked *asked) {
    network_problem_clear(&asked->problem);
    network_clear(&asked->network);
    network_factors_clear(&asked->factors);
}

static enum status read_options(const struct arguments *arguments, const struct network *network,
                                struct message_plan *plan, struct failure *failure) {
    /* What the network tells, or that of one of its units to what --bandwidth says. */
    double unit = network->unit.thousandths ? network->unit.thousandths / 1000.0 : 1;
    double rate = network->unit.rate ? unit * 1e9 : 0;
    bool given = option_is_given(arguments, "bandwidth");
    TRY(quantity_read_sizes(option(arguments, "message")->text, &plan->from, &plan->to, failure));
    TRY(quantity_read_seconds(option(arguments, "alpha")->text, &plan->cost.alpha, failure));
    if (given == (rate > 0))
        return failure_input(failure,
                             given ? "--bandwidth: the network has its own capacities in GB/s"
                                   : "--message needs --bandwidth, what a capacity of 1 takes a "
                                     "second, as 25GB/s, as the network does not tell");
    if (given) {
        TRY(quantity_read_rate(option(arguments, "bandwidth")->text, &rate, failure));
        rate *= unit;
    }
    plan->cost.beta = 1 / rate;
    return STATUS_OK;
}

/* Before a search that may be long. */
static enum status prepare(struct asking *asking, struct failure *failure) {
    CLEANUP(asked_clear) struct asked asked = {.factors = {.count = 0}};
    struct message_plan plan = {.count = 0};
    if (!option_is_given(asking->arguments, "message"))
        return STATUS_OK;
    TRY(question_network(&asking->question, &asked.factors, &asked.network, failure));
    return read_options(asking->arguments, &asked.network, &plan, failure);
}

static enum status make_plan(const struct asking *asking, struct message_plan *plan,
                             struct failure *failure) {
    CLEANUP(asked_clear) struct asked asked = {.factors = {.count = 0}};
    const struct question *question = &asking->question;
    const struct limits none = {0}; /* those of the search may be over, and this is short */
    TRY(question_network(question, &asked.factors, &asked.network, failure));
    TRY(network_problem_init(&asked.problem, &asked.network, question_collective(question),
                             (int)question_number(question, KEY_ROOT), failure));
    TRY(read_options(asking->arguments, &asked.network, plan, failure));
    TRY(message_plan_make(plan, asking_outcome(asking), &asked.problem, &none, failure));
    if (!option_is_given(asking->arguments, "picture"))
        return STATUS_OK;
    char title[200];
    snprintf(title, sizeof title, "%s on %.100s", collective_name(asked.problem.collective),
             question_text(question, KEY_NETWORK));
    return message_plan_draw(plan, title, option(asking->arguments, "picture")->text,
                             option(asking->arguments, "force")->given, failure);
}

static enum status print(const struct asking *asking, bool *alone, struct failure *failure) {
    CLEANUP(message_plan_clear) struct message_plan plan = {.count = 0};
    (void)alone;
    if (!option_is_given(asking->arguments, "message"))
        return STATUS_OK;
    TRY(make_plan(asking, &plan, failure));
    message_plan_print(&plan, stdout);
    return STATUS_OK;
}

static json_t *more(const struct asking *asking) {
    CLEANUP(message_plan_clear) struct message_plan plan = {.count = 0};
    struct failure failure;
    if (!option_is_given(asking->arguments, "message"))
        return json_object();
    if (make_plan(asking, &plan, &failure) == STATUS_OK)
        return message_plan_json(&plan);
    fprintf(stderr, "%s: %s\n", asking->arguments->program, failure.message);
    return json_pack("{s:n}", "plan");
}

static const struct ask_verb row = {.pose = pose, .prepare = prepare, .print = print, .more = more};

static const struct option_spec specs[] = {
    OPTION_SPECS_NETWORK_ALONE,
    {"root", 0, OPTION_NUMBER, false, "V", 0, 999999, "of those with a root (default: 0)"},
    {"steps", 'S', OPTION_NUMBER, false, "S", 1, 1000000,
     "up to S steps (default: until it ends, or four steps beyond the first point)"},
    {"message", 0, OPTION_TEXT, false, "BYTES", 0, 0,
     "of so many bytes a node, 64MB or 1KB..1GB: the best schedule, its time, the least of all"},
    {"alpha", 0, OPTION_TEXT, false, "TIME", 0, 0, "what a step takes besides, as 2us"},
    {"bandwidth", 0, OPTION_TEXT, false, "RATE", 0, 0,
     "of a capacity of 1, as 25GB/s, where the network's are numbers"},
    {"picture", 0, OPTION_NAME, false, "FILE", 0, 0,
     "draw time against bytes (SVG), around one size or over a range"},
    OPTION_SPEC_ENGINE,
    {"output", 'o', OPTION_NAME, false, "FILE|FOLDER", 0, 0,
     "write the certificate, kind network-frontier; of an allreduce both, to a folder"},
    OPTION_SPECS_ASKED,
};

static const struct option_rule rules[] = {{"message", "alpha", NULL},
                                           {"alpha", "message", NULL},
                                           {"bandwidth", "message", NULL},
                                           {"picture", "message", NULL},
                                           {NULL, NULL, NULL}};

VERB(frontier, "Latency and bandwidth of a collective over a network, for all numbers of chunks",
     "COLLECTIVE", .rules = rules, .ask = &row);
