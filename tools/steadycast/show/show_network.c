/* SPDX-License-Identifier: MIT */
/* Certificates about networks as text: schedules step by step, the points of a frontier, prices,
 * and what a formula refutes. */
#include <stdlib.h>
#include <string.h>

#include "solver/network/network_boxes.h"
#include "solver/network/network_read.h"
#include "tools/steadycast/show/show.h"

enum { LISTED_LINES = 400 };

/* What nodes have where others have one. */
static void put_sizes(FILE *file, const struct network *network) {
    const char *before = "sizes: ";
    for (int v = 0; v < network->nodes && network->sizes; v++)
        if (network_takes_part(network, v)) {
            fprintf(file, "%s%d", before, network->sizes[v]);
            before = ",";
        }
    fputs(network->sizes ? "\n" : "", file);
}

static void put_head(FILE *file, const struct network_read *read) {
    const struct network_problem *problem = &read->problem;
    fprintf(file, "network: %d nodes, %d arcs, %d groups of arcs with a capacity\n",
            read->network.nodes, read->network.arc_count, read->network.group_count);
    if (read->stream)
        fprintf(file, "to be sent: an endless stream of items from node %d to all\n",
                problem->root);
    else if (collective_has_root(problem->collective))
        fprintf(file, "to be sent: %s, root %d\n", collective_name(problem->collective),
                problem->root);
    else
        fprintf(file, "to be sent: %s\n", collective_name(problem->collective));
    put_sizes(file, &read->network);
}

/* A line for each arc of a step: its chunks. */
static void list_sends(FILE *file, const struct network_schedule *schedule) {
    long lines = 0;
    for (int64_t i = 0; i < schedule->count; i++) {
        const struct network_send *send = &schedule->sends[i];
        const struct network_arc *arc = &schedule->task.problem->network->arcs[send->arc];
        bool step = i == 0 || send->step != send[-1].step,
             same = !step && send->arc == send[-1].arc;
        lines += !same;
        if (lines > LISTED_LINES)
            continue;
        if (step && schedule->task.stream)
            fprintf(file, "\nstep %d\n", send->step);
        else if (step)
            fprintf(file, "\nstep %d, %d round%s\n", send->step, schedule->rounds[send->step - 1],
                    schedule->rounds[send->step - 1] == 1 ? "" : "s");
        if (!same)
            fprintf(file, "  %d > %d:", arc->from, arc->to);
        bool ends =
            i + 1 == schedule->count || send[1].arc != send->arc || send[1].step != send->step;
        fprintf(file, " %d%s", send->chunk, ends ? "\n" : "");
    }
    if (lines > LISTED_LINES)
        fprintf(file, "  ... and %ld more lines\n", lines - LISTED_LINES);
}

static void explain_schedule(FILE *file, const struct network_read *read) {
    const struct network_schedule *schedule = &read->schedule;
    const struct network_task *task = &schedule->task;
    if (read->stream)
        fprintf(
            file,
            "claim: items at rate %d/%d, each with everybody %d steps after its birth\n"
            "the sends of the items 1..%d follow, numbered from the birth of the first; they are "
            "repeated every %d step%s\n",
            task->items, task->per, task->steps, task->window, task->period,
            task->period == 1 ? "" : "s");
    else
        fprintf(file,
                "claim: %d chunk%s in %d step%s of %d round%s together\n"
                "arcs with the chunks that go along in each step%s\n",
                task->chunks, task->chunks == 1 ? "" : "s", task->steps,
                task->steps == 1 ? "" : "s", task->rounds, task->rounds == 1 ? "" : "s",
                read->problem.reversed ? "; a node sends the sum of all that it has of a chunk"
                                       : "");
    list_sends(file, schedule);
}

static void explain_frontier(FILE *file, const struct network_read *read) {
    char until[32];
    snprintf(until, sizeof until, read->until ? "%d steps" : "any steps", read->until);
    fprintf(
        file,
        "claim: the least rounds a chunk, over all numbers of chunks, by steps, up to %s; fewer "
        "than %d steps are too few\nproof: a schedule for each row, and prices that there is "
        "none with fewer rounds\n\n   steps  rounds a chunk\n",
        until, read->points[0].steps);
    for (int i = 0; i < read->point_count; i++) {
        const struct network_read_point *point = &read->points[i];
        fprintf(file, "%8d  %d", point->steps, point->p);
        if (point->q > 1)
            fprintf(file, "/%d = %.6g", point->q, (double)point->p / point->q);
        fputc('\n', file);
    }
}

/* --- prices and formulas: lines as they are, with what they say --- */

/* What a group is: its arc, or how many. */
static void put_group(FILE *file, const struct network *network, const char *word) {
    int g = atoi(word) - 1;
    if (g < 0 || g >= network->group_count) {
        fprintf(file, "group %s", word);
        return;
    }
    const struct network_group *group = &network->groups[g];
    const struct network_arc *arc = &network->arcs[network->members[group->first]];
    if (group->count == 1)
        fprintf(file, "arc %d > %d", arc->from, arc->to);
    else
        fprintf(file, "group %d (%d arcs, the first %d > %d)", g + 1, group->count, arc->from,
                arc->to);
    fprintf(file, ", capacity %d", group->capacity);
}

static void put_claim(FILE *file, char *const *words, int count) {
    const char *key = words[0], *value = count > 1 ? words[1] : "",
               *more = count > 2 ? words[2] : "";
    bool any = strcmp(value, "any") == 0;
    if (strcmp(key, "rounds") == 0 && count == 3)
        fprintf(file, "claim: no schedule has fewer than %s/%s rounds a chunk\n", value, more);
    else if (strcmp(key, "rounds") == 0)
        fprintf(file, "with %s%s\n", strcmp(value, "one") == 0 ? "one round in each step" : value,
                strcmp(value, "one") == 0 ? "" : " round(s) together");
    else if (strcmp(key, "unreachable") == 0)
        fprintf(file, "claim: some target is too far\n");
    else if (strcmp(key, "time") == 0)
        fprintf(file, "claim: not in less than %s steps of one round each\n", value);
    else if (strcmp(key, "rate") == 0)
        fprintf(file, "claim: no stream at rate %s/%s\n", value, more);
    else if (strcmp(key, "most") == 0)
        fprintf(file, "claim: no stream at a rate above %s/%s, whatever the delay\n", value, more);
    else if (strcmp(key, "chunks") == 0)
        fprintf(file, "chunks: %s\n", value);
    else if (strcmp(key, "window") == 0)
        fprintf(file, "the %s items from item %s on can't be sent\n", more, value);
    else if (any)
        fprintf(file, "whatever the number of steps\n");
    else
        fprintf(file, "within %s steps%s\n", value,
                strcmp(key, "delay") == 0 ? " after its birth" : "");
}

static void put_price(FILE *file, const struct network *network, char *const *words) {
    fprintf(file, "  step %-5s ", words[1]);
    put_group(file, network, words[2]);
    fprintf(file, ": %s\n", words[3]);
}

/* The lines behind what is to be sent. */
static void explain_proof(FILE *file, struct certificate_input *input,
                          const struct network *network) {
    long prices = 0, clauses = 0, parts = 0, others = 0, commodities = 0, cuts = 0;
    if (strcmp(input->kind, "impossible-network") == 0)
        fprintf(file, "claim: there is no schedule as follows\n");
    while (certificate_next(input)) {
        const char *key = input->words[0];
        if (strcmp(key, "price") == 0 && input->word_count == 4) {
            if (prices++ == 0)
                fprintf(file,
                        "\nproof by prices: what goes along an arc costs what its groups do; a "
                        "schedule has room for less than what\nall that is to be sent costs at "
                        "least (step: or the phase of a stream)\n");
            if (prices <= LISTED_LINES)
                put_price(file, network, input->words);
        } else if (strcmp(key, "lrat") == 0 || strcmp(key, "delete") == 0) {
            clauses += *key == 'l';
        } else if (strcmp(key, "part") == 0 || strcmp(key, "odd") == 0) {
            parts++;
        } else if (strcmp(key, "commodity") == 0) {
            commodities++;
        } else if (strcmp(key, "cut") == 0 || strcmp(key, "symmetry") == 0 ||
                   strcmp(key, "keep") == 0) {
            cuts += *key == 'c';
        } else if (strcmp(key, "trees") == 0) {
            fprintf(file,
                    "what a chunk costs at least: the cheapest tree in time to all targets\n");
        } else if (strcmp(key, "variables") == 0 || strcmp(key, "clauses") == 0) {
            fprintf(file, "%s%s: %s\n", others++ ? "" : "\nproof by a refuted formula\n  ", key,
                    input->word_count > 1 ? input->words[1] : "");
        } else {
            put_claim(file, input->words, input->word_count);
        }
    }
    if (prices > LISTED_LINES)
        fprintf(file, "  ... and %ld more prices\n", prices - LISTED_LINES);
    if (parts)
        fprintf(file,
                "what a chunk costs at least: an arc into each of %ld part%s of the nodes that it "
                "has to come to\n",
                parts, parts == 1 ? "" : "s");
    if (cuts)
        fprintf(file,
                "what a chunk costs at least: sendings that lead out of each of %ld cuts in time; "
                "of %ld commodities, and of\nthose that symmetries take it to\n",
                cuts, commodities);
    if (clauses)
        fprintf(file, "  clauses derived: %ld, up to the empty one\n", clauses);
}

enum status show_network(FILE *file, struct certificate_input *input, struct failure *failure) {
    CLEANUP(network_read_clear) struct network_read read = {0};
    bool holds = network_read_takes(input->kind);
    TRY(holds ? network_read_all(&read, input, NETWORK_READ_NONE, failure)
              : network_read_head(&read, input, failure));
    put_head(file, &read);
    if (read.has_schedule)
        explain_schedule(file, &read);
    else if (holds)
        explain_frontier(file, &read);
    else
        explain_proof(file, input, &read.network);
    return STATUS_OK;
}

/* A network as it was read, as a file of edges that can be read again, changed or not. */
enum status show_machine(FILE *file, const struct network_machine_shown *shown,
                         struct failure *failure) {
    const struct network *network = shown->network;
    const struct network_origin *origin = network->origin;
    fprintf(file, "# %s: %d nodes, %d of them forward\n", shown->name, network->nodes,
            network->forward_count);
    if (origin && *origin->how)
        fprintf(file, "# %s\n", origin->how);
    if (network->unit.thousandths) {
        char text[NETWORK_RATE_ROOM];
        network_capacity_text(1, network->unit, text);
        fprintf(file, "# capacities are multiples of %s\n", text);
    }
    for (int v = 0; v < network->nodes && origin && origin->names; v++)
        if (*origin->names[v])
            fprintf(file, "name %d %s\n", v, origin->names[v]);
    TRY(network_print_edges(file, network, NULL, failure));
    for (int i = 0; i < (origin ? origin->nic_count : 0); i++) {
        char text[NETWORK_RATE_ROOM];
        network_capacity_text(origin->nics[i].capacity, network->unit, text);
        fprintf(file, "nic %d=%s\n", origin->nics[i].node, text);
    }
    return STATUS_OK;
}
