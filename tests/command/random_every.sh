#!/bin/sh
# SPDX-License-Identifier: MIT
# Random latencies, machines and numbers of processors: what delay and expand say, and what the
# checker says of their certificates, is what the recurrences give, computed here once more.
# TEST_SEED repeats a run. Usage: random_every.sh STEADYCAST STEADYCHECK
cast=$1 check=$2
. "$(dirname "$0")/common.sh"
seed=${TEST_SEED:-$(date +%s)}
echo "TEST_SEED=$seed"

# Questions with their answers, a line each, - for a certificate that must not be there:
#   postal L P N TREE t CAPACITY K RELEASE
#   logp L o g P N TREE lambda t DELAY LOWER TIME REACHED LATER REACHED-LATER K G
# N = P-1, TREE is whole if it is f_t; t is the least depth, CAPACITY the most processors at depth t-1.
# Numbers of processors are strings of 42 digits in the meantime.
awk -v seed="$seed" '
    function below(n) { return int(rand() * n) }
    function big(n) { return sprintf("%042.0f", n) }
    function add(a, b,    i, sum, carry, result) {
        for (i = 29; i > 0; i -= 14) {
            sum = substr(a, i, 14) + substr(b, i, 14) + carry
            carry = sum >= 1e14
            result = sprintf("%014.0f", sum - carry * 1e14) result
        }
        return result
    }
    function half(a,    i, part, rest, result) {
        for (i = 1; i < 42; i += 14) {
            part = substr(a, i, 14) + rest * 1e14
            rest = part % 2
            result = result sprintf("%014.0f", (part - rest) / 2)
        }
        return result
    }
    function plain(a) { sub(/^0+/, "", a); return a }
    # f_0 .. f_i of the latency are in f.
    function term(latency, i,    j) {
        if (latency != f_latency) f_end = 0
        f_latency = latency
        for (j = f_end; j <= i; j++)
            f[j] = j < latency ? big(1) : add(f[j - 1], f[j - latency])
        if (i >= f_end) f_end = i + 1
        return f[i]
    }
    function capacity(latency, t) {
        return latency == 2 && t > 0 ? half(add(term(2, t + 1), big(t - 1))) : term(latency, t)
    }
    function depth(latency, n,    t) {
        for (t = 0; capacity(latency, t) < n; t++);
        return t
    }
    # log-uniform, of up to so many digits
    function random_big(digits,    n) {
        digits = 1 + below(digits)
        n = 1 + below(9)
        while (length(n) < digits) n = n below(10)
        return substr(big(0), 1, 42 - digits) n
    }
    # often at the ends of what a depth serves
    function random_processors(latency, digits,    t, n) {
        n = random_big(digits)
        if (below(4)) return n
        t = depth(latency, n)
        return below(2) ? capacity(latency, t) : add(capacity(latency, t), big(1))
    }
    # who is late depends on the number of the item in the two schedules of longer period
    function items(latency, n, t) {
        return latency == 2 && (plain(n) == 5 || plain(n) == 8) ? 2 * (2 + t) : 1 + below(40)
    }
    function postal(    latency, n, t) {
        latency = 1 + below(below(2) ? 10 : 60)
        n = random_processors(latency, below(4) ? 4 : 40)
        t = depth(latency, n)
        print "postal", latency, plain(add(n, big(1))), plain(n), tree(latency, n, t), t, t ? plain(capacity(latency, t - 1)) : "-",
            items(latency, n, t), below(2) ? "stream" : "all"
    }
    function tree(latency, n, t) { return latency != 2 && n == term(latency, t) ? "whole" : "pruned" }
    # one item known to reached[s] processors at time s
    function before(s) { return s < 0 ? big(1) : reached[s] }
    function reach(s, apart, transfer) {
        reached[s] = s < transfer ? big(1) : add(before(s - apart), before(s - transfer))
        return reached[s]
    }
    function logp(    l, o, g, n, step, apart, lambda, t, transfer, wait, twice, s) {
        l = 1 + below(20); o = below(7); g = 1 + below(12) + (o == 0) # with o = 0, g = 1 it is the postal one
        step = g > 2 * o ? g : 2 * o
        apart = g > o ? g : o
        transfer = l + 2 * o
        lambda = int((transfer + step - 1) / step)
        n = random_processors(lambda, below(3) ? 4 : 12)
        t = depth(lambda, n)
        while ((l + o + wait) % step < o || (l + o + wait) % step > step - o) wait++
        twice = int(step / apart) == 2
        for (s = 0; ; s++) {
            sum = reach(s, apart, transfer)
            if (twice && s >= apart) sum = add(sum, reached[s - apart])
            if (sum >= n) break
        }
        print "logp", l, o, g, plain(add(n, big(1))), plain(n), tree(lambda, n, t), lambda, t, step * t + transfer + wait, transfer + s,
            s ? s - 1 " " plain(reached[s - 1]) : "- -",
            (twice && s > apart) ? s - 1 - apart " " plain(reached[s - 1 - apart]) : "- -", items(lambda, n, t), step
    }
    BEGIN {
        srand(seed)
        for (i = 0; i < 60; i++) postal()
        for (i = 0; i < 30; i++) logp()
    }' >questions
same 'questions' 90 "$(awk 'NF == 9 && $1 == "postal" || NF == 17 && $1 == "logp"' questions | wc -l | tr -d ' ')"

# found NAME DELAY LOWER COMMAND...: a new folder `answer`
found() {
    times="lower $3 upper $2 " asked=$1 status=0
    [ "$2" = "$3" ] && status=10 # settled
    shift 3
    rm -rf answer
    expect "$asked" $status '*' "$@" -q -o answer
    same "$asked" "$times" "$(head -n 2 out | tr '\n' ' ')"
}

# verified NAME CLAIM FILE
verified() {
    expect "$1: $3" 0 "s VERIFIED $2" "$check" "answer/$3"
}

# exists NAME L T N TREE; a deep tree that is whole is certified by a family
exists() {
    if [ "$5" = whole ] && grep -q '^kind family$' answer/schedule.cert; then
        verified "$1" "L=$2: for every t >= * a block-cyclic schedule with delay L+t on P(t) processors exists*" schedule.cert
    else
        verified "$1" "L=$2 t=$3 N=$4: a * with delay L+t = $(($2 + $3)) on N* processors exists*" schedule.cert
    fi
}

absent() {
    holds "$1: no $2" [ ! -e "answer/$2" ]
}

# reached NAME MACHINE TIME REACHED FILE
reached() {
    if [ "$3" = - ]; then
        absent "$1" "$5"
    else
        verified "$1" "$2: no more than $4 processors know an item at time $3 that one of them has at time 0" "$5"
    fi
}

# listed NAME CLAIM COMMAND...: few enough messages
listed() {
    asked=$1 claim=$2
    shift 2
    expect "$asked" 0 'messages *' "$@" -o answer/messages.cert
    verified "$asked" "$claim" messages.cert
}
is_small() { [ ${#1} -le 4 ] && [ "$1" -le 3000 ]; }

postal() {
    latency=$1 processors=$2 served=$3 tree=$4 depth=$5 capacity=$6 items=$7 release=$8
    delay=$((latency + depth)) late=$((latency + depth + items - 1)) period=1
    question="delay -L $latency -P $processors"
    found "$question" $delay $delay "$cast" delay -L "$latency" -P "$processors"
    exists "$question" "$latency" "$depth" "$served" "$tree"
    if [ "$capacity" = - ]; then
        absent "$question" bound.cert
    else
        verified "$question" "postal L=$latency t=$((depth - 1)): no schedule, periodic or not, with delay L+t = $((delay - 1)) reaches more than $capacity processors" bound.cert
    fi
    is_small "$processors" || return
    [ "$release" = all ] && period=0 delay=$late
    listed "expand -L $latency -P $processors -k $items --release $release" \
        "postal L=$latency P=$processors K=$items period $period: the source, sending each item once, *, delay $delay, the last at time $late" \
        "$cast" expand answer/schedule.cert -k "$items" --release "$release"
}

logp() {
    machine="LogP L=$1 o=$2 g=$3" processors=$4 served=$5 delay=$9 lower=${10}
    question="delay --logp $1,$2,$3 -P $4"
    # Never later than in whole steps.
    rm -rf answer
    "$cast" delay --logp "$1,$2,$3" -P "$processors" -q -o answer >out
    least=$(sed -n 's/^upper //p' out)
    same "$question: lower" "$lower" "$(sed -n 's/^lower //p' out)"
    holds "$question: between $lower and $delay" test "$lower" -le "$least" -a "$least" -le "$delay"
    verified "$question" "$machine capacity full: a stream with an item in ${16} cycles and delay $least to N=$served processors exists" schedule.cert
    # A count for the first item, and one for the last, where the source sends two in a step.
    if [ "${13}" != - ]; then
        sed '/^digest/q' answer/bound.cert >answer/first.cert
        sed '1,/^digest/d' answer/bound.cert >answer/later.cert
        reached "$question" "$machine" "${13}" "${14}" later.cert
    elif [ -e answer/bound.cert ]; then
        cp answer/bound.cert answer/first.cert
    fi
    reached "$question" "$machine" "${11}" "${12}" first.cert
    is_small "$processors" || return
    items=${15} period=${16}
    listed "expand --logp $1,$2,$3 -P $processors -k $items" \
        "$machine P=$processors K=$items period $period: the source, sending each item once, *, delay *" \
        "$cast" expand answer/schedule.cert -k "$items"
    # Of few items none may take as long as later ones do.
    holds "expand --logp $1,$2,$3 -P $processors -k $items: in time" test "$(sed -n 's/^delay //p' answer/messages.cert)" -le "$least"
}

while read -r line; do
    # shellcheck disable=SC2086
    $line
done <questions
finish
