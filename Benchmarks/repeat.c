/* Calls of one client, as lines of the standard input name them. Each line is answered with one line after it is done:
 *
 *   tabs TYPE COUNT          create a tab bar controller with tabs of the type, and call it from now on: its path
 *   button TYPE              create a view controller with a button, and send it actions from now on: its path
 *   fill TYPE COUNT TABS     create this many more tab bar controllers: their number
 *   call KIND COUNT          calls one by one, by the names of service.c, or tap+objects: their number
 *   flight KIND COUNT        the same calls in flight
 *   update COUNT             updates of one label of 200 views, up to ViewChanged at another client
 *   objects                  the bytes of the body of GetManagedObjects
 *   signals                  the bytes of the signals of a tap
 *
 * So a script can read the state of the service between two lines. All objects leave with this client. */
#define _GNU_SOURCE
#include "calls.h"
#include "same.h"
#include "views.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Service service;

static Kind kind_of(const char *name) {
    if (strcmp(name, "tap+objects") == 0) return TAP_OBJECTS;
    for (Kind kind = 0; kind < KINDS; kind++) {
        if (strcmp(name_of_kind(kind), name) == 0 && has_kind(&service, kind)) return kind;
    }
    fail(name, "it is not a kind of call to these objects");
}

static const char *open_tabs(const char *type, int count) {
    service.controller = create_tabs(service.connection, service.name, type, count, "");
    if (asprintf(&service.bar, "%s/tab_bar", service.controller) < 0) fail("allocate", "out of memory");
    return service.controller;
}

static size_t bytes_of_objects(void) {
    size_t body;
    DBusMessage *reply = get_managed_objects(service.connection, service.name);
    message_bytes(reply, &body);
    dbus_message_unref(reply);
    return body;
}

/* Does what a line says, and prints the answer; returns whether the line is valid. */
static bool obey(const char *line) {
    static bool has_views;
    char word[256];
    int count, tabs;
    if (sscanf(line, "tabs %255s %d", word, &count) == 2) {
        puts(open_tabs(word, count));
    } else if (sscanf(line, "button %255s", word) == 1) {
        service.button = create_loaded(service.connection, service.name, word);
        puts(service.button);
    } else if (sscanf(line, "fill %255s %d %d", word, &count, &tabs) == 3) {
        for (int i = 0; i < count; i++) free(create_tabs(service.connection, service.name, word, tabs, ""));
        printf("%d\n", count);
    } else if (sscanf(line, "call %255s %d", word, &count) == 2) {
        call_service(&service, kind_of(word), ONE_BY_ONE, count, NULL);
        printf("%d\n", count);
    } else if (sscanf(line, "flight %255s %d", word, &count) == 2) {
        call_service(&service, kind_of(word), IN_FLIGHT, count, NULL);
        printf("%d\n", count);
    } else if (sscanf(line, "update %d", &count) == 1) {
        if (!has_views) open_views(service.name);
        has_views = true;
        update_views(count);
        printf("%d\n", count);
    } else if (strcmp(line, "objects\n") == 0) {
        printf("%zu\n", bytes_of_objects());
    } else if (strcmp(line, "signals\n") == 0) {
        printf("%zu\n", bytes_of_taps(&service));
    } else {
        return false;
    }
    fflush(stdout);
    return true;
}

int repeat(int argc, char **argv) {
    char line[512];
    if (argc != 1) return 64;
    /* The service may run under valgrind, on a loaded machine. */
    call_timeout = PATIENCE;
    service = (Service){.label = argv[0], .name = argv[0], .connection = connect_to_bus()};
    while (fgets(line, sizeof line, stdin)) {
        if (!obey(line)) fail(line, "unknown line");
    }
    disconnect(service.connection);
    return 0;
}
