/// The default restoration identifiers.
package enum RestorationIdentifiers {
    /// Returns the identifier of a tab or a view controller on a stack: that of its container, a dot, and its type, for
    /// example `desk.clock.Stopwatch`. A number is appended if that is taken.
    ///
    /// - Parameters:
    ///   - type: The child's type; for a navigation controller, the type of its root.
    ///   - isTaken: Returns whether another view controller has an identifier.
    package static func child(of container: String, type: String, isTaken: (String) -> Bool) -> String {
        unique("\(container).\(type)", isTaken: isTaken)
    }

    /// Returns the identifier of a child, for many children in a row: each number is tried once.
    ///
    /// - Parameter numbers: The last number that was appended to each name.
    package static func child(
        of container: String, type: String, numbers: inout [String: Int], isTaken: (String) -> Bool
    ) -> String {
        let name = "\(container).\(type)"
        guard isTaken(name) else { return name }
        var number = numbers[name] ?? 1
        repeat { number += 1 } while isTaken("\(name)-\(number)")
        numbers[name] = number
        return "\(name)-\(number)"
    }

    /// Returns the identifier of a controller with a title: the title's words in lower case, joined by `-`; `tabs` if the
    /// title has no letters or digits.
    package static func titled(_ title: String, isTaken: (String) -> Bool) -> String {
        let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
        var name = ""
        for word in words where name.utf8.count + word.utf8.count < 64 { name += (name.isEmpty ? "" : "-") + word }
        return name.isEmpty ? numbered("tabs", from: 1, isTaken: isTaken) : unique(name, isTaken: isTaken)
    }

    private static func unique(_ name: String, isTaken: (String) -> Bool) -> String {
        isTaken(name) ? numbered(name, from: 2, isTaken: isTaken) : name
    }

    private static func numbered(_ name: String, from first: Int, isTaken: (String) -> Bool) -> String {
        var number = first
        while isTaken("\(name)-\(number)") { number += 1 }
        return "\(name)-\(number)"
    }
}
