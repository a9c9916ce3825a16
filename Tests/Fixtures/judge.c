/*
 * A tab that is the delegate of its tab bar controller. Experiments set its replies. `watch` and `leave` set and remove
 * the delegate, and `answer` replies to the last question again; the result is the status.
 */
#include "stage.h"

static text decision;
static tab_token last;
static int questions, selections, releases;

static bool begin(void) {
    text_set(&decision, string("allow"));
    return true;
}

static bool decides(const char *text) { return is_equal(as_string(&decision), text); }

static tab_status answer(tab_token token, bool is_allowed) {
    tab_value allowed = boolean_value(is_allowed);
    return host->answer_question(host, token, &allowed);
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
    if (decides("allow")) return answer(token, true);
    if (decides("deny")) return answer(token, false);
    /* Only the first reply counts. */
    if (decides("deny twice")) return answer(token, false) == TAB_OK ? (answer(token, true), TAB_OK) : TAB_ERROR_FAILED;
    if (decides("text")) return host->answer_question(host, token, &text);
    if (decides("nothing")) return host->answer_question(host, token, NULL) == TAB_OK ? TAB_ERROR_FAILED : TAB_OK;
    if (decides("unsupported")) return TAB_ERROR_NOT_SUPPORTED;
    if (decides("fail")) return TAB_ERROR_FAILED;
    if (decides("deny and fail")) return answer(token, false), TAB_ERROR_FAILED;
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
        give(answer(last, false));
    } else if (is_equal(experiment, "watch") || is_equal(experiment, "leave")) {
        bool watches = is_equal(experiment, "watch");
        give(host->set_delegate(host, instance->controller, TAB_DELEGATE_TAB_BAR_CONTROLLER, watches));
    } else if (is_equal(experiment, "watch popover")) {
        give(host->set_delegate(host, instance->controller, TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER, true));
    } else {
        text_set(&decision, experiment);
    }
    report(instance);
}

EXPORT_STAGE(
    begin, .create = create_instance, .destroy = free, .question = question, .did_select = did_select,
    .delegate_released = delegate_released)
