import TOML
import TestSupport

/// Depth, speed, and documents that end too early.
@Suite struct DepthTests {
    private static let many = 50_000

    private static let monsters: [(what: String, text: String)] = [
        ("a dotted key", Array(repeating: "a", count: many).joined(separator: ".") + " = 1"),
        ("a header", "[" + Array(repeating: "a", count: many).joined(separator: ".") + "]"),
        ("the header of an array", "[[" + Array(repeating: "'.'", count: many).joined(separator: " . ") + "]]"),
        ("arrays", "a = " + String(repeating: "[", count: many)),
        ("arrays that end", "a = " + String(repeating: "[", count: many) + String(repeating: "]", count: many)),
        ("inline tables", "a = " + String(repeating: "{a=", count: many)),
        ("arrays of tables", "a = " + String(repeating: "[{a=", count: many)),
        ("keys in inline tables", "a = {" + Array(repeating: "b", count: many).joined(separator: ".") + "=1}"),
    ]

    private static let tooDeep = "too many levels of keys, tables and arrays; the limit is 32"

    private static func line(_ text: String) -> Int? { TOMLReader.error(in: text)?.position.line }

    @Test func `too many levels are reported with their line`() {
        for (what, text) in Self.monsters {
            let mistake = TOMLReader.error(in: "# one\n" + text)
            #expect(mistake?.position.line == 2 && mistake?.message == Self.tooDeep, "\(what)")
        }
    }

    @Test(
        arguments: ["[", "[[", "[ ", "[[ "],
        ["=", "#", "\n", "\r\n", ".a]", ",", "{", "\u{a0}a]", "[[a]", "[ [a]", "]", ""])
    func `a header without a key is reported`(start: String, rest: String) {
        #expect(Self.line("\n" + start + rest) == 2)
    }

    @Test(arguments: [
        "a = 1979-05-27T", "a = 1979-05-27Tx:", "a = 1979-05-27t_7:32:00-", "a = [1979-05-27T:]", "a = 1979-05-27 1\n",
        "a = 1979-05-27 1,", "a = 1979-05-2_7 1#", "a = 197é-05-27 1\u{a0}", "a = [}", "a = [1, }",
    ])
    func `a value that ends too early is reported`(text: String) {
        #expect(Self.line("\n" + text) == 2)
    }

    @Test func `32 levels are allowed, and 33 are not`() {
        func dotted(_ count: Int) -> String { Array(repeating: "a", count: count).joined(separator: ".") }
        func arrays(_ count: Int) -> String {
            String(repeating: "[", count: count) + "1.5" + String(repeating: "]", count: count)
        }
        let documents: [(Int) -> String] = [
            { dotted($0) + " = 1.5" }, { "[\(dotted($0))]\n" }, { "[\(dotted($0 - 1))]\nb = 0.5" },
            { "a = " + arrays($0 - 1) }, { "[\(dotted(3))]\nb.c = " + arrays($0 - 5) },
            { "[\(dotted($0 - 4))]\nb.c = { d.e = 1.5 }" }, { "b.c = [{ \(dotted($0 - 3)) = 1.5 }]" },
        ]
        for document in documents {
            #expect(Self.line(document(32)) == nil, "\(document(32))")
            #expect(Self.line(document(33)) != nil, "\(document(33))")
        }
    }

    @Test func `the depth of random documents is computed correctly`() {
        var deep = 0
        for seed in 0..<1000 {
            let document = RandomTOML(Numbers(state: UInt64(seed)))
            let line = document.depths.firstIndex { $0 > TOMLReader.maximumDepth }.map { $0 + 1 }
            #expect(Self.line(document.text) == line, "seed \(seed):\n\(document.text)")
            if line != nil { deep += 1 }
        }
        #expect((100...900).contains(deep), "\(deep) of them are too deep")
    }

    @Test func `a document that is cut off anywhere is an error`() {
        for seed in Stress.rounds(100, long: 5000) {
            var numbers = Numbers(state: seed)
            let bytes = Array(RandomTOML(numbers).text.utf8)
            for _ in 0..<20 where !bytes.isEmpty {
                var broken = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &numbers)))
                for _ in 0..<3 {
                    guard let place = broken.indices.randomElement(using: &numbers) else { break }
                    broken[place] =
                        Array("[]{}=.,\"'#\\\n\r 019-+:TtZeExobpinf_é".utf8).randomElement(using: &numbers) ?? 0
                }
                _ = TOMLReader.error(in: String(decoding: broken, as: UTF8.self))
            }
        }
    }

    /// The CPU time of this thread in seconds, independent of the load.
    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }

    @Test func `the largest documents are read within seconds`() {
        let size = 512 << 10
        func filled(_ line: (Int) -> String) -> String {
            var text = ""
            var number = 0
            while text.utf8.count < size - 200 {
                text += line(number)
                number += 1
            }
            return text
        }
        let key = Array(repeating: "k", count: 30).joined(separator: ".")
        let documents = [
            filled { "[a\($0)]\n" }, "[\(key)]\n" + filled { "a\($0)=1\n" }, "a = [" + filled { _ in "[]," } + "]",
            "a = \"\"\"" + filled { _ in "a.b=[[" } + "\"\"\"",
            filled { "[[a\($0 % 20_000)]]\n" }, filled { "[a\($0 % 20_000).b\($0)]\n" },
            filled { "a\($0 % 20_000).b\($0) = 1\n" }, filled { _ in "# [[[[ a.b.c\n" },
            "a = '" + filled { _ in "\"" } + "'", "[[a]]\n" + filled { _ in "[[a]]\n" },
            "a = [" + filled { _ in "1," } + "]", "a = {" + filled { "a\($0)=1," } + "b=1}",
            "a = 0." + filled { _ in "1" },
            "a = " + filled { _ in "1" }, "a = 1" + filled { _ in "_" }, filled { _ in "a" } + "= 1",
            "a = \"" + filled { _ in "\\U0001F600" } + "\"", "a = \"\"\"" + filled { _ in "\\\n \n" } + "\"\"\"",
        ]
        for document in documents {
            let start = Self.processorTime
            _ = TOMLReader.error(in: document)
            let seconds = Self.processorTime - start
            #expect(seconds < 10, "\(document.prefix(50)) took \(seconds) s")
        }
        let large = TOMLReader.error(in: String(repeating: "#", count: size + 1))
        #expect(large?.description == "line 1, column 1: the text has 524289 bytes; the limit is 524288")
    }
}
