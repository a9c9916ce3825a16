/*
 * Presents one of its controllers in a popover, and can be the delegate. Experiments: `here` sets the presenter. The
 * others can then run in another window: `present` and `dismiss`; `watch`, `watch here` and `leave` set and remove the
 * delegate; `set` (a source rect); `stack` (a navigation controller around the presented controller); `heard` (the
 * questions and notifications of the delegate); `answer` (replies to the last question with true); the name of a
 * property (reports its value); `allow`, `deny`, `move`, `stay`, `wrap`, `wrong` and `later` set the replies to further
 * questions.
 */
#include "stage.h"

enum { FIELD = 2, OTHER = 4 };

static tab_controller presenter, menu;
static text heard, decision;
static tab_token last;

static bool begin(void) {
    text_set(&decision, string("allow"));
    return true;
}

static bool decides(const char *text) { return is_equal(as_string(&decision), text); }

typedef struct reference {
    tab_value fields[2];
} reference;

static reference reference_to(tab_controller controller, uint32_t view) {
    return (reference){{uint64_value(controller), uint32_value(view)}};
}

/* ---- Presenting ------------------------------------------------------------------------------------------------ */

static tab_status present(void) {
    tab_status status = host->create_view_controller(host, string(".Menu"), NULL, &menu);
    if (status != TAB_OK) return status;
    tab_value style = string_value("popover");
    status = host->set_property(host, menu, string("ModalPresentationStyle"), &style);
    if (status != TAB_OK) return status;
    reference view = reference_to(presenter, FIELD);
    tab_value source = structure_value(view.fields, 2), directions = uint64_value(1);
    tab_entry entries[] = {entry("SourceView", &source), entry("PermittedArrowDirections", &directions)};
    tab_value popover = dictionary_value(entries, 2);
    return host->present(host, presenter, menu, false, &popover);
}

static void receive(void *context, const tab_value *value) {
    (void)context;
    render(&result, value);
}

static void run(instance *instance, tab_string experiment) {
    tab_value source[] = {double_value(1), double_value(2), double_value(3), double_value(4)};
    tab_value rect = structure_value(source, 4), yes = boolean_value(true);
    tab_controller stack = 0;
    if (is_equal(experiment, "here")) {
        presenter = instance->controller;
    } else if (is_equal(experiment, "present")) {
        give(present());
    } else if (is_equal(experiment, "dismiss")) {
        give(host->dismiss(host, presenter, false));
    } else if (is_equal(experiment, "watch") || is_equal(experiment, "leave")) {
        bool watches = is_equal(experiment, "watch");
        give(host->set_delegate(host, menu, TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER, watches));
    } else if (is_equal(experiment, "watch here")) {
        give(host->set_popover_delegate(host, menu, presenter));
    } else if (is_equal(experiment, "set")) {
        give(host->set_popover_value(host, menu, string("SourceRect"), &rect));
    } else if (is_equal(experiment, "stack")) {
        give(host->create_navigation_controller(host, string("Stack"), menu, &stack));
    } else if (is_equal(experiment, "heard")) {
        text_add(&result, heard.start, heard.length);
        heard.length = 0;
    } else if (is_equal(experiment, "answer")) {
        give(host->answer_question(host, last, &yes));
    } else if (experiment.length > 0 && experiment.utf8[0] >= 'a') {
        text_set(&decision, experiment);
    } else {
        tab_status given = host->popover_value(host, menu, experiment, receive, NULL);
        if (given != TAB_OK) give(given);
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
    tab_value source[] = {double_value(1), double_value(2), double_value(3), double_value(4)};
    tab_value place[] = {structure_value(source, 4), structure_value(other.fields, 2)};
    tab_value answer = boolean_value(decides("allow"));
    tab_controller stack = 0;
    if (decides("later")) return TAB_OK;
    switch (question) {
    case TAB_QUESTION_REPOSITION:
        if (!decides("move")) return TAB_ERROR_NOT_SUPPORTED;
        answer = structure_value(place, 2);
        break;
    case TAB_QUESTION_ADAPTIVE_STYLE:
        if (!decides("stay")) return TAB_ERROR_NOT_SUPPORTED;
        answer = string_value("none");
        break;
    case TAB_QUESTION_ADAPTIVE_VIEW_CONTROLLER:
        if (!decides("wrap")) return TAB_ERROR_NOT_SUPPORTED;
        if (host->create_navigation_controller(host, string("Stack"), menu, &stack) != TAB_OK) abort();
        answer = uint64_value(stack);
        break;
    default: break;
    }
    if (decides("wrong")) answer = double_value(0);
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

EXPORT_STAGE(
    begin, .create = create_instance, .destroy = free, .question = question,
    .will_present_with_adaptive_style = will_present, .will_dismiss = will_dismiss, .did_dismiss = did_dismiss,
    .did_attempt_to_dismiss = did_attempt, .delegate_released = released)
