/*
 * Records its calls in the label `Journal`, a line per call, and calls the host inside each of them. Other controllers
 * are identified by the distance of their numbers. An action with the value "status N" returns that status.
 */
#include "plugin.h"

typedef struct journal {
    tab_controller controller;
    bool is_loaded;
    text lines;
    int count;
} journal;

#define note(self, ...) \
    do { \
        text_format(&((journal *)(self))->lines, __VA_ARGS__); \
        show(self); \
    } while (0)

static void show(journal *self) {
    text_add(&self->lines, "\n", 1);
    char title[32];
    snprintf(title, sizeof(title), "%d calls", ++self->count);
    tab_tab_bar_item item = {.mask = TAB_ITEM_BADGE_VALUE, .badge_value = string(title)};
    if (host->set_title(host, self->controller, string(title)) != TAB_OK) text_add(&self->lines, "no title\n", 9);
    if (host->set_tab_bar_item(host, self->controller, &item) != TAB_OK) text_add(&self->lines, "no badge\n", 9);
    if (!self->is_loaded) return;
    send_label(self->controller, 2, string("Journal"), as_string(&self->lines));
    send_view(self->controller, 3, "TextField", NULL, 0);
}

static void note_parent(journal *self, const char *name, tab_controller parent) {
    int distance = parent == 0 ? 0 : (int)(parent - self->controller);
    note(self, "%s %s%d", name, parent == 0 ? "nothing " : "+", distance);
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    journal *self = calloc(1, sizeof(*self));
    if (!self) return NULL;
    self->controller = controller;
    note(self, "create %.*s %zu", (int)class_name.length, class_name.utf8, arguments->content.dictionary.count);
    return self;
}

static tab_status load_view(void *instance) {
    journal *self = instance;
    self->is_loaded = true;
    note(self, "load_view");
    return TAB_OK;
}

static void view_will_appear(void *self, bool animated) { note(self, "will_appear %d", animated); }
static void view_is_appearing(void *self, bool animated) { note(self, "is_appearing %d", animated); }
static void view_did_appear(void *self, bool animated) { note(self, "did_appear %d", animated); }
static void view_will_disappear(void *self, bool animated) { note(self, "will_disappear %d", animated); }
static void view_did_disappear(void *self, bool animated) { note(self, "did_disappear %d", animated); }
static void will_move_to_parent(void *self, tab_controller parent) { note_parent(self, "will_move", parent); }
static void did_move_to_parent(void *self, tab_controller parent) { note_parent(self, "did_move", parent); }

static void view_will_layout(void *self, tab_rect bounds, tab_insets safe_area) {
    note(
        self, "layout %g %g %g %g safe %g %g %g %g", bounds.x, bounds.y, bounds.width, bounds.height, safe_area.top,
        safe_area.left, safe_area.bottom, safe_area.right);
}

static tab_status update_content(void *self) {
    note(self, "update_content");
    return TAB_OK;
}

static tab_status action(void *self, uint32_t view, tab_string name, const tab_value *value) {
    int status = 0;
    if (view != 3 || !is_equal(name, "editingDidEnd") || value->type != TAB_TYPE_STRING) return TAB_ERROR_INVALID_ARGS;
    char text[32];
    copy_text(text, sizeof(text), value->content.string);
    if (sscanf(text, "status %d", &status) != 1) return TAB_ERROR_INVALID_ARGUMENT;
    note(self, "%s", text);
    return (tab_status)status;
}

static void destroy(void *instance) {
    journal *self = instance;
    note(self, "destroy");
    host->log(host, TAB_LOG_WARNING, as_string(&self->lines));
    free(self->lines.start);
    free(self);
}

EXPORT_PLUGIN(
    always, .create = create, .load_view = load_view, .view_will_appear = view_will_appear,
    .view_is_appearing = view_is_appearing, .view_did_appear = view_did_appear,
    .view_will_disappear = view_will_disappear, .view_did_disappear = view_did_disappear,
    .will_move_to_parent = will_move_to_parent, .did_move_to_parent = did_move_to_parent,
    .view_will_layout = view_will_layout, .update_content = update_content, .action = action, .destroy = destroy)
