/* SPDX-License-Identifier: MIT */
/* Small files that name large numbers: whatever is asked for, the verdict is there within 200 MB
 * and seconds of the processor. All samples as they are, those of hostile files among them, and
 * good ones of all kinds with their numbers made huge, one by one and several at random. They are
 * checked in processes to which the kernel gives no more addresses and time; of those the address
 * space may be compared on any machine, and the time is generous. Usage: check_limits_test FOLDER,
 * with the folders verified, refuted and malformed */
#include "check_text.h"
#include "core/memory.h"
#include "tests/automata/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Of addresses, and seconds of the processor for each file: 2 on the machines of today. */
enum { ROOM = 190000000, SECONDS = 10, SMALL = 4096, MANY = 40000, NUMBERS = 400 };

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

static const char *folder;

/* --- what is checked --- */

/* A sample, and numbers of it that are others: the digits from `at` on. */
struct sample {
    char name[200];
    struct text *text;
};

static struct {
    struct sample sample[2000];
    size_t count;
} samples;

enum { CHANGES = 4 };

struct variant {
    uint32_t sample;
    uint32_t at[CHANGES]; /* ascending; 0: no more */
    const char *with[CHANGES];
};

static struct {
    struct variant variant[MANY];
    size_t count;
} variants;

/* Shared with the processes. */
static struct {
    size_t next; /* variant that is not begun */
    long slowest, verdicts[3], limits;
} * seen;

static size_t digits_at(const struct text *text, size_t at) {
    size_t count = 0;
    while (at + count < text->length && text->bytes[at + count] >= '0' &&
           text->bytes[at + count] <= '9')
        count++;
    return count;
}

static void make(const struct variant *variant, struct text *text) {
    const struct text *sample = samples.sample[variant->sample].text;
    size_t from = 0, body = text_body(sample);
    *text = *sample;
    if (variant->at[0] == 0)
        return;
    text->length = 0;
    for (int i = 0; i < CHANGES && variant->at[i] > 0; i++) {
        text_put(text, "%.*s%s", (int)(variant->at[i] - from), sample->bytes + from,
                 variant->with[i]);
        from = variant->at[i] + digits_at(sample, variant->at[i]);
    }
    text_put(text, "%.*s", (int)(body - from), sample->bytes + from);
    text_seal(text);
}

/* --- in a process --- */

static rlim_t address_space(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%lu", &pages) != 1)
        abort();
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static void set_limit(int what, rlim_t soft) {
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0)
        abort();
    limit.rlim_cur = soft;
    if (setrlimit(what, &limit) != 0)
        abort();
}

static void check_one(size_t i) {
    static struct text text;
    struct verdict verdict;
    clock_t begin = clock();
    if (!SANITIZED)
        set_limit(RLIMIT_CPU, (rlim_t)(begin / CLOCKS_PER_SEC) + SECONDS + 1);
    make(&variants.variant[i], &text);
    text_check(&text, &verdict);
    seen->verdicts[verdict.status]++;
    seen->limits += strstr(verdict.claim.bytes, "beyond the limit of memory") != NULL;
    verdict_clear(&verdict);
    long milliseconds = (long)((clock() - begin) / (CLOCKS_PER_SEC / 1000));
    if (milliseconds > seen->slowest)
        seen->slowest = milliseconds;
}

static _Noreturn void check_on(FILE *said) {
    if (dup2(fileno(said), STDOUT_FILENO) < 0)
        abort();
    if (!SANITIZED)
        set_limit(RLIMIT_AS, address_space() + ROOM);
    while (seen->next < variants.count)
        check_one(seen->next++);
    _exit(0);
}

static void show(size_t i) {
    static struct text text;
    make(&variants.variant[i], &text);
    fprintf(stderr, "%s, changed:\n%.*s\n", samples.sample[variants.variant[i].sample].name,
            (int)text.length, text.bytes);
}

/* Goes on behind a variant at which GMP was refused memory: that ends the process, with a verdict.
 */
static bool check_more(void) {
    int status;
    char line[300] = "";
    FILE *said = tmpfile();
    assert_non_null(said);
    fflush(NULL);
    pid_t process = fork();
    if (process == 0)
        check_on(said);
    assert_int_equal(waitpid(process, &status, 0), process);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
        fclose(said);
        return false;
    }
    rewind(said);
    bool limit = fgets(line, sizeof line, said) && strstr(line, "beyond the limit of memory");
    fclose(said);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != VERDICT_MALFORMED || !limit) {
        show(seen->next - 1);
        fail_msg("status %d: %s", status, line);
    }
    seen->verdicts[VERDICT_MALFORMED]++;
    seen->limits++;
    return true;
}

static void check_variants(const char *what) {
    memset(seen, 0, sizeof *seen);
    while (check_more())
        continue;
    printf(
        "%s: %zu files, %ld verified, %ld refuted, %ld malformed, %ld of them beyond the limit of "
        "memory; the slowest %ld ms\n",
        what, variants.count, seen->verdicts[VERDICT_VERIFIED], seen->verdicts[VERDICT_REFUTED],
        seen->verdicts[VERDICT_MALFORMED], seen->limits, seen->slowest);
}

/* --- variants --- */

static void load_samples(const char *of) {
    static struct text text;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, of);
    DIR *directory = opendir(path);
    assert_non_null(directory);
    samples.count = variants.count = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".cert") != 0 ||
            !text_load(&text, path, entry->d_name))
            continue;
        struct sample *sample = &samples.sample[samples.count++];
        assert_true(samples.count < sizeof samples.sample / sizeof *samples.sample);
        snprintf(sample->name, sizeof sample->name, "%.199s", entry->d_name);
        sample->text = malloc(sizeof text);
        assert_non_null(sample->text);
        *sample->text = text;
    }
    closedir(directory);
    assert_true(samples.count > 100);
}

static void clear_samples(void) {
    for (size_t i = 0; i < samples.count; i++)
        free(samples.sample[i].text);
    samples.count = variants.count = 0;
}

static void add_variant(struct variant variant) {
    if (variants.count == MANY)
        fail_msg("too many variants");
    variants.variant[variants.count++] = variant;
}

static void test_samples(void **state) {
    static const char *const folders[] = {"verified", "refuted", "malformed"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        load_samples(folders[i]);
        for (uint32_t s = 0; s < samples.count; s++)
            add_variant((struct variant){.sample = s});
        check_variants(folders[i]);
        assert_int_equal(seen->verdicts[i], samples.count);
        clear_samples();
    }
}

/* Where numbers stand behind the line `kind`, of the first of successive lines that begin alike. */
static size_t find_numbers(const struct text *text, uint32_t *at) {
    size_t count = 0, body = text_body(text);
    const char *line = strchr(strstr(text->bytes, "\nkind ") + 1, '\n') + 1, *word = "";
    for (; line < text->bytes + body; line = strchr(line, '\n') + 1) {
        bool again = strncmp(line, word, strcspn(line, " \n") + 1) == 0;
        word = line;
        for (const char *c = line; *c != '\n' && !again && count < NUMBERS; c++)
            if (digits_at(text, (size_t)(c - text->bytes)) > 0) {
                at[count++] = (uint32_t)(c - text->bytes);
                c += digits_at(text, at[count - 1]) - 1;
            }
    }
    return count;
}

/* One of the first words of a line: the kind and its model, the first word of the line and which of
 * its words: was it there before? */
static bool is_new(const struct text *text, uint32_t at) {
    static char keys[4000][120];
    static size_t count;
    char *key = keys[count];
    const char *kind = strstr(text->bytes, "\nkind ") + 6, *line = text->bytes + at;
    size_t words = 0;
    for (; line[-1] != '\n'; line--)
        words += *line == ' ';
    size_t length = strcspn(kind, "\n");
    if (words > 3)
        return false;
    if (strncmp(kind + length, "\nmodel ", 7) == 0)
        length += 1 + strcspn(kind + length + 1, "\n");
    snprintf(key, sizeof *keys, "%.*s|%.*s|%zu", (int)length, kind, (int)strcspn(line, " \n"), line,
             words);
    for (size_t i = 0; i < count; i++)
        if (strcmp(keys[i], key) == 0)
            return false;
    assert_true(++count < sizeof keys / sizeof *keys);
    return true;
}

static const char *const huge[] = {"300000", "10000000", "1000000000"};

enum { HUGE = sizeof huge / sizeof *huge };

static uint64_t random_state = 2026;

static size_t below(size_t limit) {
    random_state = random_state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (size_t)((random_state >> 33) % limit);
}

/* By default two of the three, in turn. */
static void test_one_number(void **state) {
    uint32_t at[NUMBERS];
    bool all = random_rounds() > 1;
    (void)state;
    load_samples("verified");
    for (uint32_t s = 0; s < samples.count; s++) {
        const struct text *text = samples.sample[s].text;
        size_t count = text->length < SMALL ? find_numbers(text, at) : 0;
        for (size_t i = 0; i < count; i++)
            if (is_new(text, at[i]))
                for (size_t h = 0; h < HUGE; h++)
                    if (all || h != i % HUGE)
                        add_variant((struct variant){s, {at[i]}, {huge[h]}});
    }
    check_variants("a number");
    clear_samples();
}

/* Two to four of them. */
static void test_several_numbers(void **state) {
    uint32_t at[NUMBERS];
    long rounds = random_rounds();
    (void)state;
    load_samples("verified");
    for (uint32_t s = 0; s < samples.count; s++) {
        const struct text *text = samples.sample[s].text;
        size_t count = text->length < SMALL ? find_numbers(text, at) : 0;
        for (long round = 0; round < 2 * rounds && count > 0; round++) {
            struct variant variant = {.sample = s};
            size_t next = 0;
            for (int i = 0; i < CHANGES && next < count; i++, next++) {
                next += below(count < 12 ? 3 : count / 3);
                if (next >= count)
                    break;
                variant.at[i] = at[next];
                variant.with[i] = huge[below(HUGE)];
            }
            if (variant.at[0] > 0)
                add_variant(variant);
        }
    }
    check_variants("several numbers");
    clear_samples();
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_samples),
                                       cmocka_unit_test(test_one_number),
                                       cmocka_unit_test(test_several_numbers)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    memory_use_for_numbers();
    seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (seen == MAP_FAILED)
        return 1;
    return cmocka_run_group_tests_name("check_limits", tests, NULL, NULL);
}
