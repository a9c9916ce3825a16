/* Calls to each service in turn: CPU per call and latency, one by one and in flight. */
#define _GNU_SOURCE
#include "calls.h"
#include "delegate.h"
#include "listeners.h"
#include "same.h"
#include "service.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_ON_THEIR_WAY = 64,
    /* The maximum numbers of taps that wait for one delegate, and of GetManagedObjects replies for one client. */
    MOST_QUESTIONS = 16,
    MOST_OBJECTS = 4
};

static bool is_all, is_get;
/* The number of taps with a question to the delegate. */
static unsigned asked;

static bool is_wanted(const Service *service, Kind kind) {
    return has_kind(service, kind) && (is_all || kind == GET || (!is_get && (kind == TAP || kind == ACTION)));
}

/* Calls with long replies or a hundred listeners are made less often. */
static int count_of(Kind kind, int count) {
    const int divisor = kind == TAP_100 ? 20 : kind == OBJECTS || kind == TAP_OBJECTS ? 4 : kind == DELEGATE ? 2 : 1;
    return count / divisor > 0 ? count / divisor : 1;
}

static void send_before(Service *service, Kind kind) {
    DBusMessage *message = before_call_of(service, kind);
    if (!message) return;
    if (!dbus_connection_send(service->connection, message, NULL)) fail(service->label, "the call can't be sent");
    dbus_message_unref(message);
}

static void call_one_by_one(Service *service, Kind kind, int count, double *latencies) {
    for (int i = 0; i < count; i++) {
        DBusMessage *call = call_of(service, kind);
        const double begin = now();
        send_before(service, kind);
        DBusMessage *reply = reply_to(service->connection, call, service->label);
        if (latencies) latencies[i] = now() - begin;
        check_reply(service, kind, reply);
    }
}

static int most_of(Kind kind) {
    if (kind == OBJECTS || kind == TAP_OBJECTS) return MOST_OBJECTS;
    return kind == DELEGATE ? MOST_QUESTIONS : MOST_ON_THEIR_WAY;
}

static void call_in_flight(Service *service, Kind kind, int count, double *latencies) {
    struct {
        DBusPendingCall *call;
        double begin;
    } flights[MOST_ON_THEIR_WAY];
    const int most = most_of(kind);
    for (int i = 0; i < count + most; i++) {
        const int place = i % most;
        if (i >= most && i - most < count) {
            dbus_pending_call_block(flights[place].call);
            if (latencies) latencies[i - most] = now() - flights[place].begin;
            check_reply(service, kind, dbus_pending_call_steal_reply(flights[place].call));
            dbus_pending_call_unref(flights[place].call);
        }
        if (i >= count) continue;
        DBusMessage *call = call_of(service, kind);
        flights[place].begin = now();
        send_before(service, kind);
        if (!dbus_connection_send_with_reply(service->connection, call, &flights[place].call, call_timeout) ||
            !flights[place].call)
            fail(service->label, "the call can't be sent");
        dbus_message_unref(call);
    }
}

void call_service(Service *service, Kind kind, Mode mode, int count, double *latencies) {
    if (kind == DELEGATE) asked += (unsigned)count;
    if (service->control)
        select_windows(service->control, count, mode == ONE_BY_ONE ? 1 : MOST_ON_THEIR_WAY, latencies);
    else if (mode == ONE_BY_ONE)
        call_one_by_one(service, kind, count, latencies);
    else
        call_in_flight(service, kind, count, latencies);
}

static double cpu_of(const Service *service) {
    return cpu_time(service->pids[0]) + (service->pids[1] ? cpu_time(service->pids[1]) : 0);
}

static void measure(Service *service, Kind kind, Mode mode, int count, int round) {
    const double before = cpu_of(service);
    call_service(service, kind, mode, count, service->latency[mode][kind] + (size_t)round * (size_t)count);
    service->cpu[mode][kind][round] = (cpu_of(service) - before) / count;
}

static void warm_up(Service *service, Kind kind, int rounds, int count) {
    for (Mode mode = 0; mode < MODES; mode++) {
        service->cpu[mode][kind] = allocate((size_t)rounds, sizeof(double));
        service->latency[mode][kind] = allocate((size_t)rounds * (size_t)count, sizeof(double));
        call_service(service, kind, mode, count < warm_up_calls() ? count : warm_up_calls(), NULL);
    }
}

static void run_kinds(Service *service, int services, Kind from, Kind to, int rounds, int count) {
    for (Kind kind = from; kind <= to; kind++) {
        for (int i = 0; i < services; i++) {
            if (is_wanted(&service[i], kind)) warm_up(&service[i], kind, rounds, count_of(kind, count));
        }
    }
    for (int round = 0; round < rounds; round++) {
        for (Kind kind = from; kind <= to; kind++) {
            for (int i = 0; i < services * MODES; i++) {
                /* Every other round runs in reverse order, so that no service always follows the same neighbour. */
                const int place = i % services;
                Service *one = &service[round % 2 ? services - 1 - place : place];
                if (is_wanted(one, kind)) measure(one, kind, (Mode)(i / services), count_of(kind, count), round);
            }
        }
    }
}

static void print_row(Service *service, Kind kind, int rounds, int count) {
    const size_t all = (size_t)rounds * (size_t)count;
    printf("%s\t%s", service->label, name_of_kind(kind));
    for (Mode mode = 0; mode < MODES; mode++)
        printf("\t%.2f\t%.1f\t%.1f", quantile(service->cpu[mode][kind], (size_t)rounds, 0.5),
               quantile(service->latency[mode][kind], all, 0.5), quantile(service->latency[mode][kind], all, 0.99));
    putchar('\n');
}

/* Prints lines of tab-separated values: label, call, then one by one and in flight: CPU per call of the median round,
 * median and 99th percentile of the latencies. With `few`, only Get, TapItem and SendAction, with `get` only Get. A
 * private connection gets the signals of all taps, and must be measured with `get`. */
int calls(int argc, char **argv) {
    if (argc < 4 || argc - 3 > MAX_SERVICES) return 64;
    const int rounds = atoi(argv[1]), count = atoi(argv[2]), services = argc - 3;
    is_all = strcmp(argv[0], "all") == 0;
    is_get = strcmp(argv[0], "get") == 0;
    if (rounds < 1 || count < 1) return 64;
    static Service service[MAX_SERVICES];
    static Listeners listeners;
    Delegate delegate;
    DBusConnection *connection = connect_to_bus();
    for (int i = 0; i < services; i++) {
        service[i] = parse_service(argv[i + 3]);
        connect_service(&service[i], connection);
    }

    if (is_all) check_same(connection, service, services);
    run_kinds(service, services, GET, ACTION, rounds, count);
    if (is_all) {
        start_listeners(&listeners, service, services, 1);
        run_kinds(service, services, TAP_1, TAP_1, rounds, count);
        stop_listeners(&listeners);
        start_listeners(&listeners, service, services, MAX_LISTENERS);
        run_kinds(service, services, TAP_100, TAP_100, rounds, count);
        stop_listeners(&listeners);
        start_delegate(&delegate, service, services);
        run_kinds(service, services, DELEGATE, DELEGATE, rounds, count);
        stop_delegate(&delegate, asked);
    }
    for (Kind kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < services; i++) {
            if (is_wanted(&service[i], kind)) print_row(&service[i], kind, rounds, count_of(kind, count));
        }
    }
    if (is_all) print_tap();
    for (int i = 0; i < services; i++) {
        if (service[i].control) stop_control(service[i].control);
        disconnect_service(&service[i]);
    }
    disconnect(connection);
    return 0;
}
