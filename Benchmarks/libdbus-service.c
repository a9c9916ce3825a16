/* The reference service in plain C on libdbus: one thread, one poll loop, no library above libdbus.
 *
 * Usage: libdbus-service NAME [SNAPSHOT CONTROLLER [kept]]
 *
 * With a snapshot of tabd (see snapshot.c) it has all objects and serves that controller. It creates the reply with all
 * objects for each call, or caches it (kept). */
#include "libdbus-service.h"
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { WATCH_COUNT = 8 };

void *checked(void *pointer) {
    if (!pointer) {
        fputs("libdbus-service: out of memory\n", stderr);
        exit(1);
    }
    return pointer;
}

void check(dbus_bool_t done) {
    if (!done) {
        fputs("libdbus-service: out of memory\n", stderr);
        exit(1);
    }
}

void send_message(DBusConnection *connection, DBusMessage *message) {
    check(dbus_connection_send(connection, message, NULL));
    dbus_message_unref(message);
}

void send_error(DBusConnection *connection, DBusMessage *call, const char *name, const char *text) {
    if (dbus_message_get_no_reply(call)) return;
    send_message(connection, checked(dbus_message_new_error(call, name, text)));
}

void append_variant(DBusMessageIter *iter, int type, const char *signature, const void *value) {
    DBusMessageIter variant;
    check(dbus_message_iter_open_container(iter, DBUS_TYPE_VARIANT, signature, &variant));
    check(dbus_message_iter_append_basic(&variant, type, value));
    check(dbus_message_iter_close_container(iter, &variant));
}

void append_property(DBusMessageIter *dict, const char *name, int type, const char *signature, const void *value) {
    DBusMessageIter entry;
    check(dbus_message_iter_open_container(dict, DBUS_TYPE_DICT_ENTRY, NULL, &entry));
    check(dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name));
    append_variant(&entry, type, signature, value);
    check(dbus_message_iter_close_container(dict, &entry));
}

/* libdbus has two watches on one descriptor, for reading and for writing. They share one pollfd. */
static DBusWatch *watches[WATCH_COUNT];
static bool watches_changed = true;

static dbus_bool_t add_watch(DBusWatch *watch, void *context) {
    (void)context;
    for (int i = 0; i < WATCH_COUNT; i++) {
        if (watches[i]) continue;
        watches[i] = watch;
        watches_changed = true;
        return TRUE;
    }
    return FALSE;
}

static void remove_watch(DBusWatch *watch, void *context) {
    (void)context;
    for (int i = 0; i < WATCH_COUNT; i++) {
        if (watches[i] == watch) watches[i] = NULL;
    }
    watches_changed = true;
}

static void toggle_watch(DBusWatch *watch, void *context) {
    (void)watch;
    (void)context;
    watches_changed = true;
}

static void gather(struct pollfd *descriptor) {
    descriptor->fd = -1;
    descriptor->events = 0;
    for (int i = 0; i < WATCH_COUNT; i++) {
        if (!watches[i]) continue;
        descriptor->fd = dbus_watch_get_unix_fd(watches[i]);
        if (!dbus_watch_get_enabled(watches[i])) continue;
        unsigned flags = dbus_watch_get_flags(watches[i]);
        descriptor->events |= (flags & DBUS_WATCH_READABLE ? POLLIN : 0) | (flags & DBUS_WATCH_WRITABLE ? POLLOUT : 0);
    }
    watches_changed = false;
}

static void handle(short events) {
    unsigned flags = (events & POLLIN ? DBUS_WATCH_READABLE : 0) | (events & POLLOUT ? DBUS_WATCH_WRITABLE : 0) |
                     (events & POLLERR ? DBUS_WATCH_ERROR : 0) | (events & POLLHUP ? DBUS_WATCH_HANGUP : 0);
    for (int i = 0; i < WATCH_COUNT; i++) {
        if (!watches[i] || !dbus_watch_get_enabled(watches[i])) continue;
        unsigned wanted = flags & (dbus_watch_get_flags(watches[i]) | DBUS_WATCH_ERROR | DBUS_WATCH_HANGUP);
        if (wanted) check(dbus_watch_handle(watches[i], wanted));
    }
}

int main(int argc, char **argv) {
    DBusError error = DBUS_ERROR_INIT;
    struct pollfd descriptor;

    if (argc != 2 && argc != 4 && argc != 5) {
        fputs("usage: libdbus-service NAME [SNAPSHOT CONTROLLER [kept]]\n", stderr);
        return 64;
    }
    DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection) {
        fprintf(stderr, "libdbus-service: %s\n", error.message);
        return 69;
    }
    check(dbus_connection_set_watch_functions(connection, add_watch, remove_watch, toggle_watch, NULL, NULL));
    export_tabs(connection, argc > 2 ? argv[2] : NULL, argc > 2 ? argv[3] : NULL, argc == 5);
    if (dbus_bus_request_name(connection, argv[1], DBUS_NAME_FLAG_DO_NOT_QUEUE, &error) !=
        DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) {
        fprintf(stderr, "libdbus-service: %s: %s\n", argv[1], error.message ? error.message : "owned by another process");
        return 75;
    }
    for (;;) {
        while (dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS)
            dbus_connection_dispatch(connection);
        if (watches_changed) gather(&descriptor);
        if (poll(&descriptor, 1, -1) < 0) {
            if (errno == EINTR) continue;
            perror("libdbus-service: poll");
            return 1;
        }
        handle(descriptor.revents);
    }
}
