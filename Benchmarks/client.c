/* Basics of the benchmark client: time, statistics, messages. */
#define _GNU_SOURCE
#include "bench.h"
#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int call_timeout = 5000;

int warm_up_calls(void) {
    const char *text = getenv("BENCH_WARM_UP");
    return text ? atoi(text) : 2000;
}

void fail(const char *what, const char *why) {
    fprintf(stderr, "bench: %s: %s\n", what, why);
    exit(1);
}

void *allocate(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) fail("allocate", "out of memory");
    return memory;
}

double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static double sum_of_threads(pid_t pid) {
    char pattern[64];
    glob_t found;
    double sum = 0;
    snprintf(pattern, sizeof pattern, "/proc/%d/task/*/schedstat", (int)pid);
    if (glob(pattern, 0, NULL, &found) != 0) fail("cpu time", "the service has ended");
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

/* The process' CPU clock has nanoseconds and keeps the time of threads that have ended; where it can't be read the
 * living threads' schedstat is the next best. */
double cpu_time(pid_t pid) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &time) == 0)
        return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
    return sum_of_threads(pid);
}

double private_memory(pid_t pid) {
    char path[64], line[256];
    double kilobytes, sum = 0;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file) fail(path, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "Private_Clean: %lf", &kilobytes) == 1 || sscanf(line, "Private_Dirty: %lf", &kilobytes) == 1)
            sum += kilobytes;
    }
    fclose(file);
    return sum;
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double quantile(double *values, size_t count, double q) {
    qsort(values, count, sizeof *values, ascending);
    size_t rank = (size_t)(q * (double)count);
    return values[rank < count ? rank : count - 1];
}

void print_result(const char *label, const char *kind, double *cpu, int rounds, double *latency, size_t count) {
    printf("%s\t%s\t", label, kind);
    if (cpu)
        printf("%.2f", quantile(cpu, (size_t)rounds, 0.5));
    else
        putchar('-');
    printf("\t%.1f\t%.1f\n", quantile(latency, count, 0.5), quantile(latency, count, 0.99));
}

DBusConnection *connect_to_bus(void) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection) fail("session bus", error.message);
    return connection;
}

DBusConnection *connect_to(const char *address) {
    DBusError error = DBUS_ERROR_INIT;
    DBusConnection *connection = dbus_connection_open_private(address, &error);
    if (!connection || !dbus_bus_register(connection, &error)) fail(address, error.message);
    dbus_connection_set_exit_on_disconnect(connection, TRUE);
    return connection;
}

void disconnect(DBusConnection *connection) {
    dbus_connection_close(connection);
    dbus_connection_unref(connection);
}

DBusMessage *new_call(const char *name, const char *path, const char *interface, const char *member) {
    DBusMessage *call = dbus_message_new_method_call(name, path, interface, member);
    if (!call) fail(member, "out of memory");
    dbus_message_set_auto_start(call, FALSE);
    return call;
}

DBusMessage *reply_to(DBusConnection *connection, DBusMessage *call, const char *who) {
    return reply_within(connection, call, who, call_timeout);
}

DBusMessage *reply_within(DBusConnection *connection, DBusMessage *call, const char *who, int timeout) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, timeout, &error);
    if (!reply) {
        fprintf(stderr, "bench: %s of %s: %s\n", dbus_message_get_member(call), who, error.message);
        exit(1);
    }
    dbus_message_unref(call);
    return reply;
}

void check_signature(DBusMessage *message, const char *signature, const char *who) {
    if (dbus_message_has_signature(message, signature)) return;
    fprintf(stderr, "bench: %s: signature '%s'; expected '%s'\n", who, dbus_message_get_signature(message),
            signature);
    exit(1);
}

void append_empty_options(DBusMessage *message) {
    DBusMessageIter iter, dict;
    dbus_message_iter_init_append(message, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    dbus_message_iter_close_container(&iter, &dict);
}

void append_option(DBusMessageIter *dict, const char *key, int type, const char *signature, const void *value) {
    DBusMessageIter entry, variant;
    dbus_message_iter_open_container(dict, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &variant);
    dbus_message_iter_append_basic(&variant, type, value);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(dict, &entry);
}

char *take_path(DBusMessage *reply, const char *who) {
    const char *path;
    check_signature(reply, "o", who);
    dbus_message_get_args(reply, NULL, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID);
    char *copy = strdup(path);
    if (!copy) fail(who, "out of memory");
    dbus_message_unref(reply);
    return copy;
}

size_t message_bytes(DBusMessage *message, size_t *body) {
    char *bytes;
    int count;
    uint32_t length;
    if (!dbus_message_marshal(message, &bytes, &count)) fail("marshal", "out of memory");
    /* The second word of a message is the body's length in the machine's byte order. */
    memcpy(&length, bytes + 4, sizeof length);
    if (body) *body = length;
    dbus_free(bytes);
    return (size_t)count;
}
