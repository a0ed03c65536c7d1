/* SPDX-License-Identifier: MIT */
/* Refuses memory at every place of a broadcast in the multiport model, from the trees to the last
 * message that is played, one place a run: each must end with STATUS_MEMORY and (under a leak
 * checker) without leaks. */
#include "solver/collective/multiport/multiport_messages.h"
#include "solver/model/message_play.h"
#include "tests/solver/certificate_test.h"

#include "tests/refuse_memory.h"

enum { PLACES = 1000 };

/* k = 5: two special boxes and a k-tree (n = 60), one tree box. */
static const struct {
    enum multiport_algorithm algorithm;
    int processors;
} cases[] = {{MULTIPORT_BY_ROTATION, 60}, {MULTIPORT_BY_K_TREE, 23}};

static enum status broadcast(size_t i, enum multiport_order order, struct failure *failure) {
    struct multiport_chain chain;
    struct items_schedule schedule;
    int done[12];
    enum status status =
        multiport_chain_make(cases[i].algorithm, 5, cases[i].processors, &chain, failure);
    if (!status)
        status = multiport_schedule_chain(&chain, 12, order, &schedule, failure);
    if (status)
        return status;
    status = message_verify(&schedule.list, done, NULL, failure);
    items_schedule_clear(&schedule);
    return status;
}

static void every_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int order = MULTIPORT_IN_ORDER; order <= MULTIPORT_ANY_ORDER; order++) {
            enum status status = STATUS_MEMORY;
            int place = 0;
            for (; place < PLACES && status; place++) {
                struct failure failure = {0};
                allocations_granted = place;
                status = broadcast(i, (enum multiport_order)order, &failure);
                allocations_granted = -1;
                if (status && status != STATUS_MEMORY)
                    fail_msg("place %d: %s", place, failure.message);
            }
            assert_int_equal(status, STATUS_OK);
            assert_true(place > 7);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_place)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
