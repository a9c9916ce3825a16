/* Experiments with arguments that the host must refuse. The result of each is the status of one call. */
#ifndef TABD_FIXTURES_HOSTILE_H
#define TABD_FIXTURES_HOSTILE_H

#include "stage.h"

typedef struct experiment {
    const char *name;
    tab_status (*run)(const instance *);
} experiment;

#define EXPERIMENT(name) {#name, name}

/* The experiments of a plugin; the last one has no name. */
extern const experiment experiments[];

static void run(instance *self, tab_string name) {
    for (const experiment *each = experiments; each->name; each++) {
        if (!is_equal(name, each->name)) continue;
        text_format(&result, "%d", (int)each->run(self));
        return;
    }
    text_format(&result, "unknown");
}

static void at_entry(void) {}

static inline tab_status put(const instance *self, tab_view view) {
    return host->update_views(host, self->controller, &view, 1, NULL, 0);
}

/* A valid view, of which an experiment changes a part. */
static inline tab_view fresh(const char *class_name) {
    return (tab_view){.id = 100, .parent = 1, .class_name = string(class_name), .frame = {0, 0, 10, 10}};
}

static inline tab_status with_value(const instance *self, const char *class_name, const char *name, tab_value value) {
    tab_property property = {string(name), value};
    tab_view view = fresh(class_name);
    view.properties = &property;
    view.property_count = 1;
    return put(self, view);
}

static inline tab_value number(double value) { return (tab_value){TAB_TYPE_DOUBLE, {.number = value}}; }
static inline tab_value integer(int32_t value) { return (tab_value){TAB_TYPE_INT32, {.int32 = value}}; }

static inline tab_value array(const char *signature, const tab_value *elements, size_t count) {
    return (tab_value){TAB_TYPE_ARRAY, {.array = {string(signature), elements, count}}};
}

static inline tab_value structure(const tab_value *fields, size_t count) {
    return (tab_value){TAB_TYPE_STRUCTURE, {.structure = {fields, count}}};
}

static inline tab_value bytes(const uint8_t *start, size_t count) {
    return (tab_value){TAB_TYPE_BYTES, {.bytes = {start, count}}};
}

static inline tab_value text_value(const char *start, size_t length) {
    return (tab_value){TAB_TYPE_STRING, {.string = {start, length}}};
}

static inline tab_status labelled(const instance *self, tab_value value) {
    return with_value(self, "Label", "Text", value);
}

#endif
