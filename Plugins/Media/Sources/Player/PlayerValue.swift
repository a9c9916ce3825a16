/// A value that a player has sent, as far as this plugin reads it.
enum PlayerValue: Equatable, Sendable {
    case bool(Bool)
    /// A number of any integer type. Unsigned numbers above the maximum become the maximum.
    case integer(Int64)
    case number(Double)
    /// A string, or an object path.
    case text(String)
    case texts([String])
    case entries([String: PlayerValue])

    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    var text: String? { if case .text(let value) = self { value } else { nil } }

    var entries: [String: PlayerValue]? { if case .entries(let value) = self { value } else { nil } }

    /// The text, or the texts of a list. Some players send a text where the specification has a list.
    var texts: [String]? {
        switch self {
        case .text(let text): [text]
        case .texts(let texts): texts
        default: nil
        }
    }

    /// A finite number of any type.
    var number: Double? {
        switch self {
        case .number(let value): value.isFinite ? value : nil
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// A time in microseconds of any numeric type; nil if it is negative. More than the maximum becomes the maximum.
    var microseconds: Int64? {
        guard let number, number >= 0 else { return nil }
        return Int64(min(number, Double(PlayerValue.maximumTime)))
    }

    /// 1000 hours, in microseconds.
    static let maximumTime: Int64 = 3_600_000_000_000
}

/// Returns a text of a player as one line of limited length. Control characters become blanks, and marks that change the
/// direction of other texts are removed.
func line(_ text: String, maximum: Int = 200) -> String {
    var scalars = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
        guard count < maximum else {
            scalars.append("…")
            break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
            guard let last = scalars.last, last != " " else { continue }
            scalars.append(" ")
        case _ where ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar): continue
        default: scalars.append(scalar)
        }
        count += 1
    }
    if scalars.last == " " { scalars.removeLast() }
    return String(scalars)
}
