/*
 * The common part of plugins with experiments. The text field `Run` takes the name of an experiment, which the plugin
 * performs in `run`. The label `Result` shows the result, which `report` sends. The experiment "report" only sends the
 * result, and "clear" clears it.
 */
#ifndef TABD_FIXTURES_STAGE_H
#define TABD_FIXTURES_STAGE_H

#include "plugin.h"

typedef struct instance {
    tab_controller controller;
} instance;

/* The result of the last experiment. */
static text result;

/* Performs an experiment. */
static void run(instance *instance, tab_string experiment);

/* Exports the plugin, with further slots of the table. */
#define EXPORT_STAGE(begin, ...) EXPORT_PLUGIN(begin, .load_view = load_view, .action = action, __VA_ARGS__)

static inline tab_status report(const instance *instance) {
    return send_label(instance->controller, 3, string("Result"), as_string(&result));
}

/* Sets the result to a number, such as a status. */
static inline void give(int number) { text_format(&result, "%d", number); }

static inline void *create_instance(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
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
    text_set(&result, string(""));
    return status == TAB_OK ? report(self) : status;
}

static inline tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    if (view != 2 || !is_equal(name, "editingDidEnd") || value->type != TAB_TYPE_STRING) return TAB_ERROR_NOT_SUPPORTED;
    if (is_equal(value->content.string, "report")) return report(instance);
    text_set(&result, string(""));
    if (is_equal(value->content.string, "clear")) return report(instance);
    run(instance, value->content.string);
    return TAB_OK;
}

#endif
