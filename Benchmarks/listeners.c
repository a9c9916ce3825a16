/* Listening clients: their bytes are read from the sockets and discarded, because parsing a hundred copies of each
 * message would take more CPU time than the bus. */
#define _GNU_SOURCE
#include "listeners.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static void *drain(void *context) {
    static char buffer[1 << 16];
    enum { EVENTS = 64 };
    const Listeners *listeners = context;
    struct epoll_event events[EVENTS], event = {.events = EPOLLIN, .data.fd = listeners->stop};
    const int all = epoll_create1(EPOLL_CLOEXEC);
    epoll_ctl(all, EPOLL_CTL_ADD, listeners->stop, &event);
    for (int i = 0; i < listeners->count; i++) {
        int descriptor;
        dbus_connection_get_socket(listeners->connections[i], &descriptor);
        event.data.fd = descriptor;
        epoll_ctl(all, EPOLL_CTL_ADD, descriptor, &event);
    }
    for (;;) {
        const int count = epoll_wait(all, events, EVENTS, -1);
        for (int i = 0; i < count; i++) {
            if (events[i].data.fd == listeners->stop) {
                close(all);
                return NULL;
            }
            if (recv(events[i].data.fd, buffer, sizeof buffer, MSG_DONTWAIT) == 0) fail("listener", "the bus is gone");
        }
    }
}

void start_listeners(Listeners *listeners, const Service *services, int service_count, int each) {
    DBusError error = DBUS_ERROR_INIT;
    char rule[256];
    listeners->count = 0;
    listeners->stop = eventfd(0, EFD_CLOEXEC);
    if (listeners->stop < 0) fail("eventfd", strerror(errno));
    for (int i = 0; i < service_count; i++) {
        if (!services[i].controller) continue;
        snprintf(rule, sizeof rule, "type='signal',sender='%s'", services[i].name);
        for (int k = 0; k < each; k++) {
            DBusConnection *connection = connect_to_bus();
            dbus_bus_add_match(connection, rule, &error);
            if (dbus_error_is_set(&error)) fail(services[i].label, error.message);
            listeners->connections[listeners->count++] = connection;
        }
    }
    const int status = pthread_create(&listeners->thread, NULL, drain, listeners);
    if (status) fail("thread", strerror(status));
}

void stop_listeners(Listeners *listeners) {
    const uint64_t one = 1;
    if (write(listeners->stop, &one, sizeof one) != sizeof one) fail("eventfd", strerror(errno));
    pthread_join(listeners->thread, NULL);
    close(listeners->stop);
    for (int i = 0; i < listeners->count; i++) disconnect(listeners->connections[i]);
}
