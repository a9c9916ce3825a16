/*
 * Shows its arguments or its restored state as text, and encodes them as its state.
 *
 * Each entry is a Label whose identifier is the entry's key. The Label `Action` shows the last action, which the other
 * views can receive.
 */
#include "plugin.h"

/* Ids that are above those of the entries. */
enum { ACTION_LABEL = 10000, BUTTON, FIELD, SWITCH, SLIDER, SEGMENTS, TABLE, SCROLL, TABS };

/* A block of memory of a copied value, followed by its content. */
typedef struct block {
    struct block *next;
} block;

typedef struct echo {
    tab_controller controller;
    tab_value content;          /* an a{sv} */
    block *blocks;              /* the memory of the content */
    bool is_restored;           /* whether the content is a restored state instead of the arguments */
} echo;

/* ---- Copies ---------------------------------------------------------------------------------------------------- */

static void *copy_memory(block **blocks, const void *start, size_t size) {
    if (size == 0) return NULL;
    block *copy = malloc(sizeof(*copy) + size);
    if (!copy) abort();
    copy->next = *blocks;
    *blocks = copy;
    return memcpy(copy + 1, start, size);
}

static void copy_string(block **blocks, tab_string *string) {
    string->utf8 = copy_memory(blocks, string->utf8, string->length);
}

static tab_value copy_value(block **blocks, tab_value value);

static tab_value *copy_values(block **blocks, const tab_value *values, size_t count) {
    tab_value *copies = copy_memory(blocks, values, count * sizeof(*values));
    for (size_t index = 0; index < count; index++) copies[index] = copy_value(blocks, values[index]);
    return copies;
}

/* Copies everything that a value points to. */
static tab_value copy_value(block **blocks, tab_value value) {
    tab_array *array = &value.content.array;
    tab_bytes *bytes = &value.content.bytes;
    tab_dictionary *dictionary = &value.content.dictionary;
    tab_structure *structure = &value.content.structure;
    switch (value.type) {
    case TAB_TYPE_STRING:
    case TAB_TYPE_OBJECT_PATH:
    case TAB_TYPE_SIGNATURE: copy_string(blocks, &value.content.string); break;
    case TAB_TYPE_BYTES: bytes->bytes = copy_memory(blocks, bytes->bytes, bytes->count); break;
    case TAB_TYPE_ARRAY:
        copy_string(blocks, &array->element_signature);
        array->elements = copy_values(blocks, array->elements, array->count);
        break;
    case TAB_TYPE_DICTIONARY:
        copy_string(blocks, &dictionary->key_signature);
        copy_string(blocks, &dictionary->value_signature);
        /* An entry is two values. */
        dictionary->entries =
            (const tab_entry *)copy_values(blocks, (const tab_value *)dictionary->entries, 2 * dictionary->count);
        break;
    case TAB_TYPE_STRUCTURE: structure->fields = copy_values(blocks, structure->fields, structure->count); break;
    case TAB_TYPE_VARIANT: value.content.variant = copy_values(blocks, value.content.variant, 1); break;
    default: break;
    }
    return value;
}

static void clear(echo *echo) {
    for (block *next; echo->blocks; echo->blocks = next) {
        next = echo->blocks->next;
        free(echo->blocks);
    }
}

/* ---- Views ----------------------------------------------------------------------------------------------------- */

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    if (!is_equal(class_name, "Echo")) return NULL;
    echo *echo = calloc(1, sizeof(*echo));
    if (!echo) return NULL;
    echo->controller = controller;
    echo->content = copy_value(&echo->blocks, *arguments);
    return echo;
}

static tab_status send_controls(echo *echo) {
    tab_value names[] = {string_value("a"), string_value("b")}, yes = boolean_value(true);
    tab_property segments = {string("Segments"), array_value("s", names, 2)};
    tab_value cells[] = {string_value("a"), string_value(""), string_value(""), string_value("none"), yes};
    tab_value row = structure_value(cells, 5), rows[] = {row, row};
    tab_property table[] = {{string("Rows"), array_value("(ssssb)", rows, 2)}, {string("AllowsMove"), yes}};
    tab_value parts[] = {string_value("a"), string_value(""), string_value(""), yes};
    tab_value item = structure_value(parts, 4), items[] = {item, item};
    tab_property tabs = {string("Items"), array_value("(sssb)", items, 2)};
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
    tab_status status = send_label(echo->controller, ACTION_LABEL, string("Action"), kind);
    if (status == TAB_OK) status = send_controls(echo);
    const tab_dictionary *dictionary = &echo->content.content.dictionary;
    for (size_t index = 0; status == TAB_OK && index < dictionary->count; index++) {
        const tab_entry *entry = &dictionary->entries[index];
        text text = {0};
        render(&text, &entry->value);
        status = send_label(echo->controller, (uint32_t)index + 2, entry->key.content.string, as_string(&text));
        free(text.start);
    }
    return status;
}

static tab_status action(void *instance, uint32_t view, tab_string name, const tab_value *value) {
    echo *echo = instance;
    text text = {0};
    text_format(&text, "%u ", (unsigned)view);
    text_add_string(&text, name);
    text_add(&text, " ", 1);
    render(&text, value);
    tab_status status = send_label(echo->controller, ACTION_LABEL, string("Action"), as_string(&text));
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
    clear(echo);
    echo->content = copy_value(&echo->blocks, *state);
    echo->is_restored = true;
    return TAB_OK;
}

static void destroy(void *instance) {
    clear(instance);
    free(instance);
}

EXPORT_PLUGIN(
    always, .create = create, .load_view = load_view, .action = action,
    .encode_restorable_state = encode_restorable_state, .decode_restorable_state = decode_restorable_state,
    .destroy = destroy)
