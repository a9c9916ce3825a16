package import DBusInterface
package import TabInterface

/// The contract names view controllers by object path, and the C interface by number: `t` stands for `o`, and `(tu)`
/// for `(ou)`.

/// The properties of a popover with references to views or items.
let viewReferences: Set = [
    PopoverPresentationControllerInterface.sourceView.name, PopoverPresentationControllerInterface.barButtonItem.name,
    PopoverPresentationControllerInterface.passthroughViews.name,
]

extension [String: Variant] {
    /// Converts the references in properties of a popover to references by object path.
    ///
    /// - Throws: `InvalidArgs` for a wrong type.
    func withViewReferences() throws(DBusError) -> [String: Variant] {
        var values = self
        for (name, value) in self where viewReferences.contains(name) {
            guard case .array(_, let elements) = value else {
                values[name] = try ViewReference(numbers: value).variant
                continue
            }
            var references: [ViewReference] = []
            for element in elements { references.append(try ViewReference(numbers: element)) }
            values[name] = references.variant
        }
        return values
    }
}

extension [ObjectPath] {
    /// The numbers of view controllers.
    var numbers: [ViewControllerID] { compactMap { TabNames.viewController(of: $0) } }
}

extension Variant {
    /// The value with numbers instead of object paths: of view controllers, or of tab bar controllers for their bars.
    var withNumbers: Variant {
        switch self {
        case .objectPath(let text):
            let path = ObjectPath(text)
            return (TabNames.viewController(of: path) ?? TabNames.tabBarController(ofBar: path)).variant
        case .array("o", let elements): return .array(of: "t", elements.map(\.withNumbers))
        case .array("(ou)", let elements): return .array(of: "(tu)", elements.map(\.withNumbers))
        case .structure(let fields): return .structure(fields.map(\.withNumbers))
        default: return self
        }
    }
}

extension ViewReference {
    /// A reference from the number of a view controller and a view id, `(tu)`. View 0 of a tab bar controller is its
    /// bar; (0, 0) means none.
    ///
    /// - Throws: `InvalidArgs` for a wrong type.
    package init(numbers: Variant) throws(DBusError) {
        guard case .structure(let fields) = numbers, fields.count == 2, let id: ViewControllerID = fields[0].get(),
            let view: UInt32 = fields[1].get()
        else { throw .invalidArgs("a view has type '\(numbers.signature)', expected '(tu)'") }
        let isNone = id.rawValue == 0 && view == 0
        self = isNone ? .none : ViewReference(viewController: view == 0 ? id.barPath : id.path, view: view)
    }

    var numbers: Variant { variant.withNumbers }
}
