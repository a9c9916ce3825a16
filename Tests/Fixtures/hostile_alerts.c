/* Invalid alerts. */
#include "hostile.h"

static tab_status given(tab_value content) { return host->present_alert(host, own, 1, &content); }

/* An alert that is valid except for one entry. */
static tab_status with(const char *name, tab_value value) {
    tab_value style = string_value("alert");
    tab_entry entries[] = {entry("Style", &style), entry(name, &value)};
    bool is_style = strcmp(name, "Style") == 0;
    return given(dictionary_value(entries + is_style, 2 - is_style));
}

static tab_status present_from_unknown(void) {
    tab_value style = string_value("alert");
    tab_entry only = entry("Style", &style);
    tab_value content = dictionary_value(&only, 1);
    return host->present_alert(host, UNKNOWN, 1, &content);
}

static tab_status actions(const char *style, bool is_preferred, size_t count) {
    enum { MOST = 33 };
    tab_value fields[] = {
        string_value("Action"), string_value(style), boolean_value(true), boolean_value(is_preferred)};
    tab_value all[MOST];
    for (size_t index = 0; index < MOST; index++) all[index] = structure_value(fields, 4);
    return with("Actions", array_value("(ssbb)", all, count));
}

static int perform(tab_string name) {
    if (is_equal(name, "content_null")) return host->present_alert(host, own, 1, NULL);
    if (is_equal(name, "content_text")) return given(string_value("no a{sv}"));
    if (is_equal(name, "content_malformed")) return given((tab_value){0});
    if (is_equal(name, "content_entries_null")) return given(dictionary_value(NULL, 2));
    if (is_equal(name, "content_empty")) return given(dictionary_value(NULL, 0));
    if (is_equal(name, "presenter_unknown")) return present_from_unknown();
    if (is_equal(name, "style_unknown")) return with("Style", string_value("banner"));
    if (is_equal(name, "style_number")) return with("Style", int32_value(1));
    if (is_equal(name, "title_number")) return with("Title", int32_value(1));
    if (is_equal(name, "message_null")) return with("Message", text_value(null_string));
    if (is_equal(name, "key_unknown")) return with("Buttons", int32_value(1));
    if (is_equal(name, "actions_number")) return with("Actions", int32_value(1));
    if (is_equal(name, "action_style")) return actions("important", false, 1);
    if (is_equal(name, "actions_cancel")) return actions("cancel", false, 2);
    if (is_equal(name, "actions_preferred")) return actions("default", true, 2);
    if (is_equal(name, "actions_many")) return actions("default", false, 33);
    if (is_equal(name, "actions_endless")) return actions("default", false, SIZE_MAX);
    return -1;
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free)
