/* Reports settings: an experiment is a key; the result is its value as text, or the status. */
#include "stage.h"

static void receive(void *context, const tab_value *value) {
    (void)context;
    render(&result, value);
}

static void run(instance *instance, tab_string experiment) {
    tab_status status = host->configuration_value(host, experiment, receive, NULL);
    if (status != TAB_OK) text_format(&result, "status %d", (int)status);
    report(instance);
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free)
