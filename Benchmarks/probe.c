/* A client that makes a call every millisecond. */
#define _GNU_SOURCE
#include "probe.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PERIOD = 1000 };

static DBusMessage *next_call(const Probe *probe) {
    const char *interface = TAB_BAR_CONTROLLER, *property = "SelectedIndex";
    if (!probe->name) return new_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "GetId");
    DBusMessage *call = new_call(probe->name, probe->controller, DBUS_INTERFACE_PROPERTIES, "Get");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    return call;
}

static void note(Probe *probe, double begin, double end) {
    if (probe->count == probe->room) {
        probe->room = probe->room ? 2 * probe->room : 1 << 12;
        probe->begin = realloc(probe->begin, probe->room * sizeof(double));
        probe->end = realloc(probe->end, probe->room * sizeof(double));
        if (!probe->begin || !probe->end) fail("allocate", "out of memory");
    }
    probe->begin[probe->count] = begin;
    probe->end[probe->count++] = end;
}

static void *call_on(void *context) {
    Probe *probe = context;
    DBusConnection *connection = connect_to(probe->address);
    while (!atomic_load(&probe->is_over)) {
        DBusMessage *call = next_call(probe);
        const double begin = now();
        dbus_message_unref(reply_within(connection, call, probe->name ? probe->name : "the bus", PATIENCE));
        const double end = now();
        note(probe, begin, end);
        atomic_store(&probe->is_ready, true);
        if (end - begin < PERIOD) usleep((useconds_t)(PERIOD - (end - begin)));
    }
    disconnect(connection);
    return NULL;
}

void start_probe(Probe *probe, const char *address, const char *name, const char *controller) {
    *probe = (Probe){.address = address, .name = name, .controller = controller};
    int error = pthread_create(&probe->thread, NULL, call_on, probe);
    if (error) fail("thread", strerror(error));
    while (!atomic_load(&probe->is_ready)) usleep(PERIOD);
}

void stop_probe(Probe *probe) {
    atomic_store(&probe->is_over, true);
    pthread_join(probe->thread, NULL);
}

void free_probe(Probe *probe) {
    free(probe->begin);
    free(probe->end);
}

double longest_wait(const Probe *probe) {
    double longest = 0;
    for (size_t i = 0; i < probe->count; i++) {
        if (probe->end[i] - probe->begin[i] > longest) longest = probe->end[i] - probe->begin[i];
    }
    return longest;
}

double longest_share(const Probe *probe, const Probe *bus) {
    double longest = 0;
    for (size_t i = 0; i < probe->count; i++) {
        double wait = probe->end[i] - probe->begin[i];
        for (size_t k = 0; k < bus->count; k++) {
            /* Shorter waits are the normal duration of a call. */
            if (bus->end[k] - bus->begin[k] < PERIOD) continue;
            const double from = bus->begin[k] > probe->begin[i] ? bus->begin[k] : probe->begin[i];
            const double to = bus->end[k] < probe->end[i] ? bus->end[k] : probe->end[i];
            if (to > from) wait -= to - from;
        }
        if (wait > longest) longest = wait;
    }
    return longest;
}
