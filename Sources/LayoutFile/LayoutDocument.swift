import DBusInterface
import TOML
import TabInterface

/// A layout as it is written: which controllers there shall be, with their tabs.
///
///     [[controller]]
///     identifier = "desk"
///     tabs = ["clock.WorldClock", { type = "clock.Stopwatch", title = "Laps" }]
package struct LayoutDocument: Sendable {
    package private(set) var controllers: [LayoutEntry] = []
    /// What is wrong, in the order of the lines; what is right beside it is in `controllers`.
    package private(set) var problems: [LayoutProblem] = []

    package static let maximumControllers = 1000
    package static let maximumChildren = 100
    /// Of all, with what is inside.
    package static let maximumEntries = 2000

    package init(_ text: String) {
        do throws(TOMLError) {
            var reader = LayoutReader()
            controllers = reader.controllers(in: try TOMLReader.read(text))
            problems = reader.problems
        } catch {
            problems = [LayoutProblem(line: error.position.line, column: error.position.column, message: error.message)]
        }
        checkIdentifiers()
    }

    /// Names those that have no identifier, and finds those that have another's.
    private mutating func checkIdentifiers() {
        var lines: [String: Int] = [:]
        for entry in controllers.flatMap(\.withDescendants) where entry.isNamed {
            if let line = lines[entry.identifier] {
                problems.append(
                    LayoutProblem(
                        line: entry.line, message: "identifier '\(entry.identifier)' is on line \(line) already"))
            }
            lines[entry.identifier] = lines[entry.identifier] ?? entry.line
        }
        var taken = Set(lines.keys)
        var numbers: [String: Int] = [:]
        for index in controllers.indices { Self.name(&controllers[index], in: nil, &taken, &numbers) }
        problems.sort { $0.line < $1.line }
    }

    /// - Parameter numbers: The last one that was given behind a name.
    private static func name(
        _ entry: inout LayoutEntry, in container: String?, _ taken: inout Set<String>, _ numbers: inout [String: Int]
    ) {
        if !entry.isNamed, let container {
            entry.identifier = RestorationIdentifiers.child(
                of: container, type: entry.typeOfContent, numbers: &numbers
            ) { taken.contains($0) }
            taken.insert(entry.identifier)
        }
        guard var children = entry.children else { return }
        for index in children.indices { name(&children[index], in: entry.identifier, &taken, &numbers) }
        entry.children = children
    }
}

extension LayoutEntry {
    /// Itself, then what is inside it.
    package var withDescendants: [LayoutEntry] { [self] + (children ?? []).flatMap(\.withDescendants) }
}

/// A mistake in a layout, and its position.
package struct LayoutProblem: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    package let line: Int
    /// Counted from 1; nil when the line says enough.
    package let column: Int?
    package let message: String

    package init(line: Int, column: Int? = nil, message: String) {
        (self.line, self.column, self.message) = (line, column, message)
    }

    /// The position as it follows a file's name.
    package var place: String { column.map { "\(line):\($0)" } ?? "\(line)" }

    package var description: String { "line \(line)\(column.map { ", column \($0)" } ?? ""): \(message)" }
}
