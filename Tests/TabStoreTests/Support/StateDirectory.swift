import Dispatch
import Foundation
import TestSupport

@testable import TabStore

/// A temporary state directory, created by the store and removed with this object.
final class StateDirectory {
    private let folder: TemporaryFolder
    var parent: String { folder.path }
    var path: String { parent + "/tabd" }
    var file: String { path + "/tabd.sqlite" }
    var log: String { file + "-wal" }

    init() throws { folder = try TemporaryFolder() }

    /// Creates a directory with files.
    convenience init(file: [UInt8], log: [UInt8] = []) throws {
        try self.init()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Self.write(file, to: self.file)
        if !log.isEmpty { try Self.write(log, to: self.log) }
    }

    /// Creates a directory with the files of an image.
    convenience init(_ image: StoreImage) throws {
        try self.init(file: image.file, log: image.log)
        if !image.index.isEmpty { try Self.write(image.index, to: file + "-shm") }
    }

    /// Opens its store as the daemon does.
    func open() -> (store: Store, contents: StoreContents) {
        let store = Store(directory: path)
        return (store, store.load())
    }

    /// Opens its store, writes changes and closes it.
    func save(_ changes: StoreChanges) {
        let store = Store(directory: path)
        store.commit(changes)
        store.close(within: Int(TestTimeout.milliseconds))
    }

    /// Closes a store, and opens it as the next daemon does.
    func reopen(_ store: Store) -> (store: Store, contents: StoreContents) {
        store.close(within: Int(TestTimeout.milliseconds))
        return open()
    }

    /// The current contents of its files.
    var image: StoreImage {
        get throws {
            let files = FileManager.default
            return StoreImage(
                file: try Self.read(file), log: files.fileExists(atPath: log) ? try Self.read(log) : [],
                index: files.fileExists(atPath: file + "-shm") ? try Self.read(file + "-shm") : [])
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
    }

    static func read(_ path: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) }

    /// Returns the rows of a database, each as SQL text.
    static func rows(_ path: String) throws -> [[UInt8]?] {
        let database = try Database(path)
        return try [("view_controller", StoredController.columns), ("restorable_state", "number, type, content")]
            .flatMap { table, columns in
                let values = columns.split(separator: ",").map { "quote(\($0))" }.joined(separator: " || ',' || ")
                return try database.rows("SELECT CAST(\(values) AS BLOB) FROM \(table) ORDER BY number") { $0.blob(0) }
            }
    }

    /// The names of its files, without SQLite's index of the log and backups.
    var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: path).filter { name in
                !name.hasSuffix("-shm") && !name.contains("backup")
            }.sorted()
        }
    }

    /// The permissions of a path.
    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }
}

extension Store {
    /// Waits for the checkpoint of the start; writes during it could be its own. No other one is due before the end.
    func waitForCheckpoint() {
        let isDone = DispatchSemaphore(value: 0)
        whenCommitted { isDone.signal() }
        isDone.wait()
    }
}

extension StoreCondition {
    /// The reason why nothing is saved; nil while the state is saved.
    var reason: String? {
        if case .unsaved(let reason) = self { reason } else { nil }
    }
}

/// Files that older versions of the program have written.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil))
        return try [UInt8](Data(contentsOf: url))
    }
}

/// Simulates a full disk, also for root: limits the size of this process's files. For tests with
/// `.ownProcess`.
enum FileSizeLimit {
    static func set(_ bytes: rlim_t) {
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: bytes, rlim_max: rlim_t.max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    static func lift() { set(rlim_t.max) }
}
