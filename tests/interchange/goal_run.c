/* SPDX-License-Identifier: MIT */
/* Runs a GOAL schedule under the LogP model: goal_run FILE L o g [combining]. Written from the
 * grammar of LogGOPSim's txt2bin, apart from the writer. Every operation begins as soon as what it
 * requires is done and its rank is free; operations that do not require each other would run from
 * the last line to the first. Prints `finish F sends N`, or says what is wrong and exits with 1. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 60000, MOST_RANKS = 2000, MOST_INTERFACES = 16 };
enum kind { SEND, RECV, CALC };

struct operation {
    char label[16];
    int rank;
    enum kind kind;
    long size;
    int peer;
    long tag;
    int nic;
    bool done;
    long end;     /* when the rank is free again */
    long arrival; /* at the other rank: SEND that is done */
};

static struct operation operations[MOST];
static struct { int before, after; } requirements[MOST];
static bool combining; /* tags are no items */
static int operation_count, requirement_count, ranks;
static long latency, overhead, gap;
static long free_from[MOST_RANKS];
static long next_send[MOST_RANKS][MOST_INTERFACES], next_receive[MOST_RANKS][MOST_INTERFACES];

static void die(const char *what, const char *line) {
    printf("%s: %s\n", what, line);
    exit(1);
}

static int find(int rank, const char *label) {
    for (int i = operation_count - 1; i >= 0 && operations[i].rank == rank; i--)
        if (strcmp(operations[i].label, label) == 0)
            return i;
    die("no such label", label);
    return -1;
}

static void read_operation(int rank, const char *line) {
    struct operation *op = &operations[operation_count];
    char what[8], direction[8], end = 0;
    if (operation_count == MOST)
        die("too many", line);
    *op = (struct operation){.rank = rank};
    if (sscanf(line, "%15[a-zA-Z0-9_]: calc %ld%c", op->label, &op->size, &end) == 3) {
        op->kind = CALC;
    } else if (sscanf(line, "%15[a-zA-Z0-9_]: %7s %ldb %7s %d tag %ld%c", op->label, what,
                      &op->size, direction, &op->peer, &op->tag, &end) == 7) {
        const char *nic = strstr(line, " nic ");
        if (nic && sscanf(nic, " nic %d%c", &op->nic, &end) != 2)
            die("no interface", line);
        if (op->nic < 0 || op->nic >= MOST_INTERFACES)
            die("no such interface", line);
        op->kind = strcmp(what, "send") == 0 ? SEND : RECV;
        if (strcmp(what, op->kind == SEND ? "send" : "recv") != 0 ||
            strcmp(direction, op->kind == SEND ? "to" : "from") != 0)
            die("neither send .. to nor recv .. from", line);
        if (op->peer < 0 || op->peer >= ranks || op->peer == rank)
            die("no such peer", line);
    }
    if (end != '\n' || op->size < 1)
        die("not understood", line);
    for (int i = 0; i < operation_count; i++)
        if (operations[i].rank == rank && strcmp(operations[i].label, op->label) == 0)
            die("a label stands twice", line);
    operation_count++;
}

static void read_file(FILE *file) {
    char line[200], a[16], b[16], end;
    int rank = -1, expected = 0;
    if (!fgets(line, sizeof line, file) || sscanf(line, "num_ranks %d%c", &ranks, &end) != 2 ||
        ranks < 1 || ranks > MOST_RANKS)
        die("no num_ranks", line);
    while (fgets(line, sizeof line, file)) {
        if (strcmp(line, "\n") == 0)
            continue;
        if (rank < 0 && sscanf(line, "rank %d %c", &rank, &end) == 2 && end == '{') {
            if (rank != expected++)
                die("not the next rank", line);
        } else if (rank >= 0 && strcmp(line, "}\n") == 0) {
            rank = -1;
        } else if (rank >= 0 && sscanf(line, "%15s requires %15[a-z0-9]%c", a, b, &end) == 3) {
            if (requirement_count == MOST)
                die("too many", line);
            requirements[requirement_count].after = find(rank, a);
            requirements[requirement_count++].before = find(rank, b);
        } else if (rank >= 0) {
            read_operation(rank, line);
        } else {
            die("not understood", line);
        }
    }
    if (rank >= 0 || expected != ranks)
        die("ranks are missing", "");
}

static bool is_ready(int op) {
    for (int i = 0; i < requirement_count; i++)
        if (requirements[i].after == op && !operations[requirements[i].before].done)
            return false;
    return true;
}

/* The message that this reception takes; -1 if it is not sent yet. */
static int find_message(const struct operation *op) {
    for (int i = 0; i < operation_count; i++) {
        const struct operation *sent = &operations[i];
        if (sent->kind == SEND && sent->rank == op->peer && sent->peer == op->rank &&
            sent->tag == op->tag)
            return sent->done ? i : -1;
    }
    die("a reception of what nobody sends", op->label);
    return -1;
}

/* What is received at all is sent on after it was received. */
static void check_forwarding(const struct operation *op) {
    if (combining)
        return;
    for (int i = 0; i < operation_count; i++)
        if (operations[i].kind == RECV && operations[i].rank == op->rank &&
            operations[i].tag == op->tag && !operations[i].done)
            die("sent on before it is received", op->label);
}

static long larger(long a, long b) {
    return a > b ? a : b;
}

static void run(struct operation *op, int message) {
    long *now = &free_from[op->rank];
    if (op->kind == CALC) {
        *now += op->size;
    } else if (op->kind == SEND) {
        check_forwarding(op);
        long start = larger(*now, next_send[op->rank][op->nic]);
        next_send[op->rank][op->nic] = start + gap;
        *now = start + overhead;
        op->arrival = *now + latency;
    } else {
        long start = larger(larger(*now, next_receive[op->rank][operations[message].nic]),
                            operations[message].arrival);
        next_receive[op->rank][operations[message].nic] = start + gap;
        *now = start + overhead;
    }
    op->end = *now;
    op->done = true;
}

int main(int argc, char **argv) {
    FILE *file = argc == 5 || argc == 6 ? fopen(argv[1], "r") : NULL;
    int sends = 0, left;
    long finish = 0;
    bool progress = true;
    if (!file)
        die("usage", "goal_run FILE L o g");
    latency = atol(argv[2]);
    overhead = atol(argv[3]);
    gap = atol(argv[4]);
    combining = argc == 6;
    read_file(file);
    fclose(file);
    for (left = operation_count; left && progress;) {
        progress = false;
        for (int i = operation_count - 1; i >= 0; i--) {
            struct operation *op = &operations[i];
            int message = -1;
            if (op->done || !is_ready(i) || (op->kind == RECV && (message = find_message(op)) < 0))
                continue;
            run(op, message);
            sends += op->kind == SEND;
            finish = op->kind == RECV ? larger(finish, op->end) : finish;
            progress = true;
            left--;
        }
    }
    if (left)
        die("operations wait for ever", "");
    printf("finish %ld sends %d\n", finish, sends);
    return 0;
}
