/* Lists of messages: told, written as certificates, and checked. */
#include "tools/steadycast/bench/bench_messages.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "solver/certificate/write.h"
#include "solver/construction/best.h"
#include "tools/steadycast/frame/checker.h"

static enum status take(void *context, const struct message *message, struct failure *failure) {
    long *sum = context;
    (void)failure;
    *sum += message->item;
    return STATUS_OK;
}

enum status bench_tell_work(void *context, struct failure *failure) {
    const struct bench_list *run = context;
    struct limits limits = bench_limits(run->options, 1);
    long sum = 0, items = run->list->items;
    enum status status = message_list_each(run->list, take, &sum, &limits, failure);
    if (!status && sum != run->list->processors * (items * (items + 1) / 2))
        status = failure_set(failure, STATUS_INTERNAL, "not every item to everybody");
    return status;
}

enum status bench_best_messages(struct messages *messages, int served, int items,
                                const struct bench_options *options, struct failure *failure) {
    enum { LATENCY = 3 };
    struct limits limits = bench_limits(options, 1);
    struct message_run machine = message_run_postal(LATENCY);
    struct periodic periodic;
    mpz_t processors;
    mpz_init_set_si(processors, served);
    enum status status = best_schedule(&periodic, LATENCY, processors, &limits, failure);
    mpz_clear(processors);
    if (status)
        return status;
    status = messages_of_periodic(messages, &periodic, &machine, items, true, failure);
    periodic_clear(&periodic);
    return status;
}

struct bench_record bench_told(const struct bench_options *options, const struct message_list *list,
                               double seconds) {
    struct bench_record record = {.value = (double)list->count / seconds,
                                  .unit = "messages/s",
                                  .better = BENCH_LARGER,
                                  .limit_value =
                                      options->machine->read_one / (double)sizeof(struct message),
                                  .promise = {BENCH_VALUE, true, 2e7}};
    snprintf(record.limit, sizeof record.limit, "%d bytes a message from memory",
             (int)sizeof(struct message));
    snprintf(record.note, sizeof record.note, "%ld messages", list->count);
    return record;
}

/* --- certificates --- */

struct file_run {
    const struct bench_list *list;
    const char *path;
    const char *checker;
};

static enum status write_file(void *context, struct failure *failure) {
    const struct file_run *run = context;
    struct limits limits = bench_limits(run->list->options, 1);
    return certificate_write_messages(run->path, true, run->list->list, &limits, failure);
}

static enum status check_file(void *context, struct failure *failure) {
    const struct file_run *run = context;
    struct limits limits = bench_limits(run->list->options, 1);
    char line[512];
    bool verified = false;
    enum status status =
        checker_run(run->checker, run->path, &limits, &verified, line, sizeof line, failure);
    if (!status && !verified)
        status = failure_set(failure, STATUS_INTERNAL, "%s", line);
    return status;
}

static enum status time_file(const struct file_run *run, const char *what, bench_work *work,
                             double least, struct bench_table *table, struct failure *failure) {
    const struct bench_options *options = run->list->options;
    double seconds = 0, count = (double)run->list->list->count;
    struct stat state;
    enum status status = bench_time(options, work, (void *)run, &seconds, failure);
    if (!status && stat(run->path, &state) != 0)
        status = failure_set(failure, STATUS_SYSTEM, "%s: %s", run->path, strerror(errno));
    if (status)
        return status;
    double bytes = (double)state.st_size;
    struct bench_record record = {.value = count / seconds,
                                  .unit = "messages/s",
                                  .better = BENCH_LARGER,
                                  .limit_value = options->machine->digest * count / bytes,
                                  .promise = {BENCH_VALUE, true, least}};
    snprintf(record.what, sizeof record.what, "%s", what);
    snprintf(record.limit, sizeof record.limit, "%.1f bytes a message, SHA-256", bytes / count);
    snprintf(record.note, sizeof record.note, "%.0f messages, %.1f MB", count, bytes / 1e6);
    return bench_add(table, &record, failure);
}

static enum status time_files(const struct bench_list *list, struct bench_table *table,
                              struct failure *failure) {
    char folder[] = "/tmp/steadycast-bench-XXXXXX", path[64], checker[4096];
    struct file_run run = {list, path, checker};
    enum status status = checker_find(checker, sizeof checker, failure);
    if (status)
        return status;
    if (!mkdtemp(folder))
        return failure_set(failure, STATUS_SYSTEM, "no temporary folder: %s", strerror(errno));
    snprintf(path, sizeof path, "%s/messages.cert", folder);
    status = time_file(&run, "written as a certificate", write_file, 2e6, table, failure);
    if (!status)
        status = time_file(&run, "checked by steadycheck", check_file, 2e6, table, failure);
    unlink(path);
    rmdir(folder);
    return status;
}

enum status bench_messages(const struct bench_options *options, struct bench_table *table,
                           struct failure *failure) {
    int served = options->quick ? 10000 : 100000;
    struct messages messages;
    double seconds = 0;
    enum status status = bench_best_messages(&messages, served, 20, options, failure);
    if (status)
        return status;
    struct message_list list = messages_list(&messages);
    struct bench_list run = {options, &list};
    status = bench_time(options, bench_tell_work, &run, &seconds, failure);
    struct bench_record record = bench_told(options, &list, seconds);
    snprintf(record.what, sizeof record.what, "told, L = 3, P = %d, K = 20", served + 1);
    if (!status)
        status = bench_add(table, &record, failure);
    if (!status)
        status = time_files(&run, table, failure);
    messages_clear(&messages);
    return status;
}
