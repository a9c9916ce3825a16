import TestSupport

/// Attributes of texts, links, tables without rows, and charts with several series.
@EventLoop @Suite(.localDaemon) struct RichViewTests {
    private let stage: ViewStage

    init() async throws { stage = try await ViewStage() }

    private func refusal(_ className: String, _ properties: [String: Variant]) async -> String {
        await complaint { try await stage.update([.view(2, className, with: properties)]) }
    }

    private func label(_ text: String, _ attributes: TextAttribute...) -> [String: Variant] {
        ["Text": .string(text), "TextAttributes": attributes.variant]
    }

    // MARK: Texts

    @Test(.rules("S-241")) func `attributes within the text reach other clients as they are`() async throws {
        // Five Unicode scalars, four characters, eight bytes.
        let text = "ae\u{301}世b"
        let attributes = [
            TextAttribute(0..<5, .bold), TextAttribute(1..<3, .italic, .bool(false)), TextAttribute(5..<5, .underline),
            TextAttribute(3..<4, .link, .string("https://example.org/?a=b#c")),
            TextAttribute(4..<5, .color, .string("systemRed")), TextAttribute(0..<1, .color, .string("")),
        ]
        let properties: [String: Variant] = [
            "Text": .string(text), "TextAttributes": attributes.variant, "Weight": .string("medium"),
            "Link": .string("mailto:ada@example.org"),
        ]
        try await stage.update([.view(2, "Label", with: properties)])
        #expect(try await stage.view().views.last?.properties == properties)
        // An empty list is the default.
        try await stage.update([.view(2, "Label", with: ["TextAttributes": [TextAttribute]().variant])])
        #expect(try await stage.view().views.last?.properties == [:])
    }

    @Test(.rules("S-241")) func `an attribute beyond the text is refused with its range`() async {
        #expect(
            await refusal("Label", label("ae\u{301}", TextAttribute(0..<3, .bold), TextAttribute(2..<4, .code)))
                == "OutOfRange: attribute 1 of TextAttributes of view 2, code, has the range 2 + 2; "
                + "the text has 3 Unicode scalars")
        let last = TextAttribute(start: .max, length: .max, name: "bold", value: .bool(true))
        #expect(await refusal("Label", label("abc", last)).hasPrefix("OutOfRange: attribute 0"))
        // A shorter text does not keep the attributes of the longer one.
        #expect(await refusal("Label", label("abc", TextAttribute(0..<3, .bold))) == "none")
        #expect(await refusal("Label", label("ab", TextAttribute(0..<3, .bold))).hasPrefix("OutOfRange"))
    }

    @Test(.rules("S-241")) func `an attribute with a wrong name, type or value is refused`() async {
        func refused(_ name: String, _ value: Variant) async -> String {
            await refusal("Label", label("abc", TextAttribute(start: 0, length: 1, name: name, value: value)))
        }
        let name = "TextAttributes of view 2, attribute 0"
        #expect(
            await refused("blink", .bool(true))
                == "InvalidArgument: \(name) is 'blink'; expected one of bold, italic, underline, strikethrough, code, "
                + "link, color")
        #expect(
            await refused("bold", .string("yes"))
                == "InvalidArgs: the value of \(name), bold, has type 's', expected 'b'")
        #expect(await refused("color", .string("mauve")).contains("'mauve' is not a colour"))
        #expect(await refused("link", .string("file:///etc/passwd")).contains("is not a link"))
        #expect(await refused("link", .bool(true)).hasPrefix("InvalidArgs"))
    }

    @Test(.rules("S-241")) func `a text has at most 1,000 attributes`() async {
        let most = [TextAttribute](repeating: TextAttribute(0..<1, .bold), count: TextAttribute.maximumCount)
        #expect(await refusal("Label", ["Text": .string("a"), "TextAttributes": most.variant]) == "none")
        let more = most + [TextAttribute(0..<1, .bold)]
        #expect(
            await refusal("Label", ["Text": .string("a"), "TextAttributes": more.variant])
                == "LimitsExceeded: TextAttributes of view 2 has 1001 attributes: at most 1000 are allowed")
    }

    @Test(
        .rules("S-241"),
        arguments: [
            ("https://example.org", "none"), ("HTTP://example.org:80/a%20b?c=d&e#f", "none"),
            // An `@` after the host belongs to the path.
            ("https://a/@b", "none"), ("https://a?b@c", "none"), ("https://a#b@c", "none"),
            ("https://bank.example@evil.example", "InvalidArgument"), ("https://a:b@c/", "InvalidArgument"),
            ("https://@a", "InvalidArgument"), ("https://:80", "InvalidArgument"),
            ("http://[::1]/", "InvalidArgument"), ("http://a/[b]", "InvalidArgument"),
            ("http://a]", "InvalidArgument"), ("mailto:a@[::1]", "InvalidArgument"),
            ("mailto:a@b?subject=c&Body=d%26e&CC=f&bcc=g&to=h", "none"), ("mailto:?subject=a", "none"),
            ("mailto:a@b?attach=/etc/passwd", "InvalidArgument"),
            ("mailto:a@b?subject=c&Attach=/d", "InvalidArgument"),
            ("mailto:a@b?%61ttach=/c", "InvalidArgument"), ("mailto:a@b&attach=/c", "InvalidArgument"),
            ("mailto:a@b?subject=c?attach=/d", "InvalidArgument"), ("mailto:a@b?", "InvalidArgument"),
            ("mailto:ada@example.org", "none"), ("", "none"), ("https://", "InvalidArgument"),
            ("https:///path", "InvalidArgument"), ("https:example.org", "InvalidArgument"),
            ("mailto:", "InvalidArgument"), ("javascript:alert(1)", "InvalidArgument"),
            ("file:///x", "InvalidArgument"),
            ("example.org", "InvalidArgument"), ("//example.org", "InvalidArgument"), (" https://a", "InvalidArgument"),
            ("https://a b", "InvalidArgument"), ("https://ü.example", "InvalidArgument"),
            ("https://a/\u{1B}\\", "InvalidArgument"), ("https://a/\n", "InvalidArgument"),
            ("https://a/\"<b>", "InvalidArgument"),
            ("https://a/" + String(repeating: "x", count: 2038), "none"),
            ("https://a/" + String(repeating: "x", count: 2039), "LimitsExceeded"),
        ])
    func `a link is an absolute URI of the web or of mail`(uri: String, result: String) async {
        #expect(await failure { try await stage.update([.view(2, "Label", with: ["Link": .string(uri)])]) } == result)
    }

    @Test(.rules("S-241")) func `the refusal of a link names it and what is allowed`() async {
        #expect(
            await refusal("Label", ["Link": .string("https://a@b")]).hasSuffix(
                "'https://a@b' is not a link; expected an absolute URI of the schemes https, http, mailto, "
                    + "without a user name and brackets, with percent-encoding for all but ASCII"))
        #expect(
            await refusal("Label", ["Link": .string("mailto:a?attach=/b")]).hasSuffix(
                "'attach' is not a field of a mailto link; expected one of subject, body, cc, bcc, to"))
    }

    /// The traits of each Unicode scalar: all attributes in order.
    private func model(_ attributes: [TextAttribute], count: Int) -> [TextTraits] {
        (0..<count).map { place in
            var traits = TextTraits()
            for attribute in attributes where attribute.range.contains(place) {
                switch (attribute.name, attribute.value) {
                case ("bold", .bool(let flag)): traits.isBold = flag
                case ("italic", .bool(let flag)): traits.isItalic = flag
                case ("underline", .bool(let flag)): traits.isUnderlined = flag
                case ("strikethrough", .bool(let flag)): traits.isStruckThrough = flag
                case ("code", .bool(let flag)): traits.isCode = flag
                case ("link", .string(let uri)): traits.link = uri.hasPrefix("https:") ? uri : nil
                case ("color", .string(let name)): traits.color = name.isEmpty ? nil : name
                default: break
                }
            }
            return traits
        }
    }

    @Test(.rules("S-241"), arguments: 0..<200)
    func `the parts of a text have the traits of a model`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        let texts = ["", "https://a", "https://b", "javascript:x", "systemRed"]
        let count = Int.random(in: 0...40, using: &numbers)
        let attributes = (0..<Int.random(in: 0...60, using: &numbers)).map { _ in
            let start = UInt32.random(in: 0...45, using: &numbers)
            let name = (TextAttribute.Name.allCases.map(\.rawValue) + ["blink"]).randomElement(using: &numbers)
            // One in four values of another type than the name demands, as another machine's daemon may send.
            let isText = (name == "link" || name == "color") != (Int.random(in: 0..<4, using: &numbers) == 0)
            let value: Variant =
                isText
                ? .string(texts.randomElement(using: &numbers) ?? "") : .bool(Bool.random(using: &numbers))
            return TextAttribute(
                start: start, length: UInt32.random(in: 0...30, using: &numbers), name: name ?? "", value: value)
        }
        let link = TextAttribute(0..<count, .link, .string("https://all"))
        let runs = ViewEntry.view(
            2, "Label",
            with: [
                "Text": .string(String(repeating: "x", count: count)), "Link": link.value,
                "TextAttributes": attributes.variant,
            ]
        ).textRuns
        var traits = [TextTraits](repeating: TextTraits(), count: count)
        var end = 0
        for run in runs {
            #expect(run.range.lowerBound >= end && !run.range.isEmpty)
            end = run.range.upperBound
            for place in run.range { traits[place] = run.traits }
        }
        #expect(traits == model([link] + attributes, count: count))
    }

    @Test(.rules("S-241")) func `1,000 nested links have at most 2,001 parts`() {
        let path = String(repeating: "x", count: 1880)
        let attributes = (0..<1000).map {
            TextAttribute($0..<(2100 - $0), .link, .string("https://a/\(path)\($0)"))
        }
        let runs = ViewEntry.view(
            2, "Label",
            with: ["Text": .string(String(repeating: "x", count: 2100)), "TextAttributes": attributes.variant]
        ).textRuns
        #expect(
            runs.map(\.range)
                == (0..<999).map { $0..<($0 + 1) } + [999..<1101] + (1101..<2100).map { $0..<($0 + 1) })
        let order = Array(0..<1000) + (0..<999).reversed()
        #expect(runs.map(\.traits.link) == order.map { "https://a/\(path)\($0)" })
    }

    @Test(.rules("S-241")) func `of attributes that overlap the later one wins`() {
        let label = ViewEntry.view(
            2, "Label",
            with: [
                "Text": .string("abcdef"), "Link": .string("https://example.org/all"),
                "TextAttributes": [
                    TextAttribute(1..<5, .bold), TextAttribute(2..<3, .bold, .bool(false)),
                    TextAttribute(4..<6, .link, .string("")), TextAttribute(5..<9, .code),
                    // From another machine's daemon, which may not check it.
                    TextAttribute(0..<6, .link, .string("javascript:x")),
                    TextAttribute(0..<1, .link, .string("https://a")),
                ].variant,
            ])
        var first = TextTraits()
        first.link = "https://a"
        var bold = TextTraits()
        bold.isBold = true
        var light = TextTraits()
        light.isBold = false
        var code = TextTraits()
        code.isCode = true
        #expect(
            label.textRuns == [
                TextRun(range: 0..<1, traits: first), TextRun(range: 1..<2, traits: bold),
                TextRun(range: 2..<3, traits: light), TextRun(range: 3..<4, traits: bold),
                TextRun(range: 4..<5, traits: bold), TextRun(range: 5..<6, traits: code),
            ])
        #expect(ViewEntry.view(2, "Label", with: ["Text": .string("abc")]).textRuns.isEmpty)
    }

    // MARK: Tables and charts

    @Test(.rules("S-242")) func `a table has a style, and texts for the time without rows`() async throws {
        let properties: [String: Variant] = [
            "Style": .string("inset"), "EmptyTitle": .string("No notes"), "EmptyDetail": .string("Add one"),
            "EmptyImage": .string("document-new-symbolic"),
        ]
        try await stage.update([.view(2, "TableView", with: properties)])
        var shown = try #require(try await stage.view().views.last).properties
        // It depends on the bars.
        shown["AdjustedContentInset"] = nil
        #expect(shown == properties)
        #expect(await refusal("TableView", ["Style": .string("grouped")]).hasSuffix("expected one of plain, inset"))
        #expect(await refusal("TableView", ["EmptyImage": .string("a b")]).hasPrefix("InvalidArgument"))
    }

    @Test(.rules("S-243")) func `a chart has series, a unit and labels`() async throws {
        let properties: [String: Variant] = [
            "Series": [
                ChartSeries(name: "In", values: [1, 2.5]), ChartSeries(name: "", values: [], color: "systemRed"),
            ].variant, "Unit": .string("kB/s"), "AxisLabels": ["10:00", "10:05"].variant,
        ]
        try await stage.update([.view(2, "Chart", with: properties)])
        #expect(try await stage.view().views.last?.properties == properties)
    }

    @Test(.rules("S-243")) func `series beyond a limit, and wrong values, are refused`() async {
        func refused(_ series: [ChartSeries]) async -> String { await refusal("Chart", ["Series": series.variant]) }
        let one = ChartSeries(values: [1])
        #expect(await refused([ChartSeries](repeating: one, count: 16)) == "none")
        #expect(
            await refused([ChartSeries](repeating: one, count: 17))
                == "LimitsExceeded: Series of view 2 has 17 series: at most 16 are allowed")
        #expect(
            await refused([one, ChartSeries(values: [0, .nan])])
                == "InvalidArgument: a value of Series of view 2, series 1 is not finite; expected finite numbers")
        #expect(
            await refused([ChartSeries(values: [], color: "mauve")]).contains(
                "the colour of Series of view 2, series 0"))
        // All series count like `Values`: each number takes 32 bytes of the 16 MiB.
        #expect(
            await refused([ChartSeries(values: [Double](repeating: 0, count: 600_000))]).hasPrefix("LimitsExceeded"))
        let labels = [String](repeating: "x", count: 65)
        #expect(await refusal("Chart", ["AxisLabels": labels.dropLast().variant]) == "none")
        #expect(
            await refusal("Chart", ["AxisLabels": labels.variant])
                == "LimitsExceeded: AxisLabels of view 2 has 65 elements: at most 64 are allowed")
    }

    @Test(.rules("S-243")) func `series win over values`() {
        let values: [String: Variant] = ["Values": [1.0, 2].variant]
        #expect(ViewEntry.view(2, "Chart", with: values).chartSeries == [ChartSeries(values: [1, 2])])
        let series = [ChartSeries(name: "A", values: [3])]
        let both = values.merging(["Series": series.variant]) { $1 }
        #expect(ViewEntry.view(2, "Chart", with: both).chartSeries == series)
    }
}
