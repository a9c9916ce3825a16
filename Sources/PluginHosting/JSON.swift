/// A JSON value that knows its line, read as hostile input: nested at most 16 deep, no key twice, valid UTF-8 only.
struct JSON {
    enum Content {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSON])
        case object([String: JSON])
    }

    /// What is wrong, and where; lines count from 1.
    struct Failure: Error {
        let line: Int
        let message: String
    }

    let line: Int
    let content: Content

    /// Reads a whole document.
    init(_ bytes: [UInt8]) throws(Failure) {
        var parser = JSONParser(bytes)
        self = try parser.document()
    }

    init(line: Int, content: Content) {
        self.line = line
        self.content = content
    }

    /// The name of the value's kind in a message.
    var kind: String {
        switch content {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
