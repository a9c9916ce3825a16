internal import Testing

@testable import TerminalUI

@Suite struct BidirectionalTextTests {
    /// Capital letters represent Hebrew letters, as in the examples of UAX #9.
    private func hebrew(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isCapital = ("A"..."Z").contains(scalar)
            let letter = isCapital ? Unicode.Scalar(0x5D0 + scalar.value - 0x41) : nil
            result.unicodeScalars.append(letter ?? scalar)
        }
        return result
    }

    @Test(arguments: [
        ("", ""), ("car means voiture", "car means voiture"), ("世界 – 12", "世界 – 12"),
        // UAX #9, the examples of L2.
        ("car means CAR.", "car means RAC."), ("CAR MEANS car.", ".car SNAEM RAC"),
        ("he said \"CAR MEANS car.\"", "he said \"SNAEM RAC car.\""),
        // Numbers keep their order, with separators (W4), terminators (W5) and alone.
        ("AB 123 CD", "DC 123 BA"), ("A 1,234.5", "1,234.5 A"), ("A 1+2", "1+2 A"), ("A $5 5%", "5% $5 A"),
        ("A 1++2", "2++1 A"), ("A 10-20", "10-20 A"), ("price A 5 b", "price 5 A b"), ("12 AB", "BA 12"),
        // Words of the opposite direction.
        ("AB cd ef GH", "HG cd ef BA"), ("see AB CD now", "see DC BA now"), ("AB cd 12 EF", "FE cd 12 BA"),
        ("A-B, c", "c ,B-A"),
        // N0: pairs of brackets, which are mirrored in right-to-left text (L4).
        ("AB (CD) EF", "FE (DC) BA"), ("AB (cd) EF", "FE (cd) BA"), ("a (BC) d", "a (CB) d"),
        ("ab (CD[&ef]!) gh", "ab (DC[&ef]!) gh"), ("smith (fabrikam ARABIC) HEBREW", "smith (fabrikam CIBARA) WERBEH"),
        ("ARABIC book(s)", "book(s) CIBARA"), ("A(b", "b)A"), ("A<B «C»", "«C» B>A"), ("A ≤ B", "B ≥ A"),
    ])
    func `text is in visual order`(logical: String, visual: String) {
        #expect(BidirectionalText.visualOrder(hebrew(logical)) == hebrew(visual))
        let characters = Array(hebrew(logical))
        let order = BidirectionalText.visualOrder(of: characters)
        #expect(order.map(\.text).joined() == hebrew(visual))
        #expect(order.map(\.index) == BidirectionalText.visualIndices(of: characters))
    }

    @Test(arguments: [
        // European numbers after Arabic letters are Arabic numbers (W2), which a plus does not join.
        ("\u{627} 1+2", "2+1 \u{627}"), ("\u{627} 1,2", "1,2 \u{627}"), ("\u{661}\u{662}", "\u{661}\u{662}"),
        ("a \u{661}/\u{662}", "a \u{661}/\u{662}"), ("a \u{661}+\u{662}", "a \u{662}+\u{661}"),
        // Letters of two code units in UTF-16.
        ("\u{10800}\u{10801}", "\u{10801}\u{10800}"), ("\u{1E900}\u{1E901}b", "b\u{1E901}\u{1E900}"),
        ("\u{FB4A}\u{FEF5}", "\u{FEF5}\u{FB4A}"),
    ])
    func `Arabic and other scripts are in visual order`(logical: String, visual: String) {
        #expect(BidirectionalText.visualOrder(logical) == visual)
    }

    @Test func `marks and the parts of an emoji stay together`() {
        #expect(BidirectionalText.visualOrder("\u{5E9}\u{5C1}\u{5B8}\u{5DC}") == "\u{5DC}\u{5E9}\u{5C1}\u{5B8}")
        #expect(BidirectionalText.visualOrder("\u{5D0}👩‍👩‍👧🇩🇪!") == "!🇩🇪👩‍👩‍👧\u{5D0}")
        // A mirrored bracket keeps its marks.
        #expect(BidirectionalText.visualOrder("\u{5D0}(\u{301}\u{5D1}") == "\u{5D1})\u{301}\u{5D0}")
    }

    @Test func `directional marks count and are dropped`() {
        #expect(BidirectionalText.visualOrder("\u{200F}a!") == "!a")
        #expect(BidirectionalText.visualOrder("\u{200E}\u{5D0}!") == "\u{5D0}!")
        #expect(BidirectionalText.visualOrder("a\u{200E}b") == "ab")
        #expect(BidirectionalText.visualOrder("\u{61C}1+2") == "2+1")
        // Two numbers with a mark between them are not one number.
        #expect(BidirectionalText.visualOrder("2\u{200F}\u{662}") == "\u{662}2")
    }

    @Test(arguments: [
        ("", false), ("abc", false), ("12 – 世", false), ("a \u{5D0}", false), ("\u{5D0} a", true),
        ("12 (\u{627})", true),
        ("\u{200F}abc", true), ("\u{200E}\u{5D0}", false), ("\u{661}", false), ("\u{661}a", false),
    ])
    func `the first strong character determines the direction`(text: String, isRightToLeft: Bool) {
        #expect(BidirectionalText.isRightToLeft(text) == isRightToLeft)
    }

    @Test(arguments: [
        "([", "(b)", "1, ", "a\u{5D0}", "\u{661}+(", "\u{202B}", "\u{2067}", "\0", "\u{200F}", "e\u{301}",
    ])
    func `a long line is fast`(piece: String) {
        let text = "\u{5D0}" + String(repeating: piece, count: 100_000 / piece.utf8.count)
        let duration = ContinuousClock().measure {
            let isDropped = piece == "\u{200F}"
            #expect(BidirectionalText.visualOrder(text).count == (isDropped ? 1 : text.count))
            #expect(BidirectionalText.visualIndices(of: Array(text)).count == text.count)
            #expect(BidirectionalText.isRightToLeft(text))
        }
        #expect(duration < .seconds(20), "\(duration)")
    }

    @Test func `any scalars can be reordered`() {
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...40)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0..<(Bool.random() ? 0x900 : 0x11_0000)))
            }
            let characters = Array(String(String.UnicodeScalarView(scalars)))
            let indices = BidirectionalText.visualIndices(of: characters)
            #expect(indices.sorted() == Array(characters.indices), "\(scalars)")
        }
    }
}
