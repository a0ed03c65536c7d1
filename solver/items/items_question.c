/* SPDX-License-Identifier: MIT */
#include "solver/items/items_question.h"

#include <stdlib.h>

#include "solver/proof/sat/refutation.h"

void items_answer_init(struct items_answer *answer) {
    *answer = (struct items_answer){.verdict = VERDICT_UNKNOWN};
    message_array_init(&answer->messages);
}

void items_answer_clear(struct items_answer *answer) {
    message_array_clear(&answer->messages);
    free(answer->proof.lrat.numbers);
    items_answer_init(answer);
}

static enum status put_impossible_items(const void *body, struct certificate_output *output,
                                        const struct limits *limits, struct failure *failure) {
    const struct items_proof *proof = body;
    (void)limits, (void)failure;
    const struct items_question *question = &proof->question;
    certificate_print(output, "latency %d\nports %d\nprocessors %d\nitems %d\n", question->latency,
                      question->ports, question->processors + 1, question->items);
    certificate_print(output, "sends %s\ntime %d\n", question->single ? "single" : "any",
                      proof->time);
    if (question->delay)
        certificate_print(output, "delay %d\n", question->delay);
    certificate_print(output, "encoding %s\nvariables %d\nclauses %zu\n",
                      proof->encoding == ITEMS_ORDERED ? "ordered" : "plain", proof->variables,
                      proof->clauses);
    certificate_print_lrat(output, &proof->lrat);
    return STATUS_OK;
}

struct evidence evidence_of_impossible_items(const struct items_proof *proof) {
    return evidence_borrowed("impossible-items", put_impossible_items, proof);
}
