#include "tools/steadycast/claims/claim_table.h"

#include <string.h>

#include "tools/steadycast/frame/json_line.h"

void claim_table_ranges(FILE *file, const struct claim_entry *entry) {
    const struct claim_ranges *ranges =
        entry->record.quick ? &entry->claim.quick : &entry->claim.full;
    for (size_t i = 0; i < ranges->count; i++) {
        const struct claim_range *range = &ranges->list[i];
        fprintf(file, "%s%s=%ld", i ? " " : "", range->key, range->first);
        if (range->last != range->first)
            fprintf(file, "..%ld", range->last);
    }
}

static void print_tally(FILE *file, const char *what, const struct claim_tally *tally) {
    if (tally->held + tally->failed + tally->open == 0)
        return;
    fprintf(file, "    %s %ld held, %ld failed", what, tally->held, tally->failed);
    if (tally->open)
        fprintf(file, ", %ld open", tally->open);
    fputc('\n', file);
}

static void print_entry(FILE *file, const struct claim_entry *entry) {
    const struct claim_case *claim = &entry->claim;
    const struct claim_finding *finding = &entry->record.finding;
    fprintf(file, "%-36s %-15s %s\n    tried     ", claim->name,
            claim_verdict_name(entry->record.verdict), claim->source);
    claim_table_ranges(file, entry);
    fprintf(file, "%s\n", entry->record.quick ? " (quick)" : "");
    print_tally(file, "claim    ", &finding->claim);
    print_tally(file, "corrected", &finding->corrected);
    if (*finding->claim.failing)
        fprintf(file, "    fails at  %s\n", finding->claim.failing);
    if (*finding->claim.opened)
        fprintf(file, "    open at   %s\n", finding->claim.opened);
    if (claim->corrected)
        fprintf(file, "    %s %s\n",
                finding->claim.failed ? "corrected:" : "sharper:  ", claim->corrected);
    if (finding->certificates)
        fprintf(file, "    evidence  %ld certificates verified\n", finding->certificates);
    if (claim->proof)
        fprintf(file, "    proof     THEOREMS.md %s\n", claim->proof);
}

static void print_counts(FILE *file, const struct claim_list *claims) {
    size_t counts[CLAIM_UNKNOWN + 1] = {0};
    long certificates = 0;
    for (size_t i = 0; i < claims->count; i++)
        if (claims->list[i].record.found) {
            counts[claims->list[i].record.verdict]++;
            certificates += claims->list[i].record.finding.certificates;
        }
    fprintf(
        file,
        "verified %zu, verified up to a bound %zu, sharpened %zu, refuted %zu, unknown %zu; %ld "
        "certificates\n",
        counts[CLAIM_VERIFIED], counts[CLAIM_VERIFIED_UP_TO], counts[CLAIM_SHARPENED],
        counts[CLAIM_REFUTED], counts[CLAIM_UNKNOWN], certificates);
}

enum status claim_table(FILE *file, const void *context, struct failure *failure) {
    const struct claim_list *claims = context;
    (void)failure;
    for (int i = 0; claim_papers[i].key; i++) {
        bool begun = false;
        for (size_t j = 0; j < claims->count; j++) {
            const struct claim_entry *entry = &claims->list[j];
            if (!entry->record.found || strcmp(entry->claim.paper, claim_papers[i].key) != 0)
                continue;
            if (!begun)
                fprintf(file, "%s\n\n", claim_papers[i].title);
            begun = true;
            print_entry(file, entry);
        }
        if (begun)
            fputc('\n', file);
    }
    print_counts(file, claims);
    return STATUS_OK;
}

static json_t *tally_object(const struct claim_tally *tally) {
    return json_pack("{s:I, s:I, s:I}", "held", (json_int_t)tally->held, "failed",
                     (json_int_t)tally->failed, "open", (json_int_t)tally->open);
}

enum status claim_table_json(const struct claim_list *claims, struct failure *failure) {
    enum status status = STATUS_OK;
    for (size_t i = 0; i < claims->count && !status; i++) {
        const struct claim_entry *entry = &claims->list[i];
        const struct claim_finding *finding = &entry->record.finding;
        if (!entry->record.found || !entry->selected)
            continue;
        json_t *object = json_pack(
            "{s:s, s:s, s:s, s:b, s:s, s:s, s:o, s:o, s:I, s:s}", "claim", entry->claim.name,
            "paper", entry->claim.paper, "source", entry->claim.source, "quick",
            (int)entry->record.quick, "verdict", claim_verdict_name(entry->record.verdict),
            "recorded", claim_verdict_name(entry->claim.verdict), "points",
            tally_object(&finding->claim), "corrected", tally_object(&finding->corrected),
            "certificates", (json_int_t)finding->certificates, "counterexample",
            finding->claim.failing);
        status = json_line(object, failure);
    }
    return status;
}
