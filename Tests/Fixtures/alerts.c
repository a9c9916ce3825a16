/*
 * Presents alerts and records their answers. Experiments: `here` sets the presenter. The others can then run in another
 * window: `ask` (an alert with two fields), `choose` (an action sheet at a view), `dismiss`, and `heard` (the answers
 * since the last time: token, action and texts).
 */
#include "stage.h"

enum { FIELD = 2 };

static tab_controller presenter;
static text heard;
static tab_token last = 70;

/* ---- Presenting ------------------------------------------------------------------------------------------------ */

typedef struct action_value {
    tab_value fields[4];
} action_value;

static action_value an_action(const char *title, const char *style, bool is_preferred) {
    return (action_value){
        {string_value(title), string_value(style), boolean_value(true), boolean_value(is_preferred)}};
}

static tab_status ask(void) {
    tab_value style = string_value("alert"), title = string_value("Who?"), message = string_value("Say it.");
    action_value save = an_action("Save", "default", true), cancel = an_action("Cancel", "cancel", false);
    tab_value actions[] = {structure_value(save.fields, 4), structure_value(cancel.fields, 4)};
    tab_value name[] = {string_value("Name"), string_value("Ada"), boolean_value(false)};
    tab_value word[] = {string_value("Word"), string_value(""), boolean_value(true)};
    tab_value fields[] = {structure_value(name, 3), structure_value(word, 3)};
    tab_value all_actions = array_value("(ssbb)", actions, 2), all_fields = array_value("(ssb)", fields, 2);
    tab_entry entries[] = {
        entry("Style", &style), entry("Title", &title), entry("Message", &message), entry("Actions", &all_actions),
        entry("TextFields", &all_fields),
    };
    tab_value content = dictionary_value(entries, 5);
    return host->present_alert(host, presenter, ++last, &content);
}

static tab_status choose(void) {
    tab_value style = string_value("actionSheet");
    action_value erase = an_action("Erase", "destructive", false), keep = an_action("Keep", "cancel", false);
    tab_value actions[] = {structure_value(erase.fields, 4), structure_value(keep.fields, 4)};
    tab_value all_actions = array_value("(ssbb)", actions, 2);
    tab_value view[] = {uint64_value(presenter), uint32_value(FIELD)}, source = structure_value(view, 2);
    tab_entry anchor = entry("SourceView", &source);
    tab_value popover = dictionary_value(&anchor, 1);
    tab_entry entries[] = {entry("Style", &style), entry("Actions", &all_actions), entry("Popover", &popover)};
    tab_value content = dictionary_value(entries, 3);
    return host->present_alert(host, presenter, ++last, &content);
}

static void run(instance *instance, tab_string experiment) {
    if (is_equal(experiment, "here")) presenter = instance->controller;
    if (is_equal(experiment, "ask")) give(ask());
    if (is_equal(experiment, "choose")) give(choose());
    if (is_equal(experiment, "dismiss")) give(host->dismiss(host, presenter, false));
    if (is_equal(experiment, "heard")) {
        text_set(&result, as_string(&heard));
        heard.length = 0;
    }
    report(instance);
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

static void alert_answered(
    void *instance, tab_token alert, uint32_t action, const tab_string *texts, size_t count) {
    struct instance *self = instance;
    if (self->controller != presenter) abort();
    text_format(&heard, "%s%d %d", heard.length > 0 ? ", " : "", (int)alert, (int)action);
    for (size_t index = 0; index < count; index++) {
        text_add(&heard, " ", 1);
        text_add_string(&heard, texts[index]);
    }
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free, .alert_answered = alert_answered)
