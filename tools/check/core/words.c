#include "core/words.h"

#include "core/balance.h"

struct words {
    struct balance balance;
    struct cyclic_word word;
    mpz_t processors;                    /* N of the certificate */
    mpz_t count;                         /* of the current line */
    const struct words_visitor *visitor; /* or NULL */
};

/* `v`, or `v*k`; for sends v >= 1, or `-` for nothing. */
static bool parse_item(struct word word, bool send, uint32_t *value, uint32_t *copies) {
    *copies = 1;
    *value = CYCLIC_WORD_NOTHING;
    if (!(send && word_take(&word, '-')) &&
        !(word_take_number(&word, READ_NUMBER_LIMIT, value) && !(send && *value == 0)))
        return false;
    if (word_take(&word, '*') &&
        (!word_take_number(&word, READ_NUMBER_LIMIT, copies) || *copies < 2))
        return false;
    return word.length == 0;
}

static bool too_long(struct reader *reader) {
    return read_malformed(reader, "the word has more than %d positions", CYCLIC_WORD_LIMIT);
}

static bool read_receive(struct reader *reader, struct cyclic_word *word, bool *more) {
    uint32_t value, copies;
    struct word item = read_word(reader);
    if (!item.text)
        return false;
    *more = !word_is(item, "send");
    if (!*more)
        return word->length > 0 || read_malformed(reader, "the word receives nothing");
    if (!parse_item(item, false, &value, &copies))
        return read_malformed(reader, "expected a value v or v*k, or send, found '%.*s'",
                              WORD_IN_MESSAGE(item));
    return cyclic_word_receive(word, value, copies) || too_long(reader);
}

static bool read_send(struct reader *reader, struct cyclic_word *word, uint32_t latency,
                      bool *more) {
    uint32_t value, copies;
    struct word item = read_word(reader);
    if (!item.text)
        return false;
    if (word->sends == 0 && word_is(item, "largest")) {
        cyclic_word_send_largest(word, latency);
    } else if (!parse_item(item, true, &value, &copies)) {
        return read_malformed(reader, "expected u, - or one of them with *k, found '%.*s'",
                              WORD_IN_MESSAGE(item));
    } else if (!cyclic_word_send(word, value, copies)) {
        return too_long(reader);
    }
    *more = reader->words > 0;
    return *more || word->sends == word->length ||
           read_malformed(reader, "the word has %u positions to receive and %u to send",
                          word->length, word->sends);
}

static bool read_word_line(struct words *words, struct reader *reader) {
    bool more = true;
    cyclic_word_restart(&words->word);
    if (!read_key(reader, "word") || !read_big(reader, "count", words->count))
        return false;
    if (mpz_sgn(words->count) == 0)
        return read_malformed(reader, "a count is 1 or more, found 0");
    if (mpz_cmp(words->count, words->processors) > 0)
        return read_refuted_number(reader, "count of words, not above that of processors",
                                   words->processors, words->count);
    if (!read_key(reader, "receive"))
        return false;
    while (more)
        if (!read_receive(reader, &words->word, &more))
            return false;
    for (more = true; more;)
        if (!read_send(reader, &words->word, words->balance.latency, &more))
            return false;
    if (!balance_add(&words->balance, reader, "", &words->word, words->count))
        return false;
    if (words->visitor)
        words->visitor->visit(words->visitor->context, &words->word, words->count);
    return read_line_end(reader);
}

static bool read_words(struct words *words, struct reader *reader) {
    struct balance *balance = &words->balance;
    do {
        if (!read_word_line(words, reader))
            return false;
    } while (read_is_at(reader, "word"));
    if (mpz_cmp(balance->processors, words->processors) != 0)
        return read_refuted_number(reader, "processors of all words before this line",
                                   words->processors, balance->processors);
    return balance_check(balance, reader, "", false);
}

static void claim(const struct words *words, struct verdict *verdict, bool periodic) {
    const struct balance *balance = &words->balance;
    uint32_t L = balance->latency, t = balance->depth;
    verdict_claim(verdict, "L=%u t=%u N=", L, t);
    verdict_claim_number(verdict, words->processors);
    verdict_field(verdict, "L", "%u", L);
    verdict_field(verdict, "t", "%u", t);
    verdict_field_number(verdict, "N", words->processors);
    verdict_field(verdict, "period", "%u", periodic ? balance->period : 1);
    verdict_field(verdict, "roles", "%s", balance->changes_roles ? "permute" : "keep");
    if (periodic)
        verdict_claim(verdict,
                      ": a schedule of period T=%u with delay L+t = %u on N processors exists, in "
                      "which %s",
                      balance->period, L + t,
                      balance->changes_roles ? "processors change roles after a period"
                                             : "every processor keeps its role");
    else
        verdict_claim(verdict, ": a stationary schedule with delay L+t = %u on N processors exists",
                      L + t);
}

/* Contract: the words are initialised, N is set. */
static bool check_words(struct words *words, struct reader *reader, uint32_t latency,
                        uint32_t depth, uint32_t period, uint64_t *work) {
    if (!balance_init(&words->balance, latency, depth, period))
        return read_malformed(reader, "the period is beyond the limit: T (t-L+2) <= %d",
                              BALANCE_LIMIT);
    big_cost_work(&words->balance.cost, *work);
    bool right = read_words(words, reader);
    *work = words->balance.cost.work;
    balance_clear(&words->balance);
    return right;
}

static void words_init(struct words *words) {
    words->visitor = NULL;
    mpz_inits(words->processors, words->count, NULL);
    cyclic_word_init(&words->word);
}

static void words_clear(struct words *words) {
    cyclic_word_clear(&words->word);
    mpz_clears(words->processors, words->count, NULL);
}

bool words_check_stationary(struct reader *reader, uint32_t latency, uint32_t depth,
                            mpz_srcptr processors, uint64_t *work,
                            const struct words_visitor *visitor) {
    struct words words;
    words_init(&words);
    words.visitor = visitor;
    mpz_set(words.processors, processors);
    bool right = check_words(&words, reader, latency, depth, 1, work);
    words_clear(&words);
    return right;
}

static bool check_schedule(struct reader *reader, bool periodic) {
    struct words words;
    uint32_t latency, depth, period = 1;
    uint64_t work = 0;
    if (!read_number_line(reader, "latency", 1, READ_LATENCY_LIMIT, &latency) ||
        !read_number_line(reader, "depth", 0, READ_DEPTH_LIMIT, &depth))
        return false;
    words_init(&words);
    bool right = read_big_line(reader, "processors", words.processors) &&
                 (!periodic || read_number_line(reader, "period", 1, READ_NUMBER_LIMIT, &period)) &&
                 check_words(&words, reader, latency, depth, period, &work);
    if (right)
        claim(&words, reader->verdict, periodic);
    words_clear(&words);
    return right;
}

bool rule_stationary(struct reader *reader) {
    return check_schedule(reader, false);
}

bool rule_periodic(struct reader *reader) {
    return check_schedule(reader, true);
}
