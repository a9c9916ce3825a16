/// The restoration identifiers that are given where nobody asks for one.
package enum RestorationIdentifiers {
    /// That of a tab, or of a member of a stack: its container's, a dot, and its type, as in `desk.clock.Stopwatch`; a
    /// number behind it makes it the only one.
    ///
    /// - Parameters:
    ///   - type: of the child; a navigation controller has that of its root.
    ///   - isTaken: whether another view controller has an identifier.
    package static func child(of container: String, type: String, isTaken: (String) -> Bool) -> String {
        unique("\(container).\(type)", isTaken: isTaken)
    }

    /// As above, for many in a row: each number is tried once.
    ///
    /// - Parameter numbers: The last one that was given behind a name.
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

    /// That of a controller with a title: its letters and digits in lower case, the words joined by `-`; `tabs` when there
    /// are none.
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
