/* Invalid values: unknown types, wrong signatures, null pointers, and excessive nesting. */
#include "hostile.h"

static void *create(tab_string class_name, tab_controller controller, const tab_value *arguments) {
    (void)class_name, (void)arguments;
    return make_instance(controller);
}

static void destroy(void *instance) { free(instance); }

static tab_value dictionary(const char *key, const char *value, const tab_entry *entries, size_t count) {
    return (tab_value){TAB_TYPE_DICTIONARY, {.dictionary = {string(key), string(value), entries, count}}};
}

static tab_status tag_unknown(const instance *self) {
    tab_value value = string_value("a");
    value.type = (tab_type)'z';
    return labelled(self, value);
}
static tab_status tag_zero(const instance *self) { return labelled(self, (tab_value){0}); }
static tab_status tag_huge(const instance *self) {
    tab_value value = string_value("a");
    value.type = (tab_type)0x7fffffff;
    return labelled(self, value);
}
static tab_status value_text_null(const instance *self) { return labelled(self, text_value(NULL, 3)); }
static tab_status value_text_zero(const instance *self) { return labelled(self, text_value("a\0", 2)); }
static tab_status value_text_not_utf8(const instance *self) { return labelled(self, text_value("\x80", 1)); }
static tab_status value_text_endless(const instance *self) { return labelled(self, text_value("abc", SIZE_MAX)); }
static tab_status path_invalid(const instance *self) {
    return labelled(self, (tab_value){TAB_TYPE_OBJECT_PATH, {.string = string("no/path")}});
}
static tab_status signature_invalid(const instance *self) {
    return labelled(self, (tab_value){TAB_TYPE_SIGNATURE, {.string = string("a{vs}")}});
}
static tab_status array_lies(const instance *self) {
    tab_value elements[] = {string_value("a"), integer(1)};
    return with_value(self, "SegmentedControl", "Segments", array("s", elements, 2));
}
static tab_status array_of_two(const instance *self) {
    return with_value(self, "SegmentedControl", "Segments", array("ss", NULL, 0));
}
static tab_status array_of_nothing(const instance *self) {
    return with_value(self, "SegmentedControl", "Segments", array("", NULL, 0));
}
static tab_status array_open(const instance *self) {
    return with_value(self, "TableView", "Rows", array("(ss", NULL, 0));
}
static tab_status array_null(const instance *self) {
    return with_value(self, "SegmentedControl", "Segments", array("s", NULL, 2));
}
static tab_status array_endless(const instance *self) {
    tab_value element = string_value("a");
    return with_value(self, "SegmentedControl", "Segments", array("s", &element, SIZE_MAX));
}
static tab_status bytes_null(const instance *self) { return labelled(self, bytes(NULL, 3)); }
static tab_status bytes_endless(const instance *self) {
    return labelled(self, bytes((const uint8_t *)"abc", SIZE_MAX));
}
static tab_status structure_null(const instance *self) { return labelled(self, structure(NULL, 2)); }
static tab_status structure_empty(const instance *self) { return labelled(self, structure(NULL, 0)); }
static tab_status variant_null(const instance *self) {
    return labelled(self, (tab_value){TAB_TYPE_VARIANT, {.variant = NULL}});
}
static tab_status dictionary_null(const instance *self) { return labelled(self, dictionary("s", "s", NULL, 2)); }
static tab_status dictionary_endless(const instance *self) {
    tab_entry entry = {string_value("a"), string_value("b")};
    return labelled(self, dictionary("s", "s", &entry, SIZE_MAX));
}
static tab_status dictionary_key(const instance *self) {
    return labelled(self, dictionary("v", "s", NULL, 0));
}
static tab_status dictionary_lies(const instance *self) {
    tab_entry entry = {string_value("a"), integer(1)};
    return labelled(self, dictionary("s", "s", &entry, 1));
}
static tab_status nested(const instance *self, int depth) {
    tab_value values[100];
    values[0] = string_value("a");
    for (int index = 1; index < depth; index++) {
        values[index] = (tab_value){TAB_TYPE_VARIANT, {.variant = &values[index - 1]}};
    }
    return labelled(self, values[depth - 1]);
}

/* The maximum nesting; only the type is wrong. */
static tab_status nested_32(const instance *self) { return nested(self, 32); }
static tab_status nested_33(const instance *self) { return nested(self, 33); }
static tab_status nested_100(const instance *self) { return nested(self, 100); }
static tab_status nested_in_itself(const instance *self) {
    tab_value value = {TAB_TYPE_VARIANT, {.variant = &value}};
    return labelled(self, value);
}

const experiment experiments[] = {
    EXPERIMENT(tag_unknown), EXPERIMENT(tag_zero), EXPERIMENT(tag_huge), EXPERIMENT(value_text_null),
    EXPERIMENT(value_text_zero), EXPERIMENT(value_text_not_utf8), EXPERIMENT(value_text_endless),
    EXPERIMENT(path_invalid), EXPERIMENT(signature_invalid), EXPERIMENT(array_lies), EXPERIMENT(array_of_two),
    EXPERIMENT(array_of_nothing), EXPERIMENT(array_open), EXPERIMENT(array_null), EXPERIMENT(array_endless),
    EXPERIMENT(bytes_null), EXPERIMENT(bytes_endless), EXPERIMENT(structure_null), EXPERIMENT(structure_empty),
    EXPERIMENT(variant_null), EXPERIMENT(dictionary_null), EXPERIMENT(dictionary_endless), EXPERIMENT(dictionary_key),
    EXPERIMENT(dictionary_lies), EXPERIMENT(nested_32), EXPERIMENT(nested_33),
    EXPERIMENT(nested_100), EXPERIMENT(nested_in_itself),
    {NULL, NULL},
};
