/* SPDX-License-Identifier: MIT */
#include "tools/cluster/ranks.h"

#include <limits.h>
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "automata/memory.h"

enum { TAG = 1, FINISH_SECONDS = 10 };

struct ranks_sent {
    MPI_Request request;
    char *bytes;
    size_t count;
    struct ranks_sent *next;
};

struct ranks_coming {
    MPI_Request request;
    int from;
    char *bytes;
    size_t count;
    struct ranks_coming *next;
};

/* Does rank 0 share memory with this rank? */
static bool is_near(int rank) {
    MPI_Comm machine;
    MPI_Group all, here;
    int first = 0, found = MPI_UNDEFINED;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine) !=
        MPI_SUCCESS)
        return false;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Comm_group(machine, &here);
    MPI_Group_translate_ranks(all, 1, &first, here, &found);
    MPI_Group_free(&all);
    MPI_Group_free(&here);
    MPI_Comm_free(&machine);
    return found != MPI_UNDEFINED;
}

enum status ranks_start(struct ranks *ranks, int *argc, char ***argv, struct failure *failure) {
    *ranks = (struct ranks){0};
    if (MPI_Init(argc, argv) != MPI_SUCCESS)
        return failure_system(failure, "MPI can't be started");
    /* Who does not answer is given up after a time; an error of MPI says no more than that. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks->size);
    ranks->near = is_near(ranks->rank);
    return STATUS_OK;
}

/* Forgets those that have gone. */
static void settle(struct ranks *ranks) {
    struct ranks_sent **link = &ranks->sent;
    while (*link) {
        struct ranks_sent *sent = *link;
        int done = 0;
        if (MPI_Test(&sent->request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && !done) {
            link = &sent->next;
            continue;
        }
        *link = sent->next;
        free(sent->bytes);
        free(sent);
    }
}

enum status ranks_send(struct ranks *ranks, int to, char *bytes, size_t count,
                       struct failure *failure) {
    struct ranks_sent **end = &ranks->sent, *sent = NULL;
    enum status status = STATUS_OK;
    settle(ranks);
    if (count > INT_MAX)
        status =
            failure_limit(failure, "a message of %zu bytes is longer than MPI can send", count);
    else if (!bytes || !(sent = memory_new(1, sizeof *sent)))
        status = failure_memory(failure, "a message");
    if (status) {
        free(bytes);
        return status;
    }
    *sent = (struct ranks_sent){.bytes = bytes, .count = count};
    if (MPI_Isend(bytes, (int)count, MPI_BYTE, to, TAG, MPI_COMM_WORLD, &sent->request) !=
        MPI_SUCCESS)
        sent->request = MPI_REQUEST_NULL;
    while (*end)
        end = &(*end)->next;
    *end = sent;
    return STATUS_OK;
}

size_t ranks_unsent(struct ranks *ranks) {
    size_t count = 0;
    settle(ranks);
    for (const struct ranks_sent *sent = ranks->sent; sent; sent = sent->next)
        count += sent->count;
    return count;
}

/* Puts a message that MPI knows of at the end of those that come. false: there is none. */
static bool announce(struct ranks *ranks) {
    MPI_Message message;
    MPI_Status status;
    int found = 0, count = 0;
    if (MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &found, &message, &status) !=
            MPI_SUCCESS ||
        !found)
        return false;
    MPI_Get_count(&status, MPI_BYTE, &count);
    struct ranks_coming *coming = memory_new(1, sizeof *coming), **end = &ranks->coming;
    char *bytes = memory_new((size_t)count + 1, 1);
    if (!coming || !bytes) /* it can't be left where it is */
        MPI_Abort(MPI_COMM_WORLD, 2);
    *coming =
        (struct ranks_coming){.from = status.MPI_SOURCE, .bytes = bytes, .count = (size_t)count};
    MPI_Imrecv(bytes, count, MPI_BYTE, &message, &coming->request);
    while (*end)
        end = &(*end)->next;
    *end = coming;
    return true;
}

/* Is a message of the same rank before it, that is not here yet? */
static bool has_to_wait(const struct ranks *ranks, const struct ranks_coming *coming) {
    for (const struct ranks_coming *other = ranks->coming; other != coming; other = other->next)
        if (other->from == coming->from)
            return true;
    return false;
}

char *ranks_receive(struct ranks *ranks, int *from, size_t *count) {
    while (announce(ranks))
        continue;
    for (struct ranks_coming **link = &ranks->coming; *link; link = &(*link)->next) {
        struct ranks_coming *coming = *link;
        int done = 0;
        if (has_to_wait(ranks, coming) ||
            MPI_Test(&coming->request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || !done)
            continue;
        char *bytes = coming->bytes;
        *from = coming->from;
        *count = coming->count;
        *link = coming->next;
        free(coming);
        return bytes;
    }
    return NULL;
}

static volatile sig_atomic_t exit_status;

static void leave(int number) {
    (void)number;
    _exit(exit_status);
}

void ranks_finish(struct ranks *ranks, int status, bool lost) {
    const struct timespec nap = {.tv_nsec = 500000};
    if (lost) {
        exit_status = status;
        signal(SIGALRM, leave);
        alarm(FINISH_SECONDS);
    }
    while (!lost && ranks_unsent(ranks) > 0)
        nanosleep(&nap, NULL);
    MPI_Finalize();
    alarm(0);
}
