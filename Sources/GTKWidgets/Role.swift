internal import CAdwaita

/// What a widget is for screen readers. It is set at the construction.
package enum Role: Hashable, Sendable {
    case generic, alert, button, checkbox, dialog, group, heading, image, label, link, list, listItem, menuItem, none,
        progressBar
    case radio, searchBox, slider, status, switchControl, tab, tabList, tabPanel, textBox, timer, toolbar
    /// That of the class.
    case own

    var value: Int32 {
        let role: GtkAccessibleRole =
            switch self {
            case .own: GtkAccessibleRole(rawValue: UInt32.max)
            case .generic: GTK_ACCESSIBLE_ROLE_GENERIC
            case .alert: GTK_ACCESSIBLE_ROLE_ALERT
            case .button: GTK_ACCESSIBLE_ROLE_BUTTON
            case .checkbox: GTK_ACCESSIBLE_ROLE_CHECKBOX
            case .dialog: GTK_ACCESSIBLE_ROLE_DIALOG
            case .group: GTK_ACCESSIBLE_ROLE_GROUP
            case .heading: GTK_ACCESSIBLE_ROLE_HEADING
            case .image: GTK_ACCESSIBLE_ROLE_IMG
            case .label: GTK_ACCESSIBLE_ROLE_LABEL
            case .link: GTK_ACCESSIBLE_ROLE_LINK
            case .list: GTK_ACCESSIBLE_ROLE_LIST
            case .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM
            case .menuItem: GTK_ACCESSIBLE_ROLE_MENU_ITEM
            case .none: GTK_ACCESSIBLE_ROLE_NONE
            case .progressBar: GTK_ACCESSIBLE_ROLE_PROGRESS_BAR
            case .radio: GTK_ACCESSIBLE_ROLE_RADIO
            case .searchBox: GTK_ACCESSIBLE_ROLE_SEARCH_BOX
            case .slider: GTK_ACCESSIBLE_ROLE_SLIDER
            case .status: GTK_ACCESSIBLE_ROLE_STATUS
            case .switchControl: GTK_ACCESSIBLE_ROLE_SWITCH
            case .tab: GTK_ACCESSIBLE_ROLE_TAB
            case .tabList: GTK_ACCESSIBLE_ROLE_TAB_LIST
            case .tabPanel: GTK_ACCESSIBLE_ROLE_TAB_PANEL
            case .textBox: GTK_ACCESSIBLE_ROLE_TEXT_BOX
            case .timer: GTK_ACCESSIBLE_ROLE_TIMER
            case .toolbar: GTK_ACCESSIBLE_ROLE_TOOLBAR
            }
        return self == .own ? -1 : Int32(truncatingIfNeeded: role.rawValue)
    }
}
