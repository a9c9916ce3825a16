/* Invalid views and properties. */
#include "hostile.h"

#include <math.h>

static tab_status with_class(tab_string class_name) {
    tab_view view = fresh("View");
    view.class_name = class_name;
    return put(view);
}

static tab_status with_frame(double x, double y, double width, double height) {
    tab_view view = fresh("View");
    view.frame = (tab_rect){x, y, width, height};
    return put(view);
}

static tab_status with_place(uint32_t id, uint32_t parent) {
    tab_view view = fresh("View");
    view.id = id;
    view.parent = parent;
    return put(view);
}

static tab_status update(const tab_view *views, size_t count) {
    return host->update_views(host, own, views, count, NULL, 0);
}

static tab_status removing(const uint32_t *ids, size_t count) {
    return host->update_views(host, own, NULL, 0, ids, count);
}

static tab_status class_changed(void) {
    tab_view view = fresh("Label");
    view.id = 4;
    return put(view);
}

static tab_status mask(void) {
    tab_view view = fresh("View");
    view.autoresizing = 64;
    return put(view);
}

static tab_status id_twice(void) {
    tab_view views[] = {fresh("View"), fresh("Label")};
    return update(views, 2);
}

static tab_status child_first(void) {
    tab_view views[] = {fresh("View"), fresh("View")};
    views[0].parent = 101;
    views[1].id = 101;
    return update(views, 2);
}

/* The first of two views is valid, but is not kept either. */
static tab_status half_good(void) {
    tab_view views[] = {fresh("View"), fresh("Blob")};
    views[1].id = 101;
    uint32_t removed = 5;
    return host->update_views(host, own, views, 2, &removed, 1);
}

/* Many views, in the root view or in each other. */
static tab_status many(uint32_t count, bool is_nested) {
    tab_view *views = calloc(count, sizeof(*views));
    if (!views) return TAB_OK;
    for (uint32_t index = 0; index < count; index++) {
        views[index] = fresh("View");
        views[index].id = 1000 + index;
        if (is_nested && index > 0) views[index].parent = 999 + index;
    }
    tab_status status = update(views, count);
    free(views);
    return status;
}

/* ---- Properties ------------------------------------------------------------------------------------------------ */

static tab_status set_text(tab_string text) { return labelled(text_value(text)); }

static tab_status pixels(uint32_t width, uint32_t height, size_t count) {
    uint8_t *start = calloc(count, 1);
    if (!start) return TAB_OK;
    tab_value fields[] = {uint32_value(width), uint32_value(height), bytes(start, count)};
    tab_status status = with_value("ImageView", "Pixels", structure_value(fields, 3));
    free(start);
    return status;
}

static int perform(tab_string name) {
    uint32_t root = 1, other = 77;
    tab_view plain = fresh("View");
    tab_property text = {string("Text"), string_value("a")}, twice[] = {text, {string("Text"), string_value("b")}};
    tab_property unnamed = {null_string, string_value("a")};
    tab_value inner = string_value("a"), numbers[] = {double_value(1), double_value(NAN)};
    if (is_equal(name, "class_unknown")) return with_class(string("Blob"));
    if (is_equal(name, "class_empty")) return with_class((tab_string){NULL, 0});
    if (is_equal(name, "class_null")) return with_class(null_string);
    if (is_equal(name, "class_with_zero")) return with_class((tab_string){"View\0", 5});
    if (is_equal(name, "class_changed")) return class_changed();
    if (is_equal(name, "parent_unknown")) return with_place(100, 77);
    if (is_equal(name, "parent_none")) return with_place(100, 0);
    if (is_equal(name, "parent_itself")) return with_place(100, 100);
    if (is_equal(name, "parent_inside")) return with_place(4, 5);
    if (is_equal(name, "id_zero")) return with_place(0, 1);
    if (is_equal(name, "id_used")) return with_place(6, 1);
    if (is_equal(name, "id_twice")) return id_twice();
    if (is_equal(name, "root_moved")) return with_place(1, 4);
    if (is_equal(name, "root_removed")) return removing(&root, 1);
    if (is_equal(name, "unknown_removed")) return removing(&other, 1);
    if (is_equal(name, "removed_null")) return removing(NULL, 3);
    if (is_equal(name, "frame_nan")) return with_frame(NAN, 0, 1, 1);
    if (is_equal(name, "frame_infinite")) return with_frame(0, 0, INFINITY, 1);
    if (is_equal(name, "frame_negative")) return with_frame(0, 0, 1, -1);
    if (is_equal(name, "mask")) return mask();
    if (is_equal(name, "child_first")) return child_first();
    if (is_equal(name, "half_good")) return half_good();
    if (is_equal(name, "views_null")) return update(NULL, 3);
    if (is_equal(name, "views_endless")) return update(&plain, SIZE_MAX);
    if (is_equal(name, "too_many")) return many(2001, false);
    if (is_equal(name, "too_deep")) return many(40, true);
    if (is_equal(name, "identifier_twice")) return with_value("View", "Identifier", string_value("Result"));
    if (is_equal(name, "property_unknown")) return with_value("Label", "Volume", string_value("loud"));
    if (is_equal(name, "property_wrong_type")) return labelled(int32_value(3));
    if (is_equal(name, "property_variant")) return labelled(variant_value(&inner));
    if (is_equal(name, "property_choice")) return with_value("Label", "Style", string_value("huge"));
    if (is_equal(name, "property_twice")) return with_properties("Label", twice, 2);
    if (is_equal(name, "property_name_null")) return with_properties("Label", &unnamed, 1);
    if (is_equal(name, "properties_null")) return with_properties("Label", NULL, 3);
    if (is_equal(name, "properties_endless")) return with_properties("Label", &text, SIZE_MAX);
    if (is_equal(name, "progress_nan")) return with_value("ProgressView", "Progress", double_value(NAN));
    if (is_equal(name, "chart_nan")) return with_value("Chart", "Values", array_value("d", numbers, 2));
    if (is_equal(name, "row_outside")) return with_value("TableView", "SelectedRow", int32_value(3));
    if (is_equal(name, "text_long")) return with_long_text(set_text);
    if (is_equal(name, "pixels_many")) return pixels(1 << 10, 1 << 9, 2 << 20);
    if (is_equal(name, "pixels_wrong")) return pixels(3, 3, 35);
    return -1;
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free)
