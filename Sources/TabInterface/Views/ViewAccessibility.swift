import DBusInterface

/// What assistive technology gets for a view of a class, unless the view's accessibility keys say something else.
package struct ViewAccessibility: Hashable, Sendable {
    /// The words of `AccessibilityRole`. `none` hides the view itself, but not its subviews.
    package static let roles = [
        "none", "alert", "button", "chart", "checkBox", "group", "header", "image", "link", "list", "menuButton",
        "progressIndicator", "radioButton", "scrollView", "searchField", "segmentedControl", "slider", "staticText",
        "status", "switch", "tabBar", "textField", "textView", "timer",
    ]
    /// The word of `AccessibilityRole` that stands for the role of the class.
    package static let automatic = "automatic"
    /// The words of `AccessibilityState`.
    package static let states = [
        "busy", "checked", "collapsed", "expanded", "invalid", "mixed", "required", "selected", "updatesFrequently",
    ]

    package let role: String
    /// The roles of views with these values of `Style`.
    package var roleOfStyle: [String: String] = [:]
    /// The roles of views in which these flags are true.
    package var roleOfFlag: [String: String] = [:]
    /// The roles of views in which these texts are not empty.
    package var roleOfText: [String: String] = [:]
    /// The key whose value is the label.
    package var labelKey: String?
    /// The key whose value is the value.
    package var valueKey: String?
    /// The key with a list, if the value of `valueKey` is an index in it.
    package var valueListKey: String?
    /// The states of views in which these flags are true.
    package var stateOfFlag: [String: String] = [:]
}

/// What assistive technology gets for one view (S-180).
package struct AccessibilityElement: Hashable, Sendable {
    /// One of `ViewAccessibility.roles`.
    package var role: String
    package var label: String
    package var value: String
    package var hint: String
    /// Words of `ViewAccessibility.states`, in alphabetical order.
    package var states: [String]
}

extension ViewEntry {
    /// The role, label, value, hint and states of the view, with the defaults of its class.
    package var accessibility: AccessibilityElement {
        let standard = ViewClasses.viewClass(className)?.accessibility ?? ViewAccessibility(role: "none")
        var role = standard.role
        if case .string(let style)? = value(of: ViewKeys.textStyle.name) { role = standard.roleOfStyle[style] ?? role }
        for (flag, word) in standard.roleOfFlag where value(of: flag) == .bool(true) { role = word }
        for (key, word) in standard.roleOfText where properties[key].map({ $0 != .string("") }) ?? false { role = word }
        let word = self[ViewKeys.accessibilityRole]
        if !word.isEmpty, word != ViewAccessibility.automatic { role = word }
        var states = Set(self[ViewKeys.accessibilityState])
        for (flag, state) in standard.stateOfFlag where value(of: flag) == .bool(true) { states.insert(state) }
        let label = standard.labelKey.flatMap { properties[$0]?.get(as: String.self) }
        return AccessibilityElement(
            role: role, label: text(ViewKeys.accessibilityLabel) ?? label ?? "",
            value: text(ViewKeys.accessibilityValue) ?? (isSecure ? nil : text(of: standard)) ?? "",
            hint: self[ViewKeys.accessibilityHint], states: states.sorted())
    }

    /// Returns the value that the class's own keys say; nil for none.
    private func text(of standard: ViewAccessibility) -> String? {
        guard let key = standard.valueKey else { return nil }
        switch value(of: key) {
        case .string(let text): return text
        case .double(let number) where key == ViewKeys.progress.name:
            return number < 0 || !number.isFinite ? nil : "\(Int((min(number, 1) * 100).rounded())) %"
        case .double(let number):
            return number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        case .int32(let index):
            let list = standard.valueListKey.flatMap { value(of: $0) }.flatMap([String].init(variant:)) ?? []
            return list.indices.contains(Int(index)) ? list[Int(index)] : nil
        default: return nil
        }
    }
}
