# SPDX-License-Identifier: MIT
# Names of results/formal that occur in a printed statement or definition, and are not printed themselves.
# Usage: awk -f unprinted.awk COMPILED/*.glob statements.txt
# A .glob file, which Coq writes beside what it compiles, lists the names that a file defines. Prints `NAME, in NAME OF THE TEXT`.

# What the files define; a line of a .glob is: kind, place, section, name.
FILENAME ~ /\.glob$/ {
    if ($1 ~ /^(def|ind|rec|constr|proj)$/ || ($1 == "abbrev" && $3 == "<>"))
        kind[$4] = kind[$4] " " $1
    else if ($1 == "prf")
        proved[$4] = 1
    else if (sub(/^FSteadycast\./, ""))
        ours[$0] = 1
    next
}

# A name that is hidden by another one is printed behind that of its file.
function last_part(name) { sub(/.*\./, "", name); return name }
function is_ours(name,    file) {
    file = name
    return kind[last_part(name)] != "" && (!sub(/\..*/, "", file) || file in ours)
}
function is(name, what) { return index(kind[name] " ", " " what " ") > 0 }

# A text begins at the left margin, with the name of what is printed; that of a record with many parameters stands on the next line.
/^(Record|Inductive|Variant)$/ { declared_as = $1; next }
declared_as != "" { $0 = declared_as " " $0; declared_as = "" }
/^Arguments / { skip = 1 }
/^(Record|Inductive|Variant|Notation) / || (/^[A-Za-z_]/ && (NF == 1 || $2 == "=") && (is_ours($1) || last_part($1) in proved)) {
    skip = 0
    texts[++count] = $1 ~ /^(Record|Inductive|Variant|Notation)$/ ? $2 : $1
    declares[count] = $1 ~ /^(Record|Inductive|Variant)$/
    printed[texts[count]] = 1
    if (declares[count]) # Coq prints its name without that of its file
        types[texts[count]] = 1
}
/^Closed under/ { skip = 1 }
!skip { text[count] = text[count] " " $0 }

# The words of a text, in turn, and the signs that matter for what is bound.
function next_token() {
    while (rest != "") {
        if (match(rest, /^[A-Za-z_][A-Za-z0-9_'.]*/) || match(rest, /^(\{\||\|\}|\|\||=>|:=|[(),:|'{}])/)) {
            token = substr(rest, 1, RLENGTH)
            rest = substr(rest, RLENGTH + 1)
            return 1
        }
        rest = substr(rest, match(rest, /^[0-9][0-9]*/) ? RLENGTH + 1 : 2)
    }
    return 0
}

# Names that a text binds itself are none of ours: after fun, forall, exists, fix, let, and in patterns.
function read_text(i,    mode, depth, quoted, typed, n, words, j, last) {
    rest = text[i]
    if (declares[i]) # behind the name of a type are its parameters
        sub(/^ *[A-Z][a-z]* [^ ]*/, "", rest)
    mode = declares[i] ? "binder" : ""
    depth = quoted = typed = n = 0
    split("", bound)
    split("", words)
    while (next_token()) {
        if (token ~ /^[A-Za-z_]/) {
            if (token ~ /^(fun|forall|exists|fix|let)$/) {
                mode = "binder"
                depth = quoted = typed = 0
            } else if (token == "with")
                mode = "pattern"
            else if ((mode == "binder" && !typed) || (mode == "pattern" && !is(last_part(token), "constr")))
                bound[token] = 1
            else
                words[++n] = token
        } else if (mode == "binder") {
            if (token == "(") {
                depth++
                if (last == "'")
                    quoted = depth
            } else if (token == ")") {
                if (quoted == depth)
                    quoted = 0
                if (typed == depth + 1)
                    typed = 0
                depth--
            } else if (token == ":" && !typed)
                typed = depth + 1
            else if ((token == "," && !quoted && depth == 0) || token == "=>" || token == ":=")
                mode = ""
        } else if (token == "|")
            mode = "pattern"
        else if (token == "=>")
            mode = ""
        last = token
    }
    for (j = 1; j <= n; j++) {
        if (declares[i])
            declared[last_part(words[j])] = 1
        if (is_ours(words[j]) && !(words[j] in bound))
            where[words[j]] = texts[i]
    }
}

END {
    for (i = 1; i <= count; i++)
        read_text(i)
    for (name in where)
        if (!(name in printed) && !(last_part(name) in types) && !((is(last_part(name), "constr") || is(last_part(name), "proj")) && last_part(name) in declared))
            print name ", in " where[name]
}
