/* SPDX-License-Identifier: MIT */
#include "tools/perform/report.h"

#include <stdio.h>

static const double us = 1e6; /* microseconds in a second */

static const char *name_of(const struct message_list *list) {
    static const char *const names[] = {
        [MESSAGE_POSTAL] = "postal", [MESSAGE_LOGP] = "LogP",   [MESSAGE_BUFFERED] = "buffered",
        [MESSAGE_PORTS] = "ports",   [MESSAGE_GRAPH] = "graph",
    };
    return names[list->machine.model];
}

void report_times(const struct plan *plan, const struct performance_work *work,
                  const struct performance_result *result) {
    const struct quartiles *seconds = &result->seconds[WAY_SCHEDULE];
    double messages = (double)result->messages / (plan->list.processors + 1);
    fprintf(stderr, "%s, ", name_of(&plan->list));
    if (plan->list.operands)
        fprintf(stderr, "%s", plan->list.reduce ? "summation" : "combining");
    else
        fprintf(stderr, "%d items", plan->total);
    fprintf(stderr, ": %.6f s, %.3f us a message of a rank", seconds->median,
            us * seconds->median / messages);
    if (work->repeat > 1)
        fprintf(stderr, " (median of %d; quartiles %.6f and %.6f s, fastest %.6f s)", work->repeat,
                seconds->lower, seconds->upper, result->fastest);
    fprintf(stderr, "\n");
}

static void print_quartiles(const char *name, const struct quartiles *seconds) {
    printf("%s %.3f us, quartiles %.3f and %.3f", name, us * seconds->median, us * seconds->lower,
           us * seconds->upper);
}

void report_comparison(const struct plan *plan, const struct performance_work *work,
                       const struct performance_result *result, int finish, long cycle) {
    const struct quartiles *seconds = result->seconds;
    double schedule = seconds[WAY_SCHEDULE].median, predicted = 1e-9 * (double)cycle * finish;
    bool logp = plan->list.machine.model == MESSAGE_LOGP;
    printf("predicted %d %s", finish, logp ? "cycles" : "steps");
    if (cycle)
        printf(" of %ld ns: %.3f us", cycle, us * predicted);
    printf("\n");
    print_quartiles("schedule", &seconds[WAY_SCHEDULE]);
    printf(": %.3f ns a %s", 1e9 * schedule / finish, logp ? "cycle" : "step");
    if (cycle)
        printf(", %.3f of the prediction", schedule / predicted);
    printf("\n");
    if (!performance_broadcasts(plan)) {
        fprintf(stderr,
                "steadycast-perform: MPI_Bcast is not compared: it has one source, and here %s\n",
                plan->list.operands ? "operands are combined" : "every processor is one");
        return;
    }
    print_quartiles("MPI_Bcast", &seconds[WAY_BCAST]);
    printf(": %.3f of the schedule\n", seconds[WAY_BCAST].median / schedule);
    print_quartiles("MPI_Ibcast", &seconds[WAY_IBCAST]);
    printf(": %.3f of the schedule, %d under way\n", seconds[WAY_IBCAST].median / schedule,
           work->window < plan->total ? work->window : plan->total);
}

static void print_extremes(const struct extremes *extremes) {
    char text[EXTREMES_TEXT_ROOM];
    extremes_text(extremes, &extremes->fastest, text);
    printf("fastest %s: L+2o %.3f us\n", text, us * extremes->fastest.seconds);
    extremes_text(extremes, &extremes->slowest, text);
    printf("slowest %s: L+2o %.3f us\n", text, us * extremes->slowest.seconds);
}

static void print_measured(const struct measure_result *measured) {
    const struct {
        const char *name;
        const struct quartiles *seconds;
    } lines[] = {{"o_s", &measured->send},
                 {"o_r", &measured->receive},
                 {"g", &measured->gap},
                 {"L", &measured->latency}};
    for (int i = 0; i < (int)(sizeof lines / sizeof *lines); i++) {
        print_quartiles(lines[i].name, lines[i].seconds);
        printf("\n");
    }
    print_extremes(&measured->extremes);
}

/* How the machine that is printed differs from what was measured. */
static void warn_of_fit(const struct logp_fit *fit) {
    static const char *const names[] = {
        [LOGP_LATENCY] = "L", [LOGP_OVERHEAD] = "o", [LOGP_GAP] = "g"};
    for (int i = 0; i < LOGP_PARAMETERS; i++) {
        if (fit->negative[i])
            fprintf(stderr,
                    "steadycast-perform: %s was measured as %.3f us, which noise does, or messages "
                    "too long for MPI to send at once: it is taken as 0\n",
                    names[i], us * fit->time[i]);
        if (fit->raised[i])
            fprintf(stderr,
                    "steadycast-perform: %s is less than half a cycle, and is taken as 1, the "
                    "least that --logp takes\n",
                    names[i]);
    }
}

void report_machine(const struct measure_result *measured, const struct logp_fit *fit) {
    const struct logp_machine *machine = &fit->machine;
    const struct extremes *extremes = &measured->extremes;
    print_measured(measured);
    printf("cycle %ld ns\n--logp %d,%d,%d\n", fit->cycle, machine->latency, machine->overhead,
           machine->gap);
    warn_of_fit(fit);
    if (extremes_mislead(extremes))
        fprintf(stderr,
                "steadycast-perform: L+2o of the slowest pair is %.1f times that of the fastest: "
                "one machine L,o,g for all pairs may mislead\n",
                extremes->slowest.seconds / extremes->fastest.seconds);
}
