import Foundation

@testable import TabStore

extension FuzzTarget {
    /// The files of a store: the rows found are valid and the same each time, and the files are unchanged.
    static let store = FuzzTarget(name: "store", maximumLength: 16_384) { bytes in
        let image = StoreSketch(bytes)
        let directory = FileManager.default.temporaryDirectory.path + "/tabd-fuzz-\(getpid())-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/tabd.sqlite"
        try Data(image.file).write(to: URL(fileURLWithPath: path))
        if !image.log.isEmpty { try Data(image.log).write(to: URL(fileURLWithPath: path + "-wal")) }
        let (rows, condition) = try read(path)
        let numbers = StoredController.numbers
        for (number, controller) in rows.controllers {
            try Finding.expect(number == controller.number, "\(controller.number) is found as \(number)")
            try Finding.expect(numbers.contains(number), "the number \(number)")
        }
        try Finding.expect(rows.states.keys.allSatisfy(numbers.contains), "a state's number")
        try Finding.expect(rows.nextNumber == rows.safeNextNumber, "the next number is given already")
        let (again, conditionAgain) = try read(path)
        try Finding.expect(
            condition == conditionAgain && again.controllers == rows.controllers && again.states == rows.states
                && again.nextNumber == rows.nextNumber && again.damage == rows.damage,
            "something else is found the second time")
        let left = try Data(contentsOf: URL(fileURLWithPath: path))
        try Finding.expect(left == Data(image.file), "the file has changed")
    }

    private static func read(_ path: String) throws -> (SalvagedRows, StoreInspection.Condition) {
        let inspection = try StoreInspection(path)
        defer { inspection.database?.close() }
        return (SalvagedRows(inspection.database), inspection.condition)
    }
}
