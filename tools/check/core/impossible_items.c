/* SPDX-License-Identifier: MIT */
#include "core/cnf_items.h"

static bool read_question(struct items_cnf *question, struct reader *reader) {
    uint32_t processors;
    if (!read_number_line(reader, "latency", 1, ITEMS_CNF_LIMIT, &question->latency) ||
        !read_number_line(reader, "ports", 1, ITEMS_CNF_LIMIT, &question->ports) ||
        !read_number_line(reader, "processors", 2, ITEMS_CNF_LIMIT, &processors) ||
        !read_number_line(reader, "items", 1, ITEMS_CNF_LIMIT, &question->items) ||
        !read_key(reader, "sends") || !read_either(reader, "any", "single", &question->single) ||
        !read_line_end(reader) ||
        !read_number_line(reader, "time", question->latency, ITEMS_CNF_LIMIT, &question->time))
        return false;
    question->rows = processors - 1;
    return true;
}

static void claim(struct verdict *verdict, const struct items_cnf *question) {
    verdict_claim(verdict, "postal L=%u p=%u P=%u K=%u: ", question->latency, question->ports,
                  question->rows + 1, question->items);
    verdict_claim(verdict,
                  "the source, which has all items at time 0, cannot bring every item to all "
                  "others by time %u%s",
                  question->time, question->single ? " if it sends each item once" : "");
    verdict_fields(verdict, "L=%u ports=%u P=%u K=%u sends=%s before=%u", question->latency,
                   question->ports, question->rows + 1, question->items,
                   question->single ? "single" : "any", question->time + 1);
}

bool impossible_items_check(struct reader *reader, const struct formula_order *order) {
    struct items_cnf question;
    struct formula formula = {.question = &question, .build = items_cnf_build, .order = order};
    if (!read_question(&question, reader) || !formula_read_encoding(reader, &formula))
        return false;
    claim(reader->verdict, &question);
    return formula_refuted(reader, &formula);
}

bool rule_impossible_items(struct reader *reader) {
    return impossible_items_check(reader, NULL);
}
