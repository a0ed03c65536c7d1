/* SPDX-License-Identifier: MIT */
/* Files that promise much and hold little: what they ask for must not be given before there are
 * lines for it, and what a line asks for is paid for. Each is checked in a process of its own, to
 * which the kernel gives no more addresses and time than are due. */
#include "core/certificate.h"
#include "core/memory.h"
#include "core/read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* SAID: exit status of a process that has come to its verdict; out of memory it ends by itself. */
#define NETWORK "nodes 2\narcs 1\narc 0 1 1\ngroups 1\ngroup 1 1\n"

enum { LONG = 60, SHORT = 1, MEGABYTE = 1 << 20, SHORT_FILE = 160 * MEGABYTE, SAID = 64 };

/* Sanitizers have memory of their own beside. */
#if defined __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__
#endif
#endif
#if defined __SANITIZE_ADDRESS__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/* --- a file --- */

static FILE *begin(const char *body) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fprintf(file, "steadycast certificate 1\nwriter test 1\n%s", body);
    return file;
}

static void seal(FILE *file) {
    struct digest digest;
    char bytes[4096], hex[DIGEST_HEX_SIZE];
    digest_init(&digest);
    rewind(file);
    for (size_t length; (length = fread(bytes, 1, sizeof bytes, file)) > 0;)
        digest_update(&digest, bytes, length);
    digest_hex(&digest, hex);
    fseek(file, 0, SEEK_END);
    fprintf(file, "digest sha256 %s\n", hex);
}

/* --- a process --- */

/* Bytes of addresses, those of memory that is shared or never touched among them. */
static rlim_t address_space(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1)
        abort();
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* `room` bytes, and 32 MB of any process. */
static void set_limits(long room, rlim_t seconds) {
    const struct rlimit time = {seconds, seconds};
    rlim_t most = address_space() + (rlim_t)room + 32L * MEGABYTE;
    const struct rlimit addresses = {most, most};
    if (SANITIZED)
        return;
    if (setrlimit(RLIMIT_CPU, &time) != 0 || setrlimit(RLIMIT_AS, &addresses) != 0)
        abort();
}

struct bounds {
    long room;      /* bytes of addresses */
    rlim_t seconds; /* of the processor */
    bool stream;
};

static _Noreturn void check_and_exit(FILE *file, const char *expected,
                                     const struct bounds *bounds) {
    struct verdict verdict;
    set_limits(bounds->room, bounds->seconds);
    if (bounds->stream)
        certificate_check_stream(file, "text", NULL, false, &verdict);
    else
        certificate_check(file, "text", &verdict);
    bool right = strstr(verdict.claim.bytes, expected) != NULL;
    if (!right)
        fprintf(stderr, "expected %s, found %s\n", expected, verdict.claim.bytes);
    _exit(right ? SAID + (int)verdict.status : 1);
}

/* The status, with these words, within these bounds. Ends the file. */
static int status_within(const char *name, FILE *file, const char *expected,
                         const struct bounds *bounds) {
    struct rusage usage;
    int status;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    fflush(NULL);
    pid_t process = fork();
    if (process == 0)
        check_and_exit(file, expected, bounds);
    assert_true(process > 0);
    assert_int_equal(wait4(process, &status, 0, &usage), process);
    printf("%s: %ld bytes, %ld.%02ld s\n", name, size, (long)usage.ru_utime.tv_sec,
           (long)usage.ru_utime.tv_usec / 10000);
    fclose(file);
    assert_true(WIFEXITED(status));
    assert_true(WEXITSTATUS(status) >= SAID);
    return WEXITSTATUS(status) - SAID;
}

/* The file is refused, with this reason. Ends the file. */
static void assert_refused(const char *name, FILE *file, const char *expected, long room,
                           rlim_t seconds) {
    const struct bounds bounds = {.room = room, .seconds = seconds};
    seal(file);
    int status = status_within(name, file, expected, &bounds);
    assert_true(status == VERDICT_REFUTED || status == VERDICT_MALFORMED);
}

/* --- promises --- */

static void test_short_files(void **state) {
    static const struct {
        const char *body, *expected;
    } files[] = {
        {"kind messages\nmodel postal\nlatency 1\nprocessors 20000000\nitems 400000000\nperiod "
         "1\n"
         "sends any\ndelay 1\nfinish 1\nstep 0\nsend 0 19999999 400000000\n",
         "has it from"},
        {"kind messages\nmodel postal\nlatency 1\nprocessors 20000000\nitems 400000000\nperiod "
         "0\n"
         "sends any\ndelay 1\nfinish 1\nstep 0\nsend 0 19999999 400000000\n",
         "never receives"},
        {"kind messages\nmodel logp\nlatency 1\noverhead 0\ngap 1\nprocessors 5000000\n"
         "items 20\norigins all\nrotation\nperiod 0\nsends any\ndelay 1\nfinish 1\nstep 0\n"
         "send 0 4999999 1\n",
         "never receives"},
        {"kind messages\nmodel ports\nlatency 1\nports 9\nprocessors 8000000\nitems 1\nperiod 0\n"
         "sends any\ndelay 1\nfinish 1\nstep 0\nsend 0 7999999 1\n",
         "never receives"},
        {"kind gossip-product\nduplex full\nfactors 2147483647\nprocessors 4\ntime 4\nfactor 1\n"
         "nodes 1000000\narcs 10000000\narc 0 1 1\n",
         "expected arc"},
        {"kind combining\nmodel postal\nlatency 2147483647\nprocessors 20000\nfinish 1\nstep 0\n"
         "send 0 1\n",
         "at time 2147483647"},
        {"kind combining\nmodel postal\nlatency 1\nprocessors 20000\nfinish 1\nstep 0\nsend 0 1\n",
         "does not have"},
        {"kind summation\nmodel logp\nlatency 1\noverhead 0\ngap 1\nprocessors 3000000\n"
         "operands 4611686018427387903\nfinish 1\nbegins 1\nstep 0\nadd 0 1\n",
         "expected begins"},
        {"kind network-schedule\nnodes 1000000\narcs 10000000\narc 0 1 1\n", "expected arc"},
        {"kind network-schedule\n" NETWORK "stream 0\nrate 2147483647 1\ndelay 1000000\n"
         "period 1000000\nstep 1\nsend 0 1 1\n",
         "not sent"},
        {"kind network-bound\n" NETWORK "stream 0\nrate 1 2147483647\ndelay 9\n"
         "price 1 1 1\ntrees\n",
         "limit of work"},
        {"kind network-bound\n" NETWORK "stream 0\nrate 1 1000000\ndelay 1000000\n"
         "price 1 1 1\ntrees\n",
         "the sendings cost"},
        {"kind network-bound\n" NETWORK "stream 0\nrate 2147483647 2\ndelay 10\n"
         "price 1 1 1\ntrees\n",
         "limit of work"},
        {"kind network-bound\nnodes 1000000\narcs 1\narc 0 1 1\ngroups 1\ngroup 1 1\n"
         "collective alltoall\nchunks 1\ntime 5\nprice any 1 1\npart 1\n",
         "limit of work"},
        {"kind impossible-network\n" NETWORK "stream 0\nrate 1 1000000\ndelay 1\n"
         "window 2147483647 1000000\nvariables 1\n",
         "limit of work"},
        {"kind impossible-network\n" NETWORK "collective broadcast 0\nchunks 1\nsteps 1000000\n"
         "rounds 1000000\nvariables 268435456\nclauses 2147483647\n",
         "beyond the limit of memory"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_refused(files[i].expected, begin(files[i].body), files[i].expected, SHORT_FILE,
                       LONG);
}

/* --- many lines that each ask for as much as a line can --- */

/* Each begins a page of items, an item and a leaf of processors. */
static void test_many_items_begun(void **state) {
    enum { LINES = 20000, APART = 64 };
    (void)state;
    FILE *file = begin("kind messages\nmodel postal\nlatency 100000\nprocessors 1000000\n"
                       "items 1280000\nperiod 0\nsends any\ndelay 1\nfinish 1\n");
    for (long i = 0; i < LINES; i++)
        fprintf(file, "step %ld\nsend 0 %ld %ld\n", i, 999999 - i, 1 + i * APART);
    assert_refused("many items", file, "never receives", LINES * (4096 + 3072 + 1024), LONG);
}

/* Each looks at all nodes. */
static void test_many_odd_sets(void **state) {
    (void)state;
    FILE *file = begin("kind network-bound\nnodes 1000000\narcs 1\narc 0 1 1\ngroups 1\n"
                       "group 1 1\ncollective allgather\nchunks 1\ntime 5\n");
    for (int i = 0; i < 3000; i++)
        fprintf(file, "odd 0 1 2\n");
    assert_refused("many odd sets", file, "limit of work", 50L * MEGABYTE, LONG);
}

/* Each asks what has come of those before. */
static void test_many_operands_under_way(void **state) {
    enum { NODES = 40000 };
    (void)state;
    FILE *file = begin("kind network-schedule\n");
    fprintf(file, "nodes %d\narcs %d\narc 0 1 1\narc 1 0 1\n", NODES, NODES);
    for (int v = 2; v < NODES; v++)
        fprintf(file, "arc %d 0 1000000\n", v);
    fprintf(file, "groups 1\ngroup 1000000");
    for (int a = 1; a <= NODES; a++)
        fprintf(file, " %d", a);
    fprintf(file, "\ncollective reduce 1\nchunks 1\nrounds");
    for (int s = 0; s < 1000000; s++)
        fprintf(file, " 1");
    fprintf(file, "\nstep 1\n");
    for (int v = 2; v < NODES; v++)
        fprintf(file, "send %d 0 1\n", v);
    for (int s = 2; s < 140000; s += 2)
        fprintf(file, "step %d\nsend 0 1 1\nstep %d\nsend 1 0 1\n", s, s + 1);
    assert_refused("operands under way", file, "limit of work", 100L * MEGABYTE, LONG);
}

/* The processors take 4 bytes each, and each item that begins a pointer for 4096 of them. */
static void test_many_bits(void **state) {
    (void)state;
    FILE *file = begin("kind messages\nmodel postal\nlatency 100000\nprocessors 20000000\n"
                       "items 4000\nperiod 0\nsends any\ndelay 1\nfinish 1\n");
    for (long i = 0; i < 4000; i++)
        fprintf(file, "step %ld\nsend 0 1 %ld\n", i, 1 + i);
    assert_refused("many bits", file, "beyond the limit of memory", SHORT_FILE, LONG);
}

/* Each message makes a set of 20,000 operands another one. */
static void test_long_sets(void **state) {
    enum { STEPS = 10000 };
    (void)state;
    FILE *file = begin("kind combining\nmodel postal\nlatency 1\nprocessors 20000\nfinish 9\n");
    for (long i = 1; i <= STEPS; i++)
        fprintf(file, "step %ld\nsend %ld 0\nsend %ld %ld\n", i, i, i + STEPS - 1, i);
    assert_refused("long sets", file, "does not have", STEPS * 4 * 4096L, LONG);
    file = begin("kind combining\nmodel postal\nlatency 100000\nprocessors 20000\nfinish 100000\n");
    for (long i = 0; i < STEPS; i++)
        fprintf(file, "step %ld\nsend %ld %ld\n", i, i, i + 1);
    assert_refused("sets under way", file, "does not have", STEPS * 8192L, LONG);
}

/* --- little that asks for much work --- */

/* Each value t makes the rest of a walk cheaper, so a pass goes on where the last one has ended. */
static void test_many_passes(void **state) {
    (void)state;
    FILE *file = begin("kind prices\nlatency 24\ndepth 24\ndenominator 1000\nprices 1100\n"
                       "root 2099\nbound 2\npotential recomputed\n");
    assert_refused("passes over all states", file, "beyond the limit of work", SHORT_FILE, LONG);
}

/* The first instance asks for a number of processors with hundreds of thousands of digits. */
static void test_large_family(void **state) {
    (void)state;
    FILE *file = begin("kind family\nlatency 1000\ndepths 10000000\n"
                       "window 10000000 receive-only 0\ninstance 10000000\nreceive-only 0\n");
    assert_refused("a family", file, "beyond the limit of work", 64L * MEGABYTE, LONG);
}

/* --- many classes without a value --- */

/* 2^deep cases, of which each has lines of its own. */
static void put_cases(FILE *file, int deep, const char *lines) {
    if (deep == 0) {
        fputs(lines, file);
        return;
    }
    fprintf(file, "split %d 0\n", deep);
    put_cases(file, deep - 1, lines);
    put_cases(file, deep - 1, lines);
}

static void test_many_cases(void **state) {
    (void)state;
    FILE *file = begin("kind prices\ngap 1000000\n");
    put_cases(file, 10,
              "latency 3\ndepth 0\ndenominator 1\nprices\nroot 1\nbound 1\n"
              "potential recomputed\n");
    assert_refused("cases of many classes", file, "beyond the limit of work", 32L * MEGABYTE,
                   SHORT);
}

/* The denominator, of 20,000 digits, stands for each class of which no line says anything else. */
static void test_many_long_numbers(void **state) {
    static char lines[21000];
    (void)state;
    FILE *file = begin("kind prices\ngap 1000000\nsplit 999999 5\n");
    snprintf(lines, sizeof lines, "latency 3\ndepth 0\ndenominator %020000d\nprices\nroot 1\n", 0);
    memset(strstr(lines, "000"), '9', 20000);
    fprintf(file, "%sbound 0\npotential recomputed\n", lines);
    assert_refused("a long denominator", file, "recomputed for numbers below", 32L * MEGABYTE,
                   SHORT);
}

/* --- short lines beside a long number --- */

/* The terms stay short for long, and each is taken from the number of processors. */
static void test_long_processors(void **state) {
    (void)state;
    FILE *file = begin("kind items-bound\nlatency 1000000\nports 1\nprocessors 1");
    for (int i = 0; i < 200000; i++)
        putc('0', file);
    fputs("\nitems 1\nsends any\nfinish 1\n", file);
    assert_refused("a long number of processors", file, "beyond the limit of work", 64L * MEGABYTE,
                   SHORT);
}

/* --- formulas --- */

/* As many clauses as there is room for are built. */
static void test_large_formula(void **state) {
    (void)state;
    FILE *file = begin("kind impossible-periodic\nlatency 1\ndepth 200\nprocessors 10000\n"
                       "period 1\nroles keep\nencoding plain\nvariables 50000000\n"
                       "clauses 100000000\n");
    assert_refused("a large formula", file, "beyond the limit of memory", SHORT_FILE, LONG);
}

/* --- numbers that no line stands behind --- */

static void (*rule_of(const char *name))(struct reader *reader) {
    const struct kind *kind = certificate_kinds;
    while (strcmp(kind->name, name) != 0)
        kind++;
    return kind->rule;
}

/* With so much left, the lines, in which a number asks for more, are refused for that. */
static void assert_pays(const char *kind, const char *lines, uint64_t left) {
    struct verdict verdict;
    struct reader reader;
    char copy[300];
    snprintf(copy, sizeof copy, "%s", lines);
    FILE *in = fmemopen(copy, strlen(copy), "r");
    assert_non_null(in);
    verdict_init(&verdict);
    read_open(&reader, in, "file", &verdict);
    reader.work = READ_WORK_LIMIT - left;
    assert_true(read_passes(&reader, read_next_line));
    assert_false(read_passes(&reader, rule_of(kind)));
    if (!strstr(verdict.claim.bytes, "beyond the limit of work"))
        fail_msg("%s: %s\n%s", kind, verdict.claim.bytes, lines);
    memory_release(0);
    fclose(in);
}

static void test_each_pays(void **state) {
    static const struct {
        const char *kind;
        uint64_t left; /* beside what the lines pay, about 100,000 */
        const char *lines;
    } all[] = {
        {"prices", 0, "latency 1\ndepth 10000000\ndenominator 1\nprices 1\n"},
        {"prices", 900000, /* 800,000 for the prices */
         "latency 100000\ndepth 99999\ndenominator 1\nprices\nroot 1\nbound 1\npotential largest\n"
         "single 1\n"},
        {"prices", 0, "gap 1000000\nsplit 1 0\nlatency 1\ndepth 0\nend\n"},
        {"prices", 8000000, /* for three numbers of each class */
         "gap 1000000\nsplit 1 0\nlatency 2\ndepth 0\ndenominator 1\nprices\nroot 1\nown 1 1\n"},
        {"family", 1000000,
         "latency 1000000\ndepths 1000000\nwindow 2000000 receive-only 0\nend\n"},
        {"impossible-residues", 0, "latency 1000000\ndepth 1000000\nletter 0 modulus\n"},
        {"impossible-search", 0, "latency 1000000\ndepth 1000000\ntree 0\n"},
        {"impossible-search", 0, "latency 2\ndepth 25\ntree 0\n"},
        {"impossible-cnf", 0, "latency 1000000\ndepth 1000000\nencoding sums\nend\n"},
        {"impossible-periodic", 0,
         "latency 1\ndepth 1\nprocessors 1\nperiod 1\nroles keep\nencoding plain\nvariables 1\n"
         "clauses 2147483647\n"},
        {"cnf", 0, "variables 60000000\nclauses 0\nlrat 1 0 1 0\n"},
        {"messages", 0, "model postal\nlatency 1\nprocessors 100000000\nitems 1\nend\n"},
        {"messages", 0, "model buffered\nlatency 1\nprocessors 100000000\nitems 1\nend\n"},
        {"messages", 0, "model ports\nlatency 1\nports 1\nprocessors 100000000\nitems 1\nend\n"},
        {"messages", 0,
         "model logp\nlatency 1\noverhead 0\ngap 1\nprocessors 100000000\nitems 1\nend\n"},
        {"messages", 0,
         "model logp\nlatency 10000000\noverhead 0\ngap 1\ncapacity flight\nprocessors 20\nitems "
         "1\n"},
        {"messages", 0, "model postal\nlatency 1\nprocessors 2\nitems 2147483647\nend\n"},
        {"messages", 0,
         "model postal\nlatency 1\nprocessors 2\nitems 999999999\norigins all\nperiod 0\n"},
        {"summation", 0, "model logp\nlatency 1\noverhead 0\ngap 1\nprocessors 10000000\nend\n"},
        {"logp-schedule", 0,
         "latency 1\noverhead 0\ngap 1\ncapacity none\ndepth 9999999\nprocessors 1\nperiod "
         "1\nend\n"},
        {"logp-family", 0,
         "latency 100000000\noverhead 0\ngap 1\nfrom 10000000\nwindow 10000000\nend\n"},
        {"items-colours", 0,
         "latency 1\ndepth 2\nprocessors 1\nendgame 1000000\nsends any\nsource 1\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        assert_pays(all[i].kind, all[i].lines, all[i].left);
}

/* --- streams --- */

/* Counts that are known: A(s) = s - L + 2 for L <= s < 2L; each of these terms is made. */
static FILE *stream_of(int certificates) {
    static const char body[] = "steadycast certificate 1\nwriter test 1\nkind reach\n"
                               "latency 1000000\noverhead 0\ngap 1\ntime 1999999\n"
                               "processors 1000001\n";
    struct digest digest;
    char hex[DIGEST_HEX_SIZE];
    FILE *file = tmpfile();
    assert_non_null(file);
    digest_init(&digest);
    digest_update(&digest, body, sizeof body - 1);
    digest_hex(&digest, hex);
    for (int i = 0; i < certificates; i++)
        fprintf(file, "%sdigest sha256 %s\n", body, hex);
    return file;
}

/* A million terms, 90 units each, are paid 11 times by what a file has at first. */
static void test_stream(void **state) {
    const struct bounds bounds = {.room = 256L * MEGABYTE, .seconds = LONG, .stream = true};
    (void)state;
    assert_int_equal(status_within("a stream", stream_of(11), "11 certificates", &bounds),
                     VERDICT_VERIFIED);
    assert_int_equal(
        status_within("a long stream", stream_of(1000), "beyond the limit of work", &bounds),
        VERDICT_MALFORMED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_files),     cmocka_unit_test(test_many_items_begun),
        cmocka_unit_test(test_many_odd_sets),   cmocka_unit_test(test_many_operands_under_way),
        cmocka_unit_test(test_many_bits),       cmocka_unit_test(test_long_sets),
        cmocka_unit_test(test_many_passes),     cmocka_unit_test(test_large_family),
        cmocka_unit_test(test_many_cases),      cmocka_unit_test(test_many_long_numbers),
        cmocka_unit_test(test_long_processors), cmocka_unit_test(test_large_formula),
        cmocka_unit_test(test_each_pays),       cmocka_unit_test(test_stream)};
    return cmocka_run_group_tests_name("check_hostile", tests, NULL, NULL);
}
