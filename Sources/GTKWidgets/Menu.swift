internal import CAdwaita
internal import EventLoop

/// An item of a menu.
package struct MenuEntry: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// An item with a mark if it is on.
        case action(isOn: Bool)
        case submenu([MenuEntry])
        /// A group of items between lines.
        case section([MenuEntry])
    }

    package var identifier: String
    package var title: String
    /// An icon name or a `file:` URI; empty for none.
    package var icon: String
    package var isEnabled: Bool
    /// Whether its title has the colour of a warning.
    package var isDestructive: Bool
    package var kind: Kind

    package init(
        identifier: String, title: String, icon: String = "", isEnabled: Bool = true, isDestructive: Bool = false,
        kind: Kind
    ) {
        self.identifier = identifier
        self.title = title
        self.icon = icon
        self.isDestructive = isDestructive
        self.isEnabled = isEnabled
        self.kind = kind
    }

    /// The title in a menu of GTK, where an underscore would mark the key of the next letter.
    fileprivate var menuTitle: String { title.replacing("_", with: "__") }
}

/// An action of a menu with an icon or a colour, which the menus of GTK do not have.
@EventLoop
private final class MenuButton {
    let button = Button(role: .menuItem)

    init(_ entry: MenuEntry, isOn: Bool) {
        let content = Box(.horizontal, spacing: 8, role: .none)
        let (icon, title, mark) = (Icon(), Label(entry.title, role: .none), Icon())
        icon.isVisible = !entry.icon.isEmpty
        icon.show(entry.icon, fallback: "image-missing-symbolic")
        title.expands = true
        mark.isVisible = isOn
        mark.show("object-select")
        for child in [icon, title, mark] as [Widget] { content.append(child) }
        button.setContent(content)
        button.setAccessible(.label, entry.title)
        button.setAccessible(isOn ? [.checked] : [])
        button.isEnabled = entry.isEnabled
        button.classes = entry.isDestructive ? ["flat", "tabd-menu-item", "error"] : ["flat", "tabd-menu-item"]
    }
}

extension Widget {
    /// Opens a menu at a point of the widget; below it for nil.
    ///
    /// - Parameter choose: Called with the identifier of the chosen action.
    package func showMenu(
        _ entries: [MenuEntry], at point: (x: Double, y: Double)? = nil, _ choose: @escaping @EventLoop (String) -> Void
    ) {
        var buttons: [String: MenuButton] = [:]
        // Submenus slide in, as a menu of its own has no place for our buttons.
        guard let group = g_simple_action_group_new(), let model = Self.model(of: entries, group, &buttons, choose),
            let popover = gtk_popover_menu_new_from_model_full(
                UnsafeMutableRawPointer(model).assumingMemoryBound(to: GMenuModel.self),
                GtkPopoverMenuFlags(rawValue: 0))
        else { return }
        gtk_widget_insert_action_group(popover, "menu", OpaquePointer(group))
        gtk_widget_set_parent(popover, pointer)
        if let point {
            var place = GdkRectangle(x: pixels(point.x), y: pixels(point.y), width: 1, height: 1)
            gtk_popover_set_pointing_to(Self.popover(popover), &place)
        }
        let address = UInt(bitPattern: popover)
        for (identifier, item) in buttons {
            gtk_popover_menu_add_child(OpaquePointer(popover), item.button.pointer, identifier)
            item.button.onClick = {
                if let popover = UnsafeMutablePointer<GtkWidget>(bitPattern: address) {
                    gtk_popover_popdown(Self.popover(popover))
                }
                choose(identifier)
            }
        }
        // The signal keeps the buttons as long as the menu.
        Signal.connect("closed", of: UnsafeMutableRawPointer(popover)) { [buttons] in
            for item in buttons.values { item.button.onClick = nil }
            // Not during the signal: the choice is made after it.
            EventLoop.post {
                if let popover = UnsafeMutablePointer<GtkWidget>(bitPattern: address) { gtk_widget_unparent(popover) }
            }
        }
        gtk_popover_popup(Self.popover(popover))
        g_object_unref(UnsafeMutableRawPointer(group))
        g_object_unref(UnsafeMutableRawPointer(model))
    }

    private static func popover(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkPopover> {
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkPopover.self)
    }

    /// Returns the model of a menu, and adds an action for each of its items to a group, or a button that GTK's menu
    /// can't draw itself.
    private static func model(
        of entries: [MenuEntry], _ group: UnsafeMutablePointer<GSimpleActionGroup>,
        _ buttons: inout [String: MenuButton], _ choose: @escaping @EventLoop (String) -> Void
    ) -> OpaquePointer? {
        let menu = g_menu_new()
        for entry in entries {
            switch entry.kind {
            case .action(let isOn) where !entry.icon.isEmpty || entry.isDestructive:
                buttons[entry.identifier] = MenuButton(entry, isOn: isOn)
                let item = g_menu_item_new(nil, nil)
                g_menu_item_set_attribute_value(item, "custom", g_variant_new_string(entry.identifier))
                g_menu_append_item(menu, item)
                if let item { g_object_unref(UnsafeMutableRawPointer(item)) }
            case .action(let isOn):
                // GTK's names of actions have letters and digits only.
                let name = "i" + entry.identifier.utf8.map { String($0, radix: 16) }.joined(separator: "-")
                let action =
                    isOn
                    ? g_simple_action_new_stateful(name, nil, g_variant_new_boolean(1))
                    : g_simple_action_new(name, nil)
                guard let action else { continue }
                g_simple_action_set_enabled(action, entry.isEnabled ? 1 : 0)
                Signal.connect(object: "activate", of: UnsafeMutableRawPointer(action)) { _ in choose(entry.identifier)
                }
                g_action_map_add_action(OpaquePointer(group), action)
                g_object_unref(UnsafeMutableRawPointer(action))
                g_menu_append(menu, entry.menuTitle, "menu." + name)
            case .submenu(let children):
                guard let submenu = model(of: children, group, &buttons, choose) else { continue }
                g_menu_append_submenu(
                    menu, entry.menuTitle, UnsafeMutableRawPointer(submenu).assumingMemoryBound(to: GMenuModel.self))
                g_object_unref(UnsafeMutableRawPointer(submenu))
            case .section(let children):
                guard let section = model(of: children, group, &buttons, choose) else { continue }
                g_menu_append_section(
                    menu, entry.title.isEmpty ? nil : entry.title,
                    UnsafeMutableRawPointer(section).assumingMemoryBound(to: GMenuModel.self))
                g_object_unref(UnsafeMutableRawPointer(section))
            }
        }
        return menu
    }

    /// Calls a function when the user holds a finger on the widget.
    package func onLongPress(_ body: @escaping @EventLoop (Double, Double) -> Void) {
        guard let gesture = gtk_gesture_long_press_new() else { return }
        gtk_gesture_single_set_touch_only(gesture, 1)
        Signal.connect(point: "pressed", of: UnsafeMutableRawPointer(gesture), body)
        gtk_widget_add_controller(pointer, gesture)
    }
}
