/*
 * The common part of plugins with experiments. The text field `Run` takes the name of an experiment, which the plugin
 * performs in `run`. The label `Result` shows the result, which `report` sends. The experiment "report" only sends the
 * result, and "clear" clears it.
 */
#ifndef TABD_FIXTURES_STAGE_H
#define TABD_FIXTURES_STAGE_H

#include "values.h"

typedef struct instance {
    tab_controller controller;
} instance;

static const tab_host_v1 *host;
/* The result of the last experiment. */
static text result;

/* Performs an experiment. */
static void run(instance *instance, tab_string experiment);

static inline void forget_result(void) {
    result.length = 0;
    text_add(&result, "", 0);
}

static inline tab_status report(const instance *instance) {
    tab_property properties[] = {
        {string("Identifier"), string_value("Result")},
        {string("Text"), {TAB_TYPE_STRING, {.string = {result.start, result.length}}}},
    };
    tab_view label = {
        .id = 3, .parent = 1, .class_name = string("Label"), .properties = properties, .property_count = 2};
    return host->update_views(host, instance->controller, &label, 1, NULL, 0);
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments);

static inline void *make_instance(tab_controller controller) {
    instance *made = calloc(1, sizeof(*made));
    if (made) made->controller = controller;
    return made;
}

static inline tab_status load_view(void *instance) {
    struct instance *self = instance;
    tab_property identifier = {string("Identifier"), string_value("Run")};
    tab_view views[] = {
        {.id = 2, .parent = 1, .class_name = string("TextField"), .properties = &identifier, .property_count = 1},
        {.id = 4, .parent = 1, .class_name = string("View")},
        {.id = 5, .parent = 4, .class_name = string("View")},
        {.id = 6, .parent = 1, .class_name = string("View")},
    };
    uint32_t gone = 6;
    tab_status status = host->update_views(host, self->controller, views, 4, NULL, 0);
    if (status == TAB_OK) status = host->update_views(host, self->controller, NULL, 0, &gone, 1);
    forget_result();
    return status == TAB_OK ? report(self) : status;
}

static inline tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    if (view != 2 || !is_equal(name, "editingDidEnd") || value->type != TAB_TYPE_STRING) return TAB_ERROR_NOT_SUPPORTED;
    if (is_equal(value->content.string, "report")) return report(instance);
    forget_result();
    if (is_equal(value->content.string, "clear")) return report(instance);
    run(instance, value->content.string);
    return TAB_OK;
}

static void destroy(void *instance);

/* Further slots of the table, which a plugin may define before it includes this. */
#ifndef MORE_SLOTS
#define MORE_SLOTS
#endif

static const tab_plugin_v1 table = {
    .size = sizeof(table),
    .abi_version = TAB_PLUGIN_ABI_VERSION,
    .create = create,
    .load_view = load_view,
    .action = action,
    .destroy = destroy,
    MORE_SLOTS
};

static void at_entry(void);

const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *given) {
    host = given;
    at_entry();
    return &table;
}

#endif
