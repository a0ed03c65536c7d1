/* SPDX-License-Identifier: MIT */
#include "tools/cluster/cluster_crew.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/cluster/incoming.h"
#include "tools/cluster/rank_message.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/frame/clock.h"
#include "tools/steadycast/sweep/crew.h"

struct peer {
    bool lost;
    bool spoiled;                  /* a file did not arrive as it was: its worker is being ended */
    long deaths;                   /* of workers, that were reported */
    double heard;                  /* by the clock */
    char near[CAMPAIGN_PATH_ROOM]; /* its folder, if it is on this machine and seen; else "" */
    struct incoming incoming;
};

struct cluster {
    struct ranks *ranks;
    struct relay *relay;
    char certificates[CAMPAIGN_PATH_ROOM], run[CAMPAIGN_PATH_ROOM];
    struct rank_clock clock;
    struct peer *peers;
};

/* Frees the bytes. */
static enum status post(struct cluster *cluster, int worker, char *bytes, size_t count,
                        struct failure *failure) {
    TRY(memory_check(bytes, failure, "a message"));
    if (worker > 0)
        return ranks_send(cluster->ranks, worker, bytes, count, failure);
    relay_send(cluster->relay, bytes, count);
    return STATUS_OK;
}

static enum status send_request(struct crew *crew, int worker, const struct crew_request *request,
                                struct failure *failure) {
    struct cluster *cluster = crew->context;
    const struct peer *peer = &cluster->peers[worker];
    size_t count = 0;
    if (peer->lost)
        return STATUS_OK;
    char *bytes = relay_print_request(request, peer->deaths, &count);
    return post(cluster, worker, bytes, count, failure);
}

static void end(struct crew *crew, int worker) {
    struct cluster *cluster = crew->context;
    size_t count = 0;
    char *bytes = relay_print_end(cluster->peers[worker].deaths, &count);
    post(cluster, worker, bytes, count, NULL);
}

static enum status say(struct crew_message *message, enum crew_event event, int worker,
                       const char *line, struct failure *failure) {
    char *copy = memory_new(strlen(line) + 1, 1);
    TRY(memory_check(copy, failure, "a message"));
    strcpy(copy, line);
    *message = (struct crew_message){.event = event, .worker = worker, .line = copy};
    return STATUS_OK;
}

/* Did all files of a result of another rank arrive? */
static bool fits(const struct cluster *cluster, struct peer *peer, const char *line) {
    CLEANUP(case_result_clear) struct case_result result = {0};
    if (case_result_parse(&result, line, NULL))
        return false;
    bool sent = !*peer->near || peer->incoming.count > 0;
    return sent ? incoming_fits(&peer->incoming, &result)
                : incoming_move(peer->near, cluster->certificates, &result);
}

static enum status take_reply(struct crew *crew, int worker, const char *line,
                              struct crew_message *message, struct failure *failure) {
    struct cluster *cluster = crew->context;
    struct peer *peer = &cluster->peers[worker];
    if (peer->spoiled)
        return STATUS_OK;
    if (*line == CREW_FAULT)
        return say(message, CREW_FAILED, worker, line + 1, failure);
    if (worker > 0 && !fits(cluster, peer, line)) {
        peer->spoiled = true;
        end(crew, worker);
        return STATUS_OK;
    }
    return say(message, CREW_REPLY, worker, line, failure);
}

static enum status take_end(struct cluster *cluster, int worker, enum crew_event event,
                            const char *how, struct crew_message *message,
                            struct failure *failure) {
    struct peer *peer = &cluster->peers[worker];
    if (worker == 0 && event == CREW_LOST)
        return failure_system(failure, "rank 0 has no worker: %s", how);
    const char *line = peer->spoiled ? "its files did not arrive as they were" : how;
    peer->deaths++;
    peer->lost = event == CREW_LOST;
    peer->spoiled = false;
    incoming_clear(&peer->incoming);
    return say(message, event, worker, line, failure);
}

static enum status take_file(struct cluster *cluster, struct peer *peer, const char *text,
                             struct failure *failure) {
    uint64_t size;
    int name = 0;
    if (peer->spoiled)
        return STATUS_OK;
    if (sscanf(text, "%" SCNu64 " %n", &size, &name) != 1 || name == 0)
        return failure_internal(failure, "a rank sends a file without a name");
    return incoming_begin(&peer->incoming, cluster->certificates, text + name, size, failure);
}

/* Is its folder seen from here? Then it need send no files. */
static enum status take_near(struct cluster *cluster, int worker, const char *name,
                             struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM], inside[CAMPAIGN_PATH_ROOM];
    size_t count = 0;
    if (strchr(name, '/') || campaign_folder_path(cluster->run, name, path, NULL) ||
        campaign_folder_path(path, "certificates", inside, NULL) || access(inside, W_OK) != 0)
        return STATUS_OK;
    strcpy(cluster->peers[worker].near, inside);
    char *bytes = relay_print(RANK_NEAR, "", &count);
    return post(cluster, worker, bytes, count, failure);
}

/* What a worker's rank says; the message stays as it is if that is of no interest to others. */
static enum status receive_bytes(struct crew *crew, int worker, const char *bytes, size_t count,
                                 struct crew_message *message, struct failure *failure) {
    struct cluster *cluster = crew->context;
    struct peer *peer = &cluster->peers[worker];
    peer->heard = cluster->clock.time;
    if (peer->lost) /* it was silent for too long: others do its work */
        return STATUS_OK;
    switch (count > 0 ? bytes[0] : RANK_ALIVE) {
    case RELAY_REPLY:
        return take_reply(crew, worker, bytes + 1, message, failure);
    case RELAY_DIED:
        return take_end(cluster, worker, CREW_DIED, bytes + 1, message, failure);
    case RELAY_LOST:
        return take_end(cluster, worker, CREW_LOST, bytes + 1, message, failure);
    case RANK_FILE:
        return take_file(cluster, peer, bytes + 1, failure);
    case RANK_NEAR:
        return take_near(cluster, worker, bytes + 1, failure);
    case RANK_PART:
        return peer->spoiled ? STATUS_OK
                             : incoming_part(&peer->incoming, bytes + 1, count - 1, failure);
    default:
        return STATUS_OK;
    }
}

/* Of its own worker first, then of the ranks, until one of them says something. */
static enum status take_all(struct crew *crew, struct crew_message *message, bool *happened,
                            struct failure *failure) {
    struct cluster *cluster = crew->context;
    if (cluster->relay->stream.ended)
        return failure_system(failure, "the process between rank 0 and its worker ended");
    while (message->event == CREW_NOTHING) {
        int worker = 0;
        size_t count;
        FREED char *bytes = frame_stream_take(&cluster->relay->stream, &count);
        if (!bytes)
            bytes = ranks_receive(cluster->ranks, &worker, &count);
        if (!bytes)
            break;
        *happened = true;
        TRY(receive_bytes(crew, worker, bytes, count, message, failure));
    }
    return STATUS_OK;
}

static enum status look_for_lost(struct cluster *cluster, struct crew_message *message,
                                 struct failure *failure) {
    char text[100];
    snprintf(text, sizeof text, "its rank was silent for %.0f s", cluster->clock.silence);
    for (int i = 1; i < cluster->ranks->size; i++) {
        struct peer *peer = &cluster->peers[i];
        if (!peer->lost && cluster->clock.time - peer->heard > cluster->clock.silence)
            return take_end(cluster, i, CREW_LOST, text, message, failure);
    }
    return STATUS_OK;
}

static enum status beat(struct cluster *cluster, struct failure *failure) {
    for (int i = 1; i < cluster->ranks->size; i++) {
        size_t count = 0;
        char *bytes = cluster->peers[i].lost ? NULL : relay_print(RANK_ALIVE, "", &count);
        if (bytes)
            TRY(ranks_send(cluster->ranks, i, bytes, count, failure));
    }
    return STATUS_OK;
}

static enum status receive(struct crew *crew, int milliseconds, struct crew_message *message,
                           struct failure *failure) {
    struct cluster *cluster = crew->context;
    struct crew_message result = {.event = CREW_NOTHING};
    double until = steady_clock() + milliseconds / 1000.0;
    bool happened = true, undisturbed = true;
    for (;;) {
        bool beats = rank_clock_beats(&cluster->clock);
        enum status status = take_all(crew, &result, &happened, failure);
        if (!status && result.event == CREW_NOTHING && beats)
            status = beat(cluster, failure);
        if (!status && result.event == CREW_NOTHING)
            status = look_for_lost(cluster, &result, failure);
        if (status)
            return status;
        if (result.event != CREW_NOTHING || steady_clock() >= until || !undisturbed)
            break;
        undisturbed = relay_wait(cluster->relay, rank_clock_nap(&cluster->clock, happened));
        happened = false;
    }
    *message = result;
    return STATUS_OK;
}

bool cluster_crew_lost(const struct crew *crew) {
    const struct cluster *cluster = crew->context;
    for (int i = 0; i < crew->size; i++)
        if (cluster->peers[i].lost)
            return true;
    return false;
}

/* The others end their workers when rank 0 notifies them that it is over. */
static void close_crew(struct crew *crew) {
    struct cluster *cluster = crew->context;
    for (int i = 0; i < crew->size; i++)
        incoming_clear(&cluster->peers[i].incoming);
    relay_stop(cluster->relay);
    free(cluster->peers);
    free(cluster);
    *crew = (struct crew){0};
}

static enum status begin(struct cluster *cluster, const struct crew_place *place,
                         struct failure *failure) {
    for (int i = 0; i < cluster->ranks->size; i++) {
        size_t count = 0;
        char *bytes = relay_print_begin(place, &count);
        TRY(post(cluster, i, bytes, count, failure));
    }
    return STATUS_OK;
}

enum status cluster_crew_open(struct crew *crew, struct ranks *ranks, struct relay *relay,
                              const struct crew_place *place, struct failure *failure) {
    FREED struct cluster *cluster = memory_new(1, sizeof *cluster);
    FREED struct peer *peers = memory_new((size_t)ranks->size, sizeof *peers);
    TRY(memory_check(cluster && peers, failure, "the ranks"));
    *cluster = (struct cluster){.ranks = ranks, .relay = relay, .peers = peers};
    rank_clock_init(&cluster->clock);
    TRY(campaign_folder_path(place->folder, "certificates", cluster->certificates, failure));
    TRY(campaign_folder_path(place->folder, ".run", cluster->run, failure));
    TRY(begin(cluster, place, failure));
    (void)TAKE(peers);
    *crew = (struct crew){.size = ranks->size,
                          .context = TAKE(cluster),
                          .send = send_request,
                          .receive = receive,
                          .end = end,
                          .close = close_crew};
    return STATUS_OK;
}
