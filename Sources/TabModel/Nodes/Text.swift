/// A text that is compared by its bytes. Swift compares strings by their characters, so that two encodings of "é" are
/// equal.
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

/// The content of a ``Text``: a string or an optional string.
package protocol TextContent: Sendable {
    var text: String? { get }
}

extension String: TextContent {
    package var text: String? { self }
}

extension String?: TextContent {
    package var text: String? { self }
}
