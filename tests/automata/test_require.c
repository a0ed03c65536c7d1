/* SPDX-License-Identifier: MIT */
/* A child process breaks the contract; what it prints and how it ends is looked at. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "automata/language.h"
#include "automata/require.h"
#include "automata/word.h"

enum { LINE = __LINE__ + 2 };
static void keep(int number) {
    require(number >= 1);
}

static void name_beyond_alphabet(int alphabet) {
    char name[LETTER_NAME_SIZE];
    letter_name(name, alphabet, alphabet);
}

static void start_without_letters(int letters) {
    struct nfa nfa;
    nfa_init(&nfa, letters);
}

/* Calls in a child process, with its stderr in `text`; how it ended, as of wait(). */
static int call_in_child(void (*call)(int), int argument, char *text, size_t room) {
    int ends[2], end = 0;
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(SIGABRT, SIG_DFL); /* the frame of tests would catch it */
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        call(argument);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], text + length, room - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &end, 0), child);
    return end;
}

static void expect_abort(void (*call)(int), int argument, const char *line_end) {
    char text[1000];
    int end = call_in_child(call, argument, text, sizeof text);
    assert_true(WIFSIGNALED(end));
    assert_int_equal(WTERMSIG(end), SIGABRT);
    assert_true(strlen(text) >= strlen(line_end));
    assert_string_equal(text + strlen(text) - strlen(line_end), line_end);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
}

static void kept_contract_says_nothing(void **state) {
    char text[1000];
    (void)state;
    assert_int_equal(call_in_child(keep, 1, text, sizeof text), 0);
    assert_string_equal(text, "");
}

static void broken_contract_names_its_place(void **state) {
    char expected[200];
    (void)state;
    snprintf(expected, sizeof expected, "%s:%d: keep: the caller broke the contract: number >= 1\n",
             __FILE__, LINE);
    expect_abort(keep, 0, expected);
    expect_abort(
        name_beyond_alphabet, 3,
        ": letter_name: the caller broke the contract: letter >= 0 && letter < alphabet\n");
    expect_abort(start_without_letters, 0,
                 ": nfa_init: the caller broke the contract: letters >= 1\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_contract_says_nothing),
        cmocka_unit_test(broken_contract_names_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
