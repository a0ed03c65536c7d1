/* SPDX-License-Identifier: MIT */
/* A tour of libsteadycast. Build it with what pkg-config says:
 *
 *     cc example.c $(pkg-config --cflags --libs steadycast) -o example
 *     mkdir certificates && ./example certificates
 *
 * It leaves a certificate for everything that it claims, for steadycheck to verify. */
#include <stdio.h>
#include <stdlib.h>

#include <steadycast.h>

/* Any failure ends this program; a status other than STEADYCAST_OK comes with a message. */
static void must(steadycast_status status, const steadycast_error *error) {
    if (status == STEADYCAST_OK)
        return;
    fprintf(stderr, "%s: %s\n", steadycast_status_name(status), error->message);
    exit(1);
}

/* Keeps the certificate of one side of an answer, if it has one. */
static void keep(const steadycast_answer *answer, steadycast_side side, const char *folder,
                 const char *name) {
    char path[4096];
    steadycast_error error;
    if (!steadycast_answer_kind(answer, side))
        return;
    snprintf(path, sizeof path, "%s/%s.cert", folder, name);
    must(steadycast_answer_write(answer, side, path, 1, NULL, &error), &error);
}

/* Is there a block-cyclic schedule for latency 4 with delay 4 + t? For all t from 4 on but 8. */
static void decide(const char *folder) {
    int t;
    for (t = 7; t <= 9; t++) {
        char name[40];
        steadycast_error error;
        steadycast_answer *answer;
        must(steadycast_decide(4, t, "arithmetic", NULL, &answer, &error), &error);
        printf("L = 4, t = %d: %s\n", t,
               steadycast_answer_verdict(answer) == STEADYCAST_FEASIBLE ? "yes" : "no");
        snprintf(name, sizeof name, "decide-%d", t);
        keep(answer, STEADYCAST_SCHEDULE, folder, name); /* of a yes */
        keep(answer, STEADYCAST_PROOF, folder, name);    /* of a no */
        steadycast_answer_free(answer);
    }
}

/* How late is the last of a number of processors that no int holds, at best? */
static void delay(const char *folder) {
    steadycast_error error;
    steadycast_answer *answer;
    must(steadycast_delay(3, "123456789012345678901234567890", NULL, NULL, &answer, &error),
         &error);
    printf("delay %s, and not less than %s\n", steadycast_answer_upper(answer),
           steadycast_answer_lower(answer));
    keep(answer, STEADYCAST_SCHEDULE, folder, "delay-schedule");
    keep(answer, STEADYCAST_PROOF, folder, "delay-bound");
    steadycast_answer_free(answer);
}

static int print_message(void *context, const steadycast_message *message) {
    int *left = (int *)context;
    printf("  at %d processor %d sends item %d to %d\n", message->time, message->from,
           message->item, message->to);
    return --*left == 0; /* enough */
}

/* Four items for nine processors, within ten seconds of search; who sends what to whom? */
static void items(const char *folder) {
    int left = 3;
    steadycast_error error;
    steadycast_answer *answer;
    steadycast_messages *messages;
    steadycast_limits *limits = steadycast_limits_new();
    if (!limits)
        exit(1);
    must(steadycast_limits_set_seconds(limits, 10, &error), &error);
    must(steadycast_items(2, 1, 9, 4, 0, NULL, limits, &answer, &error), &error);
    printf("items: time %s\n", steadycast_answer_upper(answer));
    must(steadycast_messages_of(answer, 0, &messages, &error), &error);
    must(steadycast_messages_each(messages, print_message, &left, limits, &error), &error);
    steadycast_messages_free(messages); /* before the answer, from which it borrows */
    keep(answer, STEADYCAST_SCHEDULE, folder, "items-schedule");
    keep(answer, STEADYCAST_PROOF, folder, "items-bound");
    steadycast_answer_free(answer);
    steadycast_limits_free(limits);
}

int main(int argc, char **argv) {
    char *number;
    steadycast_error error;
    if (argc != 2) {
        fprintf(stderr, "usage: example FOLDER\n");
        return 1;
    }
    must(steadycast_tree_size(3, 100, &number, &error), &error);
    printf("steadycast %s; P(100) = %s for L = 3\n", steadycast_version_text(), number);
    steadycast_free(number);
    decide(argv[1]);
    delay(argv[1]);
    items(argv[1]);
    return 0;
}
