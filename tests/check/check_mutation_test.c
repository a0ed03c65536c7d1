/* SPDX-License-Identifier: MIT */
/* Damages good certificates in every place: none may be verified for the original claim any more.
 * Once with the digest as it was, once with the digest made right again, which leaves the rules
 * themselves as the only guard. Allowed is only what replaces the evidence by other good evidence
 * for the same claim: another writer, other numbers in the lines of a refutation, `a b` for `a-b`,
 * `!` for `-` where both are right reasons to leave a node, and other words, prices or messages
 * where the definitions themselves say that they are right. Usage: check_mutation_test FOLDER, the
 * folder of the good samples. */
#include "check_naive_classes.h"
#include "check_naive_colours.h"
#include "check_naive_combining.h"
#include "check_naive_gossip.h"
#include "check_naive_logp.h"
#include "check_naive_logp_family.h"
#include "check_naive_summation.h"
#include "tests/automata/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static const char *const samples[] = {"block-cyclic-l3-t7.cert",
                                      "block-cyclic-l3-t13-mixed.cert",
                                      "block-cyclic-l4-t12-letters.cert",
                                      "block-cyclic-l5-t2-one-processor.cert",
                                      "family-l4.cert",
                                      "induction-l5-t100000.cert",
                                      "impossible-residues-l4-t8.cert",
                                      "impossible-residues-l2-t30.cert",
                                      "impossible-search-l4-t8.cert",
                                      "impossible-search-l4-t8-by-sum.cert",
                                      "impossible-cnf-l2-t4-words.cert",
                                      "impossible-cnf-l4-t8-sums.cert",
                                      "impossible-periodic-l2-t3-n4-permute.cert",
                                      "impossible-periodic-l2-t4-n5-keep-ordered.cert",
                                      "impossible-periodic-l2-t4-n5-blocks-ordered.cert",
                                      "impossible-items-l2-n2-k1-plain.cert",
                                      "impossible-items-l1-n2-k2-ordered.cert",
                                      "pruned-l3-t8-n10.cert",
                                      "pruned-l2-t5-n7-words.cert",
                                      "pruned-l3-t7-one-processor.cert",
                                      "pruned-family-l1.cert",
                                      "cnf-php-3-2.cert",
                                      "cnf-php-4-3.cert",
                                      "stationary-l2-t3.cert",
                                      "stationary-l2-t7-explicit.cert",
                                      "periodic-l2-t4-roles-change.cert",
                                      "prices-l2-t7-largest.cert",
                                      "prices-l2-t7-recomputed.cert",
                                      "prices-l4-t2-largest.cert",
                                      "prices-gap-l3-g2-s11-largest.cert",
                                      "prices-gap-l5-g3-s13-recomputed.cert",
                                      "messages-figure-1.cert",
                                      "messages-stream.cert",
                                      "messages-wait.cert",
                                      "messages-buffered.cert",
                                      "messages-buffered-last-time.cert",
                                      "messages-ports.cert",
                                      "messages-ports-three.cert",
                                      "items-bound-any.cert",
                                      "items-bound-single.cert",
                                      "items-bound-large.cert",
                                      "items-bound-logp.cert",
                                      "items-bound-logp-work.cert",
                                      "items-colours-l1-n1.cert",
                                      "items-colours-l1-n4.cert",
                                      "items-colours-l2-n3.cert",
                                      "items-colours-l3-n5.cert",
                                      "items-colours-l3-n7.cert",
                                      "logp-schedule-full.cert",
                                      "logp-schedule-none.cert",
                                      "logp-schedule-period-2-full.cert",
                                      "logp-schedule-late-wait.cert",
                                      "logp-family-l3-g1.cert",
                                      "ports-bound-above.cert",
                                      "ports-bound-theorem-q.cert",
                                      "reach-figure-1.cert",
                                      "summation-overhead-0.cert",
                                      "summation-capacity.cert",
                                      "summation-bound-figure-6.cert",
                                      "messages-all.cert",
                                      "messages-rotation.cert",
                                      "messages-rotation-logp.cert",
                                      "messages-rotation-buffered.cert",
                                      "messages-rotation-ports.cert",
                                      "combining.cert",
                                      "combining-rotation.cert",
                                      "combining-others.cert",
                                      "combining-others-rotation.cert",
                                      "combining-one-processor.cert",
                                      "gossip-product-path-edge.cert",
                                      "gossip-product-cube-half.cert",
                                      "gossip-product-empty-step.cert",
                                      "fractional-l4-a.cert",
                                      "fractional-l4-b.cert",
                                      "fractional-l4-c.cert"};

static const char replacements[] = {
    '0',  '1', '2', '3', '4', '5', '6', '7', '8',  '9',  ' ',  '\n',
    '\0', '-', '*', '!', 'a', 'w', 'A', '.', '\t', '\r', 0x7f, (char)(unsigned char)0xff};

static const char *folder;

struct trial {
    struct text original, changed;
    size_t body; /* of the original */
    struct verdict verdict;
    unsigned long tried, other_evidence;
};

/* The line of the original that holds this byte begins with these letters. */
static bool is_in_line(const struct trial *trial, size_t at, const char *start) {
    const char *bytes = trial->original.bytes;
    while (at > 0 && bytes[at - 1] != '\n')
        at--;
    return strncmp(bytes + at, start, strlen(start)) == 0;
}

/* Words, prices, messages, endgames, sums and reasons that are as good, see check_naive.h and the
 * headers beside it. */
static bool still_holds(struct trial *trial) {
    trial->changed.bytes[trial->changed.length] = '\0';
    if (strstr(trial->original.bytes, "\nkind prices\n"))
        return strstr(trial->changed.bytes, "\ngap ") ? naive_classes_hold(&trial->changed)
                                                      : naive_prices_hold(&trial->changed);
    if (strstr(trial->original.bytes, "\nkind messages\n"))
        return naive_messages_hold(&trial->changed);
    if (strstr(trial->original.bytes, "\nkind items-colours\n"))
        return naive_items_colours_hold(&trial->changed);
    if (strstr(trial->original.bytes, "\nkind logp-schedule\n"))
        return naive_logp_schedule_holds(&trial->changed);
    if (strstr(trial->original.bytes, "\nkind logp-family\n"))
        return naive_logp_family_holds(&trial->changed);
    if (strstr(trial->original.bytes, "\nkind summation\n"))
        return naive_summation_holds(&trial->changed);
    if (strstr(trial->original.bytes, "\nkind combining\n"))
        return naive_combining_text_holds(&trial->changed);
    if (strstr(trial->original.bytes, "\nkind gossip-product\n"))
        return naive_gossip_product_holds(&trial->changed);
    return strstr(trial->original.bytes, "\nkind schedule\n") &&
           naive_schedule_holds(&trial->changed);
}

static bool may_replace_evidence(struct trial *trial, size_t at, char byte) {
    return still_holds(trial) || is_in_line(trial, at, "writer ") ||
           is_in_line(trial, at, "lrat ") || is_in_line(trial, at, "delete ") ||
           (is_in_line(trial, at, "block ") && strchr("-*", trial->original.bytes[at]) &&
            byte == ' ') || /* a-b and a*2 are a b and a a for neighbours and for two */
           (strstr(trial->original.bytes, "\nkind fractional-stream\n") &&
            is_in_line(trial, at, "word ") && trial->original.bytes[at] == '*' && byte == ' ') ||
           (is_in_line(trial, at, "tree ") && trial->original.bytes[at] == '-' && byte == '!');
}

static bool still_verified(struct trial *trial) {
    struct verdict verdict;
    text_check(&trial->changed, &verdict);
    bool same = verdict.status == VERDICT_VERIFIED &&
                strcmp(verdict.claim.bytes, trial->verdict.claim.bytes) == 0;
    verdict_clear(&verdict);
    trial->tried++;
    return same;
}

/* The bytes 0..length-1 of the original, with `removed` bytes at `at` replaced by `added` ones. */
static void change(struct trial *trial, size_t length, size_t at, size_t removed, const char *bytes,
                   size_t added) {
    char *to = trial->changed.bytes;
    memcpy(to, trial->original.bytes, at);
    memcpy(to + at, bytes, added);
    memcpy(to + at + added, trial->original.bytes + at + removed, length - at - removed);
    trial->changed.length = length - removed + added;
}

/* With the digest as it is. */
static void try_damage(struct trial *trial, size_t at, size_t removed, const char *byte,
                       size_t added) {
    change(trial, trial->original.length, at, removed, byte, added);
    if (still_verified(trial))
        fail_msg("byte %zu: removed %zu, added %zu (0x%02x)", at, removed, added,
                 (unsigned)(unsigned char)*byte);
}

/* With a right digest; behind the lines that it is about there is none. */
static void try_change(struct trial *trial, size_t at, size_t removed, const char *byte,
                       size_t added) {
    if (removed == added && trial->original.bytes[at] == *byte)
        return;
    if (at >= trial->body) {
        try_damage(trial, at, removed, byte, added);
        return;
    }
    change(trial, trial->body, at, removed, byte, added);
    text_seal(&trial->changed);
    if (!still_verified(trial))
        return;
    trial->other_evidence++;
    if (!may_replace_evidence(trial, at, *byte))
        fail_msg("byte %zu, with a right digest: removed %zu, added %zu (0x%02x)", at, removed,
                 added, (unsigned)(unsigned char)*byte);
}

static void try_place(struct trial *trial, size_t at) {
    for (size_t i = 0; i < sizeof replacements; i++) {
        try_change(trial, at, 1, &replacements[i], 1);
        /* the same byte once more is the same file wherever in a run it is put */
        try_change(trial, at, 0, &replacements[i], 1);
    }
    for (int bit = 0; bit < 8; bit++) {
        char flipped = (char)(trial->original.bytes[at] ^ (1 << bit));
        try_damage(trial, at, 1, &flipped, 1);
        try_change(trial, at, 1, &flipped, 1);
    }
    try_damage(trial, at, 1, "", 0);
    try_change(trial, at, 1, "", 0);
}

static void try_truncation(struct trial *trial, size_t length) {
    change(trial, length, 0, 0, "", 0);
    if (still_verified(trial))
        fail_msg("cut to %zu bytes", length);
    if (length >= trial->body)
        return;
    text_seal(&trial->changed);
    if (still_verified(trial))
        fail_msg("cut to %zu bytes, with a right digest", length);
}

static void load(struct trial *trial, const char *name) {
    trial->tried = trial->other_evidence = 0;
    if (!text_load(&trial->original, folder, name))
        fail_msg("cannot read %s/%s", folder, name);
    trial->body = text_body(&trial->original);
    text_check(&trial->original, &trial->verdict);
    if (trial->verdict.status != VERDICT_VERIFIED)
        fail_msg("%s: %s", name, trial->verdict.claim.bytes);
}

static void test_no_mutant_is_verified(void **state) {
    static struct trial trial;
    uint64_t seed = random_seed();
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        load(&trial, samples[i]);
        for (size_t at = 0; at < trial.original.length; at++) {
            if (random_takes(&seed, 4))
                try_place(&trial, at);
            if (random_takes(&seed, 4))
                try_truncation(&trial, at);
        }
        printf("%s: %lu mutants, %lu with other evidence for the same claim\n", samples[i],
               trial.tried, trial.other_evidence);
        assert_true(trial.tried > 300);
        verdict_clear(&trial.verdict);
    }
}

/* A change in the writer line alone leaves the claim as it is. */
static void test_writer_is_not_checked(void **state) {
    static struct trial trial;
    (void)state;
    load(&trial, samples[0]);
    size_t at = (size_t)(strstr(trial.original.bytes, "writer steady") - trial.original.bytes) + 7;
    change(&trial, trial.body, at, 1, "t", 1);
    text_seal(&trial.changed);
    assert_true(still_verified(&trial));
    verdict_clear(&trial.verdict);
}

int main(int count, char **arguments) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_mutant_is_verified),
                                       cmocka_unit_test(test_writer_is_not_checked)};
    if (count != 2)
        return 1;
    folder = arguments[1];
    return cmocka_run_group_tests_name("check_mutation", tests, NULL, NULL);
}
