#include "view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void view_set_identifier(view *view, const char *identifier) {
    if (strcmp(view->identifier, identifier) == 0) return;
    snprintf(view->identifier, sizeof(view->identifier), "%s", identifier);
    view->is_dirty = true;
}

void view_set_frame(view *view, tab_rect frame) {
    tab_rect old = view->frame;
    if (old.x == frame.x && old.y == frame.y && old.width == frame.width && old.height == frame.height) return;
    view->frame = frame;
    view->is_dirty = true;
}

void view_set_hidden(view *view, bool is_hidden) {
    if (view->is_hidden == is_hidden) return;
    view->is_hidden = is_hidden;
    view->is_dirty = true;
}

void view_set_text(view *view, const char *format, ...) {
    char text[sizeof(view->text)];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    if (length < 0 || strcmp(view->text, text) == 0) return;
    memcpy(view->text, text, sizeof(text));
    view->is_dirty = true;
    if (strlen(text) > view->longest_text) {
        view->longest_text = strlen(text);
        view->needs_layout = true;
    }
}

void view_set_progress(view *view, double progress) {
    if (view->progress == progress) return;
    view->progress = progress;
    view->is_dirty = true;
}

void view_set_content(view *view, tab_size size, tab_size offset) {
    bool has_size = view->content_size.width == size.width && view->content_size.height == size.height;
    bool has_offset = view->content_offset.width == offset.width && view->content_offset.height == offset.height;
    if (has_size && has_offset) return;
    view->content_size = size;
    view->content_offset = offset;
    view->is_dirty = true;
}

/* The properties of a view during the call that sends them. The host copies them. */
typedef struct property_list {
    tab_property properties[10];        /* the maximum number that add_properties adds */
    size_t count;
    tab_value size[2], offset[2];
} property_list;

static tab_string string(const char *text) { return (tab_string){text, strlen(text)}; }

static void add(property_list *list, const char *name, tab_value value) {
    list->properties[list->count++] = (tab_property){string(name), value};
}

static void add_text(property_list *list, const char *name, const char *text) {
    if (text && *text) add(list, name, (tab_value){TAB_TYPE_STRING, {.string = string(text)}});
}

static void add_number(property_list *list, const char *name, double number) {
    if (number != 0) add(list, name, (tab_value){TAB_TYPE_DOUBLE, {.number = number}});
}

static void add_size(property_list *list, const char *name, tab_value *fields, tab_size size) {
    if (size.width == 0 && size.height == 0) return;
    fields[0] = (tab_value){TAB_TYPE_DOUBLE, {.number = size.width}};
    fields[1] = (tab_value){TAB_TYPE_DOUBLE, {.number = size.height}};
    add(list, name, (tab_value){TAB_TYPE_STRUCTURE, {.structure = {fields, 2}}});
}

/* Adds the properties that differ from their defaults. */
static void add_properties(property_list *list, const view *view) {
    add_text(list, "Identifier", view->identifier);
    if (view->is_hidden) add(list, "Hidden", (tab_value){TAB_TYPE_BOOLEAN, {.boolean = true}});
    add_text(list, "Style", view->style);
    add_text(list, "Text", view->text);
    if (strcmp(view->class_name, "Label") == 0) {
        add(list, "Lines", (tab_value){TAB_TYPE_UINT32, {.uint32 = 0}});
    }
    add_number(list, "Progress", view->progress);
    if (view->history) {
        tab_array values = {string("d"), view->history->values, view->history->count};
        add(list, "Values", (tab_value){TAB_TYPE_ARRAY, {.array = values}});
        add_number(list, "Maximum", 100);
    }
    add_size(list, "ContentSize", list->size, view->content_size);
    add_size(list, "ContentOffset", list->offset, view->content_offset);
}

tab_size view_fit(const tab_host_v1 *host, tab_controller controller, const view *view, double width) {
    tab_size size = {0, 0};
    if (!TAB_OFFERS(host, size_that_fits)) return size;
    property_list list = {.count = 0};
    add_properties(&list, view);
    tab_status status = host->size_that_fits(
        host, controller, string(view->class_name), list.properties, list.count, (tab_size){width, INFINITY}, &size);
    return status == TAB_OK ? size : (tab_size){0, 0};
}

tab_status send_views(const tab_host_v1 *host, tab_controller controller, view *views, size_t count) {
    if (!TAB_OFFERS(host, update_views)) return TAB_ERROR_NOT_SUPPORTED;
    tab_view *changed = calloc(count, sizeof(*changed));
    property_list *lists = calloc(count, sizeof(*lists));
    tab_status status = changed && lists ? TAB_OK : TAB_ERROR_FAILED;
    size_t changed_count = 0;
    for (size_t index = 0; status == TAB_OK && index < count; index++) {
        const view *view = &views[index];
        if (view->id == 0 || !view->is_dirty) continue;
        property_list *list = &lists[changed_count];
        add_properties(list, view);
        changed[changed_count++] = (tab_view){
            .id = view->id,
            .parent = view->parent,
            .class_name = string(view->class_name),
            .frame = view->frame,
            .properties = list->properties,
            .property_count = list->count,
        };
    }
    if (status == TAB_OK && changed_count > 0) {
        status = host->update_views(host, controller, changed, changed_count, NULL, 0);
    }
    for (size_t index = 0; status == TAB_OK && index < count; index++) views[index].is_dirty = false;
    free(lists);
    free(changed);
    return status;
}
