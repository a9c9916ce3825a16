import TestSupport

/// Damage to the files of a store, as a bad disk or a bad program does it.
enum Mutation {
    case truncation(Int)
    case zeros(Range<Int>)
    case flips([Int])
    case logTruncation(Int)
    case logZeros(Range<Int>)
    case logFlips([Int])

    /// Does it.
    init(of file: inout [UInt8], _ log: inout [UInt8], _ numbers: inout Numbers) {
        let isOfLog = !log.isEmpty && Bool.random(using: &numbers)
        var bytes = isOfLog ? log : file
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0:
            bytes.removeLast(.random(in: 1...bytes.count, using: &numbers))
            self = isOfLog ? .logTruncation(bytes.count) : .truncation(bytes.count)
        case 1:
            let start = Int.random(in: 0..<bytes.count, using: &numbers)
            let range = start..<min(bytes.count, start + .random(in: 1...8192, using: &numbers))
            bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
            self = isOfLog ? .logZeros(range) : .zeros(range)
        default:
            let bits = (0..<Int.random(in: 1...20, using: &numbers)).map { _ in
                Int.random(in: 0..<bytes.count * 8, using: &numbers)
            }
            for bit in bits { bytes[bit / 8] ^= 1 << (bit % 8) }
            self = isOfLog ? .logFlips(bits) : .flips(bits)
        }
        if isOfLog { log = bytes } else { file = bytes }
    }
}
