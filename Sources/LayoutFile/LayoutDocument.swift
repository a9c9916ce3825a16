import TOML
package import TabInterface

/// A layout file: declarations of view controllers, with their tabs.
///
///     [[controller]]
///     identifier = "desk"
///     tabs = ["clock.WorldClock", { type = "clock.Stopwatch", title = "Laps" }]
package struct LayoutDocument: Sendable {
    package private(set) var controllers: [LayoutEntry] = []
    /// The errors, in the order of lines. The valid entries are in `controllers`.
    package private(set) var errors: [LayoutError] = []

    /// The maximum number of top-level view controllers.
    package static let maximumControllers = 1000
    /// The maximum number of children of a container.
    package static let maximumChildren = 100
    /// The maximum number of entries, including children.
    package static let maximumEntries = 2000

    /// Reads the text of a file.
    package init(_ text: String) {
        do throws(TOMLError) {
            var reader = LayoutReader()
            controllers = reader.controllers(in: try TOMLReader.read(text))
            errors = reader.errors
        } catch {
            errors = [
                LayoutError(
                    .syntax, line: error.position.line, column: error.position.column, message: error.message)
            ]
        }
        checkIdentifiers()
    }

    /// Reports duplicate identifiers, and derives the missing ones.
    private mutating func checkIdentifiers() {
        var lines: [String: Int] = [:]
        for entry in controllers.flatMap(\.withDescendants) where entry.isNamed {
            if let line = lines[entry.identifier] {
                errors.append(
                    LayoutError(
                        .duplicateIdentifier, line: entry.line, key: "identifier", value: entry.identifier,
                        message: "identifier '\(entry.identifier)' is already used on line \(line)"))
            }
            lines[entry.identifier] = lines[entry.identifier] ?? entry.line
        }
        var used = Set(lines.keys)
        var numbers: [String: Int] = [:]
        for index in controllers.indices { Self.name(&controllers[index], in: nil, &used, &numbers) }
        errors.sort { $0.line < $1.line }
    }

    /// Derives the identifiers of an entry and its descendants.
    ///
    /// - Parameter numbers: The last number for each identifier.
    private static func name(
        _ entry: inout LayoutEntry, in container: String?, _ used: inout Set<String>, _ numbers: inout [String: Int]
    ) {
        if !entry.isNamed, let container {
            entry.identifier = RestorationIdentifiers.child(
                of: container, type: entry.typeOfContent, numbers: &numbers
            ) { used.contains($0) }
            used.insert(entry.identifier)
        }
        guard var children = entry.children else { return }
        for index in children.indices { name(&children[index], in: entry.identifier, &used, &numbers) }
        entry.children = children
    }
}

extension LayoutEntry {
    /// The entry itself and all its descendants.
    package var withDescendants: [LayoutEntry] { [self] + (children ?? []).flatMap(\.withDescendants) }
}

/// An error in a layout file, with its position.
package struct LayoutError: Hashable, Sendable, CustomStringConvertible {
    package let code: LayoutFinding.Code
    /// The line, counted from 1.
    package let line: Int
    /// The column, counted from 1; nil if the line is enough.
    package let column: Int?
    /// The key that the error is about; empty for none.
    package let key: String
    /// The value of the key, as far as it is a single one.
    package let value: String
    package let message: String

    package init(
        _ code: LayoutFinding.Code, line: Int, column: Int? = nil, key: String = "", value: String = "",
        message: String
    ) {
        (self.code, self.line, self.column) = (code, line, column)
        (self.key, self.value, self.message) = (key, value, message)
    }

    /// The position in the form `LINE` or `LINE:COLUMN`, to append to a file name.
    package var position: String { column.map { "\(line):\($0)" } ?? "\(line)" }

    package var description: String { "line \(line)\(column.map { ", column \($0)" } ?? ""): \(message)" }

    /// The error for the bus.
    package var finding: LayoutFinding { LayoutFinding(code, line: line, key: key, value: value, text: message) }
}
