/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_condition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/claims/claim_ranges.h"

bool claim_point_value(const struct claim_point *point, const char *key, size_t length,
                       long *value) {
    const char *word = point->keys;
    for (int i = 0; *word; i++) {
        size_t room = strcspn(word, " ");
        if (room == length && memcmp(word, key, length) == 0) {
            *value = point->values[i];
            return true;
        }
        word += room;
        word += strspn(word, " ");
    }
    return false;
}

size_t claim_point_print(const struct claim_point *point, char *text, size_t room) {
    size_t length = 0;
    const char *word = point->keys;
    *text = 0;
    for (int i = 0; *word && length < room; i++) {
        int key = (int)strcspn(word, " ");
        length += (size_t)snprintf(text + length, room - length, "%s%.*s=%ld", i ? ", " : "", key,
                                   word, point->values[i]);
        word += key;
        word += strspn(word, " ");
    }
    return length < room ? length : room - 1;
}

static size_t key_length(const char *text) {
    size_t length = 0;
    if (!isalpha((unsigned char)*text))
        return 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length;
}

/* KEY=NUMBER; what follows it. */
static bool read_value(const char **text, struct claim_place *place, int count, size_t *used) {
    size_t length = key_length(*text);
    const char *rest = *text + length;
    if (!length || length >= CLAIM_KEY_ROOM || *rest++ != '=' ||
        !claim_number_read(&rest, &place->values[count]) ||
        !(*rest == ',' || *rest == ':' || !*rest))
        return false;
    *used += (size_t)sprintf(place->keys + *used, "%s%.*s", count ? " " : "", (int)length, *text);
    *text = rest;
    return true;
}

void claim_place_read(struct claim_place *place, const char *text) {
    size_t used = 0;
    int count = 0;
    *place = (struct claim_place){.point = {place->keys, place->values}};
    while (count < CLAIM_POINT_MOST && read_value(&text, place, count, &used)) {
        count++;
        if (strncmp(text, ", ", 2) != 0)
            break;
        text += 2;
    }
}

static bool add_term(struct claim_condition *condition, const char *key, size_t length,
                     long factor) {
    if (condition->count == CLAIM_CONDITION_TERMS || length >= CLAIM_KEY_ROOM)
        return false;
    memcpy(condition->terms[condition->count].key, key, length);
    condition->terms[condition->count].key[length] = 0;
    condition->terms[condition->count++].factor = factor;
    return true;
}

/* NUMBER, KEY or NUMBER KEY. */
static bool read_term(const char **text, struct claim_condition *condition, long sign) {
    long number = 1;
    bool has_number = isdigit((unsigned char)**text);
    if (has_number && !claim_number_read(text, &number))
        return false;
    size_t length = key_length(*text);
    if (!length && !has_number)
        return false;
    if (!length) {
        condition->constant += sign * number;
        return true;
    }
    bool well = add_term(condition, *text, length, sign * number);
    *text += length;
    return well;
}

static void skip_spaces(const char **text) {
    *text += strspn(*text, " ");
}

static bool read_sum(const char **text, struct claim_condition *condition, long sign) {
    for (long part = sign;;) {
        skip_spaces(text);
        if (!read_term(text, condition, part))
            return false;
        skip_spaces(text);
        if (**text != '+' && **text != '-')
            return true;
        part = *(*text)++ == '+' ? sign : -sign;
    }
}

static void negate(struct claim_condition *condition) {
    condition->constant = -condition->constant;
    for (int i = 0; i < condition->count; i++)
        condition->terms[i].factor = -condition->terms[i].factor;
}

/* left - right compared with 0; a >= b is a - b + 1 > 0. */
static const struct {
    const char *sign; /* the longer ones first */
    enum claim_relation relation;
    bool turned; /* right - left */
    long more;
} relations[] = {
    {"<=", CLAIM_ABOVE, true, 1}, {">=", CLAIM_ABOVE, false, 1}, {"!=", CLAIM_OTHER, false, 0},
    {"<", CLAIM_ABOVE, true, 0},  {">", CLAIM_ABOVE, false, 0},  {"=", CLAIM_EQUAL, false, 0},
};
enum { RELATIONS = sizeof relations / sizeof *relations };

static bool read_parity(const char **text, struct claim_condition *condition) {
    bool odd = strncmp(*text, "odd", 3) == 0;
    if (!odd && strncmp(*text, "even", 4) != 0)
        return false;
    condition->relation = odd ? CLAIM_ODD : CLAIM_EVEN;
    *text += odd ? 3 : 4;
    return true;
}

static bool read_condition(const char **text, struct claim_condition *condition) {
    *condition = (struct claim_condition){.relation = CLAIM_EQUAL};
    if (!read_sum(text, condition, 1))
        return false;
    if (read_parity(text, condition))
        return true;
    int i = 0;
    while (i < RELATIONS && strncmp(*text, relations[i].sign, strlen(relations[i].sign)) != 0)
        i++;
    if (i == RELATIONS)
        return false;
    *text += strlen(relations[i].sign);
    if (!read_sum(text, condition, -1))
        return false;
    if (relations[i].turned)
        negate(condition);
    condition->relation = relations[i].relation;
    condition->constant += relations[i].more;
    return true;
}

static enum status add_condition(struct claim_conditions *conditions,
                                 const struct claim_condition *condition, struct failure *failure) {
    struct claim_condition *list =
        memory_resize(conditions->list, conditions->count + 1, sizeof *list);
    if (!list)
        return failure_memory(failure, "the conditions of a case");
    conditions->list = list;
    list[conditions->count++] = *condition;
    return STATUS_OK;
}

enum status claim_conditions_read(struct claim_conditions *conditions, const char *text,
                                  struct failure *failure) {
    enum status status = STATUS_OK;
    *conditions = (struct claim_conditions){.text = strdup(text)};
    if (!conditions->text)
        return failure_memory(failure, "the conditions of a case");
    for (const char *rest = text; !status;) {
        struct claim_condition condition;
        const char *start = rest;
        if (!read_condition(&rest, &condition) || (*rest && *rest != ','))
            return failure_set(failure, STATUS_INPUT,
                               "expected conditions like 'g >= o+1, k > 1, L odd', not '%.80s'",
                               start);
        status = add_condition(conditions, &condition, failure);
        if (!*rest++)
            break;
    }
    return status;
}

void claim_conditions_clear(struct claim_conditions *conditions) {
    free(conditions->text);
    free(conditions->list);
    *conditions = (struct claim_conditions){0};
}

static enum claim_membership holds(const struct claim_condition *condition,
                                   const struct claim_point *point) {
    long sum = condition->constant;
    for (int i = 0; i < condition->count; i++) {
        const char *key = condition->terms[i].key;
        long value;
        if (!point || !claim_point_value(point, key, strlen(key), &value))
            return CLAIM_NOWHERE;
        sum += condition->terms[i].factor * value;
    }
    bool inside = condition->relation == CLAIM_ABOVE   ? sum > 0
                  : condition->relation == CLAIM_EQUAL ? sum == 0
                  : condition->relation == CLAIM_OTHER
                      ? sum != 0
                      : (sum % 2 != 0) == (condition->relation == CLAIM_ODD);
    return inside ? CLAIM_INSIDE : CLAIM_OUTSIDE;
}

enum claim_membership claim_conditions_hold(const struct claim_conditions *conditions,
                                            const struct claim_point *point) {
    enum claim_membership all = CLAIM_INSIDE;
    for (size_t i = 0; i < conditions->count && all != CLAIM_NOWHERE; i++) {
        enum claim_membership one = holds(&conditions->list[i], point);
        if (one != CLAIM_INSIDE)
            all = one;
    }
    return all;
}
