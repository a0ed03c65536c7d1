/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/sweep/sweep_estimate.h"

#include <math.h>
#include <stdio.h>

#include "automata/memory.h"
#include "tools/steadycast/campaign/campaign_estimate.h"
#include "tools/steadycast/frame/clock.h"
#include "tools/steadycast/sweep/sweep_events.h"

/* What is known of a campaign's cases: nothing, or what the folder has. */
static enum status read_answers(struct answers *answers, const char *folder,
                                const struct sweep_folder_options *options,
                                struct failure *failure) {
    CLEANUP(store_close) struct store store = {0};
    bool there = false, changed;
    if (folder)
        TRY(sweep_folder_compare(folder, answers->campaign, options->change, &there, &changed,
                                 failure));
    if (!there)
        return STATUS_OK;
    TRY(store_open_reading(&store, folder, false, NULL, NULL, failure));
    return answers_read(answers, &store, NULL, NULL, NULL, failure);
}

static void count_case(struct sweep_estimate *estimate, struct campaign_estimate *learned,
                       const struct answers *answers, size_t index, double *longest) {
    const struct campaign_case *asked = &answers->campaign->cases[index];
    const struct case_result *last = &answers->last[index];
    estimate->cases++;
    campaign_estimate_add(learned, asked);
    if (answers_is_final(answers, index)) {
        campaign_estimate_take(learned, asked, last->seconds);
        estimate->done++;
        for (int i = 0; i < last->certificate_count; i++)
            estimate->there += last->certificates[i].size;
        return;
    }
    double most = campaign_case_most_seconds(asked);
    estimate->unlimited += most == 0;
    estimate->most += most;
    *longest = fmax(*longest, most);
}

enum status sweep_estimate_make(struct sweep_estimate *estimate, const struct campaign *campaign,
                                const char *folder, const struct sweep_folder_options *options,
                                struct failure *failure) {
    *estimate = (struct sweep_estimate){.workers = estimate->workers};
    CLEANUP(answers_clear) struct answers answers = {0};
    FREED struct campaign_estimate *learned = memory_new(1, sizeof *learned);
    TRY(learned ? answers_init(&answers, campaign, failure)
                : failure_memory(failure, "an estimate"));
    TRY(read_answers(&answers, folder, options, failure));
    const struct campaign_shard *shard = &options->shard;
    double longest = 0;
    for (size_t i = (size_t)shard->number - 1; i < campaign->count; i += (size_t)shard->count)
        count_case(estimate, learned, &answers, i, &longest);
    /* Whoever begins the last case finds all others busy until then. */
    double workers = estimate->workers;
    estimate->most = (estimate->most - longest) / workers + longest;
    estimate->left = campaign_estimate_left(learned, estimate->workers);
    estimate->space =
        estimate->done ? (double)estimate->there * (double)estimate->cases / (double)estimate->done
                       : -1;
    return STATUS_OK;
}

/* 12 KB, to three digits. */
static const char *size_text(double bytes, char text[CLOCK_SPAN_ROOM]) {
    static const char *const names[] = {"bytes", "KB", "MB", "GB", "TB", "PB"};
    int i = 0;
    while (i < 5 && bytes >= 999.5) {
        bytes /= 1000;
        i++;
    }
    snprintf(text, CLOCK_SPAN_ROOM, "%.3g %s", bytes, names[i]);
    return text;
}

void sweep_estimate_print(const struct sweep_estimate *estimate, bool json) {
    char text[CLOCK_SPAN_ROOM], there[CLOCK_SPAN_ROOM];
    if (json) {
        sweep_event_estimate(estimate);
        return;
    }
    printf("cases %zu done %zu left %zu workers %d\n", estimate->cases, estimate->done,
           estimate->cases - estimate->done, estimate->workers);
    if (estimate->unlimited)
        printf("without a limit of time %zu, the others ", estimate->unlimited);
    printf("at most %s by their limits, with all attempts\n", clock_span(estimate->most, text));
    if (estimate->left < 0) {
        printf("nothing is done yet that would say how much of that, and how much space\n");
        return;
    }
    printf("about %s by the %zu that are done\n", clock_span(estimate->left, text), estimate->done);
    printf("about %s of certificates then, now %s\n", size_text(estimate->space, text),
           size_text((double)estimate->there, there));
}
