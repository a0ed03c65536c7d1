/* SPDX-License-Identifier: MIT */
#include "forge.h"

#include "tests/automata/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

static uint64_t random_state;

int forge_start(void **state) {
    (void)state;
    random_state = random_seed();
    return 0;
}

long forge_rounds(long standard) {
    return standard * random_rounds();
}

long forge_random(long below) {
    return change_random(&random_state, below);
}

bool forge_once_in(long times) {
    return forge_random(times) == 0;
}

void forge_put_start(struct text *text, const char *kind) {
    text->length = 0;
    text_put(text, "steadycast certificate 1\nwriter test 1\nkind %s\n", kind);
}

bool forge_judge(struct text *text, bool is_true, struct forge_tally *tally) {
    struct verdict verdict;
    text_seal(text);
    text_check(text, &verdict);
    bool verified = verdict.status == VERDICT_VERIFIED;
    if (verified && !is_true)
        fail_msg("verified: %s\n%.*s", verdict.claim.bytes, (int)text->length, text->bytes);
    verdict_clear(&verdict);
    ++*(is_true ? &tally->of_true : &tally->of_false);
    tally->proved += verified;
    return verified;
}

void forge_assert_shares(const char *what, const struct forge_tally *tally, unsigned long least) {
    printf("%s: %lu false claims, %lu true ones, %lu of these verified\n", what, tally->of_false,
           tally->of_true, tally->proved);
    assert_true(tally->of_false >= least && tally->of_true >= least && tally->proved >= least);
}

void forge_assert_changes(const char *what, const struct change_tally *tally, unsigned long least) {
    printf("%s: %lu malformed, %lu refuted, %lu verified\n", what, tally->malformed, tally->refuted,
           tally->verified);
    assert_true(tally->refuted >= least && tally->verified >= least);
    assert_true(tally->malformed < tally->refuted + tally->verified);
}
