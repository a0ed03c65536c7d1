/* SPDX-License-Identifier: MIT */
#include "rest/cnf_periodic.h"
#include "rest/cnf_words_order.h"

static bool read_roles(struct reader *reader, uint32_t period, enum periodic_roles *roles) {
    static const char *const names[] = {"keep", "permute", "blocks"};
    if (!read_key(reader, "roles"))
        return false;
    struct word word = read_word(reader);
    if (!word.text)
        return false;
    for (*roles = ROLES_KEEP; *roles <= ROLES_BLOCKS; ++*roles)
        if (word_is(word, names[*roles])) {
            if (*roles == ROLES_BLOCKS && period != 1)
                return read_malformed(reader, "roles blocks have period 1, found %u", period);
            return read_line_end(reader);
        }
    return read_malformed(reader, "expected keep, permute or blocks, found '%.*s'",
                          WORD_IN_MESSAGE(word));
}

static bool read_question(struct periodic_cnf *question, struct reader *reader) {
    return read_number_line(reader, "latency", 1, PERIODIC_CNF_LIMIT, &question->latency) &&
           read_number_line(reader, "depth", question->latency, PERIODIC_CNF_LIMIT,
                            &question->depth) &&
           read_number_line(reader, "processors", 1, PERIODIC_CNF_LIMIT, &question->processors) &&
           read_number_line(reader, "period", 1, PERIODIC_CNF_LIMIT, &question->period) &&
           read_roles(reader, question->period, &question->roles);
}

static void add_fields(struct verdict *verdict, const struct periodic_cnf *question) {
    verdict_fields(verdict, "L=%u t=%u N=%u period=%u roles=%s", question->latency, question->depth,
                   question->processors, question->period,
                   question->roles == ROLES_BLOCKS    ? "blocks"
                   : question->roles == ROLES_PERMUTE ? "permute"
                                                      : "keep");
}

static void claim_no_schedule(struct verdict *verdict, const struct periodic_cnf *question) {
    uint32_t delay = question->latency + question->depth;
    verdict_claim(verdict, "L=%u t=%u N=%u: no ", question->latency, question->depth,
                  question->processors);
    if (question->roles == ROLES_BLOCKS)
        verdict_claim(verdict,
                      "block-cyclic schedule on a pruned tree with delay L+t = %u on N processors "
                      "exists",
                      delay);
    else if (question->period == 1 && question->roles == ROLES_PERMUTE)
        verdict_claim(verdict, "stationary schedule with delay L+t = %u on N processors exists",
                      delay);
    else
        verdict_claim(verdict,
                      "schedule of period T=%u with delay L+t = %u on N processors exists%s",
                      question->period, delay,
                      question->roles == ROLES_PERMUTE
                          ? ", whether or not processors change roles after a period"
                          : " in which every processor keeps its role");
}

bool rule_impossible_periodic(struct reader *reader) {
    struct periodic_cnf question;
    struct formula formula = {
        .question = &question, .build = periodic_cnf_build, .order = &words_order};
    if (!read_question(&question, reader) || !formula_read_encoding(reader, &formula))
        return false;
    claim_no_schedule(reader->verdict, &question);
    add_fields(reader->verdict, &question);
    return formula_refuted(reader, &formula);
}
