/* SPDX-License-Identifier: MIT */
/* Is a file well-formed XML, as far as pages and pictures use it, and do its links lead anywhere?
 * Elements in one root, attributes between double quotes and none twice, the references &amp; &lt;
 * &gt; &quot; &#N;, characters that XML takes, in UTF-8; no id twice. Links to #ID are to an id of
 * the file, others to files that are there, seen from the file's folder; none leads to a network.
 * Usage: markup_check FILE..; prints a line for each, `FILE: N elements, M links`; status 1 with
 * the first fault of a file. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_DEPTH = 100, MOST_ATTRIBUTES = 40, NAME = 64, VALUE = 20000, MOST_IDS = 4000 };

struct reader {
    const char *path;
    const char *text;
    const char *at;
    char open[MOST_DEPTH][NAME];
    int depth;
    int roots;
    long elements;
    long links;
    char *ids[MOST_IDS];
    int id_count;
    char *targets[MOST_IDS]; /* of links to ids */
    int target_count;
};

static bool fault(const struct reader *reader, const char *what) {
    int line = 1;
    for (const char *at = reader->text; at < reader->at; at++)
        line += *at == '\n';
    printf("%s:%d: %s: %.60s\n", reader->path, line, what, reader->at);
    return false;
}

static bool starts(const struct reader *reader, const char *words) {
    return strncmp(reader->at, words, strlen(words)) == 0;
}

static void skip_space(struct reader *reader) {
    while (*reader->at && strchr(" \t\n", *reader->at))
        reader->at++;
}

static bool take_name(struct reader *reader, char name[NAME]) {
    size_t length = 0;
    if (!isalpha((unsigned char)*reader->at))
        return fault(reader, "a name is missing");
    for (; isalnum((unsigned char)*reader->at) || (*reader->at && strchr("-_.:", *reader->at));
         reader->at++)
        if (length + 1 < NAME)
            name[length++] = *reader->at;
    name[length] = 0;
    return true;
}

static bool take_reference(struct reader *reader, char *value) {
    static const struct {
        const char *name;
        char stands;
    } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (starts(reader, known[i].name)) {
            *value = known[i].stands;
            reader->at += strlen(known[i].name);
            return true;
        }
    return fault(reader, "an unknown reference");
}

/* One character; the number of its bytes, or 0. */
static size_t character(const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    size_t length = *at < 0x80 ? 1 : *at < 0xc2 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : 4;
    if (length == 1 && *at < 0x20 && *at != '\n' && *at != '\t')
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

/* Up to `end`; what it stands for goes to `value`, cut where it has no room. */
static bool take_value(struct reader *reader, char end, char *value, size_t room) {
    size_t used = 0;
    while (*reader->at != end) {
        char stands;
        if (*reader->at == '<' || !*reader->at)
            return fault(reader, "a text that does not end");
        if (*reader->at == '&') {
            if (!take_reference(reader, &stands))
                return false;
            if (used + 1 < room)
                value[used++] = stands;
            continue;
        }
        size_t length = character(reader->at);
        if (!length)
            return fault(reader, "no character that XML takes");
        for (size_t i = 0; i < length; i++, reader->at++)
            if (used + 1 < room)
                value[used++] = *reader->at;
    }
    if (room)
        value[used] = 0;
    return true;
}

static bool take_text(struct reader *reader) {
    while (*reader->at && *reader->at != '<') {
        char stands;
        size_t length = character(reader->at);
        if (*reader->at == '&') {
            if (!take_reference(reader, &stands))
                return false;
            continue;
        }
        if (!length)
            return fault(reader, "no character that XML takes");
        if (!reader->depth && !strchr(" \t\n", *reader->at))
            return fault(reader, "a text outside of everything");
        reader->at += length;
    }
    return true;
}

/* A file seen from the folder of the page. */
static bool file_is_there(const struct reader *reader, const char *link) {
    char path[3 * VALUE];
    struct stat state;
    const char *slash = strrchr(reader->path, '/');
    size_t used = slash && *link != '/' ? (size_t)(slash - reader->path) + 1 : 0;
    memcpy(path, reader->path, used);
    for (; *link; link++) {
        unsigned code;
        if (*link == '%' && sscanf(link + 1, "%2x", &code) == 1) {
            path[used++] = (char)code;
            link += 2;
        } else {
            path[used++] = *link;
        }
    }
    path[used] = 0;
    return stat(path, &state) == 0;
}

static bool take_link(struct reader *reader, const char *link) {
    reader->links++;
    if (*link == '#') {
        if (reader->target_count < MOST_IDS)
            reader->targets[reader->target_count++] = strdup(link + 1);
        return true;
    }
    if (strcmp(link, "data:,") == 0)
        return true;
    if (strchr(link, ':') || starts(reader, "//"))
        return fault(reader, "a link to somewhere else");
    return file_is_there(reader, link) || (printf("%s\n", link), fault(reader, "a dead link"));
}

static bool take_id(struct reader *reader, const char *id) {
    for (int i = 0; i < reader->id_count; i++)
        if (strcmp(reader->ids[i], id) == 0)
            return fault(reader, "an id that is there twice");
    if (reader->id_count < MOST_IDS)
        reader->ids[reader->id_count++] = strdup(id);
    return true;
}

static bool take_attribute(struct reader *reader, char names[][NAME], int count) {
    static char value[VALUE];
    if (count == MOST_ATTRIBUTES || !take_name(reader, names[count]))
        return fault(reader, "a bad attribute");
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], names[count]) == 0)
            return fault(reader, "an attribute that is there twice");
    if (!starts(reader, "=\""))
        return fault(reader, "an attribute without a value");
    reader->at += 2;
    if (!take_value(reader, '"', value, sizeof value))
        return false;
    reader->at++;
    if (strcmp(names[count], "id") == 0)
        return take_id(reader, value);
    if (strcmp(names[count], "src") == 0)
        return fault(reader, "something to be loaded");
    return strcmp(names[count], "href") != 0 || take_link(reader, value);
}

/* Behind `<`. */
static bool take_element(struct reader *reader) {
    char name[NAME], names[MOST_ATTRIBUTES][NAME];
    if (!take_name(reader, name))
        return false;
    reader->elements++;
    reader->roots += reader->depth == 0;
    for (int count = 0;; count++) {
        const char *before = reader->at;
        skip_space(reader);
        if (starts(reader, "/>")) {
            reader->at += 2;
            return true;
        }
        if (*reader->at == '>')
            break;
        if (reader->at == before || !take_attribute(reader, names, count))
            return fault(reader, "an element that does not end");
    }
    reader->at++;
    if (reader->depth == MOST_DEPTH)
        return fault(reader, "too deep");
    strcpy(reader->open[reader->depth++], name);
    return true;
}

static bool take_end(struct reader *reader) {
    char name[NAME];
    if (!take_name(reader, name))
        return false;
    if (!reader->depth || strcmp(reader->open[--reader->depth], name) != 0)
        return fault(reader, "the end of another element");
    if (*reader->at != '>')
        return fault(reader, "an end that does not end");
    reader->at++;
    return true;
}

/* <!DOCTYPE html>, <?xml .. ?>. */
static bool take_head(struct reader *reader) {
    const char *end = strchr(reader->at, '>');
    if (!end || reader->roots)
        return fault(reader, "a declaration that does not belong here");
    reader->at = end + 1;
    return true;
}

static bool take_file(struct reader *reader) {
    while (*reader->at) {
        if (*reader->at != '<') {
            if (!take_text(reader))
                return false;
        } else if (reader->at++, *reader->at == '/') {
            reader->at++;
            if (!take_end(reader))
                return false;
        } else if (*reader->at == '!' || *reader->at == '?') {
            if (!take_head(reader))
                return false;
        } else if (!take_element(reader)) {
            return false;
        }
    }
    if (reader->depth || reader->roots != 1)
        return fault(reader, "not one root that ends");
    for (int i = 0, j; i < reader->target_count; i++) {
        for (j = 0; j < reader->id_count && strcmp(reader->ids[j], reader->targets[i]) != 0;)
            j++;
        if (j == reader->id_count)
            return printf("#%s\n", reader->targets[i]), fault(reader, "a link to no id");
    }
    return true;
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    long length = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (text) {
        rewind(file);
        text[fread(text, 1, (size_t)length, file)] = 0;
        if (strlen(text) != (size_t)length) /* a byte 0 */
            text[0] = 1;
    }
    if (file)
        fclose(file);
    return text;
}

int main(int argc, char **argv) {
    bool good = argc > 1;
    for (int i = 1; i < argc; i++) {
        struct reader *reader = calloc(1, sizeof *reader);
        char *text = read_file(argv[i]);
        if (!reader || !text) {
            printf("%s can't be read\n", argv[i]);
            return 1;
        }
        reader->path = argv[i];
        reader->text = reader->at = text;
        if (take_file(reader))
            printf("%s: %ld elements, %ld links\n", argv[i], reader->elements, reader->links);
        else
            good = false;
        for (int j = 0; j < reader->id_count; j++)
            free(reader->ids[j]);
        for (int j = 0; j < reader->target_count; j++)
            free(reader->targets[j]);
        free(reader);
        free(text);
    }
    return good ? 0 : 1;
}
