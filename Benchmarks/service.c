/* The calls to a service, and validation of its replies. */
#define _GNU_SOURCE
#include "service.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *reply_signature;
} kinds[KINDS] = {
    [GET] = {"Get", "v"},
    [GET_ALL] = {"GetAll", "a{sv}"},
    [OBJECTS] = {"GetManagedObjects", "a{oa{sa{sv}}}"},
    [TAP_OBJECTS] = {"the same and a tap", "a{oa{sa{sv}}}"},
    [TAP] = {"TapItem", "b"},
    [TAP_1] = {"TapItem, 1", "b"},
    [TAP_100] = {"TapItem, 100", "b"},
    [DELEGATE] = {"TapItem, asked", "b"},
    [ACTION] = {"SendAction", ""},
};

const char *name_of_kind(Kind kind) { return kinds[kind].name; }

Service parse_service(char *text) {
    Service service = {.label = strtok(text, ","), .name = strtok(NULL, ",")};
    const char *pid = strtok(NULL, ",");
    service.controller = strtok(NULL, ",");
    service.button = strtok(NULL, ",");
    if (!service.button) fail(text, "LABEL,NAME,PID[+PID],CONTROLLER,BUTTON was expected");
    if (*service.controller == '-') service.controller = NULL;
    service.is_private = strcmp(service.button, "private") == 0;
    if (*service.button == '-' || service.is_private) service.button = NULL;
    if (!service.controller && !service.button) {
        if (*service.name == '/')
            service.control = start_control(service.name);
        else
            service.interface = service.name;
    }
    const char *second = strchr(pid, '+');
    service.pids[0] = atoi(pid);
    if (second) service.pids[1] = atoi(second + 1);
    if (service.controller && asprintf(&service.bar, "%s/tab_bar", service.controller) < 0)
        fail("allocate", "out of memory");
    return service;
}

void connect_service(Service *service, DBusConnection *bus) {
    DBusError error = DBUS_ERROR_INIT;
    const char *address, *token;
    service->connection = bus;
    if (!service->is_private) return;
    DBusMessage *reply = reply_to(bus, new_call(service->name, ROOT, MANAGER, "OpenConnection"), service->label);
    check_signature(reply, "s", service->label);
    dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &address, DBUS_TYPE_INVALID);
    service->connection = dbus_connection_open_private(address, &error);
    if (!service->connection) fail(address, error.message);
    token = strstr(address, "token=");
    if (!token) fail(address, "the address has no token");
    token += strlen("token=");
    DBusMessage *hello = new_call(NULL, ROOT, PRIVATE_CONNECTION, "Hello");
    dbus_message_append_args(hello, DBUS_TYPE_STRING, &token, DBUS_TYPE_INVALID);
    dbus_message_unref(reply_to(service->connection, hello, service->label));
    dbus_message_unref(reply);
}

void disconnect_service(Service *service) {
    if (service->is_private) disconnect(service->connection);
    service->connection = NULL;
}

bool has_kind(const Service *service, Kind kind) {
    if (service->interface || service->is_private) return kind == GET;
    if (service->control) return kind == TAP;
    return kind == ACTION ? service->button != NULL : service->controller != NULL;
}

static DBusMessage *new_action(const Service *service) {
    const char *action = "primaryActionTriggered";
    const dbus_bool_t value = TRUE;
    const uint32_t view = 2;
    DBusMessageIter iter, variant;
    DBusMessage *call = new_call(service->name, service->button, VIEW_CONTROLLER, "SendAction");
    dbus_message_append_args(call, DBUS_TYPE_UINT32, &view, DBUS_TYPE_STRING, &action, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_VARIANT, "b", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_BOOLEAN, &value);
    dbus_message_iter_close_container(&iter, &variant);
    append_empty_options(call);
    return call;
}

DBusMessage *call_of(Service *service, Kind kind) {
    const char *interface = TAB_BAR_CONTROLLER, *property = "SelectedIndex";
    DBusMessage *call;
    if (service->interface) return new_call(service->name, "/kded", service->interface, "loadedModules");
    switch (kind) {
        case GET:
            call = new_call(service->name, service->controller, DBUS_INTERFACE_PROPERTIES, "Get");
            dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
            return call;
        case GET_ALL:
            call = new_call(service->name, service->controller, DBUS_INTERFACE_PROPERTIES, "GetAll");
            dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_INVALID);
            return call;
        case OBJECTS:
        case TAP_OBJECTS: return new_call(service->name, ROOT, OBJECT_MANAGER, "GetManagedObjects");
        case ACTION: return new_action(service);
        default: return new_tap(service->name, service->bar, ++service->taps % 2);
    }
}

DBusMessage *before_call_of(Service *service, Kind kind) {
    if (kind != TAP_OBJECTS) return NULL;
    DBusMessage *tap = call_of(service, TAP);
    dbus_message_set_no_reply(tap, TRUE);
    return tap;
}

void check_reply(const Service *service, Kind kind, DBusMessage *reply) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessageIter iter, value;
    dbus_bool_t accepted = FALSE;
    if (dbus_set_error_from_message(&error, reply)) fail(service->label, error.message);
    check_signature(reply, service->interface ? "as" : kinds[kind].reply_signature, service->label);
    dbus_message_iter_init(reply, &iter);
    if (kind == GET && !service->interface) {
        dbus_message_iter_recurse(&iter, &value);
        if (dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_INT64) fail(service->label, "SelectedIndex is no x");
    } else if (dbus_message_iter_get_arg_type(&iter) == DBUS_TYPE_BOOLEAN) {
        dbus_message_iter_get_basic(&iter, &accepted);
        if (!accepted) fail(service->label, "TapItem was refused");
    }
    dbus_message_unref(reply);
}
