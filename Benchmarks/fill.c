/* Creates many tab bar controllers with restoration identifiers on tabd. */
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>

/* Each one selects a different tab than the one before. */
static void tap(DBusConnection *connection, const char *name, const char *controller, uint32_t position) {
    char bar[256];
    snprintf(bar, sizeof bar, "%s/tab_bar", controller);
    dbus_message_unref(reply_to(connection, new_tap(name, bar, position), name));
}

int fill(int argc, char **argv) {
    if (argc != 4) return 64;
    const int controllers = atoi(argv[2]), tabs = atoi(argv[3]);
    char identifier[32];
    if (controllers < 1 || tabs < 1) return 64;
    DBusConnection *connection = connect_to_bus();
    for (int i = 0; i < controllers; i++) {
        snprintf(identifier, sizeof identifier, "desk-%d", i + 1);
        char *controller = create_tabs(connection, argv[0], argv[1], tabs, identifier);
        tap(connection, argv[0], controller, (uint32_t)(i % tabs));
        free(controller);
    }
    disconnect(connection);
    return 0;
}
