/*
 * Moves the controllers with the given numbers, of any owner, and reports the status:
 *
 *   push A B      pushes B on the stack of A           root A      creates a navigation controller around A
 *   pop A         pops the stack of A                  present A   presents A
 *   stack A B     sets its own stack to A and B        tabs A B    sets the tabs around it to A and B
 *   only A        sets the tabs around it to A only    select A    selects A in the tabs around it
 *   child         creates a controller and pushes it
 *   destroy A     destroys A                           title A     sets the title of A
 *   anchor A      sets the source view of A's popover  watch A     becomes the delegate of A's popover
 *   delegate A    makes A the delegate of the tabs around it
 *   guard A       makes A the delegate of the popover around itself
 */
#include "stage.h"

static tab_status perform(const instance *self, const char *verb, tab_controller first, tab_controller second) {
    tab_controller list[] = {first, second}, created = 0;
    if (!strcmp(verb, "push")) return host->push(host, first, second, false);
    if (!strcmp(verb, "pop")) return host->pop(host, first, false);
    if (!strcmp(verb, "root")) return host->create_navigation_controller(host, string("Main"), first, &created);
    if (!strcmp(verb, "present")) return host->present(host, self->controller, first, false, NULL);
    if (!strcmp(verb, "stack")) return host->set_navigation_stack(host, self->controller, list, 2, false);
    if (!strcmp(verb, "tabs")) return host->set_view_controllers(host, self->controller, list, 2, false);
    if (!strcmp(verb, "only")) return host->set_view_controllers(host, self->controller, list, 1, false);
    if (!strcmp(verb, "select")) return host->set_selected_view_controller(host, self->controller, first);
    if (!strcmp(verb, "destroy")) return host->destroy_view_controller(host, first);
    if (!strcmp(verb, "title")) return host->set_title(host, first, string("Moved"));
    if (!strcmp(verb, "delegate")) return host->set_delegate(host, first, TAB_DELEGATE_TAB_BAR_CONTROLLER, true);
    if (!strcmp(verb, "watch")) return host->set_popover_delegate(host, first, self->controller);
    if (!strcmp(verb, "guard")) return host->set_popover_delegate(host, self->controller, first);
    if (!strcmp(verb, "anchor")) {
        tab_value fields[] = {uint64_value(self->controller), uint32_value(2)}, view = structure_value(fields, 2);
        return host->set_popover_value(host, first, string("SourceView"), &view);
    }
    tab_status status = host->create_view_controller(host, string(".Main"), NULL, &created);
    return status == TAB_OK ? host->push(host, self->controller, created, false) : status;
}

static void run(instance *self, tab_string experiment) {
    char words[128], verb[32] = "";
    unsigned long long first = 0, second = 0;
    sscanf(copy_text(words, sizeof(words), experiment), "%31s %llu %llu", verb, &first, &second);
    give(perform(self, verb, first, second));
}

EXPORT_STAGE(always, .create = create_instance, .destroy = free)
