import Foundation
import TestSupport

@testable import TabStore

/// The open files, and the checkpoints of their log.
@Suite struct OpenFilesTests {
    private let folder: TemporaryFolder
    private let files: StoreFiles
    private let opened: OpenFiles

    init() throws {
        folder = try TemporaryFolder()
        files = StoreFiles(directory: folder.path)
        let connection = try StoreConnection(files.database)
        try connection.prepare()
        opened = OpenFiles(files, connection) { _ in }
    }

    @Test func `a checkpoint runs until the next write has processed its outcome`() throws {
        #expect(opened.checkpoints.start())
        opened.thread.wait()
        #expect(!opened.checkpoints.start())
        try opened.write { try $0.write(StoreChanges(nextNumber: 5)) }
        #expect(opened.checkpoints.start())
        opened.thread.wait()
    }

    @Test func `an empty log needs no checkpoint`() throws {
        try opened.write { try $0.write(StoreChanges(nextNumber: 5)) }
        #expect(opened.checkpoints.beginEmptyingLog())
        opened.thread.wait()
        #expect(opened.connection.logSize == 0)
        #expect(opened.checkpoints.beginEmptyingLog())
        #expect(opened.checkpoints.start(), "none was started")
        opened.thread.wait()
    }

    @Test func `a removed or replaced file is named`() throws {
        #expect(opened.findLoss() == nil)
        try FileManager.default.moveItem(atPath: files.log, toPath: files.log + "-old")
        #expect(opened.findLoss() == "\(files.log) was removed")
        try FileManager.default.copyItem(atPath: files.log + "-old", toPath: files.log)
        #expect(opened.findLoss() == "\(files.log) was replaced by another file")
    }
}
