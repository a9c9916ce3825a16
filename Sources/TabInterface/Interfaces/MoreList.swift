package import DBusInterface

/// The list of the tabs that have no place on the bar, on the root view controller of More. Its view and its navigation
/// item offer the same to front ends that only draw views.
package enum MoreListInterface {
    package static let name = "org.tabd.Tabs1.MoreList"

    package static let rows = Property<[ObjectPath]>(
        "Rows",
        summary: """
            The tabs that the bar has no place for, in the order of ViewControllers; while somebody is customizing still \
            those of before.
            """)
    package static let editAvailable = Property<Bool>(
        "EditAvailable",
        summary: "Whether the list has its Edit button: there are rows, and at least one tab is customizable.")
    package static let barItems = Property<[ObjectPath]>(
        "BarItems",
        summary: """
            The tabs on the bar as they are arranged at the moment, without More; while nobody is customizing those \
            that the bar shows.
            """)

    package static let tapRow = Method<(UInt32, Options) -> Bool>(
        "TapRow", "row", "options", returns: "accepted",
        summary: """
            A user taps a row, from 0: its view controller is shown over the list; no tab bar delegate is asked or \
            told. Returns false for a disabled row and during customizing, and when a visible popover or alert takes the tap as a \
            touch outside of it, which may dismiss it; OutOfRange outside of the rows, InternalInconsistency when the \
            list is not displayed, NotSupported in profile tv.
            """)
    package static let beginEditing = Method<(Options) -> Void>(
        "BeginEditing", "options",
        summary: """
            A user taps Edit: the tabs can be arranged until EndEditing. InternalInconsistency when the list is not \
            displayed, nothing is customizable, or customizing has begun already, and when a visible popover or alert \
            takes the \
            touch, which may dismiss it; NotSupported in profile tv.
            """)
    package static let moveItem = Method<(ObjectPath, UInt32, Options) -> Void>(
        "MoveItem", "view_controller", "slot", "options",
        summary: """
            A user drags a tab to a place on the bar, from 0: two tabs of the bar change places, one from the list \
            takes the place and the other one goes to the list. OutOfRange outside of the bar, InvalidArgument on \
            More's place and when one of the two is not customizable, InternalInconsistency while nobody is \
            customizing, and when a visible popover or alert takes the touch, which may dismiss it; NotSupported in profile tv.
            """)
    package static let endEditing = Method<(Options) -> Bool>(
        "EndEditing", "options", returns: "changed",
        summary: """
            A user taps Done: ViewControllers gets the new order, and the result tells whether the bar is another. \
            InternalInconsistency outside of customizing, and when a visible popover or alert takes the touch, which may \
            dismiss it; NotSupported in profile tv.
            """)

    package static let description = InterfaceDescription(
        name,
        summary: """
            The list behind the More item, and the arranging of tabs by the user. Its view is a TableView with a row \
            per tab: selectRow is TapRow. The buttons 1 (Edit) and 2 (Done) of its navigation item are BeginEditing and \
            EndEditing. During customizing the Identifier of the table is Items instead of Rows. The table then lists \
            BarItems and all other tabs; tabs that can't be moved are disabled. moveRow exchanges two tabs, as \
            MoveItem does; at least one of them must be on the bar. selectRow picks up a row (SelectedRow). A second \
            selectRow drops it on another row, picks up that row instead when neither tab is on the bar, or puts it down on \
            the same row.
            """,
        [
            rows, editAvailable, barItems, tapRow, beginEditing, moveItem, endEditing,
        ])
}
