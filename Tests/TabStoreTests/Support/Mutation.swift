import TestSupport

/// Random damage to the files of a store, as by a broken disk, a faulty program or a user.
struct Mutation: CustomStringConvertible {
    /// The size of a page of the file, and of a frame of the log.
    private static let pageSize = 4096
    private static let foreign = Array("This is something else. ".utf8)

    private(set) var description = ""
    /// The ranges of changed or removed bytes.
    private(set) var touched: [StoreImage.Part: [Range<Int>]] = [:]

    /// Damages an image in up to three ways, usually in one.
    init(of image: inout StoreImage, _ numbers: inout Numbers) {
        let count = [1, 1, 1, 2, 3].randomElement(using: &numbers) ?? 1
        for _ in 0..<count { mutate(&image, &numbers) }
    }

    private mutating func mutate(_ image: inout StoreImage, _ numbers: inout Numbers) {
        let parts: [StoreImage.Part] = [.file, .file, .file, .file, .log, .log, .log, .log, .index]
        let part = parts.filter { !image[$0].isEmpty }.randomElement(using: &numbers)
        guard let part else { return }
        var bytes = image[part]
        let start = Int.random(in: 0..<bytes.count, using: &numbers)
        let range = start..<min(bytes.count, start + .random(in: 1...2 * Self.pageSize, using: &numbers))
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0, 1:
            note(part, "ends at \(start)", start..<bytes.count)
            bytes.removeLast(bytes.count - start)
        case 2:
            note(part, "zeros \(range)", range)
            bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
        case 3:
            let page = block(start, of: part, bytes.count)
            note(part, "zero page \(page)", page)
            bytes.replaceSubrange(page, with: repeatElement(0, count: page.count))
        case 4:
            note(part, "something else at \(range)", range)
            for offset in range { bytes[offset] = Self.foreign[offset % Self.foreign.count] }
        case 5 where Int.random(in: 0..<4, using: &numbers) == 0:
            note(part, "something else", 0..<Int.max)
            bytes = (0..<range.count).map { Self.foreign[$0 % Self.foreign.count] }
        case 5, 6:
            let (one, other) = (
                block(start, of: part, bytes.count),
                block(.random(in: 0..<bytes.count, using: &numbers), of: part, bytes.count)
            )
            guard one != other, one.count == other.count else { return }
            note(part, "\(one) and \(other) swapped", one)
            note(part, "", other)
            let content = Array(bytes[one])
            bytes.replaceSubrange(one, with: Array(bytes[other]))
            bytes.replaceSubrange(other, with: content)
        case 7:
            for _ in 0..<Int.random(in: 1...20, using: &numbers) {
                let offset = Int.random(in: 0..<bytes.count, using: &numbers)
                bytes[offset] = .random(in: 0...255, using: &numbers)
                note(part, "byte \(offset)", offset..<offset + 1)
            }
        default:
            for _ in 0..<Int.random(in: 1...20, using: &numbers) {
                let bit = Int.random(in: 0..<bytes.count * 8, using: &numbers)
                bytes[bit / 8] ^= 1 << (bit % 8)
                note(part, "bit \(bit)", bit / 8..<bit / 8 + 1)
            }
        }
        image[part] = bytes
    }

    private mutating func note(_ part: StoreImage.Part, _ what: String, _ range: Range<Int>) {
        if !what.isEmpty { description += (description.isEmpty ? "" : ", ") + "\(part.rawValue): \(what)" }
        touched[part, default: []].append(range)
    }

    /// Returns the page or the frame around an offset.
    private func block(_ offset: Int, of part: StoreImage.Part, _ count: Int) -> Range<Int> {
        let (head, size) = part == .log ? (32, Self.pageSize + 24) : (0, Self.pageSize)
        let start = offset < head ? 0 : head + (offset - head) / size * size
        return start..<min(count, start + size)
    }
}
