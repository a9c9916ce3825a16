/* Invalid values: unknown types, wrong signatures, null pointers, and excessive nesting. */
#include "hostile.h"

/* A valid string with another type. */
static tab_status tagged(int type) {
    tab_value value = string_value("a");
    value.type = (tab_type)type;
    return labelled(value);
}

static tab_status segments(tab_value value) { return with_value("SegmentedControl", "Segments", value); }

static tab_status dictionary(const char *key, const char *value, const tab_entry *entries, size_t count) {
    return labelled((tab_value){TAB_TYPE_DICTIONARY, {.dictionary = {string(key), string(value), entries, count}}});
}

static tab_status nested(int depth) {
    tab_value values[100];
    values[0] = string_value("a");
    for (int index = 1; index < depth; index++) values[index] = variant_value(&values[index - 1]);
    return labelled(values[depth - 1]);
}

static tab_status nested_in_itself(void) {
    tab_value value = {TAB_TYPE_VARIANT, {.variant = &value}};
    return labelled(value);
}

static int perform(tab_string name) {
    tab_value text = string_value("a"), mixed[] = {text, int32_value(1)};
    tab_entry texts = {string_value("a"), string_value("b")}, number = {string_value("a"), int32_value(1)};
    if (is_equal(name, "tag_unknown")) return tagged('z');
    if (is_equal(name, "tag_huge")) return tagged(0x7fffffff);
    if (is_equal(name, "tag_zero")) return labelled((tab_value){0});
    if (is_equal(name, "value_text_null")) return labelled(text_value(null_string));
    if (is_equal(name, "value_text_zero")) return labelled(chars("a\0", 2));
    if (is_equal(name, "value_text_not_utf8")) return labelled(chars("\x80", 1));
    if (is_equal(name, "value_text_endless")) return labelled(chars("abc", SIZE_MAX));
    if (is_equal(name, "path_invalid")) {
        return labelled((tab_value){TAB_TYPE_OBJECT_PATH, {.string = string("no/path")}});
    }
    if (is_equal(name, "signature_invalid")) {
        return labelled((tab_value){TAB_TYPE_SIGNATURE, {.string = string("a{vs}")}});
    }
    if (is_equal(name, "array_lies")) return segments(array_value("s", mixed, 2));
    if (is_equal(name, "array_of_two")) return segments(array_value("ss", NULL, 0));
    if (is_equal(name, "array_of_nothing")) return segments(array_value("", NULL, 0));
    if (is_equal(name, "array_open")) return with_value("TableView", "Rows", array_value("(ss", NULL, 0));
    if (is_equal(name, "array_null")) return segments(array_value("s", NULL, 2));
    if (is_equal(name, "array_endless")) return segments(array_value("s", &text, SIZE_MAX));
    if (is_equal(name, "bytes_null")) return labelled(bytes(NULL, 3));
    if (is_equal(name, "bytes_endless")) return labelled(bytes((const uint8_t *)"abc", SIZE_MAX));
    if (is_equal(name, "structure_null")) return labelled(structure_value(NULL, 2));
    if (is_equal(name, "structure_empty")) return labelled(structure_value(NULL, 0));
    if (is_equal(name, "variant_null")) return labelled(variant_value(NULL));
    if (is_equal(name, "dictionary_null")) return dictionary("s", "s", NULL, 2);
    if (is_equal(name, "dictionary_endless")) return dictionary("s", "s", &texts, SIZE_MAX);
    if (is_equal(name, "dictionary_key")) return dictionary("v", "s", NULL, 0);
    if (is_equal(name, "dictionary_lies")) return dictionary("s", "s", &number, 1);
    /* The maximum nesting; only the type is wrong. */
    if (is_equal(name, "nested_32")) return nested(32);
    if (is_equal(name, "nested_33")) return nested(33);
    if (is_equal(name, "nested_100")) return nested(100);
    if (is_equal(name, "nested_in_itself")) return nested_in_itself();
    return -1;
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free)
