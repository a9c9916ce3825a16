/* The view controller on GDBus: a tree of views as in libdbus-views.c. */
#include "gdbus-service.h"

static const char introspection[] =
    "<node>"
    " <interface name='" VIEW_CONTROLLER "'>"
    "  <method name='UpdateView'>"
    "   <arg name='changed' type='a(uus(dddd)ua{sv})' direction='in'/><arg name='removed' type='au' direction='in'/>"
    "   <arg name='options' type='a{sv}' direction='in'/>"
    "  </method>"
    "  <method name='GetView'>"
    "   <arg name='revision' type='t' direction='out'/><arg name='views' type='a(uus(dddd)ua{sv})' direction='out'/>"
    "  </method>"
    "  <method name='SendAction'>"
    "   <arg name='view' type='u' direction='in'/><arg name='action' type='s' direction='in'/>"
    "   <arg name='value' type='v' direction='in'/><arg name='options' type='a{sv}' direction='in'/>"
    "  </method>"
    "  <signal name='ViewChanged'>"
    "   <arg name='revision' type='t'/><arg name='changed' type='a(uus(dddd)ua{sv})'/><arg name='removed' type='au'/>"
    "  </signal>"
    " </interface>"
    "</node>";

/* The entries of the tree by id, as received; NULL without a view. */
static GVariant *views[MAX_VIEWS + 1];
static guint64 revision;

/* Returns the error of an entry; NULL if it is valid. The only property is Text, as in libdbus-views.c. */
static const char *fault_of(GVariant *entry, guint32 *id) {
    guint32 parent;
    const char *class_name, *key;
    GVariant *value;
    GVariantIter *properties;
    const char *fault = NULL;

    g_variant_get(entry, "(uu&s(dddd)ua{sv})", id, &parent, &class_name, NULL, NULL, NULL, NULL, NULL, &properties);
    while (g_variant_iter_next(properties, "{&sv}", &key, &value)) {
        if (!g_str_equal(key, "Text"))
            fault = "the only property is Text";
        else if (!g_variant_is_of_type(value, G_VARIANT_TYPE_STRING))
            fault = "Text is a string";
        g_variant_unref(value);
    }
    g_variant_iter_free(properties);
    if (*id == 0 || *id > MAX_VIEWS) return "ids go from 1 to 2000";
    if (*id == 1 ? parent != 0 : parent >= *id) return "a parent has a smaller id; the root none";
    if (*id != 1 && !views[parent]) return "the parent is no view";
    if (!g_str_equal(class_name, "View") && !g_str_equal(class_name, "Label")) return "an unknown class";
    return fault;
}

static void update_view(GDBusConnection *connection, GVariant *arguments, GDBusMethodInvocation *invocation) {
    GVariant *changed = g_variant_get_child_value(arguments, 0), *removed = g_variant_get_child_value(arguments, 1);
    const char *fault = g_variant_n_children(removed) > 0 ? "views are not removed here" : NULL;

    for (gsize i = 0; i < g_variant_n_children(changed) && !fault; i++) {
        GVariant *entry = g_variant_get_child_value(changed, i);
        guint32 id;
        fault = fault_of(entry, &id);
        if (!fault) {
            g_clear_pointer(&views[id], g_variant_unref);
            views[id] = g_variant_ref(entry);
        }
        g_variant_unref(entry);
    }
    if (fault) {
        g_dbus_method_invocation_return_dbus_error(invocation, INVALID_ARGUMENT, fault);
    } else {
        revision++;
        emit(connection, g_dbus_method_invocation_get_object_path(invocation), VIEW_CONTROLLER, "ViewChanged",
             g_variant_new("(t@a(uus(dddd)ua{sv})@au)", revision, changed, removed));
        g_dbus_method_invocation_return_value(invocation, NULL);
    }
    g_variant_unref(changed);
    g_variant_unref(removed);
}

static void get_view(GDBusMethodInvocation *invocation) {
    GVariantBuilder all;

    g_variant_builder_init(&all, G_VARIANT_TYPE("a(uus(dddd)ua{sv})"));
    for (int id = 1; id <= MAX_VIEWS; id++) {
        if (views[id]) g_variant_builder_add_value(&all, views[id]);
    }
    g_dbus_method_invocation_return_value(invocation, g_variant_new("(ta(uus(dddd)ua{sv}))", revision, &all));
}

static void send_action(GVariant *arguments, GDBusMethodInvocation *invocation) {
    guint32 view;
    const char *action, *fault = NULL;
    GVariant *value;

    g_variant_get(arguments, "(u&sv@a{sv})", &view, &action, &value, NULL);
    if (view != BUTTON)
        fault = "there is no such view";
    else if (!g_str_equal(action, "primaryActionTriggered"))
        fault = "a Button has no such action";
    else if (!g_variant_is_of_type(value, G_VARIANT_TYPE_BOOLEAN))
        fault = "primaryActionTriggered takes a value of type 'b'";
    if (fault)
        g_dbus_method_invocation_return_dbus_error(invocation, INVALID_ARGUMENT, fault);
    else
        g_dbus_method_invocation_return_value(invocation, NULL);
    g_variant_unref(value);
}

static void call_method(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                        const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer context) {
    (void)sender, (void)path, (void)interface, (void)context;

    if (g_str_equal(method, "UpdateView"))
        update_view(connection, arguments, invocation);
    else if (g_str_equal(method, "SendAction"))
        send_action(arguments, invocation);
    else
        get_view(invocation);
}

void export_view_controller(GDBusConnection *connection, const char *path) {
    static const GDBusInterfaceVTable vtable = {.method_call = call_method};
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(introspection, NULL);
    g_dbus_connection_register_object(connection, path, node->interfaces[0], &vtable, NULL, NULL, NULL);
}
