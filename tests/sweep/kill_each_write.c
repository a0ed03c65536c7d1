/* SPDX-License-Identifier: MIT */
/* Runs that are killed right before and right behind every call that changes a file of theirs, by
 * the library kill_writes: what is left is never called wrong, the same command comes to the same
 * end as a run that nobody disturbed, and nothing that was answered is asked again.
 * By default one side of each third call of `sweep` is taken, and some calls of the rest, as the
 * seed says, and some of the folders that are whole again are audited; with TEST_ROUNDS over 1,
 * all.
 *
 * kill_each_write STEADYCAST PRELOADED SHIM: the program, and the same with a shared C library,
 * which starts more slowly; the seed is TEST_SEED, or the clock. Exit status 77: no library can be
 * put before this program. In C, as a shell would start five programs for each of ours. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/automata/random.h"

enum { CASES = 6, MOST_WORDS = 16, ENOUGH_FAILURES = 20, SKIPPED = 77 };

static const char *const CAMPAIGN =
    "capacity latency 2 depth 4\n"
    "decide latency 3 depth 6 engine sat\n"
    "decide latency 3 depth 9 engine backtrack\n"
    "decide latency 3 depth 11 engine backtrack nodes 20 retry 1 factor 1\n"
    "formula file q.cnf\n"
    "broadcast latency 2 processors 4 items 3 engine any nodes 3 retry 1 factor 1000\n";

static struct {
    char cast[PATH_MAX], preloaded[PATH_MAX], shim[PATH_MAX], here[PATH_MAX];
    uint64_t seed;
    long tests, failures;
    char name[160]; /* of what is tested now */
} test;

static void holds(bool good, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void holds(bool good, const char *format, ...) {
    test.tests++;
    if (good)
        return;
    test.failures++;
    printf("%s: ", test.name);
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}

/* Without this nothing can be tested. */
static void must(bool done, const char *what) {
    if (done)
        return;
    perror(what);
    exit(1);
}

/* --- files --- */

/* All bytes and a zero, to be freed; NULL: there is no such file. */
static char *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "r");
    struct stat state;
    if (!file)
        return NULL;
    char *bytes = fstat(fileno(file), &state) == 0 ? malloc((size_t)state.st_size + 1) : NULL;
    must(bytes != NULL, path);
    *size = fread(bytes, 1, (size_t)state.st_size, file);
    bytes[*size] = 0;
    fclose(file);
    return bytes;
}

static void put(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    must(file && fputs(text, file) >= 0 && fclose(file) == 0, path);
}

static int remove_one(const char *path, const struct stat *state, int kind, struct FTW *walk) {
    (void)state;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void remove_tree(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static bool same_file(const char *left, const char *right) {
    size_t left_size = 0, right_size = 0;
    char *left_bytes = contents(left, &left_size), *right_bytes = contents(right, &right_size);
    bool same = left_bytes && right_bytes && left_size == right_size &&
                memcmp(left_bytes, right_bytes, left_size) == 0;
    free(left_bytes);
    free(right_bytes);
    return same;
}

static int is_entry(const struct dirent *name) {
    return strcmp(name->d_name, ".") != 0 && strcmp(name->d_name, "..") != 0;
}

static int names_of(const char *path, struct dirent ***names) {
    int count = scandir(path, names, is_entry, alphasort);
    return count < 0 ? 0 : count;
}

static bool same_tree(const char *left, const char *right) {
    struct stat left_state, right_state;
    if (stat(left, &left_state) != 0 || stat(right, &right_state) != 0 ||
        S_ISDIR(left_state.st_mode) != S_ISDIR(right_state.st_mode))
        return false;
    if (!S_ISDIR(left_state.st_mode))
        return same_file(left, right);
    struct dirent **left_names = NULL, **right_names = NULL;
    int left_count = names_of(left, &left_names), right_count = names_of(right, &right_names);
    bool same = left_count == right_count;
    for (int i = 0; i < left_count && same; i++) {
        const char *name = left_names[i]->d_name;
        char left_path[PATH_MAX], right_path[PATH_MAX];
        snprintf(left_path, sizeof left_path, "%s/%s", left, name);
        snprintf(right_path, sizeof right_path, "%s/%s", right, name);
        same = strcmp(name, right_names[i]->d_name) == 0 && same_tree(left_path, right_path);
    }
    for (int i = 0; i < left_count; i++)
        free(left_names[i]);
    for (int i = 0; i < right_count; i++)
        free(right_names[i]);
    free(left_names);
    free(right_names);
    return same;
}

static void copy_file(const char *from, const char *to) {
    size_t size = 0;
    char *bytes = contents(from, &size);
    FILE *file = fopen(to, "w");
    must(bytes && file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, to);
    free(bytes);
}

static void copy_tree(const char *from, const char *to) {
    struct dirent **names = NULL;
    int count = names_of(from, &names);
    must(mkdir(to, 0777) == 0, to);
    for (int i = 0; i < count; i++) {
        char source[PATH_MAX], target[PATH_MAX];
        struct stat state;
        snprintf(source, sizeof source, "%s/%s", from, names[i]->d_name);
        snprintf(target, sizeof target, "%s/%s", to, names[i]->d_name);
        must(stat(source, &state) == 0, source);
        if (S_ISDIR(state.st_mode))
            copy_tree(source, target);
        else
            copy_file(source, target);
        free(names[i]);
    }
    free(names);
}

/* Results of a campaign, line by line, without seconds and memory, which differ from run to run;
 * both stand at a line's end. */
static char *untimed(const char *path) {
    size_t size = 0, kept = 0;
    char *text = contents(path, &size), *line = text;
    while (line && *line) {
        size_t length = strcspn(line, "\n"), end = length;
        const char *seconds = memmem(line, length, ",\"seconds\":", 11);
        if (seconds)
            end = (size_t)(seconds - line);
        else
            for (int commas = 0; end > 0 && commas < 2;)
                commas += line[--end] == ',';
        memmove(text + kept, line, end);
        kept += end;
        text[kept++] = '\n';
        line += length + (line[length] == '\n');
    }
    if (text)
        text[kept < size ? kept : size] = 0;
    return text;
}

static bool same_results(const char *left, const char *right) {
    char *left_text = untimed(left), *right_text = untimed(right);
    bool same = left_text && right_text && *left_text && strcmp(left_text, right_text) == 0;
    free(left_text);
    free(right_text);
    return same;
}

/* --- programs --- */

struct kill {
    const char *who; /* own, workers; NULL: without the library */
    long at;
    bool behind;
};

/* Its exit status, as a shell tells it; what it says stands in the files out and err. */
static int run(struct kill kill, const char *const words[]) {
    fflush(stdout);
    pid_t process = fork();
    must(process >= 0, "fork");
    if (process == 0) {
        char at[24], under[PATH_MAX + 2], count[PATH_MAX + 8];
        int out = open("out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        int err = open("err", O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        snprintf(at, sizeof at, "%ld", kill.at);
        snprintf(under, sizeof under, "%s/f", test.here);
        snprintf(count, sizeof count, "%s/count", test.here);
        if (kill.who) {
            setenv("LD_PRELOAD", test.shim, 1);
            setenv("SHIM_UNDER", under, 1);
            setenv("SHIM_WHO", kill.who, 1);
            setenv("SHIM_AT", at, 1);
            setenv("SHIM_SIDE", kill.behind ? "behind" : "before", 1);
            setenv("SHIM_COUNT", count, 1);
        }
        char *arguments[MOST_WORDS + 2] = {kill.who ? test.preloaded : test.cast};
        for (int i = 0; words[i]; i++)
            arguments[i + 1] = strdup(words[i]);
        execv(arguments[0], arguments);
        _exit(127);
    }
    int status = 0;
    must(waitpid(process, &status, 0) == process, "waitpid");
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
#define RUN(...) run((struct kill){0}, (const char *const[]){__VA_ARGS__, NULL})

/* Whether a line of the file begins with the words or, `inside`, holds them anywhere. */
static bool says(const char *path, const char *words, bool inside) {
    size_t size = 0;
    char *text = contents(path, &size);
    bool found = false;
    for (const char *at = text; at && !found && (at = strstr(at, words)); at++)
        found = inside || at == text || at[-1] == '\n';
    free(text);
    return found;
}

static bool last_line_is(const char *path, const char *begin) {
    size_t size = 0;
    char *text = contents(path, &size);
    if (text && size && text[size - 1] == '\n')
        text[size - 1] = 0;
    const char *line = text ? strrchr(text, '\n') : NULL;
    line = line ? line + 1 : text;
    bool is = line && strncmp(line, begin, strlen(begin)) == 0;
    free(text);
    return is;
}

static void expect(int found, int status, const char *line) {
    holds(found == status && last_line_is("out", line), "exit %d, not %d with '%s'", found, status,
          line);
}

/* --- what the store says --- */

struct rows {
    int count;
    char row[2 * CASES][160];
};

static int take_row(void *context, int count, char **fields, char **names) {
    struct rows *rows = context;
    (void)names;
    char *row = rows->row[rows->count];
    size_t used = 0;
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(row + used, sizeof rows->row[0] - used, "%s|",
                                 fields[i] ? fields[i] : "");
    return ++rows->count == 2 * CASES;
}

/* Of a copy, as who opens a store whose writer was killed puts it right. */
static struct rows ask(const char *folder, const char *question) {
    struct rows rows = {0};
    sqlite3 *store = NULL;
    static const char *const PARTS[] = {"", "-wal", "-journal"};
    remove_tree("look");
    must(mkdir("look", 0777) == 0, "look");
    for (int i = 0; i < 3; i++) {
        char from[40], to[40];
        snprintf(from, sizeof from, "%s/answers.sqlite%s", folder, PARTS[i]);
        snprintf(to, sizeof to, "look/answers.sqlite%s", PARTS[i]);
        if (access(from, F_OK) == 0)
            copy_file(from, to);
    }
    int error = sqlite3_open_v2("look/answers.sqlite", &store, SQLITE_OPEN_READWRITE, NULL);
    if (!error)
        error = sqlite3_exec(store, question, take_row, &rows, NULL);
    holds(!error, "the store can't be read: %s", sqlite3_errmsg(store));
    sqlite3_close(store);
    return rows;
}

/* What it says about cases that need no more. */
static struct rows settled(void) {
    if (access("f/answers.sqlite", F_OK) != 0 ||
        ask("f", "select 1 from sqlite_master where name = 'answers'").count == 0)
        return (struct rows){0};
    return ask("f", "select name, id, verdict, lower, upper from answers "
                    "where state in ('answered', 'open')");
}

static bool among(const char *row, const struct rows *rows) {
    for (int i = 0; i < rows->count; i++)
        if (strcmp(row, rows->row[i]) == 0)
            return true;
    return false;
}

/* --- what is left by who was killed --- */

/* Who only looks finds nothing that is wrong. */
static void is_harmless(void) {
    static const char *const READERS[] = {"status", "audit"};
    for (int i = 0; i < 2; i++) {
        int found = RUN(READERS[i], "f");
        holds(found <= 1, "%s: exit %d", READERS[i], found);
        holds(found == 0 || says("out", "s S", false) || says("out", "s I", false) ||
                  says("err", "is not the folder of a campaign", true),
              "%s: exit %d", READERS[i], found);
    }
}

/* The folder is as one of a sweep that nobody disturbed. */
static void is_whole(void) {
    holds(same_results("right/results.jsonl", "f/results.jsonl"), "other results");
    holds(same_results("right/results.csv", "f/results.csv"), "another table");
    holds(same_tree("right/certificates", "f/certificates"), "other certificates");
    static const char *const ANSWERS = "select name, state, verdict, lower, upper from answers";
    static struct rows right;
    if (!right.count)
        right = ask("right", ANSWERS);
    struct rows found = ask("f", ANSWERS);
    holds(found.count == CASES && right.count == CASES, "%d answers", found.count);
    for (int i = 0; i < found.count; i++)
        holds(among(found.row[i], &right), "another answer: %s", found.row[i]);
    /* whatever the audit would find beyond that has to do with few of the calls before */
    if (random_takes(&test.seed, 4))
        expect(RUN("audit", "f", "-q"), 0, "s AUDITED 6 cases, ");
}

static void after_sweep(void) {
    struct rows before = settled();
    is_harmless();
    expect(RUN("sweep", "c.campaign", "-o", "f", "-q", "--threads", "1"), 0, "s COMPLETE");
    holds(!says("err", "done anew", true), "a case is done anew");
    is_whole();
    /* what was answered when the process was killed stays, and no case has two last answers */
    struct rows after = settled();
    for (int i = 0; i < before.count; i++)
        holds(among(before.row[i], &after), "an answer of before is gone: %s", before.row[i]);
    struct rows twice =
        ask("f", "select name, count(*) from history where cause in ('none', 'engine') "
                 "group by name having count(*) > 1");
    holds(twice.count == 0, "two answers: %s", twice.row[0]);
}

static void after_reproduce(void) {
    is_harmless();
    expect(RUN("reproduce", "c.campaign", "-o", "f", "-q", "--threads", "1"), 0, "s REPRODUCED ");
    holds(same_tree("reproduced", "f"), "another folder");
}

static void after_merge(void) {
    is_harmless();
    if (RUN("merge", "s1", "s2", "-o", "f", "-q") != 0) {
        holds(says("err", "is there already, and a new folder is needed", true),
              "merge is refused");
        holds(RUN("status", "f") == 0, "merge is refused, and the folder not complete");
    }
    is_whole();
}

struct verb {
    const char *name;
    const char *const words[8];
    void (*after)(void);
};

static const struct verb SWEEP = {
    "sweep", {"sweep", "c.campaign", "-o", "f", "-q", "--threads", "1"}, after_sweep};
static const struct verb REPRODUCE = {
    "reproduce", {"reproduce", "c.campaign", "-o", "f", "-q", "--threads", "1"}, after_reproduce};
static const struct verb MERGE = {"merge", {"merge", "s1", "s2", "-o", "f", "-q"}, after_merge};

static bool dies(const struct verb *verb, struct kill kill, long total) {
    remove_tree("f");
    int found = run(kill, verb->words);
    snprintf(test.name, sizeof test.name, "%s, %s %ld of %ld, %s", verb->name, kill.who, kill.at,
             total, kill.behind ? "behind" : "before");
    bool own = kill.who[0] == 'o';
    holds(found == 0 || found == (own ? 128 + SIGKILL : 1), "exit %d", found);
    verb->after();
    return found != 0;
}

/* At each call of who is killed, from a first one in steps, by turns before and behind it, or both;
 * the end, where results are written and what is not needed goes, is taken whole. */
static void kill_each(const struct verb *verb, const char *who, int step, bool both) {
    remove_tree("f");
    remove("count");
    int found = run((struct kill){.who = who}, verb->words);
    snprintf(test.name, sizeof test.name, "%s, %s", verb->name, who);
    size_t size = 0;
    char *count = contents("count", &size);
    long total = count ? atol(count) : 0, number = 0, died[2] = {0, 0};
    free(count);
    holds(found == 0 && total > 0, "exit %d with the library, %ld calls", found, total);
    long whole = who[0] == 'o' ? total - 12 : total;
    int turn = random_below(&test.seed, 2);
    for (long n = 1 + random_below(&test.seed, step); n <= total; turn = 1 - turn) {
        for (int side = 0; side < 2; side++)
            if (both || side == turn) {
                number++;
                died[side] += dies(verb, (struct kill){who, n, side == 1}, total);
            }
        if (test.failures >= ENOUGH_FAILURES)
            return;
        n = n < whole && n + step > whole ? whole : n < whole ? n + step : n + 1;
    }
    printf("%s: %ld of %ld runs with killed processes (%s), %ld of them before a call, %ld calls\n",
           verb->name, died[0] + died[1], number, who, died[0], total);
    /* a slow run, as the first may be, makes some calls more */
    holds(2 * (died[0] + died[1]) >= number, "few were killed");
    holds(died[0] > 0 && died[1] > 0, "on one side only");
}

/* The undisturbed folders. */
static void prepare(void) {
    snprintf(test.name, sizeof test.name, "undisturbed");
    expect(RUN("sweep", "c.campaign", "-o", "right", "-q"), 0, "s COMPLETE");
    expect(RUN("reproduce", "c.campaign", "-o", "reproduced", "-q"), 0, "s REPRODUCED ");
    expect(RUN("sweep", "c.campaign", "-o", "s1", "--shard", "1/2", "-q"), 0, "s COMPLETE");
    expect(RUN("sweep", "c.campaign", "-o", "s2", "--shard", "2/2", "-q"), 0, "s COMPLETE");
    copy_tree("s1", "kept1");
    copy_tree("s2", "kept2");
}

static bool library_works(void) {
    remove_tree("f");
    run((struct kill){.who = "own"}, SWEEP.words);
    return access("count", F_OK) == 0;
}

int main(int count, char **arguments) {
    bool all = random_rounds() > 1;
    if (count != 4 || !realpath(arguments[1], test.cast) ||
        !realpath(arguments[2], test.preloaded) || !realpath(arguments[3], test.shim))
        return 2;
    test.seed = random_seed();
    unsetenv("STEADYCAST_EXIT_ZERO");
    /* No disk is waited for, as nothing here is about one that loses power. */
    const char *place = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : getenv("TMPDIR");
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/steadycast-test-XXXXXX", place ? place : "/tmp");
    must(mkdtemp(folder) && chdir(folder) == 0 && getcwd(test.here, sizeof test.here), folder);
    put("q.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    put("c.campaign", CAMPAIGN);
    bool works = library_works();
    if (works) {
        prepare();
        kill_each(&SWEEP, "own", all ? 1 : 3, all);
        kill_each(&SWEEP, "workers", all ? 1 : 6, all);
        kill_each(&REPRODUCE, "own", all ? 1 : 24, all);
        kill_each(&MERGE, "own", all ? 1 : 16, all);
        snprintf(test.name, sizeof test.name, "shards");
        holds(same_tree("kept1", "s1") && same_tree("kept2", "s2"), "a shard is changed");
        printf("%ld tests, %ld failures\n", test.tests, test.failures);
    } else {
        printf("SKIPPED: no library can be put before this program\n");
    }
    remove_tree(test.here);
    return works ? test.failures > 0 : SKIPPED;
}
