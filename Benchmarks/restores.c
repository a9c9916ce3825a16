/* The time from tabd's start to its name, and to the last restored tab, with states of processes that ended by SIGKILL;
 * and the time of a plain program to read the same states. */
#define _GNU_SOURCE
#include "bench.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RESTORE_TIMEOUT = 120000 };
typedef enum { OWNED, OWNED_CPU, BACK, BACK_CPU, HOST_CPU, MEMORY, HOST_MEMORY, NUMBERS } Number;

static const char *const service_name = "org.tabd.Tabs1";

typedef struct {
    const char *label, *state; /* the state directory; "-" for the plain program */
    const char *plugin;        /* the plugin with a process, or "-" */
    int controllers, awaited;  /* how many come back, and how many of them become ready after the name is owned */
    double *numbers[NUMBERS];  /* milliseconds and kB */
} Program;

static double anonymous_memory(pid_t pid) {
    char path[64], line[256];
    double kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) fail(path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "RssAnon: %lf", &kilobytes) == 1) break;
    }
    fclose(file);
    return kilobytes;
}

static pid_t start(const Program *program, char **command) {
    pid_t pid = fork();
    if (pid < 0) fail("fork", strerror(errno));
    if (pid > 0) return pid;
    if (*program->state != '-')
        setenv("XDG_STATE_HOME", program->state, 1);
    else if (!freopen("/dev/null", "w", stdout))
        _exit(127);
    execvp(command[0], command);
    fprintf(stderr, "bench: %s: %s\n", command[0], strerror(errno));
    _exit(127);
}

/* Returns whether a message announces a view controller as ready. */
static bool tells_ready(DBusMessage *message) {
    DBusMessageIter iter, dict, entry, variant;
    const char *interface, *key, *value;
    if (!dbus_message_is_signal(message, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged") ||
        !dbus_message_has_signature(message, "sa{sv}as"))
        return false;
    dbus_message_iter_init(message, &iter);
    dbus_message_iter_get_basic(&iter, &interface);
    if (strcmp(interface, VIEW_CONTROLLER) != 0) return false;
    dbus_message_iter_next(&iter);
    for (dbus_message_iter_recurse(&iter, &dict); dbus_message_iter_get_arg_type(&dict) == DBUS_TYPE_DICT_ENTRY;
         dbus_message_iter_next(&dict)) {
        dbus_message_iter_recurse(&dict, &entry);
        dbus_message_iter_get_basic(&entry, &key);
        if (strcmp(key, "State") != 0) continue;
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &variant);
        dbus_message_iter_get_basic(&variant, &value);
        return strcmp(value, "ready") == 0;
    }
    return false;
}

static void wait_until_ready(DBusConnection *connection, const Program *program) {
    const double deadline = now() + RESTORE_TIMEOUT * 1e3;
    for (int ready = 0; ready < program->awaited;) {
        DBusMessage *message = dbus_connection_pop_message(connection);
        if (message) {
            ready += tells_ready(message);
            dbus_message_unref(message);
        } else if (now() > deadline || !dbus_connection_read_write(connection, 1000)) {
            fprintf(stderr, "bench: %s: %d of %d tabs were restored\n", program->label, ready, program->awaited);
            exit(1);
        }
    }
}

/* Everything is restored and ready. */
static void check_restored(DBusConnection *connection, const Program *program) {
    DBusMessageIter iter, objects, object, interfaces, interface, properties, entry, variant;
    DBusError error = DBUS_ERROR_INIT;
    int count = 0, ready = 0;
    DBusMessage *call = new_call(service_name, ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects");
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, RESTORE_TIMEOUT, &error);
    if (!reply) fail(program->label, error.message);
    dbus_message_unref(call);
    check_signature(reply, "a{oa{sa{sv}}}", program->label);
    dbus_message_iter_init(reply, &iter);
    for (dbus_message_iter_recurse(&iter, &objects); dbus_message_iter_get_arg_type(&objects);
         dbus_message_iter_next(&objects)) {
        dbus_message_iter_recurse(&objects, &object);
        dbus_message_iter_next(&object);
        for (dbus_message_iter_recurse(&object, &interfaces); dbus_message_iter_get_arg_type(&interfaces);
             dbus_message_iter_next(&interfaces)) {
            const char *name, *value;
            dbus_message_iter_recurse(&interfaces, &interface);
            dbus_message_iter_get_basic(&interface, &name);
            if (strcmp(name, VIEW_CONTROLLER) != 0) continue;
            count++;
            dbus_message_iter_next(&interface);
            for (dbus_message_iter_recurse(&interface, &properties); dbus_message_iter_get_arg_type(&properties);
                 dbus_message_iter_next(&properties)) {
                dbus_message_iter_recurse(&properties, &entry);
                dbus_message_iter_get_basic(&entry, &name);
                if (strcmp(name, "State") != 0) continue;
                dbus_message_iter_next(&entry);
                dbus_message_iter_recurse(&entry, &variant);
                dbus_message_iter_get_basic(&variant, &value);
                ready += strcmp(value, "ready") == 0;
            }
        }
    }
    dbus_message_unref(reply);
    if (count == program->controllers && ready == count) return;
    fprintf(stderr, "bench: %s: of %d view controllers, %d were restored and %d are ready\n", program->label,
            program->controllers, count, ready);
    exit(1);
}

static void restore_once(DBusConnection *connection, Program *program, char **command, int round) {
    double numbers[NUMBERS] = {0};
    const double begin = now();
    const pid_t pid = start(program, command);
    if (!wait_for_owner(connection, service_name, true)) fail(program->label, "its name was not owned within 10 s");
    numbers[OWNED] = (now() - begin) / 1e3;
    numbers[OWNED_CPU] = cpu_time(pid) / 1e3;
    wait_until_ready(connection, program);
    numbers[BACK] = (now() - begin) / 1e3;
    numbers[BACK_CPU] = cpu_time(pid) / 1e3;
    numbers[MEMORY] = anonymous_memory(pid);
    if (*program->plugin != '-') {
        const pid_t host = host_of(connection, service_name, program->plugin);
        if (!host) fail(program->label, "no plugin process");
        numbers[HOST_CPU] = cpu_time(host) / 1e3;
        numbers[HOST_MEMORY] = anonymous_memory(host);
    }
    check_restored(connection, program);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    if (!wait_for_owner(connection, service_name, false)) fail(program->label, "did not leave the bus");
    for (Number i = 0; i < NUMBERS; i++) program->numbers[i][round] = numbers[i];
}

static void run_plain(Program *program, char **command, int round) {
    struct rusage usage;
    int status;
    const double begin = now();
    const pid_t pid = start(program, command);
    if (wait4(pid, &status, 0, &usage) != pid || status != 0) fail(program->label, "it failed");
    program->numbers[BACK][round] = (now() - begin) / 1e3;
    program->numbers[BACK_CPU][round] = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
                                        (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

int restores(int argc, char **argv) {
    Program program[MAX_SERVICES] = {0};
    char **commands[MAX_SERVICES];
    DBusError error = DBUS_ERROR_INIT;
    int programs = 0;
    const int rounds = argc > 0 ? atoi(argv[0]) : 0;
    if (rounds < 1) return 64;
    for (int i = 1; i + 5 < argc && programs < MAX_SERVICES; i++) {
        program[programs] =
            (Program){argv[i], argv[i + 1], argv[i + 2], atoi(argv[i + 3]), atoi(argv[i + 4]), {0}};
        commands[programs] = argv + i + 5;
        for (Number k = 0; k < NUMBERS; k++) program[programs].numbers[k] = allocate((size_t)rounds, sizeof(double));
        programs++;
        while (i < argc && strcmp(argv[i], "--") != 0) i++;
        argv[i] = NULL;
    }
    if (programs == 0) return 64;
    DBusConnection *connection = connect_to_bus();
    watch_name(connection, service_name);
    dbus_bus_add_match(connection, "type='signal',member='PropertiesChanged',arg0='" VIEW_CONTROLLER "'", &error);
    if (dbus_error_is_set(&error)) fail("match", error.message);
    for (int round = -1; round < rounds; round++) {
        for (int i = 0; i < programs; i++) {
            const int one = round % 2 ? programs - 1 - i : i;
            /* The first round only fills the page cache; the next one overwrites its numbers. */
            if (*program[one].state == '-')
                run_plain(&program[one], commands[one], round < 0 ? 0 : round);
            else
                restore_once(connection, &program[one], commands[one], round < 0 ? 0 : round);
        }
    }
    for (int i = 0; i < programs; i++) {
        printf("%s", program[i].label);
        for (Number k = 0; k < NUMBERS; k++) printf("\t%.2f", quantile(program[i].numbers[k], (size_t)rounds, 0.5));
        putchar('\n');
    }
    disconnect(connection);
    return 0;
}
