/*
 * The controllers of the scenarios (`DaemonTests/Fixtures/Scenarios/Scenario.swift`). Each line that is typed into the
 * text field of a `Prompter` is a command (`scenario_commands.h`). All callbacks of the controllers are recorded, and
 * the label shows the records after each command. A line that begins with `asked`, `told` or `prepare` runs later, in a
 * callback of the delegate.
 */
#include "scenario_commands.h"

enum { FIELD = 2, LABEL = 3 };

static unsigned reports;

/* Makes the text different even if the records are the same. */
static tab_status report(void) {
    if (notes.length == 0) return TAB_OK;
    text all = {NULL, 0, 0};
    text_format(&all, "%u\n", ++reports);
    text_add(&all, notes.start, notes.length);
    tab_property property = {string("Text"), text_value(as_string(&all))};
    tab_status status = send_view(prompter, LABEL, "Label", &property, 1);
    free(all.start);
    notes.length = 0;
    return status;
}

/* Performs a command of the test. `asked`, `told` and `prepare` keep the lines that the delegate runs later. */
static tab_status perform(tab_string line) {
    words words = words_in(line);
    tab_string name = word(&words);
    if (is_equal(name, "reset")) {
        forget_rules();
        notes.length = 0;
    } else if (is_equal(name, "asked") || is_equal(name, "told")) {
        text_set(is_equal(name, "asked") ? &rule.asked : &rule.told, rest(&words));
    } else if (is_equal(name, "prepare")) {
        popover_rule *popover = rule_of_popover(number(&words));
        if (!popover) return TAB_ERROR_NOT_FOUND;
        text_set(&popover->preparation, rest(&words));
    } else if (line.length > 0) {
        return run_lines(line);
    }
    return TAB_OK;
}

static tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    struct instance *self = instance;
    if (!is_equal(name, "editingDidEnd")) return TAB_ERROR_NOT_SUPPORTED;
    if (view == STATE_FIELD) {
        text_set(&self->state, value->content.string);
        return TAB_OK;
    }
    if (!self->is_prompter || view != FIELD) return TAB_ERROR_NOT_SUPPORTED;
    tab_status status = perform(value->content.string), reported = report();
    return status == TAB_OK ? reported : status;
}

/* ---- Callbacks of instances ------------------------------------------------------------------------------------ */

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)arguments;
    instance *made = calloc(1, sizeof(*made));
    if (!made) return NULL;
    made->controller = controller;
    made->is_prompter = is_equal(class_name, "Prompter");
    made->next = instances;
    instances = made;
    if (made->is_prompter) prompter = controller;
    /* Scenarios start without titles. */
    tab_tab_bar_item item = {.mask = TAB_ITEM_TITLE};
    if (!is_equal(class_name, "Stack")) host->set_tab_bar_item(host, controller, &item);
    return made;
}

static void tell(const instance *self, const char *what, uint64_t argument) {
    if (!self->is_prompter) note("%s %" PRIu64 " %" PRIu64 "\n", what, self->controller, argument);
}

static tab_status load_view(void *self) {
    struct instance *instance = self;
    tell(instance, "didLoad", 0);
    if (!instance->is_prompter) return TAB_OK;
    return send_view(prompter, FIELD, "TextField", NULL, 0);
}

static void view_will_appear(void *self, bool animated) { tell(self, "willAppear", animated); }
static void view_is_appearing(void *self, bool animated) { tell(self, "isAppearing", animated); }
static void view_did_appear(void *self, bool animated) { tell(self, "didAppear", animated); }
static void view_will_disappear(void *self, bool animated) { tell(self, "willDis", animated); }
static void view_did_disappear(void *self, bool animated) { tell(self, "didDis", animated); }
static void will_move_to_parent(void *self, tab_controller parent) { tell(self, "willMove", parent); }
static void did_move_to_parent(void *self, tab_controller parent) { tell(self, "didMove", parent); }
static void tab_bar_did_select(void *self, uint32_t position) { tell(self, "tapped", position); }
static void bar_button_item_activated(void *self, uint32_t item) { tell(self, "activated", item); }

static tab_status question(
    void *self, tab_token token, tab_question question, tab_controller controller, tab_controller subject,
    const tab_value *arguments) {
    (void)self;
    switch (question) {
    case TAB_QUESTION_SHOULD_SELECT: return answer_tap(token, controller, subject);
    case TAB_QUESTION_TRANSITION: return answer_transition(token, controller, subject, arguments);
    default: return ask_popover(token, question, controller, arguments);
    }
}

static void did_select(void *self, tab_controller controller, tab_controller selected) {
    (void)self;
    note("did %" PRIu64 " %" PRIu64 "\n", controller, selected);
    run_here(rule.told);
}

static void note_customizing(const char *what, tab_controller tabs, const tab_controller *list, size_t count, int flag) {
    note("%s %" PRIu64 " %d", what, tabs, flag);
    for (size_t index = 0; index < count; index++) note(" %" PRIu64, list[index]);
    note("\n");
}

static void will_begin_customizing(void *self, tab_controller tabs, const tab_controller *list, size_t count) {
    (void)self;
    note_customizing("willBegin", tabs, list, count, 0);
}

static void will_end_customizing(
    void *self, tab_controller tabs, const tab_controller *list, size_t count, bool changed) {
    (void)self;
    note_customizing("willEnd", tabs, list, count, changed);
}

static void did_end_customizing(
    void *self, tab_controller tabs, const tab_controller *list, size_t count, bool changed) {
    (void)self;
    note_customizing("didEnd", tabs, list, count, changed);
}

static void note_popover(const char *what, tab_controller presented) { note("%s %" PRIu64 "\n", what, presented); }

static void will_present_with_adaptive_style(void *self, tab_controller presented, tab_string style) {
    (void)self;
    note("willPresent %" PRIu64 " %.*s\n", presented, (int)style.length, style.utf8);
}

static void will_dismiss(void *self, tab_controller presented) { (void)self, note_popover("willDismiss", presented); }
static void did_dismiss(void *self, tab_controller presented) { (void)self, note_popover("didDismiss", presented); }
static void did_attempt_to_dismiss(void *self, tab_controller presented) {
    (void)self;
    note_popover("didAttemptToDismiss", presented);
}

static tab_status encode_restorable_state(void *self, tab_receive receive, void *context) {
    struct instance *instance = self;
    tab_value content = text_value(as_string(&instance->state));
    tab_entry only = entry("Text", &content);
    tab_value state = dictionary_value(&only, instance->state.length ? 1 : 0);
    receive(context, &state);
    return TAB_OK;
}

static tab_status decode_restorable_state(void *self, const tab_value *state) {
    struct instance *instance = self;
    const tab_value *content = find(state, "Text");
    if (content) text_set(&instance->state, content->content.string);
    return TAB_OK;
}

static void destroy(void *self) {
    instance **link = &instances;
    while (*link && *link != self) link = &(*link)->next;
    if (*link) *link = (*link)->next;
    free(((instance *)self)->state.start);
    free(self);
}

EXPORT_PLUGIN(
    always, .create = create, .load_view = load_view, .view_will_appear = view_will_appear,
    .view_is_appearing = view_is_appearing, .view_did_appear = view_did_appear,
    .view_will_disappear = view_will_disappear, .view_did_disappear = view_did_disappear,
    .will_move_to_parent = will_move_to_parent, .did_move_to_parent = did_move_to_parent, .action = action,
    .bar_button_item_activated = bar_button_item_activated, .question = question, .did_select = did_select,
    .will_begin_customizing = will_begin_customizing, .will_end_customizing = will_end_customizing,
    .did_end_customizing = did_end_customizing, .will_present_with_adaptive_style = will_present_with_adaptive_style,
    .will_dismiss = will_dismiss, .did_dismiss = did_dismiss, .did_attempt_to_dismiss = did_attempt_to_dismiss,
    .encode_restorable_state = encode_restorable_state, .decode_restorable_state = decode_restorable_state,
    .destroy = destroy, .tab_bar_did_select = tab_bar_did_select)
