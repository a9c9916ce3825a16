/*
 * Presents alerts and records their answers. Experiments: `here` sets the presenter. The others can then run in another
 * window: `ask` (an alert with two fields), `choose` (an action sheet at a view), `dismiss`, and `heard` (the answers
 * since the last time: token, action and texts).
 */
#include <CTabPlugin.h>

#define MORE_SLOTS .alert_answered = alert_answered,

static void alert_answered(
    void *instance, tab_token alert, uint32_t action, const tab_string *texts, size_t count);

#include "stage.h"

enum { FIELD = 2 };

static tab_controller presenter;
static text heard;
static tab_token last = 70;

static void at_entry(void) {}

/* ---- Values ---------------------------------------------------------------------------------------------------- */

typedef struct action_value {
    tab_value fields[4];
} action_value;

static action_value an_action(const char *title, const char *style, bool is_preferred) {
    return (action_value){{
        string_value(title), string_value(style), {TAB_TYPE_BOOLEAN, {.boolean = true}},
        {TAB_TYPE_BOOLEAN, {.boolean = is_preferred}},
    }};
}

static tab_value structure(const tab_value *fields, size_t count) {
    return (tab_value){TAB_TYPE_STRUCTURE, {.structure = {fields, count}}};
}

static tab_value array(const char *signature, const tab_value *elements, size_t count) {
    return (tab_value){TAB_TYPE_ARRAY, {.array = {string(signature), elements, count}}};
}

static tab_value variant(const tab_value *value) { return (tab_value){TAB_TYPE_VARIANT, {.variant = value}}; }

static tab_value dictionary(const tab_entry *entries, size_t count) {
    return (tab_value){TAB_TYPE_DICTIONARY, {.dictionary = {string("s"), string("v"), entries, count}}};
}

/* ---- Presenting ------------------------------------------------------------------------------------------------ */

static tab_status ask(void) {
    tab_value style = string_value("alert"), title = string_value("Who?"), message = string_value("Say it.");
    action_value save = an_action("Save", "default", true), cancel = an_action("Cancel", "cancel", false);
    tab_value actions[] = {structure(save.fields, 4), structure(cancel.fields, 4)};
    tab_value name[] = {string_value("Name"), string_value("Ada"), {TAB_TYPE_BOOLEAN, {.boolean = false}}};
    tab_value word[] = {string_value("Word"), string_value(""), {TAB_TYPE_BOOLEAN, {.boolean = true}}};
    tab_value fields[] = {structure(name, 3), structure(word, 3)};
    tab_value all_actions = array("(ssbb)", actions, 2), all_fields = array("(ssb)", fields, 2);
    tab_entry entries[] = {
        {string_value("Style"), variant(&style)},
        {string_value("Title"), variant(&title)},
        {string_value("Message"), variant(&message)},
        {string_value("Actions"), variant(&all_actions)},
        {string_value("TextFields"), variant(&all_fields)},
    };
    tab_value content = dictionary(entries, 5);
    return host->present_alert(host, presenter, ++last, &content);
}

static tab_status choose(void) {
    tab_value style = string_value("actionSheet");
    action_value erase = an_action("Erase", "destructive", false), keep = an_action("Keep", "cancel", false);
    tab_value actions[] = {structure(erase.fields, 4), structure(keep.fields, 4)};
    tab_value all_actions = array("(ssbb)", actions, 2);
    tab_value view[] = {{TAB_TYPE_UINT64, {.uint64 = presenter}}, {TAB_TYPE_UINT32, {.uint32 = FIELD}}};
    tab_value source = structure(view, 2);
    tab_entry anchor = {string_value("SourceView"), variant(&source)};
    tab_value popover = dictionary(&anchor, 1);
    tab_entry entries[] = {
        {string_value("Style"), variant(&style)},
        {string_value("Actions"), variant(&all_actions)},
        {string_value("Popover"), variant(&popover)},
    };
    tab_value content = dictionary(entries, 3);
    return host->present_alert(host, presenter, ++last, &content);
}

static void status(tab_status status) { text_format(&result, "%d", (int)status); }

static void run(instance *instance, tab_string experiment) {
    if (is_equal(experiment, "here")) presenter = instance->controller;
    if (is_equal(experiment, "ask")) status(ask());
    if (is_equal(experiment, "choose")) status(choose());
    if (is_equal(experiment, "dismiss")) status(host->dismiss(host, presenter, false));
    if (is_equal(experiment, "heard")) {
        text_add(&result, heard.start, heard.length);
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

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    return make_instance(controller);
}

static void destroy(void *instance) { free(instance); }
