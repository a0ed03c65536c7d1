/* SPDX-License-Identifier: MIT */
/* Drawing a schedule as text and as a picture: the words, the broadcast tree of a block-cyclic one,
 * the reception table. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "solver/base/certificate_read.h"
#include "solver/model/instance.h"
#include "solver/model/reception.h"
#include "solver/network/network.h"
#include "tools/steadycast/draw/picture.h"

/* Which part of the reception table is drawn. */
struct view {
    const struct schedule *schedule; /* its blocks are ordered */
    const struct reception_table *table;
    const struct receiver *receivers;
    int receiver_count;
    long first_row;
    int first_time, last_time;
    const struct tree *tree; /* NULL: too large to be drawn, or none */
};

void show_text(FILE *file, const struct view *view);

/* The same as a picture, whose title and text are set; and its parts alone, for which they are the
 * caller's. The picture has ended, on failure the caller clears it. */
enum status schedule_picture(struct picture *picture, const struct view *view,
                             struct failure *failure);
enum status schedule_picture_table(struct picture *picture, const struct view *view,
                                   struct failure *failure);
enum status schedule_picture_tree(struct picture *picture, const struct tree *tree,
                                  struct failure *failure);

/* What text and picture have in common: what is shown, and its words. */
void show_words(FILE *file, const struct view *view);

enum { SHOW_NAME_SIZE = 48, SHOW_LINE_SIZE = 100 };

/* Which word a row runs. */
void show_row_name(char name[SHOW_NAME_SIZE], const struct view *view, int row);

/* In full, or how many digits it has; and that of the processors. */
void show_number(FILE *file, mpz_srcptr number);
void show_processors(FILE *file, const struct schedule *schedule);

/* What these lines mean. */
extern const char show_values_legend[];

/* --- from a certificate to what is drawn of it: schedules of all kinds as one reception table ---
 */

/* A view with the memory that holds it. Not to be copied: the view points into it. */
struct shown {
    struct view view; /* its receivers and times are the caller's to choose */
    struct reception_table table;
    struct receiver *receivers; /* the caller's, freed here; NULL at first */
    struct schedule schedule;
    struct tree tree;
};

enum { SHOWN_OWN_DEPTH = -1 };

/* `input` stands at its kind, which is one that holds a schedule, not a list of messages.
 * SHOWN_OWN_DEPTH, or a depth of a family. STATUS_INPUT with the file's name for what holds no
 * schedule, and for depths too large or not held. It checks the schedule, but is not what verifies
 * a certificate. The caller clears `shown`, also on failure. */
enum status shown_load(struct shown *shown, struct certificate_input *input, int depth,
                       struct failure *failure);
void shown_clear(struct shown *shown);

/* Rows from `first` (from 0) on, `count` at most, and the times of the view. STATUS_SYSTEM without
 * memory. */
enum status shown_choose(struct shown *shown, long first, int count, int first_time, int last_time,
                         struct failure *failure);

/* Explains a proof of impossibility, a family, or a stream on a LogP machine, as text: what is
 * claimed, for which instance, and what the evidence says. It explains, and verifies only what it
 * repeats in words: for trust there is steadycheck. */

/* The rest of `input`, which stands at its kind, as text, of every kind that holds no schedule, and
 * of families of numbers. STATUS_INPUT, for other kinds, and with file and line, for what is not of
 * the grammar or does not follow; then part of the text is already written. */
enum status show_proof(FILE *file, struct certificate_input *input, struct failure *failure);

/* A certificate that is being explained. */
enum { SHOW_MOST_KEYS = 16, SHOW_KEY_ROOM = 24 };
struct explanation {
    FILE *file;
    struct certificate_input *input;
    bool more;  /* there is a current line */
    int place;  /* its first word that is not read yet */
    int values; /* of the head */
    struct {
        char key[SHOW_KEY_ROOM];
        const char *value; /* borrowed from the input, whose words stay where they are */
    } head[SHOW_MOST_KEYS];
};

/* Of the head; NULL: not there. `first`: the word at the beginning of what follows the head; a
 * number stands for itself. */
const char *show_value(const struct explanation *explanation, const char *key);

/* A text with values: {key} is one of the head, {a + b - 1} or {a max b} what comes out from left
 * to right, {+a ..} the same with its sign apart, {key?A|B} and {key=value?A|B} are A if it is
 * there or so, else B. */
void show_claim(const struct explanation *explanation, const char *text);

/* What stands behind the head of kind prices, and the claim. */
enum status show_prices(struct explanation *explanation, const char *parts,
                        struct failure *failure);

/* The machine and the claim of a list. */
struct message_list;
void show_list_head(FILE *file, const struct message_list *list);

/* The whole of kinds messages and logp-schedule. */
enum status show_messages(FILE *file, struct certificate_input *input, struct failure *failure);
enum status show_logp_schedule(FILE *file, struct certificate_input *input,
                               struct failure *failure);

/* The whole of the four kinds about networks. */
enum status show_network(FILE *file, struct certificate_input *input, struct failure *failure);

/* A network by its name, with names of nodes and ports to the outside where its file has them.
 * STATUS_MEMORY. */
struct network_machine_shown {
    const char *name;
    const struct network *network;
};
enum status show_machine(FILE *file, const struct network_machine_shown *shown,
                         struct failure *failure);
