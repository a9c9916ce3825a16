package import DBusInterface
package import TabInterface

/// A view controller that there is, as far as layouts are concerned.
package struct LiveController: Hashable, Sendable {
    /// The number in its path.
    package let number: UInt64
    /// What a layout would say of it; its identifier is empty for none, and of what is inside `children` tells.
    package var entry: LayoutEntry
    /// The tabs or the stack, in order.
    package var children: [UInt64] = []
    /// Its container.
    package var parent: UInt64?
    /// Whether a layout can say it: not the views of other programs, nor what only their plugins make, nor More.
    package var isDeclarable = true
    package var isPresented = false
    /// Whether it ends with the client that made it.
    package var isTemporary = false
    /// Whether a layout of what there is says it. All else stays where it is, unless a layout names it.
    package var isSaved: Bool { isDeclarable && !isTemporary }
    /// Whether there are arguments that TOML has nothing for.
    package var hasOtherArguments = false
    /// What its plugin calls the class, which no layout needs to say.
    package var defaultTitle = ""
    package var defaultIcon = ""
    /// That of its profile; nil for what has no window.
    package var defaultSize: DBusSize?

    package init(number: UInt64, entry: LayoutEntry) {
        self.number = number
        self.entry = entry
    }

    package var path: ObjectPath { TabNames.viewController(number) }

    /// For messages.
    package var name: String { entry.identifier.isEmpty ? path.text : "'\(entry.identifier)'" }
}
