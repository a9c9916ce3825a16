/* The kinds of floods. Each runs in a process of its own, whose connections close with it. Errors that say that a limit was
 * reached are what a flood is for, and are ignored. */
#define _GNU_SOURCE
#include "floods.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { IN_FLIGHT = 64, CLIENTS = 14, CONNECTIONS = 16, MAX_DESCRIPTORS = 16, LIMITED_PAUSE = 100000 };

static const char *const tabd = "org.tabd.Tabs1";

static DBusConnection *connections[4096];
static char **paths;

static bool is_limit(const DBusError *error) { return strcmp(error->name, DBUS_ERROR_LIMITS_EXCEEDED) == 0; }

/* Calls many times with a number in flight. `next` returns the call of an index, and `take` gets each reply; NULL to
 * ignore the replies. A refused call is made again if `insists`. */
static void call_often(DBusConnection *connection, int count, bool insists, DBusMessage *(*next)(int index),
                       void (*take)(int index, DBusMessage *reply)) {
    DBusPendingCall *pending[IN_FLIGHT];
    for (int first = 0; first < count; first += IN_FLIGHT) {
        const int many = count - first < IN_FLIGHT ? count - first : IN_FLIGHT;
        for (int i = 0; i < many; i++) {
            DBusMessage *call = next(first + i);
            if (!dbus_connection_send_with_reply(connection, call, &pending[i], PATIENCE) || !pending[i])
                fail("call", "the connection is closed");
            dbus_message_unref(call);
        }
        for (int i = 0; i < many; i++) {
            DBusError error = DBUS_ERROR_INIT;
            dbus_pending_call_block(pending[i]);
            DBusMessage *reply = dbus_pending_call_steal_reply(pending[i]);
            dbus_pending_call_unref(pending[i]);
            while (dbus_set_error_from_message(&error, reply) && insists && is_limit(&error)) {
                dbus_error_free(&error);
                dbus_message_unref(reply);
                usleep(LIMITED_PAUSE);
                DBusMessage *call = next(first + i);
                reply = dbus_connection_send_with_reply_and_block(connection, call, PATIENCE, &error);
                dbus_message_unref(call);
                if (reply) continue;
                if (!is_limit(&error)) fail("call", error.message);
                reply = dbus_message_new_error(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_CALL), error.name, error.message);
                dbus_error_free(&error);
            }
            if (dbus_error_is_set(&error)) {
                if (insists) fail("call", error.message);
                dbus_error_free(&error);
            } else if (take) {
                take(first + i, reply);
            }
            dbus_message_unref(reply);
        }
    }
}

static void open_connections(int count) {
    const int room = (int)(sizeof connections / sizeof *connections);
    for (int i = 0; i < count && i < room; i++) connections[i] = connect_to_bus();
}

/* Discards replies that are not awaited. */
static void read_for(DBusConnection *connection, int milliseconds) {
    const double end = now() + milliseconds * 1e3;
    while (now() < end && dbus_connection_read_write_dispatch(connection, (int)((end - now()) / 1e3) + 1)) continue;
}

/* View controllers of a client */

static DBusMessage *new_registration(int index) {
    char object[32];
    const char *path = object;
    snprintf(object, sizeof object, "/o%d", index);
    DBusMessage *call = new_call(tabd, ROOT, MANAGER, "RegisterViewController");
    dbus_message_append_args(call, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID);
    append_empty_options(call);
    return call;
}

static void take_registration(int index, DBusMessage *reply) {
    const char *path;
    if (!dbus_message_get_args(reply, NULL, DBUS_TYPE_OBJECT_PATH, &path, DBUS_TYPE_INVALID)) fail("register", "no path");
    paths[index] = strdup(path);
}

static void register_all(DBusConnection *connection, int count) {
    paths = allocate((size_t)count, sizeof *paths);
    call_often(connection, count, true, new_registration, take_registration);
}

static void prepare_objects(const Flood *flood) {
    open_connections(1);
    register_all(connections[0], flood->size);
}

static void prepare_tabs(const Flood *flood) {
    prepare_objects(flood);
    /* It stays, so the tabs leave it. */
    char *tabs = create_tabs(connections[0], tabd, "", 0, "flood");
    const dbus_bool_t animated = FALSE;
    DBusMessage *call = new_call(tabd, tabs, TAB_BAR_CONTROLLER, "SetViewControllers");
    dbus_message_append_args(call, DBUS_TYPE_ARRAY, DBUS_TYPE_OBJECT_PATH, &paths, flood->size, DBUS_TYPE_BOOLEAN, &animated,
                             DBUS_TYPE_INVALID);
    append_empty_options(call);
    dbus_message_unref(reply_within(connections[0], call, tabd, PATIENCE));
}

/* Images beside many views */

enum { OWNERS = 3, PAGES = 4, VIEWS = 2000, TEXT = 6000 };

static const char *view_text(void) {
    static char text[TEXT + 1];
    if (!*text) memset(text, 'x', TEXT);
    return text;
}

static DBusMessage *new_views(const char *page) {
    const char *text = view_text(), *class = "Label";
    const uint32_t parent = 1, none = 0;
    const double zero = 0;
    DBusMessageIter iter, array, view, frame, dict;
    DBusMessage *call = new_call(tabd, page, VIEW_CONTROLLER, "UpdateView");
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "(uus(dddd)ua{sv})", &array);
    for (uint32_t id = 2; id < VIEWS; id++) {
        dbus_message_iter_open_container(&array, DBUS_TYPE_STRUCT, NULL, &view);
        dbus_message_iter_append_basic(&view, DBUS_TYPE_UINT32, &id);
        dbus_message_iter_append_basic(&view, DBUS_TYPE_UINT32, &parent);
        dbus_message_iter_append_basic(&view, DBUS_TYPE_STRING, &class);
        dbus_message_iter_open_container(&view, DBUS_TYPE_STRUCT, NULL, &frame);
        for (int i = 0; i < 4; i++) dbus_message_iter_append_basic(&frame, DBUS_TYPE_DOUBLE, &zero);
        dbus_message_iter_close_container(&view, &frame);
        dbus_message_iter_append_basic(&view, DBUS_TYPE_UINT32, &none);
        dbus_message_iter_open_container(&view, DBUS_TYPE_ARRAY, "{sv}", &dict);
        append_option(&dict, "Text", DBUS_TYPE_STRING, "s", &text);
        dbus_message_iter_close_container(&view, &dict);
        dbus_message_iter_close_container(&array, &view);
    }
    dbus_message_iter_close_container(&iter, &array);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "u", &array);
    dbus_message_iter_close_container(&iter, &array);
    append_empty_options(call);
    return call;
}

static void prepare_images(const Flood *flood) {
    (void)flood;
    open_connections(OWNERS);
    for (int i = 0; i < OWNERS; i++) {
        register_all(connections[i], PAGES);
        for (int page = 0; page < PAGES; page++) {
            DBusMessage *call = new_call(tabd, paths[page], VIEW_CONTROLLER, "LoadViewIfNeeded");
            append_empty_options(call);
            dbus_message_unref(reply_within(connections[i], call, tabd, PATIENCE));
            dbus_message_unref(reply_within(connections[i], new_views(paths[page]), tabd, PATIENCE));
        }
    }
}

static void add_images(const Flood *flood) {
    for (int i = 0; i < flood->size; i++) {
        char text[128];
        const char *bytes = text;
        DBusError error = DBUS_ERROR_INIT;
        const int length = snprintf(
            text, sizeof text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"%d\"/>", i + 1);
        DBusConnection *connection = connect_to_bus();
        DBusMessage *call = new_call(tabd, ROOT, MANAGER, "AddImage");
        dbus_message_append_args(call, DBUS_TYPE_ARRAY, DBUS_TYPE_BYTE, &bytes, length, DBUS_TYPE_INVALID);
        append_empty_options(call);
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, PATIENCE, &error);
        if (!reply && !is_limit(&error)) fail("AddImage", error.message);
        dbus_error_free(&error);
        dbus_message_unref(call);
        if (reply) dbus_message_unref(reply);
        disconnect(connection);
    }
}

/* Private connections, of CLIENTS clients with at most CONNECTIONS each. */

static int sockets[4096];
static DBusConnection *private_connections[4096];
static int socket_count;

static void open_private(const Flood *flood) {
    const int room = (int)(sizeof sockets / sizeof *sockets);
    open_connections(CLIENTS + 1);
    for (int i = 0; i < flood->size && i < room; i++) {
        DBusError error = DBUS_ERROR_INIT;
        const char *address, *token;
        DBusMessage *call = new_call(tabd, ROOT, MANAGER, "OpenConnection");
        append_empty_options(call);
        DBusMessage *reply =
            dbus_connection_send_with_reply_and_block(connections[i % CLIENTS], call, PATIENCE, &error);
        dbus_message_unref(call);
        if (!reply) {
            if (!is_limit(&error)) fail("OpenConnection", error.message);
            dbus_error_free(&error);
            continue;
        }
        dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &address, DBUS_TYPE_INVALID);
        token = strstr(address, "token=");
        if (!token) fail(address, "the address has no token");
        token += strlen("token=");
        DBusConnection *connection = dbus_connection_open_private(address, &error);
        if (!connection) fail(address, error.message);
        call = new_call(NULL, ROOT, PRIVATE_CONNECTION, "Hello");
        dbus_message_append_args(call, DBUS_TYPE_STRING, &token, DBUS_TYPE_INVALID);
        dbus_message_unref(reply_within(connection, call, tabd, PATIENCE));
        /* From now on the flood writes the socket itself, and reads nothing. */
        private_connections[socket_count] = connection;
        dbus_connection_get_socket(connection, &sockets[socket_count++]);
        dbus_message_unref(reply);
    }
}

static char *common;
static size_t title_length;

static DBusMessage *new_title(int index) {
    static char text[60001];
    const char *interface = VIEW_CONTROLLER, *property = "Title", *title = text;
    DBusMessageIter iter, variant;
    memset(text, 'a' + index % 26, title_length);
    text[title_length] = 0;
    DBusMessage *call = new_call(tabd, common, DBUS_INTERFACE_PROPERTIES, "Set");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_VARIANT, "s", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &title);
    dbus_message_iter_close_container(&iter, &variant);
    return call;
}

/* The longest title that is allowed, up to 60 KB. */
static void find_title_length(DBusConnection *connection) {
    for (title_length = 60000; title_length > 1000; title_length = title_length * 9 / 10) {
        DBusMessage *call = new_title(0);
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, PATIENCE, NULL);
        dbus_message_unref(call);
        if (!reply) continue;
        dbus_message_unref(reply);
        return;
    }
    fail("Title", "no long title is allowed");
}

static void prepare_unread(const Flood *flood) {
    open_private(flood);
    common = create_transient(connections[CLIENTS], tabd);
    find_title_length(connections[CLIENTS]);
}

/* Each title is another turn, and so another signal for each connection. Together at least 100 MB for each. */
static void change_titles(const Flood *flood) {
    (void)flood;
    const int count = (int)(100000000 / title_length);
    for (int i = 0; i < count; i++) {
        DBusError error = DBUS_ERROR_INIT;
        DBusMessage *call = new_title(i);
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(connections[CLIENTS], call, PATIENCE, &error);
        dbus_message_unref(call);
        if (reply) dbus_message_unref(reply);
        if (!reply && !is_limit(&error)) fail("Title", error.message);
        dbus_error_free(&error);
    }
}

/* Writes to all sockets in turn what each takes, until all have got the bytes or are closed. */
static void write_all(const unsigned char *head, size_t length, size_t total, int seconds) {
    static unsigned char zeros[1 << 16];
    size_t *sent = allocate((size_t)socket_count, sizeof *sent);
    const double end = now() + seconds * 1e6;
    for (bool is_busy = true; is_busy && now() < end;) {
        is_busy = false;
        bool has_sent = false;
        for (int i = 0; i < socket_count; i++) {
            while (sent[i] < total) {
                const unsigned char *bytes = sent[i] < length ? head + sent[i] : zeros;
                size_t count = sent[i] < length ? length - sent[i] : sizeof zeros;
                if (count > total - sent[i]) count = total - sent[i];
                const ssize_t written = send(sockets[i], bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
                if (written < 0 && errno != EAGAIN) sent[i] = total;
                if (written <= 0) break;
                sent[i] += (size_t)written;
                has_sent = true;
            }
            if (sent[i] < total) is_busy = true;
        }
        if (!has_sent && is_busy) usleep(1000);
    }
    free(sent);
}

/* The header of a call with a body of 16 MiB. */
static const unsigned char long_header[16] = {'l', 1, 0, 1, 0, 0, 0, 1, 9, 0, 0, 0, 16, 0, 0, 0};

/* 15 MiB of a message on each connection, for 15 s. */
static void send_halves(const Flood *flood) {
    (void)flood;
    const double begin = now();
    write_all(long_header, sizeof long_header, 15 << 20, 15);
    const double rest = 15e6 - (now() - begin);
    if (rest > 0) usleep((useconds_t)rest);
}

static void send_descriptors(const Flood *flood) {
    (void)flood;
    char control[CMSG_SPACE(MAX_DESCRIPTORS * sizeof(int))] = {0};
    unsigned char byte = 'l';
    struct iovec piece = {.iov_base = &byte, .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    *header = (struct cmsghdr){
        .cmsg_len = CMSG_LEN(MAX_DESCRIPTORS * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    for (int i = 0; i < MAX_DESCRIPTORS; i++) memcpy(CMSG_DATA(header) + i * (int)sizeof(int), &(int){2}, sizeof(int));
    for (int i = 0; i < socket_count; i++) sendmsg(sockets[i], &message, MSG_NOSIGNAL);
    usleep(3000000);
}

/* A lock on the runtime folder */

static void hold_lock(const Flood *flood) {
    char path[4096];
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    snprintf(path, sizeof path, "%s/tabd", runtime ? runtime : "");
    mkdir(path, 0700);
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0 || flock(folder, LOCK_EX) != 0) fail(path, strerror(errno));
    open_connections(1);
    for (int i = 0; i < flood->size; i++) {
        DBusError error = DBUS_ERROR_INIT;
        DBusMessage *call = new_call(tabd, ROOT, MANAGER, "OpenConnection");
        append_empty_options(call);
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(connections[0], call, PATIENCE, &error);
        if (!reply && !is_limit(&error)) fail("OpenConnection", error.message);
        dbus_error_free(&error);
        dbus_message_unref(call);
        if (reply) dbus_message_unref(reply);
    }
}

/* Classes */

enum { CLASSES = 256 };

static void register_classes(const Flood *flood) {
    const char *factory = "/factory";
    char *classes[CLASSES];
    open_connections(flood->size);
    for (int i = 0; i < flood->size; i++) {
        DBusError error = DBUS_ERROR_INIT;
        for (int k = 0; k < CLASSES; k++) {
            if (asprintf(&classes[k], "flood%d.Class%d", i, k) < 0) fail("allocate", "out of memory");
        }
        char **names = classes;
        DBusMessage *call = new_call(tabd, ROOT, MANAGER, "RegisterClasses");
        dbus_message_append_args(call, DBUS_TYPE_OBJECT_PATH, &factory, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &names, CLASSES,
                                 DBUS_TYPE_INVALID);
        append_empty_options(call);
        DBusMessage *reply = dbus_connection_send_with_reply_and_block(connections[i], call, PATIENCE, &error);
        if (!reply && !is_limit(&error)) fail("RegisterClasses", error.message);
        dbus_error_free(&error);
        dbus_message_unref(call);
        if (reply) dbus_message_unref(reply);
        for (int k = 0; k < CLASSES; k++) free(classes[k]);
    }
}

/* Layouts */

static char *layout;

static DBusMessage *new_layout_call(const char *member) {
    DBusMessage *call = new_call(tabd, ROOT, MANAGER, member);
    if (layout) dbus_message_append_args(call, DBUS_TYPE_STRING, &layout, DBUS_TYPE_INVALID);
    append_empty_options(call);
    return call;
}

static void prepare_check(const Flood *flood) {
    (void)flood;
    enum { SIZE = 500 << 10, PADS = 400 };
    char pad[PADS + 1];
    size_t length = 0;
    memset(pad, 'p', PADS);
    pad[PADS] = 0;
    layout = allocate(1, SIZE + 1024);
    for (int i = 0; length < SIZE - 1024 && i < 900; i++)
        length += (size_t)sprintf(layout + length,
                                  "[[controller]]\nidentifier = \"c%d\"\ntitle = \"%s\"\ntabs = [\"clock.WorldClock\"]\n\n", i,
                                  pad);
    while (length < SIZE) length += (size_t)sprintf(layout + length, "# comment %zu\n", length);
    open_connections(1);
}

static DBusMessage *next_check(int index) {
    (void)index;
    return new_layout_call("CheckLayout");
}

static void check_layouts(const Flood *flood) { call_often(connections[0], flood->size, false, next_check, NULL); }

static void prepare_layouts(const Flood *flood) {
    char identifier[32];
    const char *text;
    open_connections(1);
    for (int i = 0; i < flood->size; i++) {
        snprintf(identifier, sizeof identifier, "flood-%d", i);
        free(create_tabs(connections[0], tabd, "", 0, identifier));
    }
    DBusMessage *reply = reply_within(connections[0], new_layout_call("GetLayout"), tabd, PATIENCE);
    dbus_message_get_args(reply, NULL, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
    layout = strdup(text);
    dbus_message_unref(reply);
}

static DBusMessage *next_layout(int index) {
    char *text = layout;
    if (index % 2 == 0) layout = NULL;
    DBusMessage *call = new_layout_call(index % 2 == 0 ? "GetLayout" : "PlanLayout");
    layout = text;
    return call;
}

static void plan_layouts(const Flood *flood) {
    (void)flood;
    call_often(connections[0], 400, false, next_layout, NULL);
}

/* GetManagedObjects without reading */

static void list_without_reading(const Flood *flood) {
    for (int i = 0; i < flood->size; i++) {
        DBusMessage *call = new_call(tabd, ROOT, OBJECT_MANAGER, "GetManagedObjects");
        if (!dbus_connection_send(connections[0], call, NULL)) fail("GetManagedObjects", "out of memory");
        dbus_message_unref(call);
    }
    dbus_connection_flush(connections[0]);
    usleep(5000000);
}

enum { OBJECTS = 2000 };

static void prepare_listing(const Flood *flood) {
    (void)flood;
    open_connections(1);
    register_all(connections[0], OBJECTS);
}

static void prepare_private_listing(const Flood *flood) {
    open_private(flood);
    register_all(connections[0], OBJECTS);
}

static void list_privately(const Flood *flood) {
    (void)flood;
    enum { CALLS = 20 };
    for (int i = 0; i < CALLS * socket_count; i++) {
        DBusMessage *call = new_call(tabd, ROOT, OBJECT_MANAGER, "GetManagedObjects");
        /* The connection may be closed by now. */
        dbus_connection_send(private_connections[i % socket_count], call, NULL);
        dbus_message_unref(call);
    }
    usleep(5000000);
}

/* Titles */

static void prepare_titles(const Flood *flood) {
    prepare_objects(flood);
    common = paths[0];
    find_title_length(connections[0]);
}

static int page_count;

static DBusMessage *next_title(int index) {
    common = paths[index % page_count];
    return new_title(index);
}

static void set_titles(const Flood *flood) {
    page_count = flood->size;
    call_often(connections[0], 10 * flood->size, false, next_title, NULL);
    read_for(connections[0], 500);
}

const Flood all_floods[] = {
    {"objects", 24000, prepare_objects, NULL, "%d objects leave"},
    {"images", 2000, prepare_images, add_images, "%d image lives, 140 MiB of views"},
    {"unread", 222, prepare_unread, change_titles, "%d private connections unread"},
    {"halves", 222, open_private, send_halves, "%d half messages of 15 MiB"},
    {"descriptors", 222, open_private, send_descriptors, "%d half messages, 16 fds"},
    {"lock", 1000, NULL, hold_lock, "lock, %d OpenConnection"},
    {"classes", 400, NULL, register_classes, "%d clients, 256 classes"},
    {"tabs", 12000, prepare_tabs, NULL, "%d tabs leave"},
    {"checks", 60, prepare_check, check_layouts, "%d CheckLayout of 500 KiB"},
    {"layouts", 1000, prepare_layouts, plan_layouts, "layouts of %d controllers"},
    {"listing", 2000, prepare_listing, list_without_reading, "%d GetManagedObjects unread"},
    {"listing-private", 222, prepare_private_listing, list_privately, "%d private connections, lists"},
    {"titles", 300, prepare_titles, set_titles, "long titles of %d controllers"},
    {NULL, 0, NULL, NULL, NULL},
};
