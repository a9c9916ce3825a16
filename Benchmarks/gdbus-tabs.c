/* The tab bar controller on GDBus: its properties, and taps with and without a delegate. */
#include "gdbus-service.h"
#include <string.h>

static const char controller_members[] =
    "<method name='SetDelegate'>"
    " <arg name='delegate' type='o' direction='in'/><arg name='options' type='a{sv}' direction='in'/>"
    "</method>"
    "<signal name='ShouldSelectViewController'><arg name='view_controller' type='o'/></signal>"
    "<signal name='DidSelectViewController'><arg name='view_controller' type='o'/></signal>"
    "<signal name='DidRefuseViewController'><arg name='view_controller' type='o'/></signal>";

static const char bar_members[] =
    "<method name='TapItem'>"
    " <arg name='position' type='u' direction='in'/><arg name='options' type='a{sv}' direction='in'/>"
    " <arg name='accepted' type='b' direction='out'/>"
    "</method>"
    "<signal name='ItemTapped'><arg name='position' type='u'/></signal>";

static TabState *state;

/* The delegate, and the waiting taps: the first waits for the answer, the others for the first. */
static struct {
    char *name, *object;
    GDBusMethodInvocation *taps[MAX_WAITING + 1];
    gsize count;
} delegate;

static guint32 position_of(GDBusMethodInvocation *tap) {
    guint32 position;
    g_variant_get_child(g_dbus_method_invocation_get_parameters(tap), 0, "u", &position);
    return position;
}

static void announce(GDBusConnection *connection, const char *path, const char *interface, GVariantBuilder *changed) {
    emit(connection, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
         g_variant_new("(sa{sv}as)", interface, changed, NULL));
}

static void announce_selection(GDBusConnection *connection) {
    GVariantBuilder changed;
    g_variant_builder_init(&changed, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&changed, "{sv}", "SelectedViewController", variant_of(state->view_controller));
    g_variant_builder_add(&changed, "{sv}", "SelectedIndex", variant_of(state->index));
    announce(connection, state->controller, TAB_BAR_CONTROLLER, &changed);
    g_variant_builder_init(&changed, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&changed, "{sv}", "SelectedItem", variant_of(state->item));
    announce(connection, state->bar, TAB_BAR, &changed);
}

static void finish_tap(GDBusConnection *connection, GDBusMethodInvocation *tap, gboolean is_accepted) {
    const guint32 position = position_of(tap);
    const char *tab = state->tabs[position];

    if (is_accepted && select_position(state, position)) announce_selection(connection);
    emit(connection, state->controller, TAB_BAR_CONTROLLER,
         is_accepted ? "DidSelectViewController" : "DidRefuseViewController", g_variant_new("(o)", tab));
    if (is_accepted && delegate.name)
        g_dbus_connection_call(connection, delegate.name, delegate.object, DELEGATE, "DidSelectViewController",
                               g_variant_new("(oo)", state->controller, tab), NULL, G_DBUS_CALL_FLAGS_NO_AUTO_START, -1,
                               NULL, NULL, NULL);
    g_dbus_method_invocation_return_value(tap, g_variant_new("(b)", is_accepted));
}

static void begin_tap(GDBusConnection *connection);

static void take_answer(GObject *source, GAsyncResult *result, gpointer context) {
    GDBusConnection *connection = G_DBUS_CONNECTION(source);
    GVariant *answer = g_dbus_connection_call_finish(connection, result, NULL);
    gboolean is_accepted = TRUE;
    (void)context;
    /* A timeout and an error count as yes. */
    if (answer) {
        g_variant_get(answer, "(b)", &is_accepted);
        g_variant_unref(answer);
    }
    finish_tap(connection, delegate.taps[0], is_accepted);
    memmove(&delegate.taps[0], &delegate.taps[1], --delegate.count * sizeof delegate.taps[0]);
    if (delegate.count > 0) begin_tap(connection);
}

/* The first waiting tap. */
static void begin_tap(GDBusConnection *connection) {
    const guint32 position = position_of(delegate.taps[0]);
    const char *tab = state->tabs[position];

    emit(connection, state->bar, TAB_BAR, "ItemTapped", g_variant_new("(u)", position));
    emit(connection, state->controller, TAB_BAR_CONTROLLER, "ShouldSelectViewController", g_variant_new("(o)", tab));
    if (delegate.name) {
        g_dbus_connection_call(connection, delegate.name, delegate.object, DELEGATE, "ShouldSelectViewController",
                               g_variant_new("(oo)", state->controller, tab), G_VARIANT_TYPE("(b)"),
                               G_DBUS_CALL_FLAGS_NO_AUTO_START, QUESTION_TIMEOUT, NULL, take_answer, NULL);
        return;
    }
    finish_tap(connection, delegate.taps[0], TRUE);
    delegate.count--;
}

static void tap_item(GDBusConnection *connection, GDBusMethodInvocation *invocation) {
    if (position_of(invocation) >= state->count) {
        g_dbus_method_invocation_return_dbus_error(invocation, OUT_OF_RANGE, "no item at this position");
        return;
    }
    if (delegate.count > MAX_WAITING) {
        g_dbus_method_invocation_return_error_literal(invocation, G_DBUS_ERROR, G_DBUS_ERROR_LIMITS_EXCEEDED,
                                                      "so many taps wait already");
        return;
    }
    delegate.taps[delegate.count++] = invocation;
    if (delegate.count == 1) begin_tap(connection);
}

static void set_delegate(const char *sender, GVariant *arguments, GDBusMethodInvocation *invocation) {
    g_free(delegate.name);
    g_free(delegate.object);
    delegate.name = g_strdup(sender);
    g_variant_get_child(arguments, 0, "o", &delegate.object);
    g_dbus_method_invocation_return_value(invocation, NULL);
}

static void call_method(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                        const char *method, GVariant *arguments, GDBusMethodInvocation *invocation, gpointer context) {
    (void)path, (void)interface, (void)context;
    if (g_str_equal(method, "TapItem"))
        tap_item(connection, invocation);
    else
        set_delegate(sender, arguments, invocation);
}

static GVariant *get_property(GDBusConnection *connection, const char *sender, const char *path, const char *interface,
                              const char *property, GError **error, gpointer properties) {
    (void)connection, (void)sender, (void)path, (void)interface, (void)error;
    return variant_of(find_key(properties, property)->as.children);
}

static void export_interface(GDBusConnection *connection, const char *path, const char *interface, const char *members,
                             Value *properties) {
    static const GDBusInterfaceVTable vtable = {.method_call = call_method, .get_property = get_property};
    GString *xml = g_string_new(NULL);
    g_string_printf(xml, "<node><interface name='%s'>%s", interface, members);
    for (guint32 i = 0; i < properties->count; i++) {
        const Value *entry = properties->as.children[i].as.children;
        g_string_append_printf(xml, "<property name='%s' type='%s' access='read'/>", entry[0].as.string,
                               entry[1].signature);
    }
    g_string_append(xml, "</interface></node>");
    GDBusNodeInfo *node = g_dbus_node_info_new_for_xml(xml->str, NULL);
    g_dbus_connection_register_object(connection, path, node->interfaces[0], &vtable, properties, NULL, NULL);
    g_string_free(xml, TRUE);
}

void export_tabs(GDBusConnection *connection, TabState *tab_state) {
    state = tab_state;
    export_interface(connection, state->controller, TAB_BAR_CONTROLLER, controller_members, state->properties);
    export_interface(connection, state->bar, TAB_BAR, bar_members, state->bar_properties);
}
