/*
 * Uses images. An experiment is a place and an image, such as "item ./icons/a.svg". The places are item, selected,
 * button, toolbar, view, row, menu and bar. The experiment "add TEXT" adds an image of the text. The result is the status,
 * or the name of the added image.
 */
#include "stage.h"

static void receive(void *context, tab_string name) {
    (void)context;
    text_set(&result, name);
}

static bool takes(tab_string experiment, const char *place, tab_string *image) {
    size_t length = strlen(place);
    if (experiment.length < length || memcmp(experiment.utf8, place, length) != 0) return false;
    *image = (tab_string){experiment.utf8 + length, experiment.length - length};
    return true;
}

static tab_status set_item(instance *self, const char *name, tab_string image) {
    tab_property value = {string(name), text_value(image)};
    return host->set_tab_bar_item_values(host, self->controller, &value, 1, false);
}

static tab_status set_row(instance *self, tab_string image) {
    tab_value fields[] = {
        string_value("title"), string_value(""), text_value(image), string_value("none"), boolean_value(true)};
    tab_value row = structure_value(fields, 5);
    tab_property rows = {string("Rows"), array_value("(ssssb)", &row, 1)};
    return send_view(self->controller, 8, "TableView", &rows, 1);
}

static tab_status set_menu(instance *self, tab_string image) {
    tab_value fields[] = {
        int32_value(-1), string_value("copy"), string_value("Copy"), text_value(image), string_value("action"),
        string_value("off"), array_value("s", NULL, 0)};
    tab_value item = structure_value(fields, 7);
    tab_property menu = {string("Menu"), array_value("(isssssas)", &item, 1)};
    return send_view(self->controller, 9, "View", &menu, 1);
}

static tab_status set_bar(instance *self, tab_string image) {
    tab_value fields[] = {string_value("title"), text_value(image), string_value(""), boolean_value(true)};
    tab_value item = structure_value(fields, 4);
    tab_property items = {string("Items"), array_value("(sssb)", &item, 1)};
    return send_view(self->controller, 10, "TabBar", &items, 1);
}

static void run(instance *self, tab_string experiment) {
    tab_status status = TAB_ERROR_FAILED;
    tab_string image;
    if (takes(experiment, "item ", &image)) status = set_item(self, "Image", image);
    if (takes(experiment, "selected ", &image)) status = set_item(self, "SelectedImage", image);
    if (takes(experiment, "button ", &image)) {
        tab_bar_button_item button = {.id = 1, .image = image, .is_enabled = true};
        tab_navigation_item item = {.mask = TAB_NAVIGATION_RIGHT_ITEMS, .right_items = &button, .right_item_count = 1};
        status = host->set_navigation_item(host, self->controller, &item);
    }
    if (takes(experiment, "toolbar ", &image)) {
        tab_bar_button_item button = {.id = 2, .image = image, .is_enabled = true};
        status = host->set_toolbar_items(host, self->controller, &button, 1);
    }
    if (takes(experiment, "view ", &image)) {
        tab_property value = {string("Image"), text_value(image)};
        status = send_view(self->controller, 7, "ImageView", &value, 1);
    }
    if (takes(experiment, "row ", &image)) status = set_row(self, image);
    if (takes(experiment, "menu ", &image)) status = set_menu(self, image);
    if (takes(experiment, "bar ", &image)) status = set_bar(self, image);
    if (takes(experiment, "add ", &image)) {
        tab_bytes data = {(const uint8_t *)image.utf8, image.length};
        status = host->add_image(host, data, receive, NULL);
        if (status == TAB_OK) {
            report(self);
            return;
        }
    }
    give(status);
    report(self);
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free)
