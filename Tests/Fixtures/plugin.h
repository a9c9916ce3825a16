/* The common part of the test plugins: the host, the table, and views. */
#ifndef TABD_FIXTURES_PLUGIN_H
#define TABD_FIXTURES_PLUGIN_H

#include "values.h"

static const tab_host_v1 *host;

/* Exports a plugin whose table has the given slots. `begin` is called first, and returns whether the plugin can run. */
#define EXPORT_PLUGIN(begin, ...) \
    static const tab_plugin_v1 table = { \
        .size = sizeof(table), .abi_version = TAB_PLUGIN_ABI_VERSION, __VA_ARGS__}; \
    const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *given) { \
        host = given; \
        return begin() ? &table : NULL; \
    }

/* The `begin` of a plugin that has nothing to do. */
static inline bool always(void) { return true; }

/* Sends a view in the root view. */
static inline tab_status send_view(
    tab_controller controller, uint32_t id, const char *class_name, const tab_property *properties, size_t count) {
    tab_view view = {
        .id = id, .parent = 1, .class_name = string(class_name), .properties = properties, .property_count = count};
    return host->update_views(host, controller, &view, 1, NULL, 0);
}

static inline tab_status send_label(
    tab_controller controller, uint32_t id, tab_string identifier, tab_string content) {
    tab_property properties[] = {
        {string("Identifier"), text_value(identifier)}, {string("Text"), text_value(content)}};
    return send_view(controller, id, "Label", properties, 2);
}

#endif
