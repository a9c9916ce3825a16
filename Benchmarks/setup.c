/* Creates the objects that the other parts measure on tabd. */
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>

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

static char *create_of_types(DBusConnection *connection, const char *name, char **types, int count, bool is_transient) {
    const dbus_bool_t yes = TRUE;
    DBusMessageIter iter, dict;
    DBusMessage *call = new_call(name, ROOT, MANAGER, "CreateTabBarController");
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    if (count > 0) append_strings_option(&dict, "Types", types, count);
    if (is_transient) append_option(&dict, "DestroyWithCaller", DBUS_TYPE_BOOLEAN, "b", &yes);
    dbus_message_iter_close_container(&iter, &dict);
    return take_path(reply_to(connection, call, name), name);
}

int create(int argc, char **argv) {
    if (argc < 2) return 64;
    DBusConnection *connection = connect_to_bus();
    puts(create_of_types(connection, argv[0], argv + 1, argc - 1, false));
    disconnect(connection);
    return 0;
}

int keep(int argc, char **argv) {
    if (argc < 2) return 64;
    DBusConnection *connection = connect_to_bus();
    puts(create_of_types(connection, argv[0], argv + 1, argc - 1, true));
    fflush(stdout);
    while (dbus_connection_read_write_dispatch(connection, -1)) continue;
    return 0;
}

char *create_transient(DBusConnection *connection, const char *name) {
    return create_of_types(connection, name, NULL, 0, true);
}

void attach(DBusConnection *connection, const char *name, const char *controller) {
    DBusMessage *call = new_call(name, controller, WINDOW, "Attach");
    append_empty_options(call);
    dbus_message_unref(reply_to(connection, call, name));
}

char *create_loaded(DBusConnection *connection, const char *name, const char *type) {
    DBusMessage *call = new_call(name, ROOT, MANAGER, "CreateViewController");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &type, DBUS_TYPE_INVALID);
    append_empty_options(call);
    char *path = take_path(reply_to(connection, call, name), name);
    call = new_call(name, path, VIEW_CONTROLLER, "LoadViewIfNeeded");
    append_empty_options(call);
    dbus_message_unref(reply_to(connection, call, name));
    return path;
}

void set_tabs(DBusConnection *connection, const char *name, const char *tabs, char *const *controllers, int count) {
    const dbus_bool_t animated = FALSE;
    DBusMessage *call = new_call(name, tabs, TAB_BAR_CONTROLLER, "SetViewControllers");
    dbus_message_append_args(call, DBUS_TYPE_ARRAY, DBUS_TYPE_OBJECT_PATH, &controllers, count, DBUS_TYPE_BOOLEAN,
                             &animated, DBUS_TYPE_INVALID);
    append_empty_options(call);
    dbus_message_unref(reply_to(connection, call, name));
}

void set_tab(DBusConnection *connection, const char *name, const char *tabs, const char *controller) {
    set_tabs(connection, name, tabs, &(char *){(char *)controller}, 1);
}

DBusMessage *new_tap(const char *name, const char *bar, uint32_t position) {
    DBusMessage *call = new_call(name, bar, TAB_BAR, "TapItem");
    dbus_message_append_args(call, DBUS_TYPE_UINT32, &position, DBUS_TYPE_INVALID);
    append_empty_options(call);
    return call;
}

/* Appends the options and sends the call. Without an identifier the new object is destroyed with the connection. */
static char *create_kept(DBusConnection *connection, const char *name, DBusMessage *call, const char *identifier) {
    const dbus_bool_t yes = TRUE;
    DBusMessageIter iter, dict;
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    if (*identifier)
        append_option(&dict, "RestorationIdentifier", DBUS_TYPE_STRING, "s", &identifier);
    else
        append_option(&dict, "DestroyWithCaller", DBUS_TYPE_BOOLEAN, "b", &yes);
    dbus_message_iter_close_container(&iter, &dict);
    return take_path(reply_to(connection, call, name), name);
}

char *create_tabs(DBusConnection *connection, const char *name, const char *type, int count, const char *identifier) {
    char *controllers[MAX_TABS], text[64] = "";
    if (count > MAX_TABS) fail(name, "too many tabs");
    for (int i = 0; i < count; i++) {
        DBusMessage *call = new_call(name, ROOT, MANAGER, "CreateViewController");
        dbus_message_append_args(call, DBUS_TYPE_STRING, &type, DBUS_TYPE_INVALID);
        if (*identifier) snprintf(text, sizeof text, "%s.%d", identifier, i + 1);
        controllers[i] = create_kept(connection, name, call, text);
    }
    DBusMessage *call = new_call(name, ROOT, MANAGER, "CreateTabBarController");
    char *tabs = create_kept(connection, name, call, identifier);
    set_tabs(connection, name, tabs, controllers, count);
    for (int i = 0; i < count; i++) free(controllers[i]);
    return tabs;
}

int load(int argc, char **argv) {
    if (argc != 2) return 64;
    DBusConnection *connection = connect_to_bus();
    puts(create_loaded(connection, argv[0], argv[1]));
    disconnect(connection);
    return 0;
}

int show(int argc, char **argv) {
    const char *interface = WINDOW, *property = "AlwaysVisible";
    const dbus_bool_t yes = TRUE;
    DBusMessageIter iter, variant;
    if (argc != 2) return 64;
    DBusConnection *connection = connect_to_bus();
    DBusMessage *call = new_call(argv[0], argv[1], DBUS_INTERFACE_PROPERTIES, "Set");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_VARIANT, "b", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_BOOLEAN, &yes);
    dbus_message_iter_close_container(&iter, &variant);
    dbus_message_unref(reply_to(connection, call, argv[0]));
    disconnect(connection);
    return 0;
}

pid_t host_of(DBusConnection *connection, const char *name, const char *plugin) {
    const char *interface = PLUGIN, *property = "ProcessId";
    char path[256];
    dbus_uint32_t pid;
    DBusMessageIter iter, variant;
    snprintf(path, sizeof path, ROOT "/plugins/%s", plugin);
    DBusMessage *call = new_call(name, path, DBUS_INTERFACE_PROPERTIES, "Get");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    DBusMessage *reply = reply_to(connection, call, name);
    dbus_message_iter_init(reply, &iter);
    dbus_message_iter_recurse(&iter, &variant);
    if (dbus_message_iter_get_arg_type(&variant) != DBUS_TYPE_UINT32) fail(plugin, "ProcessId is no u");
    dbus_message_iter_get_basic(&variant, &pid);
    dbus_message_unref(reply);
    return (pid_t)pid;
}

int host(int argc, char **argv) {
    if (argc != 2) return 64;
    DBusConnection *connection = connect_to_bus();
    const pid_t pid = host_of(connection, argv[0], argv[1]);
    if (!pid) fail(argv[1], "it does not run");
    printf("%d\n", (int)pid);
    disconnect(connection);
    return 0;
}
