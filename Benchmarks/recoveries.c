/* The time from a crash of an isolated plugin until the tab shows the reason, and until the tab works again, compared
 * with a minimal supervisor, and with the start of the host program alone. */
#define _GNU_SOURCE
#include "fault_tab.h"
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct {
    double *noticed, *usable; /* milliseconds since the crash */
} Times;

typedef struct {
    pid_t pid;
    int socket;
} Child;

/* Starts a program with one socket as its standard input and output. */
static Child start(char *const *command) {
    Child child;
    int ends[2];
    posix_spawn_file_actions_t actions;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("socketpair", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    int error = posix_spawn(&child.pid, command[0], &actions, NULL, command, environ);
    if (error) fail(command[0], strerror(error));
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    child.socket = ends[0];
    return child;
}

static void expect_byte(const Child *child, char expected) {
    char byte;
    if (read(child->socket, &byte, 1) != 1 || byte != expected) fail("plain-host", "it did not answer");
}

static void put_byte(const Child *child, char byte) {
    if (write(child->socket, &byte, 1) != 1) fail("plain-host", strerror(errno));
}

/* The plain program, which is started again after a crash. */
static void crash_plain(Child *child, char *const *command, Times *times, int round) {
    int status;
    const double begin = now();
    put_byte(child, 'c');
    if (waitpid(child->pid, &status, 0) != child->pid || !WIFSIGNALED(status)) fail(command[0], "it did not crash");
    close(child->socket);
    times->noticed[round] = (now() - begin) / 1e3;
    *child = start(command);
    expect_byte(child, 'r');
    put_byte(child, 'a');
    expect_byte(child, 'a');
    times->usable[round] = (now() - begin) / 1e3;
}

/* From its start to its end: it opens the library, and has no peer. */
static void check(char *const *command, Times *times, int round) {
    char text[4096];
    int status;
    const double begin = now();
    const Child child = start(command);
    while (read(child.socket, text, sizeof text) > 0) {}
    if (waitpid(child.pid, &status, 0) != child.pid || status != 0) fail(command[0], text);
    close(child.socket);
    times->usable[round] = (now() - begin) / 1e3;
}

static void crash_tab(FaultTab *tab, const char *plugin, Times *times, int round) {
    const double begin = now();
    send_command(tab, 0, "crash");
    hear_state(tab, "restarting");
    times->noticed[round] = (now() - begin) / 1e3;
    hear_state(tab, "ready");
    run_command(tab, "count");
    times->usable[round] = (now() - begin) / 1e3;
    /* Every crash counts as the first. */
    DBusMessage *call = new_call(tab->name, plugin, PLUGIN, "Reset");
    append_empty_options(call);
    dbus_message_unref(reply_to(tab->front_end, call, tab->name));
}

/* A dash stands for a missing value. */
static void print_times(const char *label, const Times *times, int rounds) {
    printf("%s", label);
    const size_t count = (size_t)rounds;
    if (times->noticed[0] > 0)
        printf("\t%.2f\t%.2f", quantile(times->noticed, count, 0.5), quantile(times->noticed, count, 1));
    else
        printf("\t-\t-");
    printf("\t%.2f\t%.2f\n", quantile(times->usable, count, 0.5), quantile(times->usable, count, 1));
}

int recoveries(int argc, char **argv) {
    if (argc != 7 || atoi(argv[0]) < 1) return 64;
    const int rounds = atoi(argv[0]);
    char *const plain[] = {argv[4], argv[5], NULL}, *const checked[] = {argv[6], "--check", argv[3], NULL};
    FaultTab tab = open_fault_tab(argv[1], argv[2], 1);
    Times tabd, peer, host;
    char *plugin;
    if (asprintf(&plugin, ROOT "/plugins/%.*s", (int)strcspn(argv[2], "."), argv[2]) < 0)
        fail("allocate", "out of memory");
    for (Times *const *one = (Times *[]){&tabd, &peer, &host, NULL}; *one; one++)
        **one = (Times){allocate((size_t)rounds, sizeof(double)), allocate((size_t)rounds, sizeof(double))};
    Child child = start(plain);
    expect_byte(&child, 'r');
    for (int round = 0; round < rounds; round++) {
        crash_tab(&tab, plugin, &tabd, round);
        crash_plain(&child, plain, &peer, round);
        check(checked, &host, round);
    }
    close(child.socket);
    waitpid(child.pid, NULL, 0);
    print_times("plain-host", &peer, rounds);
    print_times("--check", &host, rounds);
    print_times("tabd", &tabd, rounds);
    free(plugin);
    close_fault_tab(&tab);
    return 0;
}
