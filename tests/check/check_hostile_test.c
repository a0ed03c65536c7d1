/* SPDX-License-Identifier: MIT */
/* Files that promise much and hold little: what they ask for must not be given before there are
 * lines for it. Each is checked in a process of its own, whose memory is measured, and which is
 * ended if it takes far too long. */
#include "core/certificate.h"
#include "core/memory.h"

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

#include "core/digest.h"

enum { SECONDS = 60, MEGABYTE = 1 << 20 };

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

static long largest_size(void) {
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024L;
}

/* Some kernels (Linux 6.18 does) count pages that were read and never written, which take no
 * memory: there the size says nothing. */
static bool is_measured(void) {
    const size_t size = 4096 * (size_t)4096;
    long before = largest_size();
    volatile unsigned char *pages = calloc(size, 1);
    for (size_t i = 0; i < size && pages; i += 4096)
        (void)pages[i];
    bool given = pages;
    free((void *)pages);
    return given && !SANITIZED && largest_size() - before < (long)size / 2;
}

static bool measured;

/* --- a file --- */

static FILE *begin(const char *body) {
    FILE *file = tmpfile();
    assert_non_null(file);
    fprintf(file, "steadycast certificate 1\nwriter test 1\n%s", body);
    return file;
}

static long seal(FILE *file) {
    struct digest digest;
    char bytes[4096], hex[DIGEST_HEX_SIZE];
    digest_init(&digest);
    rewind(file);
    for (size_t length; (length = fread(bytes, 1, sizeof bytes, file)) > 0;)
        digest_update(&digest, bytes, length);
    digest_hex(&digest, hex);
    fseek(file, 0, SEEK_END);
    fprintf(file, "digest sha256 %s\n", hex);
    long size = ftell(file);
    rewind(file);
    return size;
}

/* --- a process --- */

static _Noreturn void check_and_exit(FILE *file, const char *expected) {
    const struct rlimit limit = {SECONDS, SECONDS};
    struct verdict verdict;
    setrlimit(RLIMIT_CPU, &limit);
    certificate_check(file, "text", &verdict);
    bool right = strstr(verdict.claim.bytes, expected) != NULL;
    if (!right)
        fprintf(stderr, "expected %s, found %s\n", expected, verdict.claim.bytes);
    _exit(right && verdict.status != VERDICT_VERIFIED ? 0 : 1);
}

/* The file is refused, with this reason; no more memory is used than so many bytes, and 32 MB of
 * any process. Ends the file. */
static void assert_refused(const char *name, FILE *file, const char *expected, long room) {
    struct rusage usage;
    int status;
    long size = seal(file);
    fflush(NULL);
    pid_t process = fork();
    if (process == 0)
        check_and_exit(file, expected);
    assert_true(process > 0);
    assert_int_equal(wait4(process, &status, 0, &usage), process);
    printf("%s: %ld bytes, %ld MB, %ld.%02ld s\n", name, size, usage.ru_maxrss >> 10,
           (long)usage.ru_utime.tv_sec, (long)usage.ru_utime.tv_usec / 10000);
    fclose(file);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    if (measured)
        assert_true(usage.ru_maxrss * 1024L < room + 32L * MEGABYTE);
}

/* --- promises --- */

static void test_short_files(void **state) {
    static const struct {
        const char *body, *expected;
    } files[] = {
        {"kind messages\nmodel postal\nlatency 1\nprocessors 100000000\nitems 2147483647\nperiod "
         "1\n"
         "sends any\ndelay 1\nfinish 1\nstep 0\nsend 0 99999999 2147483647\n",
         "has it from"},
        {"kind messages\nmodel postal\nlatency 1\nprocessors 100000000\nitems 2147483647\nperiod "
         "0\n"
         "sends any\ndelay 1\nfinish 1\nstep 0\nsend 0 99999999 2147483647\n",
         "never receives"},
        {"kind messages\nmodel logp\nlatency 1\noverhead 0\ngap 1\nprocessors 100000000\n"
         "items 20\norigins all\nrotation\nperiod 0\nsends any\ndelay 1\nfinish 1\nstep 0\n"
         "send 0 99999999 1\n",
         "never receives"},
        {"kind messages\nmodel ports\nlatency 1\nports 9\nprocessors 100000000\nitems 1\nperiod 0\n"
         "sends any\ndelay 1\nfinish 1\nstep 0\nsend 0 99999999 1\n",
         "never receives"},
        {"kind messages\nmodel graph\nduplex full\nprocessors 100000000\nedges 100000000\n"
         "edge 0 1\nedge 99999998 99999999\n",
         "not connected"},
        {"kind messages\nmodel graph\nduplex full\nprocessors 100000000\nedges 1\nedge 0 1\n"
         "items 1\n",
         "not connected"},
        {"kind gossip-bound\nduplex full\nprocessors 100000000\nedges 100000000\nedge 0 1\ntime "
         "9\n",
         "expected edge"},
        {"kind gossip-product\nduplex full\nfactors 2147483647\nprocessors 4\ntime 4\nfactor 1\n"
         "processors 100000000\nedges 100000000\nedge 0 1\n",
         "expected edge"},
        {"kind combining\nmodel postal\nlatency 2147483647\nprocessors 20000\nfinish 1\nstep 0\n"
         "send 0 1\n",
         "at time 2147483647"},
        {"kind combining\nmodel postal\nlatency 1\nprocessors 20000\nfinish 1\nstep 0\nsend 0 1\n",
         "does not have"},
        {"kind summation\nmodel logp\nlatency 1\noverhead 0\ngap 1\nprocessors 10000000\n"
         "operands 4611686018427387903\nfinish 1\nbegins 1\nstep 0\nadd 0 1\n",
         "expected begins"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        assert_refused(files[i].expected, begin(files[i].body), files[i].expected, 0);
}

/* --- many lines that each ask for as much as a line can --- */

static void test_many_items_begun(void **state) {
    enum { LINES = 20000 };
    (void)state;
    FILE *file = begin("kind messages\nmodel postal\nlatency 100000\nprocessors 1000000\n"
                       "items 2147483647\nperiod 0\nsends any\ndelay 1\nfinish 1\n");
    for (long i = 0; i < LINES; i++)
        fprintf(file, "step %ld\nsend 0 %ld %ld\n", i, 999999 - i, 1 + i * 100000);
    assert_refused("many items", file, "never receives", LINES * (4096 + 3072 + 1024));
}

static void test_many_bits(void **state) {
    (void)state;
    FILE *file = begin("kind messages\nmodel postal\nlatency 100000\nprocessors 100000000\n"
                       "items 2147483647\nperiod 0\nsends any\ndelay 1\nfinish 1\n");
    for (long i = 0; i < 2000; i++)
        fprintf(file, "step %ld\nsend 0 1 %ld\n", i, 1 + i);
    assert_refused("many bits", file, "take more than 4294967296 bytes", 0);
}

/* Each message makes a set of 20,000 operands another one. */
static void test_long_sets(void **state) {
    enum { STEPS = 10000 };
    (void)state;
    FILE *file = begin("kind combining\nmodel postal\nlatency 1\nprocessors 20000\nfinish 9\n");
    for (long i = 1; i <= STEPS; i++)
        fprintf(file, "step %ld\nsend %ld 0\nsend %ld %ld\n", i, i, i + STEPS - 1, i);
    assert_refused("long sets", file, "does not have", STEPS * 4 * 4096L);
    file = begin("kind combining\nmodel postal\nlatency 100000\nprocessors 20000\nfinish 100000\n");
    for (long i = 0; i < STEPS; i++)
        fprintf(file, "step %ld\nsend %ld %ld\n", i, i, i + 1);
    assert_refused("sets under way", file, "does not have", STEPS * 8192L);
}

/* --- little that asks for much work --- */

/* Each value t makes the rest of a walk cheaper, so a pass goes on where the last one has ended. */
static void test_many_passes(void **state) {
    (void)state;
    FILE *file = begin("kind prices\nlatency 26\ndepth 26\ndenominator 1000\nprices 1100\n"
                       "root 2099\nbound 2\npotential recomputed\n");
    assert_refused("passes over all states", file, "beyond the limit of work", 600L * MEGABYTE);
}

/* The first instance asks for a number of processors with hundreds of thousands of digits. */
static void test_large_family(void **state) {
    (void)state;
    FILE *file = begin("kind family\nlatency 1000\ndepths 10000000\n"
                       "window 10000000 receive-only 0\ninstance 10000000\nreceive-only 0\n");
    assert_refused("a family", file, "beyond the limit of work", 64L * MEGABYTE);
}

int main(void) {
    measured = is_measured();
    if (!measured)
        puts("the memory that files take is not measured here");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_short_files), cmocka_unit_test(test_many_items_begun),
        cmocka_unit_test(test_many_bits),   cmocka_unit_test(test_long_sets),
        cmocka_unit_test(test_many_passes), cmocka_unit_test(test_large_family)};
    return cmocka_run_group_tests_name("check_hostile", tests, NULL, NULL);
}
