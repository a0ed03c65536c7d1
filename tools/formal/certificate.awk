# SPDX-License-Identifier: MIT
# A certificate as a Coq file that states its theorem about the models of results/formal (Model.v, NetworkModel.v), and proves it by computation.
# Usage: awk -f certificate.awk FILE                      exit status 1: nothing is known of certificates like this one
#        awk -v list=NAME -f certificate.awk FILE...     the data of families alone, as a list with this name
# What is read wrongly here can only make a proof fail, or the theorem another one, which then stands in the file for all to see.

function fail(why) {
    print FILENAME ": " why > "/dev/stderr"
    failed = 1
    exit 1
}

# ITEMs from a field on: a, a-b, a*k, a-b*k, as a sum of lists (run or runs: of integers or natural numbers).
function items(first, run,    i, word, ends, list) {
    list = ""
    for (i = first; i <= NF; i++) {
        split($i, word, "*")
        if (split(word[1], ends, "-") < 2)
            ends[2] = ends[1]
        list = list (list == "" ? "" : " ++ ") run " " ends[1] " " ends[2] " " (word[2] == "" ? 1 : word[2])
        word[2] = ""
    }
    return list == "" ? "[]" : list
}

# The leaves of a line `block`, as a function of Spelled.v reads them, which looks whether they fit the line.
function leaves(read, run) {
    return read " " ($5 == "word" ? "true" : "false") " " $2 "%nat " $3 "%nat (" items(6, run) ")"
}

# Values from one field to before another: v, v*k, and - for nothing, with `some` before each value.
function values(first, end, some,    i, word, list, value) {
    list = ""
    for (i = first; i < end; i++) {
        word[2] = ""
        split($i, word, "*")
        value = word[1] == "-" ? "None" : some == "" ? word[1] : "(Some " word[1] ")"
        list = list (list == "" ? "" : " ++ ") "repeat " value " " (word[2] == "" ? "1" : word[2]) "%nat"
    }
    return list == "" ? "[]" : list
}

function joined(list, separator, element) {
    return list (list == "" ? "" : separator) element
}

# An instance of a family: a solution, of a depth below the window or in it. Of numbers: how some are served, a left part.
function end_entry(    text) {
    if (entry == "instance") {
        text = "{| root := " root "; blocks := " (rest == "" ? "[]" : rest) "; left := " over " |}"
        if (instance < window && first == "")
            low = joined(low, ";\n", "  (" instance "%nat, " text ")")
        else {
            if (instance != window + instances++)
                fail("the instances of the window do not follow each other")
            high = joined(high, ";\n", "  " text)
        }
    } else if (entry == "serve")
        serves = joined(serves, ";\n", "  {| sv_number := " number "; sv_depth := " instance "; sv_how := " \
            (words != "" ? "ByWords (" words ")" : "ByBlocks " over " (" (rest == "" ? "[]" : rest) ")") " |}")
    else if (entry == "left")
        lefts = joined(lefts, ";\n", "  {| lp_depth := " instance "; lp_number := " left_number "; lp_blocks := " rest " |}")
    entry = words = rest = root = ""
}

function family_text() {
    end_entry()
    if (first != "")
        return "{| nu_latency := " latency "; nu_first := " first "; nu_window := " window "; nu_leaf := " leftover \
            ";\n nu_serve := [\n" serves "];\n nu_left := [\n" lefts "];\n nu_high := [\n" high "] |}"
    return "{| fa_latency := " latency "; fa_from := " from "; fa_window := " window "; fa_left := " leftover \
        ";\n fa_but := [" but "];\n fa_low := [\n" low "];\n fa_high := [\n" high "] |}"
}

function end_file() {
    if (kind == "family" && list != "")
        all = joined(all, ";\n", family_text())
}

# What is copied into a file of Coq has to be a word or a number: nothing else can stand there.
$1 != "writer" && $0 !~ /^[A-Za-z0-9 *!-]*$/ { fail("line " FNR ": this is no certificate") }
FNR == 1 {
    end_file()
    kind = entry = but = first = low = high = serves = lefts = blocks = words = steps = sends = over = period = ""
    origins = single = instances = 0
}
$1 == "kind" { kind = $2 }
$1 == "latency" { latency = $2 }
$1 == "depth" { depth = $2 }
$1 == "delay" { delay = $2 }
$1 == "processors" { processors = $2 }
$1 == "digest" { digest = $3 }

# Kind family.
$1 == "numbers" { first = $2 }
$1 == "depths" { from = $2 }
$1 == "window" { window = $2; leftover = $4 }
$1 == "instance" || $1 == "serve" || $1 == "left" {
    end_entry()
    if ($1 == "left")
        left_number = $4
    number = $2
    instance = $1 == "serve" ? $4 : $2
    if ($3 == "impossible")
        but = joined(but, "; ", $2 "%nat")
    else
        entry = $1
}
$1 == "receive-only" { over = $2 }
$1 == "block" && entry == "instance" {
    if (root == "")
        root = leaves("read_whole " latency "%nat", "run")
    else
        rest = joined(rest, " ++ ", "repeat (" leaves("read_whole " latency "%nat", "run") ") " $4)
}
$1 == "block" && (entry == "serve" || entry == "left") { rest = joined(rest, " ++ ", "repeat (" $2 ", " leaves("read_leaves", "run") ") " $4) }

# Kind impossible-residues, and instances of families that are impossible for these reasons; kind impossible-search.
$1 == "letter" {
    reason = "  " ($3 == "sum" ? "Sum " : "Modulus ") $2 " " $4 " " $6
    if (kind == "family")
        reasons[instance] = joined(reasons[instance], ";\n", reason)
    else
        reasons[depth] = joined(reasons[depth], ";\n", reason)
}
$1 == "tree" { tree = joined(tree, " ", substr($0, 6)) }
$1 == "nodes" { nodes = $2 }

# Kind schedule.
$1 == "period" { period = $2 }
$1 == "block" && kind == "schedule" {
    blocks = joined(blocks, " ++\n  ", "repeat (" leaves("read_block", "runs") ") " $4)
}
$1 == "word" {
    for (send = 4; send < NF && $send != "send"; send++)
        continue
    receive = values(4, send, "")
    words = joined(words, " ++\n  ", "repeat (" ($(send + 1) == "largest" ? "sends_largest " latency " (" receive ")" \
        : "sends_listed (" receive ") (" values(send + 1, NF + 1, "Some") ")") ") " $2 "%nat")
}

# Kind messages.
$1 == "model" { model = $2 }
$1 == "origins" { origins = 1 }
$1 == "items" { items_number = $2 }
$1 == "finish" { finish = $2 }
$1 == "sends" { single = $2 == "single" }
$1 == "step" {
    if (sends != "")
        steps = joined(steps, ";\n  ", "(" time ", [" sends "])")
    time = $2
    sends = ""
}
$1 == "send" && kind == "messages" {
    sends = joined(sends, "; ", "(" ($2 == 0 ? "None" : "Some " ($2 - 1)) ", " ($3 - 1) ", " ($4 - 1) ")")
}

# Refuted formulas: a line as one hexadecimal number, in which a ends a number, b is a minus, d is the word delete (LratText.v).
$1 == "encoding" { encoding = $2 }
$1 == "roles" { roles = $2 }
$1 == "time" { finish = $2 }
$1 == "ports" { ports = $2 }
$1 == "variables" { variables = $2 }
$1 == "clauses" { clauses = $2 }
$1 == "lrat" || $1 == "delete" {
    line = $1 == "lrat" ? "0x" : "0xd"
    for (i = 2; i <= NF; i++)
        line = line (substr($i, 1, 1) == "-" ? "b" substr($i, 2) : $i) "a"
    refutation[++refutation_lines] = line
}

# Kind prices.
$1 == "gap" { gap = $2 }
$1 == "denominator" { denominator = $2 }
$1 == "prices" { prices = listed(2); for (i = 2; i <= NF; i++) price[i - 2] = $i + 0 }
$1 == "root" { root_price = $2 }
$1 == "bound" { bound = $2 }
$1 == "potential" { potential = $2 }
$1 == "single" && kind == "prices" { singles = listed(2) }
$1 == "largest" { largests = listed(2) }
$1 == "other" { others = listed(2) }

# Kind network-bound. In Coq arcs and groups are numbered from 0.
kind == "network-bound" {
    if ($1 == "arc") {
        arcs_text = joined(arcs_text, "; ", "Arc " $2 " " $3 " " $4)
        arc_from[++arcs] = $2
        arc_to[arcs] = $3
        arc_latency[arcs] = $4
    } else if ($1 == "group" || $1 == "port") {
        first_member = $1 == "group" ? 3 : 4
        group_port[groups_number + 0] = $1 == "port" ? $2 : -1
        group_capacity[groups_number + 0] = $(first_member - 1)
        for (i = first_member; i <= NF; i++) {
            member[groups_number + 0, $i] = 1
            groups_with[$i] = joined(groups_with[$i], " ", groups_number + 0)
        }
        groups_number++
        groups_text = joined(groups_text, ";\n  ", "Group " $(first_member - 1) ($1 == "port" ? " (Some " $2 ") " : " None ") less(first_member, 1))
    } else if ($1 == "forward") {
        for (i = 2; i <= NF; i++)
            forwards[$i] = 1
        forward = $2
        for (i = 3; i <= NF; i++)
            forward = forward "; " $i
    } else if ($1 == "sizes") {
        sizes = less(2, 0)
        for (i = 2; i <= NF; i++)
            size_of[i - 2] = $i
    } else if ($1 == "collective" || $1 == "stream") {
        collective = $1 == "stream" ? $1 : $2
        collective_root = $1 == "stream" ? $2 : $3
    } else if ($1 == "rounds" || $1 == "most" || $1 == "rate") {
        claim = $1
        ratio_over = $2
        ratio_under = $3
    } else if ($1 == "steps")
        steps_number = $2
    else if ($1 == "chunks")
        chunks = $2
    else if ($1 == "time")
        claim = $1
    else if ($1 == "unreachable" || $1 == "growth" || $1 == "trees")
        has[$1] = 1
    else if ($1 == "odd")
        odd_sets = joined(odd_sets, ";\n  ", odd_set())
    else if ($1 == "price") {
        price_step[++price_lines] = $2 == "any" ? "None" : "Some " $2 "%nat"
        price_group[price_lines] = $3 - 1
        price_is[price_lines] = $4
    } else if ($1 == "part") {
        part_lines++
        for (i = 2; i <= NF; i++)
            part_of[$i] = part_lines
    } else if ($1 == "symmetry") {
        for (i = 2; i <= NF; i++)
            symmetry[symmetries + 0, i - 2] = $i
        symmetries++
    } else if ($1 == "commodity")
        commodity_with[++commodities_with] = $2
    else if ($1 == "keep") {
        for (i = 2; i <= NF; i++)
            keep[commodities_with, keeps[commodities_with] + 0, i - 2] = $i
        keeps[commodities_with]++
    } else if ($1 == "cut") {
        cut_weight[commodities_with, ++cuts_of[commodities_with]] = $2
        cut_times[commodities_with, cuts_of[commodities_with]] = substr($0, length($1 " " $2 " ") + 1)
    }
}

# The nodes of a line `odd`, and of each a group of capacity 1 with all arcs between it and others of them.
function odd_set(    i, a, g, inside, has_all, list, holders) {
    for (i = 2; i <= NF; i++)
        inside[$i] = 1
    for (i = 2; i <= NF; i++) {
        list = joined(list, "; ", $i)
        for (g = 0; g < groups_number; g++) {
            has_all = group_capacity[g] == 1 && group_port[g] < 0
            for (a = 1; has_all && a <= arcs; a++)
                if ((arc_from[a] == $i || arc_to[a] == $i) && (arc_from[a] in inside) && (arc_to[a] in inside))
                    has_all = (g, a) in member
            if (has_all)
                break
        }
        holders = joined(holders, "; ", g)
    }
    return "([" list "], [" holders "])"
}

function less(first, one,    i, list) {
    for (i = first; i <= NF; i++)
        list = joined(list, "; ", $i - one)
    return "[" list "]"
}

function listed(first,    i, list) {
    list = ""
    for (i = first; i <= NF; i++)
        list = joined(list, ";", $i)
    return "[" list "]"
}

# f_n, as far as whole numbers go.
function tree_nodes(n,    i, f) {
    for (i = 0; i <= n; i++)
        f[i] = i < latency ? 1 : f[i - 1] + f[i - latency]
    return f[n]
}

function theorem(statement, proof) {
    print "Theorem certified : " statement "."
    print "Proof. " proof ". vm_cast_no_check (eq_refl true). Time Qed."
}

function some_schedule() {
    return "exists S, serves " latency " " processors " (" latency " + " depth ") S /\\ once S /\\ block_cyclic " latency " " depth " " processors " S"
}

function schedule_theorem() {
    if (words == "") {
        if (period != 1)
            fail("blocks have period 1")
        print "Definition blocks : list block :=\n  " (blocks == "" ? "[]" : blocks) "."
        if (processors == tree_nodes(depth) && processors < 2 ^ 53)
            theorem(some_schedule(), "apply (whole_theorem " latency " " depth " " processors " " over " blocks)")
        else
            theorem("possible_once " latency " " processors " (" latency " + " depth ")", "apply (blocks_theorem " latency " " depth " " processors " " over " blocks)")
    } else {
        if (blocks != "" || over != "")
            fail("blocks beside closed words have no theorem yet")
        print "Open Scope Z_scope."
        print "Definition words : list word :=\n  " words "."
        print "Open Scope nat_scope."
        theorem("possible_once " latency " " processors " (" latency " + " depth ")", "apply (words_theorem " latency " " depth " " processors " " period " words)")
    }
}

function messages_theorem() {
    if (model != "postal" || origins || period != 0)
        fail("lists of messages have a theorem in the postal model only, with one source that has all items at time 0")
    steps = joined(steps, ";\n  ", "(" time ", [" sends "])")
    print "Definition steps : list step := [\n  " steps "]."
    theorem((single ? "single_possible " : "items_possible ") latency " " processors - 1 " " items_number " " finish,
        "apply (" (single ? "messages_single_theorem " : "messages_theorem ") latency " " processors - 1 " " items_number " " delay " " finish " steps)")
}

function refutation_text(    i) {
    print "Definition lines : list line := ["
    for (i = 1; i <= refutation_lines; i++)
        print refutation[i] (i < refutation_lines ? ";" : "]%lrat.")
}

function impossible_theorem(    why) {
    if (kind == "impossible-residues")
        why = "(Some [\n" reasons[depth] "])"
    else if (tree == "!" && nodes == 0)
        why = "None"
    else
        fail("a search has a theorem only if it ends where it begins")
    theorem("~ exists S, serves " latency " " tree_nodes(depth) " (" latency " + " depth ") S /\\ block_cyclic " latency " " depth " " tree_nodes(depth) " S",
        "apply (exception_theorem " latency " " depth " " tree_nodes(depth) " " why ")")
}

# Those of the depths that a family leaves out, in the order of these.
function all_reasons(    i, depths, count, all) {
    count = split(but, depths, "; ")
    for (i = 1; i <= count; i++)
        all = joined(all, "; ", "[\n" reasons[depths[i] + 0] "]")
    return all
}

function size_and_proof() {
    return " " variables " " clauses " (proof_of lines))"
}

function formula_theorem() {
    if (encoding != "words" && encoding != "sums")
        fail("encoding " encoding " has no theorem yet")
    theorem("~ exists S, serves " latency " " tree_nodes(depth) " (" latency " + " depth ") S /\\ block_cyclic " latency " " depth " " tree_nodes(depth) " S",
        "apply (formula_theorem " (encoding == "words" ? "true" : "false") " " latency " " depth " " tree_nodes(depth) size_and_proof())
}

function periodic_theorem() {
    if (period != 1 || roles != "permute" || encoding != "plain")
        fail("formulas of periodic schedules have a theorem for period 1, roles permute and encoding plain only")
    theorem("~ stationary_for " latency " " depth " " processors, "apply (stationary_formula_theorem " latency " " depth " " processors size_and_proof())
}

function items_theorem() {
    if (delay != "")
        fail("streams that are refuted by their first items have no theorem yet")
    if (ports != 1 || encoding != "plain")
        fail("formulas of items have a theorem for one port and encoding plain only")
    theorem("~ " (single ? "single" : "items") "_possible " latency " " processors - 1 " " items_number " " finish,
        "apply (" (single ? "single_" : "") "items_formula_theorem " latency " " processors - 1 " " items_number " " finish size_and_proof())
}

function bound_theorem(    before) {
    if (ports != 1)
        fail("kind items-bound has a theorem for one port only")
    before = latency " " processors - 1 " " items_number " " finish - 1
    theorem("~ " (single ? "single" : "items") "_possible " before, "apply (" (single ? "single_" : "") "bound_theorem " before ")")
}

# The states as numbers, bit u for value u; a potential by shortest paths, which may take as many passes as there are states.
function find_potential(    states, state, passes, changed, v, next_state, after, gain, earned, u) {
    states = 2 ^ depth
    for (state = 0; state < states; state++)
        phi[state] = 0
    do {
        changed = 0
        if (++passes > states + 1)
            fail("the prices have no potential")
        for (state = states - 1; state >= 0; state--)
            for (v = 0; v <= depth; v = v == depth - latency ? depth : v + 1) {
                if (v > depth - latency && v != depth)
                    v = depth
                if (int(state / 2 ^ v) % 2 || !(state % 2 || v == 0))
                    continue
                after = state + 2 ^ v
                earned = 0
                for (u = latency; u <= depth; u++)
                    if (int(after / 2 ^ u) % 2 && price[u - latency] > earned)
                        earned = price[u - latency]
                gain = (v == depth ? root_price : price[v]) + phi[int(after / 2)] - earned - denominator
                if (gain < phi[state]) {
                    phi[state] = gain
                    changed = 1
                }
            }
    } while (changed)
}

# All potentials as a tree, with a level for each value, 0 first.
function potentials(u, state) {
    if (u == depth)
        return "(Leaf (" phi[state] "))"
    return "(Node " potentials(u + 1, state) potentials(u + 1, state + 2 ^ u) ")\n"
}

function prices_theorem(    statement) {
    if (gap != "")
        fail("prices of a LogP machine, which have a gap, have no theorem yet")
    statement = "forall N, possible " latency " N (" latency " + " depth ") -> (Z.of_nat N <= " bound ")%Z"
    print "Open Scope Z_scope."
    if (potential == "largest") {
        print "Definition prices : list Z := " prices "."
        print "Definition singles : list Z := " singles "."
        print "Definition largests : list Z := " largests "."
        print "Definition others : list Z := " others "."
        print "Open Scope nat_scope."
        theorem(statement, "apply (largest_theorem " latency " " depth " prices " root_price " " denominator " singles largests others " bound ")")
    } else {
        find_potential()
        print "Definition prices : list Z := " prices "."
        print "Definition potentials : tree :=\n" potentials(0, 0) "."
        print "Open Scope nat_scope."
        theorem(statement, "apply (states_theorem " latency " " depth " prices " root_price " " denominator " potentials " bound ")")
    }
}

# --- kind network-bound ---

# The commodities in the order of NetworkModel.v: source_of and target_of (-1: all) for each, from 0, commodity_count of them. `base` is its
# number where each node has one; those of several chunks have the same, base_with[number] is that of the commodity with that number.
function order_commodity(base, source, target, size) {
    for (is_base[base] = 1; size > 0; size--) {
        base_of[commodity_count] = base
        source_of[commodity_count] = source
        target_of[commodity_count++] = target
    }
}

function order_commodities(    u, v, i, size, before) {
    commodity_count = before = 0
    if (collective == "broadcast" || collective == "stream")
        order_commodity(base_with[0] = 0, collective_root, -1, 1)
    for (u = 0; u < nodes; u++) {
        size = sizes == "" ? 1 : size_of[u]
        for (i = 0; i < size; i++)
            if (collective != "alltoall")
                base_with[before + i] = u
            else
                for (v = 0; v < nodes; v++)
                    base_with[nodes * before + v * size + i] = u * nodes + v
        before += size
        if (u in forwards)
            continue
        if (collective == "allgather" || collective == "allreduce")
            order_commodity(u, u, -1, size)
        else if (collective == "scatter" && u != collective_root)
            order_commodity(u, collective_root, u, size)
        else if (collective == "gather" && u != collective_root)
            order_commodity(u, u, collective_root, size)
        for (v = 0; collective == "alltoall" && v < nodes; v++)
            if (v != u && !(v in forwards))
                order_commodity(u * nodes + v, u, v, size)
    }
}

# What a symmetry takes a commodity to.
function commodity_image(base, i) {
    if (collective == "broadcast" || collective == "stream")
        return base
    if (collective == "alltoall")
        return symmetry[i, int(base / nodes)] * nodes + symmetry[i, base % nodes]
    return symmetry[i, base]
}

# The cut that a permutation, of array `by` from index `at` on, takes a cut to.
function cut_image(times, by, at,    time, image, v, text) {
    split(times, time, " ")
    for (v = 0; v < nodes; v++)
        image[by[at v]] = time[v + 1]
    text = image[0]
    for (v = 1; v < nodes; v++)
        text = text " " image[v]
    return text
}

# All cuts to which the lines `keep` take a cut of the k-th commodity with lines; their number. (The mean over the group of the permutations is that over these.)
function cut_orbit(k, times, orbit,    count, seen, next_one, i, image) {
    count = 1
    orbit[1] = times
    seen[times] = 1
    for (next_one = 1; next_one <= count; next_one++)
        for (i = 0; i < keeps[k]; i++) {
            image = cut_image(orbit[next_one], keep, k SUBSEP i SUBSEP)
            if (!(image in seen)) {
                seen[image] = 1
                orbit[++count] = image
                limit_cuts(1)
            }
        }
    return count
}

# Coq reads some 4,000 numbers in a second.
function limit_cuts(more) {
    cut_numbers += more * nodes
    if (cut_numbers > 200000)
        fail("cuts that stand for more than 200000 times have no theorem")
}

function common_multiple(a, b,    x, y, rest) {
    x = a
    for (y = b; y > 0; y = rest) {
        rest = x % y
        x = y
    }
    return a / x * b
}

# Of each commodity its cuts, with those to which permutations take them; prices and weights times cut_scale, so that they are whole.
function cuts_text(    k, j, i, n, orbit, size, all_times, all_weight, count, queue, ends, where, done, base, image, times, text, all) {
    cut_scale = 1
    for (k = 1; k <= commodities_with; k++)
        for (j = 1; j <= cuts_of[k]; j++) {
            size[k, j] = cut_orbit(k, cut_times[k, j], orbit)
            for (i = 1; i <= size[k, j]; i++)
                all_times[k, j, i] = orbit[i]
            cut_scale = common_multiple(cut_scale, size[k, j])
            if (cut_scale > 1000000)
                fail("cuts whose orbits have a common multiple above 1000000 have no theorem")
        }
    for (k = 1; k <= commodities_with; k++) {
        # the permutations that take this commodity to each of its orbit
        split("", where)
        queue[1] = base = base_with[commodity_with[k]]
        if (!(base in is_base) || base in done)
            fail("there is no commodity " commodity_with[k] ", or it has cuts already")
        where[base] = done[base] = 1
        ends = 1
        for (i = 0; i < nodes; i++)
            taken[base, i] = i
        for (n = 1; n <= ends; n++) {
            base = queue[n]
            for (j = 0; j < symmetries; j++) {
                image = commodity_image(base, j)
                if (image in where)
                    continue
                where[image] = done[image] = 1
                queue[++ends] = image
                for (i = 0; i < nodes; i++)
                    taken[image, i] = symmetry[j, taken[base, i]]
            }
            text = ""
            for (j = 1; j <= cuts_of[k]; j++)
                for (i = 1; i <= size[k, j]; i++) {
                    limit_cuts(1)
                    times = cut_image(all_times[k, j, i], taken, base SUBSEP)
                    gsub(/ /, "; ", times)
                    text = joined(text, ";\n  ", "(" whole(cut_weight[k, j] * cut_scale / size[k, j]) ", [" times "]%nat)")
                }
            of_commodity[base] = text
        }
    }
    for (n = 0; n < commodity_count; n++)
        all = joined(all, ";\n  ", "[" of_commodity[base_of[n]] "]")
    return "[" all "]"
}

function whole(number) {
    if (number >= 2 ^ 53)
        fail("numbers above 2^53 have no theorem")
    return sprintf("%.0f", number)
}

function network_lines(    i, text) {
    for (i = 1; i <= price_lines; i++)
        text = joined(text, ";\n  ", "(" price_step[i] ", " price_group[i] "%nat, " whole(price_is[i] * cut_scale) ")")
    return "[" text "]"
}

function parts_text(    v, text) {
    for (v = 0; v < nodes; v++)
        text = joined(text, "; ", part_of[v] + 0)
    return "[" text "]"
}

# A cut that no message in time crosses: the distances from the source of the first commodity with a target that is too far.
function too_far(    k, v, a, time, changed, text, target) {
    for (k = 0; k < commodity_count; k++) {
        for (v = 0; v < nodes; v++)
            time[v] = v == source_of[k] ? 0 : steps_number + 1
        do {
            changed = 0
            for (a = 1; a <= arcs; a++)
                if (time[arc_from[a]] + arc_latency[a] < time[arc_to[a]]) {
                    time[arc_to[a]] = time[arc_from[a]] + arc_latency[a]
                    changed = 1
                }
        } while (changed)
        for (target = 0; target < nodes; target++)
            if (time[target] > steps_number && (target_of[k] < 0 ? !(target in forwards) : target == target_of[k])) {
                for (v = 0; v < nodes; v++)
                    text = joined(text, "; ", time[v])
                return k " [" text "]"
            }
    }
    fail("no target is too far")
}

# Does a group count what is sent along an arc when it is sent?
function departs(group, a) {
    return (group, a) in member && (arc_to[a] != group_port[group] || arc_latency[a] == 1)
}

# Of each node groups that together have all arcs by which it sends: one group, or of each arc the smallest, whichever is less. The most of all nodes is growth_ports.
function covers_text(    v, a, i, count, group, found, least, sum, one, one_capacity, many, used, with, all, leaving) {
    growth_ports = 0
    for (a = 1; a <= arcs; a++)
        leaving[arc_from[a]] = joined(leaving[arc_from[a]], " ", a)
    for (v = 0; v < nodes; v++) {
        one_capacity = -1
        many = ""
        sum = 0
        split("", used)
        count = split(leaving[v], with, " ")
        for (i = 1; i <= count; i++) {
            a = with[i]
            least = -1
            found = split(groups_with[a], group, " ")
            for (; found > 0; found--)
                if (departs(group[found], a) && (least < 0 || group_capacity[group[found]] < group_capacity[least]))
                    least = group[found]
            if (least < 0)
                fail("growth where an arc counts in no group when it is sent along has no theorem")
            if (!(least in used)) {
                used[least] = 1
                sum += group_capacity[least]
                many = joined(many, "; ", least)
            }
        }
        found = count > 0 ? split(groups_with[with[1]], group, " ") : 0
        for (; found > 0; found--) {
            for (i = 1; i <= count && departs(group[found], with[i]); i++)
                continue
            if (i > count && (one_capacity < 0 || group_capacity[group[found]] < one_capacity)) {
                one = group[found]
                one_capacity = group_capacity[one]
            }
        }
        if (one_capacity >= 0 && one_capacity < sum) {
            sum = one_capacity
            many = one
        }
        if (sum > growth_ports)
            growth_ports = sum
        all = joined(all, "; ", "[" many "]")
    }
    return "[" all "]"
}

# The steps that the source is given in advance: m, of which m + tau((C - m p) N) is above the time that is refuted.
function growth_steps(latency_least,    have, s, m, receivers, v) {
    receivers = -1
    for (v = 0; v < nodes; v++)
        receivers += !(v in forwards)
    for (s = 0; s < finish; s++)
        have[s] = s < latency_least ? 1 : have[s - 1] + growth_ports * have[s - latency_least]
    for (m = 0; m * growth_ports < chunks && m < finish; m++)
        if (have[finish - 1 - m] - 1 < (chunks - m * growth_ports) * receivers)
            return m
    return 0
}

function growth_theorem(what,    a, least, covers, span) {
    span = claim == "time" ? finish : delay
    if (span > 1000 || chunks > 5000)
        fail("growth in so many steps, or of so many chunks, has no theorem")
    covers = covers_text()
    least = arc_latency[1]
    for (a = 2; a <= arcs; a++)
        if (arc_latency[a] < least)
            least = arc_latency[a]
    print "Definition covers : list (list nat) := " covers "."
    if (claim == "time")
        theorem("forall S M, carries net " what " " chunks " S (fun _ => 1) M -> " finish " <= S", \
            "apply (time_growth_theorem net " what " covers " least " " growth_ports " " chunks " " finish " " growth_steps(least) ")")
    else if (claim == "rate")
        theorem("forall D M, D <= " delay " -> ~ streams net " what " " ratio_over " " ratio_under " D M", \
            "apply (rate_growth_theorem net " what " covers " least " " growth_ports " " ratio_over " " ratio_under " " delay ")")
    else
        fail("there is no claim")
}

function sum_theorem(nodes_in,    parts) {
    if (has["unreachable"]) {
        theorem("forall C S r M, 1 <= C -> S <= " steps_number " -> ~ sums_for_all net " nodes_in " C S r M", \
            "apply (sum_unreachable_theorem net " nodes_in " " steps_number " " too_far() ")")
        return
    }
    if (!part_lines || odd_sets != "")
        fail("sums that all want have a theorem by parts only, without odd sets")
    cut_scale = 1
    parts = parts_text()
    print "Definition lines : list line := (" network_lines() ")%Z."
    print "Definition parts : list nat := " parts "."
    if (claim == "time")
        theorem("forall S M, sums_for_all net " nodes_in " " chunks " S (fun _ => 1) M -> " finish " <= S", \
            "apply (sum_time_theorem net " nodes_in " lines parts " chunks " " finish ")")
    else if (claim == "rounds" && steps_number == "any")
        theorem("forall C S r M, sums_for_all net " nodes_in " C S r M -> (" ratio_over " * Z.of_nat C <= " ratio_under " * Z.of_nat (rounds_until S r))%Z", \
            "apply (sum_rounds_any_theorem net " nodes_in " lines parts " ratio_over " " ratio_under ")")
    else if (claim == "rounds")
        theorem("forall C S r M, S <= " steps_number " -> sums_for_all net " nodes_in " C S r M -> (" ratio_over " * Z.of_nat C <= " ratio_under " * Z.of_nat (rounds_until S r))%Z", \
            "apply (sum_rounds_theorem net " nodes_in " lines parts " steps_number " " ratio_over " " ratio_under ")")
    else
        fail("there is no claim")
}

function network_theorem(    what, means, trees) {
    if (collective == "reduce" || collective == "reduce-scatter")
        fail("sums that one node wants have no theorem yet")
    order_commodities()
    what = collective == "stream" ? "(Commodity " collective_root " (all_but [" forward "] net))" : \
        "(" collective (collective_root == "" ? "" : " " collective_root) " (all_but [" forward "] net))"
    if (sizes != "")
        what = "(sized " sizes (collective == "scatter" ? " first_target " : " source ") what ")"
    print "Definition net : network := Network " nodes "\n  [" arcs_text "]\n  [" groups_text "]."
    if (collective == "allreduce") {
        sum_theorem("(all_but [" forward "] net)")
        return
    }
    if (has["unreachable"]) {
        theorem("forall C S r M, 1 <= C -> S <= " steps_number " -> ~ carries net " what " C S r M", \
            "apply (unreachable_theorem net " what " " steps_number " " too_far() ")")
        return
    }
    if (has["growth"]) {
        growth_theorem(what)
        return
    }
    cut_scale = 1
    if (commodities_with) {
        print "Definition cuts : list (list cut) := (" cuts_text() ")%Z."
        means = "(ByCuts cuts)"
    } else if (part_lines)
        means = "(ByParts " parts_text() ")"
    else if (has["trees"]) {
        trees = collective == "broadcast" || collective == "allgather" || collective == "stream" ? 3 ^ nodes : 1
        trees *= nodes * (claim == "time" ? finish : claim == "rate" ? delay : claim == "most" || steps_number == "any" ? nodes : steps_number)
        if (trees > 50000000)
            fail("trees to so many nodes in so many steps have no theorem")
        means = "ByTrees"
    } else
        fail("there is nothing behind the prices")
    print "Definition lines : list line := (" network_lines() ")%Z."
    if (odd_sets != "")
        print "Definition sets : list (list nat * list nat) := [" odd_sets "]."
    with_sets = odd_sets == "" ? "theorem net " : "odd_theorem net sets "
    if (claim == "time")
        theorem("forall S M, carries net " what " " chunks " S (fun _ => 1) M -> " finish " <= S", \
            "apply (time_" with_sets what " lines " means " " chunks " " finish ")")
    else if (claim == "rounds" && steps_number == "any")
        theorem("forall C S r M, carries net " what " C S r M -> (" ratio_over " * Z.of_nat C <= " ratio_under " * Z.of_nat (rounds_until S r))%Z", \
            "apply (rounds_any_theorem net " what " lines " means " " ratio_over " " ratio_under ")")
    else if (claim == "rounds")
        theorem("forall C S r M, S <= " steps_number " -> carries net " what " C S r M -> (" ratio_over " * Z.of_nat C <= " ratio_under " * Z.of_nat (rounds_until S r))%Z", \
            "apply (rounds_theorem net " what " lines " means " " steps_number " " ratio_over " " ratio_under ")")
    else if (claim == "rate")
        theorem("forall D M, D <= " delay " -> ~ streams net " what " " ratio_over " " ratio_under " D M", \
            "apply (rate_" with_sets what " lines " means " " ratio_over " " ratio_under " " delay ")")
    else if (claim == "most")
        theorem("forall P Q D M, 1 <= P -> 1 <= Q -> streams net " what " P Q D M -> (Z.of_nat P * " ratio_under " <= " ratio_over " * Z.of_nat Q)%Z", \
            "apply (most_" with_sets what " lines " means " " ratio_over " " ratio_under ")")
    else
        fail("there is no claim")
}

END {
    if (failed)
        exit 1
    if (ports > 1 && (kind == "schedule" || kind == "family"))
        fail("kind " kind " has a theorem for one port only")
    if (list != "") {
        end_file()
        print "From Coq Require Import List ZArith.\nFrom Steadycast Require Import Stationary Instance Rule Spelled Numbers.\nImport ListNotations."
        print "Local Open Scope Z_scope."
        print "Definition " list " := [\n" all "]."
        exit
    }
    name = FILENAME
    gsub(/[^A-Za-z0-9_.\/-]/, "_", name)
    print "(* " name ", sha256 " digest " *)"
    print "From Coq Require Import List Arith ZArith."
    network = kind == "network-bound"
    formula = kind == "impossible-cnf" || kind == "impossible-periodic" || kind == "impossible-items"
    print "From Steadycast Require Import " (formula ? "Model Periodic LratText FormulaCertificates." : network ? "NetworkModel NetworkCertificates NetworkStreams NetworkGrowth NetworkOdd NetworkSums." : \
        kind == "items-bound" ? "Model BoundCertificates." : "Model Runs Stationary Instance Rule Spelled Numbers Blocks Messages PricesChecked Certificates.")
    print "Import ListNotations.\nOpen Scope nat_scope."
    if (formula)
        refutation_text()
    if (kind == "schedule")
        schedule_theorem()
    else if (kind == "family" && first != "") {
        print "Open Scope Z_scope."
        print "Definition family : numbers_data :=\n" family_text() "."
        print "Open Scope nat_scope."
        theorem("forall t N, 1 <= N <= f " latency " t -> possible_once " latency " N (" latency " + t)", "apply (numbers_theorem family)")
    } else if (kind == "family") {
        print "Open Scope Z_scope."
        print "Definition family : family_data :=\n" family_text() "."
        print "Open Scope nat_scope."
        print "Theorem certified : forall t, " from " <= t ->\n  if existsb (Nat.eqb t) [" but "]\n  then ~ exists S, serves " latency " (f " latency " t) (" latency " + t) S /\\ block_cyclic " latency " t (f " latency " t) S\n  else exists S, serves " latency " (f " latency " t) (" latency " + t) S /\\ once S /\\ block_cyclic " latency " t (f " latency " t) S."
        print "Proof. apply (family_theorem family [" all_reasons() "]). vm_cast_no_check (eq_refl true). Time Qed."
    } else if (kind == "messages")
        messages_theorem()
    else if (kind == "items-bound")
        bound_theorem()
    else if (kind == "prices")
        prices_theorem()
    else if (network)
        network_theorem()
    else if (kind == "impossible-cnf")
        formula_theorem()
    else if (kind == "impossible-periodic")
        periodic_theorem()
    else if (kind == "impossible-items")
        items_theorem()
    else if ((kind == "impossible-residues" || kind == "impossible-search") && depth == 2 * latency)
        impossible_theorem()
    else
        fail(kind == "" ? "this is no certificate" : "certificates of kind " kind " have no theorem yet")
}
