package import DBusInterface

/// An item of a menu, in the keys `Menu` and `RowMenu`. A menu is a list in which each item follows its parent (S-185).
package struct MenuItem: DBusStructure, Hashable {
    /// The index of the item that contains this one; -1 for the top level.
    package var parent: Int32
    /// The name that the action gets. Unique in the menu; it may be empty for items that contain others.
    package var identifier: String
    package var title: String
    /// An icon name, a `file:` URI or the name of an added image; empty for none.
    package var image: String
    /// One of `kinds`.
    package var kind: String
    /// One of `states`.
    package var state: String
    /// Words of `allAttributes`.
    package var attributes: [String]

    /// An action, a submenu, or a group of items within their menu.
    package static let kinds = ["action", "submenu", "inline"]
    package static let states = ["off", "on", "mixed"]
    package static let allAttributes = ["disabled", "destructive", "hidden"]

    package static let maximumCount = 128
    package static let maximumDepth = 4

    package init(
        parent: Int32 = -1, identifier: String, title: String, image: String = "", kind: String = "action",
        state: String = "off", attributes: [String] = []
    ) {
        self.parent = parent
        self.identifier = identifier
        self.title = title
        self.image = image
        self.kind = kind
        self.state = state
        self.attributes = attributes
    }

    package static let layout = FieldLayout(
        "MenuItem", Self.init(parent:identifier:title:image:kind:state:attributes:), "parent", "identifier", "title",
        "image", "kind", "state", "attributes", values: \.parent, \.identifier, \.title, \.image, \.kind, \.state,
        \.attributes)

    package var isHidden: Bool { attributes.contains("hidden") }
    package var isDisabled: Bool { attributes.contains("disabled") }
}

extension [MenuItem] {
    /// The indices of the items of a menu that front ends show, with those of its inline groups in their place.
    ///
    /// - Parameter parent: The index of a submenu; -1 for the top level.
    package func shown(in parent: Int) -> [Int] {
        indices.filter { Int(self[$0].parent) == parent && !self[$0].isHidden }.flatMap { index in
            // Parents come first, so this ends.
            self[index].kind == "inline" && index > parent ? shown(in: index) : [index]
        }
    }

    /// Checks that the user can choose an item (S-186).
    ///
    /// - Parameter name: What the messages call the menu.
    package func checkChoice(_ identifier: String, named name: String) throws(DBusError) {
        guard let index = firstIndex(where: { $0.kind == "action" && $0.identifier == identifier }) else {
            let known = filter { $0.kind == "action" && !$0.isHidden }.map(\.identifier).joined(separator: ", ")
            throw .invalidArgument("\(name) has no item '\(identifier.prefix(80))'; expected \(known.prefix(400))")
        }
        for index in path(to: index) {
            guard self[index].isHidden || self[index].isDisabled else { continue }
            let reason = self[index].isHidden ? "hidden" : "disabled"
            throw .invalidArgument("item '\(identifier)' of \(name) is \(reason)")
        }
    }

    /// The index of an item and those of the items that contain it.
    private func path(to index: Int) -> [Int] {
        var path = [index]
        while let last = path.last, indices.contains(last), indices.contains(Int(self[last].parent)),
            path.count <= MenuItem.maximumDepth + 1
        {
            path.append(Int(self[last].parent))
        }
        return path
    }

    /// Checks the tree and the words. `name` names the key.
    func check(named name: String) throws(DBusError) {
        guard count <= MenuItem.maximumCount else {
            throw .limitsExceeded("\(name) has \(count) items: at most \(MenuItem.maximumCount) are allowed")
        }
        var identifiers: Set<String> = []
        for (index, item) in enumerated() {
            let name = "\(name), item \(index)"
            guard item.parent == -1 || (0..<index).contains(Int(item.parent)) else {
                throw .invalidArgument("the parent of \(name) is \(item.parent); expected -1 or an earlier item")
            }
            guard item.parent < 0 || self[Int(item.parent)].kind != "action" else {
                throw .invalidArgument("the parent of \(name) is an action; expected submenu or inline")
            }
            guard path(to: index).count <= MenuItem.maximumDepth else {
                throw .limitsExceeded("\(name) is deeper than \(MenuItem.maximumDepth) levels")
            }
            guard !item.identifier.isEmpty || item.kind != "action" else {
                throw .invalidArgument("the identifier of \(name) is empty; expected a unique name")
            }
            guard item.identifier.isEmpty || identifiers.insert(item.identifier).inserted else {
                throw .invalidArgument(
                    "the identifier of \(name) is '\(item.identifier.prefix(80))', as of another item")
            }
            try ViewKeyDescription.check(item.kind, among: MenuItem.kinds, named: "kind of \(name)")
            try ViewKeyDescription.check(item.state, among: MenuItem.states, named: "state of \(name)")
            try ViewKeyDescription.check(item.image, by: TextRules.image, named: "image of \(name)")
            for word in item.attributes {
                try ViewKeyDescription.check(word, among: MenuItem.allAttributes, named: "attribute of \(name)")
            }
        }
    }
}

extension ViewEntry {
    /// The menu of the view; empty for none.
    package var menu: [MenuItem] { self[ViewKeys.menu] }

    /// The menu of each row of a table; empty for none.
    package var rowMenu: [MenuItem] { self[ViewKeys.rowMenu] }

    /// Whether a tap on the button shows its menu (S-187).
    package var showsMenuWhenTapped: Bool { self[ViewKeys.menuIsPrimary] && !menu.isEmpty }
}

/// The value of the action `rowMenuItemSelected` of a `TableView`.
package struct RowMenuChoice: DBusStructure, Hashable {
    package var row: UInt32
    package var item: String

    package init(row: UInt32, item: String) {
        self.row = row
        self.item = item
    }

    package static let layout = FieldLayout("RowMenuChoice", Self.init, "row", "item", values: \.row, \.item)
}
