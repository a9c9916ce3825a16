/* The bus traffic of a visible, running stopwatch: all messages that tabd sends, per tick.
 *
 * Prints ticks, average bytes per tick, messages per tick, and the bytes of the longest ViewChanged and of its body. */
#define _GNU_SOURCE
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_TIMEOUT = 5000 };

static char *selected_controller(DBusConnection *connection, const char *name, const char *controller) {
    const char *interface = TAB_BAR_CONTROLLER, *property = "SelectedViewController", *path;
    DBusMessageIter iter, variant;
    DBusMessage *call = new_call(name, controller, DBUS_INTERFACE_PROPERTIES, "Get");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    DBusMessage *reply = reply_to(connection, call, name);
    check_signature(reply, "v", name);
    dbus_message_iter_init(reply, &iter);
    dbus_message_iter_recurse(&iter, &variant);
    dbus_message_iter_get_basic(&variant, &path);
    char *copy = strdup(path);
    dbus_message_unref(reply);
    return copy;
}

static void press_start(DBusConnection *connection, const char *name, const char *stopwatch) {
    const char *action = "primaryActionTriggered", *identifier = "StartStop";
    const dbus_bool_t value = TRUE;
    const uint32_t view = 0;
    DBusMessageIter iter, variant, dict;
    DBusMessage *call = new_call(name, stopwatch, VIEW_CONTROLLER, "SendAction");
    dbus_message_append_args(call, DBUS_TYPE_UINT32, &view, DBUS_TYPE_STRING, &action, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_VARIANT, "b", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_BOOLEAN, &value);
    dbus_message_iter_close_container(&iter, &variant);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    append_option(&dict, "Identifier", DBUS_TYPE_STRING, "s", &identifier);
    dbus_message_iter_close_container(&iter, &dict);
    dbus_message_unref(reply_to(connection, call, name));
}

/* Makes the connection a monitor of all messages that the service sends. */
static void watch(DBusConnection *connection, const char *name) {
    const uint32_t flags = 0;
    char *rule;
    if (asprintf(&rule, "sender='%s'", name) < 0) fail("allocate", "out of memory");
    DBusMessage *call =
        new_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, "org.freedesktop.DBus.Monitoring", "BecomeMonitor");
    dbus_message_append_args(call, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &(char **){&rule}, 1, DBUS_TYPE_UINT32, &flags,
                             DBUS_TYPE_INVALID);
    dbus_message_unref(reply_to(connection, call, name));
    free(rule);
}

int ticks(int argc, char **argv) {
    if (argc != 3 || atoi(argv[2]) < 1) return 64;
    const char *name = argv[0], *controller = argv[1];
    const int count = atoi(argv[2]);
    DBusConnection *front_end = connect_to_bus(), *monitor = connect_to_bus();
    attach(front_end, name, controller);
    char *stopwatch = selected_controller(front_end, name, controller);
    press_start(front_end, name, stopwatch);
    watch(monitor, name);

    /* Messages before the first tick belong to the start; messages up to the last tick are counted. */
    size_t bytes = 0, messages = 0, longest = 0, longest_body = 0;
    int seen = -1;
    double deadline = now() + TICK_TIMEOUT * 1e3;
    while (seen < count) {
        DBusMessage *message = dbus_connection_pop_message(monitor);
        if (!message) {
            if (now() > deadline || !dbus_connection_read_write(monitor, TICK_TIMEOUT))
                fail(name, "the stopwatch did not tick for 5 seconds");
            continue;
        }
        const bool is_tick = dbus_message_is_signal(message, VIEW_CONTROLLER, "ViewChanged") &&
                             dbus_message_has_path(message, stopwatch);
        if (seen >= 0) {
            size_t body, length = message_bytes(message, &body);
            bytes += length;
            messages++;
            if (is_tick && length > longest) longest = length, longest_body = body;
        }
        if (is_tick) {
            seen++;
            deadline = now() + TICK_TIMEOUT * 1e3;
        }
        dbus_message_unref(message);
    }
    printf("%d\t%.1f\t%.2f\t%zu\t%zu\n", count, (double)bytes / count, (double)messages / count, longest, longest_body);
    free(stopwatch);
    disconnect(monitor);
    disconnect(front_end);
    return 0;
}
