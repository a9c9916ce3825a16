/* Writes the reply of tabd's GetManagedObjects to a file for the other services: see snapshot.c. */
#define _GNU_SOURCE
#include "bench.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_value(FILE *file, DBusMessageIter *iter);

static void write_children(FILE *file, DBusMessageIter *iter) {
    DBusMessageIter child;
    dbus_message_iter_recurse(iter, &child);
    for (; dbus_message_iter_get_arg_type(&child); dbus_message_iter_next(&child)) write_value(file, &child);
}

static int count_children(DBusMessageIter *iter) {
    DBusMessageIter child;
    int count = 0;
    dbus_message_iter_recurse(iter, &child);
    for (; dbus_message_iter_get_arg_type(&child); dbus_message_iter_next(&child)) count++;
    return count;
}

static void write_basic(FILE *file, DBusMessageIter *iter, int type) {
    DBusBasicValue value = {.u64 = 0};
    dbus_message_iter_get_basic(iter, &value);
    switch (type) {
        case DBUS_TYPE_BYTE: fprintf(file, "%d", value.byt); break;
        case DBUS_TYPE_INT16: fprintf(file, "%d", value.i16); break;
        case DBUS_TYPE_UINT16: fprintf(file, "%d", value.u16); break;
        case DBUS_TYPE_INT32: fprintf(file, "%" PRId32, (int32_t)value.i32); break;
        case DBUS_TYPE_BOOLEAN:
        case DBUS_TYPE_UINT32: fprintf(file, "%" PRIu32, (uint32_t)value.u32); break;
        case DBUS_TYPE_INT64: fprintf(file, "%" PRId64, (int64_t)value.i64); break;
        case DBUS_TYPE_UINT64: fprintf(file, "%" PRIu64, (uint64_t)value.u64); break;
        case DBUS_TYPE_DOUBLE: fprintf(file, "%a", value.dbl); break;
        default:
            if (strchr(value.str, '\n')) fail("snapshot", "a text contains a newline");
            fputs(value.str, file);
    }
}

static void write_value(FILE *file, DBusMessageIter *iter) {
    const int type = dbus_message_iter_get_arg_type(iter);
    DBusMessageIter content;
    putc(type, file);
    if (dbus_type_is_basic(type)) {
        write_basic(file, iter, type);
        putc('\n', file);
        return;
    }
    char *signature = dbus_message_iter_get_signature(iter);
    /* The alignment before the fields is not part of them. */
    if (type == DBUS_TYPE_STRUCT || type == DBUS_TYPE_DICT_ENTRY) signature[strlen(signature) - 1] = 0;
    if (type != DBUS_TYPE_VARIANT) {
        fprintf(file, "%d %s\n", count_children(iter), signature + 1);
    } else {
        dbus_message_iter_recurse(iter, &content);
        char *inner = dbus_message_iter_get_signature(&content);
        fprintf(file, "%s\n", inner);
        dbus_free(inner);
    }
    dbus_free(signature);
    write_children(file, iter);
}

void dump_objects(DBusMessage *reply, const char *path) {
    DBusMessageIter iter;
    FILE *file = fopen(path, "w");
    if (!file) fail(path, strerror(errno));
    dbus_message_iter_init(reply, &iter);
    write_value(file, &iter);
    if (fclose(file) != 0) fail(path, strerror(errno));
}

DBusMessage *get_managed_objects(DBusConnection *connection, const char *name) {
    DBusMessage *reply =
        reply_to(connection, new_call(name, ROOT, OBJECT_MANAGER, "GetManagedObjects"), name);
    check_signature(reply, "a{oa{sa{sv}}}", name);
    return reply;
}

int snapshot(int argc, char **argv) {
    if (argc != 2) return 64;
    DBusConnection *connection = connect_to_bus();
    DBusMessage *reply = get_managed_objects(connection, argv[0]);
    dump_objects(reply, argv[1]);
    dbus_message_unref(reply);
    disconnect(connection);
    return 0;
}
