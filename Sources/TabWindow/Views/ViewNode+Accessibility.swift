internal import DBusInterface
internal import GTKWidgets
internal import TabInterface
internal import TabMirror

/// What screen readers get of a view: the contract's roles and states in the words of GTK.
extension ViewNode {
    /// Returns the role that a view asks for; otherwise that of its class.
    static func role(of view: ViewEntry, or standard: Role = .own) -> Role {
        let word = view.accessibility.role
        let isAsked = view.hasValue(ViewKeys.accessibilityRole) || view.isKind(.label)
        return isAsked ? roles[word] ?? standard : standard
    }

    private static let roles: [String: Role] = [
        "none": .none, "alert": .alert, "button": .button, "chart": .image, "checkBox": .checkbox, "group": .group,
        "header": .heading, "image": .image, "link": .link, "list": .list, "menuButton": .button,
        "progressIndicator": .progressBar, "radioButton": .radio, "searchField": .searchBox, "slider": .slider,
        "staticText": .label, "status": .status, "switch": .switchControl, "tabBar": .tabList, "textField": .textBox,
        "textView": .textBox, "timer": .timer,
    ]

    /// Tells screen readers the label, the hint, and the value and states that GTK does not know.
    func showAccessibility() {
        let element = view.accessibility
        let label = element.label.isEmpty ? defaultLabel : element.label
        if !label.isEmpty { setLabel(label) }
        widget.setAccessible(.hint, element.hint)
        if let value = view.text(ViewKeys.accessibilityValue) { widget.setAccessible(.value, value) }
        widget.setAccessible(Set(view[ViewKeys.accessibilityState].compactMap { Self.states[$0] }))
    }

    private static let states: [String: Widget.AccessibleState] = [
        "busy": .busy, "checked": .checked, "expanded": .expanded, "invalid": .invalid, "selected": .selected,
    ]
}
