import Testing

@testable import TOML

/// Positions of values and errors, and the error messages.
@Suite struct MessageTests {
    private static let value =
        "expected a string in quotes, a number, a date, true, false, an array or an inline table"

    private static let number =
        "number or date; expected for example 64, 0.5 or 1979-05-27T07:32:00Z; integers have at most 64 bits"

    @Test(arguments: [
        ("é = 1", 1, 1, "expected a key of letters, digits, - and _, or in quotes, found 'é'"),
        ("\n'é' 1", 2, 5, "expected = after the key, found '1'"),
        ("a =", 1, 4, "\(value), found the end of the text"),
        ("a = \r\n", 1, 5, "\(value), found the end of the line"),
        ("a = 1\rb = 2", 1, 6, "expected the end of the line, found '\\r'"),
        ("a = yes", 1, 5, "'yes' is not a value; \(value)"),
        ("a = 9223372036854775808", 1, 5, "'9223372036854775808' is not a \(number)"),
        ("a = 2026-02-29", 1, 5, "'2026-02-29' is not a \(number)"),
        ("a = [1 2]", 1, 8, "expected , or ] after a value of an array, found '2'"),
        ("a = [1, }", 1, 9, "\(value), found '}'"),
        ("a = {b = 1\n}", 1, 11, "expected , or } after a value of an inline table, found the end of the line"),
        ("[a", 1, 3, "expected ] after the table name, found the end of the text"),
        ("[[a]", 1, 5, "expected ]] after the table name, found the end of the text"),
        ("a = 'b", 1, 5, "unterminated string; expected '"),
        ("a = \"\"\"b\n\"", 1, 5, "unterminated string; expected \"\"\""),
        (
            "a = \"\\uD800\"", 1, 6,
            "'D800' is not a character; expected 4 hexadecimal digits of a code point other than a surrogate"
        ),
        ("a = \"\\e\"", 1, 7, "expected one of b t n f r \" \\ uXXXX UXXXXXXXX after a backslash, found 'e'"),
        (
            "a = 'é\u{1}'", 1, 7,
            "expected no control characters in a string; "
                + "use \\u and four digits in \"…\", found '\\u{01}'"
        ),
        ("# \u{0}", 1, 3, "expected no control characters in a comment, found '\\0'"),
        ("a = 1\na = 2", 2, 1, "'a' is already an integer, defined in line 1"),
        ("[a.b]\n[a]\n[a.b]", 3, 4, "'b' is already a table, defined in line 1"),
    ])
    func `an error has its position`(text: String, line: Int, column: Int, expected: String) {
        #expect(TOMLReader.error(in: text)?.description == "line \(line), column \(column): \(expected)")
    }

    @Test func `invalid UTF-8 is reported with its position`() {
        #expect(throws: TOMLError.self) { try TOMLReader.read([0xFF]) }
        do throws(TOMLError) {
            _ = try TOMLReader.read(Array("a = 1\n# é".utf8) + [0xC3])
            Issue.record("the bytes are read")
        } catch {
            #expect(error.description == "line 2, column 4: invalid UTF-8")
        }
    }

    @Test func `keys and values have positions`() throws {
        let table = try TOMLReader.read("'é'.b = 1\n\n  [c]\nd = [ 'é', { e = 2 } ]\n[[f]]\n[[f]]")
        #expect(table.keys.map(\.name) == ["é", "c", "f"])
        #expect(table.keys.map(\.position.line) == [1, 3, 5])
        #expect(table["é"]?.table?["b"]?.position == TOMLPosition(line: 1, column: 9))
        #expect(table["c"]?.position == TOMLPosition(line: 3, column: 3))
        let elements = try #require(table["c"]?.table?["d"]?.array)
        #expect(elements.map(\.position) == [TOMLPosition(line: 4, column: 7), TOMLPosition(line: 4, column: 12)])
        #expect(elements.last?.table?["e"]?.position == TOMLPosition(line: 4, column: 18))
        #expect(table["f"]?.array?.map(\.position.line) == [5, 6])
    }
}

extension TOMLReader {
    /// Returns the error of a document; nil if it is valid.
    static func error(in text: String) -> TOMLError? {
        do throws(TOMLError) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }
}
