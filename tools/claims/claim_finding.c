/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_finding.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Counts a point; the place for its text if it is the first of its kind. */
static char *count(struct claim_tally *tally, enum claim_truth truth) {
    switch (truth) {
    case CLAIM_HOLDS:
        tally->held++;
        break;
    case CLAIM_FAILS:
    case CLAIM_IMPOSSIBLE:
        return tally->failed++ ? NULL : tally->failing;
    case CLAIM_OPEN:
        return tally->open++ ? NULL : tally->opened;
    case CLAIM_MUTE:
        break;
    }
    return NULL;
}

/* The same for the claim, by where the point lies. */
static char *count_claim(struct claim_finding *finding, const struct claim_point *point,
                         enum claim_truth truth) {
    const struct claim_scope *scope = finding->scope;
    if (truth == CLAIM_MUTE)
        return NULL;
    enum claim_membership assumed = claim_conditions_hold(&scope->assumes, point);
    if (assumed == CLAIM_OUTSIDE) {
        finding->outside++;
        return NULL;
    }
    enum claim_membership within = claim_conditions_hold(&scope->within, point);
    if (assumed == CLAIM_NOWHERE || within == CLAIM_NOWHERE)
        return *finding->unplaced ? NULL : finding->unplaced;
    if (truth == CLAIM_FAILS && scope->existence)
        truth = CLAIM_OPEN;
    return count(within == CLAIM_INSIDE ? &finding->claim : &finding->beyond, truth);
}

void claim_count(struct claim_finding *finding, const struct claim_point *point,
                 enum claim_truth claim, enum claim_truth corrected, char *places[2]) {
    assert(finding->scope);
    places[0] = count_claim(finding, point, claim);
    places[1] = count(&finding->corrected, corrected);
}

void claim_say(const struct claim_point *point, char *place, const char *text) {
    size_t length = claim_point_print(point, place, CLAIM_TEXT_ROOM);
    snprintf(place + length, CLAIM_TEXT_ROOM - length, "%s%s", length && *text ? ": " : "", text);
    place[strcspn(place, "\n")] = 0;
}
