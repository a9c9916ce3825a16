/* Invalid alerts. */
#include "hostile.h"

enum { UNKNOWN = 999999 };

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    return make_instance(controller);
}

static void destroy(void *instance) { free(instance); }

static tab_status present(tab_controller controller, const tab_entry *entries, size_t count) {
    tab_value content = {TAB_TYPE_DICTIONARY, {.dictionary = {string("s"), string("v"), entries, count}}};
    return host->present_alert(host, controller, 1, &content);
}

/* An alert that is valid except for one entry. */
static tab_status with(const instance *self, const char *name, tab_value value) {
    tab_value style = string_value("alert");
    tab_entry entries[] = {
        {string_value("Style"), {TAB_TYPE_VARIANT, {.variant = &style}}},
        {string_value(name), {TAB_TYPE_VARIANT, {.variant = &value}}},
    };
    bool is_style = strcmp(name, "Style") == 0;
    return present(self->controller, entries + is_style, 2 - is_style);
}

static tab_status given(const instance *self, tab_value content) {
    return host->present_alert(host, self->controller, 1, &content);
}

static tab_status content_null(const instance *self) { return host->present_alert(host, self->controller, 1, NULL); }
static tab_status content_text(const instance *self) { return given(self, string_value("no a{sv}")); }
static tab_status content_malformed(const instance *self) { return given(self, (tab_value){0}); }
static tab_status content_entries_null(const instance *self) { return present(self->controller, NULL, 2); }
static tab_status content_empty(const instance *self) { return present(self->controller, NULL, 0); }
static tab_status presenter_unknown(const instance *self) {
    (void)self;
    tab_value style = string_value("alert");
    tab_entry entry = {string_value("Style"), {TAB_TYPE_VARIANT, {.variant = &style}}};
    return present(UNKNOWN, &entry, 1);
}
static tab_status style_unknown(const instance *self) { return with(self, "Style", string_value("banner")); }
static tab_status style_number(const instance *self) { return with(self, "Style", integer(1)); }
static tab_status title_number(const instance *self) { return with(self, "Title", integer(1)); }
static tab_status message_null(const instance *self) { return with(self, "Message", text_value(NULL, 3)); }
static tab_status key_unknown(const instance *self) { return with(self, "Buttons", integer(1)); }
static tab_status actions(const instance *self, const char *style, bool is_preferred, size_t count) {
    enum { MOST = 33 };
    tab_value fields[] = {
        string_value("Action"), string_value(style), {TAB_TYPE_BOOLEAN, {.boolean = true}},
        {TAB_TYPE_BOOLEAN, {.boolean = is_preferred}},
    };
    tab_value all[MOST];
    for (size_t index = 0; index < MOST; index++) all[index] = structure(fields, 4);
    return with(self, "Actions", array("(ssbb)", all, count));
}

static tab_status actions_number(const instance *self) { return with(self, "Actions", integer(1)); }
static tab_status action_style(const instance *self) { return actions(self, "important", false, 1); }
static tab_status actions_cancel(const instance *self) { return actions(self, "cancel", false, 2); }
static tab_status actions_preferred(const instance *self) { return actions(self, "default", true, 2); }
static tab_status actions_many(const instance *self) { return actions(self, "default", false, 33); }
static tab_status actions_endless(const instance *self) { return actions(self, "default", false, SIZE_MAX); }

const experiment experiments[] = {
    EXPERIMENT(content_null), EXPERIMENT(content_text), EXPERIMENT(content_malformed),
    EXPERIMENT(content_entries_null), EXPERIMENT(content_empty), EXPERIMENT(presenter_unknown),
    EXPERIMENT(style_unknown), EXPERIMENT(style_number), EXPERIMENT(title_number), EXPERIMENT(message_null),
    EXPERIMENT(key_unknown), EXPERIMENT(actions_number), EXPERIMENT(action_style), EXPERIMENT(actions_cancel),
    EXPERIMENT(actions_preferred), EXPERIMENT(actions_many), EXPERIMENT(actions_endless),
    {NULL, NULL},
};
