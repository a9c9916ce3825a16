package import DBusInterface

/// Where everything is on the session bus.
package enum TabNames {
    package static let busName = "org.tabd.Tabs1"
    package static let root: ObjectPath = "/org/tabd/Tabs1"
    package static let interfacePrefix = "org.tabd.Tabs1."
    package static let errorPrefix = "org.tabd.Tabs1.Error."
    package static let viewControllers: ObjectPath = "/org/tabd/Tabs1/view_controllers"
    package static let plugins: ObjectPath = "/org/tabd/Tabs1/plugins"

    /// `NSNotFound` in a property of type `x`.
    package static let notFound = Int64.max

    /// The object of view controller `number`, of whatever class.
    package static func viewController(_ number: UInt64) -> ObjectPath {
        // Quicker than an interpolation, for what is written most.
        var text = prefix
        text.append(String(number))
        return ObjectPath(text)
    }

    /// The bar of tab bar controller `number`.
    package static func tabBar(of number: UInt64) -> ObjectPath {
        ObjectPath("\(viewControllers)/\(number)\(tabBarSuffix)")
    }

    /// The number in a view controller's path; nil for every other path, that of its bar included.
    package static func number(of path: ObjectPath) -> UInt64? {
        number(in: path.text)
    }

    /// The number of the tab bar controller in the path of its bar; nil for every other path.
    package static func number(ofTabBar path: ObjectPath) -> UInt64? {
        guard path.text.hasSuffix(tabBarSuffix) else { return nil }
        return number(in: String(path.text.dropLast(tabBarSuffix.count)))
    }

    /// The object of a plugin; the identifier is escaped as `sd_bus_path_encode` does.
    package static func plugin(_ identifier: String) -> ObjectPath {
        ObjectPath("\(plugins)/\(escaped(identifier))")
    }

    private static let prefix = viewControllers.text + "/"
    private static let tabBarSuffix = "/tab_bar"

    /// Only the one spelling that `viewController(_:)` makes is a number: no sign, no leading zero, no overflow.
    private static func number(in path: String) -> UInt64? {
        guard path.hasPrefix(prefix), let number = UInt64(path.dropFirst(prefix.count)) else { return nil }
        return viewController(number).text == path ? number : nil
    }

    private static func escaped(_ label: String) -> String {
        guard !label.isEmpty else { return "_" }
        let digits = Array("0123456789abcdef")
        var result = ""
        for (index, byte) in label.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: "0")...UInt8(ascii: "9") where index > 0:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result.append("_")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
        return result
    }
}
