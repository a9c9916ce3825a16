import Foundation
import TestSupport

@testable import TabStore

/// The view controllers that are restored, and their marker file.
@Suite struct RestorationMarkersTests {
    private let folder: TemporaryFolder
    private var markers: RestorationMarkers

    init() throws {
        folder = try TemporaryFolder()
        markers = RestorationMarkers(StoreFiles(directory: folder.path))
    }

    @Test mutating func `a view controller survives when the next one begins, and the last one at the end`() {
        let previous = [markers.begin(1), markers.begin(1), markers.begin(2)]
        #expect(previous == [nil, nil, 1])
        #expect(markers.restoring == 2)
        let last = [markers.end(), markers.end()]
        #expect(last == [2, nil])
        #expect(markers.restoring == nil)
    }

    @Test mutating func `only survivors that the database lists are removed from it, and once`() {
        markers.setInterrupted([3])
        markers.noteInterrupted(4)
        var survivals: [Bool] = []
        for number: UInt64 in [3, 4, 5, 3] { survivals.append(markers.noteSurvival(number)) }
        #expect(survivals == [true, true, false, false])
    }

    @Test mutating func `the file has the number until it is removed`() {
        var isWritten = markers.writeFile()
        #expect(isWritten && markers.file.read() == nil)
        _ = markers.begin(7)
        isWritten = markers.writeFile()
        #expect(isWritten)
        #expect(markers.file.read() == 7)
        markers.file.remove()
        #expect(markers.file.read() == nil)
    }

    @Test mutating func `a closed file is written again in a new directory`() throws {
        _ = markers.begin(7)
        _ = markers.writeFile()
        try FileManager.default.removeItem(atPath: folder.path)
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        markers.file.close()
        let isWritten = markers.writeFile()
        #expect(isWritten)
        #expect(markers.file.read() == 7)
    }
}
