/* Invalid views and properties. */
#include "hostile.h"

#include <math.h>

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    return make_instance(controller);
}

static void destroy(void *instance) { free(instance); }

static tab_status with_class(const instance *self, tab_string class_name) {
    tab_view view = fresh("View");
    view.class_name = class_name;
    return put(self, view);
}

static tab_status with_frame(const instance *self, double x, double y, double width, double height) {
    tab_view view = fresh("View");
    view.frame = (tab_rect){x, y, width, height};
    return put(self, view);
}

static tab_status with_place(const instance *self, uint32_t id, uint32_t parent) {
    tab_view view = fresh("View");
    view.id = id;
    view.parent = parent;
    return put(self, view);
}

static tab_status removing(const instance *self, uint32_t id) {
    return host->update_views(host, self->controller, NULL, 0, &id, 1);
}

static tab_status class_unknown(const instance *self) { return with_class(self, string("Blob")); }
static tab_status class_empty(const instance *self) { return with_class(self, (tab_string){NULL, 0}); }
static tab_status class_null(const instance *self) { return with_class(self, (tab_string){NULL, 4}); }
static tab_status class_with_zero(const instance *self) { return with_class(self, (tab_string){"View\0", 5}); }
static tab_status parent_unknown(const instance *self) { return with_place(self, 100, 77); }
static tab_status parent_none(const instance *self) { return with_place(self, 100, 0); }
static tab_status parent_itself(const instance *self) { return with_place(self, 100, 100); }
static tab_status parent_inside(const instance *self) { return with_place(self, 4, 5); }
static tab_status id_zero(const instance *self) { return with_place(self, 0, 1); }
static tab_status id_used(const instance *self) { return with_place(self, 6, 1); }
static tab_status root_moved(const instance *self) { return with_place(self, 1, 4); }
static tab_status root_removed(const instance *self) { return removing(self, 1); }
static tab_status unknown_removed(const instance *self) { return removing(self, 77); }
static tab_status frame_nan(const instance *self) { return with_frame(self, NAN, 0, 1, 1); }
static tab_status frame_infinite(const instance *self) { return with_frame(self, 0, 0, INFINITY, 1); }
static tab_status frame_negative(const instance *self) { return with_frame(self, 0, 0, 1, -1); }

static tab_status class_changed(const instance *self) {
    tab_view view = fresh("Label");
    view.id = 4;
    return put(self, view);
}

static tab_status mask(const instance *self) {
    tab_view view = fresh("View");
    view.autoresizing = 64;
    return put(self, view);
}

static tab_status id_twice(const instance *self) {
    tab_view views[] = {fresh("View"), fresh("Label")};
    return host->update_views(host, self->controller, views, 2, NULL, 0);
}

static tab_status child_first(const instance *self) {
    tab_view views[] = {fresh("View"), fresh("View")};
    views[0].parent = 101;
    views[1].id = 101;
    return host->update_views(host, self->controller, views, 2, NULL, 0);
}

static tab_status identifier_twice(const instance *self) {
    return with_value(self, "View", "Identifier", string_value("Result"));
}

/* The first of two views is valid, but is not kept either. */
static tab_status half_good(const instance *self) {
    tab_view views[] = {fresh("View"), fresh("Blob")};
    views[1].id = 101;
    uint32_t removed = 5;
    return host->update_views(host, self->controller, views, 2, &removed, 1);
}

static tab_status views_null(const instance *self) {
    return host->update_views(host, self->controller, NULL, 3, NULL, 0);
}
static tab_status removed_null(const instance *self) {
    return host->update_views(host, self->controller, NULL, 0, NULL, 3);
}
static tab_status views_endless(const instance *self) {
    tab_view view = fresh("View");
    return host->update_views(host, self->controller, &view, SIZE_MAX, NULL, 0);
}

static tab_status too_many(const instance *self) {
    enum { COUNT = 2001 };
    tab_view *views = calloc(COUNT, sizeof(*views));
    if (!views) return TAB_OK;
    for (uint32_t index = 0; index < COUNT; index++) {
        views[index] = fresh("View");
        views[index].id = 1000 + index;
    }
    tab_status status = host->update_views(host, self->controller, views, COUNT, NULL, 0);
    free(views);
    return status;
}

static tab_status too_deep(const instance *self) {
    enum { COUNT = 40 };
    tab_view views[COUNT];
    for (uint32_t index = 0; index < COUNT; index++) {
        views[index] = fresh("View");
        views[index].id = 1000 + index;
        if (index > 0) views[index].parent = 999 + index;
    }
    return host->update_views(host, self->controller, views, COUNT, NULL, 0);
}

/* ---- Properties ------------------------------------------------------------------------------------------------ */

static tab_status property_unknown(const instance *self) {
    return with_value(self, "Label", "Volume", string_value("loud"));
}
static tab_status property_wrong_type(const instance *self) { return labelled(self, integer(3)); }
static tab_status property_variant(const instance *self) {
    tab_value inner = string_value("a");
    return labelled(self, (tab_value){TAB_TYPE_VARIANT, {.variant = &inner}});
}
static tab_status property_choice(const instance *self) {
    return with_value(self, "Label", "Style", string_value("huge"));
}
static tab_status property_twice(const instance *self) {
    tab_property properties[] = {{string("Text"), string_value("a")}, {string("Text"), string_value("b")}};
    tab_view view = fresh("Label");
    view.properties = properties;
    view.property_count = 2;
    return put(self, view);
}
static tab_status property_name_null(const instance *self) {
    tab_property property = {{NULL, 4}, string_value("a")};
    tab_view view = fresh("Label");
    view.properties = &property;
    view.property_count = 1;
    return put(self, view);
}
static tab_status properties_null(const instance *self) {
    tab_view view = fresh("Label");
    view.property_count = 3;
    return put(self, view);
}
static tab_status properties_endless(const instance *self) {
    tab_property property = {string("Text"), string_value("a")};
    tab_view view = fresh("Label");
    view.properties = &property;
    view.property_count = SIZE_MAX;
    return put(self, view);
}

static tab_status progress_nan(const instance *self) {
    return with_value(self, "ProgressView", "Progress", number(NAN));
}
static tab_status chart_nan(const instance *self) {
    tab_value values[] = {number(1), number(NAN)};
    return with_value(self, "Chart", "Values", array("d", values, 2));
}
static tab_status row_outside(const instance *self) {
    return with_value(self, "TableView", "SelectedRow", integer(3));
}

static tab_status text_long(const instance *self) {
    size_t length = (64 << 10) + 1;
    char *start = malloc(length);
    if (!start) return TAB_OK;
    memset(start, 'x', length);
    tab_status status = labelled(self, text_value(start, length));
    free(start);
    return status;
}

static tab_status pixels(const instance *self, uint32_t width, uint32_t height, size_t count) {
    uint8_t *start = calloc(count, 1);
    if (!start) return TAB_OK;
    tab_value fields[] = {
        {TAB_TYPE_UINT32, {.uint32 = width}}, {TAB_TYPE_UINT32, {.uint32 = height}}, bytes(start, count)};
    tab_status status = with_value(self, "ImageView", "Pixels", structure(fields, 3));
    free(start);
    return status;
}

static tab_status pixels_many(const instance *self) { return pixels(self, 1 << 10, 1 << 9, 2 << 20); }
static tab_status pixels_wrong(const instance *self) { return pixels(self, 3, 3, 35); }

const experiment experiments[] = {
    EXPERIMENT(class_unknown), EXPERIMENT(class_empty), EXPERIMENT(class_null), EXPERIMENT(class_with_zero),
    EXPERIMENT(parent_unknown), EXPERIMENT(parent_none), EXPERIMENT(parent_itself), EXPERIMENT(parent_inside),
    EXPERIMENT(id_zero), EXPERIMENT(id_used), EXPERIMENT(root_moved), EXPERIMENT(root_removed),
    EXPERIMENT(unknown_removed), EXPERIMENT(frame_nan), EXPERIMENT(frame_infinite), EXPERIMENT(frame_negative),
    EXPERIMENT(class_changed), EXPERIMENT(mask), EXPERIMENT(id_twice), EXPERIMENT(child_first),
    EXPERIMENT(identifier_twice), EXPERIMENT(half_good), EXPERIMENT(views_null), EXPERIMENT(removed_null),
    EXPERIMENT(views_endless), EXPERIMENT(too_many), EXPERIMENT(too_deep), EXPERIMENT(property_unknown),
    EXPERIMENT(property_wrong_type), EXPERIMENT(property_variant), EXPERIMENT(property_choice),
    EXPERIMENT(property_twice), EXPERIMENT(property_name_null), EXPERIMENT(properties_null),
    EXPERIMENT(properties_endless), EXPERIMENT(progress_nan), EXPERIMENT(chart_nan), EXPERIMENT(row_outside),
    EXPERIMENT(text_long), EXPERIMENT(pixels_many), EXPERIMENT(pixels_wrong),
    {NULL, NULL},
};
