/* Makes on tabd what the other parts measure. */
#include "bench.h"
#include <stdio.h>

static void append_strings_option(DBusMessageIter *dict, const char *key, char **strings, int count) {
    DBusMessageIter entry, variant, array;
    dbus_message_iter_open_container(dict, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "as", &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "s", &array);
    for (int i = 0; i < count; i++) dbus_message_iter_append_basic(&array, DBUS_TYPE_STRING, &strings[i]);
    dbus_message_iter_close_container(&variant, &array);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(dict, &entry);
}

int create(int argc, char **argv) {
    DBusMessageIter iter, dict;
    if (argc < 2) return 64;
    DBusConnection *connection = connect_to_bus();
    DBusMessage *call = new_call(argv[0], ROOT, MANAGER, "CreateTabBarController");
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    append_strings_option(&dict, "Types", argv + 1, argc - 1);
    dbus_message_iter_close_container(&iter, &dict);
    puts(take_path(reply_to(connection, call, argv[0]), argv[0]));
    disconnect(connection);
    return 0;
}

char *create_transient(DBusConnection *connection, const char *name) {
    const dbus_bool_t yes = TRUE;
    DBusMessageIter iter, dict;
    DBusMessage *call = new_call(name, ROOT, MANAGER, "CreateTabBarController");
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    append_option(&dict, "DestroyWithCaller", DBUS_TYPE_BOOLEAN, "b", &yes);
    dbus_message_iter_close_container(&iter, &dict);
    return take_path(reply_to(connection, call, name), name);
}

void attach(DBusConnection *connection, const char *name, const char *controller) {
    DBusMessage *call = new_call(name, controller, WINDOW, "Attach");
    append_empty_options(call);
    dbus_message_unref(reply_to(connection, call, name));
}

int load(int argc, char **argv) {
    if (argc != 2) return 64;
    DBusConnection *connection = connect_to_bus();
    DBusMessage *call = new_call(argv[0], ROOT, MANAGER, "CreateViewController");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &argv[1], DBUS_TYPE_INVALID);
    append_empty_options(call);
    const char *path = take_path(reply_to(connection, call, argv[0]), argv[0]);
    call = new_call(argv[0], path, VIEW_CONTROLLER, "LoadViewIfNeeded");
    append_empty_options(call);
    dbus_message_unref(reply_to(connection, call, argv[0]));
    puts(path);
    disconnect(connection);
    return 0;
}
