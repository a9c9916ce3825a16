internal import CTabPlugin
internal import DBusInterface
internal import TabInterface

private typealias Controller = ViewControllerInterface
private typealias Tabs = TabBarControllerInterface
private typealias Navigation = NavigationControllerInterface
/// The name of `Enabled` of the focus, among the properties of the tab bar controller.
private let focusEnabled = "FocusEnabled"
/// The name of the contrast among the properties of a view controller. It is a trait of the window.
private let contrast = "Contrast"

/// Fills in the functions for properties of view controllers.
func fillProperties(_ table: inout tab_host_v1) {
    table.set_property = { host, controller, name, value in
        // A toolbar may be hidden on any navigation controller within the plugin's reach.
        if String(name) == Navigation.toolbarHidden.name {
            return callReachable(host, controller) {
                guard !$0.ignoresSettings else { return }
                let isHidden: Bool = try typed(try wellFormed(Variant(value)), "ToolbarHidden")
                try $0.set(Navigation.toolbarHidden, at: $0.navigationController(), to: isHidden)
            }
        }
        return set(host, controller) {
            try setProperty(try wellFormed(String(name)), to: try wellFormed(Variant(value)), $0)
        }
    }
    table.announce = { host, controller, text, isAssertive in
        call(host, controller) {
            try $0.run(
                Controller.announce, at: $0.path, try wellFormed(String(text)), isAssertive ? "assertive" : "polite",
                [:])
        }
    }
    table.scroll_to_row = { host, controller, view, row, position, isAnimated in
        call(host, controller) {
            try $0.run(
                Controller.scrollToRow, at: $0.path, view, row, try wellFormed(String(position)), isAnimated, [:])
        }
    }
    table.size_that_fits = { host, controller, name, properties, count, room, fitting in
        call(host, controller) { call in
            let fitting = try wellFormed(fitting)
            guard let values = [String: Variant](properties, count: count) else {
                throw DBusError.invalidArgument("malformed properties of a view")
            }
            let size = try call.call(
                Controller.sizeThatFits, at: call.path, try wellFormed(String(name)), values,
                DBusSize(width: room.width, height: room.height), [:])
            fitting.pointee = tab_size(width: size.width, height: size.height)
        }
    }
    table.property_value = { host, controller, name, receive, context in
        call(host, controller) { call in
            let name = try wellFormed(String(name))
            if name == focusEnabled {
                let isEnabled = try call.value(of: FocusInterface.enabled, at: call.tabBarController())
                return pass(.bool(isEnabled), to: receive, context)
            }
            if name == contrast {
                let traits = Traits((try? call.call(Controller.getTraits, at: call.path)) ?? [:])
                return pass(.string(traits.contrast.rawValue), to: receive, context)
            }
            let value = try call.call(PropertiesInterface.get, at: call.path, Controller.name, name)
            pass(value.withNumbers, to: receive, context)
        }
    }
}

/// Sets a property of a view controller or of the tab bar controller around it.
private func setProperty(_ name: String, to value: Variant, _ call: ControllerCall) throws(DBusError) {
    let properties = [
        Controller.title.name, Controller.modalPresentationStyle.name, Controller.modalInPresentation.name,
        Controller.preferredContentSize.name, Controller.hidesBottomBarWhenPushed.name,
        Controller.edgesForExtendedLayout.name, Controller.extendedLayoutIncludesOpaqueBars.name,
        Controller.restorationIdentifier.name, Controller.preferredFocusedView.name, Controller.tabHidden.name,
        Controller.tabHiddenByDefault.name, Controller.allowsHiding.name,
    ]
    switch name {
    case Tabs.customizableViewControllers.name:
        let list: [ViewControllerID] = try typed(value, name)
        try call.run(Tabs.setCustomizableViewControllers, at: call.tabBarController(), list.map(\.path), [:])
    case Tabs.tabBarHidden.name:
        try call.run(Tabs.setTabBarHidden, at: call.tabBarController(), try typed(value, name), false, [:])
    case focusEnabled:
        try call.set(FocusInterface.enabled, at: call.tabBarController(), to: try typed(value, name))
    default:
        guard properties.contains(name) else {
            throw .invalidArgument("'\(name.prefix(80))' is not a property that a plugin can set")
        }
        try call.run(PropertiesInterface.set, at: call.path, Controller.name, name, value)
    }
}

/// Returns a value of a type. Throws `InvalidArgs` for another one.
func typed<Content: DBusType>(_ value: Variant, _ name: String) throws(DBusError) -> Content {
    guard let content: Content = value.get() else {
        throw .invalidArgs("\(name) has type '\(value.signature)', expected '\(Content.signature)'")
    }
    return content
}
