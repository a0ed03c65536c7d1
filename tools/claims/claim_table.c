/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_table.h"

#include <string.h>

#include "tools/steadycast/frame/json_answer.h"

void claim_table_ranges(FILE *file, const struct claim_entry *entry) {
    const struct claim_ranges *ranges =
        entry->finding.quick ? &entry->claim.quick : &entry->claim.full;
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
    const struct claim_finding *finding = &entry->finding;
    char verdict[CLAIM_VERDICT_ROOM];
    claim_verdict_print(claim, entry->finding.verdict, verdict);
    fprintf(file, "%-40s %s\n    source    %s; %s\n    quote     \"%s\"\n", claim->name, verdict,
            claim->source, claim->page, claim->quote);
    if (claim->assumes)
        fprintf(file, "    assumes   %s\n", claim->assumes);
    fputs("    tried     ", file);
    claim_table_ranges(file, entry);
    fprintf(file, "%s\n", entry->finding.quick ? " (quick)" : "");
    print_tally(file, "claim    ", &finding->tallies[CLAIM_TALLY]);
    print_tally(file, "beyond   ", &finding->tallies[CLAIM_TALLY_BEYOND]);
    print_tally(file, "corrected", &finding->tallies[CLAIM_TALLY_CORRECTED]);
    if (finding->outside)
        fprintf(file, "    not counted, as the paper's hypotheses do not hold there: %ld\n",
                finding->outside);
    if (*claim_failing(entry->finding.verdict, finding))
        fprintf(file, "    fails at  %s\n", claim_failing(entry->finding.verdict, finding));
    if (*claim_opened(finding))
        fprintf(file, "    open at   %s\n", claim_opened(finding));
    if (claim->corrected)
        fprintf(file, "    %s %s\n",
                *claim_failing(entry->finding.verdict, finding) ? "corrected:" : "sharper:  ",
                claim->corrected);
    if (finding->certificates)
        fprintf(file, "    evidence  %ld certificates verified\n", finding->certificates);
    if (claim->proof)
        fprintf(file, "    proof     THEOREMS.md %s\n", claim->proof);
}

void claim_table_counts(FILE *file, const struct claim_list *claims) {
    size_t counts[CLAIM_UNKNOWN + 1] = {0}, reconstructed = 0, all = 0;
    long certificates = 0;
    for (size_t i = 0; i < claims->count; i++)
        if (claims->list[i].finding.found) {
            all++;
            counts[claims->list[i].finding.verdict]++;
            reconstructed += claims->list[i].claim.text != CLAIM_PRINTED;
            certificates += claims->list[i].finding.certificates;
        }
    fprintf(file,
            "%zu claims: verified %zu, verified up to a bound %zu, sharpened %zu, holds within a "
            "range %zu, refuted %zu, unknown %zu; as reconstructed %zu of them; %ld certificates",
            all, counts[CLAIM_VERIFIED], counts[CLAIM_VERIFIED_UP_TO], counts[CLAIM_SHARPENED],
            counts[CLAIM_HOLDS_WITHIN], counts[CLAIM_REFUTED], counts[CLAIM_UNKNOWN], reconstructed,
            certificates);
}

enum status claim_table(FILE *file, const void *context, struct failure *failure) {
    const struct claim_list *claims = context;
    (void)failure;
    for (int i = 0; claim_papers[i].key; i++) {
        bool begun = false;
        for (size_t j = 0; j < claims->count; j++) {
            const struct claim_entry *entry = &claims->list[j];
            if (!entry->finding.found || strcmp(entry->claim.paper, claim_papers[i].key) != 0)
                continue;
            if (!begun)
                fprintf(file, "%s\n\n", claim_papers[i].title);
            begun = true;
            print_entry(file, entry);
        }
        if (begun)
            fputc('\n', file);
    }
    claim_table_counts(file, claims);
    fputc('\n', file);
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
        const struct claim_finding *finding = &entry->finding;
        if (!entry->finding.found || !entry->selected)
            continue;
        const char *within = entry->claim.within;
        json_t *object = json_pack(
            "{s:s, s:s, s:s, s:b, s:s, s:s, s:s, s:b, s:o, s:o, s:I, s:o, s:I, s:o}", "claim",
            entry->claim.name, "paper", entry->claim.paper, "source", entry->claim.source, "quick",
            (int)entry->finding.quick, "verdict", claim_verdict_name(entry->finding.verdict),
            "recorded", claim_verdict_name(entry->claim.verdict), "within", within ? within : "",
            "reconstructed", (int)(entry->claim.text != CLAIM_PRINTED), "points",
            tally_object(&finding->tallies[CLAIM_TALLY]), "beyond",
            tally_object(&finding->tallies[CLAIM_TALLY_BEYOND]), "outside",
            (json_int_t)finding->outside, "corrected",
            tally_object(&finding->tallies[CLAIM_TALLY_CORRECTED]), "certificates",
            (json_int_t)finding->certificates, "counterexample",
            json_any_text(claim_failing(entry->finding.verdict, finding)));
        status = json_line(object, failure);
    }
    return status;
}
