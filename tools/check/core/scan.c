#include "core/scan.h"

#include "core/memory.h"

void number_list_append(struct number_list *list, int32_t number) {
    if (list->count == list->capacity)
        list->array =
            memory_grow(list->array, &list->capacity, list->count + 1, sizeof *list->array);
    list->array[list->count++] = number;
}

void scan_begin(struct scan *scan, const char *line) {
    scan->at = line;
    scan->expected = SCAN_NOTHING;
}

static bool ends_word(char c) {
    return c == ' ' || c == '\n';
}

/* Behind the key, or NULL. */
static const char *behind(const char *at, const char *key) {
    while (*key && *at == *key)
        at++, key++;
    return *key || !ends_word(*at) ? NULL : at;
}

bool scan_is_at(const struct scan *scan, const char *key) {
    return behind(scan->at, key) != NULL;
}

void scan_key(struct scan *scan, const char *key) {
    const char *end = behind(scan->at, key);
    scan->key = key;
    if (end)
        scan->at = end;
    else
        scan->expected = SCAN_KEY;
}

/* Behind the number, which has no leading zeros and is up to `most`, or NULL. */
static const char *take_digits(const char *at, uint32_t most, uint32_t *number) {
    const char *first = at;
    uint64_t value = 0;
    for (; *at >= '0' && *at <= '9' && value <= most; at++)
        value = 10 * value + (uint64_t)(*at - '0');
    *number = (uint32_t)value;
    bool right = at > first && value <= most && (*first != '0' || at == first + 1);
    return right && ends_word(*at) ? at : NULL;
}

void scan_id(struct scan *scan, uint32_t id) {
    if (scan->expected)
        return;
    uint32_t number;
    const char *end = *scan->at == ' ' ? take_digits(scan->at + 1, id, &number) : NULL;
    scan->number = id;
    if (end && number == id)
        scan->at = end;
    else
        scan->expected = SCAN_ID;
}

/* False behind the 0 that ends the list, and for a fault. */
static bool take_member(struct scan *scan, bool literal, struct number_list *list) {
    const char *at = scan->at;
    uint32_t number;
    bool minus = literal && at[0] == ' ' && at[1] == '-';
    const char *end = *at == ' ' ? take_digits(at + 1 + minus, scan->number, &number) : NULL;
    if (!end || (minus && number == 0)) {
        scan->expected = literal ? SCAN_LITERAL : SCAN_HINT;
        return false;
    }
    scan->at = end;
    if (number == 0)
        return false;
    number_list_append(list, minus ? -(int32_t)number : (int32_t)number);
    return true;
}

static void take_list(struct scan *scan, bool literals, uint32_t most, struct number_list *list) {
    list->count = 0;
    if (scan->expected)
        return;
    scan->number = most;
    while (take_member(scan, literals, list))
        ;
}

void scan_literals(struct scan *scan, uint32_t variables, struct number_list *list) {
    take_list(scan, true, variables, list);
}

void scan_ids(struct scan *scan, struct number_list *list) {
    take_list(scan, false, READ_NUMBER_LIMIT, list);
}

void scan_end(struct scan *scan) {
    if (!scan->expected && *scan->at != '\n')
        scan->expected = SCAN_END;
}

static void describe(const struct scan *scan, char text[80]) {
    switch (scan->expected) {
    case SCAN_LITERAL:
        snprintf(text, 80, "a literal of the variables 1..%u or 0", scan->number);
        break;
    case SCAN_HINT:
        snprintf(text, 80, "a clause number, 1..%u, or 0", scan->number);
        break;
    case SCAN_ID:
        snprintf(text, 80, "clause number %u", scan->number);
        break;
    default:
        snprintf(text, 80, "%s", scan->expected == SCAN_END ? "the end of the line" : scan->key);
    }
}

bool scan_fault(const struct scan *scan, struct reader *reader) {
    struct word found = {scan->at + (*scan->at == ' '), 0};
    char expected[80];
    while (!ends_word(found.text[found.length]))
        found.length++;
    if (found.length == 0)
        return read_malformed(reader, "the line ends where another word is expected");
    describe(scan, expected);
    return read_malformed(reader, "expected %s, found '%.*s'", expected, WORD_IN_MESSAGE(found));
}
