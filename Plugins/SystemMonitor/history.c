#include "history.h"

#include <string.h>

bool history_add(history *history, unsigned percent) {
    tab_value value = {TAB_TYPE_DOUBLE, {.number = percent}};
    if (history->count < HISTORY_LENGTH) {
        history->values[history->count++] = value;
        return true;
    }
    bool has_changed = history->values[0].content.number != value.content.number;
    for (size_t index = 1; index < HISTORY_LENGTH; index++) {
        if (history->values[index].content.number != history->values[index - 1].content.number) has_changed = true;
    }
    memmove(history->values, history->values + 1, sizeof(history->values) - sizeof(value));
    history->values[HISTORY_LENGTH - 1] = value;
    return has_changed;
}

bool history_clear(history *history) {
    bool has_changed = history->count > 0;
    history->count = 0;
    return has_changed;
}
