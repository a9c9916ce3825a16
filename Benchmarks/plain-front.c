/* A minimal front end on a terminal: plain-front CONTROLLER. Attaches to a tab bar controller, draws the chart or the
 * text field of the selected tab as one line, and types into the text field. It has no layout, no bars, no other views
 * and no colours, and does not restore the terminal. */
#include <dbus/dbus.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#define SERVICE "org.tabd.Tabs1"
#define VIEW_CONTROLLER SERVICE ".ViewController"

enum { CELL_WIDTH = 8, CELL_HEIGHT = 16, MAX_TEXT = 500, MAX_VALUES = 1000, TIMEOUT = 5000, LEVELS = 8 };

static DBusConnection *connection;
static const char *tabs;
static char controller[256]; /* of the drawn view */
static uint32_t view;        /* 0: none */
static dbus_bool_t is_chart;
static char text[MAX_TEXT + 1];
static double values[MAX_VALUES], minimum, maximum = 1, width;
static int value_count;

static _Noreturn void fail(const char *what, const char *why) {
    fprintf(stderr, "plain-front: %s: %s\n", what, why);
    exit(1);
}

/* Each picture is one write. */
static void put(const char *bytes, size_t count) {
    if (write(STDOUT_FILENO, bytes, count) != (ssize_t)count) exit(0);
}

static size_t put_chart(char *output) {
    int columns = (int)(width / CELL_WIDTH);
    size_t length = 0;
    for (int column = 0; column < columns && column < MAX_VALUES && value_count > 0; column++) {
        const double value = values[column * value_count / columns];
        int level = (int)((value - minimum) / (maximum - minimum) * LEVELS);
        if (level < 0) level = 0;
        if (level >= LEVELS) level = LEVELS - 1;
        /* From one eighth of a block to a full block. */
        memcpy(output + length, (char[]){(char)0xE2, (char)0x96, (char)(0x81 + level)}, 3);
        length += 3;
    }
    return length;
}

static void draw(dbus_bool_t clears) {
    char output[4 * MAX_VALUES];
    size_t length = (size_t)sprintf(output, "%s\033[5;3H", clears ? "\033[2J" : "");
    if (view && is_chart)
        length += put_chart(output + length);
    else if (view)
        length += (size_t)sprintf(output + length, "%s%s", text, clears ? "" : "\033[K");
    put(output, length);
}

static void read_property(DBusMessageIter *property) {
    DBusMessageIter variant, array;
    const char *key, *string;
    dbus_message_iter_get_basic(property, &key);
    dbus_message_iter_next(property);
    dbus_message_iter_recurse(property, &variant);
    if (strcmp(key, "Text") == 0) {
        dbus_message_iter_get_basic(&variant, &string);
        snprintf(text, sizeof text, "%s", string);
    } else if (strcmp(key, "Values") == 0) {
        const double *found;
        dbus_message_iter_recurse(&variant, &array);
        dbus_message_iter_get_fixed_array(&array, &found, &value_count);
        if (value_count > MAX_VALUES) value_count = MAX_VALUES;
        memcpy(values, found, (size_t)value_count * sizeof *values);
    } else if (strcmp(key, "Minimum") == 0) {
        dbus_message_iter_get_basic(&variant, &minimum);
    } else if (strcmp(key, "Maximum") == 0) {
        dbus_message_iter_get_basic(&variant, &maximum);
    }
}

/* Stores the entry of the drawn view or, with a controller, of its chart or text field. */
static dbus_bool_t read_view(DBusMessageIter *array, const char *of) {
    DBusMessageIter entry, rect, dict, property;
    const char *class_name;
    uint32_t id;
    dbus_message_iter_recurse(array, &entry);
    dbus_message_iter_get_basic(&entry, &id);
    if (!of && id != view) return FALSE;
    dbus_message_iter_next(&entry);
    dbus_message_iter_next(&entry);
    dbus_message_iter_get_basic(&entry, &class_name);
    const dbus_bool_t has_values = strcmp(class_name, "Chart") == 0;
    if (of && !has_values && strcmp(class_name, "TextField") != 0) return FALSE;
    if (of) {
        view = id;
        is_chart = has_values;
        snprintf(controller, sizeof controller, "%s", of);
    }
    dbus_message_iter_next(&entry);
    dbus_message_iter_recurse(&entry, &rect);
    dbus_message_iter_next(&rect);
    dbus_message_iter_next(&rect);
    dbus_message_iter_get_basic(&rect, &width);
    dbus_message_iter_next(&entry);
    dbus_message_iter_next(&entry);
    text[0] = '\0';
    value_count = 0, minimum = 0, maximum = 1;
    dbus_message_iter_recurse(&entry, &dict);
    for (; dbus_message_iter_get_arg_type(&dict); dbus_message_iter_next(&dict)) {
        dbus_message_iter_recurse(&dict, &property);
        read_property(&property);
    }
    return TRUE;
}

static DBusMessage *new_call(const char *path, const char *interface, const char *member) {
    DBusMessage *call = dbus_message_new_method_call(SERVICE, path, interface, member);
    if (!call) fail(member, "out of memory");
    return call;
}

static DBusMessage *attach_call(void) {
    struct winsize cells;
    const char *key = "Size";
    DBusMessageIter iter, dict, entry, variant, size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &cells) != 0) fail("size", "not a terminal");
    const double points[2] = {cells.ws_col * CELL_WIDTH, (cells.ws_row - 1) * CELL_HEIGHT};
    DBusMessage *call = new_call(tabs, SERVICE ".Window", "Attach");
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "{sv}", &dict);
    dbus_message_iter_open_container(&dict, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "(dd)", &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_STRUCT, NULL, &size);
    for (int i = 0; i < 2; i++) dbus_message_iter_append_basic(&size, DBUS_TYPE_DOUBLE, &points[i]);
    dbus_message_iter_close_container(&variant, &size);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(&dict, &entry);
    dbus_message_iter_close_container(&iter, &dict);
    return call;
}

/* Attaches, again for a new size or tab, and draws the first view in the reply that it supports. */
static void attach(void) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessageIter iter, trees, tree, content, views;
    const char *of;
    DBusMessage *call = attach_call();
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(connection, call, TIMEOUT, &error);
    if (!reply) fail("Attach", error.message);
    view = 0;
    dbus_message_iter_init(reply, &iter);
    dbus_message_iter_next(&iter);
    dbus_message_iter_recurse(&iter, &trees);
    for (; !view && dbus_message_iter_get_arg_type(&trees); dbus_message_iter_next(&trees)) {
        dbus_message_iter_recurse(&trees, &tree);
        dbus_message_iter_get_basic(&tree, &of);
        dbus_message_iter_next(&tree);
        dbus_message_iter_recurse(&tree, &content);
        dbus_message_iter_next(&content);
        dbus_message_iter_recurse(&content, &views);
        for (; !view && dbus_message_iter_get_arg_type(&views); dbus_message_iter_next(&views)) read_view(&views, of);
    }
    dbus_message_unref(call);
    dbus_message_unref(reply);
    draw(TRUE);
}

static void view_changed(DBusMessage *signal) {
    DBusMessageIter iter, views;
    char before[sizeof text];
    strcpy(before, text);
    dbus_message_iter_init(signal, &iter);
    dbus_message_iter_next(&iter);
    dbus_message_iter_recurse(&iter, &views);
    for (; dbus_message_iter_get_arg_type(&views); dbus_message_iter_next(&views)) {
        /* The typed text is already on the screen. */
        if (read_view(&views, NULL) && (is_chart || strcmp(before, text) != 0)) draw(FALSE);
    }
}

static void send_text(void) {
    const char *action = "editingChanged", *value = text;
    DBusMessageIter iter, variant;
    DBusMessage *call = new_call(controller, VIEW_CONTROLLER, "SendAction");
    dbus_message_set_no_reply(call, TRUE);
    dbus_message_append_args(call, DBUS_TYPE_UINT32, &view, DBUS_TYPE_STRING, &action, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_VARIANT, "s", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_STRING, &value);
    dbus_message_iter_close_container(&iter, &variant);
    if (!dbus_connection_send(connection, call, NULL)) fail("SendAction", "out of memory");
    dbus_message_unref(call);
}

static void type_key(char key) {
    const size_t length = strlen(text);
    if (!view || is_chart) return;
    if (key == 0x7F && length > 0) {
        text[length - 1] = '\0';
        put("\b \b", 3);
    } else if (key >= ' ' && key < 0x7F && length < MAX_TEXT) {
        text[length] = key;
        text[length + 1] = '\0';
        put(&key, 1);
    } else {
        return;
    }
    send_text();
}

static void read_keys(void) {
    char keys[64];
    ssize_t count = read(STDIN_FILENO, keys, sizeof keys);
    if (count <= 0) exit(0);
    for (ssize_t i = 0; i < count; i++) type_key(keys[i]);
}

static void take_messages(void) {
    DBusMessage *message;
    dbus_bool_t is_other_tab = FALSE;
    while ((message = dbus_connection_pop_message(connection))) {
        if (dbus_message_is_signal(message, VIEW_CONTROLLER, "ViewChanged")) {
            if (view && dbus_message_has_path(message, controller)) view_changed(message);
        } else if (dbus_message_is_signal(message, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged")) {
            is_other_tab = TRUE;
        }
        dbus_message_unref(message);
    }
    if (is_other_tab) attach();
}

static void follow(void) {
    DBusError error = DBUS_ERROR_INIT;
    char rule[512];
    dbus_bus_add_match(
        connection, "type='signal',sender='" SERVICE "',interface='" VIEW_CONTROLLER "',member='ViewChanged'", &error);
    if (dbus_error_is_set(&error)) fail("match", error.message);
    snprintf(rule, sizeof rule,
             "type='signal',sender='" SERVICE "',path='%s',interface='" DBUS_INTERFACE_PROPERTIES
             "',member='PropertiesChanged',arg0='" SERVICE ".TabBarController'",
             tabs);
    dbus_bus_add_match(connection, rule, &error);
    if (dbus_error_is_set(&error)) fail("match", error.message);
}

int main(int argc, char **argv) {
    DBusError error = DBUS_ERROR_INIT;
    struct termios mode;
    struct signalfd_siginfo info;
    sigset_t signals;
    if (argc != 2) return fputs("usage: plain-front CONTROLLER\n", stderr), 64;
    tabs = argv[1];
    if (!(connection = dbus_bus_get(DBUS_BUS_SESSION, &error))) fail("session bus", error.message);
    if (tcgetattr(STDIN_FILENO, &mode) != 0) fail("standard input", "not a terminal");
    cfmakeraw(&mode);
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
    sigemptyset(&signals);
    sigaddset(&signals, SIGWINCH);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    struct pollfd inputs[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                               {.fd = signalfd(-1, &signals, 0), .events = POLLIN},
                               {.events = POLLIN}};
    dbus_connection_get_unix_fd(connection, &inputs[2].fd);
    follow();
    attach();
    for (;;) {
        do take_messages();
        while (dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS);
        dbus_connection_flush(connection);
        if (poll(inputs, 3, -1) < 0) continue;
        if (inputs[0].revents) read_keys();
        if (inputs[1].revents && read(inputs[1].fd, &info, sizeof info) > 0) attach();
        if (inputs[2].revents && !dbus_connection_read_write(connection, 0)) return 0;
    }
}
