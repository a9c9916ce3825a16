#pragma once
#include <adwaita.h>
#include <glib-unix.h>

/* What Swift does not import: macros and functions with a variable number of arguments. */

static inline GtkWidget *tabd_widget_new(GType type, int role) {
    if (role < 0) return GTK_WIDGET(g_object_new(type, NULL));
    return GTK_WIDGET(g_object_new(type, "accessible-role", role, NULL));
}

static inline void tabd_set_accessible_text(GtkWidget *widget, int property, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), (GtkAccessibleProperty)property, text, -1);
}

static inline void tabd_reset_accessible_property(GtkWidget *widget, int property) {
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), (GtkAccessibleProperty)property);
}

static inline void tabd_set_accessible_state(GtkWidget *widget, int state, int value) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), (GtkAccessibleState)state, value, -1);
}

static inline gboolean tabd_is_a(gpointer object, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(object, type); }

static inline void tabd_set_boolean(gpointer object, const char *name, gboolean value) {
    g_object_set(object, name, value, NULL);
}

static inline gboolean tabd_get_boolean(gpointer object, const char *name) {
    gboolean value = FALSE;
    g_object_get(object, name, &value, NULL);
    return value;
}

static inline void tabd_set_string(gpointer object, const char *name, const char *value) {
    g_object_set(object, name, value, NULL);
}

static inline void tabd_set_int(gpointer object, const char *name, int value) { g_object_set(object, name, value, NULL); }

static inline int tabd_get_int(gpointer object, const char *name) {
    int value = 0;
    g_object_get(object, name, &value, NULL);
    return value;
}

static inline void tabd_set_boxed(gpointer object, const char *name, gpointer value) {
    g_object_set(object, name, value, NULL);
}

static inline GType tabd_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType tabd_type_string(void) { return G_TYPE_STRING; }
static inline GType tabd_type_int(void) { return G_TYPE_INT; }

/* The type of what is dragged within this program. No format on a clipboard stands for it, so a text that another program
   lets the user drag is not one, and none of ours can be dropped as a text elsewhere. */
static inline GType tabd_type_dragged(void) {
    static GType type = 0;
    if (type == 0)
        type = g_boxed_type_register_static("TabdDragged", (GBoxedCopyFunc)(void *)g_strdup, (GBoxedFreeFunc)g_free);
    return type;
}
