/* The state of a tab bar controller, from a snapshot. */
#define _GNU_SOURCE
#include "tab_state.h"
#include <stdlib.h>
#include <string.h>

TabState read_tab_state(const char *file, const char *controller) {
    TabState state = {.objects = read_snapshot(file), .controller = file ? controller : ROOT "/view_controllers/1"};
    char *bar;
    if (asprintf(&bar, "%s/tab_bar", state.controller) < 0) exit(1);
    state.bar = bar;
    state.index = property_of(state.objects, state.controller, TAB_BAR_CONTROLLER, "SelectedIndex");
    state.view_controller = property_of(state.objects, state.controller, TAB_BAR_CONTROLLER, "SelectedViewController");
    state.item = property_of(state.objects, state.bar, TAB_BAR, "SelectedItem");
    state.properties = find_key(find_key(state.objects, state.controller), TAB_BAR_CONTROLLER);
    state.bar_properties = find_key(find_key(state.objects, state.bar), TAB_BAR);
    const Value *tabs = property_of(state.objects, state.controller, TAB_BAR_CONTROLLER, "ViewControllers");
    for (; state.count < tabs->count && state.count < MAX_TABS; state.count++)
        state.tabs[state.count] = tabs->as.children[state.count].as.string;
    return state;
}

bool select_position(TabState *state, uint32_t position) {
    if (state->index->as.int64 == position) return false;
    state->index->as.int64 = position;
    state->view_controller->as.string = state->item->as.string = state->tabs[position];
    return true;
}
