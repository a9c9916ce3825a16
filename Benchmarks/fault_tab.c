/* A tab with a plugin that fails on command, and the signals about it. */
#define _GNU_SOURCE
#include "fault_tab.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATE_TIMEOUT = 20000 };

FaultTab open_fault_tab(const char *name, const char *type, int controllers) {
    DBusError error = DBUS_ERROR_INIT;
    FaultTab tab = {.front_end = connect_to_bus(), .name = name, .count = controllers};
    char *rule;
    /* A front end receives all signals. */
    if (asprintf(&rule, "type='signal',sender='%s'", name) < 0) fail("allocate", "out of memory");
    dbus_bus_add_match(tab.front_end, rule, &error);
    if (dbus_error_is_set(&error)) fail(name, error.message);
    free(rule);
    for (int i = 0; i < controllers; i++) tab.controllers[i] = create_loaded(tab.front_end, name, type);
    tab.tabs = create_transient(tab.front_end, name);
    set_tab(tab.front_end, name, tab.tabs, tab.controllers[0]);
    attach(tab.front_end, name, tab.tabs);
    run_command(&tab, "count");
    return tab;
}

void close_fault_tab(FaultTab *tab) {
    for (int i = 0; i < tab->count; i++) free(tab->controllers[i]);
    free(tab->tabs);
    disconnect(tab->front_end);
}

static DBusMessage *new_command(const FaultTab *tab, int controller, const char *command) {
    const char *action = "editingDidEnd";
    const uint32_t view = 2;
    DBusMessageIter iter, variant;
    DBusMessage *call = new_call(tab->name, tab->controllers[controller], VIEW_CONTROLLER, "SendAction");
    dbus_message_append_args(call, DBUS_TYPE_UINT32, &view, DBUS_TYPE_STRING, &action, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_VARIANT, "s", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &command);
    dbus_message_iter_close_container(&iter, &variant);
    append_empty_options(call);
    return call;
}

void send_command(FaultTab *tab, int controller, const char *command) {
    DBusMessage *call = new_command(tab, controller, command);
    dbus_message_set_no_reply(call, TRUE);
    if (!dbus_connection_send(tab->front_end, call, NULL)) fail(command, "out of memory");
    dbus_connection_flush(tab->front_end);
    dbus_message_unref(call);
}

void run_command(FaultTab *tab, const char *command) {
    dbus_message_unref(reply_to(tab->front_end, new_command(tab, 0, command), tab->name));
}

/* Returns the text of a key of an a{sv}; NULL without the key. */
static const char *text_of(DBusMessageIter dict, const char *wanted) {
    for (; dbus_message_iter_get_arg_type(&dict); dbus_message_iter_next(&dict)) {
        DBusMessageIter entry, variant;
        const char *key, *text;
        dbus_message_iter_recurse(&dict, &entry);
        dbus_message_iter_get_basic(&entry, &key);
        if (strcmp(key, wanted) != 0) continue;
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &variant);
        if (dbus_message_iter_get_arg_type(&variant) != DBUS_TYPE_STRING) return NULL;
        dbus_message_iter_get_basic(&variant, &text);
        return text;
    }
    return NULL;
}

static bool tells(const FaultTab *tab, DBusMessage *message, const char *wanted) {
    DBusMessageIter iter, dict;
    const char *interface;
    if (!dbus_message_is_signal(message, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged") ||
        !dbus_message_has_path(message, tab->controllers[0]))
        return false;
    check_signature(message, "sa{sv}as", tab->name);
    dbus_message_iter_init(message, &iter);
    dbus_message_iter_get_basic(&iter, &interface);
    dbus_message_iter_next(&iter);
    dbus_message_iter_recurse(&iter, &dict);
    const char *state = text_of(dict, "State"), *reason = text_of(dict, "FailureReason");
    if (strcmp(interface, VIEW_CONTROLLER) != 0 || !state) return false;
    if (strcmp(state, "quarantined") == 0) fail(tab->name, reason ? reason : "the plugin was quarantined");
    if (strcmp(state, wanted) != 0) return false;
    if (strcmp(state, "restarting") == 0 && (!reason || !*reason)) fail(tab->name, "the tab failed without a reason");
    return true;
}

/* Handles received messages. A true result leaves the others for the next call. */
static bool found_state(const FaultTab *tab, const char *state) {
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(tab->front_end))) {
        bool found = state && tells(tab, message, state);
        dbus_message_unref(message);
        if (found) return true;
    }
    return false;
}

bool read_for(FaultTab *tab, int milliseconds, const char *state) {
    const double deadline = now() + milliseconds * 1e3;
    for (;;) {
        if (found_state(tab, state)) return true;
        const double left = deadline - now();
        if (left <= 0) return false;
        if (!dbus_connection_read_write(tab->front_end, (int)(left / 1e3) + 1)) fail(tab->name, "the bus is gone");
    }
}

void hear_state(FaultTab *tab, const char *state) {
    if (read_for(tab, STATE_TIMEOUT, state)) return;
    fprintf(
        stderr, "bench: %s: its tab was not announced as %s within 20 seconds%s%s\n", tab->name, state,
        tab->cause ? ", after: " : "", tab->cause ? tab->cause : "");
    exit(1);
}
