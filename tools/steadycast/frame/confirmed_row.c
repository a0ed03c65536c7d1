/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/frame/confirmed_row.h"

#include <stdlib.h>
#include <string.h>

#include "tools/steadycast/frame/fields.h"

/* Without the sign behind it that says how often. */
static size_t key_length(const struct field_rule *rule) {
    return strcspn(rule->key, "?*");
}

static bool is_word_of(struct field field, const char *words) {
    for (const char *word = words; *word;) {
        size_t length = strcspn(word, "|");
        if (length == field.length && strncmp(word, field.text, length) == 0)
            return true;
        word += length + (word[length] == '|');
    }
    return false;
}

static bool stands(enum field_relation relation, mpz_srcptr found, mpz_srcptr asked) {
    int order = mpz_cmp(found, asked);
    switch (relation) {
    case FIELD_EQUALS:
        return order == 0;
    case FIELD_AT_MOST:
        return order <= 0;
    case FIELD_AT_LEAST:
        return order >= 0;
    case FIELD_BELOW:
        return order < 0;
    case FIELD_OTHER_THAN:
        return order != 0;
    case FIELD_DIVIDES:
        return mpz_sgn(found) > 0 && mpz_divisible_p(asked, found);
    case FIELD_MULTIPLE_OF:
        return mpz_sgn(found) > 0 && mpz_sgn(asked) > 0 && mpz_divisible_p(found, asked);
    default:
        return false;
    }
}

static bool is_number_so(const struct field_rule *rule, const struct confirmation *confirmation,
                         struct field field) {
    mpz_t found, asked;
    mpz_inits(found, asked, NULL);
    bool right = field_number(field, found) && rule->is.value(confirmation, asked) &&
                 stands(rule->is.relation, found, asked);
    mpz_clears(found, asked, NULL);
    return right;
}

static bool is_so(const struct field_rule *rule, const struct confirmation *confirmation,
                  struct field field) {
    switch (rule->is.relation) {
    case FIELD_IS:
        return is_word_of(field, rule->is.text);
    case FIELD_PASSES: /* of the whole line, below */
    case FIELD_FREE:
        return true;
    default:
        return is_number_so(rule, confirmation, field);
    }
}

static const struct field_rule *rule_of(const struct confirmed_row *row, const char *key,
                                        size_t length) {
    const struct field_rule *rule = row->fields;
    for (; rule < row->fields + CONFIRMED_MOST_FIELDS && rule->key; rule++)
        if (key_length(rule) == length && strncmp(rule->key, key, length) == 0)
            return rule;
    return NULL;
}

/* Every field of the line has a rule, and is so. */
static bool are_so(const struct confirmed_row *row, const struct confirmation *confirmation,
                   const char *fields) {
    for (const char *word = fields; *word;) {
        size_t end = strcspn(word, " "), length = strcspn(word, "=");
        const struct field_rule *rule = length < end ? rule_of(row, word, length) : NULL;
        struct field field = {word + length + 1, end - length - 1};
        bool is_kind = length == 4 && strncmp(word, "kind", length) == 0;
        if (!is_kind && (!rule || !is_so(rule, confirmation, field)))
            return false;
        word += end + (word[end] == ' ');
    }
    return true;
}

static int occurrences(const char *fields, const char *key) {
    int count = 0;
    for (struct field field; (field = fields_find(fields, key)).length; count++)
        fields = fields_behind(field);
    return count;
}

/* Every field of the rules is there as often as it has to be, and passes its test. */
static bool are_there(const struct confirmed_row *row, const struct confirmation *confirmation,
                      const char *fields) {
    const struct field_rule *rule = row->fields;
    for (; rule < row->fields + CONFIRMED_MOST_FIELDS && rule->key; rule++) {
        char key[24] = "";
        strncat(key, rule->key, key_length(rule) < sizeof key ? key_length(rule) : 0);
        char often = rule->key[key_length(rule)];
        int count = occurrences(fields, key);
        if ((!often && count != 1) || (often == '?' && count > 1) ||
            (rule->is.relation == FIELD_PASSES && !rule->is.test(confirmation, fields)))
            return false;
    }
    return true;
}

bool confirmed_row_fits(const struct confirmed_row *row, const struct confirmation *confirmation,
                        const char *fields) {
    return fields_say(fields, "kind", row->kind) && (!row->when || row->when(confirmation)) &&
           are_so(row, confirmation, fields) && are_there(row, confirmation, fields);
}
