/* SPDX-License-Identifier: MIT */
/* Files of foreign lists: what is read of them, where what is wrong is told, and that no change of
 * bytes does more than be refused. */
#include "tools/steadycast/interchange/foreign_list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/steadycast-foreign-XXXXXX";

static void write_bytes(const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* Reads the file, postal L = 3 if it is of comma-separated values. */
static enum status read_list(bool json, struct foreign_list *foreign, struct message_list *list,
                             struct failure *failure) {
    foreign_list_init(foreign, path);
    foreign->machine = message_machine_postal(3);
    enum status status =
        json ? foreign_list_json(foreign, failure) : foreign_list_csv(foreign, failure);
    return status ? status : foreign_list_finish(foreign, list, failure);
}

/* The message must hold `expected`; NULL: the file is right. */
static void check(bool json, const char *text, size_t length, const char *expected) {
    struct foreign_list foreign;
    struct message_list list;
    struct failure failure = {0};
    write_bytes(text, length);
    enum status status = read_list(json, &foreign, &list, &failure);
    if (expected && (status != STATUS_INPUT || !strstr(failure.message, expected)))
        fail_msg("'%s': expected '%s', found %d '%s'", text, expected, status, failure.message);
    if (!expected && status)
        fail_msg("'%s': %s", text, failure.message);
    if (!expected) {
        assert_int_equal(list.count, 2);
        assert_int_equal(list.finish, 6);
        assert_int_equal(list.processors, 2);
    }
    foreign_list_clear(&foreign);
}

static void csv_is_rfc_4180(void **state) {
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {"time,from,to,item\n0,0,1,1\n3,1,2,1\n", NULL},
        {"time,from,to,item\r\n0,0,1,1\r\n3,1,2,1\r\n", NULL},
        {"\xef\xbb\xbftime,from,to,item\n0,0,1,1\n3,1,2,1", NULL},
        {"\"time\",\"from\",\"to\",\"item\"\n\"0\",0,\"1\",1\n3,1,2,\"1\"\n", NULL},
        {"\xef\xbb\xbf\"item\",to,from,sent,wait\r\n1,1,0,0,0\r\n\r\n1,2,1,3,0\r\n\n", NULL},
        {"item, received , to,from, sent\n1,6,2, 1,3\n1,3,1,0,0\n", NULL},
        {"", ": the file is empty"},
        {"\n\n", ": the file is empty"},
        {"\xef\xbb\xbf", ": the file is empty"},
        {"0,0,1,1\n", ":1: '0' is no column"},
        {"time,from,to\n", ":1: there is no column 'item'"},
        {"time,from,to,item,sent\n", ":1: the column 'sent' stands twice"},
        {"time,from,to,item,to\n", ":1: the column 'to' stands twice"},
        {"time,from,to,item\n0,0,1\n", ":2: 3 fields, and 4 columns"},
        {"time,from,to,item\n0,0,1,1,\n", ":2: 5 fields, and 4 columns"},
        {"time,from,to,item\n0,0,1,1\n3,x,2,1\n", ":3: from: 'x' is not a number"},
        {"time,from,to,item\n-1,0,1,1\n", ":2: time: '-1' is not a number"},
        {"time,from,to,item\n0,0,1,0\n", ":2: item: '0' is not a number in 1"},
        {"time,from,to,item\n0,0,1,\n", ":2: item: '' is not a number"},
        {"time,from,to,item\n0,0,99999999999999999999999,1\n", ":2: to: '99999"},
        {"time,from,to,item\n2147483648,0,1,1\n", ":2: time: '2147483648' is not"},
        {"time,from,to,item\n2147483645,0,1,1\n", ":2: received beyond time 2147483647"},
        {"time,from,to,item\n0,0,2147483647,1\n", "found processor 2147483647, expected 0.."},
        {"time,from,to,item\n0,0,1,2147483647\n", "processor 1 never receives item 1"},
        {"time,from,to,item\n0,1,1,1\n", ":2: processor 1 sends to itself"},
        {"time,from,to,item,wait\n0,0,1,1,2\n", ":2: messages wait in the models"},
        {"time,from,to,item,received\n0,0,1,1,2\n", ":2: received at time 2, and not 3"},
        {"time,from,to,item,received\n0,0,1,1,4\n", ":2: messages wait in the models"},
        {"time,from,to,item\n0,0,1,\"1\n", ":3: a quoted field does not end"},
        {"time,from,to,item\n0,0,1,\"1\"2\n", ":2: text behind a quoted field"},
        {"time,from,to,item\n0,0,1,1\"\"\n", ":2: a quote inside a field"},
        {"time,from,to,item\n0,0,1,1\r2,0,1,1\n", ":2: a byte that is no text"},
        {"time,from,to,item\n0,0,1,\"1\n\"\n0,0,2,1\n", ":2: item: '1?' is not"},
        {"time,from,to,item\n", "there are no messages"},
        {"time,from,to,item\n0,0,1,1\n\n2,1,2,1\n",
         ":4: the message at time 2 from 1 to 2, item 1: the sender has the item only from time 3"},
        {"time,from,to,item\n3,1,2,1\n0,0,1,1\n0,0,3,1\n", ":4: the message at time 0 from 0 to 3"},
        {"time,from,to,item\n0,0,1,1\n5,0,1,1\n", ":3: the message at time 5 from 0 to 1, item 1: "
                                                  "the receiver gets the item a second time"},
        {"time,from,to,item\n0,0,1,1\n3,1,0,1\n", ":3: the message at time 3 from 1 to 0, item 1: "
                                                  "the receiver is the source"},
        {"time,from,to,item\n0,2,1,1\n", "item 1: the sender does not have the item"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(false, cases[i].text, strlen(cases[i].text), cases[i].expected);
    check(false, "time,from,to,item\n0,0,1\0,1\n", 27, ":2: a byte that is no text");
    check(false, "time,from,to,item\n0,0,1,\"1\0\"\n", 29, ":2: a byte that is no text");
}

#define HEAD "{\"machine\": {\"model\": \"postal\", \"latency\": 3}, "
#define TWO                                                                                        \
    "\"messages\": "                                                                               \
    "[{\"time\":0,\"from\":0,\"to\":1,\"item\":1},{\"sent\":3,\"from\":1,\"to\":2,\"item\":1}]}"

static void json_is_checked(void **state) {
    static const struct {
        const char *text, *expected;
    } cases[] = {
        {HEAD TWO, NULL},
        {HEAD
         "\"format\": \"steadycast messages 1\", \"processors\": 3, \"items\": 1, "
         "\"origin\": 0, \"period\": 0, \"sends\": \"single\", \"delay\": 6, \"finish\": 6, " TWO,
         NULL},
        {"", ":1: column 0: "},
        {"[]", "this is no object"},
        {"{}", "machine: it is missing"},
        {HEAD "\"proces\": 3, " TWO, "'proces' is none of"},
        {HEAD "\"format\": \"x\", " TWO, "format is not"},
        {HEAD "\"format\": 1, " TWO, "format is not"},
        {HEAD "\"finish\": 7, " TWO, "finish is stated as 7, and is 6"},
        {HEAD "\"delay\": 5, " TWO, "delay is stated as 5, and is 6"},
        {HEAD "\"processors\": 2, " TWO, "found processor 2, expected 0..1"},
        {HEAD "\"processors\": 4, " TWO, "processor 3 never receives item 1"},
        {HEAD "\"processors\": 3.5, " TWO, "processors is not a number in 2"},
        {HEAD "\"processors\": 99999999999999999999, " TWO, ":1: column "},
        {HEAD "\"items\": 0, " TWO, "items is not a number in 1"},
        {HEAD "\"origin\": \"some\", " TWO, "origin is no processor"},
        {HEAD "\"origin\": \"all\", \"period\": 1, " TWO, "the period is 0"},
        {HEAD "\"origin\": 1, " TWO, "messages[0]: the message at time 0 from 0 to 1, item 1"},
        {HEAD "\"sends\": \"twice\", " TWO, "sends is not \"single\" or \"any\""},
        {HEAD "\"edges\": [[0,1]], " TWO, "'edges' is none of"},
        {HEAD "\"messages\": 3}", "messages is no array"},
        {HEAD "\"messages\": [3]}", "messages[0]: this is no object"},
        {HEAD "\"messages\": [{\"time\":0,\"from\":0,\"to\":1}]}",
         "messages[0]: 'item' is missing"},
        {HEAD "\"messages\": [{\"from\":0,\"to\":1,\"item\":1}]}",
         "messages[0]: 'time' is missing"},
        {HEAD "\"messages\": [{\"time\":0,\"sent\":0,\"from\":0,\"to\":1,\"item\":1}]}",
         "two names"},
        {HEAD "\"messages\": [{\"time\":0,\"from\":0,\"to\":1,\"item\":1,\"from\":0}]}",
         "uplicate"},
        {HEAD "\"messages\": [{\"time\":0,\"from\":0,\"to\":-1,\"item\":1}]}",
         "messages[0]: to is not"},
        {HEAD "\"messages\": [{\"time\":0,\"from\":0,\"to\":1,\"item\":1,\"wait\":1}]}",
         "messages wait"},
        {"{\"machine\": {\"model\": \"warp\"}}", "machine: model is not \"postal\""},
        {"{\"machine\": {\"model\": \"postal\"}}", "machine: 'latency' is missing"},
        {"{\"machine\": {\"model\": \"postal\", \"latency\": 1, \"gap\": 1}}", "'gap' is none of"},
        {"{\"machine\": {\"model\": \"graph\", \"duplex\": \"full\"}}",
         "machine: model is not \"postal\""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check(true, cases[i].text, strlen(cases[i].text), cases[i].expected);
}

static uint64_t random_state = 7;

/* splitmix64 (Steele, Lea, Flood 2014) */
static size_t next_random(size_t below) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (size_t)((z ^ z >> 31) % below);
}

/* One to four changes: another byte, a byte less, a piece twice, the rest cut off. */
static size_t change(char *bytes, size_t length, size_t room) {
    static const char likely[] = "0123456789,\"\r\n{}[]:-.e \\\0";
    for (size_t k = 1 + next_random(4); k > 0 && length > 0; k--) {
        size_t at = next_random(length), piece = next_random(length - at) + 1;
        switch (next_random(5)) {
        case 0:
            bytes[at] = (char)next_random(256);
            break;
        case 1:
            bytes[at] = likely[next_random(sizeof likely)];
            break;
        case 2:
            memmove(bytes + at, bytes + at + 1, length - at - 1);
            length--;
            break;
        case 3:
            if (length + piece > room)
                break;
            memmove(bytes + at + piece, bytes + at, length - at);
            length += piece;
            break;
        default:
            length = next_random(8) ? length : at;
        }
    }
    return length;
}

static void changed_bytes_are_refused(void **state) {
    static const char *const texts[] = {
        "time,from,to,item\r\n0,0,1,1\r\n1,0,2,1\r\n3,1,3,1\r\n",
        "\xef\xbb\xbf\"item\",to,from,sent,received\n1,1,0,0,3\n1,2,1,3,6\n",
        HEAD "\"processors\": 3, \"origin\": \"all\", " TWO, HEAD TWO};
    int read = 0, refused = 0;
    (void)state;
    for (int i = 0; i < 2400; i++) {
        char bytes[2000];
        const char *text = texts[i % 4];
        struct foreign_list foreign;
        struct message_list list;
        struct failure failure = {0};
        memcpy(bytes, text, strlen(text));
        write_bytes(bytes, change(bytes, strlen(text), sizeof bytes));
        enum status status = read_list(i % 4 >= 2, &foreign, &list, &failure);
        if (status) {
            assert_int_equal(status, STATUS_INPUT);
            assert_int_equal(failure.status, STATUS_INPUT);
            assert_true(strlen(failure.message) > 0);
            refused++;
        } else {
            read++;
        }
        foreign_list_clear(&foreign);
    }
    assert_true(read > 20 && refused > 500);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(csv_is_rfc_4180),
                                       cmocka_unit_test(json_is_checked),
                                       cmocka_unit_test(changed_bytes_are_refused)};
    int file = mkstemp(path);
    if (file < 0 || close(file) != 0)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
