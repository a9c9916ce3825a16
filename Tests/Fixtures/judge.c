/*
 * A tab that is the delegate of its tab bar controller. Experiments set its replies. `watch` and `leave` set and remove
 * the delegate, and `answer` replies to the last question again; the result is the status.
 */
#define MORE_SLOTS .question = question, .did_select = did_select, .delegate_released = delegate_released,

#include <CTabPlugin.h>

static tab_status question(
    void *instance, tab_token token, tab_question question, tab_controller controller, tab_controller subject,
    const tab_value *arguments);
static void did_select(void *instance, tab_controller controller, tab_controller selected);
static void delegate_released(void *instance, tab_controller controller);

#include "stage.h"

static text decision;
static tab_token last;
static int questions, selections, releases;

static void at_entry(void) { text_format(&decision, "allow"); }

static bool decides(const char *text) { return strcmp(decision.start, text) == 0; }

static tab_status give(tab_token token, bool is_allowed) {
    tab_value answer = {TAB_TYPE_BOOLEAN, {.boolean = is_allowed}};
    return host->answer_question(host, token, &answer);
}

static tab_status question(
    void *instance, tab_token token, tab_question question, tab_controller controller, tab_controller subject,
    const tab_value *arguments) {
    (void)instance;
    if (question != TAB_QUESTION_SHOULD_SELECT || token == 0 || controller == 0 || subject == 0) abort();
    if (arguments->type != TAB_TYPE_DICTIONARY || arguments->content.dictionary.count != 0) abort();
    questions++;
    last = token;
    tab_value text = string_value("no");
    if (decides("allow")) return give(token, true);
    if (decides("deny")) return give(token, false);
    /* Only the first reply counts. */
    if (decides("deny twice")) return give(token, false) == TAB_OK ? (give(token, true), TAB_OK) : TAB_ERROR_FAILED;
    if (decides("text")) return host->answer_question(host, token, &text);
    if (decides("nothing")) return host->answer_question(host, token, NULL) == TAB_OK ? TAB_ERROR_FAILED : TAB_OK;
    if (decides("unsupported")) return TAB_ERROR_NOT_SUPPORTED;
    if (decides("fail")) return TAB_ERROR_FAILED;
    if (decides("deny and fail")) return give(token, false), TAB_ERROR_FAILED;
    return TAB_OK;
}

static void did_select(void *instance, tab_controller controller, tab_controller selected) {
    (void)instance, (void)controller, (void)selected;
    selections++;
}

static void delegate_released(void *instance, tab_controller controller) {
    (void)instance, (void)controller;
    releases++;
}

static void run(instance *instance, tab_string experiment) {
    if (is_equal(experiment, "counts")) {
        text_format(&result, "%d %d %d", questions, selections, releases);
    } else if (is_equal(experiment, "answer")) {
        text_format(&result, "%d", (int)give(last, false));
    } else if (is_equal(experiment, "watch") || is_equal(experiment, "leave")) {
        bool watches = is_equal(experiment, "watch");
        tab_status status =
            host->set_delegate(host, instance->controller, TAB_DELEGATE_TAB_BAR_CONTROLLER, watches);
        text_format(&result, "%d", (int)status);
    } else if (is_equal(experiment, "watch popover")) {
        tab_status status =
            host->set_delegate(host, instance->controller, TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER, true);
        text_format(&result, "%d", (int)status);
    } else {
        decision.length = 0;
        text_add_string(&decision, experiment);
    }
    report(instance);
}

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    return make_instance(controller);
}

static void destroy(void *instance) { free(instance); }
