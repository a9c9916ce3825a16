import CMessageDigest
import TabInterface

extension ImageName {
    /// Returns the name of the image with this encoded data.
    static func name(of data: [UInt8]) -> String {
        // The text ends with a NUL.
        var digest = [CChar](repeating: 0, count: Int(sha256_text_length))
        data.withUnsafeBufferPointer { data in
            var context = SHA2_CTX()
            SHA256Init(&context)
            if let start = data.baseAddress { SHA256Update(&context, start, data.count) }
            _ = SHA256End(&context, &digest)
        }
        return prefix + String(decoding: digest.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
