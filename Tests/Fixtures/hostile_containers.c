/* Containers, items, questions and settings that do not exist or belong to other owners. */
#include "hostile.h"

static int received;

static void receive(void *context, const tab_value *value) {
    (void)context, (void)value;
    received++;
}

static void nothing(void *context) { (void)context; }

/* A refused call must not pass values. */
static tab_status nothing_received(tab_status status) { return received == 0 ? status : TAB_OK; }

static tab_status navigation(tab_navigation_item item) { return host->set_navigation_item(host, own, &item); }

/* A valid title and invalid items: nothing is set. */
static tab_status navigation_items(uint32_t first, uint32_t second, const char *image) {
    tab_bar_button_item items[] = {
        {.id = first, .title = string("a"), .is_enabled = true},
        {.id = second, .title = string("b"), .image = string(image), .is_enabled = true},
    };
    return navigation((tab_navigation_item){
        .mask = TAB_NAVIGATION_TITLE | TAB_NAVIGATION_LEFT_ITEMS, .title = string("new"), .left_items = items,
        .left_item_count = 2});
}

/* A refused call must not create controllers. */
static tab_status make(tab_string type, const tab_value *arguments) {
    tab_controller made = 0;
    tab_status status = host->create_view_controller(host, type, arguments, &made);
    return made == 0 ? status : TAB_OK;
}

static tab_status make_stack(tab_string class_name, tab_controller root) {
    tab_controller made = 0;
    tab_status status = host->create_navigation_controller(host, class_name, root, &made);
    return made == 0 ? status : TAB_OK;
}

static tab_status popover(tab_controller controller, tab_string name) {
    return nothing_received(host->popover_value(host, controller, name, receive, NULL));
}

static tab_status set_popover(tab_controller controller, const char *name, const tab_value *value) {
    return host->set_popover_value(host, controller, string(name), value);
}

static tab_status present(tab_controller presented, const tab_value *popover) {
    return host->present(host, own, presented, false, popover);
}

static tab_status clock_far(void) {
    tab_timer timer = 0;
    tab_status status = host->add_clock_timer(host, INT64_MAX, nothing, NULL, &timer);
    return status == TAB_OK && timer != 0 ? host->cancel_timer(host, timer) : TAB_ERROR_FAILED;
}

/* Experiments with bars. Returns -1 for an unknown name. */
static int perform_on_bars(tab_string name) {
    tab_bar_button_item button = {.id = 1, .title = string("a"), .is_enabled = true};
    tab_bar_button_item twice[] = {{.id = 1, .title = string("a")}, {.id = 1, .title = string("b")}};
    tab_navigation_item titled = {.mask = TAB_NAVIGATION_TITLE, .title = string("a")};
    tab_navigation_item untitled = {.mask = TAB_NAVIGATION_TITLE, .title = null_string};
    tab_navigation_item null_items = {.mask = TAB_NAVIGATION_LEFT_ITEMS, .left_item_count = 2};
    tab_navigation_item endless = {
        .mask = TAB_NAVIGATION_RIGHT_ITEMS, .right_items = &button, .right_item_count = SIZE_MAX};
    tab_value no = boolean_value(false);
    bool is_hidden = false;
    if (is_equal(name, "navigation_null")) return host->set_navigation_item(host, own, NULL);
    if (is_equal(name, "navigation_title_null")) return navigation(untitled);
    if (is_equal(name, "navigation_items_null")) return navigation(null_items);
    if (is_equal(name, "navigation_items_endless")) return navigation(endless);
    if (is_equal(name, "navigation_id_zero")) return navigation_items(1, 0, "");
    if (is_equal(name, "navigation_id_twice")) return navigation_items(7, 7, "");
    if (is_equal(name, "navigation_image")) return navigation_items(1, 2, "no image");
    if (is_equal(name, "navigation_unknown")) return host->set_navigation_item(host, UNKNOWN, &titled);
    if (is_equal(name, "toolbar_null")) return host->set_toolbar_items(host, own, NULL, 2);
    if (is_equal(name, "toolbar_endless")) return host->set_toolbar_items(host, own, &button, SIZE_MAX);
    if (is_equal(name, "toolbar_id_twice")) return host->set_toolbar_items(host, own, twice, 2);
    if (is_equal(name, "toolbar_unknown")) return host->set_toolbar_items(host, UNKNOWN, NULL, 0);
    if (is_equal(name, "toolbar_hidden_null")) return host->toolbar_hidden(host, own, NULL);
    /* The controller is not in a navigation controller. */
    if (is_equal(name, "toolbar_hidden_none")) return host->toolbar_hidden(host, own, &is_hidden);
    if (is_equal(name, "hide_toolbar_unknown")) return host->set_property(host, UNKNOWN, string("ToolbarHidden"), &no);
    return -1;
}

/* Experiments with popovers. Returns -1 for an unknown name. */
static int perform_on_popovers(tab_string name) {
    tab_value text = string_value("no a{sv}"), malformed = {0}, yes = boolean_value(true);
    if (is_equal(name, "popover_none")) return popover(own, string("Presented"));
    if (is_equal(name, "popover_unknown")) return popover(UNKNOWN, string("Presented"));
    if (is_equal(name, "popover_name_null")) return host->popover_value(host, own, null_string, receive, NULL);
    if (is_equal(name, "set_popover_none")) return set_popover(own, "CanOverlapSourceViewRect", &yes);
    if (is_equal(name, "set_popover_unknown")) return set_popover(UNKNOWN, "CanOverlapSourceViewRect", &yes);
    if (is_equal(name, "set_popover_null")) return set_popover(own, "SourceRect", NULL);
    if (is_equal(name, "set_popover_malformed")) return set_popover(own, "SourceRect", &malformed);
    if (is_equal(name, "popover_delegate_none")) return host->set_popover_delegate(host, own, own);
    if (is_equal(name, "popover_delegate_unknown")) return host->set_popover_delegate(host, own, UNKNOWN);
    if (is_equal(name, "popover_delegate_kind")) return host->set_delegate(host, own, (tab_delegate_kind)77, true);
    if (is_equal(name, "present_popover_text")) return present(own, &text);
    if (is_equal(name, "present_popover_malformed")) return present(own, &malformed);
    if (is_equal(name, "present_itself")) return present(own, NULL);
    if (is_equal(name, "present_unknown")) return present(UNKNOWN, NULL);
    return -1;
}

static int perform(tab_string name) {
    const tab_string type = string("hostile_containers.Main"), class_name = string("Main");
    tab_value text = string_value("no a{sv}"), malformed = {0}, yes = boolean_value(true);
    tab_containers containers;
    tab_color_scheme scheme;
    tab_timer timer;
    if (is_equal(name, "create_without_number")) return host->create_view_controller(host, type, NULL, NULL);
    if (is_equal(name, "create_type_null")) return make(null_string, NULL);
    if (is_equal(name, "create_arguments")) return make(type, &text);
    if (is_equal(name, "create_malformed")) return make(type, &malformed);
    if (is_equal(name, "destroy_own")) return host->destroy_view_controller(host, own);
    if (is_equal(name, "destroy_unknown")) return host->destroy_view_controller(host, UNKNOWN);
    if (is_equal(name, "containers_null")) return host->containers(host, own, NULL);
    if (is_equal(name, "containers_unknown")) return host->containers(host, UNKNOWN, &containers);
    if (is_equal(name, "push_from_unknown")) return host->push(host, UNKNOWN, own, false);
    if (is_equal(name, "pop_unknown")) return host->pop(host, UNKNOWN, false);
    if (is_equal(name, "pop_to_unknown")) return host->pop_to(host, UNKNOWN, 0, false);
    if (is_equal(name, "select_unknown")) return host->select(host, UNKNOWN);
    if (is_equal(name, "tabs_null")) return host->set_view_controllers(host, own, NULL, 2, false);
    if (is_equal(name, "tabs_endless")) return host->set_view_controllers(host, own, &own, SIZE_MAX, false);
    if (is_equal(name, "tabs_of_unknown")) return host->set_view_controllers(host, UNKNOWN, &own, 1, false);
    if (is_equal(name, "index_of_unknown")) return host->set_selected_index(host, UNKNOWN, 0);
    if (is_equal(name, "selected_of_unknown")) return host->set_selected_view_controller(host, UNKNOWN, own);
    if (is_equal(name, "read_unknown")) {
        return nothing_received(host->tab_bar_controller(host, UNKNOWN, receive, NULL));
    }
    if (is_equal(name, "navigation_without_number")) {
        return host->create_navigation_controller(host, class_name, own, NULL);
    }
    if (is_equal(name, "navigation_class_null")) return make_stack(null_string, own);
    if (is_equal(name, "navigation_root_unknown")) return make_stack(class_name, UNKNOWN);
    if (is_equal(name, "delegate_unknown")) {
        return host->set_delegate(host, UNKNOWN, TAB_DELEGATE_TAB_BAR_CONTROLLER, true);
    }
    if (is_equal(name, "answer_unknown")) return host->answer_question(host, UNKNOWN, &yes);
    if (is_equal(name, "answer_null")) return host->answer_question(host, 1, NULL);
    if (is_equal(name, "key_null")) return host->configuration_value(host, null_string, receive, NULL);
    if (is_equal(name, "key_unknown")) {
        return nothing_received(host->configuration_value(host, string("nothing"), receive, NULL));
    }
    if (is_equal(name, "scheme_null")) return host->color_scheme(host, own, NULL);
    if (is_equal(name, "scheme_unknown")) return host->color_scheme(host, UNKNOWN, &scheme);
    if (is_equal(name, "clock_without_function")) return host->add_clock_timer(host, 0, NULL, NULL, &timer);
    if (is_equal(name, "clock_without_number")) return host->add_clock_timer(host, INT64_MAX, nothing, NULL, NULL);
    if (is_equal(name, "clock_far")) return clock_far();
    int found = perform_on_bars(name);
    return found < 0 ? perform_on_popovers(name) : found;
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free)
