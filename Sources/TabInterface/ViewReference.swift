package import DBusInterface

/// One view of a view controller, `(ou)`.
package struct ViewReference: DBusStructure, Hashable {
    package var viewController: ObjectPath
    package var view: UInt32

    package init(viewController: ObjectPath, view: UInt32) {
        self.viewController = viewController
        self.view = view
    }

    package static let none = ViewReference(viewController: .none, view: 0)

    package static let layout = Layout<ViewReference>(
        { ViewReference(viewController: $0, view: $1) }, \.viewController, \.view)
}
