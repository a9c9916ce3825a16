/*
 * The delegates of `scenario.c`, whose replies are set by commands. Each tab bar controller is its own delegate, and
 * the prompter is the delegate of the popovers.
 */
#ifndef TABD_FIXTURES_SCENARIO_DELEGATE_H
#define TABD_FIXTURES_SCENARIO_DELEGATE_H

#include "scenario.h"

/* The replies of the delegate of a tab bar controller. */
static struct {
    bool decides, allows;
    tab_controller exceptions[MOST];
    size_t exception_count;
    bool animates, is_animated, is_interactive;
    double duration;
    text asked, told;
} rule;

/* The replies of the delegate of a popover. */
typedef struct popover_rule {
    tab_controller presented;
    uint32_t methods, held_methods; /* bit masks of tab_question */
    bool allows, wraps;
    tab_controller replacement;
    text style, preparation, place;
    /* The question without a reply. */
    tab_token token;
    tab_question question;
    tab_rect rect;
    tab_view_reference view;
} popover_rule;

static popover_rule popover_rules[8];

static inline popover_rule *rule_of_popover(tab_controller presented) {
    for (size_t index = 0; index < 8; index++) {
        if (popover_rules[index].presented == presented) return &popover_rules[index];
    }
    return NULL;
}

static inline void forget_tab_rule(void) {
    free(rule.asked.start);
    free(rule.told.start);
    memset(&rule, 0, sizeof(rule));
}

static inline void forget_popover_rule(popover_rule *rule) {
    free(rule->style.start);
    free(rule->preparation.start);
    free(rule->place.start);
    memset(rule, 0, sizeof(*rule));
}

static inline void forget_rules(void) {
    forget_tab_rule();
    for (size_t index = 0; index < 8; index++) forget_popover_rule(&popover_rules[index]);
}

/* ---- Taps and changes of tabs ---------------------------------------------------------------------------------- */

static void note_selection(void *context, const tab_value *state) {
    (void)context;
    note(
        "selection %" PRIu64 " %" PRId64 "\n", find(state, "SelectedViewController")->content.uint64,
        find(state, "SelectedIndex")->content.int64);
}

static inline tab_status answer_tap(tab_token token, tab_controller tabs, tab_controller subject) {
    if (!rule.decides) return TAB_ERROR_NOT_SUPPORTED;
    note("should %" PRIu64 " %" PRIu64 "\n", tabs, subject);
    host->tab_bar_controller(host, tabs, note_selection, NULL);
    run_here(rule.asked);
    bool is_exception = false;
    for (size_t index = 0; index < rule.exception_count; index++) {
        if (rule.exceptions[index] == subject) is_exception = true;
    }
    tab_value answer = boolean_value(rule.allows != is_exception);
    return host->answer_question(host, token, &answer);
}

static inline tab_status answer_transition(
    tab_token token, tab_controller tabs, tab_controller subject, const tab_value *arguments) {
    if (!rule.animates) return TAB_ERROR_NOT_SUPPORTED;
    uint64_t from = find(arguments, "From")->content.uint64;
    note("animator %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", tabs, from, subject);
    host->tab_bar_controller(host, tabs, note_selection, NULL);
    tab_value duration = double_value(rule.duration), interactive = boolean_value(rule.is_interactive);
    tab_entry entries[] = {entry("Duration", &duration), entry("Interactive", &interactive)};
    tab_value answer = dictionary_value(entries, rule.is_animated ? 2 : 0);
    return host->answer_question(host, token, &answer);
}

/* ---- Popovers -------------------------------------------------------------------------------------------------- */

/* Returns the anchor of the question with the changes of the rule. */
static inline tab_value place(parts *parts, const popover_rule *rule) {
    tab_value *fields = take_part(parts, double_value(rule->rect.x));
    take_part(parts, double_value(rule->rect.y));
    take_part(parts, double_value(rule->rect.width));
    take_part(parts, double_value(rule->rect.height));
    tab_value rect = structure_value(fields, 4);
    tab_value view = reference_value(parts, rule->view.controller, rule->view.view);
    words words = words_in(as_string(&rule->place));
    while (has_more(&words)) {
        bool is_rect = is_equal(word(&words), "SourceRect");
        *(is_rect ? &rect : &view) = value(parts, &words);
    }
    tab_value *first = take_part(parts, rect);
    take_part(parts, view);
    return structure_value(first, 2);
}

static inline tab_status answer_popover(popover_rule *rule) {
    parts parts = {.count = 0};
    tab_value answer = boolean_value(true);
    tab_controller replacement = rule->replacement;
    tab_token token = rule->token;
    rule->token = 0;
    switch (rule->question) {
    case TAB_QUESTION_PREPARE_FOR_PRESENTATION: run_here(rule->preparation); break;
    case TAB_QUESTION_SHOULD_DISMISS: answer = boolean_value(rule->allows); break;
    case TAB_QUESTION_ADAPTIVE_STYLE:
        answer = text_value(as_string(&rule->style));
        break;
    case TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER:
        if (rule->wraps && make_stack(rule->presented, &replacement) != TAB_OK) return TAB_ERROR_FAILED;
        answer = uint64_value(replacement);
        break;
    case TAB_QUESTION_REPOSITION: answer = place(&parts, rule); break;
    default: return TAB_ERROR_NOT_SUPPORTED;
    }
    return host->answer_question(host, token, &answer);
}

static inline tab_status ask_popover(
    tab_token token, tab_question question, tab_controller presented, const tab_value *arguments) {
    popover_rule *rule = rule_of_popover(presented);
    if (!rule || !(rule->methods & 1u << question)) return TAB_ERROR_NOT_SUPPORTED;
    note("asks %" PRIu64 " %d\n", presented, (int)question);
    rule->token = token;
    rule->question = question;
    if (question == TAB_QUESTION_REPOSITION) {
        const tab_value *rect = find(arguments, "Rect")->content.structure.fields;
        const tab_value *view = find(arguments, "View")->content.structure.fields;
        rule->rect = (tab_rect){
            rect[0].content.number, rect[1].content.number, rect[2].content.number, rect[3].content.number};
        rule->view = (tab_view_reference){view[0].content.uint64, view[1].content.uint32};
    }
    return rule->held_methods & 1u << question ? TAB_OK : answer_popover(rule);
}

#endif
