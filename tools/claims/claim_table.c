/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "automata/memory.h"
#include "tools/claims/claim_run.h"
#include "tools/claims/figures/figures.h"
#include "tools/steadycast/draw/markup.h"
#include "tools/steadycast/frame/json_answer.h"

/* Which verdicts, a bit each. */
enum { ANY = (1 << CLAIM_VERDICTS) - 1 };

/* The next case behind `before` (NULL: the first) that has a finding with one of these verdicts,
 * and is of this paper (NULL: any); NULL: there is none. */
static const struct claim_entry *next(const struct claim_list *claims,
                                      const struct claim_entry *before, unsigned verdicts,
                                      const char *paper) {
    const struct claim_entry *entry = before ? before + 1 : claims->list;
    for (; entry < claims->list + claims->count; entry++)
        if (entry->finding.found && verdicts >> entry->finding.verdict & 1 &&
            (!paper || strcmp(entry->claim.paper, paper) == 0))
            return entry;
    return NULL;
}

/* The parameters that were tried, as "L=1..4 P=2..20 (quick)". */
static void print_ranges(FILE *file, const struct claim_entry *entry) {
    bool quick = entry->finding.quick;
    const struct claim_ranges *ranges = quick ? &entry->claim.quick : &entry->claim.full;
    for (size_t i = 0; i < ranges->count; i++) {
        const struct claim_range *range = &ranges->list[i];
        fprintf(file, "%s%s=%ld", i ? " " : "", range->key, range->first);
        if (range->last != range->first)
            fprintf(file, "..%ld", range->last);
    }
    fputs(quick ? " (quick)" : "", file);
}

static void print_entry(FILE *file, const struct claim_entry *entry) {
    static const char *const tallies[CLAIM_TALLIES] = {"claim    ", "beyond   ", "corrected"};
    const struct claim_case *claim = &entry->claim;
    const struct claim_finding *finding = &entry->finding;
    const char *failing = claim_failing(finding->verdict, finding);
    char verdict[CLAIM_VERDICT_ROOM];
    claim_verdict_print(claim, finding->verdict, verdict);
    fprintf(file, "%-40s %s\n    source    %s; %s\n    quote     \"%s\"\n", claim->name, verdict,
            claim->source, claim->page, claim->quote);
    if (claim->assumes)
        fprintf(file, "    assumes   %s\n", claim->assumes);
    fputs("    tried     ", file);
    print_ranges(file, entry);
    fputc('\n', file);
    for (int i = 0; i < CLAIM_TALLIES; i++) {
        const struct claim_tally *tally = &finding->tallies[i];
        if (tally->held + tally->failed + tally->open == 0)
            continue;
        fprintf(file, "    %s %ld held, %ld failed", tallies[i], tally->held, tally->failed);
        if (tally->open)
            fprintf(file, ", %ld open", tally->open);
        fputc('\n', file);
    }
    if (finding->outside)
        fprintf(file, "    not counted, as the paper's hypotheses do not hold there: %ld\n",
                finding->outside);
    if (*failing)
        fprintf(file, "    fails at  %s\n", failing);
    if (*claim_opened(finding))
        fprintf(file, "    open at   %s\n", claim_opened(finding));
    if (claim->corrected)
        fprintf(file, "    %s %s\n", *failing ? "corrected:" : "sharper:  ", claim->corrected);
    if (finding->certificates)
        fprintf(file, "    evidence  %ld certificates verified\n", finding->certificates);
    if (claim->proof)
        fprintf(file, "    proof     THEOREMS.md %s\n", claim->proof);
}

/* How many have one of these verdicts. */
static size_t count(const struct claim_list *claims, unsigned verdicts) {
    size_t all = 0;
    for (const struct claim_entry *e = NULL; (e = next(claims, e, verdicts, NULL));)
        all++;
    return all;
}

static void print_counts(FILE *file, const struct claim_list *claims) {
    static const char *const names[CLAIM_VERDICTS] = {"verified",  "verified up to a bound",
                                                      "sharpened", "holds within a range",
                                                      "refuted",   "unknown"};
    size_t reconstructed = 0;
    long certificates = 0;
    for (const struct claim_entry *e = NULL; (e = next(claims, e, ANY, NULL));) {
        reconstructed += e->claim.text != CLAIM_PRINTED;
        certificates += e->finding.certificates;
    }
    fprintf(file, "%zu claims", count(claims, ANY));
    for (int i = 0; i < CLAIM_VERDICTS; i++)
        fprintf(file, "%s %s %zu", i ? "," : ":", names[i], count(claims, 1U << i));
    fprintf(file, "; as reconstructed %zu of them; %ld certificates", reconstructed, certificates);
}

enum status claim_table(FILE *file, const void *context, struct failure *failure) {
    const struct claim_list *claims = context;
    (void)failure;
    for (const struct claim_paper *paper = claim_papers; paper->key; paper++) {
        const struct claim_entry *first = next(claims, NULL, ANY, paper->key);
        if (first)
            fprintf(file, "%s\n\n", paper->title);
        for (const struct claim_entry *e = first; e; e = next(claims, e, ANY, paper->key))
            print_entry(file, e);
        fputs(first ? "\n" : "", file);
    }
    print_counts(file, claims);
    fputc('\n', file);
    return STATUS_OK;
}

static json_t *tally_object(const struct claim_tally *tally) {
    return json_pack("{s:I, s:I, s:I}", "held", (json_int_t)tally->held, "failed",
                     (json_int_t)tally->failed, "open", (json_int_t)tally->open);
}

enum status claim_table_json(const struct claim_list *claims, struct failure *failure) {
    for (const struct claim_entry *entry = NULL; (entry = next(claims, entry, ANY, NULL));) {
        const struct claim_finding *finding = &entry->finding;
        if (!entry->selected)
            continue;
        const char *within = entry->claim.within;
        json_t *object = json_pack(
            "{s:s, s:s, s:s, s:b, s:s, s:s, s:s, s:b, s:o, s:o, s:I, s:o, s:I, s:o}", "claim",
            entry->claim.name, "paper", entry->claim.paper, "source", entry->claim.source, "quick",
            (int)entry->finding.quick, "verdict", claim_verdict_name(entry->finding.verdict),
            "recorded", claim_verdict_name(entry->claim.verdict), "within", within ? within : "",
            "reconstructed", (int)(entry->claim.text != CLAIM_PRINTED), "points",
            tally_object(&finding->tallies[CLAIM_TALLY]), "beyond",
            tally_object(&finding->tallies[CLAIM_TALLY_BEYOND]), "outside",
            (json_int_t)finding->outside, "corrected",
            tally_object(&finding->tallies[CLAIM_TALLY_CORRECTED]), "certificates",
            (json_int_t)finding->certificates, "counterexample",
            json_any_text(claim_failing(entry->finding.verdict, finding)));
        TRY(json_line(object, failure));
    }
    return STATUS_OK;
}

/* --- the page --- */

extern const char text_claim_page[]; /* claim_page.txt */

static void print_verdict(FILE *file, const struct claim_entry *entry) {
    char text[CLAIM_VERDICT_ROOM];
    claim_verdict_print(&entry->claim, entry->finding.verdict, text);
    markup_print(file, "<span class=\"verdict %s\">%s</span>",
                 claim_verdict_name(entry->finding.verdict), text);
}

static void print_count(FILE *file, const char *before, long count, const char *what) {
    fprintf(file, "%s%ld %s%s", before, count, what, count == 1 ? "" : "s");
}

/* Where in its paper it stands. */
static void print_place(FILE *file, const struct claim_case *claim) {
    markup_print(file, "%s; %s", claim->source, claim->page);
}

static void print_row(FILE *file, const struct claim_entry *entry) {
    const struct claim_finding *finding = &entry->finding;
    fprintf(file, "<tr class=\"row %s\"><td><a href=\"#%s\">%s</a></td><td>",
            claim_verdict_name(entry->finding.verdict), entry->claim.name, entry->claim.name);
    print_verdict(file, entry);
    markup_print(file, "</td><td class=\"says\">%s<br /><small>", entry->claim.says);
    print_place(file, &entry->claim);
    fputs("</small></td><td>", file);
    print_ranges(file, entry);
    fputs("</td><td>", file);
    print_count(file, "", finding->tallies[CLAIM_TALLY].held + finding->tallies[CLAIM_TALLY].failed,
                "point");
    if (finding->certificates)
        print_count(file, ", ", finding->certificates, "certificate");
    if (entry->claim.proof)
        fprintf(file, ", THEOREMS.md %s", entry->claim.proof);
    fputs("</td></tr>\n", file);
}

/* What a reader looks for first: the claims that are refuted. */
static void print_refuted(FILE *file, const struct claim_list *claims) {
    const struct claim_entry *first = next(claims, NULL, 1U << CLAIM_REFUTED, NULL);
    fputs(first ? "<h2>Refuted</h2>\n<ul>\n" : "", file);
    for (const struct claim_entry *e = first; e; e = next(claims, e, 1U << CLAIM_REFUTED, NULL))
        markup_print(file, "<li><a href=\"#%s\">%s</a>: %s</li>\n", e->claim.name, e->claim.name,
                     e->claim.says);
    fputs(first ? "</ul>\n" : "", file);
}

/* One verdict, or all: the style says what that hides. */
static void print_choice(FILE *file, const struct claim_list *claims) {
    fputs("<input type=\"radio\" name=\"show\" id=\"show-all\" checked=\"checked\" /><label "
          "for=\"show-all\">all</label>\n",
          file);
    for (int verdict = 0; verdict < CLAIM_VERDICTS; verdict++) {
        const char *name = claim_verdict_name((enum claim_verdict)verdict);
        size_t all = count(claims, 1U << verdict);
        if (all)
            fprintf(file,
                    "<input type=\"radio\" name=\"show\" id=\"show-%s\" /><label for=\"show-%s\">"
                    "%s (%zu)</label>\n",
                    name, name, name, all);
    }
}

static void print_table(FILE *file, const struct claim_list *claims,
                        const struct claim_paper *paper) {
    const struct claim_entry *first = next(claims, NULL, ANY, paper->key);
    if (!first)
        return;
    markup_print(file,
                 "<h3>%s</h3>\n<div class=\"wide\"><table>\n<tr><th>name</th><th>verdict</th>"
                 "<th>claim</th><th>tried</th><th>evidence</th></tr>\n",
                 paper->title);
    for (const struct claim_entry *e = first; e; e = next(claims, e, ANY, paper->key))
        print_row(file, e);
    fputs("</table></div>\n", file);
}

static void print_item(FILE *file, const char *name, const char *text) {
    if (!text || !*text)
        return;
    markup_print(file, "<dt>%s</dt><dd>%s</dd>\n", name, text);
}

static void print_quote(FILE *file, const struct claim_case *claim) {
    markup_print(file, "<dt>quote</dt><dd><blockquote>%s</blockquote>", claim->quote);
    print_place(file, claim);
    fputs("</dd>\n", file);
}

/* The paper, and how the sentence is in the text of it that is at hand. */
static void print_paper(FILE *file, const struct claim_case *claim) {
    static const char *const texts[] = {[CLAIM_PRINTED] = "legible",
                                        [CLAIM_DAMAGED] = "a formula may have lost signs",
                                        [CLAIM_LOST] = "lost in part: reconstructed"};
    for (int i = 0; claim_papers[i].key; i++)
        if (strcmp(claim_papers[i].key, claim->paper) == 0)
            print_item(file, "paper", claim_papers[i].title);
    print_item(file, "the sentence in the text at hand", texts[claim->text]);
}

static void print_steps(FILE *file, const struct claim_lines *steps) {
    if (!steps->count)
        return;
    fputs("<dt>by hand</dt><dd><ol>\n", file);
    for (size_t i = 0; i < steps->count; i++)
        markup_print(file, "<li>%s</li>\n", steps->list[i]);
    fputs("</ol></dd>\n", file);
}

static void print_erratum(FILE *file, const struct claim_entry *entry) {
    const struct claim_case *claim = &entry->claim;
    fprintf(file, "<details class=\"case\"><summary><b>%s</b> ", claim->name);
    print_verdict(file, entry);
    fprintf(file, "</summary>\n<div><p><a href=\"#%s\">all details</a></p><dl>\n", claim->name);
    print_quote(file, claim);
    print_item(file, "claim", claim->says);
    print_item(file, "smallest counter-example",
               claim_failing(entry->finding.verdict, &entry->finding));
    print_steps(file, &claim->steps);
    print_item(file, "reading", claim->reading);
    print_item(file, "corrected", claim->corrected);
    fputs("</dl></div></details>\n", file);
}

/* Sections of nothing are left out. */
enum { ERRATA = 1 << CLAIM_REFUTED | 1 << CLAIM_HOLDS_WITHIN };

/* The one whose figure stands behind that of `before` (NULL: the first), by name; NULL: there is
 * none. */
static const struct claim_entry *next_figure(const struct claim_list *claims,
                                             const struct claim_entry *before) {
    const struct claim_entry *found = NULL;
    for (const struct claim_entry *e = NULL; (e = next(claims, e, ANY, NULL));)
        if (e->claim.figure && (!before || strcmp(e->claim.figure, before->claim.figure) > 0) &&
            (!found || strcmp(e->claim.figure, found->claim.figure) < 0))
            found = e;
    return found;
}

/* First what is refuted, then what holds within a range. */
static void print_errata(FILE *file, const struct claim_list *claims) {
    static const unsigned verdicts[] = {1 << CLAIM_REFUTED, 1 << CLAIM_HOLDS_WITHIN};
    if (next(claims, NULL, ERRATA, NULL))
        fputs("<h2 id=\"errata\">Errata, and claims that hold within a range</h2>\n", file);
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++)
        for (const struct claim_entry *e = NULL; (e = next(claims, e, verdicts[i], NULL));)
            print_erratum(file, e);
}

/* As a text of its own, so that half a picture never stands in the page. The caller frees it. */
static enum status draw_figure(const struct claim_figure *figure, const struct claim_page *page,
                               const char *name, char **picture, struct failure *failure) {
    char folder[4096];
    size_t length = 0;
    if (snprintf(folder, sizeof folder, "%s/%s", page->folder, name) >= (int)sizeof folder)
        return failure_input(failure, "the name of the folder is too long");
    FILE *file = open_memstream(picture, &length);
    TRY(memory_check(file, failure, "a picture"));
    enum status status = figure->draw(file, figure, folder, failure);
    if (fclose(file) != 0 && !status)
        status = failure_memory(failure, "a picture");
    return status;
}

static void print_figure(FILE *file, const struct claim_page *page,
                         const struct claim_case *claim) {
    struct claim_figure figure;
    struct failure why;
    FREED char *picture = NULL;
    claim_figure_read(claim->figure, &figure);
    markup_print(file, "<h3>%s</h3>\n<p>%s</p>\n", claim->title, claim->shows);
    fputs(claim->entries.count ? "<pre>" : "", file);
    for (size_t i = 0; i < claim->entries.count; i++)
        markup_print(file, "%s\n", claim->entries.list[i]);
    fputs(claim->entries.count ? "</pre>\n" : "", file);
    if (draw_figure(&figure, page, claim->name, &picture, &why)) {
        fprintf(stderr, "steadycast: %s, %s can't be drawn: %s\n", claim->name, figure.file,
                why.message);
        markup_print(file, "<p class=\"unknown\">The picture can't be drawn: %s</p>\n",
                     why.message);
        ++*page->undrawn;
        return;
    }
    fprintf(file,
            "<p>Drawn from the certificates of <a href=\"#%s\">%s</a>.</p>\n<div "
            "class=\"wide\">\n%s</div>\n",
            claim->name, claim->name, picture);
}

static void print_figures(FILE *file, const struct claim_page *page) {
    const struct claim_entry *first = next_figure(page->claims, NULL);
    fputs(first ? "<h2 id=\"figures\">Figures</h2>\n" : "", file);
    for (const struct claim_entry *e = first; e; e = next_figure(page->claims, e))
        print_figure(file, page, &e->claim);
}

static void print_points(FILE *file, const char *name, const struct claim_tally *tally) {
    if (tally->held + tally->failed + tally->open == 0)
        return;
    fprintf(file, "<dt>%s</dt><dd>held at ", name);
    print_count(file, "", tally->held, "point");
    fprintf(file, ", failed at %ld", tally->failed);
    if (tally->open)
        fprintf(file, ", open at %ld", tally->open);
    fputs("</dd>\n", file);
}

enum { PATH_ROOM = 4096, MOST_LINKS = 24 };

static int is_shown(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

/* The certificates that a case has kept, as links. */
static void claim_kept_links(FILE *file, const char *folder, const char *link, const char *name) {
    char path[PATH_ROOM];
    struct dirent **entries;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int links = scandir(path, &entries, is_shown, alphasort);
    if (links < 0)
        return;
    if (links)
        fprintf(file, "<dt>kept</dt><dd>");
    for (int i = 0; i < links; i++) {
        if (i < MOST_LINKS) {
            fputs(i ? ", " : "", file);
            markup_print(file, "<a href=\"%s/%s/%s\">%s</a>", link, name, entries[i]->d_name,
                         entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    if (links > MOST_LINKS)
        fprintf(file, " and %d more", links - MOST_LINKS);
    if (links)
        fputs("</dd>\n", file);
}

static void print_detail(FILE *file, const struct claim_page *page,
                         const struct claim_entry *entry) {
    const struct claim_case *claim = &entry->claim;
    const struct claim_finding *finding = &entry->finding;
    fprintf(file, "<details class=\"case\"><summary><b>%s</b> ", claim->name);
    print_verdict(file, entry);
    /* a link to what is inside opens it */
    fprintf(file, "</summary>\n<div id=\"%s\">\n<dl>\n", claim->name);
    print_paper(file, claim);
    print_quote(file, claim);
    print_item(file, "claim", claim->says);
    print_item(file, "published", claim->published);
    print_item(file, "model", claim->model);
    print_item(file, "the paper assumes", claim->assumes);
    print_item(file, "holds within", claim->within);
    print_item(file, "reading", claim->reading);
    print_item(file, "note", claim->note);
    print_item(file, *claim_failing(entry->finding.verdict, finding) ? "corrected" : "sharper",
               claim->corrected);
    print_points(file, "claim", &finding->tallies[CLAIM_TALLY]);
    print_points(file, "claim, beyond that range", &finding->tallies[CLAIM_TALLY_BEYOND]);
    print_points(file, "corrected or sharper statement", &finding->tallies[CLAIM_TALLY_CORRECTED]);
    print_item(file, "fails at", claim_failing(entry->finding.verdict, finding));
    print_steps(file, &claim->steps);
    print_item(file, "open at", claim_opened(finding));
    print_item(file, "proof, results/THEOREMS.md", claim->proof);
    fprintf(file,
            "<dt>finding</dt><dd><a href=\"%s/%s.txt\">%s/%s.txt</a>, %ld certificates verified"
            "</dd>\n",
            page->link, claim->name, page->link, claim->name, finding->certificates);
    claim_kept_links(file, page->folder, page->link, claim->name);
    fputs("</dl>\n", file);
    if (entry->finding.table && *entry->finding.table)
        markup_print(file, "<details><summary>numbers</summary><pre>%s</pre></details>\n",
                     entry->finding.table);
    fputs("</div></details>\n", file);
}

enum status claim_page(FILE *file, const void *context, struct failure *failure) {
    (void)failure;
    const struct claim_page *page = context;
    fprintf(file, "%s\n<p>", text_claim_page);
    print_counts(file, page->claims);
    fputs(".</p>\n", file);
    print_refuted(file, page->claims);
    fprintf(file, "<p>%s%s<a href=\"#details\">Details</a></p>\n<h2>Verdicts</h2>\n",
            next(page->claims, NULL, ERRATA, NULL) ? "<a href=\"#errata\">Errata</a>, " : "",
            next_figure(page->claims, NULL) ? "<a href=\"#figures\">Figures</a>, " : "");
    print_choice(file, page->claims);
    fputs("<section>\n", file);
    for (int i = 0; claim_papers[i].key; i++)
        print_table(file, page->claims, &claim_papers[i]);
    fputs("</section>\n", file);
    print_errata(file, page->claims);
    print_figures(file, page);
    fputs("<h2 id=\"details\">Details</h2>\n", file);
    for (const struct claim_entry *e = NULL; (e = next(page->claims, e, ANY, NULL));)
        print_detail(file, page, e);
    fputs("</body>\n</html>\n", file);
    return STATUS_OK;
}
