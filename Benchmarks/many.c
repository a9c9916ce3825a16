/* One tab bar controller among thousands: a tap, memory, GetManagedObjects of all, and the wait of other clients.
 *
 * Two tabd run, each on its own bus: the first has a single tab bar controller with five tabs, the second many. The bus
 * of the second also has the libdbus service with the same objects. */
#define _GNU_SOURCE
#include "bench.h"
#include "probe.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABS = 5, MAX_ARGUMENTS = 16, LONG_TIMEOUT = 60000 };
/* Time in microseconds. */
enum { SETTLE = 2000000, LEAD = 20000 };

static const char *const tabd_name = "org.tabd.Tabs1";

typedef struct {
    const char *label, *name, *address;
    DBusConnection *connection;
    char *controller, *bar;
    pid_t pid;
    uint32_t position;
    double *tap_cpu, *tap_latency, *cpu, *latency; /* per round, per tap; per round of GetManagedObjects */
    double *longest, *share, *bus;                 /* per round: waits of other clients */
    size_t body;                                   /* bytes of GetManagedObjects */
} Service;

static void check_tap(const Service *service, DBusMessage *reply) {
    dbus_bool_t accepted = FALSE;
    check_signature(reply, "b", service->label);
    dbus_message_get_args(reply, NULL, DBUS_TYPE_BOOLEAN, &accepted, DBUS_TYPE_INVALID);
    if (!accepted) fail(service->label, "TapItem was refused");
    dbus_message_unref(reply);
}

/* Every tap is on a different tab, so every tap changes the selection. */
static void tap_often(Service *service, int count, int tabs, double *latencies) {
    for (int i = 0; i < count; i++) {
        service->position = (service->position + 1) % (uint32_t)tabs;
        DBusMessage *tap = new_tap(service->name, service->bar, service->position);
        const double begin = now();
        check_tap(service, reply_to(service->connection, tap, service->label));
        if (latencies) latencies[i] = now() - begin;
    }
}

static char *create_one(Service *service, const char *type) {
    return create_tabs(service->connection, service->name, type, TABS, "");
}

static void open_service(Service *service, size_t rounds, size_t taps) {
    service->connection = connect_to(service->address);
    if (service->controller && asprintf(&service->bar, "%s/tab_bar", service->controller) < 0)
        fail("allocate", "out of memory");
    service->tap_cpu = allocate(rounds, sizeof(double));
    service->tap_latency = allocate(rounds * taps, sizeof(double));
    service->cpu = allocate(rounds, sizeof(double));
    service->latency = allocate(rounds, sizeof(double));
    service->longest = allocate(rounds, sizeof(double));
    service->share = allocate(rounds, sizeof(double));
    service->bus = allocate(rounds, sizeof(double));
}

static void open_tabd(Service *service, char *text, const char *type, size_t rounds, size_t taps) {
    service->name = tabd_name;
    service->address = text;
    char *pid = strrchr(text, ',');
    if (!pid) fail(text, "expected ADDRESS,PID");
    *pid = 0;
    service->pid = (pid_t)atoi(pid + 1);
    open_service(service, rounds, taps);
    service->controller = create_one(service, type);
    if (asprintf(&service->bar, "%s/tab_bar", service->controller) < 0) fail("allocate", "out of memory");
}

/* Opens the libdbus service with the objects of the file. With `kept` it caches the reply with all of them. */
static void open_peer(Service *service, const Service *tabd, char **command, const char *file, const char *kept,
                      size_t rounds, size_t taps) {
    char *name;
    if (asprintf(&name, "%s%s%s", command[1], kept ? "." : "", kept ? kept : "") < 0) fail("allocate", "out of memory");
    service->name = name;
    service->address = tabd->address;
    service->controller = tabd->controller;
    open_service(service, rounds, taps);
    watch_name(service->connection, service->name);
    service->pid = fork();
    if (service->pid < 0) fail("fork", strerror(errno));
    if (service->pid == 0) {
        setenv("DBUS_SESSION_BUS_ADDRESS", service->address, 1);
        size_t count = 0;
        char *arguments[MAX_ARGUMENTS];
        for (; command[count + 2] && count + 5 < MAX_ARGUMENTS; count++) arguments[count] = command[count + 2];
        arguments[count++] = (char *)service->name;
        arguments[count++] = (char *)file;
        arguments[count++] = service->controller;
        arguments[count++] = (char *)kept;
        arguments[count] = NULL;
        execvp(arguments[0], arguments);
        fprintf(stderr, "bench: %s: %s\n", arguments[0], strerror(errno));
        _exit(127);
    }
    if (!wait_for_owner(service->connection, service->name, true)) fail(service->label, "did not start");
}

/* Reads messages as bytes, as their content would cost this processor more than what is measured: up to the reply. */
static size_t drain_reply(const Service *service) {
    static unsigned char buffer[1 << 20];
    enum { FIXED = 16 };
    int descriptor;
    size_t have = 0;
    dbus_connection_get_socket(service->connection, &descriptor);
    for (;;) {
        uint32_t body, fields;
        while (have < FIXED) {
            struct pollfd readable = {.fd = descriptor, .events = POLLIN};
            if (poll(&readable, 1, LONG_TIMEOUT) <= 0) fail(service->label, "no reply to GetManagedObjects");
            const ssize_t count = recv(descriptor, buffer + have, FIXED - have, 0);
            if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) fail(service->label, "the bus is gone");
            if (count > 0) have += (size_t)count;
        }
        const int type = buffer[1];
        memcpy(&body, buffer + 4, sizeof body);
        memcpy(&fields, buffer + 12, sizeof fields);
        for (size_t left = ((size_t)fields + 7) / 8 * 8 + body; left > 0;) {
            struct pollfd readable = {.fd = descriptor, .events = POLLIN};
            if (poll(&readable, 1, LONG_TIMEOUT) <= 0) fail(service->label, "the reply of GetManagedObjects is incomplete");
            const ssize_t count = recv(descriptor, buffer, left < sizeof buffer ? left : sizeof buffer, 0);
            if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) fail(service->label, "the bus is gone");
            if (count > 0) left -= (size_t)count;
        }
        have = 0;
        if (type == DBUS_MESSAGE_TYPE_METHOD_RETURN) return body;
        if (type == DBUS_MESSAGE_TYPE_ERROR) fail(service->label, "GetManagedObjects failed");
    }
}

static void request_objects(const Service *service) {
    DBusMessage *call = new_call(service->name, ROOT, OBJECT_MANAGER, "GetManagedObjects");
    if (!dbus_connection_send(service->connection, call, NULL)) fail(service->label, "out of memory");
    dbus_connection_flush(service->connection);
    dbus_message_unref(call);
}

/* Calls once to measure the duration, and once more to measure the wait of other clients, whose calls also cost CPU time.
 * An object changes before each call, so that no service can use a cached reply. */
static void get_objects(Service *service, int round) {
    Probe client, bus;
    tap_often(service, 1, TABS, NULL);
    const double cpu = cpu_time(service->pid), begin = now();
    request_objects(service);
    const size_t body = drain_reply(service);
    service->latency[round] = now() - begin;
    service->cpu[round] = cpu_time(service->pid) - cpu;
    if (service->body && service->body != body) fail(service->label, "the length of GetManagedObjects has changed");
    service->body = body;

    tap_often(service, 1, TABS, NULL);
    start_probe(&client, service->address, service->name, service->controller);
    start_probe(&bus, service->address, NULL, NULL);
    usleep(LEAD);
    request_objects(service);
    drain_reply(service);
    usleep(LEAD);
    stop_probe(&client);
    stop_probe(&bus);
    service->longest[round] = longest_wait(&client);
    service->share[round] = longest_share(&client, &bus);
    service->bus[round] = longest_wait(&bus);
    free_probe(&client);
    free_probe(&bus);
}

/* The reply, read and written to the file; returns how many objects have the interface. */
static size_t dump(const Service *service, const char *file, const char *interface) {
    DBusMessageIter iter, objects, entry, interfaces, pair;
    const char *name;
    size_t count = 0;
    DBusMessage *reply = get_managed_objects(service->connection, service->name);
    dump_objects(reply, file);
    dbus_message_iter_init(reply, &iter);
    dbus_message_iter_recurse(&iter, &objects);
    for (; dbus_message_iter_get_arg_type(&objects); dbus_message_iter_next(&objects)) {
        dbus_message_iter_recurse(&objects, &entry);
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &interfaces);
        for (; dbus_message_iter_get_arg_type(&interfaces); dbus_message_iter_next(&interfaces)) {
            dbus_message_iter_recurse(&interfaces, &pair);
            dbus_message_iter_get_basic(&pair, &name);
            if (!interface || strcmp(name, interface) == 0) count++;
        }
    }
    dbus_message_unref(reply);
    return count;
}

static bool are_equal(const char *left, const char *right) {
    FILE *a = fopen(left, "r"), *b = fopen(right, "r");
    int x, y;
    if (!a || !b) fail(a ? right : left, strerror(errno));
    do {
        x = getc_unlocked(a);
        y = getc_unlocked(b);
    } while (x == y && x != EOF);
    fclose(a);
    fclose(b);
    return x == y;
}

static void print_objects(Service *service, size_t rounds) {
    printf("%s\tobjects\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%zu\n", service->label, quantile(service->cpu, rounds, 0.5) / 1e3,
           quantile(service->latency, rounds, 0.5) / 1e3, quantile(service->longest, rounds, 0.5) / 1e3,
           quantile(service->share, rounds, 0.5) / 1e3, quantile(service->bus, rounds, 0.5) / 1e3, service->body);
}

static double memory_at_rest(const Service *service) {
    usleep(SETTLE);
    return private_memory(service->pid);
}

/* Prints three kinds of lines. `TapItem`: as `calls`. `objects`: CPU and duration of GetManagedObjects, the longest wait
 * of another client, that wait without the bus, and the longest wait of a client of the bus, all as medians in ms, and
 * the bytes of the body. `memory`: kB of one and of all, the number of view controllers, and of tabs. */
int many(int argc, char **argv) {
    if (argc < 10) return 64;
    const int rounds = atoi(argv[0]), count = atoi(argv[1]), controllers = atoi(argv[2]);
    const char *type = argv[3], *file = argv[6];
    const size_t all = (size_t)rounds * (size_t)count;
    enum { ALONE, AMONG, PEER, KEEPER, SERVICES };
    Service service[SERVICES] = {
        {.label = "tabd, alone"}, {.label = "tabd, among"}, {.label = argv[7]}, {.label = "reply kept"}};
    char *second;
    if (rounds < 1 || count < 1 || controllers < 1) return 64;

    open_tabd(&service[ALONE], argv[4], type, (size_t)rounds, (size_t)count);
    open_tabd(&service[AMONG], argv[5], type, (size_t)rounds, (size_t)count);
    for (int i = ALONE; i <= AMONG; i++) tap_often(&service[i], warm_up_calls(), TABS, NULL);
    /* The memory of the first reply is reused for the next one. */
    const size_t before = dump(&service[AMONG], file, VIEW_CONTROLLER);
    const double alone = memory_at_rest(&service[AMONG]);
    for (int i = 1; i < controllers; i++) free(create_one(&service[AMONG], type));
    const double filled = memory_at_rest(&service[AMONG]);
    const size_t after = dump(&service[AMONG], file, VIEW_CONTROLLER);
    if (asprintf(&second, "%s.peer", file) < 0) fail("allocate", "out of memory");
    for (int i = PEER; i <= KEEPER; i++) {
        open_peer(&service[i], &service[AMONG], argv + 7, file, i == KEEPER ? "kept" : NULL, (size_t)rounds,
                  (size_t)count);
        dump(&service[i], second, NULL);
        if (!are_equal(file, second)) fail(service[i].label, "its GetManagedObjects differs");
    }

    for (int i = 0; i < SERVICES; i++) tap_often(&service[i], warm_up_calls(), TABS, NULL);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < SERVICES; i++) {
            Service *one = &service[round % 2 ? SERVICES - 1 - i : i];
            const double cpu = cpu_time(one->pid);
            tap_often(one, count, TABS, one->tap_latency + (size_t)round * (size_t)count);
            one->tap_cpu[round] = (cpu_time(one->pid) - cpu) / count;
        }
        for (int i = AMONG; i < SERVICES; i++) get_objects(&service[round % 2 ? AMONG + KEEPER - i : i], round);
        if (isatty(STDERR_FILENO)) fprintf(stderr, "\rround %d of %d", round + 1, rounds);
    }
    if (isatty(STDERR_FILENO)) fputs("\r                    \r", stderr);
    for (int i = 0; i < KEEPER; i++)
        print_result(service[i].label, "TapItem", service[i].tap_cpu, rounds, service[i].tap_latency, all);
    for (int i = AMONG; i < SERVICES; i++) print_objects(&service[i], (size_t)rounds);
    printf("tabd\tmemory\t%.0f\t%.0f\t%zu\t%d\n", alone, filled, after - before, (controllers - 1) * TABS);
    for (int i = PEER; i <= KEEPER; i++) {
        kill(service[i].pid, SIGTERM);
        waitpid(service[i].pid, NULL, 0);
    }
    unlink(second);
    free(second);
    for (int i = 0; i < SERVICES; i++) disconnect(service[i].connection);
    return 0;
}
