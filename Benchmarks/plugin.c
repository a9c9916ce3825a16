/* A plugin that does nothing, to measure the hosting alone: one class, a Button with the id 2. */
#include "CTabPlugin.h"
#include <stdlib.h>

#define TEXT(literal) ((tab_string){literal, sizeof(literal) - 1})

static const tab_host_v1 *host;

/* The instance contains only its controller. */
static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    tab_controller *instance = malloc(sizeof *instance);
    if (instance) *instance = controller;
    return instance;
}

static tab_status load_view(void *instance) {
    const tab_view views[] = {
        {.id = 1, .class_name = TEXT("View"), .frame = {0, 0, 375, 667}},
        {.id = 2, .parent = 1, .class_name = TEXT("Button"), .frame = {16, 16, 100, 44}},
    };
    return host->update_views(host, *(tab_controller *)instance, views, sizeof views / sizeof *views, NULL, 0);
}

static tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    (void)instance, (void)view, (void)name, (void)value;
    return TAB_OK;
}

static void destroy(void *instance) { free(instance); }

static const tab_plugin_v1 table = {
    .size = sizeof(tab_plugin_v1),
    .abi_version = TAB_PLUGIN_ABI_VERSION,
    .create = create,
    .load_view = load_view,
    .action = action,
    .destroy = destroy,
};

const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *given) {
    host = given;
    return &table;
}
