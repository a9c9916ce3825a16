/// The bound of each text that a program gives a view controller: titles, badges, images, identifiers, bar buttons, alerts.
package enum TextLimit {
    /// The maximum length, in bytes of UTF-8.
    ///
    /// Every front end and every script gets these texts with the object, so they must stay small together: a view
    /// controller has about ten of them. Long texts belong into views, which only those get that show them.
    package static let maximum = 4096
}

extension String {
    /// Returns the longest beginning of at most `count` bytes of UTF-8 that ends between two characters. A character that
    /// is longer itself is cut between two scalars.
    package func prefix(ofBytes count: Int) -> String {
        guard utf8.count > count else { return self }
        var (size, end) = (0, startIndex)
        while end < endIndex, size + self[end].utf8.count <= count {
            size += self[end].utf8.count
            end = index(after: end)
        }
        guard end == startIndex else { return String(self[..<end]) }
        while end < endIndex, size + UTF8.width(unicodeScalars[end]) <= count {
            size += UTF8.width(unicodeScalars[end])
            end = unicodeScalars.index(after: end)
        }
        return String(unicodeScalars[..<end])
    }
}
