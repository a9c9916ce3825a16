/* The view controller of the libdbus service: a tree of views without properties, and of labels with the property Text.
 *
 * As in tabd, UpdateView replaces and adds views and announces the changed ones, and GetView returns all; views are never
 * removed. SendAction to the Button with the id 2 has no effect, as in the plugin that tabd is measured with. */
#include "libdbus-service.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t id, parent, autoresizing; /* id 0 means no view */
    char *class_name, *text;           /* the text is NULL for none */
    double frame[4];
} View;

static View views[MAX_VIEWS + 1];
static uint64_t revision;

/* Moves to the next field and reads it. */
static void read_next(DBusMessageIter *iter, void *value) {
    dbus_message_iter_next(iter);
    dbus_message_iter_get_basic(iter, value);
}

/* Reads an entry; the strings belong to the message. Returns its error; NULL if it is valid. */
static const char *read_view(DBusMessageIter *array, View *view) {
    DBusMessageIter entry, rect, dict, property, variant;
    const char *key;
    dbus_message_iter_recurse(array, &entry);
    dbus_message_iter_get_basic(&entry, &view->id);
    read_next(&entry, &view->parent);
    read_next(&entry, &view->class_name);
    dbus_message_iter_next(&entry);
    dbus_message_iter_recurse(&entry, &rect);
    for (int i = 0; i < 4; i++, dbus_message_iter_next(&rect)) dbus_message_iter_get_basic(&rect, &view->frame[i]);
    read_next(&entry, &view->autoresizing);
    dbus_message_iter_next(&entry);
    view->text = NULL;
    dbus_message_iter_recurse(&entry, &dict);
    for (; dbus_message_iter_get_arg_type(&dict); dbus_message_iter_next(&dict)) {
        dbus_message_iter_recurse(&dict, &property);
        dbus_message_iter_get_basic(&property, &key);
        dbus_message_iter_next(&property);
        dbus_message_iter_recurse(&property, &variant);
        if (strcmp(key, "Text") != 0) return "the only property is Text";
        if (dbus_message_iter_get_arg_type(&variant) != DBUS_TYPE_STRING) return "Text is a string";
        dbus_message_iter_get_basic(&variant, &view->text);
    }
    if (view->id == 0 || view->id > MAX_VIEWS) return "ids go from 1 to 2000";
    if (view->id == 1 ? view->parent != 0 : view->parent >= view->id) return "a parent has a smaller id; the root none";
    if (view->id != 1 && !views[view->parent].id) return "the parent is no view";
    if (strcmp(view->class_name, "View") != 0 && strcmp(view->class_name, "Label") != 0) return "an unknown class";
    return NULL;
}

static void store_view(const View *view) {
    View *place = &views[view->id];
    free(place->class_name);
    free(place->text);
    *place = *view;
    place->class_name = checked(strdup(view->class_name));
    if (view->text) place->text = checked(strdup(view->text));
}

static void append_view(DBusMessageIter *array, const View *view) {
    DBusMessageIter entry, rect, dict;
    check(dbus_message_iter_open_container(array, DBUS_TYPE_STRUCT, NULL, &entry));
    check(dbus_message_iter_append_basic(&entry, DBUS_TYPE_UINT32, &view->id));
    check(dbus_message_iter_append_basic(&entry, DBUS_TYPE_UINT32, &view->parent));
    check(dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &view->class_name));
    check(dbus_message_iter_open_container(&entry, DBUS_TYPE_STRUCT, NULL, &rect));
    for (int i = 0; i < 4; i++) check(dbus_message_iter_append_basic(&rect, DBUS_TYPE_DOUBLE, &view->frame[i]));
    check(dbus_message_iter_close_container(&entry, &rect));
    check(dbus_message_iter_append_basic(&entry, DBUS_TYPE_UINT32, &view->autoresizing));
    check(dbus_message_iter_open_container(&entry, DBUS_TYPE_ARRAY, "{sv}", &dict));
    if (view->text) append_property(&dict, "Text", DBUS_TYPE_STRING, "s", &view->text);
    check(dbus_message_iter_close_container(&entry, &dict));
    check(dbus_message_iter_close_container(array, &entry));
}

static void begin_views(DBusMessage *message, DBusMessageIter *iter, DBusMessageIter *array) {
    dbus_message_iter_init_append(message, iter);
    check(dbus_message_iter_append_basic(iter, DBUS_TYPE_UINT64, &revision));
    check(dbus_message_iter_open_container(iter, DBUS_TYPE_ARRAY, "(uus(dddd)ua{sv})", array));
}

static void reply_without_result(DBusConnection *connection, DBusMessage *call) {
    if (!dbus_message_get_no_reply(call)) send_message(connection, checked(dbus_message_new_method_return(call)));
}

static void update_view(DBusConnection *connection, DBusMessage *call) {
    DBusMessageIter iter, changed, out, array, removed;
    View view;
    dbus_message_iter_init(call, &iter);
    dbus_message_iter_recurse(&iter, &changed);
    dbus_message_iter_next(&iter);
    if (dbus_message_iter_get_element_count(&iter) > 0) {
        send_error(connection, call, DBUS_ERROR_NOT_SUPPORTED, "views are not removed here");
        return;
    }
    revision++;
    DBusMessage *signal = checked(dbus_message_new_signal(dbus_message_get_path(call), VIEW_CONTROLLER, "ViewChanged"));
    begin_views(signal, &out, &array);
    for (; dbus_message_iter_get_arg_type(&changed); dbus_message_iter_next(&changed)) {
        const char *fault = read_view(&changed, &view);
        if (fault) {
            dbus_message_iter_abandon_container(&out, &array);
            dbus_message_unref(signal);
            revision--;
            send_error(connection, call, INVALID_ARGUMENT, fault);
            return;
        }
        store_view(&view);
        append_view(&array, &views[view.id]);
    }
    check(dbus_message_iter_close_container(&out, &array));
    check(dbus_message_iter_open_container(&out, DBUS_TYPE_ARRAY, "u", &removed));
    check(dbus_message_iter_close_container(&out, &removed));
    send_message(connection, signal);
    reply_without_result(connection, call);
}

static void get_view(DBusConnection *connection, DBusMessage *call) {
    DBusMessageIter iter, array;
    if (dbus_message_get_no_reply(call)) return;
    DBusMessage *reply = checked(dbus_message_new_method_return(call));
    begin_views(reply, &iter, &array);
    for (int id = 1; id <= MAX_VIEWS; id++) {
        if (views[id].id) append_view(&array, &views[id]);
    }
    check(dbus_message_iter_close_container(&iter, &array));
    send_message(connection, reply);
}

static void send_action(DBusConnection *connection, DBusMessage *call) {
    DBusMessageIter iter, value;
    uint32_t view;
    const char *action;
    dbus_message_iter_init(call, &iter);
    dbus_message_iter_get_basic(&iter, &view);
    read_next(&iter, &action);
    dbus_message_iter_next(&iter);
    dbus_message_iter_recurse(&iter, &value);
    if (view != BUTTON)
        send_error(connection, call, INVALID_ARGUMENT, "there is no such view");
    else if (strcmp(action, "primaryActionTriggered") != 0)
        send_error(connection, call, INVALID_ARGUMENT, "a Button has no such action");
    else if (dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_BOOLEAN)
        send_error(connection, call, DBUS_ERROR_INVALID_ARGS, "primaryActionTriggered takes a value of type 'b'");
    else
        reply_without_result(connection, call);
}

DBusHandlerResult answer_view_controller(DBusConnection *connection, DBusMessage *call) {
    static const struct {
        const char *member, *signature;
        void (*answer)(DBusConnection *connection, DBusMessage *call);
    } methods[] = {{"UpdateView", "a(uus(dddd)ua{sv})aua{sv}", update_view},
                   {"SendAction", "usva{sv}", send_action},
                   {"GetView", "", get_view}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        if (!dbus_message_is_method_call(call, VIEW_CONTROLLER, methods[i].member)) continue;
        if (dbus_message_has_signature(call, methods[i].signature))
            methods[i].answer(connection, call);
        else
            send_error(connection, call, DBUS_ERROR_INVALID_ARGS, methods[i].signature);
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
}
