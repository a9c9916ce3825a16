/* The tab bar controller of the libdbus service, with the same replies as tabd: Properties.Get of SelectedIndex, and
 * TapItem, which asks the delegate if there is one, changes the selection, and sends the same five signals as tabd. */
#include "libdbus-service.h"
#include <stdlib.h>
#include <string.h>

static TabState state;

/* The delegate, and the waiting taps: the first waits for the answer, the others for the first. */
static struct {
    char *name, *object;
    DBusMessage *taps[MAX_WAITING + 1];
    int count;
} delegate;

static DBusMessage *begin_properties_changed(const char *path, const char *interface, DBusMessageIter *iter,
                                             DBusMessageIter *dict) {
    DBusMessage *signal = checked(dbus_message_new_signal(path, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged"));
    dbus_message_iter_init_append(signal, iter);
    check(dbus_message_iter_append_basic(iter, DBUS_TYPE_STRING, &interface));
    check(dbus_message_iter_open_container(iter, DBUS_TYPE_ARRAY, "{sv}", dict));
    return signal;
}

static void end_properties_changed(DBusConnection *connection, DBusMessage *signal, DBusMessageIter *iter,
                                   DBusMessageIter *dict) {
    DBusMessageIter invalidated;
    check(dbus_message_iter_close_container(iter, dict));
    check(dbus_message_iter_open_container(iter, DBUS_TYPE_ARRAY, "s", &invalidated));
    check(dbus_message_iter_close_container(iter, &invalidated));
    send_message(connection, signal);
}

static void emit(DBusConnection *connection, const char *path, const char *interface, const char *member, int type,
                 const void *argument) {
    DBusMessage *signal = checked(dbus_message_new_signal(path, interface, member));
    check(dbus_message_append_args(signal, type, argument, DBUS_TYPE_INVALID));
    send_message(connection, signal);
}

static uint32_t position_of(DBusMessage *tap) {
    DBusMessageIter iter;
    uint32_t position;
    dbus_message_iter_init(tap, &iter);
    dbus_message_iter_get_basic(&iter, &position);
    return position;
}

static DBusMessage *new_delegate_call(const char *method, const char *tab) {
    DBusMessage *call = checked(dbus_message_new_method_call(delegate.name, delegate.object, DELEGATE, method));
    dbus_message_set_auto_start(call, FALSE);
    check(dbus_message_append_args(call, DBUS_TYPE_OBJECT_PATH, &state.controller, DBUS_TYPE_OBJECT_PATH, &tab,
                                   DBUS_TYPE_INVALID));
    return call;
}

static void announce_selection(DBusConnection *connection, const char *tab) {
    DBusMessageIter iter, dict;
    DBusMessage *signal = begin_properties_changed(state.controller, TAB_BAR_CONTROLLER, &iter, &dict);
    append_property(&dict, "SelectedViewController", DBUS_TYPE_OBJECT_PATH, "o", &tab);
    append_property(&dict, "SelectedIndex", DBUS_TYPE_INT64, "x", &state.index->as.int64);
    end_properties_changed(connection, signal, &iter, &dict);
    signal = begin_properties_changed(state.bar, TAB_BAR, &iter, &dict);
    append_property(&dict, "SelectedItem", DBUS_TYPE_OBJECT_PATH, "o", &tab);
    end_properties_changed(connection, signal, &iter, &dict);
}

static void finish_tap(DBusConnection *connection, DBusMessage *tap, dbus_bool_t is_accepted) {
    const uint32_t position = position_of(tap);
    const char *tab = state.tabs[position];

    if (is_accepted && select_position(&state, position)) announce_selection(connection, tab);
    emit(connection, state.controller, TAB_BAR_CONTROLLER,
         is_accepted ? "DidSelectViewController" : "DidRefuseViewController", DBUS_TYPE_OBJECT_PATH, &tab);
    if (is_accepted && delegate.name) {
        DBusMessage *call = new_delegate_call("DidSelectViewController", tab);
        dbus_message_set_no_reply(call, TRUE);
        send_message(connection, call);
    }
    if (dbus_message_get_no_reply(tap)) return;
    DBusMessage *reply = checked(dbus_message_new_method_return(tap));
    check(dbus_message_append_args(reply, DBUS_TYPE_BOOLEAN, &is_accepted, DBUS_TYPE_INVALID));
    send_message(connection, reply);
}

static void begin_tap(DBusConnection *connection);

static void take_answer(DBusPendingCall *pending, void *context) {
    DBusConnection *connection = context;
    DBusMessage *answer = dbus_pending_call_steal_reply(pending), *tap = delegate.taps[0];
    dbus_bool_t is_accepted = TRUE;
    /* A timeout and an error count as yes. */
    dbus_message_get_args(answer, NULL, DBUS_TYPE_BOOLEAN, &is_accepted, DBUS_TYPE_INVALID);
    dbus_message_unref(answer);
    finish_tap(connection, tap, is_accepted);
    dbus_message_unref(tap);
    memmove(&delegate.taps[0], &delegate.taps[1], (size_t)--delegate.count * sizeof(DBusMessage *));
    if (delegate.count > 0) begin_tap(connection);
}

/* The first waiting tap. */
static void begin_tap(DBusConnection *connection) {
    DBusMessage *tap = delegate.taps[0];
    const uint32_t position = position_of(tap);
    const char *tab = state.tabs[position];
    DBusPendingCall *pending;

    emit(connection, state.bar, TAB_BAR, "ItemTapped", DBUS_TYPE_UINT32, &position);
    emit(connection, state.controller, TAB_BAR_CONTROLLER, "ShouldSelectViewController", DBUS_TYPE_OBJECT_PATH, &tab);
    if (!delegate.name) {
        finish_tap(connection, tap, TRUE);
        dbus_message_unref(tap);
        delegate.count--;
        return;
    }
    DBusMessage *question = new_delegate_call("ShouldSelectViewController", tab);
    check(dbus_connection_send_with_reply(connection, question, &pending, QUESTION_TIMEOUT));
    check(dbus_pending_call_set_notify(checked(pending), take_answer, connection, NULL));
    dbus_pending_call_unref(pending);
    dbus_message_unref(question);
}

static void set_delegate(DBusConnection *connection, DBusMessage *call) {
    const char *object;
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_OBJECT_PATH, &object, DBUS_TYPE_INVALID)) {
        send_error(connection, call, DBUS_ERROR_INVALID_ARGS, "SetDelegate takes (oa{sv})");
        return;
    }
    free(delegate.name);
    free(delegate.object);
    delegate.name = checked(strdup(dbus_message_get_sender(call)));
    delegate.object = checked(strdup(object));
    if (!dbus_message_get_no_reply(call)) send_message(connection, checked(dbus_message_new_method_return(call)));
}

static DBusHandlerResult answer_controller(DBusConnection *connection, DBusMessage *call, void *context) {
    const char *interface, *property;
    DBusMessageIter iter;
    DBusMessage *reply;
    (void)context;

    if (dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "GetAll")) {
        get_all(connection, call, find_key(state.objects, state.controller));
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    if (dbus_message_is_method_call(call, TAB_BAR_CONTROLLER, "SetDelegate")) {
        set_delegate(connection, call);
        return DBUS_HANDLER_RESULT_HANDLED;
    }
    if (!dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "Get"))
        return answer_view_controller(connection, call);
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID)) {
        send_error(connection, call, DBUS_ERROR_INVALID_ARGS, "Get takes (ss)");
    } else if (strcmp(interface, TAB_BAR_CONTROLLER) != 0) {
        send_error(connection, call, DBUS_ERROR_UNKNOWN_INTERFACE, interface);
    } else if (strcmp(property, "SelectedIndex") != 0) {
        send_error(connection, call, DBUS_ERROR_UNKNOWN_PROPERTY, property);
    } else if (!dbus_message_get_no_reply(call)) {
        reply = checked(dbus_message_new_method_return(call));
        dbus_message_iter_init_append(reply, &iter);
        append_variant(&iter, DBUS_TYPE_INT64, "x", &state.index->as.int64);
        send_message(connection, reply);
    }
    return DBUS_HANDLER_RESULT_HANDLED;
}

static DBusHandlerResult answer_bar(DBusConnection *connection, DBusMessage *call, void *context) {
    (void)context;
    if (!dbus_message_is_method_call(call, TAB_BAR, "TapItem")) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (!dbus_message_has_signature(call, "ua{sv}") && !dbus_message_has_signature(call, "u")) {
        send_error(connection, call, DBUS_ERROR_INVALID_ARGS, "TapItem takes (ua{sv})");
    } else if (position_of(call) >= state.count) {
        send_error(connection, call, OUT_OF_RANGE, "no item at this position");
    } else if (delegate.count > MAX_WAITING) {
        send_error(connection, call, DBUS_ERROR_LIMITS_EXCEEDED, "so many taps wait already");
    } else {
        delegate.taps[delegate.count++] = dbus_message_ref(call);
        if (delegate.count == 1) begin_tap(connection);
    }
    return DBUS_HANDLER_RESULT_HANDLED;
}

void export_tabs(DBusConnection *connection, const char *file, const char *path, bool keeps_reply) {
    const DBusObjectPathVTable of_root = {.message_function = keeps_reply ? answer_root_again : answer_root};
    static const DBusObjectPathVTable of_controller = {.message_function = answer_controller};
    static const DBusObjectPathVTable of_bar = {.message_function = answer_bar};
    state = read_tab_state(file, path);
    check(dbus_connection_register_object_path(connection, state.controller, &of_controller, NULL));
    check(dbus_connection_register_object_path(connection, state.bar, &of_bar, NULL));
    check(dbus_connection_register_object_path(connection, ROOT, &of_root, state.objects));
}
