/// A text that is another one when its bytes are, as whoever wrote it sees it: to Swift all encodings of an "é" are equal.
@propertyWrapper
package struct Text<Content: TextContent>: Hashable, Sendable {
    package var wrappedValue: Content

    package init(wrappedValue: Content) { self.wrappedValue = wrappedValue }
    package init(_ content: Content) { wrappedValue = content }

    package static func == (one: Text, other: Text) -> Bool {
        guard let one = one.wrappedValue.text?.utf8, let other = other.wrappedValue.text?.utf8 else {
            return one.wrappedValue.text == nil && other.wrappedValue.text == nil
        }
        return one.count == other.count && one.elementsEqual(other)
    }

    package func hash(into hasher: inout Hasher) {
        var text = wrappedValue.text
        text?.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(text?.utf8.count)
    }
}

/// What a ``Text`` may hold: a string, or an optional one.
package protocol TextContent: Sendable {
    var text: String? { get }
}

extension String: TextContent {
    package var text: String? { self }
}

extension String?: TextContent {
    package var text: String? { self }
}
