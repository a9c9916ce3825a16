/* The yardstick in plain C on libdbus: one thread, one poll loop, no library between it and the wire.
 *
 * Usage: libdbus-service NAME [SNAPSHOT CONTROLLER]
 *
 * Answers as tabd does: Properties.Get of TabBarController.SelectedIndex; TabBar.TapItem, which changes the selection
 * and announces it with the same five signals that tabd sends for an accepted tap; and what is in libdbus-views.c. With
 * a snapshot of tabd (see snapshot.c) it stands for that controller, and has all objects, for libdbus-objects.c. */
#include "libdbus-service.h"
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOT "/org/tabd/Tabs1"
#define TAB_BAR_CONTROLLER "org.tabd.Tabs1.TabBarController"
#define TAB_BAR "org.tabd.Tabs1.TabBar"

enum { MAX_TABS = 8, WATCH_COUNT = 8 };

static const char *controller = ROOT "/view_controllers/1";
static const char *tabs[MAX_TABS] = {ROOT "/view_controllers/2", ROOT "/view_controllers/3"};
static uint32_t tab_count = 2;
static char bar[128];

static int64_t selected_index;

/* What of the snapshot is the controller's, and goes with the selection; without one all are NULL. */
static struct {
    Value *objects, *interfaces, *index, *view_controller, *item;
} known;

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

static void append_variant(DBusMessageIter *iter, int type, const char *signature, const void *value) {
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

static DBusMessage *begin_properties_changed(const char *path, const char *interface, DBusMessageIter *iter,
                                             DBusMessageIter *dict) {
    DBusMessage *signal = checked(dbus_message_new_signal(path, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged"));
    dbus_message_iter_init_append(signal, iter);
    check(dbus_message_iter_append_basic(iter, DBUS_TYPE_STRING, &interface));
    check(dbus_message_iter_open_container(iter, DBUS_TYPE_ARRAY, "{sv}", dict));
    return signal;
}

static void end_properties_changed(DBusConnection *connection, DBusMessage *signal, DBusMessageIter *iter,
                                   DBusMessageIter *dict) {
    DBusMessageIter invalidated;
    check(dbus_message_iter_close_container(iter, dict));
    check(dbus_message_iter_open_container(iter, DBUS_TYPE_ARRAY, "s", &invalidated));
    check(dbus_message_iter_close_container(iter, &invalidated));
    send_message(connection, signal);
}

static void emit(DBusConnection *connection, const char *path, const char *interface, const char *member, int type,
                 const void *argument) {
    DBusMessage *signal = checked(dbus_message_new_signal(path, interface, member));
    check(dbus_message_append_args(signal, type, argument, DBUS_TYPE_INVALID));
    send_message(connection, signal);
}

static void select_tab(DBusConnection *connection, uint32_t position) {
    DBusMessageIter iter, dict;
    DBusMessage *signal;
    const char *tab = tabs[position];

    emit(connection, bar, TAB_BAR, "ItemTapped", DBUS_TYPE_UINT32, &position);
    emit(connection, controller, TAB_BAR_CONTROLLER, "ShouldSelectViewController", DBUS_TYPE_OBJECT_PATH, &tab);
    if (selected_index != position) {
        selected_index = position;
        if (known.objects) {
            known.index->as.int64 = selected_index;
            known.view_controller->as.string = known.item->as.string = tab;
        }
        signal = begin_properties_changed(controller, TAB_BAR_CONTROLLER, &iter, &dict);
        append_property(&dict, "SelectedViewController", DBUS_TYPE_OBJECT_PATH, "o", &tab);
        append_property(&dict, "SelectedIndex", DBUS_TYPE_INT64, "x", &selected_index);
        end_properties_changed(connection, signal, &iter, &dict);
        signal = begin_properties_changed(bar, TAB_BAR, &iter, &dict);
        append_property(&dict, "SelectedItem", DBUS_TYPE_OBJECT_PATH, "o", &tab);
        end_properties_changed(connection, signal, &iter, &dict);
    }
    emit(connection, controller, TAB_BAR_CONTROLLER, "DidSelectViewController", DBUS_TYPE_OBJECT_PATH, &tab);
}

static DBusHandlerResult answer_controller(DBusConnection *connection, DBusMessage *call, void *context) {
    const char *interface, *property;
    DBusMessageIter iter;
    DBusMessage *reply;
    (void)context;

    if (dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "GetAll")) {
        get_all(connection, call, known.interfaces);
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    if (!dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "Get"))
        return answer_view_controller(connection, call);
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID)) {
        send_error(connection, call, DBUS_ERROR_INVALID_ARGS, "Get takes (ss)");
    } else if (strcmp(interface, TAB_BAR_CONTROLLER) != 0) {
        send_error(connection, call, DBUS_ERROR_UNKNOWN_INTERFACE, interface);
    } else if (strcmp(property, "SelectedIndex") != 0) {
        send_error(connection, call, DBUS_ERROR_UNKNOWN_PROPERTY, property);
    } else if (!dbus_message_get_no_reply(call)) {
        reply = checked(dbus_message_new_method_return(call));
        dbus_message_iter_init_append(reply, &iter);
        append_variant(&iter, DBUS_TYPE_INT64, "x", &selected_index);
        send_message(connection, reply);
    }
    return DBUS_HANDLER_RESULT_HANDLED;
}

static DBusHandlerResult answer_bar(DBusConnection *connection, DBusMessage *call, void *context) {
    DBusMessageIter iter;
    DBusMessage *reply;
    uint32_t position;
    dbus_bool_t accepted = TRUE;
    (void)context;

    if (!dbus_message_is_method_call(call, TAB_BAR, "TapItem")) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (!dbus_message_has_signature(call, "ua{sv}") && !dbus_message_has_signature(call, "u")) {
        send_error(connection, call, DBUS_ERROR_INVALID_ARGS, "TapItem takes (ua{sv})");
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    dbus_message_iter_init(call, &iter);
    dbus_message_iter_get_basic(&iter, &position);
    if (position >= tab_count) {
        send_error(connection, call, "org.tabd.Tabs1.Error.OutOfRange", "no item at this position");
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    select_tab(connection, position);
    if (!dbus_message_get_no_reply(call)) {
        reply = checked(dbus_message_new_method_return(call));
        check(dbus_message_append_args(reply, DBUS_TYPE_BOOLEAN, &accepted, DBUS_TYPE_INVALID));
        send_message(connection, reply);
    }
    return DBUS_HANDLER_RESULT_HANDLED;
}

/* libdbus has two watches, for reading and for writing, on one descriptor: one pollfd stands for both. */
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

static void take_state(const char *file, const char *path) {
    known.objects = read_snapshot(file);
    known.interfaces = find_key(known.objects, path);
    known.index = property_of(known.objects, path, TAB_BAR_CONTROLLER, "SelectedIndex");
    known.view_controller = property_of(known.objects, path, TAB_BAR_CONTROLLER, "SelectedViewController");
    controller = path;
    selected_index = known.index->as.int64;
    const Value *children = property_of(known.objects, path, TAB_BAR_CONTROLLER, "ViewControllers");
    tab_count = children->count < MAX_TABS ? children->count : MAX_TABS;
    for (uint32_t i = 0; i < tab_count; i++) tabs[i] = children->as.children[i].as.string;
}

int main(int argc, char **argv) {
    static const DBusObjectPathVTable of_root = {.message_function = answer_root};
    static const DBusObjectPathVTable of_controller = {.message_function = answer_controller};
    static const DBusObjectPathVTable of_bar = {.message_function = answer_bar};
    DBusError error = DBUS_ERROR_INIT;
    struct pollfd descriptor;

    if (argc != 2 && argc != 4) {
        fputs("usage: libdbus-service NAME [SNAPSHOT CONTROLLER]\n", stderr);
        return 64;
    }
    if (argc == 4) take_state(argv[2], argv[3]);
    snprintf(bar, sizeof bar, "%s/tab_bar", controller);
    if (known.objects) known.item = property_of(known.objects, bar, TAB_BAR, "SelectedItem");
    DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection) {
        fprintf(stderr, "libdbus-service: %s\n", error.message);
        return 69;
    }
    check(dbus_connection_set_watch_functions(connection, add_watch, remove_watch, toggle_watch, NULL, NULL));
    check(dbus_connection_register_object_path(connection, controller, &of_controller, NULL));
    check(dbus_connection_register_object_path(connection, bar, &of_bar, NULL));
    if (known.objects) check(dbus_connection_register_object_path(connection, ROOT, &of_root, known.objects));
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
