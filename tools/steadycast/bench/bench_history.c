#include "tools/steadycast/bench/bench_history.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "automata/memory.h"
#include "tools/steadycast/bench/bench.h"
#include "tools/steadycast/frame/json_line.h"

/* --- reading --- */

/* One line of the file: kept if it is a run on this machine. */
static enum status take_line(struct bench_history *history, const char *line, long number,
                             const char *name, bool quick, struct failure *failure) {
    json_t *run = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    const char *machine = json_string_value(json_object_get(run, "name"));
    json_t *kind = json_object_get(run, "quick"), *values = json_object_get(run, "values");
    if (!machine || !json_is_boolean(kind) || !json_is_object(values)) {
        json_decref(run);
        return failure_set(failure, STATUS_INPUT, "%s:%ld: this is no run of bench", history->path,
                           number);
    }
    if (strcmp(machine, name) == 0 && json_is_true(kind) == quick)
        json_array_append(history->runs, run);
    json_decref(run);
    return STATUS_OK;
}

static enum status read_lines(struct bench_history *history, FILE *file, const char *name,
                              bool quick, struct failure *failure) {
    enum status status = STATUS_OK;
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    for (long number = 1; !status && (length = getline(&line, &room, file)) > 0; number++) {
        if (line[length - 1] != '\n')
            break; /* of a run that was killed */
        history->whole += length;
        status = take_line(history, line, number, name, quick, failure);
    }
    free(line);
    if (!status && ferror(file))
        status = failure_set(failure, STATUS_INPUT, "%s can't be read: %s", history->path,
                             strerror(errno));
    return status;
}

enum status bench_history_read(struct bench_history *history, const char *path,
                               const struct bench_machine *machine, bool quick,
                               struct failure *failure) {
    char name[MACHINE_NAME_ROOM];
    *history = (struct bench_history){.path = path, .runs = json_array()};
    if (!history->runs)
        return failure_memory(failure, "the history");
    bench_machine_name(machine, name);
    FILE *file = fopen(path, "r");
    if (!file && errno == ENOENT)
        return STATUS_OK;
    if (!file)
        return failure_set(failure, STATUS_INPUT, "%s can't be read: %s", path, strerror(errno));
    enum status status = read_lines(history, file, name, quick, failure);
    fclose(file);
    return status;
}

void bench_history_clear(struct bench_history *history) {
    json_decref(history->runs);
    *history = (struct bench_history){0};
}

/* --- comparing --- */

static void put_key(char key[2 * BENCH_TEXT_ROOM + 1], const struct bench_record *record) {
    snprintf(key, 2 * BENCH_TEXT_ROOM + 1, "%s/%s", record->part, record->what);
}

/* The median over the earlier runs that have this value; false if none has. */
static bool earlier(const struct bench_history *history, const struct bench_record *record,
                    double *numbers, double *median, int *count) {
    char key[2 * BENCH_TEXT_ROOM + 1];
    size_t i;
    json_t *run;
    put_key(key, record);
    *count = 0;
    json_array_foreach(history->runs, i, run) {
        const json_t *value = json_object_get(json_object_get(run, "values"), key);
        if (json_is_number(value) && json_number_value(value) > 0)
            numbers[(*count)++] = json_number_value(value);
    }
    if (*count)
        *median = bench_median(numbers, *count);
    return *count > 0;
}

static enum status print_change(const struct bench_table *table, const struct bench_record *record,
                                double median, int count, struct failure *failure) {
    double factor = record->value / median;
    bool worse = bench_is_worse(record, median);
    char key[2 * BENCH_TEXT_ROOM + 1];
    put_key(key, record);
    if (table->json)
        return json_line(json_pack("{s:s s:f s:f s:i s:f s:b}", "changed", key, "value",
                                   record->value, "median", median, "runs", count, "factor", factor,
                                   "worse", worse),
                         failure);
    printf("changed: %s: %.3g %s, the median of %d earlier runs is %.3g: factor %.2f, %s\n", key,
           record->value, record->unit, count, median, factor, worse ? "worse" : "better");
    return STATUS_OK;
}

enum status bench_history_compare(const struct bench_history *history,
                                  const struct bench_table *table, double factor,
                                  struct failure *failure) {
    size_t runs = json_array_size(history->runs), changed = 0, compared = 0;
    double *numbers = memory_new(runs, sizeof *numbers);
    enum status status = numbers ? STATUS_OK : failure_memory(failure, "the history");
    for (size_t i = 0; i < table->count && !status; i++) {
        const struct bench_record *record = &table->records[i];
        double median;
        int count;
        if (!(record->value > 0) || !earlier(history, record, numbers, &median, &count))
            continue;
        compared++;
        if (fabs(log(record->value / median)) > log(factor)) {
            status = print_change(table, record, median, count, failure);
            changed++;
        }
    }
    free(numbers);
    if (!status && table->json)
        return json_line(json_pack("{s:i s:i s:i}", "earlier runs", (int)runs, "compared",
                                   (int)compared, "changed", (int)changed),
                         failure);
    if (!status)
        printf("# history: %zu earlier runs on this machine; %zu values compared, %zu changed by "
               "more than a factor of %.2f\n",
               runs, compared, changed, factor);
    return status;
}

/* --- appending --- */

static json_t *run_object(const struct bench_machine *machine, bool quick,
                          const struct bench_table *table) {
    char name[MACHINE_NAME_ROOM], date[32], key[2 * BENCH_TEXT_ROOM + 1];
    struct tm parts;
    time_t now = time(NULL);
    json_t *values = json_object();
    bench_machine_name(machine, name);
    if (!gmtime_r(&now, &parts) || !strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &parts))
        *date = '\0';
    for (size_t i = 0; i < table->count; i++)
        if (isfinite(table->records[i].value)) {
            put_key(key, &table->records[i]);
            json_object_set_new(values, key, json_real(table->records[i].value));
        }
    return json_pack("{s:s s:s s:b s:s s:o s:o}", "date", date, "version", STEADYCAST_VERSION,
                     "quick", quick, "name", name, "machine", bench_machine_object(machine),
                     "values", values);
}

static enum status write_line(const struct bench_history *history, char *text,
                              struct failure *failure) {
    size_t length = strlen(text);
    int file = open(history->path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    struct stat state;
    text[length] = '\n';
    bool done = file >= 0 && fstat(file, &state) == 0 &&
                (!S_ISREG(state.st_mode) || ftruncate(file, (off_t)history->whole) == 0) &&
                (lseek(file, 0, SEEK_END) >= 0 || errno == ESPIPE) &&
                write(file, text, length + 1) == (ssize_t)(length + 1);
    int error = errno;
    if (file >= 0 && close(file) != 0 && done) {
        done = false;
        error = errno;
    }
    return done ? STATUS_OK
                : failure_set(failure, STATUS_INPUT, "%s can't be written: %s", history->path,
                              strerror(error));
}

enum status bench_history_append(const struct bench_history *history,
                                 const struct bench_machine *machine, bool quick,
                                 const struct bench_table *table, struct failure *failure) {
    json_t *run = run_object(machine, quick, table);
    char *text = run ? json_dumps(run, JSON_PRESERVE_ORDER | JSON_COMPACT) : NULL;
    json_decref(run);
    /* the end of the text becomes the end of the line */
    enum status status =
        text ? write_line(history, text, failure) : failure_memory(failure, "the history");
    free(text);
    return status;
}
