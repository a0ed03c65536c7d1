/* SPDX-License-Identifier: MIT */
/* One table of all kinds: the lines of their heads, what they claim, and how the lines behind are
 * explained. Kinds of schedules, lists and prices have a text of their own. */
#include "tools/steadycast/show/show.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "automata/numbers.h"

enum { LISTED_LINES = 200, EXPRESSION_ROOM = 80 };

/* --- the head --- */

/* Edges are passed over: the line behind them is what comes next. */
static void next_line(struct explanation *explanation) {
    do
        explanation->more = certificate_next(explanation->input);
    while (explanation->more && strcmp(explanation->input->words[0], "edge") == 0);
    explanation->place = 0;
}

static bool is_one_of(const char *word, const char *list, size_t length) {
    for (size_t at = 0, end; at < length; at = end + 1) {
        end = at + strcspn(list + at, "| ");
        if (strlen(word) == end - at && strncmp(word, list + at, end - at) == 0)
            return true;
    }
    return false;
}

/* KEY: it and a number; KEY:A|B: it and one of these words; KEY: alone with a colon: any word;
 * KEY?: as KEY, or the word alone, or nothing. Several may stand in one line. */
static enum status read_key(struct explanation *explanation, const char *form, size_t length,
                            struct failure *failure) {
    const struct certificate_input *input = explanation->input;
    size_t name = strcspn(form, ":? "), words = name + (form[name] == ':');
    bool optional = form[name] == '?';
    char key[SHOW_KEY_ROOM], expected[EXPRESSION_ROOM];
    snprintf(key, sizeof key, "%.*s", (int)name, form);
    snprintf(expected, sizeof expected, "'%s %.*s'", key,
             words < length && !optional ? (int)(length - words) : 6,
             words < length && !optional ? form + words : "NUMBER");
    if (!explanation->more || explanation->place == input->word_count)
        next_line(explanation);
    if (!explanation->more)
        return optional ? STATUS_OK : certificate_expected(input, expected, failure);
    bool there = strcmp(input->words[explanation->place], key) == 0;
    if (!there)
        return optional ? STATUS_OK : certificate_expected(input, expected, failure);
    const char *alone = input->words[explanation->place], *value = alone;
    if (!optional || input->word_count > 1) {
        value =
            explanation->place + 1 < input->word_count ? input->words[explanation->place + 1] : "";
        bool good = words < length && !optional ? is_one_of(value, form + words, length - words)
                    : form[name] == ':'         ? *value != 0
                                                : *value && !value[strspn(value, "0123456789")];
        if (!good)
            return certificate_expected(input, expected, failure);
    }
    explanation->place += value == alone ? 1 : 2;
    memcpy(explanation->head[explanation->values].key, key, sizeof key);
    explanation->head[explanation->values++].value = value;
    return STATUS_OK;
}

/* The current line is then the first one behind the head. */
static enum status read_head(struct explanation *explanation, const char *keys,
                             struct failure *failure) {
    for (size_t length; *keys; keys += length + (keys[length] == ' ')) {
        length = strcspn(keys, " ");
        TRY(read_key(explanation, keys, length, failure));
    }
    if (explanation->values == 0 || explanation->place == explanation->input->word_count)
        next_line(explanation);
    return explanation->place == 0 || !explanation->more
               ? STATUS_OK
               : certificate_expected(explanation->input, "the end of the line", failure);
}

const char *show_value(const struct explanation *explanation, const char *key) {
    for (int i = 0; i < explanation->values; i++)
        if (strcmp(explanation->head[i].key, key) == 0)
            return explanation->head[i].value;
    if (strcmp(key, "first") == 0)
        return explanation->more ? explanation->input->words[0] : NULL;
    return key[strspn(key, "0123456789")] ? NULL : key;
}

/* --- texts --- */

static void print_number(const struct explanation *explanation, char *expression) {
    bool sign = *expression == '+';
    char *rest = NULL, *word = strtok_r(expression + sign, " ", &rest);
    char operation = '+';
    BIG(sum, term);
    for (; word; word = strtok_r(NULL, " ", &rest)) {
        const char *value = show_value(explanation, word);
        if (!value) {
            operation = *word;
            continue;
        }
        mpz_set_str(term, value, 10);
        if (operation == '+')
            mpz_add(sum, sum, term);
        else if (operation == '-')
            mpz_sub(sum, sum, term);
        else if (mpz_cmp(term, sum) > 0) /* max */
            mpz_set(sum, term);
    }
    if (sign)
        fputs(mpz_sgn(sum) < 0 ? "- " : "+ ", explanation->file);
    if (sign)
        mpz_abs(sum, sum);
    show_number(explanation->file, sum);
}

static bool holds(const struct explanation *explanation, char *condition) {
    char *wanted = strchr(condition, '=');
    if (wanted)
        *wanted++ = 0;
    const char *value = show_value(explanation, condition);
    return value && (!wanted || strcmp(value, wanted) == 0);
}

/* Up to the end of the text, or of an alternative in it; returns that place. */
static const char *print_until(const struct explanation *explanation, const char *at, bool print) {
    while (*at && *at != '|' && *at != '}') {
        if (*at != '{') {
            if (print)
                fputc(*at, explanation->file);
            at++;
            continue;
        }
        char expression[EXPRESSION_ROOM];
        size_t length = strcspn(++at, "?}");
        snprintf(expression, sizeof expression, "%.*s", (int)length, at);
        at += length;
        if (*at == '?') {
            bool yes = holds(explanation, expression);
            at = print_until(explanation, at + 1, print && yes);
            if (*at == '|')
                at = print_until(explanation, at + 1, print && !yes);
        } else if (print && strchr(expression, ' ')) {
            print_number(explanation, expression);
        } else if (print) {
            const char *value = show_value(explanation, expression);
            fputs(value ? value : "?", explanation->file);
        }
        at++;
    }
    return at;
}

void show_claim(const struct explanation *explanation, const char *text) {
    print_until(explanation, text, true);
}

/* --- what stands behind the head --- */

static void print_line(const struct explanation *explanation) {
    for (int i = 0; i < explanation->input->word_count; i++)
        fprintf(explanation->file, "%s%s", i ? " " : "  ", explanation->input->words[i]);
}

/* Each line as it is, of many the first ones. */
static enum status list_lines(struct explanation *explanation, const char *parts,
                              struct failure *failure) {
    long lines = 0;
    (void)parts;
    (void)failure;
    for (; explanation->more; explanation->more = certificate_next(explanation->input))
        if (++lines <= LISTED_LINES) {
            print_line(explanation);
            fputc('\n', explanation->file);
        }
    if (lines > LISTED_LINES)
        fprintf(explanation->file, "  ... and %ld more lines\n", lines - LISTED_LINES);
    return STATUS_OK;
}

/* Lines of one keyword behind the head of a part. */
struct counted {
    const char *key;
    const char *value; /* of the only line, if it is a pair */
    long lines;
};

static void print_counted(FILE *file, struct counted *list, int *count) {
    for (int i = 0; i < *count; i++)
        if (list[i].value && list[i].lines == 1)
            fprintf(file, ", %s %s", list[i].key, list[i].value);
        else
            fprintf(file, ", %ld x %s", list[i].lines, list[i].key);
    *count = 0;
}

/* A line for each part, which begins with one of these keywords: how many lines of each keyword it
 * has. */
static enum status count_parts(struct explanation *explanation, const char *parts,
                               struct failure *failure) {
    struct counted list[SHOW_MOST_KEYS];
    const struct certificate_input *input = explanation->input;
    int count = 0;
    for (long part = 0; explanation->more;
         explanation->more = certificate_next(explanation->input)) {
        const char *key = input->words[0];
        int i = 0;
        if (is_one_of(key, parts, strlen(parts))) {
            print_counted(explanation->file, list, &count);
            fputs(part++ ? "\n" : "", explanation->file);
            print_line(explanation);
            continue;
        }
        while (i < count && strcmp(list[i].key, key) != 0)
            i++;
        if (!part || i == SHOW_MOST_KEYS)
            return certificate_expected(input, parts, failure);
        if (i == count)
            list[count++] = (struct counted){key, NULL, 0};
        list[i].lines++;
        list[i].value = input->word_count == 2 ? input->words[1] : NULL;
    }
    print_counted(explanation->file, list, &count);
    fputc('\n', explanation->file);
    return STATUS_OK;
}

/* Lines of one keyword of a refutation: their first and their second list, each ended by 0. */
struct clause_sum {
    uint64_t lines, literals, longest, hints;
};

static int words_before_zero(const struct certificate_input *input, int first) {
    int i = first;
    while (i < input->word_count && strcmp(input->words[i], "0") != 0)
        i++;
    return i - first;
}

static void print_sum(FILE *file, const char *name, const struct clause_sum *sum) {
    fprintf(file,
            "  %-24s %ju\n"
            "  their literals           %ju\n"
            "  longest of them          %ju\n",
            name, (uintmax_t)sum->lines, (uintmax_t)sum->literals, (uintmax_t)sum->longest);
}

/* What the lines of a refutation add up to. */
static enum status count_clauses(struct explanation *explanation, const char *parts,
                                 struct failure *failure) {
    static const char *const keys[] = {"clause", "lrat", "delete"};
    const struct certificate_input *input = explanation->input;
    struct clause_sum sums[3] = {{0}}, *const added = &sums[1], *const deleted = &sums[2];
    bool empty = false;
    (void)parts;
    for (; explanation->more; explanation->more = certificate_next(explanation->input)) {
        int i = 0;
        while (i < 3 && strcmp(input->words[0], keys[i]) != 0)
            i++;
        if (i == 3)
            return certificate_expected(input, "'clause', 'lrat' or 'delete'", failure);
        int first = &sums[i] == added ? 2 : 1, length = words_before_zero(input, first);
        sums[i].lines++;
        sums[i].literals += (uint64_t)length;
        sums[i].longest = (uint64_t)length > sums[i].longest ? (uint64_t)length : sums[i].longest;
        sums[i].hints += (uint64_t)words_before_zero(input, first + length + 1);
        if (&sums[i] == added)
            empty = length == 0;
    }
    show_claim(explanation,
               "\nproof by a refuted formula: each derived clause follows from those that its "
               "hints name\n"
               "  variables                {variables}\n  clauses                  {clauses}\n");
    if (sums[0].lines)
        print_sum(explanation->file, "clauses listed", &sums[0]);
    print_sum(explanation->file, "clauses derived (lrat)", added);
    fprintf(
        explanation->file,
        "  hints                    %ju\n  delete lines             %ju, of %ju clauses\n  %s\n",
        (uintmax_t)added->hints, (uintmax_t)deleted->lines, (uintmax_t)deleted->literals,
        empty ? "the last clause derived is the empty one: contradiction"
              : "the empty clause is NOT derived: this proves nothing");
    return STATUS_OK;
}

/* The walk of an exhausted tree: a letter leads to a node one level down, `-` and `!` one up. */
static enum status count_tree(struct explanation *explanation, const char *parts,
                              struct failure *failure) {
    const struct certificate_input *input = explanation->input;
    size_t nodes = 0, backs = 0, balls = 0, level = 0, deepest = 0, sum = 0;
    bool left = false; /* the root, which is where the walk ends */
    (void)parts;
    for (; explanation->more && strcmp(input->words[0], "tree") == 0; next_line(explanation))
        for (int i = 1; i < input->word_count; i++) {
            bool back = strcmp(input->words[i], "-") == 0, ball = strcmp(input->words[i], "!") == 0;
            backs += back;
            balls += ball;
            left |= (back || ball) && level == 0;
            level = back || ball ? level - (level > 0) : level + 1;
            nodes += !back && !ball;
            sum += back || ball ? 0 : level;
            deepest = level > deepest ? level : deepest;
        }
    if (!left || !explanation->more || strcmp(input->words[0], "nodes") != 0)
        return certificate_expected(input, "'tree TOKEN ...' up to the end of the walk, 'nodes N'",
                                    failure);
    fprintf(explanation->file,
            "  nodes                    %zu, and the root\n"
            "  left after all letters   %zu  (-: every letter that fits was tried)\n"
            "  left by the balls        %zu  (!: the letters left can't complete the last block)\n"
            "  deepest level            %zu\n  mean level               %.2f\n",
            nodes, backs, balls, deepest, nodes ? (double)sum / (double)nodes : 0);
    return STATUS_OK;
}

/* --- the kinds --- */

#define LOGP_KEYS "latency overhead gap "
#define LOGP_TEXT "machine: LogP, latency {latency}, overhead {overhead}, gap {gap}"
#define BLOCKS_TEXT                                                                                \
    "claim: for latency {latency} and depth {depth} no block-cyclic schedule has delay "           \
    "{latency + depth}\n\n"
#define ITEMS_TEXT                                                                                 \
    "machine: {ports?postal, latency {latency}, ports: {ports}|LogP, latency {latency}, overhead " \
    "{overhead}, gap {gap}}\nclaim: with {processors} processors, {items} items can't be "         \
    "everywhere{sends=single?, if the source sends each item once,|} "
#define COLOURS_TEXT                                                                               \
    "reach {processors} processors beside the source by time {first=source?{latency + depth - "    \
    "1}|K {+latency + depth - 1 - endgame}}{sends=single?, the source sending each once|}\n"

/* read_key says what the keys are, show_claim what is in braces. */
static const struct kind {
    const char *name;
    const char *keys; /* of the head; NULL: the kind has a text of its own */
    const char *text;
    enum status (*rest)(struct explanation *explanation, const char *parts,
                        struct failure *failure);
    const char *parts; /* keywords that begin one */
    enum status (*own)(FILE *file, struct certificate_input *input, struct failure *failure);
} kinds[] = {
    {"prices", "gap? latency? depth? denominator?", "", show_prices, "", NULL},
    {"messages", NULL, NULL, NULL, "", show_messages},
    {"logp-schedule", NULL, NULL, NULL, "", show_logp_schedule},
    {"network-schedule", NULL, NULL, NULL, "", show_network},
    {"network-frontier", NULL, NULL, NULL, "", show_network},
    {"network-bound", NULL, NULL, NULL, "", show_network},
    {"network-rate", NULL, NULL, NULL, "", show_network},
    {"impossible-network", NULL, NULL, NULL, "", show_network},
    {"impossible-residues", "latency depth",
     BLOCKS_TEXT
     "proof by residues: a block of r takes r-1 letters of a sum that is 1-L modulo r. Whichever "
     "letter x is left\n"
     "over for the receive-only processor, the sum of the others does not fit\n"
     "  modulus G remainder q: the size of every block with letters is a multiple of G, and this "
     "sum is q more,\n"
     "  modulo G, than what all blocks together take\n"
     "  sum S least M: this sum is S, and all blocks together take at least M\n",
     list_lines, "", NULL},
    {"impossible-search", "latency depth",
     BLOCKS_TEXT "proof by exhausted search: the places of the blocks are filled one after the "
                 "other, small\nblocks first, with every letter that leaves the word legal\n",
     count_tree, "", NULL},
    {"impossible-cnf", "latency depth encoding:words|sums variables clauses",
     BLOCKS_TEXT "formula: encoding {encoding}, which says that the letters of each block "
                 "{encoding=sums?have a right sum|form a legal word}\n",
     count_clauses, "", NULL},
    {"impossible-periodic",
     "latency depth processors period roles:keep|permute|blocks encoding:plain|ordered variables "
     "clauses",
     "claim: for latency {latency} no {roles=blocks?block-cyclic schedule|{period=1?"
     "{roles=keep?schedule of period 1|stationary schedule}|schedule of period {period}}} with "
     "delay {latency + depth} serves {processors} processors{roles=keep?,\n"
     "  every processor repeating what it did a period before|{period=1?|,\n"
     "  even if they change their roles after a period}}\n\n"
     "formula: {processors} processors by {period} step{period=1?|s}; who receives and sends which "
     "of the values 0..{depth - latency} and {depth}\n"
     "and holds what, and that each is received as often as it is sent\n"
     "{encoding=ordered?and that words stand in an order\n|}",
     count_clauses, "", NULL},
    {"cnf", "variables clauses",
     "claim: the clauses of this file have no common satisfying assignment\n", count_clauses, "",
     NULL},
    {"family", "latency ports? depths? numbers? window receive-only",
     "{ports?"
     "machine: postal, latency {latency}, ports: {ports}\n"
     "claim: an endless stream, {ports} items a step, with delay {latency} + t to P(t) processors "
     "for every t >= {depths},\n"
     "P(t) = 1 for t < {latency}, else P(t-1) + {ports} P(t-{latency})\n"
     "proof: the depths {depths}..{window + latency - 1} are listed, all numbers per item of a "
     "step. From then on the tree\n"
     "of depth t is that of t-1, whose root sends once more and takes {ports} loose leaves with "
     "the sum {receive-only},\n"
     "and {ports} times that of t-{latency}\n"
     "steadycast delay -L {latency} -p {ports} -P P gives the schedule for one number N = P-1\n"
     "|"
     "claim: for latency {latency} every number N >= 1 of processors is served with delay "
     "{latency} + t,\n"
     "t the least one with N <= P(t), by a stationary schedule, on a pruned tree in block form "
     "where\n"
     "there is no word\n"
     "proof: N <= P({numbers}) and P(t) up to t = {window - 1} are listed. Larger trees: those of "
     "the depths {window}..{window + latency - 1}\n"
     "go on by the rule of a family; between P(t-1) and P(t) a left part of depth t is "
     "completed\n"
     "by a schedule for what is missing, of depth t-{latency}\n"
     "steadycast delay -L {latency} -P P gives the schedule for one number N = P-1\n}",
     count_parts, "serve|left|instance", NULL},
    {"schedule", "latency ports depth processors period",
     "machine: postal, latency {latency}, ports: {ports}\n"
     "claim: an endless stream, {ports} items a step, with delay {latency + depth} to {processors} "
     "processors\n"
     "All numbers are per item of a step. block HEAD SIZE COUNT: a node of this value sends "
     "{ports} "
     "copies in each of SIZE\n"
     "steps, and takes {ports} SIZE - 1 leaves meanwhile; partial: heads that send fewer copies; "
     "loose VALUE COUNT: leaves\n"
     "in words of length 1, beside blocks of size 1. Or, where items have letters of their own, "
     "{ports} "
     "lines copies: what\n"
     "the root of each item sends step by step, and for each word of N processors, coloured N, the "
     "values of each item's\n"
     "letters with position + value = 0..N-1 modulo N. expand lists the messages\n",
     list_lines, "", NULL},
    {"ports-bound", "latency ports depth processors",
     "machine: postal, latency {latency}, ports: {ports}\n"
     "claim: no stream, {ports} items a step, with delay {latency + depth} or less serves "
     "{processors} processors\n"
     "proof: by how many can have an item in time; or, for fewer, as the copies of items that are "
     "sent at a time do not fit\n",
     list_lines, "", NULL},
    {"reach", LOGP_KEYS "time processors",
     LOGP_TEXT "\n"
               "claim: an item that one processor has at time 0 is known to no more than "
               "{processors} at time {time}\n"
               "proof: A(s) = 1 for s < {latency + overhead + overhead}, A(s) = A(s-{overhead max "
               "gap}) + A(s-{latency + overhead + overhead}): who receives a message has its "
               "item\n{latency + overhead + overhead} cycles after the sending began, and sends "
               "are {overhead max gap} apart\n",
     list_lines, "", NULL},
    {"logp-family", LOGP_KEYS "from window",
     LOGP_TEXT "; capacity none\n"
               "claim: for every s >= {from} a stream to A(s) processors, with an item in G = "
               "{overhead + overhead max gap} cycles and\n"
               "delay {latency + overhead + overhead} + s; A(s) = A(s-G) + A(s-{latency + "
               "overhead + overhead}), and 1 for 0 <= s < {latency + overhead + overhead}\n"
               "proof: the streams for s < {window + latency + overhead + overhead} are listed. "
               "From there on that of s is the union of those of\n"
               "s-G and s-{latency + overhead + overhead}, whose first messages and receive-only "
               "processor join the largest block\n\n",
     count_parts, "instance", NULL},
    {"items-bound", "latency ports? overhead? gap? processors items sends:any|single finish",
     ITEMS_TEXT "before time {finish}\n"
                "proof: by counting how many messages can be sent until then\n",
     list_lines, "", NULL},
    {"impossible-items",
     "latency ports processors items sends:any|single time delay? encoding: variables clauses",
     "{delay?"
     "machine: postal, latency {latency}, ports: {ports}\n"
     "claim: no stream, {ports} items a step, brings each item to {processors - 1} processors "
     "within {delay} steps{sends=single?, the source sending each once|}; its first {items} items "
     "cannot\n"
     "|" ITEMS_TEXT "by time {time}\n}formula: encoding {encoding}\n",
     count_clauses, "", NULL},
    {"items-colours", "latency depth processors endgame sends:any|single",
     "machine: postal, latency {latency}\n"
     "claim: {first=source?{endgame} items " COLOURS_TEXT
     "|for every K >= {endgame}, K items " COLOURS_TEXT
     "the stream has delay {latency + depth}; TIME 0 is the time K - {endgame}\n}"
     "word: of the stream; source: items that it sends at TIME 0, 1, .., numbered from the last;\n"
     "slots: processors that are free to receive at these TIMEs; deal: so many of them with these "
     "items\n",
     list_lines, "", NULL},
    {"fractional-stream", "latency point:a|b|c tail",
     "machine: postal, latency {latency}\n"
     "claim: there are fractional streams at point {point}: {point=a?N = P(t-1), no leaf of value "
     "0|{point=b?the last N with the larger number of items in the endgame|N = P(t)}}\n"
     "heads of value {tail} or more are tails; a word, or a leaf of their fill, is used C_0 C_1 .. "
     "times, the sum of C_j f_(t-{tail}-j) over the denominator:\n",
     list_lines, "", NULL},
    {"combining", "model: latency processors rotation? finish",
     "machine: {model}, latency {latency}, {processors} processors{rotation?, in rotation|}\n"
     "claim: the messages leave the sum of one operand of each processor with all of them at time "
     "{finish}\n",
     list_lines, "", NULL},
    {"summation", "model: " LOGP_KEYS "processors operands finish",
     LOGP_TEXT ", {processors} processors\nclaim: the work below adds up {operands} operands, in "
               "their order, by time {finish}\n",
     list_lines, "", NULL},
    {"summation-bound", LOGP_KEYS "processors finish operands",
     LOGP_TEXT ", {processors} processors\nclaim: by time {finish} no schedule adds up more than "
               "{operands} operands\n"
               "proof: the sum of one processor's own additions and what each other one can bring "
               "beyond the cycles\nthat its message costs the receiver\n",
     list_lines, "", NULL},
    {"gossip-product", "duplex:half|full factors processors time",
     "machine: {duplex} duplex, the product of {factors} networks with {processors} processors, "
     "one "
     "item at each\nclaim: all items are everywhere after {time} steps\n",
     count_parts, "factor", NULL},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

enum status show_proof(FILE *file, struct certificate_input *input, struct failure *failure) {
    struct explanation explanation = {.file = file, .input = input};
    const struct kind *kind = kinds;
    while (kind < kinds + KINDS && strcmp(input->kind, kind->name) != 0)
        kind++;
    if (kind == kinds + KINDS)
        return failure_input(failure, "%s: kind %s is not known", input->path, input->kind);
    if (kind->own)
        return kind->own(file, input, failure);
    TRY(read_head(&explanation, kind->keys, failure));
    show_claim(&explanation, kind->text);
    return kind->rest(&explanation, kind->parts, failure);
}
