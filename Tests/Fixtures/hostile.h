/* Experiments with arguments that the host must refuse. The result of each is the status of one call. */
#ifndef TABD_FIXTURES_HOSTILE_H
#define TABD_FIXTURES_HOSTILE_H

#include "stage.h"

/* The number of no view controller. */
enum { UNKNOWN = 999999 };

/* The view controller that runs the experiment. */
static tab_controller own;

static const tab_string null_string = {NULL, 3};

/* Performs an experiment. Returns -1 for an unknown name. */
static int perform(tab_string name);

static void run(instance *self, tab_string name) {
    own = self->controller;
    give(perform(name));
}

static inline tab_status put(tab_view view) { return host->update_views(host, own, &view, 1, NULL, 0); }

/* A valid view, of which an experiment changes a part. */
static inline tab_view fresh(const char *class_name) {
    return (tab_view){.id = 100, .parent = 1, .class_name = string(class_name), .frame = {0, 0, 10, 10}};
}

static inline tab_status with_properties(const char *class_name, const tab_property *properties, size_t count) {
    tab_view view = fresh(class_name);
    view.properties = properties;
    view.property_count = count;
    return put(view);
}

static inline tab_status with_value(const char *class_name, const char *name, tab_value value) {
    tab_property property = {string(name), value};
    return with_properties(class_name, &property, 1);
}

static inline tab_status labelled(tab_value value) { return with_value("Label", "Text", value); }

static inline tab_value bytes(const uint8_t *start, size_t count) {
    return (tab_value){TAB_TYPE_BYTES, {.bytes = {start, count}}};
}

static inline tab_value chars(const char *start, size_t length) { return text_value((tab_string){start, length}); }

/* Calls a function with a text of 64 KiB and one byte. */
static inline tab_status with_long_text(tab_status (*call)(tab_string)) {
    size_t length = (64 << 10) + 1;
    char *start = malloc(length);
    if (!start) return TAB_OK;
    memset(start, 'x', length);
    tab_status status = call((tab_string){start, length});
    free(start);
    return status;
}

#endif
