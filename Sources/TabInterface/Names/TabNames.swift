package import DBusInterface

/// Names and object paths on the session bus.
package enum TabNames {
    package static let busName = "org.tabd.Tabs1"
    /// The name, without the token, of the file in `$XDG_RUNTIME_DIR` with which a user consents to `Plugin.ExpectHost`.
    package static let hostConsentPrefix = "tabd-debug-"
    package static let root: ObjectPath = "/org/tabd/Tabs1"
    package static let interfacePrefix = "org.tabd.Tabs1."
    package static let errorPrefix = "org.tabd.Tabs1.Error."
    package static let viewControllers: ObjectPath = "/org/tabd/Tabs1/view_controllers"
    package static let plugins: ObjectPath = "/org/tabd/Tabs1/plugins"

    /// `NSNotFound` in a property of type `x`.
    package static let notFound = Int64.max

    /// Returns the view controller at a path; nil for any other path, including that of a bar.
    package static func viewController(of path: ObjectPath) -> ViewControllerID? { viewController(in: path.text) }

    /// Returns the tab bar controller whose bar is at a path; nil for any other path.
    package static func tabBarController(ofBar path: ObjectPath) -> ViewControllerID? {
        guard path.text.hasSuffix(tabBarSuffix.description) else { return nil }
        return viewController(in: String(path.text.dropLast(tabBarSuffix.utf8CodeUnitCount)))
    }

    /// Returns the path of a plugin. The identifier is escaped as in `sd_bus_path_encode`.
    package static func plugin(_ identifier: String) -> ObjectPath {
        ObjectPath("\(plugins)/\(escaped(identifier))")
    }

    private static let prefix: StaticString = "/org/tabd/Tabs1/view_controllers/"
    static let tabBarSuffix: StaticString = "/tab_bar"

    /// Returns a path. It is allocated at its final size, without interpolation: no string is created more often.
    static func path(of number: UInt64, _ suffix: StaticString) -> String {
        var digits = 1
        var rest = number / 10
        while rest > 0 {
            digits += 1
            rest /= 10
        }
        let end = prefix.utf8CodeUnitCount + digits
        return String(unsafeUninitializedCapacity: end + suffix.utf8CodeUnitCount) { bytes in
            _ = bytes.update(fromContentsOf: prefix.bytes)
            var rest = number
            for place in (end - digits..<end).reversed() {
                bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            _ = bytes[end...].update(fromContentsOf: suffix.bytes)
            return end + suffix.utf8CodeUnitCount
        }
    }

    /// Returns the number in a path as `ViewControllerID.path` spells it: without sign, leading zeros or overflow.
    private static func viewController(in path: String) -> ViewControllerID? {
        var path = path
        return path.withUTF8 { bytes in
            guard bytes.starts(with: prefix.bytes) else { return nil }
            let digits = bytes[prefix.utf8CodeUnitCount...]
            guard let first = digits.first, UInt8(ascii: "1")...UInt8(ascii: "9") ~= first || digits.count == 1 else {
                return nil
            }
            return UInt64(String(decoding: digits, as: UTF8.self)).map { ViewControllerID($0) }
        }
    }

    private static func escaped(_ label: String) -> String {
        guard !label.isEmpty else { return "_" }
        return label.utf8.enumerated().map { index, byte in
            let character = Character(Unicode.Scalar(byte))
            let isKept = character.isASCII && (character.isLetter || character.isNumber && index > 0)
            return isKept ? String(character) : "_" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}

/// The version of the daemon and of tabctl, which are installed together.
package enum TabVersion {
    /// The semantic version.
    package static let current = "0.1.0"
}
