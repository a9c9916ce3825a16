/* GetManagedObjects and GetAll of the libdbus service, from a snapshot of tabd. */
#include "libdbus-service.h"
#include <string.h>

static void append_value(DBusMessageIter *iter, const Value *value) {
    DBusMessageIter content;
    if (dbus_type_is_basic(value->type)) {
        check(dbus_message_iter_append_basic(iter, value->type, &value->as));
        return;
    }
    const bool has_fields = value->type == DBUS_TYPE_STRUCT || value->type == DBUS_TYPE_DICT_ENTRY;
    check(dbus_message_iter_open_container(iter, value->type, has_fields ? NULL : value->signature, &content));
    for (uint32_t i = 0; i < value->count; i++) append_value(&content, &value->as.children[i]);
    check(dbus_message_iter_close_container(iter, &content));
}

static void reply_with(DBusConnection *connection, DBusMessage *call, const Value *value) {
    DBusMessageIter iter;
    if (dbus_message_get_no_reply(call)) return;
    DBusMessage *reply = checked(dbus_message_new_method_return(call));
    dbus_message_iter_init_append(reply, &iter);
    append_value(&iter, value);
    send_message(connection, reply);
}

void get_all(DBusConnection *connection, DBusMessage *call, const Value *interfaces) {
    const char *interface;
    const Value *properties;
    if (!dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &interface, DBUS_TYPE_INVALID))
        send_error(connection, call, DBUS_ERROR_INVALID_ARGS, "GetAll takes (s)");
    else if (!interfaces || !(properties = find_key(interfaces, interface)))
        send_error(connection, call, DBUS_ERROR_UNKNOWN_INTERFACE, interface);
    else
        reply_with(connection, call, properties);
}

/* The cached reply with all objects. */
static DBusMessage *kept;

DBusHandlerResult answer_root_again(DBusConnection *connection, DBusMessage *call, void *objects) {
    DBusMessageIter iter;
    if (!dbus_message_is_method_call(call, MANAGER, "GetManagedObjects")) return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (!kept) {
        kept = checked(dbus_message_new_method_return(call));
        dbus_message_iter_init_append(kept, &iter);
        append_value(&iter, objects);
    }
    DBusMessage *reply = checked(dbus_message_copy(kept));
    check(dbus_message_set_reply_serial(reply, dbus_message_get_serial(call)));
    check(dbus_message_set_destination(reply, dbus_message_get_sender(call)));
    send_message(connection, reply);
    return DBUS_HANDLER_RESULT_HANDLED;
}

DBusHandlerResult answer_root(DBusConnection *connection, DBusMessage *call, void *objects) {
    if (!dbus_message_is_method_call(call, MANAGER, "GetManagedObjects"))
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    if (dbus_message_has_signature(call, ""))
        reply_with(connection, call, objects);
    else
        send_error(connection, call, DBUS_ERROR_INVALID_ARGS, "GetManagedObjects takes nothing");
    return DBUS_HANDLER_RESULT_HANDLED;
}
