/* The second peer: the same calls on GDBus, written as its documentation teaches (introspection data and a vtable).
 *
 * Usage: gdbus-service NAME */
#include <gio/gio.h>

#define CONTROLLER "/org/tabd/Tabs1/view_controllers/1"
#define BAR CONTROLLER "/tab_bar"
#define TAB_BAR_CONTROLLER "org.tabd.Tabs1.TabBarController"
#define TAB_BAR "org.tabd.Tabs1.TabBar"
#define VIEW_CONTROLLER "org.tabd.Tabs1.ViewController"
#define INVALID_ARGUMENT "org.tabd.Tabs1.Error.InvalidArgument"

static const char introspection[] =
    "<node>"
    " <interface name='" TAB_BAR_CONTROLLER "'>"
    "  <property name='SelectedIndex' type='x' access='read'/>"
    "  <property name='SelectedViewController' type='o' access='read'/>"
    "  <signal name='ShouldSelectViewController'><arg name='view_controller' type='o'/></signal>"
    "  <signal name='DidSelectViewController'><arg name='view_controller' type='o'/></signal>"
    " </interface>"
    " <interface name='" TAB_BAR "'>"
    "  <property name='SelectedItem' type='o' access='read'/>"
    "  <method name='TapItem'>"
    "   <arg name='position' type='u' direction='in'/><arg name='options' type='a{sv}' direction='in'/>"
    "   <arg name='accepted' type='b' direction='out'/>"
    "  </method>"
    "  <signal name='ItemTapped'><arg name='position' type='u'/></signal>"
    " </interface>"
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

static const char *const tabs[] = {"/org/tabd/Tabs1/view_controllers/2", "/org/tabd/Tabs1/view_controllers/3"};
static gint64 selected_index;
static int status;

/* Entries of the tree by id, as they came; NULL where there is no view. */
enum { MAX_VIEWS = 2000, BUTTON = 2 };
static GVariant *views[MAX_VIEWS + 1];
static guint64 revision;

static GVariant *get_property(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                              const char *property, GError **error, gpointer context) {
    (void)connection, (void)sender, (void)path, (void)interface, (void)error, (void)context;
    if (g_str_equal(property, "SelectedIndex")) return g_variant_new_int64(selected_index);
    return g_variant_new_object_path(tabs[selected_index]);
}

static void emit(GDBusConnection *connection, const char *path, const char *interface, const char *member,
                 GVariant *arguments) {
    g_dbus_connection_emit_signal(connection, NULL, path, interface, member, arguments, NULL);
}

static void announce(GDBusConnection *connection, const char *path, const char *interface, GVariantBuilder *changed) {
    emit(connection, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
         g_variant_new("(sa{sv}as)", interface, changed, NULL));
}

static void select_tab(GDBusConnection *connection, guint32 position) {
    GVariantBuilder changed;
    const char *tab = tabs[position];

    emit(connection, BAR, TAB_BAR, "ItemTapped", g_variant_new("(u)", position));
    emit(connection, CONTROLLER, TAB_BAR_CONTROLLER, "ShouldSelectViewController", g_variant_new("(o)", tab));
    if (selected_index != position) {
        selected_index = position;
        g_variant_builder_init(&changed, G_VARIANT_TYPE_VARDICT);
        g_variant_builder_add(&changed, "{sv}", "SelectedIndex", g_variant_new_int64(selected_index));
        g_variant_builder_add(&changed, "{sv}", "SelectedViewController", g_variant_new_object_path(tab));
        announce(connection, CONTROLLER, TAB_BAR_CONTROLLER, &changed);
        g_variant_builder_init(&changed, G_VARIANT_TYPE_VARDICT);
        g_variant_builder_add(&changed, "{sv}", "SelectedItem", g_variant_new_object_path(tab));
        announce(connection, BAR, TAB_BAR, &changed);
    }
    emit(connection, CONTROLLER, TAB_BAR_CONTROLLER, "DidSelectViewController", g_variant_new("(o)", tab));
}

static void tap_item(GDBusConnection *connection, GVariant *arguments, GDBusMethodInvocation *invocation) {
    guint32 position;

    g_variant_get_child(arguments, 0, "u", &position);
    if (position >= G_N_ELEMENTS(tabs)) {
        g_dbus_method_invocation_return_dbus_error(invocation, "org.tabd.Tabs1.Error.OutOfRange",
                                                   "no item at this position");
        return;
    }
    select_tab(connection, position);
    g_dbus_method_invocation_return_value(invocation, g_variant_new("(b)", TRUE));
}

/* What is wrong with an entry, NULL when nothing is. Properties are Text alone, as in libdbus-views.c. */
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
        emit(connection, CONTROLLER, VIEW_CONTROLLER, "ViewChanged",
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

    if (g_str_equal(method, "TapItem"))
        tap_item(connection, arguments, invocation);
    else if (g_str_equal(method, "UpdateView"))
        update_view(connection, arguments, invocation);
    else if (g_str_equal(method, "SendAction"))
        send_action(arguments, invocation);
    else
        get_view(invocation);
}

static const GDBusInterfaceVTable vtable = {.method_call = call_method, .get_property = get_property};

static void bus_acquired(GDBusConnection *connection, const char *name, gpointer node) {
    (void)name;
    g_dbus_connection_register_object(connection, CONTROLLER, g_dbus_node_info_lookup_interface(node, TAB_BAR_CONTROLLER),
                                      &vtable, NULL, NULL, NULL);
    g_dbus_connection_register_object(connection, CONTROLLER,
                                      g_dbus_node_info_lookup_interface(node, VIEW_CONTROLLER), &vtable, NULL, NULL,
                                      NULL);
    g_dbus_connection_register_object(connection, BAR, g_dbus_node_info_lookup_interface(node, TAB_BAR), &vtable, NULL,
                                      NULL, NULL);
}

static GMainLoop *loop;

static void name_lost(GDBusConnection *connection, const char *name, gpointer node) {
    (void)node;
    g_printerr("gdbus-service: %s: %s\n", name, connection ? "owned by another process" : "no bus");
    status = connection ? 75 : 69;
    g_main_loop_quit(loop);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        g_printerr("usage: gdbus-service NAME\n");
        return 64;
    }
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(introspection, NULL);
    loop = g_main_loop_new(NULL, FALSE);
    g_bus_own_name(G_BUS_TYPE_SESSION, argv[1], G_BUS_NAME_OWNER_FLAGS_DO_NOT_QUEUE, bus_acquired, NULL, name_lost, node,
                   NULL);
    g_main_loop_run(loop);
    return status;
}
