/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "tools/claims/claim_run.h"

enum claim_verdict claim_judge(const struct claim_case *claim,
                               const struct claim_finding *finding) {
    const struct claim_tally *tally = &finding->claim;
    if (tally->failed)
        return CLAIM_REFUTED;
    if (!tally->held || tally->open || finding->corrected.open)
        return CLAIM_UNKNOWN;
    if (finding->beyond.failed)
        return CLAIM_HOLDS_WITHIN;
    if (finding->beyond.open)
        return CLAIM_UNKNOWN;
    if (claim->corrected && finding->corrected.held)
        return CLAIM_SHARPENED;
    return claim->proof ? CLAIM_VERIFIED : CLAIM_VERIFIED_UP_TO;
}

const char *claim_failing(enum claim_verdict verdict, const struct claim_finding *finding) {
    return verdict == CLAIM_REFUTED        ? finding->claim.failing
           : verdict == CLAIM_HOLDS_WITHIN ? finding->beyond.failing
                                           : "";
}

const char *claim_opened(const struct claim_finding *finding) {
    const struct claim_tally *all[] = {&finding->claim, &finding->beyond, &finding->corrected};
    size_t i = 0;
    while (i + 1 < sizeof all / sizeof *all && !*all[i]->opened)
        i++;
    return all[i]->opened;
}

bool claim_as_recorded(const struct claim_entry *entry, char *text, size_t room) {
    const struct claim_case *claim = &entry->claim;
    const struct claim_record *record = &entry->record;
    if (record->verdict != claim->verdict) {
        snprintf(text, room, "%s, and not %s as its file says", claim_verdict_name(record->verdict),
                 claim_verdict_name(claim->verdict));
        return false;
    }
    if (claim->corrected && !record->finding.corrected.held) {
        snprintf(text, room, "the corrected statement was tried nowhere");
        return false;
    }
    const char *failing = claim_failing(claim->verdict, &record->finding);
    if (claim->counterexample && strcmp(claim->counterexample, failing) != 0) {
        snprintf(text, room, "the counter-example is %.300s, and not as its file says", failing);
        return false;
    }
    return true;
}
