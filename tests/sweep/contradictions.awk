# SPDX-License-Identifier: MIT
# Fields of verified certificates, a line `f kind=KIND KEY=VALUE ..` each: does one say that something is there, and another that it
# is not? Prints `contradiction: LINE / LINE`, and at the end how many pairs about the same thing were compared.

function below(a, b) { return length(a) != length(b) ? length(a) < length(b) : ("x" a) < ("x" b) }
function tree(latency, t,    i, f) { # f_t, up to 2^53
    for (i = 0; i <= t; i++)
        f[i] = i < latency ? 1 : f[i - 1] + f[i - latency]
    return f[t]
}
function machine() { return v["L"] "," (("o" in v) ? v["o"] : 0) "," (("g" in v) ? v["g"] : 1) "," (("ports" in v) ? v["ports"] : 1) }

# What a stream reaches, and what it does not: on which machine, with which delay less l, how many processors.
function reaches(on, t, most) { reached[++reach_count] = on; reach_t[reach_count] = t; reach_n[reach_count] = most; reach_line[reach_count] = $0 }
function stops(on, t, most) { stopped[++stop_count] = on; stop_t[stop_count] = t; stop_n[stop_count] = most; stop_line[stop_count] = $0 }
# What is done by a time, and what is not before one.
function done(what, time) { if (!(what in done_at) || time + 0 < done_at[what]) { done_at[what] = time + 0; done_line[what] = $0 } }
function before(what, time) { if (!(what in before_at) || time + 0 > before_at[what]) { before_at[what] = time + 0; before_line[what] = $0 } }

function compare(wrong, a, b) {
    pairs++
    if (wrong) { print "contradiction: " a " / " b; bad = 1 }
}

{
    split("", v); buts = " "
    for (i = 2; i <= NF; i++) {
        at = index($i, "=")
        key = substr($i, 1, at - 1)
        if (key == "but") buts = buts substr($i, at + 1) " "
        v[key] = substr($i, at + 1)
    }
    kind = v["kind"]
    single = v["sends"] == "single" ? "single" : "any"
}
kind == "schedule" { ported++; ps_on[ported] = v["L"] "," (("ports" in v) ? v["ports"] : 1); ps_t[ported] = v["t"]; ps_n[ported] = v["N"]; ps_line[ported] = $0 }
kind == "ports-bound" || (kind == "impossible-items" && ("t" in v)) { # of a schedule the source sends each item once
    port_bounds++; pb_on[port_bounds] = v["L"] "," v["ports"]; pb_t[port_bounds] = v["t"]; pb_n[port_bounds] = v["N"]; pb_larger[port_bounds] = v["larger"] == "too"; pb_line[port_bounds] = $0 }
kind == "schedule" && !("ports" in v) {
    reaches(v["L"] ",1", v["t"], v["N"])
    schedules++
    s_l[schedules] = v["L"]; s_t[schedules] = v["t"]; s_n[schedules] = v["N"]; s_period[schedules] = v["period"]
    s_keep[schedules] = v["roles"] == "keep"; s_line[schedules] = $0
    s_blocks[schedules] = v["class"] == "block-cyclic" || v["class"] == "pruned"
    if (v["class"] == "block-cyclic") done("blocks " v["L"] " " v["t"], 0)
}
# A family with ports is a schedule for each of its depths; numbers up to 2^40 are compared.
kind == "family" && ("ports" in v) {
    for (t = 0; t < v["from"] || grown[t - 1] < 2^40; t++) {
        grown[t] = t < v["L"] ? 1 : grown[t - 1] + v["ports"] * grown[t - v["L"]]
        if (t >= v["from"] && grown[t] < 2^40) { ported++; ps_on[ported] = v["L"] "," v["ports"]; ps_t[ported] = t; ps_n[ported] = grown[t]; ps_line[ported] = $0 }
    }
}
kind == "family" && v["of"] == "depths" && !("ports" in v) { families++; fam_l[families] = v["L"]; fam_from[families] = v["from"]; fam_but[families] = buts; fam_line[families] = $0 }
kind == "impossible-residues" || kind == "impossible-search" || kind == "impossible-cnf" {
    before("blocks " v["L"] " " v["t"], 1)
    nones++; none_l[nones] = v["L"]; none_t[nones] = v["t"]; none_line[nones] = $0
}
kind == "impossible-periodic" { periods++; p_l[periods] = v["L"]; p_t[periods] = v["t"]; p_n[periods] = v["N"]; p_period[periods] = v["period"]; p_roles[periods] = v["roles"]; p_line[periods] = $0 }
kind == "prices" && ("t" in v) { stops(v["L"] ",1", v["t"], v["most"]) }
kind == "prices" && ("s" in v) { stops(v["l"] "," v["g"], v["s"], v["most"]) }
kind == "logp-schedule" && v["g"] + 0 >= 2 * v["o"] { reaches(v["L"] + 2 * v["o"] "," v["g"], v["delay"] - v["L"] - 2 * v["o"], v["N"]) }
kind == "messages" && v["sources"] == "one" && v["period"] == "0" && v["machine"] != "buffered" {
    done(machine() " P=" v["P"] " K=" v["K"] " any", v["end"])
    if (single == "single") done(machine() " P=" v["P"] " K=" v["K"] " single", v["end"])
    if (v["K"] == 1) { knows++; know_on[knows] = machine(); know_end[knows] = v["end"]; know_p[knows] = v["P"]; know_line[knows] = $0 }
}
kind == "items-bound" || (kind == "impossible-items" && !("t" in v)) {
    before(machine() " P=" v["P"] " K=" v["K"] " " single, v["before"])
    if (single == "any") before(machine() " P=" v["P"] " K=" v["K"] " single", v["before"])
    if (("ports" in v) && v["ports"] == 1) { bounds++; b_on[bounds] = v["L"] " " v["P"]; b_k[bounds] = v["K"]; b_sends[bounds] = single; b_before[bounds] = v["before"]; b_line[bounds] = $0 }
}
kind == "items-colours" && ("more" in v) { colours++; c_on[colours] = v["L"] " " v["N"] + 1; c_from[colours] = v["from"]; c_more[colours] = v["more"]; c_sends[colours] = single; c_line[colours] = $0 }
kind == "items-colours" && ("end" in v) {
    done(v["L"] ",0,1,1 P=" v["N"] + 1 " K=" v["K"] " any", v["end"])
    if (single == "single") done(v["L"] ",0,1,1 P=" v["N"] + 1 " K=" v["K"] " single", v["end"])
}
kind == "combining" { knows++; know_on[knows] = machine(); know_end[knows] = v["end"]; know_p[knows] = v["P"]; know_line[knows] = $0 }
kind == "reach" { reach_bounds++; r_on[reach_bounds] = machine(); r_time[reach_bounds] = v["time"]; r_most[reach_bounds] = v["most"]; r_line[reach_bounds] = $0 }
kind == "summation" { sums++; sum_on[sums] = machine(); sum_p[sums] = v["P"]; sum_end[sums] = v["end"]; sum_n[sums] = v["operands"]; sum_line[sums] = $0 }
kind == "summation-bound" { sum_bounds++; sb_on[sum_bounds] = machine(); sb_p[sum_bounds] = v["P"]; sb_end[sum_bounds] = v["end"]; sb_most[sum_bounds] = v["most"]; sb_line[sum_bounds] = $0 }
# Of a stream the delay, of one round a step the steps; of all others the rounds for each chunk, by the steps.
function net() { return v["network"] " " (("stream" in v) ? v["stream"] " " v["rate"] : v["collective"] " " v["root"] " " v["chunks"]) }
function part(ratio,  two) { split(ratio, two, "/"); return two[1] / (two[2] ? two[2] : 1) }
function net_reached(steps, value) { nets++; net_on[nets] = v["network"] " " v["collective"] " " v["root"]; net_s[nets] = steps; net_r[nets] = value; net_line[nets] = $0 }
function net_bounded(steps, value) { net_bounds++; nb_on[net_bounds] = v["network"] " " v["collective"] " " v["root"]; nb_s[net_bounds] = steps == "any" ? 2^31 : steps; nb_r[net_bounds] = value; nb_line[net_bounds] = $0 }
kind == "network-schedule" && ("stream" in v) {
    done(net(), v["delay"])
    done(v["network"] " " v["stream"] " steps of an item", 1 / part(v["rate"]) + 1e-9)
}
kind == "network-bound" && ("most" in v) { before(v["network"] " " v["stream"] " steps of an item", 1 / part(v["most"])) }
kind == "network-schedule" && ("steps" in v) { net_reached(v["steps"], v["rounds"] / v["chunks"]); if (v["most"] <= 1) done(net(), v["steps"]) }
(kind == "network-bound" || kind == "impossible-network") && ("before" in v) { before(net(), v["before"]) }
kind == "impossible-network" && v["rounds"] == "one" { before(net(), v["steps"] + 1) }
kind == "network-bound" && ("rounds" in v) { net_bounded(v["steps"], part(v["rounds"])) }
kind == "network-frontier" {
    points = split(v["points"], point, /[:,]/)
    for (i = 1; i < points; i += 2) {
        net_reached(point[i], part(point[i + 1]))
        net_bounded(i + 2 < points ? point[i + 2] - 1 : v["until"], part(point[i + 1]))
    }
}

function excludes(p, s) {
    if (p_l[p] != s_l[s] || p_n[p] != s_n[s] || s_t[s] + 0 > p_t[p] + 0) return 0
    if (p_roles[p] == "blocks") return s_blocks[s]
    return p_period[p] % s_period[s] == 0 && (p_roles[p] != "keep" || s_keep[s])
}
function covers(f, latency, t) { return fam_l[f] == latency && t + 0 >= fam_from[f] + 0 && !index(fam_but[f], " " t " ") }

END {
    for (i = 1; i <= nets; i++) for (j = 1; j <= net_bounds; j++)
        if (net_on[i] == nb_on[j] && net_s[i] + 0 <= nb_s[j] + 0) compare(net_r[i] < nb_r[j] - 1e-9, net_line[i], nb_line[j])
    # of each machine and time only the most that is reached, and the least that is not passed
    for (i = 1; i <= reach_count; i++) {
        key = reached[i] " " reach_t[i]
        if (!(key in best) || below(reach_n[best[key]], reach_n[i])) best[key] = i
    }
    for (i = 1; i <= stop_count; i++) {
        key = stopped[i] " " stop_t[i]
        if (!(key in worst) || below(stop_n[i], stop_n[worst[key]])) worst[key] = i
    }
    for (key in worst) { i = worst[key]; of[stopped[i]] = of[stopped[i]] " " i }
    for (key in best) {
        i = best[key]
        count = split(of[reached[i]], list, " ")
        for (j = 1; j <= count; j++)
            if (reach_t[i] + 0 <= stop_t[list[j]] + 0) compare(below(stop_n[list[j]], reach_n[i]), reach_line[i], stop_line[list[j]])
    }
    for (b = 1; b <= port_bounds; b++)
        for (s = 1; s <= ported; s++)
            if (pb_on[b] == ps_on[s] && ps_t[s] + 0 <= pb_t[b] + 0)
                compare(pb_n[b] "" == ps_n[s] "" || (pb_larger[b] && below(pb_n[b], ps_n[s])), ps_line[s], pb_line[b])
    for (what in before_at)
        if (what in done_at) compare(done_at[what] < before_at[what], done_line[what], before_line[what])
    for (p = 1; p <= periods; p++) {
        for (s = 1; s <= schedules; s++)
            if (p_l[p] == s_l[s] && p_n[p] == s_n[s]) compare(excludes(p, s), s_line[s], p_line[p])
        for (f = 1; f <= families; f++)
            if (covers(f, p_l[p], p_t[p])) compare(p_roles[p] != "keep" && tree(p_l[p], p_t[p]) == p_n[p] + 0, fam_line[f], p_line[p])
    }
    for (n = 1; n <= nones; n++)
        for (f = 1; f <= families; f++)
            if (fam_l[f] == none_l[n]) compare(covers(f, none_l[n], none_t[n]), fam_line[f], none_line[n])
    for (i = 1; i <= stop_count; i++)
        for (f = 1; f <= families; f++) {
            split(stopped[i], on, ",")
            if (on[2] == 1 && stop_t[i] + 0 <= 60 && covers(f, on[1], stop_t[i])) compare(stop_n[i] + 0 < tree(on[1], stop_t[i]), fam_line[f], stop_line[i])
        }
    for (r = 1; r <= reach_bounds; r++)
        for (k = 1; k <= knows; k++)
            if (r_on[r] == know_on[k]) compare(know_end[k] + 0 <= r_time[r] + 0 && below(r_most[r], know_p[k]), know_line[k], r_line[r])
    for (b = 1; b <= sum_bounds; b++)
        for (s = 1; s <= sums; s++)
            if (sb_on[b] == sum_on[s]) compare(sum_p[s] + 0 <= sb_p[b] + 0 && sum_end[s] + 0 <= sb_end[b] + 0 && below(sb_most[b], sum_n[s]), sum_line[s], sb_line[b])
    for (b = 1; b <= bounds; b++)
        for (c = 1; c <= colours; c++)
            if (b_on[b] == c_on[c] && length(b_k[b]) < 15 && b_k[b] + 0 >= c_from[c] + 0 && (b_sends[b] == "any" || c_sends[c] == "single"))
                compare(b_k[b] + c_more[c] < b_before[b] + 0, c_line[c], b_line[b])
    print pairs + 0 " pairs"
    exit bad
}
