/*
 * Records its calls in the label `Journal`, a line per call, and calls the host inside each of them. Other controllers
 * are identified by the distance of their numbers. An action with the value "status N" returns that status.
 */
#include "values.h"

static const tab_host_v1 *host;

typedef struct journal {
    tab_controller controller;
    bool is_loaded;
    text lines;
    int count;
} journal;

static void note(journal *self, const char *line) {
    text_add(&self->lines, line, strlen(line));
    text_add(&self->lines, "\n", 1);
    char title[32];
    snprintf(title, sizeof(title), "%d calls", ++self->count);
    tab_tab_bar_item item = {.mask = TAB_ITEM_BADGE_VALUE, .badge_value = string(title)};
    if (host->set_title(host, self->controller, string(title)) != TAB_OK) text_add(&self->lines, "no title\n", 9);
    if (host->set_tab_bar_item(host, self->controller, &item) != TAB_OK) text_add(&self->lines, "no badge\n", 9);
    if (!self->is_loaded) return;
    tab_property properties[] = {
        {string("Identifier"), string_value("Journal")},
        {string("Text"), {TAB_TYPE_STRING, {.string = {self->lines.start, self->lines.length}}}},
    };
    tab_view views[] = {
        {.id = 2, .parent = 1, .class_name = string("Label"), .properties = properties, .property_count = 2},
        {.id = 3, .parent = 1, .class_name = string("TextField")},
    };
    host->update_views(host, self->controller, views, 2, NULL, 0);
}

static void note_animated(void *instance, const char *name, bool animated) {
    char line[64];
    snprintf(line, sizeof(line), "%s %d", name, animated);
    note(instance, line);
}

static void note_parent(void *instance, const char *name, tab_controller parent) {
    journal *self = instance;
    char line[64];
    int distance = parent == 0 ? 0 : (int)(parent - self->controller);
    snprintf(line, sizeof(line), "%s %s%d", name, parent == 0 ? "nothing " : "+", distance);
    note(self, line);
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    journal *self = calloc(1, sizeof(*self));
    if (!self) return NULL;
    self->controller = controller;
    char line[64];
    snprintf(
        line, sizeof(line), "create %.*s %zu", (int)class_name.length, class_name.utf8,
        arguments->content.dictionary.count);
    note(self, line);
    return self;
}

static tab_status load_view(void *instance) {
    journal *self = instance;
    self->is_loaded = true;
    note(self, "load_view");
    return TAB_OK;
}

static void view_will_appear(void *self, bool animated) { note_animated(self, "will_appear", animated); }
static void view_is_appearing(void *self, bool animated) { note_animated(self, "is_appearing", animated); }
static void view_did_appear(void *self, bool animated) { note_animated(self, "did_appear", animated); }
static void view_will_disappear(void *self, bool animated) { note_animated(self, "will_disappear", animated); }
static void view_did_disappear(void *self, bool animated) { note_animated(self, "did_disappear", animated); }
static void will_move_to_parent(void *self, tab_controller parent) { note_parent(self, "will_move", parent); }
static void did_move_to_parent(void *self, tab_controller parent) { note_parent(self, "did_move", parent); }

static void view_will_layout(void *instance, tab_rect bounds, tab_insets safe_area) {
    char line[128];
    snprintf(
        line, sizeof(line), "layout %g %g %g %g safe %g %g %g %g", bounds.x, bounds.y, bounds.width, bounds.height,
        safe_area.top, safe_area.left, safe_area.bottom, safe_area.right);
    note(instance, line);
}

static tab_status update_content(void *instance) {
    note(instance, "update_content");
    return TAB_OK;
}

static tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    int status = 0;
    if (view != 3 || !is_equal(name, "editingDidEnd") || value->type != TAB_TYPE_STRING) return TAB_ERROR_INVALID_ARGS;
    char text[32];
    snprintf(text, sizeof(text), "%.*s", (int)value->content.string.length, value->content.string.utf8);
    if (sscanf(text, "status %d", &status) != 1) return TAB_ERROR_INVALID_ARGUMENT;
    note(instance, text);
    return (tab_status)status;
}

static void destroy(void *instance) {
    journal *self = instance;
    note(self, "destroy");
    host->log(host, TAB_LOG_WARNING, (tab_string){self->lines.start, self->lines.length});
    free(self->lines.start);
    free(self);
}

static const tab_plugin_v1 table = {
    .size = sizeof(table),
    .abi_version = TAB_PLUGIN_ABI_VERSION,
    .create = create,
    .load_view = load_view,
    .view_will_appear = view_will_appear,
    .view_is_appearing = view_is_appearing,
    .view_did_appear = view_did_appear,
    .view_will_disappear = view_will_disappear,
    .view_did_disappear = view_did_disappear,
    .will_move_to_parent = will_move_to_parent,
    .did_move_to_parent = did_move_to_parent,
    .view_will_layout = view_will_layout,
    .update_content = update_content,
    .action = action,
    .destroy = destroy,
};

const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *given) {
    host = given;
    return &table;
}
