/*
 * Shows its arguments or its restored state as text, and encodes them as its state.
 *
 * Each entry is a Label whose identifier is the entry's key. The Label `Action` shows the last action, which the other
 * views can receive.
 */
#include "values.h"

static const tab_host_v1 *host;

/* Ids that are above those of the entries. */
enum { ACTION_LABEL = 10000, BUTTON, FIELD, SWITCH, SLIDER, SEGMENTS, TABLE, SCROLL, TABS };

typedef struct echo {
    tab_controller controller;
    tab_value content;          /* an a{sv} */
    bool is_restored;           /* whether the content is a restored state instead of the arguments */
} echo;

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    if (!is_equal(class_name, "Echo")) return NULL;
    echo *echo = calloc(1, sizeof(*echo));
    if (!echo) return NULL;
    echo->controller = controller;
    echo->content = copy_value(arguments);
    return echo;
}

static tab_status send_label(echo *echo, uint32_t id, tab_string identifier, tab_string content) {
    tab_property properties[] = {
        {string("Identifier"), {TAB_TYPE_STRING, {.string = identifier}}},
        {string("Text"), {TAB_TYPE_STRING, {.string = content}}},
    };
    tab_view view = {
        .id = id, .parent = 1, .class_name = string("Label"), .properties = properties, .property_count = 2};
    return host->update_views(host, echo->controller, &view, 1, NULL, 0);
}

static tab_status send_controls(echo *echo) {
    tab_value names[] = {string_value("a"), string_value("b")};
    tab_property segments = {string("Segments"), {TAB_TYPE_ARRAY, {.array = {string("s"), names, 2}}}};
    tab_value row[] = {
        string_value("a"), string_value(""), string_value(""), string_value("none"),
        {TAB_TYPE_BOOLEAN, {.boolean = true}},
    };
    tab_value rows[] = {
        {TAB_TYPE_STRUCTURE, {.structure = {row, 5}}}, {TAB_TYPE_STRUCTURE, {.structure = {row, 5}}}};
    tab_property table[] = {
        {string("Rows"), {TAB_TYPE_ARRAY, {.array = {string("(ssssb)"), rows, 2}}}},
        {string("AllowsMove"), {TAB_TYPE_BOOLEAN, {.boolean = true}}},
    };
    tab_value item[] = {
        string_value("a"), string_value(""), string_value(""), {TAB_TYPE_BOOLEAN, {.boolean = true}}};
    tab_value items[] = {
        {TAB_TYPE_STRUCTURE, {.structure = {item, 4}}}, {TAB_TYPE_STRUCTURE, {.structure = {item, 4}}}};
    tab_property tabs = {string("Items"), {TAB_TYPE_ARRAY, {.array = {string("(sssb)"), items, 2}}}};
    tab_view views[] = {
        {.id = BUTTON, .parent = 1, .class_name = string("Button")},
        {.id = FIELD, .parent = 1, .class_name = string("TextField")},
        {.id = SWITCH, .parent = 1, .class_name = string("Switch")},
        {.id = SLIDER, .parent = 1, .class_name = string("Slider")},
        {.id = SEGMENTS, .parent = 1, .class_name = string("SegmentedControl"), .properties = &segments,
         .property_count = 1},
        {.id = TABLE, .parent = 1, .class_name = string("TableView"), .properties = table, .property_count = 2},
        {.id = SCROLL, .parent = 1, .class_name = string("ScrollView")},
        {.id = TABS, .parent = 1, .class_name = string("TabBar"), .properties = &tabs, .property_count = 1},
    };
    return host->update_views(host, echo->controller, views, sizeof(views) / sizeof(views[0]), NULL, 0);
}

static tab_status load_view(void *instance) {
    echo *echo = instance;
    if (echo->content.type != TAB_TYPE_DICTIONARY) return TAB_ERROR_INVALID_ARGS;
    tab_string kind = string(echo->is_restored ? "state" : "arguments");
    tab_status status = send_label(echo, ACTION_LABEL, string("Action"), kind);
    if (status == TAB_OK) status = send_controls(echo);
    const tab_dictionary *dictionary = &echo->content.content.dictionary;
    for (size_t index = 0; status == TAB_OK && index < dictionary->count; index++) {
        const tab_entry *entry = &dictionary->entries[index];
        text text = {0};
        render(&text, &entry->value);
        tab_string content = {text.start, text.length};
        status = send_label(echo, (uint32_t)index + 2, entry->key.content.string, content);
        free(text.start);
    }
    return status;
}

static tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    text text = {0};
    text_format(&text, "%u ", (unsigned)view);
    text_add_string(&text, name);
    text_add(&text, " ", 1);
    render(&text, value);
    tab_string content = {text.start, text.length};
    tab_status status = send_label(instance, ACTION_LABEL, string("Action"), content);
    free(text.start);
    return status;
}

static tab_status encode_restorable_state(void *instance, tab_receive receive, void *context) {
    echo *echo = instance;
    receive(context, &echo->content);
    return TAB_OK;
}

static tab_status decode_restorable_state(void *instance, const tab_value *state) {
    echo *echo = instance;
    free_value(echo->content);
    echo->content = copy_value(state);
    echo->is_restored = true;
    return TAB_OK;
}

static void destroy(void *instance) {
    echo *echo = instance;
    free_value(echo->content);
    free(echo);
}

static const tab_plugin_v1 table = {
    .size = sizeof(table),
    .abi_version = TAB_PLUGIN_ABI_VERSION,
    .create = create,
    .load_view = load_view,
    .action = action,
    .encode_restorable_state = encode_restorable_state,
    .decode_restorable_state = decode_restorable_state,
    .destroy = destroy,
};

const tab_plugin_v1 *tab_plugin_entry_v1(const tab_host_v1 *given) {
    host = given;
    return &table;
}
