@testable import TabStore

extension FuzzTarget {
    /// The files of a store: whatever is in them, what is found is in the bounds of what a store may have, and the same
    /// each time.
    static let store = FuzzTarget(name: "store", maximumLength: 16_384) { bytes in
        let image = StoreSketch(bytes)
        let look = StoreLook(PageFile(file: image.file, log: image.log))
        let remains = Remains(of: look)
        let numbers = StoredController.numbers
        for (number, controller) in remains.controllers {
            try Finding.expect(number == controller.number, "\(controller.number) is found as \(number)")
            try Finding.expect(numbers.contains(number), "the number \(number)")
            let size = image.file.count + image.log.count
            try Finding.expect(
                controller.arguments.count + controller.properties.count <= size, "a row is larger than the files")
        }
        try Finding.expect(remains.states.keys.allSatisfy(numbers.contains), "a state's number")
        try Finding.expect(remains.safeNextNumber > remains.lastNumber, "the next number is given already")
        let again = Remains(of: StoreLook(PageFile(file: image.file, log: image.log)))
        try Finding.expect(
            again.controllers == remains.controllers && again.states == remains.states
                && again.nextNumber == remains.nextNumber && again.damage == remains.damage,
            "something else is found the second time")
    }
}
