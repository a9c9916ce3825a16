import TestSupport

/// Random mutations of an input, like libFuzzer's.
enum ByteMutation {
    private static let interesting: [UInt8] = [0, 1, 0x1B, 0x20, 0x22, 0x5B, 0x7B, 0x7F, 0x80, 0xC3, 0xFE, 0xFF]

    static func of(_ inputs: [[UInt8]], _ numbers: inout Numbers) -> [UInt8] {
        var bytes = inputs.randomElement(using: &numbers) ?? []
        for _ in 0..<Int.random(in: 1...6, using: &numbers) {
            let place = Int.random(in: 0...bytes.count, using: &numbers)
            let end = min(bytes.count, place + .random(in: 1...8, using: &numbers))
            switch Int.random(in: 0..<6, using: &numbers) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(.random(in: 0...255, using: &numbers), at: place)
            case 2: bytes.insert(interesting.randomElement(using: &numbers) ?? 0, at: place)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: .random(in: 0...bytes.count, using: &numbers))
            case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            default:
                let other = inputs.randomElement(using: &numbers) ?? []
                bytes = bytes.prefix(place) + other.suffix(.random(in: 0...other.count, using: &numbers))
            }
        }
        return bytes
    }
}
