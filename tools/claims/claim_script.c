/* SPDX-License-Identifier: MIT */
#include "tools/claims/claim_script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"

/* Reads a line; what is wrong first is reported, with file, line and word, and all that is read
 * afterwards is nothing. */
struct parser {
    struct claim_script *script;
    struct claim_statement *now;
    int line;
    const char *at; /* what is not read yet */
    struct failure *failure;
    enum status status;
};

static int expression(struct parser *p);
static int read_text(struct parser *p, const char *ends);

/* STATUS_INPUT, unless something was wrong before; returns 0. */
static int wrong(struct parser *p, const char *expected) {
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

static bool is_name(const char *text, size_t length, const char *name) {
    return strlen(name) == length && strncmp(text, name, length) == 0;
}

/* Is this sign, or word, next? Then it and the blanks behind it are read. */
static bool sign(struct parser *p, const char *sign) {
    p->at += strspn(p->at, " ");
    size_t length = strlen(sign);
    if (strncmp(p->at, sign, length) != 0)
        return false;
    p->at += length;
    p->at += strspn(p->at, " ");
    return true;
}

static bool word(struct parser *p, const char *word) {
    size_t skipped = strspn(p->at, " "), length = name_length(p->at + skipped);
    if (!is_name(p->at + skipped, length, word))
        return false;
    p->at += skipped + length;
    p->at += strspn(p->at, " ");
    return true;
}

static void want(struct parser *p, const char *text) {
    if (!p->status && !sign(p, text))
        wrong(p, text);
}

/* Room for one more of `count`; false: p->status says why. */
static bool grow(struct parser *p, void *list, size_t count, size_t size) {
    if (!p->status && !memory_make_room(list, count, size))
        p->status = failure_memory(p->failure, "a case");
    return !p->status;
}

static int node(struct parser *p, enum claim_operation op, int first, int second, int third) {
    struct claim_script *script = p->script;
    if (!grow(p, &script->nodes, script->node_count, sizeof *script->nodes))
        return 0;
    script->nodes[script->node_count] =
        (struct claim_node){.op = op, .child = {first, second, third}, .next = -1, .text = -1};
    return (int)script->node_count++;
}

static const struct claim_name *find(const struct claim_script *script, const char *name,
                                     size_t length) {
    for (size_t i = script->name_count; i-- > 0;)
        if ((i >= script->hidden || script->names[i].op == USER) &&
            script->names[i].length == length && strncmp(script->names[i].name, name, length) == 0)
            return &script->names[i];
    return NULL;
}

static void add_name(struct parser *p, const char *text, size_t length, enum claim_operation op,
                     int index) {
    struct claim_script *script = p->script;
    if (!length || find(script, text, length))
        wrong(p, length ? "a name that is not there already" : "a name");
    if (grow(p, &script->names, script->name_count, sizeof *script->names))
        script->names[script->name_count++] = (struct claim_name){text, length, op, index, NULL};
}

/* A name that comes to be visible. */
static void read_name(struct parser *p, enum claim_operation op, int index) {
    size_t length = name_length(p->at);
    add_name(p, p->at, length, op, index);
    p->at += length;
    p->at += strspn(p->at, " ");
}

/* Arguments up to the bracket; the first one, -1 without any. */
static int arguments(struct parser *p, int *count, int *text) {
    int first = -1, last = -1;
    *count = 0;
    if (sign(p, ")"))
        return -1;
    do {
        if (text && sign(p, "\"")) {
            *text = read_text(p, "\"");
            want(p, "\"");
            continue;
        }
        int argument = expression(p);
        if (p->status)
            return -1;
        if (last >= 0)
            p->script->nodes[last].next = argument;
        else
            first = argument;
        last = argument;
        ++*count;
    } while (!p->status && sign(p, ","));
    want(p, ")");
    return first;
}

/* FOLD(NAME in A..B: E), behind the name. */
static int fold(struct parser *p, enum claim_operation op, const char *name, size_t length) {
    struct claim_script *script = p->script;
    int from = expression(p);
    want(p, "..");
    int to = expression(p), slot = script->locals++;
    want(p, ":");
    if (script->locals > script->most_locals)
        script->most_locals = script->locals;
    if (!p->status)
        add_name(p, name, length, LOCAL, slot);
    if (p->status)
        return 0;
    int body = expression(p), made = node(p, op, from, to, body);
    script->name_count--;
    script->locals--;
    want(p, ")");
    if (!p->status)
        script->nodes[made].index = slot;
    return made;
}

static const struct claim_function *builtin(const char *name, size_t length) {
    for (int i = 0; claim_functions[i].list; i++)
        for (const struct claim_function *f = claim_functions[i].list; f->name; f++)
            if (is_name(name, length, f->name))
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

static int call(struct parser *p, const char *name, size_t length) {
    static const struct {
        const char *name;
        enum claim_operation op;
    } folds[] = {{"sum", FOLD_SUM},          {"all", FOLD_ALL}, {"any", FOLD_ANY},
                 {"count", FOLD_COUNT},      {"max", FOLD_MAX}, {"min", FOLD_MIN},
                 {"distinct", FOLD_DISTINCT}};
    const char *start = p->at;
    size_t local = name_length(start);
    p->at += local;
    bool folds_over = local && !p->script->is_condition && word(p, "in");
    for (size_t i = 0; folds_over && i < sizeof folds / sizeof *folds; i++)
        if (is_name(name, length, folds[i].name))
            return fold(p, folds[i].op, start, local);
    p->at = start;
    int count, text = -1, made;
    bool largest = is_name(name, length, "max");
    if (largest || is_name(name, length, "min")) {
        int first = arguments(p, &count, NULL);
        return count ? node(p, largest ? LARGEST : SMALLEST, first, -1, -1) : wrong(p, "a number");
    }
    const struct claim_name *user = find(p->script, name, length);
    user = user && user->op == USER ? user : NULL;
    const struct claim_function *function = user ? NULL : builtin(name, length);
    if (!function && !user) {
        p->at = name;
        return wrong(p, "a function");
    }
    int index = user ? user->index : 0;
    int wanted = function ? count_words(function->arguments) : p->script->users[index].arguments;
    int first = arguments(p, &count, function ? &text : NULL);
    made = node(p, function ? CALL : USER, first, -1, -1);
    if (!p->status && count + (text >= 0) != wanted) {
        p->at = name;
        return wrong(p, function ? function->arguments : "another number of arguments");
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
static int with_field(struct parser *p, int made) {
    if (p->status || *p->at != '.' || p->at[1] == '.')
        return made;
    const struct claim_node *of = &p->script->nodes[made];
    if (of->op == LET)
        of = &p->script->nodes[p->script->lets[of->index].node];
    bool is_call = of->op == CALL && !of->field; /* a name may stand for a field already */
    size_t length = name_length(++p->at);
    int field = is_call ? field_of(of->function, p->at, length) : -1;
    if (field < 0)
        return wrong(p, is_call ? of->function->fields : "a function before the point");
    p->at += length;
    p->script->nodes[made].field = field;
    return made;
}

static int leaf(struct parser *p, enum claim_operation op, int index) {
    int made = node(p, op, -1, -1, -1);
    if (!p->status)
        p->script->nodes[made].index = index;
    return made;
}

static int name(struct parser *p) {
    static const char *const truths[] = {"fails", "holds", "open", "impossible", "mute"};
    const char *start = p->at;
    size_t length = name_length(start);
    for (int i = 0; i < 5; i++)
        if (word(p, truths[i]))
            return leaf(p, NUMBER, i);
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
            return wrong(p, "the key of a range");
        }
        p->at += first ? 6 : 5;
        int made = node(p, first ? RANGE_FIRST : RANGE_LAST, -1, -1, -1);
        if (!p->status)
            p->script->nodes[made].key = key;
        return made;
    }
    if (p->script->is_condition && !find(p->script, start, length) && length >= CLAIM_KEY_ROOM)
        wrong(p, "a short key of a point");
    else if (p->script->is_condition && !find(p->script, start, length))
        add_name(p, start, length, LOCAL, p->script->locals++);
    const struct claim_name *found = p->status ? NULL : find(p->script, start, length);
    if (!found || found->op == USER) {
        p->at = start;
        return wrong(p, "a name that has a value");
    }
    return with_field(p, leaf(p, found->op, found->index));
}

static int atom(struct parser *p) {
    if (p->status)
        return 0;
    if (sign(p, "(")) {
        int made = expression(p);
        want(p, ")");
        return made;
    }
    if (word(p, "if")) {
        int condition = expression(p);
        if (!p->status && !word(p, "then"))
            return wrong(p, "then");
        int yes = expression(p);
        if (!p->status && !word(p, "else"))
            return wrong(p, "else");
        return node(p, IF, condition, yes, expression(p));
    }
    if (!isdigit((unsigned char)*p->at))
        return name_length(p->at) ? name(p) : wrong(p, "an expression");
    long value;
    if (!claim_number_read(&p->at, &value))
        return wrong(p, "a number of at most 10^9");
    int made = leaf(p, NUMBER, (int)value);
    return name_length(p->at) ? node(p, MULTIPLY, made, name(p), -1) : made; /* 2L is 2 * L */
}

static int power(struct parser *p) {
    if (sign(p, "-"))
        return node(p, NEGATE, power(p), -1, -1);
    int left = atom(p);
    return sign(p, "^") ? node(p, POWER, left, power(p), -1) : left;
}

static int product(struct parser *p) {
    int left = power(p);
    while (!p->status) {
        enum claim_operation op = sign(p, "*")     ? MULTIPLY
                                  : sign(p, "/")   ? DIVIDE
                                  : word(p, "mod") ? MODULO
                                                   : NUMBER;
        if (op == NUMBER)
            break;
        left = node(p, op, left, power(p), -1);
    }
    return left;
}

static int sum(struct parser *p) {
    int left = product(p);
    while (!p->status) {
        enum claim_operation op = sign(p, "+") ? ADD : sign(p, "-") ? SUBTRACT : NUMBER;
        if (op == NUMBER)
            break;
        left = node(p, op, left, product(p), -1);
    }
    return left;
}

/* A < B <= C is A < B and B <= C. A odd: A mod 2. */
static int comparison(struct parser *p) {
    static const struct {
        const char *sign; /* the longer ones first */
        enum claim_operation op;
    } relations[] = {{"<=", LESS_EQUAL}, {">=", GREATER_EQUAL}, {"!=", OTHER},
                     {"<", LESS},        {">", GREATER},        {"=", EQUAL}};
    int left = sum(p), all = -1;
    if (word(p, "odd"))
        return node(p, MODULO, left, leaf(p, NUMBER, 2), -1);
    if (word(p, "even"))
        return node(p, NOT, node(p, MODULO, left, leaf(p, NUMBER, 2), -1), -1, -1);
    for (size_t i = 0; i < sizeof relations / sizeof *relations && !p->status; i++)
        if (sign(p, relations[i].sign)) {
            int right = sum(p), one = node(p, relations[i].op, left, right, -1);
            all = all < 0 ? one : node(p, AND, all, one, -1);
            left = right;
            i = (size_t)-1;
        }
    return all < 0 ? left : all;
}

static int negation(struct parser *p) {
    return word(p, "not") ? node(p, NOT, negation(p), -1, -1) : comparison(p);
}

static int conjunction(struct parser *p) {
    int left = negation(p);
    while (!p->status && word(p, "and"))
        left = node(p, AND, left, negation(p), -1);
    return left;
}

static int expression(struct parser *p) {
    p->at += strspn(p->at, " ");
    int left = conjunction(p);
    while (!p->status && word(p, "or"))
        left = node(p, OR, left, conjunction(p), -1);
    return left;
}

/* {EXPRESSION}, {EXPRESSION:WIDTH}, {NAME} of a loop over words, {text}. */
static void read_braces(struct parser *p, struct claim_piece *piece) {
    if (strncmp(p->at, "text}", 5) == 0) {
        piece->node = CLAIM_PIECE_TEXT;
        p->at += 5;
        return;
    }
    const struct claim_name *named = find(p->script, p->at, name_length(p->at));
    piece->words = named ? named->words : NULL;
    piece->node = expression(p);
    if (!p->status && *p->at == ':')
        piece->width = (int)strtol(p->at + 1, (char **)&p->at, 10);
    p->at += strspn(p->at, " ");
    if (!p->status && *p->at != '}')
        wrong(p, "}");
    else
        p->at++; /* blanks behind it are letters */
}

/* Expressions with commas between them: all of them hold. No name is visible before, or after. */
static void read_condition(struct parser *p, struct claim_condition *condition) {
    struct claim_script *script = p->script;
    script->is_condition = true;
    condition->node = leaf(p, NUMBER, 1);
    do
        condition->node = node(p, AND, condition->node, expression(p), -1);
    while (!p->status && sign(p, ","));
    if (*p->at || script->locals > CLAIM_POINT_MOST)
        wrong(p, "conditions like 'g >= o+1, k > 1, L odd'");
    script->is_condition = false;
    if (script->locals > script->most_locals)
        script->most_locals = script->locals;
    script->locals = 0;
    condition->keys = script->names;
    condition->count = script->name_count;
    script->names = NULL;
    script->name_count = 0;
}

/* A text with {EXPRESSION} in it, up to one of the bytes of `ends`: its number. */
static int read_text(struct parser *p, const char *ends) {
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
            wrong(p, "a shorter text");
    }
    if (grow(p, &script->texts, script->text_count, sizeof *script->texts))
        script->texts[script->text_count] = (struct claim_template){script->piece_count, count};
    for (size_t i = 0; i < count; i++)
        if (grow(p, &script->pieces, script->piece_count, sizeof *script->pieces))
            script->pieces[script->piece_count++] = pieces[i];
    return p->status ? -1 : (int)script->text_count++;
}

/* --- lines --- */

const char *claim_word_at(const char *words, int place, int *length) {
    for (; place > 0 && *words; place--) {
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    *length = (int)strcspn(words, " ");
    return words;
}

/* The rest of the line. */
static void read_words(struct parser *p) {
    p->now->words = p->at;
    p->now->count = count_words(p->at);
    p->at += strlen(p->at);
    if (!p->now->count)
        wrong(p, "words");
}

/* A new part: what was named before is gone, but for functions. */
static void read_try(struct parser *p) {
    struct claim_script *script = p->script;
    size_t kept = 0;
    for (size_t i = 0; i < script->name_count; i++)
        if (script->names[i].op == USER)
            script->names[kept++] = script->names[i];
    script->name_count = kept;
    script->loops = 0;
    p->at += strlen(p->at);
}

/* Names what was read behind the name, which begins at `name`. */
static void name_behind(struct parser *p, const char *name, enum claim_operation op, int index) {
    const char *rest = p->at;
    p->at = name;
    if (!p->status)
        read_name(p, op, index);
    if (!p->status)
        p->at = rest;
}

/* each KEY; each NAME = A .. B step S; each NAME in WORD ..: the name is there behind its bounds,
 * but for the step. */
static void read_each(struct parser *p) {
    struct claim_script *script = p->script;
    struct claim_statement *now = p->now;
    const char *name = p->at;
    now->loop = script->loops;
    if (script->loops == CLAIM_MOST_LOOPS)
        wrong(p, "fewer loops");
    p->at += strcspn(p->at, " ");
    size_t length = (size_t)(p->at - name);
    p->at += strspn(p->at, " ");
    if (word(p, "in")) {
        read_words(p);
    } else if (sign(p, "=")) {
        now->node = expression(p);
        if (!sign(p, ".."))
            wrong(p, "..");
        now->other = expression(p);
    } else if (!claim_range_key(script->claim, name, length)) {
        p->at = name;
        wrong(p, "the key of a range");
    }
    name_behind(p, name, LOOP, script->loops);
    if (p->status)
        return;
    script->names[script->name_count - 1].words = now->words;
    script->loops++;
    if (word(p, "step"))
        now->step = expression(p);
}

/* let NAME(A, ..) = E: nothing but the arguments and functions is visible in E. */
static void read_user(struct parser *p) {
    struct claim_script *script = p->script;
    size_t index = script->user_count;
    int most = script->most_locals;
    if (!grow(p, &script->users, index, sizeof *script->users))
        return;
    script->users[script->user_count++] = (struct claim_user){0};
    read_name(p, USER, (int)index);
    size_t before = script->name_count;
    script->hidden = before;
    script->locals = 0;
    p->at++;
    do
        read_name(p, LOCAL, script->locals++);
    while (!p->status && sign(p, ","));
    int arguments = script->most_locals = script->locals;
    script->users[index].arguments = arguments;
    if (!sign(p, ")"))
        wrong(p, ")");
    if (!sign(p, "="))
        wrong(p, "=");
    int node = expression(p);
    script->users[index] = (struct claim_user){node, arguments, script->most_locals};
    script->name_count = before;
    script->hidden = 0;
    script->locals = 0;
    script->most_locals = most;
}

static void read_let(struct parser *p) {
    struct claim_script *script = p->script;
    const char *name = p->at;
    if (name[strcspn(name, "( =")] == '(') {
        read_user(p);
        return;
    }
    p->at += strcspn(name, " =");
    if (!sign(p, "="))
        wrong(p, "=");
    int node = expression(p);
    if (grow(p, &script->lets, script->let_count, sizeof *script->lets))
        script->lets[script->let_count++] =
            (struct claim_let){.node = node, .depth = script->loops};
    name_behind(p, name, LET, (int)script->let_count - 1);
}

/* certify CALL [when E] [as FILE] [says TEXT] */
static void read_certify(struct parser *p, struct claim_statement *now) {
    now->node = expression(p);
    if (!p->status && !claim_is_call(p->script, now->node))
        wrong(p, "a function that writes certificates");
    if (word(p, "when"))
        now->other = expression(p);
    if (word(p, "as"))
        now->file = read_text(p, " ");
    if (word(p, "says"))
        now->text = read_text(p, "");
}

static void read_point(struct parser *p) {
    struct claim_statement *now = p->now;
    read_words(p);
    for (int i = 0, length; i < now->count && !p->status; i++) {
        const char *key = claim_word_at(now->words, i, &length), *rest = p->at;
        p->at = key;
        if (i == CLAIM_POINT_MOST || length >= CLAIM_KEY_ROOM)
            wrong(p, "a short key of a point");
        else
            now->nodes[i] = expression(p);
        p->at = rest;
    }
}

/* An `instead` or `why` belongs to the `expect` just before it; an `instead` can stand alone. */
static void read_told(struct parser *p) {
    struct claim_script *script = p->script;
    struct claim_statement *now = p->now;
    struct claim_statement *last = script->count > 1 ? now - 1 : NULL;
    enum claim_keyword keyword = now->line->keyword;
    bool joined = last && (last->line->keyword == CLAIM_LINE_EXPECT ||
                           last->line->keyword == CLAIM_LINE_INSTEAD);
    if (keyword == CLAIM_LINE_EXPECT) {
        now->node = expression(p);
    } else if (keyword == CLAIM_LINE_INSTEAD) {
        bool alone = !joined || last->step >= 0;
        script->count -= !alone;
        (alone ? now : last)->step = expression(p);
    } else if (!joined || last->text >= 0) {
        wrong(p, "`expect` or `instead` before `why`");
    } else {
        script->count--;
        last->text = read_text(p, "");
    }
}

static void read_line(struct parser *p) {
    struct claim_statement *now = p->now;
    switch (now->line->keyword) {
    case CLAIM_LINE_TRY:
        read_try(p);
        break;
    case CLAIM_LINE_EACH:
        read_each(p);
        break;
    case CLAIM_LINE_LET:
        read_let(p);
        break;
    case CLAIM_LINE_WHERE:
        now->node = expression(p);
        break;
    case CLAIM_LINE_POINT:
        read_point(p);
        break;
    case CLAIM_LINE_CERTIFY:
        read_certify(p, now);
        break;
    case CLAIM_LINE_STREAM:
        read_words(p);
        if (now->count > 1)
            wrong(p, "one name of a file");
        break;
    case CLAIM_LINE_PRINT:
        now->text = read_text(p, "");
        break;
    default:
        read_told(p);
    }
    if (*p->at)
        wrong(p, "the end of the line");
}

const char *claim_condition_text(const struct claim_case *claim, int condition, int *line) {
    bool assumes = condition == CLAIM_ASSUMES;
    *line = claim_case_line(claim, assumes ? "assumes" : "within");
    return assumes ? claim->assumes : claim->within;
}

enum status claim_script_read(struct claim_script *script, const struct claim_case *claim,
                              struct failure *failure) {
    struct parser p = {.script = script, .failure = failure};
    *script = (struct claim_script){.claim = claim};
    script->statements = memory_new(claim->program_count, sizeof *script->statements);
    TRY(memory_check(script->statements, failure, "a case"));
    for (int i = 0; i < CLAIM_CONDITIONS && !p.status; i++)
        if ((p.at = claim_condition_text(claim, i, &p.line)))
            read_condition(&p, &script->conditions[i]);
    for (size_t i = 0; i < claim->program_count && !p.status; i++) {
        p.now = &script->statements[script->count++];
        *p.now = (struct claim_statement){.line = &claim->program[i],
                                          .node = -1,
                                          .other = -1,
                                          .step = -1,
                                          .text = -1,
                                          .file = -1};
        p.line = p.now->line->number;
        p.at = p.now->line->text;
        read_line(&p);
    }
    return p.status;
}

void claim_script_clear(struct claim_script *script) {
    for (int i = 0; i < CLAIM_CONDITIONS; i++)
        free(script->conditions[i].keys);
    free(script->statements);
    free(script->names);
    free(script->nodes);
    free(script->lets);
    free(script->users);
    free(script->pieces);
    free(script->texts);
    *script = (struct claim_script){0};
}
