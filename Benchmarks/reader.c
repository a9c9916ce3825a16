/* A second client that only makes calls. */
#include "reader.h"
#include <stdlib.h>
#include <string.h>

static DBusMessage *new_get(const Reader *reader, bool of_tabs) {
    const char *interface = of_tabs ? TAB_BAR_CONTROLLER : VIEW_CONTROLLER;
    const char *property = of_tabs ? "SelectedIndex" : "State";
    DBusMessage *call =
        new_call(reader->name, of_tabs ? reader->tabs : reader->controller, DBUS_INTERFACE_PROPERTIES, "Get");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    return call;
}

static void note(Reader *reader, Phase phase, double latency) {
    if (reader->count[phase] == reader->room[phase]) {
        reader->room[phase] = reader->room[phase] ? 2 * reader->room[phase] : 1 << 14;
        reader->latency[phase] = realloc(reader->latency[phase], reader->room[phase] * sizeof(double));
        if (!reader->latency[phase]) fail("allocate", "out of memory");
    }
    reader->latency[phase][reader->count[phase]++] = latency;
}

static void *read_on(void *context) {
    Reader *reader = context;
    DBusConnection *connection = connect_to_bus();
    for (unsigned turn = 0; !atomic_load(&reader->is_over); turn++) {
        DBusMessage *call = new_get(reader, turn % 2);
        const Phase before = (Phase)atomic_load(&reader->phase);
        const double begin = now();
        DBusMessage *reply = reply_to(connection, call, reader->name);
        const double end = now();
        const Phase after = (Phase)atomic_load(&reader->phase);
        check_signature(reply, "v", reader->name);
        dbus_message_unref(reply);
        /* A call in flight at the time of the fault also counts. */
        note(reader, after == DISTURBED ? after : before, end - begin);
    }
    disconnect(connection);
    return NULL;
}

void start_reader(Reader *reader, const char *name, const char *tabs, const char *controller) {
    *reader = (Reader){.name = name, .tabs = tabs, .controller = controller};
    int error = pthread_create(&reader->thread, NULL, read_on, reader);
    if (error) fail("thread", strerror(error));
}

void stop_reader(Reader *reader) {
    atomic_store(&reader->is_over, true);
    pthread_join(reader->thread, NULL);
}

void free_reader(Reader *reader) {
    for (int phase = 0; phase < PHASES; phase++) free(reader->latency[phase]);
}
