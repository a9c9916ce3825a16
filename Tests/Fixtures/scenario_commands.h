/*
 * The commands of `scenario.c`, a line each. The first number is the controller that a command applies to.
 */
#ifndef TABD_FIXTURES_SCENARIO_COMMANDS_H
#define TABD_FIXTURES_SCENARIO_COMMANDS_H

#include "scenario_delegate.h"

/* ---- Tabs ------------------------------------------------------------------------------------------------------ */

static tab_status list(tab_controller tabs, words *words) {
    tab_controller controllers[MOST];
    bool animated = flag(words);
    size_t count = numbers(words, controllers);
    return host->set_view_controllers(host, tabs, controllers, count, animated);
}

static tab_status customizable(tab_controller tabs, words *words) {
    tab_controller controllers[MOST];
    size_t count = numbers(words, controllers);
    tab_value elements[MOST];
    for (size_t index = 0; index < count; index++) elements[index] = uint64_value(controllers[index]);
    tab_value value = array_value("t", elements, count);
    return host->set_property(host, tabs, string("CustomizableViewControllers"), &value);
}

/* ---- Bars ------------------------------------------------------------------------------------------------------ */

/* Sets the fields of the mask to the text. */
static tab_status item(tab_controller controller, words *words) {
    tab_tab_bar_item item = {.mask = (uint32_t)number(words)};
    item.title = item.image = item.selected_image = item.badge_value = rest(words);
    return host->set_tab_bar_item(host, controller, &item);
}

static tab_status enable(tab_controller controller, bool is_enabled) {
    tab_tab_bar_item item = {.mask = TAB_ITEM_ENABLED, .is_enabled = is_enabled};
    return host->set_tab_bar_item(host, controller, &item);
}

static tab_status set_navigation_item(tab_controller controller, tab_navigation_item item) {
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
static tab_status buttons(tab_controller controller, words *words) {
    uint32_t mask = (uint32_t)number(words);
    tab_bar_button_item buttons[MOST];
    size_t count = read_buttons(words, buttons);
    return set_navigation_item(controller, (tab_navigation_item){
        .mask = mask, .left_items = buttons, .left_item_count = count, .right_items = buttons,
        .right_item_count = count});
}

static tab_status toolbar(tab_controller controller, words *words) {
    tab_bar_button_item buttons[MOST];
    size_t count = read_buttons(words, buttons);
    return host->set_toolbar_items(host, controller, buttons, count);
}

/* Sets whether the toolbar of a stack is hidden, and reads it back. */
static tab_status hide_toolbar(tab_controller stack, bool is_hidden) {
    bool found = !is_hidden;
    tab_value value = boolean_value(is_hidden);
    tab_status status = host->set_property(host, stack, string("ToolbarHidden"), &value);
    if (status == TAB_OK) status = host->toolbar_hidden(host, stack, &found);
    return status == TAB_OK && found != is_hidden ? TAB_ERROR_INVALID_ARGUMENT : status;
}

/* ---- Stacks ---------------------------------------------------------------------------------------------------- */

static tab_status push(tab_controller stack, words *words) {
    tab_controller pushed = number(words);
    return host->push(host, stack, pushed, flag(words));
}

static tab_status set_stack(tab_controller stack, words *words) {
    tab_controller controllers[MOST];
    bool animated = flag(words);
    size_t count = numbers(words, controllers);
    return host->set_navigation_stack(host, stack, controllers, count, animated);
}

/* ---- Views and properties -------------------------------------------------------------------------------------- */

/* The number of removed views and their ids, then the ids and frames of focusable views. */
static tab_status views(tab_controller controller, words *words) {
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

/* Sets a property of a controller or of its popover. */
static tab_status set(tab_controller controller, bool is_popover, words *words) {
    parts parts = {.count = 0};
    tab_string name = word(words);
    tab_value given = value(&parts, words);
    return is_popover ? host->set_popover_value(host, controller, name, &given)
                      : host->set_property(host, controller, name, &given);
}

/* The second number is the presenting controller. Names and values of the popover follow. */
static tab_status present(tab_controller presented, words *words) {
    tab_controller presenter = number(words);
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

/* ---- Delegates ------------------------------------------------------------------------------------------------- */

/* Makes the controller its own delegate. Sets its replies about taps (decides, allows) and animations (animates, is
 * animated, is interactive, duration), then the tabs with the opposite reply. */
static tab_status set_rule(tab_controller tabs, words *words) {
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
static tab_status set_popover_rule(tab_controller presented, words *words) {
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

static tab_status clear_popover_rule(tab_controller presented) {
    popover_rule *rule = rule_of_popover(presented);
    if (rule) forget_popover_rule(rule);
    return host->set_popover_delegate(host, presented, 0);
}

static tab_status set_place(tab_controller presented, words *words) {
    popover_rule *rule = rule_of_popover(presented);
    if (rule) text_set(&rule->place, rest(words));
    return rule ? TAB_OK : TAB_ERROR_NOT_FOUND;
}

static tab_status answer_held(tab_controller presented) {
    popover_rule *rule = rule_of_popover(presented);
    if (!rule || !rule->token) return TAB_ERROR_NOT_FOUND;
    tab_status status = answer_popover(rule);
    /* A question that was withdrawn is not found. */
    return status == TAB_ERROR_NOT_FOUND ? TAB_OK : status;
}

/* ---- Restoration ----------------------------------------------------------------------------------------------- */

static tab_status tell_state(tab_controller controller) {
    for (instance *next = instances; next; next = next->next) {
        if (next->controller != controller) continue;
        note("state %" PRIu64 " %.*s\n", controller, (int)next->state.length, next->state.start ? next->state.start : "");
    }
    return TAB_OK;
}

/* ---- Lines ----------------------------------------------------------------------------------------------------- */

static tab_status run_line(tab_string line) {
    words rest_of_line = words_in(line), *words = &rest_of_line;
    tab_string name = word(words);
    tab_controller subject = number(words), made = 0;
    if (is_equal(name, "list")) return list(subject, words);
    if (is_equal(name, "customizable")) return customizable(subject, words);
    /* Without a second number the selection is nil. */
    if (is_equal(name, "select")) {
        return host->set_selected_view_controller(host, subject, has_more(words) ? number(words) : 0);
    }
    if (is_equal(name, "index")) {
        return host->set_selected_index(host, subject, has_more(words) ? (int64_t)number(words) : INT64_MAX);
    }
    if (is_equal(name, "update")) return host->update_interactive_transition(host, subject, decimal(words));
    if (is_equal(name, "end")) return host->end_interactive_transition(host, subject, flag(words));
    if (is_equal(name, "title")) return host->set_title(host, subject, rest(words));
    if (is_equal(name, "item")) return item(subject, words);
    if (is_equal(name, "enable")) return enable(subject, flag(words));
    if (is_equal(name, "heading")) {
        return set_navigation_item(
            subject, (tab_navigation_item){.mask = TAB_NAVIGATION_TITLE, .title = rest(words)});
    }
    if (is_equal(name, "hideBackButton")) {
        return set_navigation_item(
            subject,
            (tab_navigation_item){.mask = TAB_NAVIGATION_HIDES_BACK_BUTTON, .hides_back_button = flag(words)});
    }
    if (is_equal(name, "buttons")) return buttons(subject, words);
    if (is_equal(name, "toolbar")) return toolbar(subject, words);
    if (is_equal(name, "hideToolbar")) return hide_toolbar(subject, flag(words));
    if (is_equal(name, "navigation")) return make_stack(subject, &made);
    if (is_equal(name, "push")) return push(subject, words);
    if (is_equal(name, "pop")) return host->pop(host, subject, false);
    /* The number 0 is the root. */
    if (is_equal(name, "popTo")) return host->pop_to(host, subject, number(words), false);
    if (is_equal(name, "stack")) return set_stack(subject, words);
    if (is_equal(name, "views")) return views(subject, words);
    if (is_equal(name, "set")) return set(subject, false, words);
    if (is_equal(name, "popover")) return set(subject, true, words);
    if (is_equal(name, "present")) return present(subject, words);
    if (is_equal(name, "dismiss")) return host->dismiss(host, subject, flag(words));
    if (is_equal(name, "rule")) return set_rule(subject, words);
    if (is_equal(name, "popoverRule")) return set_popover_rule(subject, words);
    if (is_equal(name, "noPopoverRule")) return clear_popover_rule(subject);
    if (is_equal(name, "place")) return set_place(subject, words);
    if (is_equal(name, "answer")) return answer_held(subject);
    /* A text field for the restorable state of the controller. */
    if (is_equal(name, "stateField")) return send_view(subject, STATE_FIELD, "TextField", NULL, 0);
    if (is_equal(name, "state")) return tell_state(subject);
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
