/*
 * The peer of tabd-window: a GTK program that sets the same label ten times a second, in a window of the same size.
 */
#include <adwaita.h>

typedef struct ticker {
    GtkLabel *label;
    gint64 start;
} ticker;

static gboolean tick(gpointer data) {
    ticker *self = data;
    gint64 tenths = (g_get_monotonic_time() - self->start) / 100000;
    char text[32];
    g_snprintf(text, sizeof(text), "%02d:%02d.%d", (int)(tenths / 600), (int)(tenths / 10 % 60), (int)(tenths % 10));
    gtk_label_set_text(self->label, text);
    return G_SOURCE_CONTINUE;
}

static void activate(GtkApplication *application, gpointer data) {
    ticker *self = data;
    GtkWidget *window = adw_application_window_new(application);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    self->label = GTK_LABEL(gtk_label_new("00:00.0"));
    gtk_widget_add_css_class(GTK_WIDGET(self->label), "title-1");
    gtk_widget_set_vexpand(GTK_WIDGET(self->label), TRUE);
    gtk_box_append(GTK_BOX(box), adw_header_bar_new());
    gtk_box_append(GTK_BOX(box), GTK_WIDGET(self->label));
    adw_application_window_set_content(ADW_APPLICATION_WINDOW(window), box);
    gtk_window_set_default_size(GTK_WINDOW(window), 420, 720);
    gtk_window_present(GTK_WINDOW(window));
    self->start = g_get_monotonic_time();
    g_timeout_add(100, tick, self);
}

int main(int count, char **arguments) {
    ticker ticker = {0};
    AdwApplication *application = adw_application_new("org.tabd.PlainWindow", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(activate), &ticker);
    return g_application_run(G_APPLICATION(application), count, arguments);
}
