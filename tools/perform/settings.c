/* SPDX-License-Identifier: MIT */
#include "tools/perform/settings.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/perform/pairs.h"
#include "tools/steadycast/frame/options.h"

enum { BYTES = 64, SEED = 1, WINDOW = 16, REPEAT_COMPARED = 20, REPEAT_MEASURED = 100 };

static const struct option_spec specs[] = {
    {"bytes", 'b', OPTION_NUMBER, false, "N", 1, 1 << 30,
     "bytes of each item or message (default: 64)"},
    {"repeat", 'r', OPTION_NUMBER, false, "N", 1, 1000000,
     "do it N times, for its timing (default: 1; with --compare 20, with --measure 100)"},
    {"seed", 0, OPTION_NUMBER, false, "N", 0, LONG_MAX, "of the items' data (default: 1)"},
    {"compare", 'c', OPTION_FLAG, false, "", 0, 0,
     "the time that the list predicts, and that of MPI_Bcast and MPI_Ibcast, beside that of the "
     "schedule"},
    {"window", 0, OPTION_NUMBER, false, "N", 1, 1000000,
     "with --compare: items that MPI_Ibcast has under way at a time (default: 16)"},
    {"measure", 'm', OPTION_FLAG, false, "", 0, 0,
     "in place of FILE: measure L, o and g between the ranks"},
    {"pairs", 0, OPTION_CHOICE, false, "root|near|all", 0, 0,
     "with --measure: rank 0 with each other, each with those 1, 2, 4, 8, .. behind it (default), "
     "or every two ranks"},
    {"cycle", 0, OPTION_NUMBER, false, "NANOSECONDS", 1, 1000000000,
     "with --measure and --compare: what a cycle, or step, takes"},
    {"quiet", 'q', OPTION_FLAG, false, "", 0, 0, "no times and no progress on stderr"},
    {"version", 0, OPTION_FLAG, false, "", 0, 0, "print the version"},
};

static const char details[] =
    "Performs the messages of a certificate of kind messages or combining by MPI: rank p is\n"
    "processor p, and\n"
    "sends and receives what the list says, in its order. Each item has data of its own, which\n"
    "only its source has at the beginning. In the end every rank compares every byte, and rank 0\n"
    "prints (of kind combining it is every rank's sum of the data of all, added byte by byte)\n"
    "  s PERFORMED M messages of N bytes among P ranks\n"
    "and, on stderr, the seconds that it took and the microseconds for each message of a rank,\n"
    "which sends them one after the other: the median, with quartiles and the fastest.\n"
    "\n"
    "Only the order counts here, no clock: latency, overhead and gap are those of the machine.\n"
    "No rank waits for anything but what the schedule says that it has by then.\n"
    "\n"
    "With --compare rank 0 prints the time of the list's last reception, in cycles of --cycle,\n"
    "median and quartiles of the schedule, and those of its items brought to the same ranks by\n"
    "MPI_Bcast, item after item, and by MPI_Ibcast, several at a time.\n"
    "\n"
    "With --measure it prints median and quartiles of the sender's and the receiver's overhead,\n"
    "gap and latency (Culler, Liu, Martin, Yoshikawa 1996) over pairs of ranks, one at a time,\n"
    "near ones and far ones (--pairs); the pairs with the least and the greatest L+2o; and then,\n"
    "as last line, the option --logp L,o,g, in cycles of --cycle, or of such that the shortest of\n"
    "L, o and g takes about four. Where the slowest pair takes more than twice as long as the\n"
    "fastest, it says that one machine for all of them may mislead.\n"
    "\n"
    "Where ranks share processors of a machine it says so, and times mean little.\n"
    "\n"
    "Exit status, of all ranks: 0 performed; 1 bad input, such as a file that is no schedule, or\n"
    "is not for as many processors as there are ranks; 2 data that did not arrive.\n"
    "\n"
    "Examples:\n"
    "  steadycast expand --logp 6,2,4 -P 8 -k 1 -o eight.cert\n"
    "  mpirun -n 8 steadycast-perform eight.cert\n"
    "  mpirun -n 8 steadycast-perform eight.cert --bytes 65536 --repeat 100\n"
    "\n"
    "  mpirun -n 4 steadycast-perform --measure --cycle 100\n"
    "  steadycast delay --logp 12,3,4 -P 4 -o four       # L,o,g of the last line\n"
    "  steadycast expand four/schedule.cert -k 20 -o twenty.cert\n"
    "  mpirun -n 4 steadycast-perform twenty.cert --compare --cycle 100\n";

void settings_print_help(void) {
    printf("usage: mpirun -n P steadycast-perform [options] FILE\n"
           "       mpirun -n P steadycast-perform --measure [options]\n\n");
    options_print(specs, sizeof specs / sizeof *specs);
    printf("\n%s", details);
}

/* Options that would do nothing are refused: who gives one expects something of it. */
static enum status check_together(const struct arguments *arguments, struct failure *failure) {
    bool measure = option(arguments, "measure")->given,
         compare = option(arguments, "compare")->given;
    const struct option_value *window = option(arguments, "window");
    const struct option_value *cycle = option(arguments, "cycle");
    const struct option_value *pairs = option(arguments, "pairs");
    const struct option_value *seed = option(arguments, "seed");
    if (measure && compare)
        return failure_set(failure, STATUS_INPUT,
                           "--measure and --compare don't go together: the first takes no file");
    if (measure && arguments->operand_count > 0)
        return failure_set(failure, STATUS_INPUT, "--measure takes no file, found '%s'",
                           arguments->operands[0]);
    if (measure && seed->given)
        return failure_set(failure, STATUS_INPUT, "--seed %s: --measure sends no items",
                           seed->text);
    if (window->given && !compare)
        return failure_set(failure, STATUS_INPUT, "--window %s is for --compare", window->text);
    if (pairs->given && !measure)
        return failure_set(failure, STATUS_INPUT, "--pairs %s is for --measure", pairs->text);
    if (cycle->given && !compare && !measure)
        return failure_set(failure, STATUS_INPUT, "--cycle %s is for --measure and --compare",
                           cycle->text);
    if (!measure && arguments->operand_count != 1)
        return failure_set(failure, STATUS_INPUT,
                           "one file is expected, not %d (see: steadycast-perform --help)",
                           arguments->operand_count);
    return STATUS_OK;
}

static long number_of(const struct arguments *arguments, const char *name, long other) {
    const struct option_value *value = option(arguments, name);
    return value->given ? value->number : other;
}

static struct settings settings_of(const struct arguments *arguments) {
    bool measure = option(arguments, "measure")->given,
         compare = option(arguments, "compare")->given;
    return (struct settings){
        .mode = measure ? MODE_MEASURE : MODE_PERFORM,
        .quiet = option(arguments, "quiet")->given,
        .compare = compare,
        .bytes = number_of(arguments, "bytes", BYTES),
        .repeat = number_of(arguments, "repeat",
                            measure   ? REPEAT_MEASURED
                            : compare ? REPEAT_COMPARED
                                      : 1),
        .seed = number_of(arguments, "seed", SEED),
        .cycle = number_of(arguments, "cycle", 0),
        .pairs = measure ? number_of(arguments, "pairs", PAIRS_NEAR) : 0,
        .window = compare ? number_of(arguments, "window", WINDOW) : 0,
    };
}

enum status settings_read(struct settings *settings, const char **file, int argc, char **argv,
                          struct failure *failure) {
    struct arguments arguments = {.program = argv[0],
                                  .verb = "steadycast-perform",
                                  .alone = true,
                                  .specs = specs,
                                  .spec_count = sizeof specs / sizeof *specs};
    bool help = false;
    enum status status = options_parse(&arguments, argc, argv, &help, failure);
    if (status)
        return status;
    bool version = option(&arguments, "version")->given;
    *settings = (struct settings){.mode = help ? MODE_HELP : MODE_VERSION};
    if (!help && !version) {
        status = check_together(&arguments, failure);
        *settings = settings_of(&arguments);
        *file = arguments.operand_count > 0 ? arguments.operands[0] : NULL;
    }
    free(arguments.values);
    return status;
}
