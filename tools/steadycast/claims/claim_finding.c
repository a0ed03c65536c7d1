#include "tools/steadycast/claims/claim_finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Counts a point; the place for its text if it is the first of its kind. */
static char *count(struct claim_tally *tally, enum claim_truth truth) {
    switch (truth) {
    case CLAIM_HOLDS:
        tally->held++;
        break;
    case CLAIM_FAILS:
        return tally->failed++ ? NULL : tally->failing;
    case CLAIM_OPEN:
        return tally->open++ ? NULL : tally->opened;
    case CLAIM_MUTE:
        break;
    }
    return NULL;
}

void claim_tell(struct claim_finding *finding, enum claim_truth claim, enum claim_truth corrected,
                const char *format, ...) {
    char *places[] = {count(&finding->claim, claim), count(&finding->corrected, corrected)};
    for (int i = 0; i < 2; i++)
        if (places[i]) {
            va_list arguments;
            va_start(arguments, format);
            vsnprintf(places[i], CLAIM_TEXT_ROOM, format, arguments);
            va_end(arguments);
            places[i][strcspn(places[i], "\n")] = 0;
        }
}

static void add(struct claim_tally *tally, const struct claim_tally *later) {
    if (!tally->failed)
        memcpy(tally->failing, later->failing, sizeof tally->failing);
    if (!tally->open)
        memcpy(tally->opened, later->opened, sizeof tally->opened);
    tally->held += later->held;
    tally->failed += later->failed;
    tally->open += later->open;
}

void claim_finding_add(struct claim_finding *finding, const struct claim_finding *later) {
    add(&finding->claim, &later->claim);
    add(&finding->corrected, &later->corrected);
    finding->certificates += later->certificates;
}
