internal import Glibc
internal import TOML

/// The list `disabled` in the configuration file of the user. Only the list changes: the rest of the file stays as it is.
struct DisabledPlugins {
    /// The path of `tabd.toml`.
    let file: String

    private static let key = "disabled"

    /// Adds a plugin to the list, or removes it.
    ///
    /// - Returns: Whether the file has changed.
    /// - Throws: An error if the file has a mistake, or can't be read or written. It is unchanged then.
    func set(_ plugin: String, isDisabled: Bool) throws(ControlError) -> Bool {
        let old = access(file, F_OK) == 0 ? try TextFile.read(file) : ""
        let new: String
        do throws(ControlError) {
            new = try Self.text(old, setting: plugin, isDisabled: isDisabled)
        } catch {
            throw error.withMessage("\(file): \(error.message)")
        }
        guard new != old else { return false }
        return try LayoutPath(file).write(new)
    }

    /// Returns the text of a configuration file with a plugin in its list, or without it.
    ///
    /// - Throws: An error if the text has a mistake.
    static func text(_ old: String, setting plugin: String, isDisabled: Bool) throws(ControlError) -> String {
        let (list, names) = try list(in: old)
        guard names.contains(plugin) != isDisabled else { return old }
        var text = old
        if isDisabled {
            guard let list else { return "\(key) = [\"\(plugin)\"]\n" + old }
            if let last = list.elements.last {
                text.insert(contentsOf: ", \"\(plugin)\"", at: last.upperBound)
            } else {
                text.insert(contentsOf: "\"\(plugin)\"", at: text.index(after: list.start))
            }
        } else {
            guard let list, let index = names.firstIndex(of: plugin) else { return old }
            text.removeSubrange(removed(index, from: list.elements, in: old))
        }
        var expected = names
        if isDisabled { expected.append(plugin) } else { expected.removeAll { $0 == plugin } }
        let result = try? Self.list(in: text).names
        // A name may be in the list twice.
        if !isDisabled, let result, result.count == names.count - 1, result.contains(plugin) {
            return try Self.text(text, setting: plugin, isDisabled: false)
        }
        guard result == expected else { throw Self.failure("can't change the list '\(key)'; write it on one line") }
        return text
    }

    /// The places of a list in a text: its bracket, and its elements with their quotation marks.
    private struct List {
        let start: String.Index
        let elements: [Range<String.Index>]
    }

    /// Returns the places of the list in a text, or nil, and the names in it.
    private static func list(in text: String) throws(ControlError) -> (List?, names: [String]) {
        let table: TOMLTable
        do throws(TOMLError) {
            table = try TOMLReader.read(text)
        } catch {
            throw failure("\(error); correct it first")
        }
        guard let value = table[key] else { return (nil, []) }
        let names = (value.array ?? []).compactMap(\.string)
        guard let nodes = value.array, names.count == nodes.count else {
            throw failure("line \(value.position.line): invalid \(key); expected a list of the ids of plugins")
        }
        let elements = nodes.map { node in
            let start = index(of: node.position, in: text)
            let end = text[start...].dropFirst().firstIndex(of: text[start]) ?? start
            return start..<text.index(after: end)
        }
        return (List(start: index(of: value.position, in: text), elements: elements), names)
    }

    /// Returns what to remove with an element: up to the next one, or from the end of the one before, or up to a comma.
    private static func removed(
        _ index: Int, from elements: [Range<String.Index>], in text: String
    ) -> Range<String.Index> {
        let element = elements[index]
        if index + 1 < elements.count { return element.lowerBound..<elements[index + 1].lowerBound }
        if index > 0 { return elements[index - 1].upperBound..<element.upperBound }
        let rest = text[element.upperBound...].drop(while: \.isWhitespace)
        return element.lowerBound..<(rest.first == "," ? text.index(after: rest.startIndex) : element.upperBound)
    }

    private static func index(of position: TOMLPosition, in text: String) -> String.Index {
        let scalars = text.unicodeScalars
        var start = scalars.startIndex
        for _ in 1..<position.line {
            guard let end = scalars[start...].firstIndex(of: "\n") else { break }
            start = scalars.index(after: end)
        }
        return scalars.index(start, offsetBy: position.column - 1)
    }

    private static func failure(_ message: String) -> ControlError {
        ControlError(message: message, status: ExitStatus.noInput)
    }
}
