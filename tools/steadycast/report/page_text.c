/* SPDX-License-Identifier: MIT */
/* What stands in every page: how it looks, and what its sections mean. */
#include "tools/steadycast/report/report.h"

void page_style(FILE *file) {
    fputs("<style>\n"
          ":root{color-scheme:light dark;--line:#8886;--back:#fff;--ink:#1c1c1c;--soft:#555;"
          "--box:#f4f4f2;--warn:#fff3cd;--warnline:#b58100;--link:#00558c;--shade:#0006}\n"
          "@media(prefers-color-scheme:dark){:root{--back:#181a1b;--ink:#e6e6e6;--soft:#b5b5b5;"
          "--box:#222527;--warn:#3d3210;--warnline:#e69f00;--link:#7cc4f5;--shade:#fff6}}\n"
          "body{font:16px/1.5 system-ui,sans-serif;max-width:86rem;margin:0 auto;padding:1rem;"
          "background:var(--back);color:var(--ink);overflow-wrap:anywhere}\n"
          "a{color:var(--link)}h1{font-size:1.6rem;margin:.3rem 0}h2{margin-top:2.2rem;"
          "border-bottom:1px solid var(--line)}h3{font-size:1rem;margin:1.2rem 0 .3rem}\n"
          "p.lead,section>p{max-width:60rem}nav a{display:inline-block;margin:0 .9rem .3rem 0}\n"
          /* A shadow at the side where there is more, which goes away at the end. */
          ".wide{overflow-x:auto;max-width:100%;background:"
          "linear-gradient(to right,var(--back) 40%,transparent) left/3rem 100% no-repeat local,"
          "linear-gradient(to left,var(--back) 40%,transparent) right/3rem 100% no-repeat local,"
          "linear-gradient(to right,var(--shade),transparent) left/1rem 100% no-repeat scroll,"
          "linear-gradient(to left,var(--shade),transparent) right/1rem 100% no-repeat scroll}"
          ".wide svg{display:block}\n"
          ".pictures{display:flex;flex-wrap:wrap;gap:0 "
          "2rem}.pictures>div{min-width:0;max-width:100%}figure{margin:1rem 0;max-width:100%;"
          "min-width:0;display:flex;flex-direction:column}\n"
          "figcaption{color:var(--soft);font-size:.88rem;max-width:46rem;width:0;"
          "min-width:100%}\n"
          "table{border-collapse:collapse;font-size:.88rem;overflow-wrap:normal}\n"
          "td,th{border-bottom:1px solid var(--line);padding:.25rem .6rem;text-align:left;"
          "vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}\n"
          ".cells td,.cells th{border:1px solid var(--back);padding:.1rem .4rem;text-align:center;"
          "vertical-align:middle}.cells th{font-weight:normal;color:var(--soft);max-width:14rem}"
          ".cells a{color:inherit;text-decoration:none}.legend b{padding:.1rem .4rem}"
          ".yes{background:#0072b2;color:#fff}.no{background:#d55e00;color:#111}"
          ".open{background:#7773}.left{color:var(--soft)}.alarm{background:#f0e442;color:#111}\n"
          "@media(prefers-color-scheme:dark){.yes{background:#3d9bdc;color:#000}"
          ".no{background:#f0843c}}\n"
          "td.name{min-width:13rem;overflow-wrap:anywhere}tr.group "
          "th{font-weight:normal;padding-top:.8rem}\n"
          "dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.2rem 1rem;"
          "margin:.8rem 0}dt{color:var(--soft)}dd{margin:0;min-width:0}\n"
          "pre{background:var(--box);padding:.6rem;overflow-x:auto;font-size:.85rem}\n"
          "code{font-size:.92em}summary{cursor:pointer;font-weight:600;margin:.6rem 0}\n"
          ".warn{background:var(--warn);border-left:4px solid var(--warnline);padding:.5rem .9rem;"
          "margin:1rem 0}.remark{color:var(--soft);font-size:.88rem}\n"
          ".tiles{display:flex;flex-wrap:wrap;gap:.6rem;margin:.8rem 0;padding:0;list-style:none}"
          ".tiles li{background:var(--box);border-left:5px solid var(--line);padding:.4rem .9rem;"
          "min-width:6.5rem}.tiles b{display:block;font-size:1.5rem}\n"
          ".tiles .t0{border-color:#0072b2}.tiles .t1{border-color:#999}"
          ".tiles .t2{border-color:#d55e00}\n"
          "@media(max-width:480px){body{padding:.6rem}dl{grid-template-columns:1fr}"
          "dd{margin-bottom:.4rem}}\n",
          file);
    fputs(picture_style, file);
    /* The page is their paper: shadows of .wide are behind them. */
    fputs(".wide svg>.paper:first-child{fill:none}\n</style>\n", file);
}

const struct page_section page_sections[REPORT_SECTIONS] = {
    {"spectrum", "Which schedules exist",
     "<p>A source emits a new item at every time step, and every processor is to receive each of "
     "them. A message takes L steps, the <em>latency</em>. A processor sends one message and "
     "receives one message a step at most. The <em>delay</em> is the time from when an item is "
     "emitted until the last processor has it. Within L+t steps an item that the source sends once "
     "can "
     "reach P(t) processors, along a <em>broadcast tree</em> of depth t. The question is whether a "
     "whole "
     "stream of items can be as fast. It is asked here for <em>block-cyclic</em> schedules, in "
     "which processors form blocks that take turns, and where N is given, for other classes "
     "too.</p>"},
    {"capacities", "How many processors can be served",
     "<p>The <em>capacity</em> for L and t is the largest number of processors to which the stream "
     "can be sent with delay L+t by any schedule. A schedule shows that it is at least so large, a "
     "bound that it is no larger. Where both meet there is one mark, where they do not, a line "
     "between them. No schedule serves more than P(t); for L = 2 even P(t) is out of reach from "
     "t = 7 on.</p>"},
    {"delays", "The least delays",
     "<p>The same the other way round: how late does the last of P processors receive an item, at "
     "best? The bound of the broadcast tree is L + B(P-1), where B(N) is the least t with N not "
     "more than P(t). A mark on the broken line meets it.</p>"},
    {"streams", "Streams on LogP machines",
     "<p>On a LogP machine sending and receiving keep a processor busy for o cycles each, two "
     "sendings of one processor, or two receptions, begin at least g cycles apart, and a message "
     "is under way for L cycles. The source has an item in each G = max(g,2o) cycles. In "
     "<em>whole steps</em> of G cycles all processors receive at the same offset, as in the "
     "postal model, and L+2o is rounded up to a multiple of G. At different offsets less is "
     "lost. At most ceil(L/g) messages to a processor may be under way; the <em>capacity</em> "
     "says whether those count that wait there (full), those in flight alone (flight), or "
     "none. Delays are least for a number of processors; the other way round, numbers of "
     "processors are largest for a delay.</p>"},
    {"items", "The least times for K items",
     "<p>Now the source has K items at the beginning, and there are no others. When can "
     "everybody have all of them? Numbers are steps, on LogP machines cycles. Two numbers, as in "
     "9-11, are an interval: "
     "there is a schedule for the second one, it is proved that nothing ends before the first one, "
     "and what lies between them is open.</p>"},
    {"collectives", "Other collective operations",
     "<p>The least times, in cycles, steps or rounds, in which one item, everybody's items or a "
     "sum "
     "come to all who are to have them, and the most operands that are added up by a time T.</p>"},
    {"effort", "What it cost",
     "<p>How long answers took, and how many <em>nodes</em> (partial solutions) the searches "
     "visited. An <em>engine</em> is a way to answer: arithmetic and constructions need no search, "
     "backtracking tries all possibilities, sat and search hand them to a solver.</p>"},
    {"schedules", "Who receives what when",
     "<p>A few schedules of this campaign, read from their certificates; small ones, so that they "
     "can be looked at. In the first columns the table is still filling: items before the first "
     "one do not exist. "
     "Each row gets every item exactly once.</p>"},
    {"trees", "How an item spreads",
     "<p>The way of one item. In a broadcast tree the root gets the item from the source and "
     "sends it on at every step; so do all who receive it early enough. Of a list of messages it "
     "is the first item whose way is shown, from the source.</p>"},
    {"automata", "What one processor may receive",
     "<p>In block-cyclic schedules a processor repeats a <em>word</em>. A letter says how many "
     "steps before its deadline an item comes: a for none, b for one. A word is <em>legal</em> if "
     "every item comes exactly once. These words are the closed walks in this graph, which is "
     "known "
     "from juggling: letters are throws.</p>"},
};
