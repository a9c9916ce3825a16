/* Invalid texts, items, controllers and timers. */
#include "hostile.h"

static tab_status title(const instance *self, const char *start, size_t length) {
    return host->set_title(host, self->controller, (tab_string){start, length});
}

static tab_status title_with_zero(const instance *self) { return title(self, "a\0b", 3); }
static tab_status title_not_utf8(const instance *self) { return title(self, "a\xff\xfe", 3); }
static tab_status title_overlong(const instance *self) { return title(self, "\xc0\xaf", 2); }
static tab_status title_surrogate(const instance *self) { return title(self, "\xed\xa0\x80", 3); }
static tab_status title_cut_off(const instance *self) { return title(self, "\xe2\x82", 2); }
static tab_status title_null(const instance *self) { return title(self, NULL, 5); }
static tab_status title_endless(const instance *self) { return title(self, "abc", SIZE_MAX); }

static tab_status item(const instance *self, tab_tab_bar_item item) {
    return host->set_tab_bar_item(host, self->controller, &item);
}

static tab_status item_null(const instance *self) { return host->set_tab_bar_item(host, self->controller, NULL); }
static tab_status item_title_null(const instance *self) {
    return item(self, (tab_tab_bar_item){.mask = TAB_ITEM_TITLE, .title = {NULL, 3}});
}
/* A valid and an invalid field: neither is set. */
static tab_status item_half_good(const instance *self) {
    return item(self, (tab_tab_bar_item){
        .mask = TAB_ITEM_TITLE | TAB_ITEM_BADGE_VALUE, .title = string("new"), .badge_value = {"\xff", 1}});
}
static tab_status item_image(const instance *self) {
    return item(self, (tab_tab_bar_item){
        .mask = TAB_ITEM_TITLE | TAB_ITEM_IMAGE, .title = string("new"), .image = string("http://example.org/a.png")});
}
static tab_status item_color(const instance *self) {
    return item(self, (tab_tab_bar_item){.mask = TAB_ITEM_BADGE_COLOR, .badge_color = string("blurple")});
}

static tab_status values(const instance *self, const tab_property *list, size_t count) {
    return host->set_tab_bar_item_values(host, self->controller, list, count, true);
}

static tab_status values_null(const instance *self) { return values(self, NULL, 2); }
static tab_status values_endless(const instance *self) {
    tab_property list[] = {{string("Title"), string_value("new")}};
    return values(self, list, SIZE_MAX);
}
static tab_status values_name_null(const instance *self) {
    tab_property list[] = {{{NULL, 3}, string_value("new")}};
    return values(self, list, 1);
}
static tab_status values_name_unknown(const instance *self) {
    tab_property list[] = {{string("Title"), string_value("new")}, {string("DisplayTitle"), string_value("new")}};
    return values(self, list, 2);
}
static tab_status values_twice(const instance *self) {
    tab_property list[] = {{string("Title"), string_value("new")}, {string("Title"), string_value("newer")}};
    return values(self, list, 2);
}
static tab_status values_system_item(const instance *self) {
    tab_property list[] = {{string("Title"), string_value("new")}, {string("SystemItem"), string_value("nothing")}};
    return values(self, list, 2);
}
static tab_status values_type(const instance *self) {
    tab_property list[] = {{string("Title"), string_value("new")}, {string("Tag"), string_value("7")}};
    return values(self, list, 2);
}
static tab_status values_of_unknown(const instance *self) {
    (void)self;
    return host->set_tab_bar_item_values(host, 999999, NULL, 0, true);
}

/* A text of 64 KiB and one byte. */
static tab_status with_long_text(const instance *self, tab_status (*call)(const instance *, tab_string)) {
    size_t length = (64 << 10) + 1;
    char *start = malloc(length);
    if (!start) return TAB_OK;
    memset(start, 'x', length);
    tab_status status = call(self, (tab_string){start, length});
    free(start);
    return status;
}

static tab_status set_title(const instance *self, tab_string text) { return title(self, text.utf8, text.length); }
static tab_status set_item_title(const instance *self, tab_string text) {
    return item(self, (tab_tab_bar_item){.mask = TAB_ITEM_TITLE, .title = text});
}
static tab_status set_badge(const instance *self, tab_string text) {
    return item(self, (tab_tab_bar_item){.mask = TAB_ITEM_BADGE_VALUE, .badge_value = text});
}
static tab_status title_long(const instance *self) { return with_long_text(self, set_title); }
static tab_status item_title_long(const instance *self) { return with_long_text(self, set_item_title); }
static tab_status item_badge_long(const instance *self) { return with_long_text(self, set_badge); }

/* ---- Controllers and timers ------------------------------------------------------------------------------------ */

static tab_controller destroyed;
static tab_status in_create = TAB_OK, in_create_unknown = TAB_OK, in_create_views = TAB_OK, in_destroy = TAB_OK;

static tab_status view_of(tab_controller controller) {
    tab_view view = fresh("View");
    return host->update_views(host, controller, &view, 1, NULL, 0);
}

static tab_status controller_none(const instance *self) { return (void)self, host->set_title(host, 0, string("a")); }
static tab_status controller_unknown(const instance *self) { return (void)self, view_of(999999); }
static tab_status controller_of_others(const instance *self) { return view_of(self->controller + 1); }
static tab_status controller_destroyed(const instance *self) { return (void)self, view_of(destroyed); }
static tab_status title_destroyed(const instance *self) {
    return (void)self, host->set_title(host, destroyed, string("a"));
}
static tab_status item_destroyed(const instance *self) {
    (void)self;
    tab_tab_bar_item item = {.mask = TAB_ITEM_TITLE, .title = string("a")};
    return host->set_tab_bar_item(host, destroyed, &item);
}
static tab_status during_create(const instance *self) { return (void)self, in_create; }
static tab_status during_create_unknown(const instance *self) { return (void)self, in_create_unknown; }
static tab_status during_create_views(const instance *self) { return (void)self, in_create_views; }
static tab_status during_destroy(const instance *self) { return (void)self, in_destroy; }

static void nothing(void *context) { (void)context; }

static tab_status timer_without_function(const instance *self) {
    tab_timer timer;
    return (void)self, host->add_timer(host, 10, 0, NULL, NULL, &timer);
}
static tab_status timer_without_number(const instance *self) {
    return (void)self, host->add_timer(host, 10, 0, nothing, NULL, NULL);
}
static tab_status timer_zero(const instance *self) { return (void)self, host->cancel_timer(host, 0); }
static tab_status timer_unknown(const instance *self) { return (void)self, host->cancel_timer(host, UINT64_MAX); }
static tab_status timer_far(const instance *self) {
    (void)self;
    tab_timer timer = 0;
    tab_status status = host->add_timer(host, UINT64_MAX, UINT64_MAX, nothing, NULL, &timer);
    return status == TAB_OK && timer != 0 ? host->cancel_timer(host, timer) : TAB_ERROR_FAILED;
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    in_create = host->set_title(host, controller, string("made"));
    in_create_unknown = host->set_title(host, controller + 1, string("made"));
    in_create_views = view_of(controller);
    return make_instance(controller);
}

static void destroy(void *instance) {
    struct instance *self = instance;
    destroyed = self->controller;
    in_destroy = view_of(destroyed);
    free(self);
}

const experiment experiments[] = {
    EXPERIMENT(title_with_zero), EXPERIMENT(title_not_utf8), EXPERIMENT(title_overlong), EXPERIMENT(title_surrogate),
    EXPERIMENT(title_cut_off), EXPERIMENT(title_null), EXPERIMENT(title_endless), EXPERIMENT(item_null),
    EXPERIMENT(values_null), EXPERIMENT(values_endless), EXPERIMENT(values_name_null), EXPERIMENT(values_name_unknown),
    EXPERIMENT(values_twice), EXPERIMENT(values_system_item), EXPERIMENT(values_type), EXPERIMENT(values_of_unknown),
    EXPERIMENT(item_title_null), EXPERIMENT(item_half_good), EXPERIMENT(item_image), EXPERIMENT(item_color),
    EXPERIMENT(title_long), EXPERIMENT(item_title_long), EXPERIMENT(item_badge_long), EXPERIMENT(controller_none),
    EXPERIMENT(controller_unknown), EXPERIMENT(controller_of_others),
    EXPERIMENT(controller_destroyed), EXPERIMENT(title_destroyed), EXPERIMENT(item_destroyed),
    EXPERIMENT(during_create), EXPERIMENT(during_create_unknown), EXPERIMENT(during_create_views),
    EXPERIMENT(during_destroy), EXPERIMENT(timer_without_function), EXPERIMENT(timer_without_number),
    EXPERIMENT(timer_zero), EXPERIMENT(timer_unknown), EXPERIMENT(timer_far),
    {NULL, NULL},
};
