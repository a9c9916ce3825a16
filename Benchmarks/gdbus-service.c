/* The second peer: the same two calls on GDBus, written the way its documentation teaches (introspection data and a vtable).
 *
 * Usage: gdbus-service NAME */
#include <gio/gio.h>

#define CONTROLLER "/org/tabd/Tabs1/view_controllers/1"
#define BAR CONTROLLER "/tab_bar"
#define TAB_BAR_CONTROLLER "org.tabd.Tabs1.TabBarController"
#define TAB_BAR "org.tabd.Tabs1.TabBar"

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
    "</node>";

static const char *const tabs[] = {"/org/tabd/Tabs1/view_controllers/2", "/org/tabd/Tabs1/view_controllers/3"};
static gint64 selected_index;
static int status;

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

static void call_method(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                        const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer context) {
    guint32 position;
    (void)sender, (void)path, (void)interface, (void)method, (void)context;

    g_variant_get_child(arguments, 0, "u", &position);
    if (position >= G_N_ELEMENTS(tabs)) {
        g_dbus_method_invocation_return_dbus_error(invocation, "org.tabd.Tabs1.Error.OutOfRange",
                                                   "no item at this position");
        return;
    }
    select_tab(connection, position);
    g_dbus_method_invocation_return_value(invocation, g_variant_new("(b)", TRUE));
}

static const GDBusInterfaceVTable vtable = {.method_call = call_method, .get_property = get_property};

static void bus_acquired(GDBusConnection *connection, const char *name, gpointer node) {
    (void)name;
    g_dbus_connection_register_object(connection, CONTROLLER, g_dbus_node_info_lookup_interface(node, TAB_BAR_CONTROLLER),
                                      &vtable, NULL, NULL, NULL);
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
