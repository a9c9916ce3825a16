/* One changed label in a tree of 200 views: the owner calls UpdateView, another client receives ViewChanged.
 *
 * This process has two connections. On tabd, the first owns a remote view controller in a tab bar controller, and the
 * second is the front end that has it in a window. */
#define _GNU_SOURCE
#include "views.h"
#include "bench.h"
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The root, its groups, and the labels in the groups. */
enum { VIEWS = 200, ROOT_VIEW = 1, FIRST_GROUP = 2, FIRST_LABEL = 11 };

typedef struct {
    const char *label, *name, *controller;
    char *unique_name; /* identification of its signals */
    pid_t pid;
    uint64_t revision;
    uint32_t updates;
    double *flight_cpu, *flight_latency; /* the same in flight */
    uint64_t flights, flight_signals;    /* number of updates in flight, and of their signals */
    size_t signal, body, tree; /* bytes of the last ViewChanged, of its body, of a GetView reply */
    double *cpu;               /* per round, microseconds per update */
    double *to_signal, *to_reply;
} Service;

static DBusConnection *owner, *front_end;

static uint32_t parent_of(uint32_t id) {
    if (id == ROOT_VIEW) return 0;
    return id < FIRST_LABEL ? ROOT_VIEW : FIRST_GROUP + id % (FIRST_LABEL - FIRST_GROUP);
}

static void append_view(DBusMessageIter *array, uint32_t id, const char *text) {
    const uint32_t parent = parent_of(id), autoresizing = 0;
    const char *class_name = id < FIRST_LABEL ? "View" : "Label";
    const double frame[4] = {0, 0, 375, id == ROOT_VIEW ? 667 : 20};
    DBusMessageIter entry, rect, dict;
    dbus_message_iter_open_container(array, DBUS_TYPE_STRUCT, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_UINT32, &id);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_UINT32, &parent);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &class_name);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_STRUCT, NULL, &rect);
    for (int i = 0; i < 4; i++) dbus_message_iter_append_basic(&rect, DBUS_TYPE_DOUBLE, &frame[i]);
    dbus_message_iter_close_container(&entry, &rect);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_UINT32, &autoresizing);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_ARRAY, "{sv}", &dict);
    if (id >= FIRST_LABEL) append_option(&dict, "Text", DBUS_TYPE_STRING, "s", &text);
    dbus_message_iter_close_container(&entry, &dict);
    dbus_message_iter_close_container(array, &entry);
}

static DBusMessage *new_update(const Service *service, uint32_t first, uint32_t last, const char *text) {
    DBusMessage *call = new_call(service->name, service->controller, VIEW_CONTROLLER, "UpdateView");
    DBusMessageIter iter, array;
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "(uus(dddd)ua{sv})", &array);
    for (uint32_t id = first; id <= last; id++) append_view(&array, id, text);
    dbus_message_iter_close_container(&iter, &array);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "u", &array);
    dbus_message_iter_close_container(&iter, &array);
    append_empty_options(call);
    return call;
}

/* Returns the Text of a label's entry; NULL for any other entry. */
static const char *text_of(DBusMessageIter *entry) {
    DBusMessageIter dict, property, variant;
    const char *text;
    for (int i = 0; i < 5; i++) dbus_message_iter_next(entry);
    dbus_message_iter_recurse(entry, &dict);
    if (dbus_message_iter_get_arg_type(&dict) == DBUS_TYPE_INVALID) return NULL;
    dbus_message_iter_recurse(&dict, &property);
    dbus_message_iter_next(&property);
    dbus_message_iter_recurse(&property, &variant);
    if (dbus_message_iter_get_arg_type(&variant) != DBUS_TYPE_STRING) return NULL;
    dbus_message_iter_get_basic(&variant, &text);
    return text;
}

/* Returns whether the signal is the next revision with exactly these views, and the last view has the text. */
static void check_signal(Service *service, DBusMessage *signal, uint32_t first, uint32_t last, const char *text) {
    DBusMessageIter iter, array, entry;
    uint64_t revision;
    uint32_t count = 0;
    const char *found = NULL;
    check_signature(signal, "ta(uus(dddd)ua{sv})au", service->label);
    dbus_message_iter_init(signal, &iter);
    dbus_message_iter_get_basic(&iter, &revision);
    if (service->revision && revision != service->revision + 1)
        fail(service->label, "the revision did not grow by one");
    service->revision = revision;
    dbus_message_iter_next(&iter);
    dbus_message_iter_recurse(&iter, &array);
    for (; dbus_message_iter_get_arg_type(&array); dbus_message_iter_next(&array)) {
        uint32_t id;
        dbus_message_iter_recurse(&array, &entry);
        dbus_message_iter_get_basic(&entry, &id);
        if (id < first || id > last) fail(service->label, "ViewChanged has a view that did not change");
        if (id == last) found = text_of(&entry);
        count++;
    }
    /* tabd creates the root itself, so it does not change. */
    if (count < last - first + (first == ROOT_VIEW ? 0 : 1) || !found || strcmp(found, text) != 0)
        fail(service->label, "ViewChanged did not tell what changed");
}

/* Returns the next message of a connection: the reply to `serial` or, without a serial, a ViewChanged of the service; NULL
 * if none has arrived. Replies to calls of tabd to the owner. */
static DBusMessage *next_message(DBusConnection *connection, uint32_t serial, const Service *service) {
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(connection))) {
        int type = dbus_message_get_type(message);
        if (!serial && dbus_message_is_signal(message, VIEW_CONTROLLER, "ViewChanged") &&
            dbus_message_has_sender(message, service->unique_name))
            return message;
        if (serial && dbus_message_get_reply_serial(message) == serial) {
            if (type == DBUS_MESSAGE_TYPE_ERROR) fail(service->label, dbus_message_get_error_name(message));
            return message;
        }
        if (type == DBUS_MESSAGE_TYPE_METHOD_CALL && !dbus_message_get_no_reply(message)) {
            DBusMessage *answer = dbus_message_new_method_return(message);
            dbus_connection_send(connection, answer, NULL);
            dbus_message_unref(answer);
        }
        dbus_message_unref(message);
    }
    return NULL;
}

/* Reads messages of both connections; waits for the first. */
static void read_both(const Service *service, double deadline) {
    DBusConnection *connections[2] = {front_end, owner};
    struct pollfd descriptors[2];
    for (int i = 0; i < 2; i++) {
        dbus_connection_get_unix_fd(connections[i], &descriptors[i].fd);
        descriptors[i].events = POLLIN;
        dbus_connection_flush(connections[i]);
    }
    if (poll(descriptors, 2, call_timeout) == 0 || now() > deadline) fail(service->label, "nothing came for 5 seconds");
    for (int i = 0; i < 2; i++) {
        if (descriptors[i].revents && !dbus_connection_read_write(connections[i], 0))
            fail(service->label, "the bus is gone");
    }
}

/* Returns the next ViewChanged, NULL if none has arrived. An observer of tabd also gets that of the page that is shown
 * before the owner has set its views. It comes before the whole tree, and has fewer views. */
static DBusMessage *next_signal(const Service *service, uint32_t first, uint32_t last) {
    DBusMessage *signal;
    while ((signal = next_message(front_end, 0, service))) {
        DBusMessageIter iter;
        dbus_message_iter_init(signal, &iter);
        dbus_message_iter_next(&iter);
        if (first == last || dbus_message_iter_get_element_count(&iter) >= (int)(last - first)) return signal;
        dbus_message_unref(signal);
    }
    return NULL;
}

static void update(Service *service, DBusMessage *call, uint32_t first, uint32_t last, const char *text,
                   double *to_signal, double *to_reply) {
    DBusMessage *signal = NULL, *reply = NULL;
    uint32_t serial;
    double begin = now(), signal_time = 0, reply_time = 0;
    if (!dbus_connection_send(owner, call, &serial)) fail(service->label, "out of memory");
    for (;;) {
        if (!signal && (signal = next_signal(service, first, last))) signal_time = now();
        if (!reply && (reply = next_message(owner, serial, service))) reply_time = now();
        if (signal && reply) break;
        read_both(service, begin + call_timeout * 1e3);
    }
    if (to_signal) *to_signal = signal_time - begin;
    if (to_reply) *to_reply = reply_time - begin;
    check_signature(reply, "", service->label);
    check_signal(service, signal, first, last, text);
    service->signal = message_bytes(signal, &service->body);
    dbus_message_unref(call);
    dbus_message_unref(reply);
    dbus_message_unref(signal);
}

/* Returns the next text of the label: different from the last, with the same length. */
static DBusMessage *next_update(Service *service, uint32_t *id, char *text, size_t room) {
    const uint32_t time = ++service->updates;
    *id = FIRST_LABEL + time % (VIEWS - FIRST_LABEL + 1);
    snprintf(text, room, "%02" PRIu32 ":%02" PRIu32 ".%" PRIu32, time / 600 % 60, time / 10 % 60, time % 10);
    return new_update(service, *id, *id, text);
}

static void update_often(Service *service, int count, double *to_signal, double *to_reply) {
    char text[16];
    uint32_t id;
    for (int i = 0; i < count; i++) {
        DBusMessage *call = next_update(service, &id, text, sizeof text);
        update(service, call, id, id, text, to_signal ? to_signal + i : NULL, to_reply ? to_reply + i : NULL);
    }
}

/* Reads the messages to the front end; a call to the bus first makes sure that all have arrived. */
static void count_signals(Service *service) {
    DBusMessage *signal;
    while ((signal = next_message(front_end, 0, service))) {
        DBusMessageIter iter;
        check_signature(signal, "ta(uus(dddd)ua{sv})au", service->label);
        dbus_message_iter_init(signal, &iter);
        dbus_message_iter_get_basic(&iter, &service->revision);
        service->flight_signals++;
        dbus_message_unref(signal);
    }
}

/* Updates in flight, until their replies. tabd combines the changes of a turn in one signal, so signals are counted. */
static void update_in_flight(Service *service, int count, double *latencies) {
    enum { MOST = 64 };
    double began[MOST];
    uint32_t serials[MOST], id;
    char text[16];
    for (int sent = 0, done = 0; done < count;) {
        for (; sent < count && sent - done < MOST; sent++) {
            DBusMessage *call = next_update(service, &id, text, sizeof text);
            began[sent % MOST] = now();
            if (!dbus_connection_send(owner, call, &serials[sent % MOST])) fail(service->label, "out of memory");
            dbus_message_unref(call);
        }
        DBusMessage *reply = next_message(owner, serials[done % MOST], service);
        count_signals(service);
        if (!reply) {
            read_both(service, began[done % MOST] + call_timeout * 1e3);
            continue;
        }
        if (latencies) latencies[done] = now() - began[done % MOST];
        check_signature(reply, "", service->label);
        dbus_message_unref(reply);
        done++;
    }
    DBusMessage *barrier = new_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "GetId");
    dbus_message_unref(reply_to(front_end, barrier, "the bus"));
    count_signals(service);
    service->flights += (uint64_t)count;
}

/* The size of the GetView reply with the whole tree. */
static size_t tree_bytes(Service *service) {
    DBusMessage *call = new_call(service->name, service->controller, VIEW_CONTROLLER, "GetView"), *reply;
    DBusMessageIter iter, array;
    double deadline = now() + call_timeout * 1e3;
    uint32_t serial;
    uint64_t revision;
    if (!dbus_connection_send(front_end, call, &serial)) fail(service->label, "out of memory");
    while (!(reply = next_message(front_end, serial, service))) {
        next_message(owner, UINT32_MAX, service); /* the owner is asked to update its content */
        read_both(service, deadline);
    }
    check_signature(reply, "ta(uus(dddd)ua{sv})", service->label);
    dbus_message_iter_init(reply, &iter);
    dbus_message_iter_get_basic(&iter, &revision);
    dbus_message_iter_next(&iter);
    dbus_message_iter_recurse(&iter, &array);
    if (revision != service->revision || dbus_message_iter_get_element_count(&iter) != VIEWS)
        fail(service->label, "GetView gave another tree");
    size_t bytes = message_bytes(reply, NULL);
    dbus_message_unref(call);
    dbus_message_unref(reply);
    return bytes;
}

/* Creates a remote view controller as the only tab of a tab bar controller that the front end has in a window. */
static void register_controller(Service *service) {
    const char *object = "/org/tabd/Benchmark/view_controller";
    DBusMessage *call = new_call(service->name, ROOT, MANAGER, "RegisterViewController");
    dbus_message_append_args(call, DBUS_TYPE_OBJECT_PATH, &object, DBUS_TYPE_INVALID);
    append_empty_options(call);
    service->controller = take_path(reply_to(owner, call, service->label), service->label);

    char *tabs = create_transient(front_end, service->name);
    set_tab(front_end, service->name, tabs, service->controller);
    attach(front_end, service->name, tabs);
    free(tabs);
}

static Service parse_service(char *text) {
    Service service = {.label = strtok(text, ","), .name = strtok(NULL, ",")};
    const char *pid = strtok(NULL, ",");
    if (!pid) fail(text, "LABEL,NAME,PID[,CONTROLLER] was expected");
    service.pid = atoi(pid);
    service.controller = strtok(NULL, ",");
    return service;
}

/* Opens the service, and sets its 200 views. */
static void open_tree(Service *service) {
    DBusError error = DBUS_ERROR_INIT;
    char *rule;
    const char *unique_name;
    DBusMessage *call = new_call(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, "GetNameOwner");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &service->name, DBUS_TYPE_INVALID);
    DBusMessage *reply = reply_to(front_end, call, service->label);
    dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &unique_name, DBUS_TYPE_INVALID);
    service->unique_name = strdup(unique_name);
    dbus_message_unref(reply);

    if (!service->controller) register_controller(service);
    if (asprintf(&rule, "type='signal',sender='%s',path='%s',interface='%s',member='ViewChanged'", service->name,
                 service->controller, VIEW_CONTROLLER) < 0)
        fail("allocate", "out of memory");
    dbus_bus_add_match(front_end, rule, &error);
    if (dbus_error_is_set(&error)) fail(service->label, error.message);
    free(rule);
    update(service, new_update(service, ROOT_VIEW, VIEWS, "00:00.0"), ROOT_VIEW, VIEWS, "00:00.0", NULL, NULL);
}

static void prepare(Service *service, size_t rounds, size_t count) {
    open_tree(service);
    service->cpu = allocate(rounds, sizeof(double));
    service->to_signal = allocate(rounds * count, sizeof(double));
    service->to_reply = allocate(rounds * count, sizeof(double));
    service->flight_cpu = allocate(rounds, sizeof(double));
    service->flight_latency = allocate(rounds * count, sizeof(double));
    update_often(service, warm_up_calls(), NULL, NULL);
    update_in_flight(service, warm_up_calls(), NULL);
}

static Service repeated;

void open_views(const char *name) {
    owner = connect_to_bus();
    front_end = connect_to_bus();
    repeated = (Service){.label = name, .name = name};
    open_tree(&repeated);
}

void update_views(int count) { update_often(&repeated, count, NULL, NULL); }

int views(int argc, char **argv) {
    if (argc < 3 || argc - 2 > MAX_SERVICES) return 64;
    int rounds = atoi(argv[0]), count = atoi(argv[1]), services = argc - 2;
    if (rounds < 1 || count < 1) return 64;
    Service service[MAX_SERVICES];
    const size_t all = (size_t)rounds * (size_t)count;
    owner = connect_to_bus();
    front_end = connect_to_bus();

    for (int i = 0; i < services; i++) {
        service[i] = parse_service(argv[i + 2]);
        prepare(&service[i], (size_t)rounds, (size_t)count);
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < services; i++) {
            Service *one = &service[round % 2 ? services - 1 - i : i];
            const size_t start = (size_t)round * (size_t)count;
            double before = cpu_time(one->pid);
            update_often(one, count, one->to_signal + start, one->to_reply + start);
            one->cpu[round] = (cpu_time(one->pid) - before) / count;
            before = cpu_time(one->pid);
            update_in_flight(one, count, one->flight_latency + start);
            one->flight_cpu[round] = (cpu_time(one->pid) - before) / count;
        }
        if (isatty(STDERR_FILENO)) fprintf(stderr, "\rround %d of %d", round + 1, rounds);
    }
    if (isatty(STDERR_FILENO)) fputs("\r                    \r", stderr);
    for (int i = 0; i < services; i++) {
        if (service[i].body != service[0].body) fail(service[i].label, "its ViewChanged is not as long as the others'");
        service[i].tree = tree_bytes(&service[i]);
    }
    for (int i = 0; i < services; i++) {
        Service *one = &service[i];
        printf("%s\tViewChanged\t%.2f\t%.1f\t%.1f\t%.2f\t%.1f\t%.1f\n", one->label,
               quantile(one->cpu, (size_t)rounds, 0.5), quantile(one->to_signal, all, 0.5),
               quantile(one->to_signal, all, 0.99), quantile(one->flight_cpu, (size_t)rounds, 0.5),
               quantile(one->flight_latency, all, 0.5), quantile(one->flight_latency, all, 0.99));
        printf("%s\tUpdateView\t-\t%.1f\t%.1f\t-\t-\t-\n", one->label, quantile(one->to_reply, all, 0.5),
               quantile(one->to_reply, all, 0.99));
    }
    for (int i = 0; i < services; i++)
        printf("%s\tbytes\t%zu\t%zu\t%zu\t%.3f\n", service[i].label, service[i].signal, service[i].body,
               service[i].tree, (double)service[i].flight_signals / (double)service[i].flights);
    disconnect(owner);
    disconnect(front_end);
    return 0;
}
