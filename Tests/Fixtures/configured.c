/* Reports settings: an experiment is a key; the result is its value as text, or the status. */
#include "stage.h"

static void at_entry(void) {}

static void receive(void *context, const tab_value *value) {
    (void)context;
    render(&result, value);
}

static void run(instance *instance, tab_string experiment) {
    tab_status status = host->configuration_value(host, experiment, receive, NULL);
    if (status != TAB_OK) text_format(&result, "status %d", (int)status);
    report(instance);
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    return make_instance(controller);
}

static void destroy(void *instance) { free(instance); }
