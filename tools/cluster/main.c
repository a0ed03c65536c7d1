/* SPDX-License-Identifier: MIT */
/* steadycast-mpi: the verbs of steadycast, where `sweep` has a worker on each rank of MPI. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "automata/memory.h"
#include "solver/base/files.h"
#include "tools/cluster/cluster_crew.h"
#include "tools/cluster/rank_message.h"
#include "tools/cluster/ranks.h"
#include "tools/cluster/relay.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/command.h"
#include "tools/steadycast/frame/output_file.h"
#include "tools/steadycast/sweep/crew.h"
#include "tools/steadycast/sweep/sweep.h"

/* What the ranks other than 0 do: pass on orders to their worker, and replies, with the files that
 * they name, to rank 0, until it says that it is over. */

/* --- the folder of a rank --- */

/* The folder in which a rank keeps what its worker writes until rank 0 has it: on the machine of
 * rank 0 below FOLDER/.run of the campaign, from where rank 0 moves the files, elsewhere below
 * TMPDIR, or /tmp. It is named by machine and process. */

struct rank_folder {
    char path[CAMPAIGN_PATH_ROOM]; /* "": none */
};

enum { HOST_ROOM = 256 };

/* The beginning of all names on this machine, up to the process. */
static void name_of_machine(char name[HOST_ROOM + 16]) {
    char host[HOST_ROOM] = "";
    if (gethostname(host, sizeof host - 1) != 0 || strchr(host, '/'))
        strcpy(host, "unknown");
    snprintf(name, HOST_ROOM + 16, "steadycast-%s-", host);
}

/* No more, or dead and not yet taken notice of by its parent. */
static bool is_gone(pid_t process) {
    char path[40], state = 0;
    if (kill(process, 0) != 0)
        return errno == ESRCH;
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)process);
    FILE *file = fopen(path, "r");
    if (!file)
        return errno == ENOENT;
    bool read = fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
    fclose(file);
    return read && (state == 'Z' || state == 'X');
}

/* One of ours, by a process that is no more? */
static bool is_stale(const char *path, const char *name, const char *begin) {
    struct stat info;
    char *end;
    if (strncmp(name, begin, strlen(begin)) != 0)
        return false;
    long process = strtol(name + strlen(begin), &end, 10);
    return *end == '.' && process > 0 && lstat(path, &info) == 0 && S_ISDIR(info.st_mode) &&
           info.st_uid == getuid() && is_gone((pid_t)process);
}

static void remove_stale(const char *above, const char *begin) {
    char path[CAMPAIGN_PATH_ROOM];
    DIR *all = opendir(above);
    if (!all)
        return;
    for (const struct dirent *entry; (entry = readdir(all));)
        if (!campaign_folder_path(above, entry->d_name, path, NULL) &&
            is_stale(path, entry->d_name, begin))
            folder_remove(path);
    closedir(all);
}

static enum status make_inside(const struct rank_folder *folder, const char *name,
                               struct failure *failure) {
    char path[CAMPAIGN_PATH_ROOM];
    TRY(campaign_folder_path(folder->path, name, path, failure));
    if (mkdir(path, 0777) != 0)
        return failure_set(failure, status_of_errno(errno), "folder %s can't be made: %s", path,
                           strerror(errno));
    return STATUS_OK;
}

/* Makes it, of the form of a campaign's folder, below `above`, or, if that is NULL, below TMPDIR or
 * /tmp; removes those of dead processes of the same machine and user. STATUS_SYSTEM if it can't be
 * made. */
static enum status rank_folder_make(struct rank_folder *folder, const char *above,
                                    struct failure *failure) {
    char begin[HOST_ROOM + 16], name[HOST_ROOM + 60];
    struct rank_folder result;
    name_of_machine(begin);
    above = above ? above : temporary_folder();
    remove_stale(above, begin);
    snprintf(name, sizeof name, "%s%ld.XXXXXX", begin, (long)getpid());
    TRY(campaign_folder_path(above, name, result.path, failure));
    if (!mkdtemp(result.path))
        return failure_set(failure, status_of_errno(errno), "folder %s can't be made: %s",
                           result.path, strerror(errno));
    enum status status = make_inside(&result, "certificates", failure);
    if (!status)
        status = make_inside(&result, ".run", failure);
    if (status)
        folder_remove(result.path);
    else
        *folder = result;
    return status;
}

/* The name of the folder, without what is above it. */
static const char *rank_folder_name(const struct rank_folder *folder) {
    const char *slash = strrchr(folder->path, '/');
    return slash ? slash + 1 : folder->path;
}

/* Removes it with all that is in it. */
static void rank_folder_remove(struct rank_folder *folder) {
    if (*folder->path)
        folder_remove(folder->path);
    *folder = (struct rank_folder){""};
}

/* --- serving --- */

enum { PART_BYTES = 1 << 20, MOST_UNSENT = 4 * PART_BYTES, PATIENCE = 10 };

struct server {
    struct ranks *ranks;
    struct relay *relay;
    struct rank_folder folder;
    struct rank_clock clock;
    bool near;  /* rank 0 takes files from the folder itself */
    bool begun; /* rank 0 says that it is alive from now on */
    double heard;
    bool gone; /* the relay is */
    bool over;
    bool lost;
};

/* To rank 0; a rank that can't do that any more leaves. */
static void post(struct server *server, char *bytes, size_t count) {
    if (!bytes || ranks_send(server->ranks, 0, bytes, count, NULL))
        server->over = true;
}

static void post_text(struct server *server, int first, const char *text) {
    size_t count = 0;
    char *bytes = relay_print(first, text, &count);
    post(server, bytes, count);
}

/* On the machine of rank 0, in the folder of the campaign, unless STEADYCAST_RANK_APART is set. */
static bool make_near(struct server *server, const char *bytes, size_t size) {
    struct relay_begin order;
    char run[CAMPAIGN_PATH_ROOM];
    return server->ranks->near && !getenv("STEADYCAST_RANK_APART") &&
           relay_parse_begin(bytes, size, &order) &&
           campaign_folder_path(order.folder, ".run", run, NULL) == STATUS_OK &&
           rank_folder_make(&server->folder, run, NULL) == STATUS_OK;
}

static void begin(struct server *server, const char *bytes, size_t size) {
    struct failure failure = {0};
    size_t count = 0;
    server->begun = true;
    bool near = make_near(server, bytes, size);
    if (!near && rank_folder_make(&server->folder, NULL, &failure)) {
        post_text(server, RELAY_LOST, failure.message);
        return;
    }
    if (near)
        post_text(server, RANK_NEAR, rank_folder_name(&server->folder));
    char *own = relay_begin_elsewhere(bytes, size, server->folder.path, &count);
    relay_send(server->relay, own, count);
}

static void take_order(struct server *server, char *bytes, size_t count) {
    switch (count > 0 ? bytes[0] : RANK_ALIVE) {
    case RELAY_BEGIN:
        begin(server, bytes, count);
        break;
    case RELAY_REQUEST:
    case RELAY_END:
        relay_send(server->relay, bytes, count);
        return;
    case RANK_NEAR:
        server->near = true;
        break;
    case RANK_QUIT:
        server->over = true;
        server->lost = count > 1 && bytes[1] == '1';
        break;
    default:
        break;
    }
    free(bytes);
}

/* What rank 0 wants, and saying that this rank is alive. */
static bool serve_ranks(struct server *server) {
    int from;
    size_t count;
    char *bytes;
    bool happened = false;
    bool beats = rank_clock_beats(&server->clock);
    while (!server->over && (bytes = ranks_receive(server->ranks, &from, &count))) {
        server->heard = server->clock.time;
        happened = true;
        take_order(server, bytes, count);
    }
    if (beats && !server->over)
        post_text(server, RANK_ALIVE, "");
    if (server->begun && server->clock.time - server->heard > PATIENCE * server->clock.silence)
        server->over = server->lost = true;
    return happened;
}

/* Until MPI has taken most of what was sent. */
static void wait_for_room(struct server *server) {
    while (!server->over && ranks_unsent(server->ranks) > MOST_UNSENT) {
        bool happened = serve_ranks(server);
        relay_wait(server->relay, rank_clock_nap(&server->clock, happened));
    }
}

static void send_bytes(struct server *server, FILE *file) {
    size_t got = 1;
    while (!server->over && got > 0) {
        wait_for_room(server);
        char *bytes = memory_new(PART_BYTES + 1, 1);
        if (!bytes) {
            server->over = true;
            return;
        }
        bytes[0] = RANK_PART;
        got = fread(bytes + 1, 1, PART_BYTES, file);
        if (got > 0)
            post(server, bytes, got + 1);
        else
            free(bytes);
    }
}

/* What can't be read does not arrive, and rank 0 sees that. */
static void send_file(struct server *server, const char *name) {
    char below[CAMPAIGN_PATH_ROOM], path[CAMPAIGN_PATH_ROOM], head[CAMPAIGN_PATH_ROOM + 24];
    struct stat info;
    if (campaign_folder_path(server->folder.path, "certificates", below, NULL) ||
        campaign_folder_path(below, name, path, NULL))
        return;
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    if (fstat(fileno(file), &info) == 0) {
        snprintf(head, sizeof head, "%" PRIu64 " %s", (uint64_t)info.st_size, name);
        post_text(server, RANK_FILE, head);
        send_bytes(server, file);
    }
    fclose(file);
    unlink(path);
}

static void send_files(struct server *server, const char *line) {
    struct case_result result;
    if (*line == CREW_FAULT || case_result_parse(&result, line, NULL))
        return;
    for (int i = 0; i < result.certificate_count; i++)
        send_file(server, result.certificates[i].file);
    case_result_clear(&result);
}

/* Replies and ends of the worker, one after the other. */
static bool serve_relay(struct server *server) {
    size_t count;
    char *bytes;
    bool happened = false;
    while (!server->over && (bytes = frame_stream_take(&server->relay->stream, &count))) {
        happened = true;
        if (bytes[0] == RELAY_REPLY && !server->near)
            send_files(server, bytes + 1);
        post(server, bytes, count);
    }
    if (server->relay->stream.ended && !server->gone && !server->over) {
        server->gone = true;
        post_text(server, RELAY_LOST, "the process beside its rank ended");
    }
    return happened;
}

/* Does it until the end; ends the relay, and removes the rank's own folder. *lost: rank 0 says that
 * a rank was lost, or was itself silent for too long. */
static void rank_serve(struct ranks *ranks, struct relay *relay, bool *lost) {
    struct server server = {.ranks = ranks, .relay = relay};
    rank_clock_init(&server.clock);
    while (!server.over) {
        bool happened = serve_ranks(&server);
        happened |= serve_relay(&server);
        if (!server.over)
            relay_wait(relay, rank_clock_nap(&server.clock, happened));
    }
    relay_stop(relay);
    rank_folder_remove(&server.folder);
    *lost = server.lost;
}

/* Of rank 0: notifies all others that it is over. */
static void rank_dismiss(struct ranks *ranks, bool lost) {
    for (int i = 1; i < ranks->size; i++) {
        size_t count = 0;
        char *bytes = relay_print(RANK_QUIT, lost ? "1" : "0", &count);
        if (bytes)
            ranks_send(ranks, i, bytes, count, NULL);
    }
}

/* What rank 0 needs to open a crew. One of each is there in a process, as MPI itself is. */
static struct session {
    struct ranks ranks;
    struct relay relay;
    bool lost;
    void (*close)(struct crew *crew); /* of the crew itself */
} session;

/* Whether ranks were lost is known to the crew only as long as it is there. */
static void close_crew(struct crew *crew) {
    session.lost = cluster_crew_lost(crew);
    session.close(crew);
}

static enum status open_crew(void *context, int threads, const struct crew_place *place,
                             struct crew *crew, struct failure *failure) {
    (void)context;
    if (threads > 0 && threads != session.ranks.size)
        return failure_input(failure,
                             "--threads %d: a worker on each rank, and there are %d (mpirun -n)",
                             threads, session.ranks.size);
    TRY(cluster_crew_open(crew, &session.ranks, &session.relay, place, failure));
    session.close = crew->close;
    crew->close = close_crew;
    return STATUS_OK;
}

static int run_sweep(const struct arguments *arguments) {
    return sweep_command(arguments, open_crew, NULL);
}

static int run_first(int argc, char **argv) {
    struct verb sweep = verb_sweep;
    sweep.run = run_sweep;
    int status = command_run(argc, argv, &sweep);
    relay_stop(&session.relay);
    rank_dismiss(&session.ranks, session.lost);
    return status;
}

/* A signal to the whole job is the business of rank 0. */
static int run_other(void) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    rank_serve(&session.ranks, &session.relay, &session.lost);
    return 0;
}

/* Started by mpirun, srun or the like? Each of them says so in its own words. */
static bool has_launcher(void) {
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE",
                                        "MPI_LOCALRANKID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            return true;
    return false;
}

int main(int argc, char **argv) {
    struct failure failure = {0};
    command_hold_streams();
    command_hold_signals();
    command_hold_path();
    if (!has_launcher()) /* MPI would start a daemon for nobody */
        return command_run(argc, argv, NULL);
    if (relay_start(&session.relay, &failure) ||
        ranks_start(&session.ranks, &argc, &argv, &failure)) {
        fprintf(stderr, "steadycast-mpi: %s\n", failure.message);
        return EXIT_INPUT;
    }
    int status = session.ranks.rank == 0 ? run_first(argc, argv) : run_other();
    ranks_finish(&session.ranks, status, session.lost);
    return status;
}
