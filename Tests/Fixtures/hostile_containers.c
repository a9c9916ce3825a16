/* Containers, items, questions and settings that do not exist or belong to other owners. */
#include "hostile.h"

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    return make_instance(controller);
}

static void destroy(void *instance) { free(instance); }

enum { UNKNOWN = 999999 };

static int received;

static void receive(void *context, const tab_value *value) {
    (void)context, (void)value;
    received++;
}

static void nothing(void *context) { (void)context; }

/* ---- Navigation items ------------------------------------------------------------------------------------------ */

static tab_status navigation(const instance *self, tab_navigation_item item) {
    return host->set_navigation_item(host, self->controller, &item);
}

static tab_status navigation_null(const instance *self) {
    return host->set_navigation_item(host, self->controller, NULL);
}
static tab_status navigation_title_null(const instance *self) {
    return navigation(self, (tab_navigation_item){.mask = TAB_NAVIGATION_TITLE, .title = {NULL, 3}});
}
static tab_status navigation_items_null(const instance *self) {
    return navigation(self, (tab_navigation_item){.mask = TAB_NAVIGATION_LEFT_ITEMS, .left_item_count = 2});
}
static tab_status navigation_items_endless(const instance *self) {
    tab_bar_button_item item = {.id = 1, .title = string("a"), .is_enabled = true};
    return navigation(self, (tab_navigation_item){
        .mask = TAB_NAVIGATION_RIGHT_ITEMS, .right_items = &item, .right_item_count = SIZE_MAX});
}
/* A valid title and invalid items: nothing is set. */
static tab_status navigation_items(const instance *self, uint32_t first, uint32_t second, const char *image) {
    tab_bar_button_item items[] = {
        {.id = first, .title = string("a"), .is_enabled = true},
        {.id = second, .title = string("b"), .image = string(image), .is_enabled = true},
    };
    return navigation(self, (tab_navigation_item){
        .mask = TAB_NAVIGATION_TITLE | TAB_NAVIGATION_LEFT_ITEMS, .title = string("new"), .left_items = items,
        .left_item_count = 2});
}
static tab_status navigation_id_zero(const instance *self) { return navigation_items(self, 1, 0, ""); }
static tab_status navigation_id_twice(const instance *self) { return navigation_items(self, 7, 7, ""); }
static tab_status navigation_image(const instance *self) { return navigation_items(self, 1, 2, "no image"); }
static tab_status navigation_unknown(const instance *self) {
    (void)self;
    tab_navigation_item item = {.mask = TAB_NAVIGATION_TITLE, .title = string("a")};
    return host->set_navigation_item(host, UNKNOWN, &item);
}

/* ---- Toolbars -------------------------------------------------------------------------------------------------- */

static tab_status toolbar_null(const instance *self) {
    return host->set_toolbar_items(host, self->controller, NULL, 2);
}
static tab_status toolbar_endless(const instance *self) {
    tab_bar_button_item item = {.id = 1, .title = string("a"), .is_enabled = true};
    return host->set_toolbar_items(host, self->controller, &item, SIZE_MAX);
}
static tab_status toolbar_id_twice(const instance *self) {
    tab_bar_button_item items[] = {{.id = 1, .title = string("a")}, {.id = 1, .title = string("b")}};
    return host->set_toolbar_items(host, self->controller, items, 2);
}
static tab_status toolbar_unknown(const instance *self) {
    return (void)self, host->set_toolbar_items(host, UNKNOWN, NULL, 0);
}
static tab_status toolbar_hidden_null(const instance *self) {
    return host->toolbar_hidden(host, self->controller, NULL);
}
/* The controller is not in a navigation controller. */
static tab_status toolbar_hidden_none(const instance *self) {
    bool is_hidden = false;
    return host->toolbar_hidden(host, self->controller, &is_hidden);
}
static tab_status hide_toolbar_unknown(const instance *self) {
    (void)self;
    tab_value value = {TAB_TYPE_BOOLEAN, {.boolean = false}};
    return host->set_property(host, UNKNOWN, string("ToolbarHidden"), &value);
}

/* ---- Containers ------------------------------------------------------------------------------------------------ */

static tab_status make(tab_string type, const tab_value *arguments) {
    tab_controller created = 0;
    tab_status status = host->create_view_controller(host, type, arguments, &created);
    return status != TAB_OK && created != 0 ? TAB_OK : status;
}

static tab_status create_without_number(const instance *self) {
    return (void)self, host->create_view_controller(host, string("hostile_containers.Main"), NULL, NULL);
}
static tab_status create_type_null(const instance *self) { return (void)self, make((tab_string){NULL, 3}, NULL); }
static tab_status create_arguments(const instance *self) {
    (void)self;
    tab_value text = string_value("no a{sv}");
    return make(string("hostile_containers.Main"), &text);
}
static tab_status create_malformed(const instance *self) {
    (void)self;
    tab_value value = {0};
    return make(string("hostile_containers.Main"), &value);
}
static tab_status destroy_own(const instance *self) { return host->destroy_view_controller(host, self->controller); }
static tab_status destroy_unknown(const instance *self) {
    return (void)self, host->destroy_view_controller(host, UNKNOWN);
}
static tab_status containers_null(const instance *self) { return host->containers(host, self->controller, NULL); }
static tab_status containers_unknown(const instance *self) {
    (void)self;
    tab_containers result;
    return host->containers(host, UNKNOWN, &result);
}
static tab_status push_from_unknown(const instance *self) {
    return host->push(host, UNKNOWN, self->controller, false);
}
static tab_status pop_unknown(const instance *self) { return (void)self, host->pop(host, UNKNOWN, false); }
static tab_status pop_to_unknown(const instance *self) { return (void)self, host->pop_to(host, UNKNOWN, 0, false); }
static tab_status select_unknown(const instance *self) { return (void)self, host->select(host, UNKNOWN); }
static tab_status tabs_null(const instance *self) {
    return host->set_view_controllers(host, self->controller, NULL, 2, false);
}
static tab_status tabs_endless(const instance *self) {
    return host->set_view_controllers(host, self->controller, &self->controller, SIZE_MAX, false);
}
static tab_status tabs_of_unknown(const instance *self) {
    return host->set_view_controllers(host, UNKNOWN, &self->controller, 1, false);
}
static tab_status index_of_unknown(const instance *self) {
    return (void)self, host->set_selected_index(host, UNKNOWN, 0);
}
static tab_status selected_of_unknown(const instance *self) {
    return host->set_selected_view_controller(host, UNKNOWN, self->controller);
}
static tab_status read_unknown(const instance *self) {
    (void)self;
    tab_status status = host->tab_bar_controller(host, UNKNOWN, receive, NULL);
    return received == 0 ? status : TAB_OK;
}

static tab_status navigation_without_number(const instance *self) {
    return host->create_navigation_controller(host, string("Main"), self->controller, NULL);
}
static tab_status navigation_class_null(const instance *self) {
    tab_controller created = 0;
    return host->create_navigation_controller(host, (tab_string){NULL, 3}, self->controller, &created);
}
static tab_status navigation_root_unknown(const instance *self) {
    (void)self;
    tab_controller created = 0;
    tab_status status = host->create_navigation_controller(host, string("Main"), UNKNOWN, &created);
    return status != TAB_OK && created != 0 ? TAB_OK : status;
}

/* ---- Popovers -------------------------------------------------------------------------------------------------- */

static tab_status popover_none(const instance *self) {
    tab_status status = host->popover_value(host, self->controller, string("Presented"), receive, NULL);
    return received == 0 ? status : TAB_OK;
}
static tab_status popover_unknown(const instance *self) {
    (void)self;
    tab_status status = host->popover_value(host, UNKNOWN, string("Presented"), receive, NULL);
    return received == 0 ? status : TAB_OK;
}
static tab_status popover_name_null(const instance *self) {
    return host->popover_value(host, self->controller, (tab_string){NULL, 3}, receive, NULL);
}
static tab_status set_popover(const instance *self, tab_controller controller) {
    (void)self;
    tab_value yes = {TAB_TYPE_BOOLEAN, {.boolean = true}};
    return host->set_popover_value(host, controller, string("CanOverlapSourceViewRect"), &yes);
}
static tab_status set_popover_none(const instance *self) { return set_popover(self, self->controller); }
static tab_status set_popover_unknown(const instance *self) { return set_popover(self, UNKNOWN); }
static tab_status set_popover_null(const instance *self) {
    return host->set_popover_value(host, self->controller, string("SourceRect"), NULL);
}
static tab_status set_popover_malformed(const instance *self) {
    tab_value value = {0};
    return host->set_popover_value(host, self->controller, string("SourceRect"), &value);
}
static tab_status popover_delegate_none(const instance *self) {
    return host->set_popover_delegate(host, self->controller, self->controller);
}
static tab_status popover_delegate_unknown(const instance *self) {
    return host->set_popover_delegate(host, self->controller, UNKNOWN);
}
static tab_status popover_delegate_kind(const instance *self) {
    return host->set_delegate(host, self->controller, (tab_delegate_kind)77, true);
}
static tab_status present_popover(const instance *self, tab_value popover) {
    return host->present(host, self->controller, self->controller, false, &popover);
}
static tab_status present_popover_text(const instance *self) {
    return present_popover(self, string_value("no a{sv}"));
}
static tab_status present_popover_malformed(const instance *self) { return present_popover(self, (tab_value){0}); }
static tab_status present_itself(const instance *self) {
    return host->present(host, self->controller, self->controller, false, NULL);
}
static tab_status present_unknown(const instance *self) {
    return host->present(host, self->controller, UNKNOWN, false, NULL);
}

/* ---- Delegates, settings and timers ---------------------------------------------------------------------------- */

static tab_status delegate_unknown(const instance *self) {
    return (void)self, host->set_delegate(host, UNKNOWN, TAB_DELEGATE_TAB_BAR_CONTROLLER, true);
}
static tab_status answer_unknown(const instance *self) {
    (void)self;
    tab_value answer = {TAB_TYPE_BOOLEAN, {.boolean = true}};
    return host->answer_question(host, UNKNOWN, &answer);
}
static tab_status answer_null(const instance *self) { return (void)self, host->answer_question(host, 1, NULL); }
static tab_status key_null(const instance *self) {
    return (void)self, host->configuration_value(host, (tab_string){NULL, 3}, receive, NULL);
}
static tab_status key_unknown(const instance *self) {
    (void)self;
    tab_status status = host->configuration_value(host, string("nothing"), receive, NULL);
    return received == 0 ? status : TAB_OK;
}
static tab_status scheme_null(const instance *self) { return host->color_scheme(host, self->controller, NULL); }
static tab_status scheme_unknown(const instance *self) {
    (void)self;
    tab_color_scheme scheme;
    return host->color_scheme(host, UNKNOWN, &scheme);
}
static tab_status clock_without_function(const instance *self) {
    tab_timer timer;
    return (void)self, host->add_clock_timer(host, 0, NULL, NULL, &timer);
}
static tab_status clock_without_number(const instance *self) {
    return (void)self, host->add_clock_timer(host, INT64_MAX, nothing, NULL, NULL);
}
static tab_status clock_far(const instance *self) {
    (void)self;
    tab_timer timer = 0;
    tab_status status = host->add_clock_timer(host, INT64_MAX, nothing, NULL, &timer);
    return status == TAB_OK && timer != 0 ? host->cancel_timer(host, timer) : TAB_ERROR_FAILED;
}

const experiment experiments[] = {
    EXPERIMENT(navigation_null), EXPERIMENT(navigation_title_null), EXPERIMENT(navigation_items_null),
    EXPERIMENT(navigation_items_endless), EXPERIMENT(navigation_id_zero), EXPERIMENT(navigation_id_twice),
    EXPERIMENT(toolbar_null), EXPERIMENT(toolbar_endless), EXPERIMENT(toolbar_id_twice),
    EXPERIMENT(toolbar_unknown), EXPERIMENT(toolbar_hidden_null), EXPERIMENT(toolbar_hidden_none),
    EXPERIMENT(hide_toolbar_unknown),
    EXPERIMENT(navigation_image), EXPERIMENT(navigation_unknown), EXPERIMENT(create_without_number),
    EXPERIMENT(create_type_null), EXPERIMENT(create_arguments), EXPERIMENT(create_malformed),
    EXPERIMENT(destroy_own), EXPERIMENT(destroy_unknown), EXPERIMENT(containers_null),
    EXPERIMENT(containers_unknown), EXPERIMENT(push_from_unknown), EXPERIMENT(pop_unknown),
    EXPERIMENT(pop_to_unknown), EXPERIMENT(select_unknown),
    EXPERIMENT(tabs_null), EXPERIMENT(tabs_endless), EXPERIMENT(tabs_of_unknown),
    EXPERIMENT(index_of_unknown), EXPERIMENT(selected_of_unknown), EXPERIMENT(read_unknown), EXPERIMENT(delegate_unknown),
    EXPERIMENT(answer_unknown), EXPERIMENT(answer_null), EXPERIMENT(key_null), EXPERIMENT(key_unknown),
    EXPERIMENT(scheme_null), EXPERIMENT(scheme_unknown), EXPERIMENT(clock_without_function),
    EXPERIMENT(clock_without_number), EXPERIMENT(clock_far), EXPERIMENT(navigation_without_number),
    EXPERIMENT(navigation_class_null), EXPERIMENT(navigation_root_unknown), EXPERIMENT(popover_none),
    EXPERIMENT(popover_unknown), EXPERIMENT(popover_name_null), EXPERIMENT(set_popover_none),
    EXPERIMENT(set_popover_unknown), EXPERIMENT(set_popover_null), EXPERIMENT(set_popover_malformed),
    EXPERIMENT(popover_delegate_none), EXPERIMENT(popover_delegate_unknown), EXPERIMENT(popover_delegate_kind),
    EXPERIMENT(present_popover_text), EXPERIMENT(present_popover_malformed), EXPERIMENT(present_itself),
    EXPERIMENT(present_unknown),
    {NULL, NULL},
};
