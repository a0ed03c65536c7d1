#include "tools/steadycast/frame/control.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t signal_came;

/* The second signal finds the default action again and ends the program at once. */
static void note_signal(int number) {
    signal_came = 1;
    signal(number, SIG_DFL);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static const struct option_value *find(const struct arguments *arguments, const char *name) {
    for (int i = 0; i < arguments->spec_count; i++)
        if (strcmp(arguments->specs[i].name, name) == 0 && arguments->values[i].given)
            return &arguments->values[i];
    return NULL;
}

void control_init(struct control *control, const struct arguments *arguments) {
    *control = (struct control){.start = now(), .terminal = isatty(STDERR_FILENO)};
    const struct option_value *time = find(arguments, "time");
    control->seconds = time ? (double)time->number : 0;
    control->quiet = find(arguments, "quiet") != NULL;
    control->reported = control->start;
    struct sigaction action = {.sa_handler = note_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

double control_elapsed(const struct control *control) {
    return now() - control->start;
}

bool control_stopped(const struct control *control) {
    return signal_came || (control->seconds > 0 && control_elapsed(control) >= control->seconds);
}

static void format_time(char *text, size_t room, double seconds) {
    long s = (long)seconds;
    snprintf(text, room, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

/* What is known of the progress, in one line. */
static void describe(const struct progress *progress, double elapsed, char *line, size_t room) {
    char count[60] = "", nodes[80] = "", left[60] = "";
    if (progress->total && progress->done) {
        strcpy(left, ", left ");
        format_time(left + strlen(left), sizeof left - strlen(left),
                    elapsed * ((double)progress->total / (double)progress->done - 1));
    }
    if (progress->total)
        snprintf(count, sizeof count, " %" PRIu64 "/%" PRIu64 " (%.0f%%),", progress->done,
                 progress->total, 100.0 * (double)progress->done / (double)progress->total);
    else if (progress->done)
        snprintf(count, sizeof count, " %" PRIu64 ",", progress->done);
    if (progress->nodes)
        snprintf(nodes, sizeof nodes, " %.3g nodes, %.3g/s,", (double)progress->nodes,
                 (double)progress->nodes / (elapsed + 1e-9));
    snprintf(line, room, "%s:%s%s %.0f s%s", progress->task, count, nodes, elapsed, left);
}

void control_report(struct control *control, const struct progress *progress) {
    double time = now();
    char line[240];
    if (control->quiet || time - control->reported < (control->terminal ? 0.2 : 10))
        return;
    control->reported = time;
    describe(progress, time - control->start, line, sizeof line);
    if (control->terminal)
        fprintf(stderr, "\r\033[K%.*s", 78, line);
    else
        fprintf(stderr, "%s\n", line);
    control->line_open = control->terminal;
}

void control_end_line(struct control *control) {
    if (control->line_open)
        fprintf(stderr, "\r\033[K");
    control->line_open = false;
}

static bool stop(void *context) {
    return control_stopped(context);
}

static void report(void *context, const struct progress *progress) {
    control_report(context, progress);
}

struct limits control_limits(struct control *control, const struct arguments *arguments) {
    const struct option_value *threads = find(arguments, "threads");
    const struct option_value *nodes = find(arguments, "nodes");
    return (struct limits){.threads = threads ? (int)threads->number : 0,
                           .nodes = nodes ? (uint64_t)nodes->number : 0,
                           .stop = stop,
                           .report = report,
                           .context = control};
}
