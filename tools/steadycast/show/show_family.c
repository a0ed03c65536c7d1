/* SPDX-License-Identifier: MIT */
#include "solver/certificate/stationary_family_read.h"
#include "tools/steadycast/show/show_proof.h"

/* Letters behind the head; after them those that are repeated, twice. */
static void print_letters(FILE *file, const struct stationary_family_line *line) {
    for (int i = 0; i < line->start; i++)
        fprintf(file, " %d", line->letters[i]);
    for (int i = 0; i < 2 * line->repeat; i++)
        fprintf(file, " %d", line->letters[line->start + i % line->repeat]);
}

static void print_less(FILE *file, const char *letter, int less) {
    if (less)
        fprintf(file, "%s-%d", letter, less);
    else
        fprintf(file, "%s", letter);
}

static void print_head(FILE *file, const struct stationary_family_line *line) {
    if (line->kind == LINE_FIXED)
        fprintf(file, "%d", line->fixed);
    else if (line->kind == LINE_TOP)
        print_less(file, "t", line->top);
    else
        fprintf(file, "v");
}

static void print_line(FILE *file, const struct stationary_family_line *line) {
    fprintf(file, "  %s x  ", line->count_text);
    print_head(file, line);
    print_letters(file, line);
    if (line->kind != LINE_FIXED) {
        fprintf(file, " .. up to length ");
        print_less(file, line->kind == LINE_TOP ? "t" : "v",
                   line->less + (line->kind == LINE_TOP ? line->top : 0));
    }
    if (line->last) {
        fprintf(file, ", sends ");
        print_head(file, line);
        if (line->kind != LINE_FIXED || line->fixed != line->last)
            fprintf(file, "..%d", line->last);
    }
    if (line->kind == LINE_RANGE) {
        fprintf(file, ", for v = %d, %d, .. <= ", line->first, line->first + line->step);
        print_less(file, "t", line->below);
    }
    fputc('\n', file);
}

static void print_class(FILE *file, const struct stationary_family_head *head, int class) {
    int first = head->from + (class - head->from % head->period + head->period) % head->period;
    if (head->period == 1)
        fprintf(file, "\nwords\n");
    else
        fprintf(file, "\nwords for t = %d, %d, %d, ..\n", first, first + head->period,
                first + 2 * head->period);
}

static void print_claim(FILE *file, const struct stationary_family_head *head) {
    fprintf(file,
            "claim: for latency %d and every depth t >= %d a stationary schedule has delay %d + t\n"
            "processors: %s%s\n"
            "f: f(i) = 1 for 0 <= i < %d, f(i) = f(i-1) + f(i-%d)\n",
            head->latency, head->from, head->latency, head->processors_text,
            head->processors.divisor > 1 ? ", rounded down" : "", head->latency, head->latency);
    if (head->period > 1)
        fprintf(file, "period: the words depend on t modulo %d\n", head->period);
    fprintf(file, "proof: the depths up to a bound are checked one by one, all others follow by a "
                  "linear recurrence\nshow -t DEPTH gives the schedule for one depth\n");
}

enum status show_family(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct stationary_family_head head;
    struct stationary_family_line line;
    int class = -1;
    bool is_class, end = false;
    enum status status = stationary_family_read_head(&head, input, failure);
    if (!status)
        print_claim(file, &head);
    while (!status && !end) {
        status = stationary_family_read_line(&head, &line, &class, &is_class, &end, input, failure);
        if (!status && is_class)
            print_class(file, &head, class);
        else if (!status && !end)
            print_line(file, &line);
    }
    return status;
}
