/* The second peer: the same calls on GDBus, written as in its documentation (introspection data and a vtable).
 *
 * Usage: gdbus-service NAME [SNAPSHOT CONTROLLER]
 *
 * With a snapshot of tabd (see snapshot.c) it has all objects and serves that controller. */
#include "gdbus-service.h"

static const char introspection[] =
    "<node>"
    " <interface name='" MANAGER "'>"
    "  <method name='GetManagedObjects'><arg name='objects' type='a{oa{sa{sv}}}' direction='out'/></method>"
    " </interface>"
    "</node>";

static TabState state;
static GMainLoop *loop;
static int status;

GVariant *variant_of(const Value *value) {
    enum { FEW = 32 };
    GVariant *few[FEW], **children = few, *variant;
    switch (value->type) {
        case 's': return g_variant_new_string(value->as.string);
        case 'o': return g_variant_new_object_path(value->as.string);
        case 'g': return g_variant_new_signature(value->as.string);
        case 'b': return g_variant_new_boolean((gboolean)value->as.uint32);
        case 'y': return g_variant_new_byte(value->as.byte);
        case 'n': return g_variant_new_int16(value->as.int16);
        case 'q': return g_variant_new_uint16(value->as.uint16);
        case 'i': return g_variant_new_int32(value->as.int32);
        case 'u': return g_variant_new_uint32(value->as.uint32);
        case 'x': return g_variant_new_int64(value->as.int64);
        case 't': return g_variant_new_uint64(value->as.uint64);
        case 'd': return g_variant_new_double(value->as.real);
        case 'v': return g_variant_new_variant(variant_of(value->as.children));
        case 'e': return g_variant_new_dict_entry(variant_of(value->as.children), variant_of(value->as.children + 1));
        default: break;
    }
    if (value->count > FEW) children = g_new(GVariant *, value->count);
    for (guint32 i = 0; i < value->count; i++) children[i] = variant_of(&value->as.children[i]);
    variant = value->type == 'a' ? g_variant_new_array(G_VARIANT_TYPE(value->signature), children, value->count)
                                 : g_variant_new_tuple(children, value->count);
    if (children != few) g_free(children);
    return variant;
}

void emit(GDBusConnection *connection, const char *path, const char *interface, const char *member, GVariant *arguments) {
    g_dbus_connection_emit_signal(connection, NULL, path, interface, member, arguments, NULL);
}

static void get_managed_objects(GDBusConnection *connection, const char *sender, const char *path,
                                const char *interface, const char *method, GVariant *arguments,
                                GDBusMethodInvocation *invocation, gpointer context) {
    (void)connection, (void)sender, (void)path, (void)interface, (void)method, (void)arguments, (void)context;
    GVariant *objects = variant_of(state.objects);
    g_dbus_method_invocation_return_value(invocation, g_variant_new_tuple(&objects, 1));
}

static void bus_acquired(GDBusConnection *connection, const char *name, gpointer node) {
    static const GDBusInterfaceVTable vtable = {.method_call = get_managed_objects};
    (void)name;
    export_tabs(connection, &state);
    export_view_controller(connection, state.controller);
    g_dbus_connection_register_object(connection, ROOT, ((GDBusNodeInfo *)node)->interfaces[0], &vtable, NULL, NULL,
                                      NULL);
}

static void name_lost(GDBusConnection *connection, const char *name, gpointer node) {
    (void)node;
    g_printerr("gdbus-service: %s: %s\n", name, connection ? "owned by another process" : "no bus");
    status = connection ? 75 : 69;
    g_main_loop_quit(loop);
}

int main(int argc, char **argv) {
    if (argc != 2 && argc != 4) {
        g_printerr("usage: gdbus-service NAME [SNAPSHOT CONTROLLER]\n");
        return 64;
    }
    state = read_tab_state(argc == 4 ? argv[2] : NULL, argc == 4 ? argv[3] : NULL);
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(introspection, NULL);
    loop = g_main_loop_new(NULL, FALSE);
    g_bus_own_name(G_BUS_TYPE_SESSION, argv[1], G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE, bus_acquired, NULL, name_lost, node,
                   NULL);
    g_main_loop_run(loop);
    return status;
}
