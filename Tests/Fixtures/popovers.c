/*
 * Presents one of its controllers in a popover, and can be the delegate. Experiments: `here` sets the presenter. The
 * others can then run in another window: `present` and `dismiss`; `watch`, `watch here` and `leave` set and remove the
 * delegate; `set` (a source rect); `stack` (a navigation controller around the presented controller); `heard` (the
 * questions and notifications of the delegate); `answer` (replies to the last question with true); the name of a
 * property (reports its value); `allow`, `deny`, `move`, `stay`, `wrap`, `wrong` and `later` set the replies to further
 * questions.
 */
#include <CTabPlugin.h>

#define MORE_SLOTS \
    .question = question, .will_present_with_adaptive_style = will_present, .will_dismiss = will_dismiss, \
    .did_dismiss = did_dismiss, .did_attempt_to_dismiss = did_attempt, .delegate_released = released,

static tab_status question(
    void *instance, tab_token token, tab_question question, tab_controller controller, tab_controller subject,
    const tab_value *arguments);
static void will_present(void *instance, tab_controller controller, tab_string style);
static void will_dismiss(void *instance, tab_controller controller);
static void did_dismiss(void *instance, tab_controller controller);
static void did_attempt(void *instance, tab_controller controller);
static void released(void *instance, tab_controller controller);

#include "stage.h"

enum { FIELD = 2, OTHER = 4 };

static tab_controller presenter, menu;
static text heard, decision;
static tab_token last;

static void at_entry(void) { text_format(&decision, "allow"); }

static bool decides(const char *text) { return strcmp(decision.start, text) == 0; }

/* ---- Values ---------------------------------------------------------------------------------------------------- */

static tab_value number(double value) { return (tab_value){TAB_TYPE_DOUBLE, {.number = value}}; }

static tab_value structure(const tab_value *fields, size_t count) {
    return (tab_value){TAB_TYPE_STRUCTURE, {.structure = {fields, count}}};
}

typedef struct reference {
    tab_value fields[2];
} reference;

static reference reference_to(tab_controller controller, uint32_t view) {
    return (reference){{{TAB_TYPE_UINT64, {.uint64 = controller}}, {TAB_TYPE_UINT32, {.uint32 = view}}}};
}

/* ---- Presenting ------------------------------------------------------------------------------------------------ */

static tab_status present(void) {
    tab_status status = host->create_view_controller(host, string(".Menu"), NULL, &menu);
    if (status != TAB_OK) return status;
    tab_value style = string_value("popover");
    status = host->set_property(host, menu, string("ModalPresentationStyle"), &style);
    if (status != TAB_OK) return status;
    reference view = reference_to(presenter, FIELD);
    tab_value source = structure(view.fields, 2), directions = {TAB_TYPE_UINT64, {.uint64 = 1}};
    tab_entry entries[] = {
        {string_value("SourceView"), {TAB_TYPE_VARIANT, {.variant = &source}}},
        {string_value("PermittedArrowDirections"), {TAB_TYPE_VARIANT, {.variant = &directions}}},
    };
    tab_value popover = {TAB_TYPE_DICTIONARY, {.dictionary = {string("s"), string("v"), entries, 2}}};
    return host->present(host, presenter, menu, false, &popover);
}

static void receive(void *context, const tab_value *value) {
    (void)context;
    render(&result, value);
}

static void status(tab_status status) { text_format(&result, "%d", (int)status); }

static void run(instance *instance, tab_string experiment) {
    tab_value source[] = {number(1), number(2), number(3), number(4)}, rect = structure(source, 4);
    tab_value yes = {TAB_TYPE_BOOLEAN, {.boolean = true}};
    tab_controller stack = 0;
    if (is_equal(experiment, "here")) {
        presenter = instance->controller;
    } else if (is_equal(experiment, "present")) {
        status(present());
    } else if (is_equal(experiment, "dismiss")) {
        status(host->dismiss(host, presenter, false));
    } else if (is_equal(experiment, "watch") || is_equal(experiment, "leave")) {
        bool watches = is_equal(experiment, "watch");
        status(host->set_delegate(host, menu, TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER, watches));
    } else if (is_equal(experiment, "watch here")) {
        status(host->set_popover_delegate(host, menu, presenter));
    } else if (is_equal(experiment, "set")) {
        status(host->set_popover_value(host, menu, string("SourceRect"), &rect));
    } else if (is_equal(experiment, "stack")) {
        status(host->create_navigation_controller(host, string("Stack"), menu, &stack));
    } else if (is_equal(experiment, "heard")) {
        text_add(&result, heard.start, heard.length);
        heard.length = 0;
    } else if (is_equal(experiment, "answer")) {
        status(host->answer_question(host, last, &yes));
    } else if (experiment.length > 0 && experiment.utf8[0] >= 'a') {
        decision.length = 0;
        text_add_string(&decision, experiment);
    } else {
        tab_status given = host->popover_value(host, menu, experiment, receive, NULL);
        if (given != TAB_OK) status(given);
    }
    report(instance);
}

/* ---- The delegate ---------------------------------------------------------------------------------------------- */

/* Records a notification, about the presented controller or that of another owner. */
static void hear(const instance *self, const char *what, tab_controller controller) {
    text_format(
        &heard, "%s%s %s %s", heard.length > 0 ? ", " : "", self->controller == menu ? "menu" : "presenter", what,
        controller == menu ? "menu" : "?");
}

static tab_status question(
    void *instance, tab_token token, tab_question question, tab_controller controller, tab_controller subject,
    const tab_value *arguments) {
    if (token == 0 || subject != 0) abort();
    char what[16];
    snprintf(what, sizeof(what), "q%d", (int)question);
    hear(instance, what, controller);
    text_add(&heard, " ", 1);
    render(&heard, arguments);
    last = token;
    reference other = reference_to(presenter, OTHER);
    tab_value source[] = {number(1), number(2), number(3), number(4)};
    tab_value place[] = {structure(source, 4), structure(other.fields, 2)};
    tab_value answer = {TAB_TYPE_BOOLEAN, {.boolean = decides("allow")}};
    tab_controller stack = 0;
    if (decides("later")) return TAB_OK;
    switch (question) {
    case TAB_QUESTION_REPOSITION:
        if (!decides("move")) return TAB_ERROR_NOT_SUPPORTED;
        answer = structure(place, 2);
        break;
    case TAB_QUESTION_ADAPTIVE_STYLE:
        if (!decides("stay")) return TAB_ERROR_NOT_SUPPORTED;
        answer = string_value("none");
        break;
    case TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER:
        if (!decides("wrap")) return TAB_ERROR_NOT_SUPPORTED;
        if (host->create_navigation_controller(host, string("Stack"), menu, &stack) != TAB_OK) abort();
        answer = (tab_value){TAB_TYPE_UINT64, {.uint64 = stack}};
        break;
    default: break;
    }
    if (decides("wrong")) answer = number(0);
    return host->answer_question(host, token, &answer);
}

static void will_present(void *instance, tab_controller controller, tab_string style) {
    hear(instance, "adapts", controller);
    text_add(&heard, " ", 1);
    text_add_string(&heard, style);
}

static void will_dismiss(void *instance, tab_controller controller) { hear(instance, "will", controller); }
static void did_dismiss(void *instance, tab_controller controller) { hear(instance, "did", controller); }
static void did_attempt(void *instance, tab_controller controller) { hear(instance, "attempt", controller); }
static void released(void *instance, tab_controller controller) { hear(instance, "released", controller); }

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    return make_instance(controller);
}

static void destroy(void *instance) { free(instance); }
