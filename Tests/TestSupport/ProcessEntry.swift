import Foundation

/// A process as `/proc` shows it at this moment.
package struct ProcessEntry: Sendable, Hashable {
    package let id: Int32

    package init(_ id: Int32) { self.id = id }

    /// The fields after the name, which may contain any characters: the state, the parent and others.
    private var fields: [Substring] {
        guard let data = FileManager.default.contents(atPath: "/proc/\(id)/stat") else { return [] }
        let text = String(decoding: data, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: end)...].split(separator: " ")
    }

    /// Whether it runs, sleeps or is stopped.
    package var isAlive: Bool { fields.first.map { !["Z", "X", "x"].contains($0) } ?? false }

    /// Whether it has ended but has not been reaped.
    package var isZombie: Bool { fields.first == "Z" }

    /// Whether it is stopped, as by SIGSTOP.
    package var isStopped: Bool { fields.first == "T" }

    /// Whether it no longer exists.
    package var isGone: Bool { fields.isEmpty }

    package var parent: Int32? {
        let fields = fields
        return fields.count > 1 ? Int32(fields[1]) : nil
    }

    /// The names of its open files, by descriptor.
    package var descriptors: [Int: String] {
        let (files, folder) = (FileManager.default, "/proc/\(id)/fd")
        var found: [Int: String] = [:]
        for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
            guard let number = Int(name) else { continue }
            found[number] = try? files.destinationOfSymbolicLink(atPath: folder + "/" + name)
        }
        return found
    }

    private static var all: [ProcessEntry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.map(ProcessEntry.init)
    }

    /// Its child processes, zombies included.
    package var children: [ProcessEntry] { Self.all.filter { $0.parent == id } }

    /// Its child processes, and theirs.
    package var descendants: [ProcessEntry] {
        let children = Dictionary(grouping: Self.all, by: \.parent)
        var found: [ProcessEntry] = []
        var next = [self]
        while let process = next.popLast() {
            let below = children[process.id] ?? []
            found += below
            next += below
        }
        return found
    }
}
