/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/campaign/campaign_folder.h"
#include "tools/steadycast/frame/clock.h"
#include "tools/steadycast/sweep/crew.h"

/* Of an attempt: time in which this process was stopped is not the case's. */
struct allowance {
    struct seen_clock clock;
    double seconds; /* 0: as long as it takes */
    unsigned calls;
};

/* Context of the limits. It looks even without a limit, now and then, for what the attempt took. */
static bool is_over(void *context) {
    struct allowance *allowance = context;
    if (!(allowance->seconds > 0) && ++allowance->calls % 64)
        return false;
    double seen = seen_clock_look(&allowance->clock);
    return allowance->seconds > 0 && seen >= allowance->seconds;
}

/* A sanitizer takes memory of its own, which is not the case's. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { MEMORY_IS_ITS_OWN = false };
#elif defined(__has_feature)
enum { MEMORY_IS_ITS_OWN = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer) };
#else
enum { MEMORY_IS_ITS_OWN = true };
#endif

/* Data are what malloc gives and the stacks; the program itself is not counted. */
static void limit_memory(long megabytes) {
    struct rlimit limit;
    if (!MEMORY_IS_ITS_OWN)
        return;
    getrlimit(RLIMIT_DATA, &limit);
    limit.rlim_cur = megabytes > 0 ? (rlim_t)megabytes << 20 : limit.rlim_max;
    if (limit.rlim_cur > limit.rlim_max)
        limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_DATA, &limit);
}

/* The most memory that the process has, from now on; where the system can't begin anew, from its
 * start on. */
static void forget_peak(void) {
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (!file)
        return;
    fputs("5", file);
    fclose(file);
}

/* Bytes; 0: the system does not say. */
static uint64_t find_peak(void) {
    unsigned long long kilobytes = 0;
    char line[256];
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %llu kB", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return (uint64_t)kilobytes << 10;
}

/* Paths that all requests share. */
struct worker {
    const struct crew_place *place;
    char certificates[CAMPAIGN_PATH_ROOM], states[CAMPAIGN_PATH_ROOM];
};

/* Everything but `version`, which is set, belongs to the caller's result. */
static enum status answer(const struct worker *worker, const struct crew_request *request,
                          struct case_result *result, struct failure *failure) {
    const struct campaign_case *asked = &worker->place->campaign->cases[request->index];
    struct allowance allowance = {.seconds = request->limits.seconds};
    struct limits limits = {
        .threads = 1, .nodes = request->limits.nodes, .stop = is_over, .context = &allowance};
    struct case_place place = {.certificates = worker->certificates,
                               .states = worker->place->states ? worker->states : NULL,
                               .limits = &limits,
                               .instead = worker->place->instead,
                               .context = worker->place->context};
    seen_clock_start(&allowance.clock);
    forget_peak();
    limit_memory(request->limits.megabytes);
    enum status status = case_answer(asked, &place, result, failure);
    if (request->limits.megabytes)
        limit_memory(0);
    if (status)
        return status;
    result->name = strdup(asked->name);
    result->version = strdup(STEADYCAST_VERSION);
    result->attempt = request->attempt;
    result->limits = request->limits;
    result->seconds = seen_clock_look(&allowance.clock);
    result->memory = find_peak();
    return result->name && result->version ? STATUS_OK : failure_memory(failure, "a result");
}

static bool reply(int socket, const struct worker *worker, const struct crew_request *request) {
    char fault[600];
    struct failure failure = {0};
    CLEANUP(case_result_clear) struct case_result result = {0};
    FREED char *line = NULL;
    enum status status = answer(worker, request, &result, &failure);
    if (!status) {
        line = case_result_line(&result);
        if (!line)
            failure_memory(&failure, "a result");
    }
    if (!line)
        crew_fault_print(&failure, fault, sizeof fault);
    const char *text = line ? line : fault;
    return crew_frame_write(socket, text, strlen(text));
}

/* GMP would abort, as who finds a fault does. */
static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory)
        _exit(CREW_REFUSED);
    return memory;
}

static void *reallocate(void *old, size_t old_size, size_t size) {
    (void)old_size;
    void *memory = realloc(old, size);
    if (!memory)
        _exit(CREW_REFUSED);
    return memory;
}

void worker_serve(int socket, const struct crew_place *place) {
    mp_set_memory_functions(allocate, reallocate, NULL);
    struct worker worker = {.place = place};
    struct crew_request request;
    size_t count;
    if (campaign_folder_path(place->folder, "certificates", worker.certificates, NULL) ||
        campaign_folder_path(place->folder, ".run", worker.states, NULL))
        return;
    for (char *text; (text = crew_frame_read(socket, &count)) != NULL;) {
        bool good = crew_request_parse(&request, text) && request.index < place->campaign->count;
        free(text);
        if (!good || !reply(socket, &worker, &request))
            return;
    }
}

void crew_redirect_remarks(const char *folder) {
    char path[CAMPAIGN_PATH_ROOM];
    if (campaign_folder_path(folder, ".run/workers.log", path, NULL))
        return;
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log >= 0)
        dup2(log, STDERR_FILENO);
}
