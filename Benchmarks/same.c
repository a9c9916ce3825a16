/* Compares the messages of services byte by byte. */
#define _GNU_SOURCE
#include "same.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAPS = 2, MAX_MESSAGES = 32, QUIET = 200 };

/* The messages of the first service and of another one. */
typedef struct {
    DBusMessage *messages[MAX_MESSAGES];
    int count;
} Messages;

static size_t tap_bytes;
static int tap_messages;

static bool has_same_body(DBusMessage *left, DBusMessage *right) {
    char *a, *b;
    int lengths[2];
    size_t bodies[2];
    message_bytes(left, &bodies[0]);
    message_bytes(right, &bodies[1]);
    if (bodies[0] != bodies[1] || strcmp(dbus_message_get_signature(left), dbus_message_get_signature(right)) != 0)
        return false;
    if (!dbus_message_marshal(left, &a, &lengths[0]) || !dbus_message_marshal(right, &b, &lengths[1]))
        fail("marshal", "out of memory");
    const bool is_same =
        memcmp(a + lengths[0] - bodies[0], b + lengths[1] - bodies[1], bodies[0]) == 0;
    dbus_free(a);
    dbus_free(b);
    return is_same;
}

static bool is_text_same(const char *left, const char *right) {
    return left && right ? strcmp(left, right) == 0 : left == right;
}

static void compare(const Service *service, const char *what, const Messages *first, const Messages *messages) {
    for (int i = 0; i < first->count && i < messages->count; i++) {
        DBusMessage *left = first->messages[i], *right = messages->messages[i];
        if (is_text_same(dbus_message_get_path(left), dbus_message_get_path(right)) &&
            is_text_same(dbus_message_get_interface(left), dbus_message_get_interface(right)) &&
            is_text_same(dbus_message_get_member(left), dbus_message_get_member(right)) && has_same_body(left, right))
            continue;
        fprintf(stderr, "bench: %s: message %d of %s is %s.%s and differs from the others\n", service->label, i + 1, what,
                dbus_message_get_interface(right), dbus_message_get_member(right));
        exit(1);
    }
    if (first->count != messages->count) {
        fprintf(stderr, "bench: %s: %d messages of %s; expected %d\n", service->label, messages->count, what,
                first->count);
        exit(1);
    }
}

static void release(Messages *messages) {
    for (int i = 0; i < messages->count; i++) dbus_message_unref(messages->messages[i]);
    messages->count = 0;
}

/* Collects signals until no more arrive. */
static void listen_to(DBusConnection *connection, Messages *messages) {
    for (double last = now(); now() - last < QUIET * 1e3;) {
        DBusMessage *message;
        dbus_connection_read_write(connection, QUIET / 10);
        while ((message = dbus_connection_pop_message(connection))) {
            if (dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_SIGNAL &&
                !dbus_message_has_sender(message, DBUS_SERVICE_DBUS) && messages->count < MAX_MESSAGES) {
                messages->messages[messages->count++] = message;
                last = now();
            } else {
                dbus_message_unref(message);
            }
        }
    }
}

static Messages announced(DBusConnection *connection, Service *service) {
    DBusError error = DBUS_ERROR_INIT;
    Messages messages = {.count = 0};
    char rule[256];
    DBusConnection *listener = connect_to_bus();
    snprintf(rule, sizeof rule, "type='signal',sender='%s'", service->name);
    dbus_bus_add_match(listener, rule, &error);
    if (dbus_error_is_set(&error)) fail(service->label, error.message);
    for (int i = 0; i < TAPS; i++)
        check_reply(service, TAP, reply_to(connection, call_of(service, TAP), service->label));
    listen_to(listener, &messages);
    disconnect(listener);
    return messages;
}

static Messages replied(DBusConnection *connection, Service *service, Kind kind) {
    return (Messages){{reply_to(connection, call_of(service, kind), service->label)}, 1};
}

void check_same(DBusConnection *connection, Service *services, int count) {
    static const Kind kinds[] = {GET, GET_ALL, OBJECTS, TAP};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        Messages first = {.count = 0};
        for (int i = 0; i < count; i++) {
            if (!services[i].controller) continue;
            Messages messages = kinds[k] == TAP ? announced(connection, &services[i]) : replied(connection, &services[i], kinds[k]);
            if (!first.count) {
                first = messages;
                continue;
            }
            compare(&services[i], name_of_kind(kinds[k]), &first, &messages);
            release(&messages);
        }
        if (kinds[k] == TAP) {
            tap_messages = first.count;
            for (int i = 0; i < first.count; i++) tap_bytes += message_bytes(first.messages[i], NULL);
        }
        release(&first);
    }
}

size_t bytes_of_taps(Service *service) {
    Messages messages = announced(service->connection, service);
    size_t bytes = 0;
    for (int i = 0; i < messages.count; i++) bytes += message_bytes(messages.messages[i], NULL);
    release(&messages);
    return bytes / TAPS;
}

void print_tap(void) { printf("tap\tmessages\t%.1f\t%.1f\n", (double)tap_messages / TAPS, (double)tap_bytes / TAPS); }
