package import DBusInterface

/// The list of the tabs that do not fit on the bar, on the root view controller of More. A front end that only draws
/// views can use its view and its navigation item instead.
package enum MoreListInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.MoreList"
    package static let summary = """
        The list behind the More item, where the user can rearrange the tabs. Its view is a TableView with one row \
        per tab; selectRow acts as TapRow. Buttons 1 (Edit) and 2 (Done) of its navigation item act as \
        BeginEditing and EndEditing. During customizing, the Identifier of the table is Items instead of Rows. The \
        table then lists BarItems and all other tabs; tabs that cannot move are disabled. moveRow swaps two tabs, \
        as MoveItem does; at least one of them must be on the bar. selectRow picks up a row (SelectedRow). A \
        second selectRow drops it on another row, puts it down on the same row, or picks up the other row if \
        neither tab is on the bar.
        """

    package static let rows: Property<[ObjectPath]> = property(
        "Rows",
        summary: """
            The tabs that do not fit on the bar, in the order of ViewControllers. While the user customizes the bar, \
            the list before customizing.
            """)
    package static let editAvailable: Property<Bool> = property(
        "EditAvailable",
        summary: "Whether the list shows its Edit button: it has rows, and at least one tab is customizable.")
    package static let barItems: Property<[ObjectPath]> = property(
        "BarItems",
        summary: """
            The tabs on the bar in their current arrangement, without More. Outside of customizing, the tabs that the \
            bar shows.
            """)

    package enum TapRowOption {
        package static let expected = OptionKey<ObjectPath>(
            "Expected", "refuse the tap unless the row is that of this view controller")
    }

    package static let tapRow: Method<(UInt32, Options) -> Bool> = method(
        "TapRow", "row", "options", returns: "accepted", options: [TapRowOption.expected],
        summary: """
            Taps a row, counted from 0, as a gesture of the user. Its view controller is pushed over the list, without \
            a call to the tab bar's delegate. Returns false for a disabled row and while the user customizes the bar. \
            Returns false also if a visible popover or alert receives the tap as a touch outside, which may dismiss \
            it. OutOfRange for a row that does not exist, unless Expected is given. InternalInconsistency while the list is not visible, \
            NotSupported in profile tv.
            """)
    package static let beginEditing: Method<(Options) -> Void> = method(
        "BeginEditing", "options",
        summary: """
            Taps Edit, as a gesture of the user: the tabs can be rearranged until EndEditing. InternalInconsistency if \
            the list is not visible, no tab is customizable, or customizing has already begun. InternalInconsistency \
            also if a visible popover or alert receives the touch, which may dismiss it. NotSupported in profile tv.
            """)
    package static let moveItem: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "MoveItem", "view_controller", "slot", "options",
        summary: """
            Drags a tab to a place on the bar, counted from 0, as a gesture of the user. Two tabs of the bar swap \
            places. A tab from the list replaces the tab in that place, which moves to the list. OutOfRange for a \
            place that the bar does not have, InvalidArgument for More's place and if either tab is not customizable. \
            InternalInconsistency outside of customizing, and if a visible popover or alert receives the touch, which \
            may dismiss it. NotSupported in profile tv.
            """)
    package static let endEditing: Method<(Options) -> Bool> = method(
        "EndEditing", "options", returns: "changed",
        summary: """
            Taps Done, as a gesture of the user: ViewControllers gets the new order. Returns whether the bar has \
            changed. InternalInconsistency outside of customizing, and if a visible popover or alert receives the \
            touch, which may dismiss it. NotSupported in profile tv.
            """)
}
