/* SPDX-License-Identifier: MIT */
#include "tools/perform/broadcast.h"

#include "automata/require.h"

void broadcast_blocking(const struct item_data *data) {
    for (int item = 1; item <= data->plan->total; item++)
        MPI_Bcast(item_data_of(data, item), data->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

void broadcast_pipelined(const struct item_data *data, MPI_Request *requests, int window) {
    int total = data->plan->total;
    require(window >= 1);
    for (int item = 1; item <= total; item++) {
        MPI_Request *request = &requests[(item - 1) % window];
        if (item > window)
            MPI_Wait(request, MPI_STATUS_IGNORE);
        MPI_Ibcast(item_data_of(data, item), data->bytes, MPI_BYTE, 0, MPI_COMM_WORLD, request);
    }
    MPI_Waitall(total < window ? total : window, requests, MPI_STATUSES_IGNORE);
}
