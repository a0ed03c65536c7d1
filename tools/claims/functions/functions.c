/* SPDX-License-Identifier: MIT */
#include "tools/claims/functions/functions.h"

#include "tools/steadycast/frame/json_answer.h"

const struct claim_functions claim_functions[] = {
    {number_functions, number_clear},
    {ask_functions, ask_clear},
    {items_functions, NULL},
    {kept_functions, NULL},
    {multiport_functions, NULL},
    {ring_functions, NULL},
    {gossip_functions, NULL},
    {exchange_functions, NULL},
    {summation_functions, NULL},
    {shou_chen_functions, shou_chen_clear},
    {two_functions, NULL},
    {pruned_functions, NULL},
    {source_functions, NULL},
    {word_functions, word_clear},
    {endgame_functions, NULL},
    {list_functions, lists_clear},
    {NULL, NULL},
};

enum status claim_call_put(struct claim_call *call, struct evidence evidence,
                           struct failure *failure) {
    if (!call->stream)
        return STATUS_OK;
    if (!evidence.kind)
        return failure_input(failure, "%s has no certificate", call->function->name);
    call->certificates += evidence_count(evidence);
    return evidence_write_stream(evidence, call->stream, &call->job->limits, failure);
}

void claim_functions_print(void) {
    for (int i = 0; claim_functions[i].list; i++)
        for (const struct claim_function *f = claim_functions[i].list; f->name; f++)
            printf("%s(%s)%s%s\n    %s\n", f->name, f->arguments, *f->fields ? " ." : "", f->fields,
                   f->summary);
}

enum status claim_functions_json(struct failure *failure) {
    json_t *functions = json_array();
    for (int i = 0; claim_functions[i].list; i++)
        for (const struct claim_function *f = claim_functions[i].list; f->name; f++)
            json_array_append_new(functions, json_pack("{s:s, s:s, s:s, s:s}", "name", f->name,
                                                       "arguments", f->arguments, "fields",
                                                       f->fields, "summary", f->summary));
    return json_line(json_pack("{s:o}", "functions", functions), failure);
}
