/* What another client sees while one floods the daemon: the duration of its Properties.Get, beside the same call to the C
 * service on the same bus, the longest turn of the daemon, and the daemon's largest memory. */
#define _GNU_SOURCE
#include "floods.h"
#include "probe.h"
#include "turns.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LEAD = 200000, TAIL = 500000, PERIOD = 1000 };

static Turns *map_turns(const char *path) {
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) fail(path, strerror(errno));
    Turns *turns = mmap(NULL, sizeof *turns, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (turns == MAP_FAILED) fail(path, strerror(errno));
    close(file);
    return turns;
}

/* The largest resident memory since the last reset, in kB. */
static double peak_memory(pid_t pid) {
    char path[64], line[256];
    double kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) fail(path, strerror(errno));
    while (fgets(line, sizeof line, file)) sscanf(line, "VmHWM: %lf", &kilobytes);
    fclose(file);
    return kilobytes;
}

static void reset_peak(pid_t pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/clear_refs", (int)pid);
    FILE *file = fopen(path, "w");
    if (!file) fail(path, strerror(errno));
    fputs("5", file);
    if (fclose(file) != 0) fail(path, strerror(errno));
}

/* A client calls every millisecond. A wait of 100 ms is one call of the probe, but would be 100 waits of as many clients:
 * those of 99 ms, 98 ms and so on are added. So a quantile is a share of the time, not of the calls. */
static double *all_waits(const Probe *probe, double from, size_t *count) {
    size_t room = 0, used = 0;
    for (size_t i = 0; i < probe->count; i++) {
        if (probe->begin[i] >= from) room += 1 + (size_t)((probe->end[i] - probe->begin[i]) / PERIOD);
    }
    double *waits = allocate(room + 1, sizeof *waits);
    for (size_t i = 0; i < probe->count; i++) {
        if (probe->begin[i] < from) continue;
        for (double wait = probe->end[i] - probe->begin[i]; used < room; wait -= PERIOD) {
            waits[used++] = wait;
            if (wait < 2 * PERIOD) break;
        }
    }
    *count = used;
    return waits;
}

static void print_waits(const Probe *probe, double from) {
    size_t count;
    double *waits = all_waits(probe, from, &count);
    if (!count) fail(probe->name, "nothing was measured");
    printf("\t%zu\t%.3f\t%.3f\t%.3f\t%.3f", count, quantile(waits, count, 0.5) / 1e3, quantile(waits, count, 0.99) / 1e3,
           quantile(waits, count, 0.999) / 1e3, quantile(waits, count, 1) / 1e3);
    free(waits);
}

/* Runs the flood in a process of its own, up to the end of its preparation. Returns the process, and the descriptor with
 * which it is told to go on. */
static pid_t prepare(const Flood *flood, int *go) {
    int ready[2], start[2];
    char byte;
    if (pipe2(ready, O_CLOEXEC) != 0 || pipe2(start, O_CLOEXEC) != 0) fail("pipe", strerror(errno));
    fflush(stdout);
    const pid_t pid = fork();
    if (pid < 0) fail("fork", strerror(errno));
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        close(ready[0]);
        close(start[1]);
        if (flood->prepare) flood->prepare(flood);
        if (write(ready[1], "r", 1) != 1 || read(start[0], &byte, 1) != 1) _exit(1);
        if (flood->act) flood->act(flood);
        /* The connections close with the process. */
        _exit(0);
    }
    close(ready[1]);
    close(start[0]);
    if (read(ready[0], &byte, 1) != 1) fail(flood->kind, "the preparation failed");
    close(ready[0]);
    *go = start[1];
    return pid;
}

static void barrier(const char *address, const char *name) {
    DBusConnection *connection = connect_to(address);
    dbus_message_unref(reply_within(connection, new_call(name, ROOT, DBUS_INTERFACE_PEER, "Ping"), name, PATIENCE));
    disconnect(connection);
}

static void measure(const Flood *flood, const char *address, const char *name, pid_t pid, const char *controller,
                    const char *peer, Turns *turns) {
    Probe tabd, service;
    int go, status;
    const pid_t client = prepare(flood, &go);
    barrier(address, name);
    *turns = (Turns){0};
    reset_peak(pid);
    start_probe(&tabd, address, name, controller);
    start_probe(&service, address, peer, controller);
    usleep(LEAD);
    const double begin = now(), cpu = cpu_time(pid);
    if (write(go, "g", 1) != 1) fail(flood->kind, "its process has ended");
    if (waitpid(client, &status, 0) != client || status != 0) fail(flood->kind, "its process failed");
    /* Its departure takes effect with the bus's signal, and some turns later. */
    usleep(TAIL);
    barrier(address, name);
    usleep(TAIL);
    stop_probe(&tabd);
    stop_probe(&service);
    printf("%s\t", flood->kind);
    printf(flood->what, flood->size);
    print_waits(&tabd, begin);
    print_waits(&service, begin);
    printf("\t%.1f\t%llu\t%.0f\t%.0f\t%.1f\n", (double)turns->longest / 1e6, (unsigned long long)turns->long_count,
           (cpu_time(pid) - cpu) / 1e3, (now() - begin) / 1e3, peak_memory(pid) / 1024);
    fflush(stdout);
    close(go);
    free_probe(&tabd);
    free_probe(&service);
}

/* The signals with which a service tells that objects of this many view controllers are gone. */
static void send_removals(DBusConnection *connection, int count) {
    static const char *const names[] = {"org.tabd.Tabs1.ViewController", "org.tabd.Tabs1.TabBarItem",
                                        "org.tabd.Tabs1.NavigationItem", "org.tabd.Tabs1.PopoverPresentationController"};
    const char *const *interfaces = names;
    for (int i = 0; i < count; i++) {
        char path[64];
        const char *object = path;
        snprintf(path, sizeof path, ROOT "/view_controller/%d", i);
        DBusMessage *signal = dbus_message_new_signal(ROOT, "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved");
        if (!signal || !dbus_message_append_args(signal, DBUS_TYPE_OBJECT_PATH, &object, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING,
                                                 &interfaces, 4, DBUS_TYPE_INVALID))
            fail("signal", "out of memory");
        dbus_connection_send(connection, signal, NULL);
        dbus_message_unref(signal);
    }
    dbus_connection_flush(connection);
}

/* Prints the CPU time in ms that the daemon needs when a client leaves with its whole quota, and that of a C program on
 * libdbus for the same signals. */
int departure(int argc, char **argv) {
    if (argc != 3) return 64;
    const char *name = argv[0], *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    const pid_t pid = (pid_t)atoi(argv[1]);
    Flood objects = all_floods[0];
    int go, status;
    objects.size = atoi(argv[2]);
    if (!address) fail("DBUS_SESSION_BUS_ADDRESS", "it is not set");
    const pid_t client = prepare(&objects, &go);
    barrier(address, name);
    usleep(2 * TAIL);
    const double cpu = cpu_time(pid);
    if (write(go, "g", 1) != 1 || waitpid(client, &status, 0) != client || status != 0) fail("client", "it has failed");
    usleep(4 * TAIL);
    barrier(address, name);
    const double used = cpu_time(pid) - cpu;
    DBusConnection *connection = connect_to(address);
    const double own = cpu_time(getpid());
    send_removals(connection, objects.size);
    printf("%d\t%.0f\t%.0f\n", objects.size, used / 1e3, (cpu_time(getpid()) - own) / 1e3);
    disconnect(connection);
    return 0;
}

/* Prints a line: kind, description, then for tabd and for the C service the number of waits and their p50, p99, p99.9 and
 * maximum in ms, then the longest turn in ms of CPU time, the number of turns over 20 ms, the CPU time and the duration in
 * ms, and the peak of the memory in MiB. */
int floods(int argc, char **argv) {
    if (argc == 0) {
        for (const Flood *flood = all_floods; flood->kind; flood++) puts(flood->kind);
        return 0;
    }
    if (argc != 7 && argc != 6) return 64;
    const char *kind = argv[0], *name = argv[1], *controller = argv[3], *peer = argv[4];
    const pid_t pid = (pid_t)atoi(argv[2]);
    const char *address = getenv("DBUS_SESSION_BUS_ADDRESS");
    if (!address) fail("DBUS_SESSION_BUS_ADDRESS", "it is not set");
    for (const Flood *flood = all_floods; flood->kind; flood++) {
        if (strcmp(flood->kind, kind) != 0) continue;
        Flood sized = *flood;
        if (argc == 7) sized.size = atoi(argv[6]);
        if (sized.size < 1) return 64;
        measure(&sized, address, name, pid, controller, peer, map_turns(argv[5]));
        return 0;
    }
    fail(kind, "it is not a kind of flood; 'bench floods' lists them");
}
