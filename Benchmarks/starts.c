/* The time from a service's start to the ownership of its name, and to its first reply; and waiting for a name. */
#define _GNU_SOURCE
#include "bench.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { START_TIMEOUT = 10000 };

void watch_name(DBusConnection *connection, const char *name) {
    DBusError error = DBUS_ERROR_INIT;
    char *rule;
    if (asprintf(&rule, "type='signal',sender='%s',interface='%s',member='NameOwnerChanged',arg0='%s'", DBUS_SERVICE_DBUS,
                 DBUS_INTERFACE_DBUS, name) < 0)
        fail("allocate", "out of memory");
    dbus_bus_add_match(connection, rule, &error);
    if (dbus_error_is_set(&error)) fail(name, error.message);
    free(rule);
}

bool wait_for_owner(DBusConnection *connection, const char *name, bool owned) {
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
    const char *path, *interface, *member; /* the first call, whose reply shows that the service works */
    char **command;
    double *owned, *answered; /* milliseconds since the start */
} Program;

static void wait_for_answer(DBusConnection *connection, const Program *program) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *call = new_call(program->name, program->path, program->interface, program->member);
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, START_TIMEOUT, &error);
    if (!reply) fail(program->label, error.message);
    dbus_message_unref(call);
    dbus_message_unref(reply);
}

static void start_once(DBusConnection *connection, const Program *program, int round) {
    double begin = now();
    pid_t pid = fork();
    if (pid < 0) fail("fork", strerror(errno));
    if (pid == 0) {
        execvp(program->command[0], program->command);
        fprintf(stderr, "bench: %s: %s\n", program->command[0], strerror(errno));
        _exit(127);
    }
    bool started = wait_for_owner(connection, program->name, true);
    const double owned = now();
    if (started) wait_for_answer(connection, program);
    const double answered = now();
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
    program->owned[round] = (owned - begin) / 1e3;
    program->answered[round] = (answered - begin) / 1e3;
}

/* LABEL NAME PATH INTERFACE.MEMBER PROGRAM [ARGUMENT...] */
static Program parse_program(char **argv, size_t rounds) {
    char *member = strrchr(argv[3], '.');
    if (!member) fail(argv[3], "INTERFACE.MEMBER was expected");
    *member = 0;
    return (Program){.label = argv[0],
                     .name = argv[1],
                     .path = argv[2],
                     .interface = argv[3],
                     .member = member + 1,
                     .command = argv + 4,
                     .owned = allocate(rounds, sizeof(double)),
                     .answered = allocate(rounds, sizeof(double))};
}

int starts(int argc, char **argv) {
    Program program[MAX_SERVICES];
    int programs = 0, rounds = argc > 0 ? atoi(argv[0]) : 0;
    if (rounds < 1) return 64;
    for (int i = 1; i + 4 < argc && programs < MAX_SERVICES; i++) {
        program[programs++] = parse_program(argv + i, (size_t)rounds);
        while (i < argc && strcmp(argv[i], "--") != 0) i++;
        argv[i] = NULL;
    }
    if (programs == 0) return 64;
    DBusConnection *connection = connect_to_bus();
    for (int i = 0; i < programs; i++) {
        watch_name(connection, program[i].name);
        start_once(connection, &program[i], 0); /* this fills the page cache */
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < programs; i++) {
            Program *one = &program[round % 2 ? programs - 1 - i : i];
            start_once(connection, one, round);
        }
    }
    for (int i = 0; i < programs; i++)
        printf("%s\t%.2f\t%.2f\n", program[i].label, quantile(program[i].owned, (size_t)rounds, 0.5),
               quantile(program[i].answered, (size_t)rounds, 0.5));
    disconnect(connection);
    return 0;
}

int wait_until_owned(int argc, char **argv) {
    const bool owned = argc == 1;
    if (!owned && (argc != 2 || strcmp(argv[1], "gone") != 0)) return 64;
    DBusConnection *connection = connect_to_bus();
    watch_name(connection, argv[0]);
    if (dbus_bus_name_has_owner(connection, argv[0], NULL) != owned && !wait_for_owner(connection, argv[0], owned))
        fail(argv[0], owned ? "not owned within 10 seconds" : "owned for 10 seconds");
    disconnect(connection);
    return 0;
}
