/* The cost of saving a tap: taps on several tabd, each on its own bus, and commits by SQLite alone. */
#define _GNU_SOURCE
#include "bench.h"
#include "commits.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABS = 5, IN_FLIGHT = 64 };
typedef enum { ALONE, IN_A_ROW, KINDS } Kind;
static const char *const kind_names[KINDS] = {"TapItem", "in a row"};

typedef struct {
    const char *label;
    DBusConnection *connection; /* NULL: SQLite alone */
    char *controller, *bar;
    Commits *commits;
    pid_t pid;
    uint32_t position;
    double *cpu[KINDS], *rate[KINDS]; /* per round */
    double *latency;                  /* per tap, one by one */
} Service;

static const char *const service_name = "org.tabd.Tabs1";

/* Every tap is on a different tab, so every tap changes the selection. */
static DBusMessage *next_tap(Service *service) {
    service->position = (service->position + 1) % TABS;
    return new_tap(service_name, service->bar, service->position);
}

static void check_tap(const Service *service, DBusMessage *reply) {
    DBusError error = DBUS_ERROR_INIT;
    dbus_bool_t accepted = FALSE;
    if (dbus_set_error_from_message(&error, reply)) fail(service->label, error.message);
    check_signature(reply, "b", service->label);
    dbus_message_get_args(reply, NULL, DBUS_TYPE_BOOLEAN, &accepted, DBUS_TYPE_INVALID);
    if (!accepted) fail(service->label, "TapItem was refused");
    dbus_message_unref(reply);
}

static void run_alone(Service *service, int count, double *latencies) {
    for (int i = 0; i < count; i++) {
        const double begin = now();
        if (service->connection)
            check_tap(service, reply_to(service->connection, next_tap(service), service->label));
        else
            commit_row(service->commits);
        if (latencies) latencies[i] = now() - begin;
    }
}

/* The number of calls in flight. */
static void run_in_a_row(Service *service, int count) {
    DBusPendingCall *calls[IN_FLIGHT];
    for (int i = 0; i < count + IN_FLIGHT; i++) {
        DBusPendingCall **call = &calls[i % IN_FLIGHT];
        if (i >= IN_FLIGHT) {
            dbus_pending_call_block(*call);
            check_tap(service, dbus_pending_call_steal_reply(*call));
            dbus_pending_call_unref(*call);
        }
        if (i >= count) continue;
        DBusMessage *tap = next_tap(service);
        if (!dbus_connection_send_with_reply(service->connection, tap, call, call_timeout) || !*call)
            fail(service->label, "the tap can't be sent");
        dbus_message_unref(tap);
    }
}

static void run(Service *service, Kind kind, int count, int round) {
    if (kind == IN_A_ROW && !service->connection) return;
    const double cpu = cpu_time(service->pid), begin = now();
    if (kind == ALONE)
        run_alone(service, count, service->latency + (size_t)round * (size_t)count);
    else
        run_in_a_row(service, count);
    service->rate[kind][round] = count / (now() - begin) * 1e6;
    service->cpu[kind][round] = (cpu_time(service->pid) - cpu) / count;
}

static void open_tabd(Service *service, char *text, const char *type) {
    service->label = strtok(text, ",");
    const char *address = strtok(NULL, ","), *pid = strtok(NULL, ","), *identifier = strtok(NULL, ",");
    if (!pid) fail(text, "LABEL,ADDRESS,PID[,IDENTIFIER] was expected");
    service->pid = atoi(pid);
    service->connection = connect_to(address);
    service->controller = create_tabs(service->connection, service_name, type, TABS, identifier ? identifier : "");
    if (asprintf(&service->bar, "%s/tab_bar", service->controller) < 0) fail("allocate", "out of memory");
}

static void print_rate(const Service *service, int rounds) {
    printf("%s\t%s\t%.2f\t", service->label, kind_names[IN_A_ROW],
           quantile(service->cpu[IN_A_ROW], (size_t)rounds, 0.5));
    const double median = quantile(service->rate[IN_A_ROW], (size_t)rounds, 0.5);
    printf("%.0f\t%.0f\n", median, service->rate[IN_A_ROW][0]);
}

int taps(int argc, char **argv) {
    static const char *const synchronous[] = {"OFF", "NORMAL", "FULL"};
    static const char *const labels[] = {"SQLite, OFF", "SQLite, NORMAL", "SQLite, FULL"};
    enum { PEERS = 3 };
    if (argc < 5 || argc - 4 > MAX_SERVICES - PEERS) return 64;
    const int rounds = atoi(argv[0]), count = atoi(argv[1]), daemons = argc - 4, services = daemons + PEERS;
    if (rounds < 1 || count < 1) return 64;
    Service service[MAX_SERVICES] = {0};

    for (int i = 0; i < services; i++) {
        Service *one = &service[i];
        if (i < daemons) {
            open_tabd(one, argv[i + 4], argv[3]);
        } else {
            one->label = labels[i - daemons];
            one->pid = getpid();
            one->commits = open_commits(argv[2], strrchr(service[0].controller, '/') + 1, synchronous[i - daemons]);
        }
        for (Kind kind = 0; kind < KINDS; kind++) {
            one->cpu[kind] = allocate((size_t)rounds, sizeof(double));
            one->rate[kind] = allocate((size_t)rounds, sizeof(double));
        }
        one->latency = allocate((size_t)rounds * (size_t)count, sizeof(double));
        run_alone(one, warm_up_calls() / 4, NULL);
    }
    for (int round = 0; round < rounds; round++) {
        for (Kind kind = 0; kind < KINDS; kind++) {
            for (int i = 0; i < services; i++) run(&service[round % 2 ? services - 1 - i : i], kind, count, round);
        }
    }
    for (int i = 0; i < services; i++) {
        print_result(service[i].label, kind_names[ALONE], service[i].cpu[ALONE], rounds, service[i].latency,
                     (size_t)rounds * (size_t)count);
        if (i < daemons) print_rate(&service[i], rounds);
    }
    printf("row\tbytes\t-\t%zu\t%zu\n", row_bytes(service[daemons].commits), row_bytes(service[daemons].commits));
    for (int i = daemons; i < services; i++) close_commits(service[i].commits);
    for (int i = 0; i < daemons; i++) disconnect(service[i].connection);
    return 0;
}
