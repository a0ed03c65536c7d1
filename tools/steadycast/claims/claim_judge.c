#include <string.h>

#include "tools/steadycast/claims/claim_run.h"

enum claim_verdict claim_judge(const struct claim_case *claim,
                               const struct claim_finding *finding) {
    const struct claim_tally *tally = &finding->claim;
    bool corrected = finding->corrected.held && !finding->corrected.open;
    if (tally->failed)
        return CLAIM_REFUTED;
    if (!tally->held || tally->open || finding->corrected.open)
        return CLAIM_UNKNOWN;
    if (claim->corrected && corrected)
        return CLAIM_SHARPENED;
    return claim->proof ? CLAIM_VERIFIED : CLAIM_VERIFIED_UP_TO;
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
    if (claim->verdict == CLAIM_REFUTED &&
        (!claim->counterexample ||
         strcmp(claim->counterexample, record->finding.claim.failing) != 0)) {
        snprintf(text, room, "the counter-example is %.300s, and not as its file says",
                 record->finding.claim.failing);
        return false;
    }
    return true;
}
