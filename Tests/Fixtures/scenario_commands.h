/*
 * The commands of `scenario.c`, a line each. The first number is the controller that a command applies to.
 */
#ifndef TABD_FIXTURES_SCENARIO_COMMANDS_H
#define TABD_FIXTURES_SCENARIO_COMMANDS_H

#include "scenario_delegate.h"

/* ---- Tabs ------------------------------------------------------------------------------------------------------ */

static tab_status list(words *words) {
    tab_controller tabs = number(words), controllers[MOST];
    bool animated = flag(words);
    size_t count = numbers(words, controllers);
    return host->set_view_controllers(host, tabs, controllers, count, animated);
}

static tab_status customizable(words *words) {
    tab_controller tabs = number(words), controllers[MOST];
    size_t count = numbers(words, controllers);
    tab_value elements[MOST];
    for (size_t index = 0; index < count; index++) elements[index] = uint64_value(controllers[index]);
    tab_value value = array_value("t", elements, count);
    return host->set_property(host, tabs, string("CustomizableViewControllers"), &value);
}

/* Without a second number the selection is nil. */
static tab_status select_tab(words *words) {
    tab_controller tabs = number(words);
    return host->set_selected_view_controller(host, tabs, has_more(words) ? number(words) : 0);
}

/* Selects a tab by its index; any other word selects none. */
static tab_status select_index(words *words) {
    tab_controller tabs = number(words);
    return host->set_selected_index(host, tabs, has_more(words) ? (int64_t)number(words) : INT64_MAX);
}

static tab_status update_transition(words *words) {
    tab_controller tabs = number(words);
    return host->update_interactive_transition(host, tabs, decimal(words));
}

static tab_status end_transition(words *words) {
    tab_controller tabs = number(words);
    return host->end_interactive_transition(host, tabs, flag(words));
}

/* ---- Bars ------------------------------------------------------------------------------------------------------ */

static tab_status title(words *words) {
    tab_controller controller = number(words);
    return host->set_title(host, controller, rest(words));
}

/* Sets the fields of the mask to the text. */
static tab_status item(words *words) {
    tab_controller controller = number(words);
    tab_tab_bar_item item = {.mask = (uint32_t)number(words)};
    item.title = item.image = item.selected_image = item.badge_value = rest(words);
    return host->set_tab_bar_item(host, controller, &item);
}

static tab_status enable(words *words) {
    tab_controller controller = number(words);
    tab_tab_bar_item item = {.mask = TAB_ITEM_ENABLED, .is_enabled = flag(words)};
    return host->set_tab_bar_item(host, controller, &item);
}

static tab_status heading(words *words) {
    tab_controller controller = number(words);
    tab_navigation_item item = {.mask = TAB_NAVIGATION_TITLE, .title = rest(words)};
    return host->set_navigation_item(host, controller, &item);
}

static tab_status hide_back_button(words *words) {
    tab_controller controller = number(words);
    tab_navigation_item item = {.mask = TAB_NAVIGATION_HIDES_BACK_BUTTON, .hides_back_button = flag(words)};
    return host->set_navigation_item(host, controller, &item);
}

/* Parses ids and titles. Returns their number. */
static size_t read_buttons(words *words, tab_bar_button_item *buttons) {
    size_t count = 0;
    while (has_more(words) && count < MOST) {
        uint32_t id = (uint32_t)number(words);
        buttons[count++] = (tab_bar_button_item){.id = id, .title = word(words), .is_enabled = true};
    }
    return count;
}

/* Sets the buttons on the sides of the mask. */
static tab_status buttons(words *words) {
    tab_controller controller = number(words);
    tab_navigation_item item = {.mask = (uint32_t)number(words)};
    tab_bar_button_item buttons[MOST];
    size_t count = read_buttons(words, buttons);
    item.left_items = item.right_items = buttons;
    item.left_item_count = item.right_item_count = count;
    return host->set_navigation_item(host, controller, &item);
}

static tab_status toolbar(words *words) {
    tab_controller controller = number(words);
    tab_bar_button_item buttons[MOST];
    size_t count = read_buttons(words, buttons);
    return host->set_toolbar_items(host, controller, buttons, count);
}

/* Sets whether the toolbar of a stack is hidden, and reads it back. */
static tab_status hide_toolbar(words *words) {
    tab_controller stack = number(words);
    bool is_hidden = flag(words), found = !is_hidden;
    tab_value value = boolean_value(is_hidden);
    tab_status status = host->set_property(host, stack, string("ToolbarHidden"), &value);
    if (status == TAB_OK) status = host->toolbar_hidden(host, stack, &found);
    return status == TAB_OK && found != is_hidden ? TAB_ERROR_INVALID_ARGUMENT : status;
}

/* ---- Stacks ---------------------------------------------------------------------------------------------------- */

static tab_status navigation(words *words) {
    tab_controller made = 0;
    return make_stack(number(words), &made);
}

static tab_status push(words *words) {
    tab_controller stack = number(words), pushed = number(words);
    return host->push(host, stack, pushed, flag(words));
}

static tab_status pop(words *words) { return host->pop(host, number(words), false); }

/* The number 0 is the root. */
static tab_status pop_to(words *words) {
    tab_controller stack = number(words);
    return host->pop_to(host, stack, number(words), false);
}

static tab_status stack(words *words) {
    tab_controller stack = number(words), controllers[MOST];
    bool animated = flag(words);
    size_t count = numbers(words, controllers);
    return host->set_navigation_stack(host, stack, controllers, count, animated);
}

/* ---- Views and properties -------------------------------------------------------------------------------------- */

/* The number of removed views and their ids, then the ids and frames of focusable views. */
static tab_status views(words *words) {
    tab_controller controller = number(words);
    uint32_t removed[MOST];
    size_t removed_count = number(words), count = 0;
    if (removed_count > MOST) abort();
    for (size_t index = 0; index < removed_count; index++) removed[index] = (uint32_t)number(words);
    tab_property focusable = {string("Focusable"), boolean_value(true)};
    tab_view views[MOST];
    while (has_more(words) && count < MOST) {
        uint32_t id = (uint32_t)number(words);
        views[count++] = (tab_view){
            .id = id, .parent = 1, .class_name = string("View"), .frame = rect(words), .properties = &focusable,
            .property_count = 1};
    }
    return host->update_views(host, controller, views, count, removed, removed_count);
}

static tab_status set(words *words) {
    tab_controller controller = number(words);
    parts parts = {.count = 0};
    tab_string name = word(words);
    tab_value given = value(&parts, words);
    return host->set_property(host, controller, name, &given);
}

/* ---- Presentations --------------------------------------------------------------------------------------------- */

static tab_status set_popover(words *words) {
    tab_controller controller = number(words);
    parts parts = {.count = 0};
    tab_string name = word(words);
    tab_value given = value(&parts, words);
    return host->set_popover_value(host, controller, name, &given);
}

/* The second number is the presented controller. Names and values of its popover follow. */
static tab_status present(words *words) {
    tab_controller presented = number(words), presenter = number(words);
    bool animated = flag(words);
    parts parts = {.count = 0};
    tab_entry entries[MOST];
    size_t count = 0;
    while (has_more(words) && count < MOST) {
        tab_value name = text_value(word(words));
        tab_value *given = take_part(&parts, value(&parts, words));
        entries[count++] = (tab_entry){name, variant_value(given)};
    }
    tab_value popover = dictionary_value(entries, count);
    return host->present(host, presenter, presented, animated, count > 0 ? &popover : NULL);
}

static tab_status dismiss(words *words) {
    tab_controller controller = number(words);
    return host->dismiss(host, controller, flag(words));
}

/* ---- Delegates ------------------------------------------------------------------------------------------------- */

/* Makes the controller its own delegate. Sets its replies about taps (decides, allows) and animations (animates, is
 * animated, is interactive, duration), then the tabs with the opposite reply. */
static tab_status set_rule(words *words) {
    tab_controller tabs = number(words);
    forget_tab_rule();
    rule.decides = flag(words);
    rule.allows = flag(words);
    rule.animates = flag(words);
    rule.is_animated = flag(words);
    rule.is_interactive = flag(words);
    rule.duration = decimal(words);
    rule.exception_count = numbers(words, rule.exceptions);
    return host->set_delegate(host, tabs, TAB_DELEGATE_TAB_BAR_CONTROLLER, true);
}

/* The replies of the prompter as delegate of its popover: methods, held methods, should dismiss, wraps, replacement,
 * style. */
static tab_status set_popover_rule(words *words) {
    tab_controller presented = number(words);
    popover_rule *rule = rule_of_popover(presented);
    if (!rule) rule = rule_of_popover(0);
    if (!rule) return TAB_ERROR_LIMITS_EXCEEDED;
    forget_popover_rule(rule);
    rule->presented = presented;
    rule->methods = (uint32_t)number(words);
    rule->held_methods = (uint32_t)number(words);
    rule->allows = flag(words);
    rule->wraps = flag(words);
    rule->replacement = number(words);
    text_set(&rule->style, word(words));
    return host->set_popover_delegate(host, presented, prompter);
}

static tab_status clear_popover_rule(words *words) {
    tab_controller presented = number(words);
    popover_rule *rule = rule_of_popover(presented);
    if (rule) forget_popover_rule(rule);
    return host->set_popover_delegate(host, presented, 0);
}

static tab_status set_place(words *words) {
    popover_rule *rule = rule_of_popover(number(words));
    if (!rule) return TAB_ERROR_NOT_FOUND;
    text_set(&rule->place, rest(words));
    return TAB_OK;
}

static tab_status answer_held(words *words) {
    popover_rule *rule = rule_of_popover(number(words));
    return rule && rule->token ? answer_popover(rule) : TAB_ERROR_NOT_FOUND;
}

/* ---- Restoration ----------------------------------------------------------------------------------------------- */

/* Adds a text field for the restorable state of the controller. */
static tab_status show_state_field(words *words) {
    return send_view(number(words), STATE_FIELD, "TextField", NULL, 0);
}

static tab_status tell_state(words *words) {
    tab_controller controller = number(words);
    for (instance *next = instances; next; next = next->next) {
        if (next->controller != controller) continue;
        note("state %" PRIu64 " %.*s\n", controller, (int)next->state.length, next->state.start ? next->state.start : "");
    }
    return TAB_OK;
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

static const struct command {
    const char *name;
    tab_status (*run)(words *words);
} commands[] = {
    {"list", list}, {"customizable", customizable}, {"select", select_tab}, {"index", select_index},
    {"update", update_transition}, {"end", end_transition}, {"title", title}, {"item", item}, {"enable", enable},
    {"heading", heading}, {"hideBackButton", hide_back_button}, {"buttons", buttons}, {"toolbar", toolbar},
    {"hideToolbar", hide_toolbar}, {"navigation", navigation}, {"push", push}, {"pop", pop}, {"popTo", pop_to},
    {"stack", stack}, {"views", views}, {"set", set}, {"popover", set_popover},
    {"present", present}, {"dismiss", dismiss}, {"rule", set_rule}, {"popoverRule", set_popover_rule},
    {"noPopoverRule", clear_popover_rule}, {"place", set_place}, {"answer", answer_held},
    {"stateField", show_state_field}, {"state", tell_state},
};

static tab_status run_line(tab_string line) {
    words words = words_in(line);
    tab_string name = word(&words);
    for (size_t index = 0; index < sizeof(commands) / sizeof(*commands); index++) {
        if (is_equal(name, commands[index].name)) return commands[index].run(&words);
    }
    return TAB_ERROR_INVALID_ARGS;
}

static tab_status run_lines(tab_string lines) {
    const char *next = lines.utf8, *end = lines.utf8 + lines.length;
    tab_status status = TAB_OK;
    while (next < end && status == TAB_OK) {
        const char *semicolon = memchr(next, ';', (size_t)(end - next));
        const char *stop = semicolon ? semicolon : end;
        status = run_line((tab_string){next, (size_t)(stop - next)});
        next = stop + 1;
    }
    return status;
}

#endif
