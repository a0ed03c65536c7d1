/* SPDX-License-Identifier: MIT */
/* How long a campaign will go on: what cases take is a power of what they cost, engines learn by
 * themselves, and no case gets more than its limits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tools/steadycast/campaign/campaign_estimate.h"

static struct campaign read_campaign(const char *text) {
    struct campaign campaign;
    struct failure failure = {0};
    if (campaign_parse(&campaign, "test", text, strlen(text), &failure))
        fail_msg("%s", failure.message);
    return campaign;
}

static void test_nothing_is_known_at_first(void **state) {
    (void)state;
    struct campaign campaign = read_campaign("decide latency 3 depth 3..9 engine arithmetic\n");
    struct campaign_estimate estimate = {0};
    assert_true(campaign_estimate_left(&estimate, 2) < 0);
    for (size_t i = 0; i < campaign.count; i++)
        campaign_estimate_add(&estimate, &campaign.cases[i]);
    assert_true(campaign_estimate_left(&estimate, 2) < 0);
    for (size_t i = 0; i < campaign.count; i++)
        campaign_estimate_take(&estimate, &campaign.cases[i], 1);
    assert_true(campaign_estimate_left(&estimate, 2) >= 0 &&
                campaign_estimate_left(&estimate, 2) < 1e-9);
    campaign_clear(&campaign);
}

enum { FAMILY = 60, FAMILY_ROOM = 1 << 14 };

/* Costs from 2 to some thousands, evenly over their logarithms; of `engine`. */
static size_t add_family(char *text, size_t used, const char *engine) {
    double processors = 2;
    for (int i = 0; i < FAMILY; i++, processors *= 1.14)
        used += (size_t)snprintf(text + used, FAMILY_ROOM - used,
                                 "delay latency 3 processors %d engine %s\n", (int)processors + i,
                                 engine);
    return used;
}

/* Seconds of a case, up to half more, or a third less, than the power says. */
static double seconds_of(const struct campaign_case *asked, double exponent, uint32_t *state) {
    *state = *state * 1664525 + 1013904223;
    double scatter = pow(1.5, 2 * (*state / 4294967296.0) - 1);
    return 0.02 * pow(campaign_case_cost(asked), exponent) * scatter;
}

/* Cheap ones first, the engines in turn; from a fifth of the cases on, what is left is known up to
 * a factor of 3. The exponents are those of the engines. */
static void try_family(const char *text, double search, double construction) {
    struct campaign campaign = read_campaign(text);
    struct campaign_estimate estimate = {0};
    uint32_t state = 1;
    double left = 0, seconds[2 * FAMILY];
    size_t kinds = campaign.count / FAMILY;
    for (size_t i = 0; i < campaign.count; i++) {
        const struct campaign_case *asked = &campaign.cases[i];
        bool searches = strcmp(asked->engine->name, "search") == 0;
        seconds[i] = seconds_of(asked, searches ? search : construction, &state);
        campaign_estimate_add(&estimate, asked);
        left += seconds[i];
    }
    for (size_t i = 0; i < FAMILY; i++) {
        if (5 * i >= FAMILY) {
            double told = campaign_estimate_left(&estimate, 1);
            if (told < left / 3 || told > left * 3)
                fail_msg("exponents %.1f and %.1f: %zu of %d are done, %f seconds are left, not %f",
                         search, construction, i, FAMILY, left, told);
        }
        for (size_t j = 0; j < kinds; j++) {
            campaign_estimate_take(&estimate, &campaign.cases[j * FAMILY + i],
                                   seconds[j * FAMILY + i]);
            left -= seconds[j * FAMILY + i];
        }
    }
    assert_float_equal(campaign_estimate_left(&estimate, 1), 0, 1e-6);
    campaign_clear(&campaign);
}

static void test_powers(void **state) {
    (void)state;
    static char text[2 * FAMILY_ROOM];
    const double exponents[] = {0, 0.5, 1};
    add_family(text, 0, "search");
    for (int i = 0; i < 3; i++)
        try_family(text, exponents[i], 0);
    add_family(text, strlen(text), "construction");
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_family(text, exponents[i], exponents[j]);
}

/* Two cases that are done say nothing of a power: the nearest one counts. */
static void test_few(void **state) {
    (void)state;
    struct campaign campaign = read_campaign("delay latency 3 processors 10 engine search\n"
                                             "delay latency 3 processors 1000 engine search\n"
                                             "delay latency 3 processors 1500 engine search\n"
                                             "delay latency 3 processors 4000 engine search\n");
    struct campaign_estimate estimate = {0};
    for (size_t i = 0; i < 4; i++)
        campaign_estimate_add(&estimate, &campaign.cases[i]);
    campaign_estimate_take(&estimate, &campaign.cases[0], 1);
    assert_float_equal(campaign_estimate_left(&estimate, 1), 3, 1e-6);
    campaign_estimate_take(&estimate, &campaign.cases[1], 3);
    assert_float_equal(campaign_estimate_left(&estimate, 1), 6, 1e-6);
    assert_float_equal(campaign_estimate_left(&estimate, 2), 3, 1e-6);
    campaign_clear(&campaign);
}

/* An engine that searches costs more than one that computes, and more for a larger question. */
static void test_searches_cost_more(void **state) {
    (void)state;
    struct campaign campaign =
        read_campaign("delay latency 6 overhead 2 gap 4 processors 17 engine construction\n"
                      "delay latency 6 overhead 2 gap 4 processors 17 engine search\n"
                      "delay latency 6 overhead 2 gap 4 processors 1001 engine search\n"
                      "capacity latency 2 depth 6 engine construction\n"
                      "capacity latency 2 depth 6 engine search\n"
                      "capacity latency 2 depth 7 engine search\n");
    for (size_t i = 0; i < campaign.count; i += 3) {
        assert_true(campaign_case_cost(&campaign.cases[i + 1]) >
                    10 * campaign_case_cost(&campaign.cases[i]));
        assert_true(campaign_case_cost(&campaign.cases[i + 2]) >
                    campaign_case_cost(&campaign.cases[i + 1]));
    }
    campaign_clear(&campaign);
}

static void test_limits_cut(void **state) {
    (void)state;
    struct campaign campaign = read_campaign("set time 2 retry 1 factor 4\n"
                                             "delay latency 3 processors 10 engine search\n"
                                             "delay latency 3 processors 100 engine search\n"
                                             "delay latency 3 processors 1000 engine search\n"
                                             "delay latency 3 processors 1000000 engine search\n");
    struct campaign_estimate estimate = {0};
    for (size_t i = 0; i < 4; i++)
        campaign_estimate_add(&estimate, &campaign.cases[i]);
    for (size_t i = 0; i < 3; i++)
        campaign_estimate_take(&estimate, &campaign.cases[i], 0.02 * pow(10, (double)i));
    assert_float_equal(campaign_estimate_left(&estimate, 1), 2 + 8, 1e-6); /* both attempts */
    campaign_clear(&campaign);
}

/* An engine that has done nothing yet: its cases last as long as those of the others. What took an
 * unknown time counts as done, and teaches nothing. */
static void test_engines(void **state) {
    (void)state;
    struct campaign campaign = read_campaign("decide latency 3 depth 3..6 engine arithmetic,sat\n");
    struct campaign_estimate estimate = {0};
    for (size_t i = 0; i < campaign.count; i++)
        campaign_estimate_add(&estimate, &campaign.cases[i]);
    for (size_t i = 0; i < campaign.count; i++)
        if (strcmp(campaign.cases[i].engine->name, "arithmetic") == 0)
            campaign_estimate_take(&estimate, &campaign.cases[i], 0.5);
    assert_float_equal(campaign_estimate_left(&estimate, 1), 4 * 0.5, 1e-6);
    size_t sat = 0;
    while (strcmp(campaign.cases[sat].engine->name, "sat") != 0)
        sat++;
    campaign_estimate_take(&estimate, &campaign.cases[sat], -1);
    assert_float_equal(campaign_estimate_left(&estimate, 1), 3 * 0.5, 1e-6);
    campaign_clear(&campaign);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_known_at_first),
        cmocka_unit_test(test_powers),
        cmocka_unit_test(test_few),
        cmocka_unit_test(test_searches_cost_more),
        cmocka_unit_test(test_limits_cut),
        cmocka_unit_test(test_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
