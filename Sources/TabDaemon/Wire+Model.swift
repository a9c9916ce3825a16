import DBusInterface
import TabInterface
import TabModel

extension ViewControllerID {
    var path: ObjectPath { TabNames.viewController(rawValue) }
    var barPath: ObjectPath { TabNames.tabBar(of: rawValue) }
}

extension Optional<ViewControllerID> {
    /// nil is the path `/`.
    var path: ObjectPath { map(\.path) ?? .none }
}

extension DBusRect {
    init(_ rect: Rect) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
    var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
    var size: Size { Size(width: width, height: height) }
}

extension DBusSize {
    init(_ size: Size) { self.init(width: size.width, height: size.height) }
    var size: Size { Size(width: width, height: height) }
}

extension DBusInsets {
    init(_ insets: Insets) {
        self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
    }
}
