/* Sequential calls, one service after the other: CPU per call and how long an answer takes. */
#define _GNU_SOURCE
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum { GET, TAP, ACTION, KINDS } Kind;
static const char *const kind_names[KINDS] = {"Get", "TapItem", "SendAction"};
static const char *const reply_signatures[KINDS] = {"v", "b", ""};

typedef struct {
    const char *label, *name, *controller, *button;
    char *bar;
    pid_t pids[2]; /* the second is that of a plugin, or 0 */
    double *cpu[KINDS];     /* per round, in microseconds per call */
    double *latency[KINDS]; /* per call, in microseconds */
} Service;

static DBusMessage *call_of(const Service *service, Kind kind, uint32_t position) {
    const char *interface = TAB_BAR_CONTROLLER, *property = "SelectedIndex", *action = "primaryActionTriggered";
    const dbus_bool_t value = TRUE;
    const uint32_t view = 2;
    DBusMessageIter iter, variant;
    DBusMessage *call;
    switch (kind) {
    case GET:
        call = new_call(service->name, service->controller, DBUS_INTERFACE_PROPERTIES, "Get");
        dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
        return call;
    case TAP:
        call = new_call(service->name, service->bar, TAB_BAR, "TapItem");
        dbus_message_append_args(call, DBUS_TYPE_UINT32, &position, DBUS_TYPE_INVALID);
        break;
    default:
        call = new_call(service->name, service->button, VIEW_CONTROLLER, "SendAction");
        dbus_message_append_args(call, DBUS_TYPE_UINT32, &view, DBUS_TYPE_STRING, &action, DBUS_TYPE_INVALID);
        dbus_message_iter_init_append(call, &iter);
        dbus_message_iter_open_container(&iter, DBUS_TYPE_VARIANT, "b", &variant);
        dbus_message_iter_append_basic(&variant, DBUS_TYPE_BOOLEAN, &value);
        dbus_message_iter_close_container(&iter, &variant);
    }
    append_empty_options(call);
    return call;
}

/* An answer of the wrong kind would be fast and worth nothing: so every answer is looked at. */
static void check_reply(const Service *service, Kind kind, DBusMessage *reply) {
    DBusMessageIter iter, value;
    dbus_bool_t accepted = FALSE;
    check_signature(reply, reply_signatures[kind], service->label);
    dbus_message_iter_init(reply, &iter);
    if (kind == GET) {
        dbus_message_iter_recurse(&iter, &value);
        if (dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_INT64) fail(service->label, "SelectedIndex is no x");
    } else if (kind == TAP) {
        dbus_message_iter_get_basic(&iter, &accepted);
        if (!accepted) fail(service->label, "TapItem was refused");
    }
}

static void call_service(DBusConnection *connection, const Service *service, Kind kind, int count, double *latencies) {
    DBusError error = DBUS_ERROR_INIT;
    for (int i = 0; i < count; i++) {
        /* Every tap goes to the other tab, so every tap changes the selection. */
        DBusMessage *call = call_of(service, kind, (uint32_t)(i + 1) % 2);
        double begin = now();
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, CALL_TIMEOUT, &error);
        double end = now();
        if (!reply) fail(service->label, error.message);
        if (latencies) latencies[i] = end - begin;
        check_reply(service, kind, reply);
        dbus_message_unref(call);
        dbus_message_unref(reply);
    }
}

static double cpu_of(const Service *service) {
    return cpu_time(service->pids[0]) + (service->pids[1] ? cpu_time(service->pids[1]) : 0);
}

static Service parse_service(char *text) {
    Service service = {.label = strtok(text, ","), .name = strtok(NULL, ",")};
    const char *pid = strtok(NULL, ",");
    service.controller = strtok(NULL, ",");
    service.button = strtok(NULL, ",");
    if (!service.button) fail(text, "LABEL,NAME,PID[+PID],CONTROLLER,BUTTON was expected");
    const char *second = strchr(pid, '+');
    service.pids[0] = atoi(pid);
    if (second) service.pids[1] = atoi(second + 1);
    if (asprintf(&service.bar, "%s/tab_bar", service.controller) < 0) fail("allocate", "out of memory");
    return service;
}

int calls(int argc, char **argv) {
    if (argc < 3 || argc - 2 > MAX_SERVICES) return 64;
    int rounds = atoi(argv[0]), count = atoi(argv[1]), services = argc - 2;
    if (rounds < 1 || count < 1) return 64;
    Service service[MAX_SERVICES];
    DBusConnection *connection = connect_to_bus();

    for (int i = 0; i < services; i++) {
        service[i] = parse_service(argv[i + 2]);
        for (Kind kind = 0; kind < KINDS; kind++) {
            service[i].cpu[kind] = allocate((size_t)rounds, sizeof(double));
            service[i].latency[kind] = allocate((size_t)rounds * (size_t)count, sizeof(double));
            call_service(connection, &service[i], kind, WARM_UP, NULL);
        }
    }
    for (int round = 0; round < rounds; round++) {
        for (Kind kind = 0; kind < KINDS; kind++) {
            for (int i = 0; i < services; i++) {
                /* The first of one round is the last of the next: nobody always follows the same neighbour. */
                Service *one = &service[round % 2 ? services - 1 - i : i];
                double before = cpu_of(one);
                call_service(connection, one, kind, count, one->latency[kind] + (size_t)round * (size_t)count);
                one->cpu[kind][round] = (cpu_of(one) - before) / count;
            }
        }
        if (isatty(STDERR_FILENO)) fprintf(stderr, "\rround %d of %d", round + 1, rounds);
    }
    if (isatty(STDERR_FILENO)) fputs("\r                    \r", stderr);
    for (Kind kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < services; i++) {
            print_result(service[i].label, kind_names[kind], service[i].cpu[kind], rounds, service[i].latency[kind],
                         (size_t)rounds * (size_t)count);
        }
    }
    disconnect(connection);
    return 0;
}
