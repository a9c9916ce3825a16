/* A delegate with its own thread and connection. */
#define _GNU_SOURCE
#include "delegate.h"
#include <string.h>
#include <unistd.h>

#define DELEGATE "org.tabd.Tabs1.TabBarControllerDelegate"

enum { TURN = 50 };

static void answer(Delegate *delegate, DBusMessage *call) {
    const dbus_bool_t yes = TRUE;
    DBusMessage *reply = dbus_message_new_method_return(call);
    if (!reply) fail("delegate", "out of memory");
    check_signature(call, "oo", "ShouldSelectViewController");
    dbus_message_append_args(reply, DBUS_TYPE_BOOLEAN, &yes, DBUS_TYPE_INVALID);
    dbus_connection_send(delegate->connection, reply, NULL);
    dbus_connection_flush(delegate->connection);
    dbus_message_unref(reply);
    atomic_fetch_add(&delegate->asked, 1);
}

static void *serve(void *context) {
    Delegate *delegate = context;
    while (!atomic_load(&delegate->is_over)) {
        DBusMessage *message;
        dbus_connection_read_write(delegate->connection, TURN);
        while ((message = dbus_connection_pop_message(delegate->connection))) {
            if (dbus_message_is_method_call(message, DELEGATE, "ShouldSelectViewController"))
                answer(delegate, message);
            else if (dbus_message_is_method_call(message, DELEGATE, "DidSelectViewController"))
                atomic_fetch_add(&delegate->notified, 1);
            dbus_message_unref(message);
        }
    }
    return NULL;
}

void start_delegate(Delegate *delegate, const Service *services, int service_count) {
    const char *object = "/org/tabd/Benchmark/delegate";
    *delegate = (Delegate){.connection = connect_to_bus()};
    for (int i = 0; i < service_count; i++) {
        if (!services[i].controller) continue;
        DBusMessage *call = new_call(services[i].name, services[i].controller, TAB_BAR_CONTROLLER, "SetDelegate");
        dbus_message_append_args(call, DBUS_TYPE_OBJECT_PATH, &object, DBUS_TYPE_INVALID);
        append_empty_options(call);
        dbus_message_unref(reply_to(delegate->connection, call, services[i].label));
    }
    const int status = pthread_create(&delegate->thread, NULL, serve, delegate);
    if (status) fail("thread", strerror(status));
}

void stop_delegate(Delegate *delegate, unsigned taps) {
    const double deadline = now() + call_timeout * 1e3;
    while (atomic_load(&delegate->notified) < taps && now() < deadline) usleep(TURN * 1000);
    if (atomic_load(&delegate->asked) != taps || atomic_load(&delegate->notified) != taps)
        fail("delegate", "it did not receive every call");
    atomic_store(&delegate->is_over, true);
    pthread_join(delegate->thread, NULL);
    disconnect(delegate->connection);
}
