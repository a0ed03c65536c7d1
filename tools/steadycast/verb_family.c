#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "solver/certificate/write.h"
#include "tools/steadycast/control.h"
#include "tools/steadycast/verb.h"

static const struct option_spec specs[] = {
    {"latency", 'L', OPTION_RANGE, true, "A..B", 1, 5000, "latencies"},
    {"output", 'o', OPTION_TEXT, true, "FOLDER", 0, 0, "where the certificates go, L<L>.cert each"},
    OPTION_SPEC_FORCE,
    OPTION_SPEC_TIME,
    OPTION_SPEC_QUIET,
};

enum { PATH_ROOM = 4096 };

static bool go_on(void *context, int done, int total) {
    (void)done;
    (void)total;
    return !control_stopped(context);
}

/* Finds and writes the family of one latency. */
static enum status write_one(int latency, const char *path, bool overwrite, struct control *control,
                             struct family *family, struct failure *failure) {
    bool found;
    enum status status = family_find(family, latency, &found, failure);
    if (status)
        return status;
    if (!found)
        return failure_set(failure, STATUS_LIMIT, "no family was found for L = %d%s", latency,
                           latency == 2 ? " (block-cyclic schedules end at t = 3 there)" : "");
    return certificate_write_family(path, overwrite, family, go_on, control, failure);
}

static enum status make_folder(const char *path, struct failure *failure) {
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return failure_set(failure, STATUS_INPUT, "folder %s can't be made: %s", path,
                           strerror(errno));
    return STATUS_OK;
}

struct tally {
    int written;
    int kept;
};

static enum status write_range(const struct arguments *arguments, struct control *control,
                               struct tally *tally, struct failure *failure) {
    const struct option_value *range = option(arguments, "latency");
    bool overwrite = option(arguments, "force")->given;
    const char *folder = option(arguments, "output")->text;
    for (int latency = (int)range->number; latency <= range->last; latency++) {
        char path[PATH_ROOM];
        if (snprintf(path, sizeof path, "%s/L%d.cert", folder, latency) >= (int)sizeof path)
            return failure_set(failure, STATUS_INPUT, "the folder's name is too long");
        struct progress progress = {"family", (uint64_t)(latency - range->number),
                                    (uint64_t)(range->last - range->number + 1), 0};
        control_report(control, &progress);
        if (!overwrite && access(path, F_OK) == 0) {
            tally->kept++; /* files appear only when complete: this one was finished before */
            continue;
        }
        struct family family = {0};
        enum status status = write_one(latency, path, overwrite, control, &family, failure);
        if (!status) {
            control_end_line(control);
            printf("L %d from %d receive-only %d file %s\n", latency, family.from,
                   family.receive_only, path);
        }
        family_clear(&family);
        if (status)
            return status;
        tally->written++;
    }
    return STATUS_OK;
}

static int run_family(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct tally tally = {0, 0};
    control_init(&control, arguments);
    enum status status = make_folder(option(arguments, "output")->text, &failure);
    if (!status)
        status = write_range(arguments, &control, &tally, &failure);
    control_end_line(&control);
    if (!control.quiet && tally.kept)
        fprintf(stderr, "%d files were there already and are kept\n", tally.kept);
    if (status == STATUS_LIMIT) {
        fprintf(stderr, "steadycast: %s; the same command goes on\n", failure.message);
        return verb_verdict(VERDICT_UNKNOWN);
    }
    if (status)
        return verb_failed(&failure);
    return verb_verdict(VERDICT_FEASIBLE);
}

const struct verb verb_family = {
    .name = "family",
    .summary = "Writes certificates that hold for every t from some T on, one for each L",
    .operands = "",
    VERB_SPECS(specs),
    .details =
        "A family holds the instances t = L..T+L-1 and the rule that continues them; t = 2L, L "
        "even,\n"
        "stands in it as impossible, with its proof. Finished files are kept, so that the same\n"
        "command goes on after an interruption.",
    .example = "  steadycast family -L 3..64 -o families && steadycheck families/L64.cert",
    .run = run_family};
