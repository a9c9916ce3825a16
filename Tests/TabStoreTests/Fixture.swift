import Foundation
import Testing

/// Real files, as versions of the program have written them.
enum Fixture {
    static func bytes(_ name: String) throws -> [UInt8] {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/" + name, withExtension: nil))
        return try [UInt8](Data(contentsOf: url))
    }
}
