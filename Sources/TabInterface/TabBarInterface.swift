package import DBusInterface

/// The bar of a tab bar controller, which alone manages it.
package enum TabBarInterface {
    package static let name = "org.tabd.Tabs1.TabBar"

    package static let items = Property<[ObjectPath]>(
        "Items",
        summary: """
            The view controllers whose items the bar shows, in order, More's last when there is one. \
            A write is InternalInconsistency: the tab bar controller manages its bar.
            """)
    package static let selectedItem = Property<ObjectPath>(
        "SelectedItem",
        summary: """
            The view controller whose item is selected, / for none. \
            A write is InternalInconsistency: the tab bar controller manages its bar.
            """)
    package static let frame = Property<DBusRect>(
        "Frame",
        summary: """
            The frame in the tab bar controller's view, in points. \
            A write is InternalInconsistency: the tab bar controller manages its bar.
            """)
    package static let hidden = Property<Bool>(
        "Hidden",
        summary: """
            Whether the bar is not drawn, for whatever reason. A write is InternalInconsistency: \
            use TabBarController.SetTabBarHidden.
            """)
    package static let itemFrames = Property<[DBusRect]>(
        "ItemFrames",
        summary: """
            The frames of the items in the bar, in points and in the order of Items. \
            A write is InternalInconsistency: the tab bar controller manages its bar.
            """)
    package static let translucent = Property<Bool>(
        "Translucent", writable: true, summary: "Whether content may reach under the bar, true by default.")

    package static let tapItem = Method<(UInt32, Options) -> Bool>(
        "TapItem", "position", "options", returns: "accepted",
        summary: """
            Taps the item at a position from 0, as a user does: the delegate is asked and told. Returns false for a \
            refused tap, a disabled item, a hidden bar and during customizing; OutOfRange outside of the items. \
            Returns false also when a visible popover or alert takes the tap as a touch outside of it, which may dismiss it. \
            The call names its item: what is presented in another style does not take it, as it does a Window.TapAt.
            """)

    package static let itemTapped = Signal<UInt32>(
        "ItemTapped", "position", summary: "A user tapped an enabled item; sent before the delegate is asked.")
    package static let itemsChanged = Signal<[ObjectPath], Bool>(
        "ItemsChanged", "items", "animated", summary: "The bar shows other items, or the same in another order.")

    package static let description = InterfaceDescription(
        name, summary: "The bar of a tab bar controller.",
        [
            items, selectedItem, frame, hidden, itemFrames, translucent, tapItem, itemTapped, itemsChanged,
        ])
}
