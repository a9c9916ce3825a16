/// A text that is another one when its bytes are, as whoever wrote it sees it: to Swift all encodings of an "é" are equal.
@propertyWrapper
package struct Text<Content: TextContent>: Hashable, Sendable {
    package var wrappedValue: Content

    package init(wrappedValue: Content) { self.wrappedValue = wrappedValue }
    package init(_ content: Content) { wrappedValue = content }

    package static func == (one: Text, other: Text) -> Bool { one.wrappedValue.hasBytes(of: other.wrappedValue) }

    package func hash(into hasher: inout Hasher) { wrappedValue.hashBytes(into: &hasher) }
}

/// What a ``Text`` may hold.
package protocol TextContent: Sendable {
    func hasBytes(of other: Self) -> Bool
    func hashBytes(into hasher: inout Hasher)
}

extension String: TextContent {
    package func hasBytes(of other: String) -> Bool { utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) }

    package func hashBytes(into hasher: inout Hasher) {
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(utf8.count)
    }
}

extension String?: TextContent {
    package func hasBytes(of other: String?) -> Bool {
        guard let self, let other else { return (self == nil) == (other == nil) }
        return self.hasBytes(of: other)
    }

    package func hashBytes(into hasher: inout Hasher) {
        hasher.combine(self == nil)
        self?.hashBytes(into: &hasher)
    }
}
