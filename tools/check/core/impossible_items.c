#include "core/impossible_items.h"

#include "core/cnf_items.h"
#include "core/cnf_size.h"
#include "core/lrat.h"

static bool read_question(struct items_cnf *question, struct reader *reader) {
    uint32_t processors;
    if (!read_number_line(reader, "latency", 1, ITEMS_CNF_LIMIT, &question->latency) ||
        !read_number_line(reader, "ports", 1, ITEMS_CNF_LIMIT, &question->ports) ||
        !read_number_line(reader, "processors", 2, ITEMS_CNF_LIMIT, &processors) ||
        !read_number_line(reader, "items", 1, ITEMS_CNF_LIMIT, &question->items) ||
        !read_key(reader, "sends") || !read_either(reader, "any", "single", &question->single) ||
        !read_line_end(reader) ||
        !read_number_line(reader, "time", question->latency, ITEMS_CNF_LIMIT, &question->time) ||
        !cnf_read_encoding(reader, &question->order))
        return false;
    question->rows = processors - 1;
    return true;
}

static bool check_variables(struct reader *reader, const struct items_cnf *question,
                            uint32_t *variables) {
    uint64_t expected = items_cnf_variables(question);
    if (expected > ITEMS_CNF_VARIABLES)
        return read_malformed(reader, "the formula has more than %d variables",
                              ITEMS_CNF_VARIABLES);
    return cnf_check_variables(reader, expected, variables);
}

static void claim(struct verdict *verdict, const struct items_cnf *question, uint32_t variables,
                  uint32_t count) {
    verdict_claim(verdict, "postal L=%u p=%u P=%u K=%u: ", question->latency, question->ports,
                  question->rows + 1, question->items);
    verdict_claim(verdict,
                  "the source, which has all items at time 0, cannot bring every item to all "
                  "others by time %u%s",
                  question->time, question->single ? " if it sends each item once" : "");
    cnf_claim(verdict, variables, count, question->order);
    verdict_fields(verdict, "L=%u ports=%u P=%u K=%u sends=%s before=%u", question->latency,
                   question->ports, question->rows + 1, question->items,
                   question->single ? "single" : "any", question->time + 1);
    cnf_field(verdict, question->order);
}

static bool check_formula(struct reader *reader, const struct items_cnf *question,
                          struct clause_set *clauses) {
    uint32_t variables, count;
    if (!check_variables(reader, question, &variables) || !cnf_read_count(reader, &count) ||
        !cnf_check_count(reader, items_cnf_build(question, count, clauses), count))
        return false;
    claim(reader->verdict, question, variables, count);
    return lrat_refutes(reader, clauses, variables);
}

bool impossible_items_check(struct reader *reader, const struct cnf_order *order) {
    struct items_cnf question = {.order = order};
    struct clause_set clauses;
    if (!read_question(&question, reader))
        return false;
    clauses_init(&clauses);
    bool right = check_formula(reader, &question, &clauses);
    clauses_clear(&clauses);
    return right;
}

bool rule_impossible_items(struct reader *reader) {
    return impossible_items_check(reader, NULL);
}
