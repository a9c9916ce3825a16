/* The owner of the view controllers that the measured front ends show. */
#define _GNU_SOURCE
#include "content.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REMOTE "org.tabd.Tabs1.RemoteViewController"

static const char *const service_name = "org.tabd.Tabs1";

/* Ids, and the autoresizing mask of a view with the width of the window. A terminal row is 16 points. */
enum { ROOT_VIEW = 1, ONLY_VIEW = 2, FLEXIBLE_WIDTH = 2, MARGIN = 16 };

/* Opens the entry of the view and its properties. */
static void open_view(DBusMessageIter *array, const char *class_name, double width, DBusMessageIter *entry,
                      DBusMessageIter *dict) {
    const uint32_t id = ONLY_VIEW, parent = ROOT_VIEW, autoresizing = FLEXIBLE_WIDTH;
    const double frame[4] = {MARGIN, 64, width, 16};
    DBusMessageIter rect;
    dbus_message_iter_open_container(array, DBUS_TYPE_STRUCT, NULL, entry);
    dbus_message_iter_append_basic(entry, DBUS_TYPE_UINT32, &id);
    dbus_message_iter_append_basic(entry, DBUS_TYPE_UINT32, &parent);
    dbus_message_iter_append_basic(entry, DBUS_TYPE_STRING, &class_name);
    dbus_message_iter_open_container(entry, DBUS_TYPE_STRUCT, NULL, &rect);
    for (int i = 0; i < 4; i++) dbus_message_iter_append_basic(&rect, DBUS_TYPE_DOUBLE, &frame[i]);
    dbus_message_iter_close_container(entry, &rect);
    dbus_message_iter_append_basic(entry, DBUS_TYPE_UINT32, &autoresizing);
    dbus_message_iter_open_container(entry, DBUS_TYPE_ARRAY, "{sv}", dict);
}

static void append_values(DBusMessageIter *dict, const double values[CHART_VALUES]) {
    const char *key = "Values";
    DBusMessageIter entry, variant, array;
    dbus_message_iter_open_container(dict, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, "ad", &variant);
    dbus_message_iter_open_container(&variant, DBUS_TYPE_ARRAY, "d", &array);
    dbus_message_iter_append_fixed_array(&array, DBUS_TYPE_DOUBLE, &values, CHART_VALUES);
    dbus_message_iter_close_container(&variant, &array);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(dict, &entry);
}

/* Stores the width of the window for later updates; the daemon has already laid out the view.
 * ViewWillLayout((dddd) bounds, (dddd) safe_area). */
static void note_layout(Content *content, DBusMessage *call) {
    DBusMessageIter iter, bounds;
    double width;
    check_signature(call, "(dddd)(dddd)", content->label);
    dbus_message_iter_init(call, &iter);
    dbus_message_iter_recurse(&iter, &bounds);
    dbus_message_iter_next(&bounds);
    dbus_message_iter_next(&bounds);
    dbus_message_iter_get_basic(&bounds, &width);
    content->width = width - 2 * MARGIN;
}

/* Sets the text of the text field or, without a text, the values of the chart. Does not wait for the reply. */
static void update(Content *content, const char *text) {
    DBusMessage *call = new_call(service_name, content->controllers[text ? TEXT_TAB : CHART_TAB], VIEW_CONTROLLER,
                                 "UpdateView");
    DBusMessageIter iter, array, entry, dict;
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "(uus(dddd)ua{sv})", &array);
    open_view(&array, text ? "TextField" : "Chart", content->width, &entry, &dict);
    if (text) {
        append_option(&dict, "Text", DBUS_TYPE_STRING, "s", &text);
    } else {
        const double minimum = -1, maximum = 1;
        double values[CHART_VALUES];
        fill_chart(values, content->time);
        append_values(&dict, values);
        append_option(&dict, "Minimum", DBUS_TYPE_DOUBLE, "d", &minimum);
        append_option(&dict, "Maximum", DBUS_TYPE_DOUBLE, "d", &maximum);
    }
    dbus_message_iter_close_container(&entry, &dict);
    dbus_message_iter_close_container(&array, &entry);
    dbus_message_iter_close_container(&iter, &array);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_ARRAY, "u", &array);
    dbus_message_iter_close_container(&iter, &array);
    append_empty_options(call);
    if (!dbus_connection_send(content->connection, call, NULL)) fail(content->label, "out of memory");
    dbus_connection_flush(content->connection);
    dbus_message_unref(call);
}

static char *register_remote(Content *content, const char *object) {
    DBusMessage *call = new_call(service_name, ROOT, MANAGER, "RegisterViewController");
    dbus_message_append_args(call, DBUS_TYPE_OBJECT_PATH, &object, DBUS_TYPE_INVALID);
    append_empty_options(call);
    char *path = take_path(reply_to(content->connection, call, content->label), content->label);
    call = new_call(service_name, path, VIEW_CONTROLLER, "LoadViewIfNeeded");
    append_empty_options(call);
    dbus_message_unref(reply_to(content->connection, call, content->label));
    return path;
}

void make_content(Content *content, const char *label, const char *address, const char *type) {
    *content = (Content){.connection = connect_to(address), .label = label, .width = 343};
    content->controllers[TEXT_TAB] = register_remote(content, "/org/tabd/Benchmark/text");
    content->controllers[CHART_TAB] = register_remote(content, "/org/tabd/Benchmark/chart");
    content->controllers[PLUGIN_TAB] = create_loaded(content->connection, service_name, type);
    update(content, "");
    update(content, NULL);
    content->tabs = create_transient(content->connection, service_name);
    set_tabs(content->connection, service_name, content->tabs, content->controllers, CONTENT_TABS);
    /* The plugin's tab is in the tree of the front end under test, so this client has to subscribe for its ViewChanged. */
    DBusMessage *call = new_call(service_name, ROOT, MANAGER, "Subscribe");
    append_empty_options(call);
    dbus_message_unref(reply_to(content->connection, call, label));
}

void select_content(Content *content, ContentTab tab) {
    const char *interface = TAB_BAR_CONTROLLER, *property = "SelectedIndex";
    const dbus_int64_t index = tab;
    DBusMessageIter iter, variant;
    DBusMessage *call = new_call(service_name, content->tabs, DBUS_INTERFACE_PROPERTIES, "Set");
    dbus_message_append_args(call, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    dbus_message_iter_init_append(call, &iter);
    dbus_message_iter_open_container(&iter, DBUS_TYPE_VARIANT, "x", &variant);
    dbus_message_iter_append_basic(&variant, DBUS_TYPE_INT64, &index);
    dbus_message_iter_close_container(&iter, &variant);
    dbus_message_unref(reply_to(content->connection, call, content->label));
}

void advance_chart(Content *content) {
    content->time++;
    update(content, NULL);
}

void fill_chart(double values[CHART_VALUES], unsigned time) {
    for (unsigned i = 0; i < CHART_VALUES; i++) values[i] = sin((double)(i + time) / 6);
}

/* Action(u view, s action, v value): accepts the typed text. */
static void act(Content *content, DBusMessage *call) {
    DBusMessageIter iter, variant;
    const char *action, *text;
    check_signature(call, "usv", content->label);
    dbus_message_iter_init(call, &iter);
    dbus_message_iter_next(&iter);
    dbus_message_iter_get_basic(&iter, &action);
    dbus_message_iter_next(&iter);
    dbus_message_iter_recurse(&iter, &variant);
    if (strcmp(action, "editingChanged") != 0 || dbus_message_iter_get_arg_type(&variant) != DBUS_TYPE_STRING) return;
    dbus_message_iter_get_basic(&variant, &text);
    content->edits++;
    update(content, text);
}

void serve_content(Content *content) {
    DBusMessage *message;
    if (!dbus_connection_read_write(content->connection, 0)) fail(content->label, "the bus is gone");
    while ((message = dbus_connection_pop_message(content->connection))) {
        switch (dbus_message_get_type(message)) {
            case DBUS_MESSAGE_TYPE_ERROR: fail(content->label, dbus_message_get_error_name(message));
            case DBUS_MESSAGE_TYPE_SIGNAL:
                if (dbus_message_is_signal(message, VIEW_CONTROLLER, "ViewChanged")) content->frames++;
                break;
            case DBUS_MESSAGE_TYPE_METHOD_CALL:
                if (dbus_message_is_method_call(message, REMOTE, "Action")) act(content, message);
                if (dbus_message_is_method_call(message, REMOTE, "ViewWillLayout")) note_layout(content, message);
                if (!dbus_message_get_no_reply(message)) {
                    DBusMessage *answer = dbus_message_new_method_return(message);
                    dbus_connection_send(content->connection, answer, NULL);
                    dbus_message_unref(answer);
                }
        }
        dbus_message_unref(message);
    }
    dbus_connection_flush(content->connection);
}
