/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_expression.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

int claim_fault(struct claim_parser *p, const char *expected) {
    if (!p->status)
        p->status = claim_case_fault(p->script->claim, p->line, p->failure,
                                     "expected %s, not '%.40s'", expected, p->at);
    return 0;
}

static size_t name_length(const char *text) {
    size_t length = 0;
    if (isalpha((unsigned char)*text))
        while (isalnum((unsigned char)text[length]) || text[length] == '_')
            length++;
    return length;
}

bool claim_sign(struct claim_parser *p, const char *sign) {
    p->at += strspn(p->at, " ");
    size_t length = strlen(sign);
    if (strncmp(p->at, sign, length) != 0)
        return false;
    p->at += length;
    p->at += strspn(p->at, " ");
    return true;
}

bool claim_word(struct claim_parser *p, const char *word) {
    size_t skipped = strspn(p->at, " "), length = strlen(word);
    if (name_length(p->at + skipped) != length || strncmp(p->at + skipped, word, length) != 0)
        return false;
    p->at += skipped + length;
    p->at += strspn(p->at, " ");
    return true;
}

static void want(struct claim_parser *p, const char *text) {
    if (!p->status && !claim_sign(p, text))
        claim_fault(p, text);
}

/* Room for one more of `count`; false: p->status says why. */
bool claim_grow(struct claim_parser *p, void *list, size_t count, size_t size) {
    if (!p->status && !memory_make_room(list, count, size))
        p->status = failure_memory(p->failure, "a case");
    return !p->status;
}

static int node(struct claim_parser *p, enum claim_operation op, int first, int second, int third) {
    struct claim_script *script = p->script;
    if (!claim_grow(p, &script->nodes, script->node_count, sizeof *script->nodes))
        return 0;
    script->nodes[script->node_count] =
        (struct claim_node){.op = op, .child = {first, second, third}, .next = -1, .text = -1};
    return (int)script->node_count++;
}

static const struct claim_name *find(const struct claim_script *script, const char *name,
                                     size_t length) {
    for (size_t i = script->name_count; i-- > 0;)
        if ((i >= script->hidden || script->names[i].kind == CLAIM_NAME_USER) &&
            strlen(script->names[i].name) == length &&
            strncmp(script->names[i].name, name, length) == 0)
            return &script->names[i];
    return NULL;
}

static void add_name(struct claim_parser *p, const char *text, size_t length,
                     enum claim_name_kind kind, int index) {
    struct claim_script *script = p->script;
    if (!length || find(script, text, length))
        claim_fault(p, length ? "a name that is not there already" : "a name");
    if (!claim_grow(p, &script->names, script->name_count, sizeof *script->names))
        return;
    char *name = strndup(text, length);
    if (name)
        script->names[script->name_count++] = (struct claim_name){name, kind, index, NULL};
    else
        p->status = failure_memory(p->failure, "a case");
}

void claim_name(struct claim_parser *p, enum claim_name_kind kind, int index) {
    size_t length = name_length(p->at);
    add_name(p, p->at, length, kind, index);
    p->at += length;
    p->at += strspn(p->at, " ");
}

/* Arguments up to the bracket; the first one, -1 without any. */
static int arguments(struct claim_parser *p, int *count, int *text) {
    int first = -1, last = -1;
    *count = 0;
    if (claim_sign(p, ")"))
        return -1;
    do {
        if (text && claim_sign(p, "\"")) {
            *text = claim_text(p, "\"");
            want(p, "\"");
            continue;
        }
        int argument = claim_expression(p);
        if (p->status)
            return -1;
        if (last >= 0)
            p->script->nodes[last].next = argument;
        else
            first = argument;
        last = argument;
        ++*count;
    } while (!p->status && claim_sign(p, ","));
    want(p, ")");
    return first;
}

/* FOLD(NAME in A..B: E), behind the name. */
static int fold(struct claim_parser *p, enum claim_operation op, const char *name, size_t length) {
    struct claim_script *script = p->script;
    int from = claim_expression(p);
    want(p, "..");
    int to = claim_expression(p), slot = script->locals++;
    want(p, ":");
    if (script->locals > script->most_locals)
        script->most_locals = script->locals;
    if (!p->status)
        add_name(p, name, length, CLAIM_NAME_LOCAL, slot);
    if (p->status)
        return 0;
    int body = claim_expression(p), made = node(p, op, from, to, body);
    free(script->names[--script->name_count].name);
    script->locals--;
    want(p, ")");
    if (!p->status)
        script->nodes[made].index = slot;
    return made;
}

static const struct claim_function *builtin(const char *name, size_t length) {
    for (int i = 0; claim_functions[i].list; i++)
        for (const struct claim_function *f = claim_functions[i].list; f->name; f++)
            if (strlen(f->name) == length && strncmp(f->name, name, length) == 0)
                return f;
    return NULL;
}

static int count_words(const char *text) {
    int count = 0;
    for (; *text; count++) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    return count;
}

static int call(struct claim_parser *p, const char *name, size_t length) {
    static const struct {
        const char *name;
        enum claim_operation op;
    } folds[] = {{"sum", FOLD_SUM},          {"all", FOLD_ALL}, {"any", FOLD_ANY},
                 {"count", FOLD_COUNT},      {"max", FOLD_MAX}, {"min", FOLD_MIN},
                 {"distinct", FOLD_DISTINCT}};
    const char *start = p->at;
    size_t local = name_length(start);
    p->at += local;
    bool folds_over = local && !p->script->is_condition && claim_word(p, "in");
    for (size_t i = 0; folds_over && i < sizeof folds / sizeof *folds; i++)
        if (strlen(folds[i].name) == length && strncmp(folds[i].name, name, length) == 0)
            return fold(p, folds[i].op, start, local);
    p->at = start;
    int count, text = -1, made;
    bool largest = length == 3 && strncmp(name, "max", 3) == 0;
    if (largest || (length == 3 && strncmp(name, "min", 3) == 0)) {
        int first = arguments(p, &count, NULL);
        return count ? node(p, largest ? LARGEST : SMALLEST, first, -1, -1)
                     : claim_fault(p, "a number");
    }
    const struct claim_name *user = find(p->script, name, length);
    user = user && user->kind == CLAIM_NAME_USER ? user : NULL;
    const struct claim_function *function = user ? NULL : builtin(name, length);
    if (!function && !user) {
        p->at = name;
        return claim_fault(p, "a function");
    }
    int index = user ? user->index : 0;
    int wanted = function ? count_words(function->arguments) : p->script->users[index].arguments;
    int first = arguments(p, &count, function ? &text : NULL);
    made = node(p, function ? CALL : USER, first, -1, -1);
    if (!p->status && count + (text >= 0) != wanted) {
        p->at = name;
        return claim_fault(p, function ? function->arguments : "another number of arguments");
    }
    if (p->status)
        return 0;
    p->script->nodes[made].function = function;
    p->script->nodes[made].index = index;
    p->script->nodes[made].text = text;
    return made;
}

static int field_of(const struct claim_function *function, const char *name, size_t length) {
    int place = 0;
    for (const char *w = function->fields; *w; place++) {
        size_t room = strcspn(w, " ");
        if (room == length && strncmp(w, name, length) == 0)
            return place;
        w += room;
        w += strspn(w, " ");
    }
    return -1;
}

bool claim_is_call(const struct claim_script *script, int node) {
    const struct claim_node *of = &script->nodes[node];
    return of->op == CALL ||
           (of->op == LET && script->nodes[script->lets[of->index].node].op == CALL);
}

/* .FIELD behind a call, or behind what is one by a line `let`. */
static int with_field(struct claim_parser *p, int made) {
    if (p->status || *p->at != '.' || p->at[1] == '.')
        return made;
    const struct claim_node *of = &p->script->nodes[made];
    if (of->op == LET)
        of = &p->script->nodes[p->script->lets[of->index].node];
    bool is_call = of->op == CALL && !of->field; /* a name may stand for a field already */
    size_t length = name_length(++p->at);
    int field = is_call ? field_of(of->function, p->at, length) : -1;
    if (field < 0)
        return claim_fault(p, is_call ? of->function->fields : "a function before the point");
    p->at += length;
    p->script->nodes[made].field = field;
    return made;
}

static int number(struct claim_parser *p, long value) {
    int made = node(p, NUMBER, -1, -1, -1);
    if (!p->status)
        p->script->nodes[made].value = value;
    return made;
}

static int name(struct claim_parser *p) {
    static const char *const truths[] = {"fails", "holds", "open", "impossible", "mute"};
    const char *start = p->at;
    size_t length = name_length(start);
    int made = 0;
    for (int i = 0; i < 5; i++)
        if (claim_word(p, truths[i]))
            return number(p, i);
    p->at += length;
    if (*p->at == '(') {
        p->at++;
        return with_field(p, call(p, start, length));
    }
    bool first = strncmp(p->at, ".first", 6) == 0;
    if (first || strncmp(p->at, ".last", 5) == 0) {
        const char *key = claim_range_key(p->script->claim, start, length);
        if (!key) {
            p->at = start;
            return claim_fault(p, "the key of a range");
        }
        p->at += first ? 6 : 5;
        made = node(p, first ? RANGE_FIRST : RANGE_LAST, -1, -1, -1);
        if (!p->status)
            p->script->nodes[made].key = key;
        return made;
    }
    if (p->script->is_condition && !find(p->script, start, length) && length >= CLAIM_KEY_ROOM)
        claim_fault(p, "a short key of a point");
    else if (p->script->is_condition && !find(p->script, start, length))
        add_name(p, start, length, CLAIM_NAME_LOCAL, p->script->locals++);
    const struct claim_name *found = p->status ? NULL : find(p->script, start, length);
    if (!found || found->kind == CLAIM_NAME_USER) {
        p->at = start;
        return claim_fault(p, "a name that has a value");
    }
    int index = found->index;
    made = node(p,
                found->kind == CLAIM_NAME_LOOP  ? LOOP
                : found->kind == CLAIM_NAME_LET ? LET
                                                : LOCAL,
                -1, -1, -1);
    if (!p->status)
        p->script->nodes[made].index = index;
    return with_field(p, made);
}

static int atom(struct claim_parser *p) {
    if (p->status)
        return 0;
    if (claim_sign(p, "(")) {
        int made = claim_expression(p);
        want(p, ")");
        return made;
    }
    if (claim_word(p, "if")) {
        int condition = claim_expression(p);
        if (!p->status && !claim_word(p, "then"))
            return claim_fault(p, "then");
        int yes = claim_expression(p);
        if (!p->status && !claim_word(p, "else"))
            return claim_fault(p, "else");
        return node(p, IF, condition, yes, claim_expression(p));
    }
    if (!isdigit((unsigned char)*p->at))
        return name_length(p->at) ? name(p) : claim_fault(p, "an expression");
    long value;
    if (!claim_number_read(&p->at, &value))
        return claim_fault(p, "a number of at most 10^9");
    int made = number(p, value);
    return name_length(p->at) ? node(p, MULTIPLY, made, name(p), -1) : made; /* 2L is 2 * L */
}

static int power(struct claim_parser *p) {
    if (claim_sign(p, "-"))
        return node(p, NEGATE, power(p), -1, -1);
    int left = atom(p);
    return claim_sign(p, "^") ? node(p, POWER, left, power(p), -1) : left;
}

static int product(struct claim_parser *p) {
    int left = power(p);
    while (!p->status) {
        enum claim_operation op = claim_sign(p, "*")     ? MULTIPLY
                                  : claim_sign(p, "/")   ? DIVIDE
                                  : claim_word(p, "mod") ? MODULO
                                                         : NUMBER;
        if (op == NUMBER)
            break;
        left = node(p, op, left, power(p), -1);
    }
    return left;
}

static int sum(struct claim_parser *p) {
    int left = product(p);
    while (!p->status) {
        enum claim_operation op = claim_sign(p, "+") ? ADD : claim_sign(p, "-") ? SUBTRACT : NUMBER;
        if (op == NUMBER)
            break;
        left = node(p, op, left, product(p), -1);
    }
    return left;
}

/* A < B <= C is A < B and B <= C. A odd: A mod 2. */
static int comparison(struct claim_parser *p) {
    static const struct {
        const char *sign; /* the longer ones first */
        enum claim_operation op;
    } relations[] = {{"<=", LESS_EQUAL}, {">=", GREATER_EQUAL}, {"!=", OTHER},
                     {"<", LESS},        {">", GREATER},        {"=", EQUAL}};
    int left = sum(p), all = -1;
    if (claim_word(p, "odd"))
        return node(p, MODULO, left, number(p, 2), -1);
    if (claim_word(p, "even"))
        return node(p, NOT, node(p, MODULO, left, number(p, 2), -1), -1, -1);
    for (size_t i = 0; i < sizeof relations / sizeof *relations && !p->status; i++)
        if (claim_sign(p, relations[i].sign)) {
            int right = sum(p), one = node(p, relations[i].op, left, right, -1);
            all = all < 0 ? one : node(p, AND, all, one, -1);
            left = right;
            i = (size_t)-1;
        }
    return all < 0 ? left : all;
}

static int negation(struct claim_parser *p) {
    return claim_word(p, "not") ? node(p, NOT, negation(p), -1, -1) : comparison(p);
}

static int conjunction(struct claim_parser *p) {
    int left = negation(p);
    while (!p->status && claim_word(p, "and"))
        left = node(p, AND, left, negation(p), -1);
    return left;
}

int claim_expression(struct claim_parser *p) {
    p->at += strspn(p->at, " ");
    int left = conjunction(p);
    while (!p->status && claim_word(p, "or"))
        left = node(p, OR, left, conjunction(p), -1);
    return left;
}

/* {EXPRESSION}, {EXPRESSION:WIDTH}, {NAME} of a loop over words, {text}. */
static void read_braces(struct claim_parser *p, struct claim_piece *piece) {
    if (strncmp(p->at, "text}", 5) == 0) {
        piece->node = CLAIM_PIECE_TEXT;
        p->at += 5;
        return;
    }
    const struct claim_name *named = find(p->script, p->at, name_length(p->at));
    piece->words = named ? named->words : NULL;
    piece->node = claim_expression(p);
    if (!p->status && *p->at == ':')
        piece->width = (int)strtol(p->at + 1, (char **)&p->at, 10);
    p->at += strspn(p->at, " ");
    if (!p->status && *p->at != '}')
        claim_fault(p, "}");
    else
        p->at++; /* blanks behind it are letters */
}

void claim_condition(struct claim_parser *p, struct claim_condition *condition) {
    struct claim_script *script = p->script;
    script->is_condition = true;
    condition->node = number(p, 1);
    do
        condition->node = node(p, AND, condition->node, claim_expression(p), -1);
    while (!p->status && claim_sign(p, ","));
    if (*p->at || script->locals > CLAIM_POINT_MOST)
        claim_fault(p, "conditions like 'g >= o+1, k > 1, L odd'");
    script->is_condition = false;
    if (script->locals > script->most_locals)
        script->most_locals = script->locals;
    script->locals = 0;
    condition->keys = script->names;
    condition->count = script->name_count;
    script->names = NULL;
    script->name_count = 0;
}

void claim_condition_clear(struct claim_condition *condition) {
    for (size_t i = 0; i < condition->count; i++)
        free(condition->keys[i].name);
    free(condition->keys);
}

int claim_text(struct claim_parser *p, const char *ends) {
    struct claim_script *script = p->script;
    struct claim_piece pieces[40];
    size_t count = 0;
    while (*p->at && !strchr(ends, *p->at) && !p->status) {
        struct claim_piece *piece = &pieces[count++];
        *piece = (struct claim_piece){.letters = p->at, .node = -1};
        while (*p->at && !strchr(ends, *p->at) && *p->at != '{')
            p->at++;
        piece->length = (int)(p->at - piece->letters);
        if (*p->at == '{') {
            p->at++;
            read_braces(p, piece);
        }
        if (count == sizeof pieces / sizeof *pieces)
            claim_fault(p, "a shorter text");
    }
    if (claim_grow(p, &script->texts, script->text_count, sizeof *script->texts))
        script->texts[script->text_count] = (struct claim_template){script->piece_count, count};
    for (size_t i = 0; i < count; i++)
        if (claim_grow(p, &script->pieces, script->piece_count, sizeof *script->pieces))
            script->pieces[script->piece_count++] = pieces[i];
    return p->status ? -1 : (int)script->text_count++;
}

void claim_script_clear(struct claim_script *script) {
    for (size_t i = 0; i < script->name_count; i++)
        free(script->names[i].name);
    free(script->nodes);
    free(script->names);
    free(script->lets);
    free(script->users);
    free(script->pieces);
    free(script->texts);
    *script = (struct claim_script){0};
}
