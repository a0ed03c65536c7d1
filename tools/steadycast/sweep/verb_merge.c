/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "tools/steadycast/frame/json_answer.h"
#include "tools/steadycast/frame/verb.h"
#include "tools/steadycast/sweep/merge.h"

static const struct option_spec specs[] = {
    {"output", 'o', OPTION_NAME, true, "FOLDER", 0, 0, "of the whole campaign; must not be there"},
    {"partial", 0, OPTION_FLAG, false, "", 0, 0,
     "take what is there, though shards or answers are missing or damaged"},
    OPTION_SPEC_JSON,
    OPTION_SPEC_QUIET,
};

/* What is wrong with shards goes to stderr, quiet or not. */
static void log_fault(void *context, const char *what) {
    control_end_line(context);
    fprintf(stderr, "%s\n", what);
}

static enum status print_json(const struct merge_tally *tally, struct failure *failure) {
    return json_line(json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "cases", (json_int_t)tally->cases,
                               "answered", (json_int_t)tally->answered, "attempts",
                               (json_int_t)tally->attempts, "certificates",
                               (json_int_t)tally->files, "faults", (json_int_t)tally->faults,
                               "contradictions", (json_int_t)tally->contradictions),
                     failure);
}

static enum status print(const struct arguments *arguments, const struct merge_tally *tally,
                         struct failure *failure) {
    if (option(arguments, "json")->given)
        return print_json(tally, failure);
    if (tally->answered == tally->cases)
        printf("s MERGED %zu cases, %zu certificates\n", tally->cases, tally->files);
    else
        printf("s MERGED %zu of %zu cases, %zu certificates\n", tally->answered, tally->cases,
               tally->files);
    return STATUS_OK;
}

static int run_merge(const struct arguments *arguments) {
    struct control control;
    struct failure failure = {0};
    struct merge_tally tally;
    if (arguments->operand_count < 1) {
        fprintf(stderr, "steadycast: merge needs the folders of shards (see: steadycast help "
                        "merge)\n");
        return EXIT_INPUT;
    }
    control_init(&control, arguments);
    struct merge merge = {.folders = arguments->operands,
                          .count = arguments->operand_count,
                          .output = option(arguments, "output")->text,
                          .partial = option(arguments, "partial")->given,
                          .control = &control,
                          .fault = log_fault,
                          .context = &control};
    enum status status = merge_folders(&merge, &tally, &failure);
    control_end_line(&control);
    if (!status)
        status = print(arguments, &tally, &failure);
    if (!status && tally.contradictions)
        status = failure_set(&failure, STATUS_INTERNAL, "engines disagree on %ld questions",
                             tally.contradictions);
    return status ? verb_failed(&failure) : EXIT_DONE;
}

const struct verb verb_merge = {
    .name = "merge",
    .summary = "Joins the folders of the shards of a campaign to that of the whole",
    .operands = "FOLDER...",
    VERB_SPECS(specs),
    .details =
        "Each FOLDER is that of one shard, made by `sweep FILE -o FOLDER --shard I/N`, on any\n"
        "machine. The new folder is what one run without --shard would have written: "
        "results.jsonl,\n"
        "results.csv and certificates byte for byte, and in answers.sqlite the attempts of all\n"
        "shards in the order of the cases. Certificates and the files that questions name are\n"
        "compared with their digests; certificates are linked, or copied to another file system.\n"
        "The shards stay as they are.\n"
        "\n"
        "All shards have to be of the same campaign and of the same N. Those that are missing or\n"
        "not finished, damaged lines and changed certificates are named, and nothing is merged;\n"
        "with --partial all but these is, and `sweep FILE -o FOLDER` does the rest in the new\n"
        "folder. It gets its file `campaign` only when it is complete; a second merge to the same\n"
        "name is refused for as long as the first runs.\n"
        "\n"
        "The exit status is 0 when it is merged, 1 when it is not, 2 when engines disagree.",
    .example = "  for i in 1 2 3; do steadycast sweep cases/campaign/small.campaign -o part$i "
               "--shard $i/3; done\n"
               "  steadycast merge part1 part2 part3 -o whole\n"
               "  steadycast merge part* -o so-far --partial",
    .run = run_merge};
