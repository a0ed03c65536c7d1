/* SPDX-License-Identifier: MIT */
/* How long a campaign will go on: cases weigh what they cost, engines learn by themselves, and no
 * case gets more than its limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tools/steadycast/sweep/sweep_estimate.h"

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
    struct sweep_estimate estimate = {0};
    assert_true(sweep_estimate_left(&estimate, 2) < 0);
    for (size_t i = 0; i < campaign.count; i++)
        sweep_estimate_add(&estimate, &campaign.cases[i]);
    assert_true(sweep_estimate_left(&estimate, 2) < 0);
    for (size_t i = 0; i < campaign.count; i++)
        sweep_estimate_take(&estimate, &campaign.cases[i], 1);
    assert_true(sweep_estimate_left(&estimate, 2) >= 0 && sweep_estimate_left(&estimate, 2) < 1e-9);
    campaign_clear(&campaign);
}

/* One cheap case and a dear one: what the cheap one took says what the dear one will. */
static void test_cases_weigh_their_cost(void **state) {
    (void)state;
    struct campaign campaign = read_campaign("delay latency 3 processors 1000 engine search\n"
                                             "delay latency 3 processors 4000 engine search\n");
    double cheap = campaign_case_cost(&campaign.cases[0]),
           dear = campaign_case_cost(&campaign.cases[1]);
    struct sweep_estimate estimate = {0};
    assert_true(dear > 2 * cheap);
    for (size_t i = 0; i < 2; i++)
        sweep_estimate_add(&estimate, &campaign.cases[i]);
    sweep_estimate_take(&estimate, &campaign.cases[0], 3);
    assert_float_equal(sweep_estimate_left(&estimate, 1), 3 * dear / cheap, 1e-6);
    assert_float_equal(sweep_estimate_left(&estimate, 2), 1.5 * dear / cheap, 1e-6);
    campaign_clear(&campaign);
}

static void test_limits_cut(void **state) {
    (void)state;
    struct campaign campaign = read_campaign("set time 2 retry 1 factor 4\n"
                                             "decide latency 3 depth 7 engine backtrack\n"
                                             "decide latency 3 depth 20 engine backtrack\n");
    struct sweep_estimate estimate = {0};
    for (size_t i = 0; i < 2; i++)
        sweep_estimate_add(&estimate, &campaign.cases[i]);
    sweep_estimate_take(&estimate, &campaign.cases[0], 1);
    assert_float_equal(sweep_estimate_left(&estimate, 1), 2 + 8, 1e-6); /* both attempts */
    campaign_clear(&campaign);
}

/* An engine that has done nothing yet: its cases last as long as those of the others. What took an
 * unknown time counts as done, and teaches nothing. */
static void test_engines(void **state) {
    (void)state;
    struct campaign campaign = read_campaign("decide latency 3 depth 3..6 engine arithmetic,sat\n");
    struct sweep_estimate estimate = {0};
    for (size_t i = 0; i < campaign.count; i++)
        sweep_estimate_add(&estimate, &campaign.cases[i]);
    for (size_t i = 0; i < campaign.count; i++)
        if (strcmp(campaign.cases[i].engine->name, "arithmetic") == 0)
            sweep_estimate_take(&estimate, &campaign.cases[i], 0.5);
    assert_float_equal(sweep_estimate_left(&estimate, 1), 4 * 0.5, 1e-6);
    size_t sat = 0;
    while (strcmp(campaign.cases[sat].engine->name, "sat") != 0)
        sat++;
    sweep_estimate_take(&estimate, &campaign.cases[sat], -1);
    assert_float_equal(sweep_estimate_left(&estimate, 1), 3 * 0.5, 1e-6);
    campaign_clear(&campaign);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nothing_is_known_at_first),
        cmocka_unit_test(test_cases_weigh_their_cost),
        cmocka_unit_test(test_limits_cut),
        cmocka_unit_test(test_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
