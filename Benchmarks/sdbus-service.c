/* The third peer: the same calls on sd-bus, with vtables as in its documentation.
 *
 * Usage: sdbus-service NAME [SNAPSHOT CONTROLLER]
 *
 * sd-bus's own GetManagedObjects would include interfaces that tabd leaves out. So this service replies to it itself, with
 * the objects of the snapshot (see snapshot.c). */
#include "sdbus-service.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int check(int result) {
    if (result < 0) {
        fprintf(stderr, "sdbus-service: %s\n", strerror(-result));
        exit(1);
    }
    return result;
}

void append_value(sd_bus_message *message, const Value *value) {
    switch (value->type) {
        case 's':
        case 'o':
        case 'g': check(sd_bus_message_append_basic(message, value->type, value->as.string)); return;
        case 'a':
        case 'v': check(sd_bus_message_open_container(message, value->type, value->signature)); break;
        case 'r':
        case 'e': check(sd_bus_message_open_container(message, value->type, value->signature)); break;
        default: check(sd_bus_message_append_basic(message, value->type, &value->as)); return;
    }
    for (uint32_t i = 0; i < value->count; i++) append_value(message, &value->as.children[i]);
    check(sd_bus_message_close_container(message));
}

static int answer_root(sd_bus_message *call, void *objects, sd_bus_error *error) {
    sd_bus_message *reply;
    (void)error;
    if (!sd_bus_message_is_method_call(call, MANAGER, "GetManagedObjects")) return 0;
    check(sd_bus_message_new_method_return(call, &reply));
    append_value(reply, objects);
    check(sd_bus_send(NULL, reply, NULL));
    sd_bus_message_unref(reply);
    return 1;
}

int main(int argc, char **argv) {
    sd_bus *bus;
    if (argc != 2 && argc != 4) {
        fputs("usage: sdbus-service NAME [SNAPSHOT CONTROLLER]\n", stderr);
        return 64;
    }
    TabState state = read_tab_state(argc == 4 ? argv[2] : NULL, argc == 4 ? argv[3] : NULL);
    check(sd_bus_open_user(&bus));
    export_tabs(bus, &state);
    export_view_controller(bus, state.controller);
    check(sd_bus_add_object(bus, NULL, ROOT, answer_root, state.objects));
    check(sd_bus_request_name(bus, argv[1], 0));
    for (;;) {
        if (check(sd_bus_process(bus, NULL)) == 0) check(sd_bus_wait(bus, UINT64_MAX));
    }
}
