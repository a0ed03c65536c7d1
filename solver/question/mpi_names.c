/* SPDX-License-Identifier: MIT */
#include "solver/question/mpi_names.h"

#include <stddef.h>
#include <strings.h>

#define BROADCAST                                                                                  \
    "K items from one processor to all are 'broadcast', an endless stream of them is 'delay'"
#define OVER_NETWORK(name) "over a network it is '" name "'; sizes of each node (v) are --sizes"

static const struct {
    const char *name, *answer;
} answers[] = {
    {"broadcast", BROADCAST},
    {"bcast", BROADCAST},
    {"allgather", OVER_NETWORK("allgather")},
    {"scatter", OVER_NETWORK("scatter")},
    {"gather", OVER_NETWORK("gather")},
    {"alltoall", OVER_NETWORK("alltoall")},
    {"reduce-scatter", OVER_NETWORK("reduce-scatter")},
    {"scan", "it is not answered: each processor gets the sum of those up to it; 'allreduce' gives "
             "the sum of all to all"},
    {"exscan", "it is not answered: each processor gets the sum of those before it; 'allreduce' "
               "gives the sum of all to all"},
    {"rounds", "the collective itself is the subject, as in 'allgather network ring:5 steps 2'"},
    {"kitem", "it is 'broadcast' now"},
    {"single", "it is 'broadcast' of one item"},
    {"multiport", "it is 'broadcast' with -L 1 and -p"},
    {"gossip", "it is 'allgather' with --network and -p 1"},
    {"barrier",
     "it is not answered: nothing is sent but that one has come; 'allreduce' is a barrier, "
     "as its sum needs everybody"},
};

/* reduce_scatter, Reduce-Scatter, reducescatter; with the endings of MPI_Gatherv, MPI_Alltoallw and
 * MPI_Reduce_scatter_block. */
static int is_name(const char *text, const char *name) {
    while (*text && *name) {
        if (*name == '-') {
            name++;
            text += *text == '-' || *text == '_';
        }
        if (strncasecmp(text, name, 1) != 0)
            return 0;
        text++, name++;
    }
    return !*name && (!*text || strcasecmp(text, "v") == 0 || strcasecmp(text, "w") == 0 ||
                      strcasecmp(text, "_block") == 0);
}

const char *mpi_name_answer(const char *name) {
    if (strncasecmp(name, "MPI_", 4) == 0)
        name += 4;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (is_name(name, answers[i].name))
            return answers[i].answer;
    return NULL;
}
