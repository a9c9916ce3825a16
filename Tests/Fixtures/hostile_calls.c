/* Invalid texts, items, controllers and timers. */
#include "hostile.h"

static tab_status title(const char *start, size_t length) {
    return host->set_title(host, own, (tab_string){start, length});
}

static tab_status item_of(tab_controller controller, tab_tab_bar_item item) {
    return host->set_tab_bar_item(host, controller, &item);
}

static tab_status item(tab_tab_bar_item item) { return item_of(own, item); }

static tab_status values(const tab_property *list, size_t count) {
    return host->set_tab_bar_item_values(host, own, list, count, true);
}

/* A valid title and another value: neither is set. */
static tab_status values_with(tab_string name, const char *value) {
    tab_property list[] = {{string("Title"), string_value("new")}, {name, string_value(value)}};
    return values(list, 2);
}

static tab_status set_title(tab_string text) { return title(text.utf8, text.length); }
static tab_status set_item_title(tab_string text) {
    return item((tab_tab_bar_item){.mask = TAB_ITEM_TITLE, .title = text});
}
static tab_status set_badge(tab_string text) {
    return item((tab_tab_bar_item){.mask = TAB_ITEM_BADGE_VALUE, .badge_value = text});
}

/* ---- Controllers and timers ------------------------------------------------------------------------------------ */

static tab_controller destroyed;
static tab_status in_create, in_create_unknown, in_create_views, in_destroy;

static tab_status view_of(tab_controller controller) { return send_view(controller, 100, "View", NULL, 0); }

static void nothing(void *context) { (void)context; }

static tab_status timer_far(void) {
    tab_timer timer = 0;
    tab_status status = host->add_timer(host, UINT64_MAX, UINT64_MAX, nothing, NULL, &timer);
    return status == TAB_OK && timer != 0 ? host->cancel_timer(host, timer) : TAB_ERROR_FAILED;
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    in_create = host->set_title(host, controller, string("made"));
    in_create_unknown = host->set_title(host, controller + 1, string("made"));
    in_create_views = view_of(controller);
    return create_instance(class_name, controller, arguments);
}

static void destroy(void *instance) {
    struct instance *self = instance;
    destroyed = self->controller;
    in_destroy = view_of(destroyed);
    free(self);
}

static int perform(tab_string name) {
    const tab_tab_bar_item plain = {.mask = TAB_ITEM_TITLE, .title = string("a")};
    tab_property list[] = {{string("Title"), string_value("new")}};
    tab_timer timer;
    if (is_equal(name, "title_with_zero")) return title("a\0b", 3);
    if (is_equal(name, "title_not_utf8")) return title("a\xff\xfe", 3);
    if (is_equal(name, "title_overlong")) return title("\xc0\xaf", 2);
    if (is_equal(name, "title_surrogate")) return title("\xed\xa0\x80", 3);
    if (is_equal(name, "title_cut_off")) return title("\xe2\x82", 2);
    if (is_equal(name, "title_null")) return title(NULL, 5);
    if (is_equal(name, "title_endless")) return title("abc", SIZE_MAX);
    if (is_equal(name, "title_long")) return with_long_text(set_title);
    if (is_equal(name, "item_null")) return host->set_tab_bar_item(host, own, NULL);
    if (is_equal(name, "item_title_null")) return set_item_title(null_string);
    if (is_equal(name, "item_title_long")) return with_long_text(set_item_title);
    if (is_equal(name, "item_badge_long")) return with_long_text(set_badge);
    /* A valid and an invalid field: neither is set. */
    if (is_equal(name, "item_half_good")) {
        return item((tab_tab_bar_item){
            .mask = TAB_ITEM_TITLE | TAB_ITEM_BADGE_VALUE, .title = string("new"), .badge_value = {"\xff", 1}});
    }
    if (is_equal(name, "item_image")) {
        return item((tab_tab_bar_item){
            .mask = TAB_ITEM_TITLE | TAB_ITEM_IMAGE, .title = string("new"),
            .image = string("http://example.org/a.png")});
    }
    if (is_equal(name, "item_color")) {
        return item((tab_tab_bar_item){.mask = TAB_ITEM_BADGE_COLOR, .badge_color = string("blurple")});
    }
    if (is_equal(name, "values_null")) return values(NULL, 2);
    if (is_equal(name, "values_endless")) return values(list, SIZE_MAX);
    if (is_equal(name, "values_name_null")) return values_with(null_string, "new");
    if (is_equal(name, "values_name_unknown")) return values_with(string("DisplayTitle"), "new");
    if (is_equal(name, "values_twice")) return values_with(string("Title"), "newer");
    if (is_equal(name, "values_system_item")) return values_with(string("SystemItem"), "nothing");
    if (is_equal(name, "values_type")) return values_with(string("Tag"), "7");
    if (is_equal(name, "values_of_unknown")) return host->set_tab_bar_item_values(host, UNKNOWN, NULL, 0, true);
    if (is_equal(name, "controller_none")) return host->set_title(host, 0, string("a"));
    if (is_equal(name, "controller_unknown")) return view_of(UNKNOWN);
    if (is_equal(name, "controller_of_others")) return view_of(own + 1);
    if (is_equal(name, "controller_destroyed")) return view_of(destroyed);
    if (is_equal(name, "title_destroyed")) return host->set_title(host, destroyed, string("a"));
    if (is_equal(name, "item_destroyed")) return item_of(destroyed, plain);
    if (is_equal(name, "during_create")) return in_create;
    if (is_equal(name, "during_create_unknown")) return in_create_unknown;
    if (is_equal(name, "during_create_views")) return in_create_views;
    if (is_equal(name, "during_destroy")) return in_destroy;
    if (is_equal(name, "timer_without_function")) return host->add_timer(host, 10, 0, NULL, NULL, &timer);
    if (is_equal(name, "timer_without_number")) return host->add_timer(host, 10, 0, nothing, NULL, NULL);
    if (is_equal(name, "timer_zero")) return host->cancel_timer(host, 0);
    if (is_equal(name, "timer_unknown")) return host->cancel_timer(host, UINT64_MAX);
    if (is_equal(name, "timer_far")) return timer_far();
    return -1;
}

EXPORT_STAGE(always, .create = create, .destroy = destroy)
