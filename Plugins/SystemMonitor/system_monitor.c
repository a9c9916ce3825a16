/*
 * A plugin in C that shows the load of the machine. It needs only CTabPlugin.h and a C compiler.
 *
 * It reads /proc once a second while its view is visible, and when a client reads the view.
 */
#include "monitor.h"

#include <stdlib.h>
#include <string.h>

static const tab_host_v1 *host;

static void send(monitor *monitor) {
    /* The host logs refused views. */
    if (monitor->is_loaded) send_views(host, monitor->controller, monitor->views, VIEW_COUNT);
}

static void tick(void *context);

static void start_timer(monitor *monitor) {
    monitor->timer = 0;
    if (!TAB_OFFERS(host, add_timer)) return;
    /* The leeway allows the host to coalesce wake-ups. */
    if (host->add_timer(host, SAMPLE_INTERVAL, SAMPLE_INTERVAL / 20, tick, monitor, &monitor->timer) != TAB_OK) {
        monitor->timer = 0;
    }
}

static void stop_timer(monitor *monitor) {
    if (monitor->timer != 0 && TAB_OFFERS(host, cancel_timer)) host->cancel_timer(host, monitor->timer);
    monitor->timer = 0;
}

static void tick(void *context) {
    monitor *monitor = context;
    take_sample(monitor);
    send(monitor);
    start_timer(monitor);
}

/* ---- The table ------------------------------------------------------------------------------------------------- */

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    static const char name[] = "SystemMonitor";
    (void)arguments;
    if (class_name.length != strlen(name) || memcmp(class_name.utf8, name, class_name.length) != 0) return NULL;
    monitor *monitor = calloc(1, sizeof(*monitor));
    if (!monitor) return NULL;
    monitor->host = host;
    monitor->controller = controller;
    make_views(monitor);
    static const char title[] = "System";
    host->set_title(host, controller, (tab_string){title, strlen(title)});
    return monitor;
}

static tab_status load_view(void *instance) {
    monitor *monitor = instance;
    take_sample(monitor);
    lay_out(monitor);
    monitor->is_loaded = true;
    return send_views(host, monitor->controller, monitor->views, VIEW_COUNT);
}

static void view_did_appear(void *instance, bool animated) {
    monitor *monitor = instance;
    (void)animated;
    take_sample(monitor);
    send(monitor);
    stop_timer(monitor);
    start_timer(monitor);
}

static void view_will_disappear(void *instance, bool animated) {
    (void)animated;
    stop_timer(instance);
}

static void view_will_layout(void *instance, tab_rect bounds, tab_insets safe_area) {
    monitor *monitor = instance;
    monitor->bounds = bounds;
    monitor->safe_area = safe_area;
    lay_out(monitor);
    send(monitor);
}

static void text_size_changed(void *instance, double scale) {
    monitor *monitor = instance;
    (void)scale;
    lay_out(monitor);
    send(monitor);
}

static tab_status update_content(void *instance) {
    monitor *monitor = instance;
    if (!monitor->is_loaded) return TAB_OK;
    take_sample(monitor);
    return send_views(host, monitor->controller, monitor->views, VIEW_COUNT);
}

static double within(double value, double limit) { return value < 0 ? 0 : value > limit ? limit : value; }

static tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    monitor *monitor = instance;
    struct view *content = &monitor->views[VIEW_CONTENT];
    if (view != content->id || name.length != strlen("scrolled") || memcmp(name.utf8, "scrolled", name.length) != 0) {
        return TAB_ERROR_NOT_SUPPORTED;
    }
    if (value->type != TAB_TYPE_STRUCTURE || value->content.structure.count != 2) return TAB_ERROR_INVALID_ARGS;
    const tab_value *fields = value->content.structure.fields;
    if (fields[0].type != TAB_TYPE_DOUBLE || fields[1].type != TAB_TYPE_DOUBLE) return TAB_ERROR_INVALID_ARGS;
    tab_size size = content->content_size;
    double limit = size.height - content->frame.height;
    view_set_content(content, size, (tab_size){0, within(fields[1].content.number, limit > 0 ? limit : 0)});
    return send_views(host, monitor->controller, monitor->views, VIEW_COUNT);
}

static void destroy(void *instance) {
    stop_timer(instance);
    free(instance);
}

/* Optional functions are omitted. The plugin has no state to restore. */
static const tab_plugin_v1 table = {
    .size = sizeof(table),
    .abi_version = TAB_PLUGIN_ABI_VERSION,
    .create = create,
    .load_view = load_view,
    .view_did_appear = view_did_appear,
    .view_will_disappear = view_will_disappear,
    .view_will_layout = view_will_layout,
    .update_content = update_content,
    .action = action,
    .destroy = destroy,
    .text_size_changed = text_size_changed,
};

__attribute__((visibility("default"))) const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *given) {
    host = given;
    return &table;
}
