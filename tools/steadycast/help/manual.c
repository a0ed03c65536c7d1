/* SPDX-License-Identifier: MIT */
#include "tools/steadycast/help/manual.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/steadycast/help/words.h"

/* Where the next line of a text goes: into a new paragraph, or on in the one that is open. */
enum place { PLACE_PARAGRAPH, PLACE_FILLED, PLACE_INDENTED };

struct page {
    enum place place;
    int indent;     /* PLACE_INDENTED: columns before the lines */
    int column;     /* where the text of a line `name  text` began; 0: the last was none */
    char line[512]; /* what came of a line so far; what is longer is cut */
    int length;
};

/* Characters that man would take for commands, or would print as typographic ones. */
static void put_character(char c) {
    static const char taken[] = "\\-'`^~";
    static const char *const escapes[] = {"\\e", "\\-", "\\(aq", "\\(ga", "\\(ha", "\\(ti"};
    const char *found = strchr(taken, c);
    if (found)
        fputs(escapes[found - taken], stdout);
    else
        putchar(c);
}

static void put_word(const char *text) {
    for (; *text; text++)
        put_character(*text);
}

static void end_indent(struct page *page) {
    if (page->place == PLACE_INDENTED)
        printf(".RE\n.PD\n");
}

static void end_paragraph(struct page *page) {
    end_indent(page);
    page->place = PLACE_PARAGRAPH;
}

static void put_filled(const char *line) {
    if (*line == '.')
        printf("\\&");
    put_word(line);
    putchar('\n');
}

static void put_filled_line(struct page *page, const char *line) {
    end_indent(page);
    if (page->place != PLACE_FILLED)
        printf(".PP\n");
    page->place = PLACE_FILLED;
    put_filled(line);
}

/* Where the text of a line `name  text` begins, 0 if it is none. */
static int text_of(const char *line) {
    enum { MOST = 24 };
    const char *gap = strstr(line, "  ");
    int text = gap ? (int)(gap - line + (long)strspn(gap, " ")) : 0;
    return text <= MOST && line[text] ? text : 0;
}

static void put_name(const char *line) {
    if (*line == '.')
        printf("\\&");
    for (const char *end = strstr(line, "  "); line < end; line++)
        put_character(*line);
    putchar('\n');
}

/* A line of its own; but further text of `name  text` goes on there. */
static void put_indented_line(struct page *page, const char *line, int indent) {
    int text = text_of(line);
    if (page->place == PLACE_INDENTED && page->column == indent) {
        put_filled(line);
        return;
    }
    if (page->place != PLACE_INDENTED || page->indent != indent) {
        end_indent(page);
        printf(".PD 0\n.RS %d\n", indent);
        page->indent = indent;
    }
    page->place = PLACE_INDENTED;
    page->column = text ? indent + text : 0;
    printf(text ? ".TP %d\n" : ".PP\n", text);
    if (text)
        put_name(line);
    put_filled(line + text);
}

static void end_line(struct page *page) {
    int indent;
    page->line[page->length] = 0;
    indent = (int)strspn(page->line, " ");
    if (indent == page->length)
        end_paragraph(page);
    else if (indent)
        put_indented_line(page, page->line + indent, indent);
    else
        put_filled_line(page, page->line);
    page->length = 0;
}

/* Goes on where the last piece of the text ended. */
static void put_prose(void *context, const char *text) {
    struct page *page = context;
    for (; *text; text++)
        if (*text == '\n')
            end_line(page);
        else if (page->length + 1 < (int)sizeof page->line)
            page->line[page->length++] = *text;
}

static void end_prose(struct page *page) {
    if (page->length)
        end_line(page);
    end_paragraph(page);
}

static void put_text(struct page *page, const char *text, const char *end) {
    FREED char *part = strndup(text, (size_t)(end - text));
    put_prose(page, part ? part : "");
    end_prose(page);
}

/* How good it is to break a command line at this blank: best between commands, then before an
 * option. */
static int breaking_rank(const char *blank) {
    return strchr(";&|", blank[-1]) ? 3 : blank[1] == '-' ? 2 : 1;
}

/* The last of the best places outside quotes to break a command line that is too long, or its
 * end. */
static const char *breaking_place(const char *line, const char *end) {
    enum { WIDTH = 66, START = 6 }; /* of 80 columns, without the margins; not at its start */
    const char *place = end;
    char quote = 0;
    int best = 0;
    if (end - line <= WIDTH)
        return end;
    for (const char *c = line; c < end && (c - line <= WIDTH || !best); c++) {
        if (quote ? *c == quote : *c == '\'' || *c == '"') {
            quote = quote ? 0 : *c;
        } else if (*c == ' ' && !quote && c > line + START && breaking_rank(c) >= best) {
            best = breaking_rank(c);
            place = c;
        }
    }
    return place;
}

/* Command lines as they are typed, a long one with \ at its line ends. */
static void put_commands(const char *text) {
    printf(".nf\n");
    for (const char *line = text; *line;) {
        const char *end = line + strcspn(line, "\n");
        const char *place = breaking_place(line, end);
        for (; line < place; line++)
            put_character(*line);
        printf("%s\n%s", place < end ? " \\e" : "", place < end ? "     " : "");
        line = *place ? place + 1 : place;
    }
    printf(".fi\n");
}

static void put_heading(const char *name, const char *verb) {
    printf(".TH STEADYCAST");
    for (const char *letter = verb ? verb : ""; *letter; letter++)
        printf("%s%c", letter == verb ? "\\-" : "",
               *letter >= 'a' && *letter <= 'z' ? *letter - 'a' + 'A' : *letter);
    printf(
        " 1 \"\" \"steadycast %s\" \"User Commands\"\n.nh\n.ad l\n.ds AD l\n.SH NAME\n%s%s%s \\- ",
        STEADYCAST_VERSION, name, verb ? "\\-" : "", verb ? verb : "");
}

static void put_option(const struct option_spec *spec) {
    printf(".TP\n\\fB");
    if (spec->letter)
        printf("\\-%c\\fR, \\fB", spec->letter);
    printf("\\-\\-");
    put_word(spec->name);
    printf("\\fR");
    if (spec->kind != OPTION_FLAG)
        printf(" \\fI");
    for (const char *c = spec->kind == OPTION_FLAG ? "" : spec->argument; *c; c++) {
        put_character(*c);
        if (*c == '|')
            printf("\\:"); /* the line may end here */
    }
    printf("\\fR\n");
    for (const char *c = spec->help; *c; c++) {
        put_character(*c);
        if (*c == '\n')
            printf(".br\n");
    }
    printf("%s\n", spec->required ? " (required)" : "");
}

static void put_options(const struct verb *verb) {
    printf(".SH OPTIONS\n");
    for (int i = 0; i < verb->spec_count; i++)
        put_option(&verb->specs[i]);
    printf(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nexplain this verb, and do nothing else\n");
    printf(
        ".TP\n\\fB\\-\\-exit\\-zero\\fR\nexit with 0 where an answer is settled (EXIT STATUS)\n");
}

static void put_exit_statuses(void) {
    printf(".SH EXIT STATUS\n");
    for (const struct exit_meaning *entry = exit_meanings; entry->meaning; entry++)
        printf(".TP\n%d (%d with \\-\\-exit\\-zero)\n%s\n", entry->status, entry->zero,
               entry->meaning);
}

static const char files_heading[] = "\nFiles:\n", examples_heading[] = "\nExamples:\n";

const char *manual_headings(const char *help) {
    const char *found = strstr(help, files_heading);
    found = found ? found : strstr(help, examples_heading);
    return found ? found : help + strlen(help);
}

void manual_print_verb(const struct verb *verb) {
    struct page page = {.place = PLACE_PARAGRAPH};
    const char *help = verb->help ? verb->help : "", *headings = manual_headings(help);
    const char *files = strstr(help, files_heading), *examples = strstr(help, examples_heading);
    put_heading("steadycast", verb->name);
    put_word(verb->summary);
    printf("\n.SH SYNOPSIS\n.B steadycast %s\n%s ", verb->name,
           verb->spec_count ? "[\\fIoptions\\fR]" : "");
    put_word(verb->operands);
    printf("\n.SH DESCRIPTION\n");
    put_word(verb->summary);
    printf(".\n");
    put_text(&page, help, headings);
    if (verb->list) {
        verb->list(put_prose, &page);
        end_prose(&page);
    }
    put_options(verb);
    put_exit_statuses();
    printf(".PP\nWhere this verb differs, its description says so.\n");
    if (files) {
        printf(".SH FILES\n");
        put_text(&page, files + strlen(files_heading), examples ? examples : strchr(files, 0));
    }
    if (examples) {
        printf(".SH EXAMPLES\n");
        put_commands(examples + strlen(examples_heading));
    }
    printf(".SH SEE ALSO\n.BR steadycast (1),\n.BR steadycheck (1)\n");
}

static void put_see_also(void) {
    printf(".SH SEE ALSO\n.BR steadycheck (1),\n.BR steadycast\\-perform (1)");
    for (int i = 0; verbs[i]; i++)
        printf(",\n.BR steadycast\\-%s (1)", verbs[i]->name);
    printf("\n");
}

void manual_print_overview(const char *introduction) {
    struct page page = {.place = PLACE_FILLED};
    put_heading("steadycast", NULL);
    printf("exhaustive search and proof for continuous broadcast\n.SH SYNOPSIS\n.B steadycast\n"
           "\\fIVERB\\fR [\\fIoptions\\fR]\n.br\n.B steadycast\n\\-\\-help | \\-\\-version\n"
           ".SH DESCRIPTION\n");
    put_text(&page, introduction, strchr(introduction, 0));
    printf(".PP\nResults go to the standard output, progress and remarks to the standard error.\n"
           "Answers can be written as certificates, which\n.BR steadycheck (1)\nverifies on its "
           "own.\n.SH VERBS\nEach has a page of its own.\n");
    for (int i = 0; verbs[i]; i++) {
        if (verb_heading(verbs[i]))
            printf(".SS %s\n", verb_heading(verbs[i]));
        printf(".TP\n.BR steadycast\\-%s (1)\n", verbs[i]->name);
        put_word(verbs[i]->summary);
        printf("\n");
    }
    printf(".SH OPTIONS\nThose of a verb are on its page.\n.TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\n"
           "list the verbs; behind a verb, explain it\n.TP\n\\fB\\-\\-version\\fR\n"
           "print the version\n");
    put_exit_statuses();
    printf(".SH WORDS\n");
    for (const struct word_meaning *entry = help_words; entry->word; entry++) {
        printf(".TP\n.B ");
        put_word(entry->word);
        putchar('\n');
        put_filled(entry->meaning);
    }
    printf(".SH EXAMPLES\n");
    put_commands("steadycast solve -L 3 -t 7 -o L3-t7.cert\nsteadycheck L3-t7.cert\n"
                 "steadycast show L3-t7.cert\nsteadycast help solve");
    put_see_also();
}
