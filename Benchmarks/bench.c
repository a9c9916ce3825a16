/* The client of the benchmark: the same calls to several services in turn, so that all of them see the same machine.
 *
 *   bench calls ROUNDS CALLS LABEL,NAME,PID,CONTROLLER...   sequential Get and TapItem
 *   bench starts ROUNDS LABEL NAME PROGRAM [ARGUMENT...] [-- LABEL NAME PROGRAM ...]
 *   bench create NAME TYPE...                               a tab bar controller on tabd; prints its path
 *   bench wait NAME                                         until the name is owned, at most 10 seconds
 *
 * The results are lines of tab separated values, for run.sh. */
#define _GNU_SOURCE
#include <dbus/dbus.h>
#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_SERVICES = 8, CALL_TIMEOUT = 5000, START_TIMEOUT = 10000, WARM_UP = 2000 };

typedef enum { GET, TAP, KINDS } Kind;
static const char *const kind_names[KINDS] = {"Get", "TapItem"};

typedef struct {
    const char *label, *name, *controller;
    char *bar;
    pid_t pid;
    double *cpu[KINDS];     /* per round, in microseconds per call */
    double *latency[KINDS]; /* per call, in microseconds */
} Service;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) fail("allocate", "out of memory");
    return memory;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double sum_of_threads(pid_t pid) {
    char pattern[64];
    glob_t found;
    double sum = 0;
    snprintf(pattern, sizeof pattern, "/proc/%d/task/*/schedstat", (int)pid);
    if (glob(pattern, 0, NULL, &found) != 0) fail("cpu time", "the service is gone");
    for (size_t i = 0; i < found.gl_pathc; i++) {
        uint64_t run_time = 0;
        FILE *file = fopen(found.gl_pathv[i], "r");
        if (!file) continue;
        if (fscanf(file, "%" SCNu64, &run_time) == 1) sum += (double)run_time / 1e3;
        fclose(file);
    }
    globfree(&found);
    return sum;
}

/* User and system time of a whole process in microseconds. The process' CPU clock has nanoseconds and keeps the time of
 * threads that have ended; where it can't be read the living threads' schedstat is the next best. */
static double cpu_time(pid_t pid) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &time) == 0)
        return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
    return sum_of_threads(pid);
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The nearest-rank quantile; sorts its input. */
static double quantile(double *values, size_t count, double q) {
    qsort(values, count, sizeof *values, ascending);
    size_t rank = (size_t)(q * (double)count);
    return values[rank < count ? rank : count - 1];
}

static DBusConnection *connect_to_bus(void) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection) fail("session bus", error.message);
    return connection;
}

static void append_empty_options(DBusMessage *message) {
    DBusMessageIter iter, dict;
    dbus_message_iter_init_append(message, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    dbus_message_iter_close_container(&iter, &dict);
}

static DBusMessage *new_call(const Service *service, Kind kind, uint32_t position) {
    const char *interface = "org.tabd.Tabs1.TabBarController", *property = "SelectedIndex";
    DBusMessage *call;
    if (kind == GET) {
        call = dbus_message_new_method_call(service->name, service->controller, DBUS_INTERFACE_PROPERTIES, "Get");
        dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    } else {
        call = dbus_message_new_method_call(service->name, service->bar, "org.tabd.Tabs1.TabBar", "TapItem");
        dbus_message_append_args(call, DBUS_TYPE_UINT32, &position, DBUS_TYPE_INVALID);
        append_empty_options(call);
    }
    dbus_message_set_auto_start(call, FALSE);
    return call;
}

/* An answer of the wrong kind would be fast and worth nothing: so every answer is looked at. */
static void check_reply(const Service *service, Kind kind, DBusMessage *reply) {
    DBusMessageIter iter, value;
    dbus_bool_t accepted = FALSE;
    if (!dbus_message_has_signature(reply, kind == GET ? "v" : "b")) fail(service->label, "a reply of another signature");
    dbus_message_iter_init(reply, &iter);
    if (kind == GET) {
        dbus_message_iter_recurse(&iter, &value);
        if (dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_INT64) fail(service->label, "SelectedIndex is no x");
    } else {
        dbus_message_iter_get_basic(&iter, &accepted);
        if (!accepted) fail(service->label, "TapItem was refused");
    }
}

static void call_service(DBusConnection *connection, const Service *service, Kind kind, int count, double *latencies) {
    DBusError error = DBUS_ERROR_INIT;
    for (int i = 0; i < count; i++) {
        /* Every tap goes to the other tab, so every tap changes the selection. */
        DBusMessage *call = new_call(service, kind, (uint32_t)(i + 1) % 2);
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

static Service parse_service(char *text) {
    Service service = {.label = strtok(text, ","), .name = strtok(NULL, ",")};
    const char *pid = strtok(NULL, ",");
    service.controller = strtok(NULL, ",");
    if (!service.controller) fail(text, "LABEL,NAME,PID,CONTROLLER was expected");
    service.pid = atoi(pid);
    if (asprintf(&service.bar, "%s/tab_bar", service.controller) < 0) fail("allocate", "out of memory");
    return service;
}

static int calls(int argc, char **argv) {
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
                double before = cpu_time(one->pid);
                call_service(connection, one, kind, count, one->latency[kind] + (size_t)round * (size_t)count);
                one->cpu[kind][round] = (cpu_time(one->pid) - before) / count;
            }
        }
        if (isatty(STDERR_FILENO)) fprintf(stderr, "\rround %d of %d", round + 1, rounds);
    }
    if (isatty(STDERR_FILENO)) fputs("\r                    \r", stderr);
    for (Kind kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < services; i++) {
            size_t all = (size_t)rounds * (size_t)count;
            printf("%s\t%s\t%.2f\t%.1f\t%.1f\n", service[i].label, kind_names[kind],
                   quantile(service[i].cpu[kind], (size_t)rounds, 0.5), quantile(service[i].latency[kind], all, 0.5),
                   quantile(service[i].latency[kind], all, 0.99));
        }
    }
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
    return 0;
}

static void watch_name(DBusConnection *connection, const char *name) {
    DBusError error = DBUS_ERROR_INIT;
    char *rule;
    if (asprintf(&rule, "type='signal',sender='%s',interface='%s',member='NameOwnerChanged',arg0='%s'", DBUS_SERVICE_DBUS,
                 DBUS_INTERFACE_DBUS, name) < 0)
        fail("allocate", "out of memory");
    dbus_bus_add_match(connection, rule, &error);
    if (dbus_error_is_set(&error)) fail(name, error.message);
    free(rule);
}

/* Waits until the name has an owner, or has none. Returns false when the deadline is over. */
static bool wait_for_owner(DBusConnection *connection, const char *name, bool owned) {
    double deadline = now() + START_TIMEOUT * 1e3;
    for (;;) {
        DBusMessage *message;
        while ((message = dbus_connection_pop_message(connection))) {
            const char *which, *old, *new;
            bool found = dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged") &&
                         dbus_message_get_args(message, NULL, DBUS_TYPE_STRING, &which, DBUS_TYPE_STRING, &old,
                                               DBUS_TYPE_STRING, &new, DBUS_TYPE_INVALID) &&
                         strcmp(which, name) == 0 && (*new != 0) == owned;
            dbus_message_unref(message);
            if (found) return true;
        }
        double left = deadline - now();
        if (left <= 0 || !dbus_connection_read_write(connection, (int)(left / 1e3) + 1)) return false;
    }
}

typedef struct {
    const char *label, *name;
    char **command;
    double *times;
} Program;

static double start_once(DBusConnection *connection, const Program *program) {
    double begin = now();
    pid_t pid = fork();
    if (pid < 0) fail("fork", strerror(errno));
    if (pid == 0) {
        execvp(program->command[0], program->command);
        fprintf(stderr, "bench: %s: %s\n", program->command[0], strerror(errno));
        _exit(127);
    }
    bool started = wait_for_owner(connection, program->name, true);
    double end = now();
    kill(pid, SIGTERM);
    if (!started) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        fail(program->label, "its name was not owned within 10 seconds");
    }
    bool stopped = wait_for_owner(connection, program->name, false);
    if (!stopped) kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    if (!stopped) fail(program->label, "did not leave the bus within 10 seconds of SIGTERM");
    return (end - begin) / 1e3;
}

static int starts(int argc, char **argv) {
    Program program[MAX_SERVICES];
    int programs = 0, rounds = argc > 0 ? atoi(argv[0]) : 0;
    if (rounds < 1) return 64;
    for (int i = 1; i + 2 < argc && programs < MAX_SERVICES; i++) {
        program[programs++] = (Program){argv[i], argv[i + 1], argv + i + 2, allocate((size_t)rounds, sizeof(double))};
        while (i < argc && strcmp(argv[i], "--") != 0) i++;
        argv[i] = NULL;
    }
    if (programs == 0) return 64;
    DBusConnection *connection = connect_to_bus();
    for (int i = 0; i < programs; i++) {
        watch_name(connection, program[i].name);
        start_once(connection, &program[i]); /* the files are in the page cache from now on */
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < programs; i++) {
            Program *one = &program[round % 2 ? programs - 1 - i : i];
            one->times[round] = start_once(connection, one);
        }
    }
    for (int i = 0; i < programs; i++)
        printf("%s\t%.2f\n", program[i].label, quantile(program[i].times, (size_t)rounds, 0.5));
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
    return 0;
}

static int create(int argc, char **argv) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessageIter iter, dict, entry, variant, array;
    const char *types = "Types", *path;
    if (argc < 2) return 64;
    DBusConnection *connection = connect_to_bus();
    DBusMessage *call =
        dbus_message_new_method_call(argv[0], "/org/tabd/Tabs1", "org.tabd.Tabs1.Manager", "CreateTabBarController");
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    dbus_message_iter_open_container(&dict, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &types);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "as", &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "s", &array);
    for (int i = 1; i < argc; i++) dbus_message_iter_append_basic(&array, DBUS_TYPE_STRING, &argv[i]);
    dbus_message_iter_close_container(&variant, &array);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(&dict, &entry);
    dbus_message_iter_close_container(&iter, &dict);
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, CALL_TIMEOUT, &error);
    if (!reply) fail("CreateTabBarController", error.message);
    if (!dbus_message_get_args(reply, &error, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID))
        fail("CreateTabBarController", error.message);
    puts(path);
    dbus_message_unref(call);
    dbus_message_unref(reply);
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
    return 0;
}

static int wait_until_owned(int argc, char **argv) {
    if (argc != 1) return 64;
    DBusConnection *connection = connect_to_bus();
    watch_name(connection, argv[0]);
    if (!dbus_bus_name_has_owner(connection, argv[0], NULL) && !wait_for_owner(connection, argv[0], true))
        fail(argv[0], "not owned within 10 seconds");
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
    return 0;
}

int main(int argc, char **argv) {
    int status = 64;
    if (argc > 1 && strcmp(argv[1], "calls") == 0) status = calls(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "starts") == 0) status = starts(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "create") == 0) status = create(argc - 2, argv + 2);
    if (argc > 1 && strcmp(argv[1], "wait") == 0) status = wait_until_owned(argc - 2, argv + 2);
    if (status == 64) fputs("usage: bench calls | starts | create | wait ... (see bench.c)\n", stderr);
    return status;
}
