import TestSupport

/// Values that stay in the process, in place of a message.
@Suite struct ValueBufferTests {
    private static let values: [Variant] = [
        .byte(0), .byte(255), .bool(false), .bool(true), .int16(.min), .uint16(.max), .int32(.min), .int32(.max),
        .uint32(.max), .int64(.min), .uint64(.max), .double(-0.0), .double(.infinity), .string(""),
        .string("é\n\t👍"), .objectPath("/"), .objectPath("/a/b_1"), .signature(Signature("")),
        .signature(Signature("a{s(uv)}")), .array(of: "s", []), .bytes([1, 2]), .bytes([]),
        .array(of: "as", [.array(of: "s", []), .array(of: "s", [.string("x")])]),
        .array(of: "(uu)", [.structure([.uint32(1), .uint32(2)])]),
        .array(of: "v", [.variant(.byte(1)), .variant(.variant(.string("two deep")))]),
        .dictionary(key: "s", value: "v", [:]),
        .dictionary(key: "s", value: "v", [.string("k"): .variant(.structure([.byte(1), .string("s")]))]),
        .dictionary(key: "u", value: "a{ss}", [.uint32(1): .dictionary(key: "s", value: "s", [:])]),
        .structure([.byte(1), .structure([.string("inner"), .array(of: "(uu)", [])])]),
        .variant(.variant(.variant(.bool(true)))), Everything().variant,
    ]

    private static func buffer(of values: [Variant]) throws(DBusError) -> ValueBuffer {
        let buffer = ValueBuffer()
        for value in values { try value.writeContent(to: buffer) }
        return buffer
    }

    private static func contents(_ buffer: ValueBuffer) throws(DBusError) -> [Variant] {
        var values: [Variant] = []
        while !buffer.isAtEnd { values.append(try Variant.content(from: buffer)) }
        return values
    }

    // MARK: Round trips

    @Test func `every type survives a round trip, as often as the buffer is read`() throws {
        let buffer = try Self.buffer(of: Self.values)
        #expect(buffer.signature == Self.values.map(\.signature).joined())
        for _ in 1...2 {
            #expect(try Self.contents(buffer) == Self.values)
            #expect(buffer.isAtEnd)
            #expect(try buffer.nextSignature.isEmpty)
            buffer.rewind()
        }
        for value in Self.values {
            let single = try Self.buffer(of: [value])
            #expect(single.signature == value.signature)
            #expect(try single.nextSignature == value.signature)
            #expect(try Self.contents(single) == [value])
            // Around a variant.
            let variant = ValueBuffer()
            try value.write(to: variant)
            #expect(variant.signature == "v")
            #expect(try Variant.read(from: variant) == value)
        }
    }

    @Test func `Swift types survive a round trip`() throws {
        let buffer = ValueBuffer()
        let (text, numbers) = ("text", [UInt32(1): ["a": Variant.byte(1)]])
        try text.write(to: buffer)
        try Everything().write(to: buffer)
        try numbers.write(to: buffer)
        try Options(["k": .bool(true)]).write(to: buffer)
        #expect(buffer.signature == "s" + Everything.signature + "a{ua{sv}}a{sv}")
        for _ in 1...2 {
            #expect(try String.read(from: buffer) == text)
            #expect(try Everything.read(from: buffer) == Everything())
            #expect(try [UInt32: [String: Variant]].read(from: buffer) == numbers)
            #expect(try Options.read(from: buffer).values == ["k": .bool(true)])
            // Options may be missing.
            #expect(try Options.read(from: buffer).values.isEmpty)
            buffer.rewind()
        }
    }

    @Test func `a copy has the values that were not read`() throws {
        let buffer = try Self.buffer(of: Self.values)
        for _ in 0..<5 { _ = try Variant.content(from: buffer) }
        let copy = try ValueBuffer(copying: buffer)
        #expect(buffer.isAtEnd)
        #expect(copy.signature == Self.values.dropFirst(5).map(\.signature).joined())
        #expect(try Self.contents(copy) == Array(Self.values.dropFirst(5)))
        #expect(try Self.contents(ValueBuffer(copying: buffer)).isEmpty)
        buffer.rewind()
        let all = try ValueBuffer(copying: buffer)
        #expect(all.signature == buffer.signature && all.content == buffer.content)
    }

    @Test func `an empty buffer has no values`() throws {
        let buffer = ValueBuffer()
        #expect(buffer.isAtEnd && buffer.signature.isEmpty && buffer.content == 0)
        #expect(try buffer.nextSignature.isEmpty)
        #expect(throws: DBusError.self) { _ = try String.read(from: buffer) }
        #expect(throws: DBusError.self) { _ = try Variant.content(from: buffer) }
        buffer.rewind()
        #expect(buffer.isAtEnd)
    }

    @Test func `the content grows with the values`() throws {
        let buffer = ValueBuffer()
        var last = 0
        for value in [
            Variant.byte(1), .string(String(repeating: "x", count: 1000)), .bytes([UInt8](repeating: 0, count: 5000)),
        ] {
            try value.writeContent(to: buffer)
            #expect(buffer.content > last)
            last = buffer.content
        }
        #expect((6000..<7000).contains(buffer.content))
    }

    // MARK: Refusals

    @Test func `a value of another type is refused`() throws {
        func fails<Value: DBusType>(_ type: Value.Type, _ written: Variant, _ part: String = "") throws {
            let buffer = try Self.buffer(of: [written])
            let error = #expect(throws: DBusError.self, "\(written) as \(type)") { _ = try Value.read(from: buffer) }
            #expect(error?.name == DBusError.Name.invalidArgs)
            #expect(error?.message.contains(part) == true, "\(written) as \(type): \(error?.message ?? "")")
        }
        try fails(String.self, .objectPath("/a"), "'s'")
        try fails(String.self, .uint32(1), "'s'")
        try fails(ObjectPath.self, .string("/a"), "'o'")
        try fails(Signature.self, .string("s"), "'g'")
        try fails(UInt32.self, .int32(1), "'u'")
        try fails(UInt32.self, .string("1"), "'u'")
        try fails(Bool.self, .uint32(1), "'b'")
        try fails(Double.self, .uint64(1), "'d'")
        try fails([UInt8].self, .array(of: "u", [.uint32(1)]), "'ay'")
        try fails([UInt8].self, .string("a"), "'ay'")
        try fails([UInt32].self, .uint32(1), "container")
        try fails([UInt32].self, .bytes([1]), "container")
        try fails([UInt32].self, .array(of: "i", [.int32(1)]), "'u'")
        try fails(Variant.self, .uint32(1), "container")
        try fails([String: Variant].self, .string("a"), "container")
        try fails(Everything.Inner.self, .structure([.uint32(1), .uint32(2)]), "'s'")
        try fails(Everything.Inner.self, .structure([.string("a")]), "container")
    }

    @Test func `a container must be entered and is left as a whole`() throws {
        let inner = Variant.array(of: "u", [.uint32(1), .uint32(2), .uint32(3)])
        let buffer = try Self.buffer(of: [.structure([.string("a"), inner, .byte(9)]), .string("next")])
        #expect(throws: DBusError.self) { _ = try buffer.readString() }
        buffer.rewind()
        try buffer.enter()
        #expect(try buffer.readString() == "a")
        #expect(try buffer.nextSignature == "au")
        try buffer.enter()
        #expect(try UInt32.read(from: buffer) == 1)
        // The rest of the array is skipped.
        try buffer.leave()
        #expect(try UInt8.read(from: buffer) == 9)
        #expect(buffer.isAtEnd)
        #expect(throws: DBusError.self) { _ = try String.read(from: buffer) }
        try buffer.leave()
        #expect(try buffer.readString() == "next")
        #expect(buffer.isAtEnd)
        // A container that was not entered is skipped with the one around it.
        buffer.rewind()
        try buffer.enter()
        try buffer.leave()
        #expect(try buffer.readString() == "next")
    }

    @Test func `values that D-Bus can't carry are refused`() throws {
        let values: [Variant] = [
            .string("a\0b"), .array(of: "s", [.string("\0")]), .objectPath(""), .objectPath("no/slash"),
            .objectPath("/a//b"), .objectPath("/a/"), .objectPath("/ä"), .objectPath("/a\0"),
            .signature(Signature("(")), .signature(Signature("z")), .signature(Signature("s\0")),
            .array(of: "s", [.byte(1)]), .dictionary(key: "s", value: "u", [.string("k"): .string("v")]),
            .variant(.string("\0")), .structure([.byte(1), .objectPath("x")]),
        ]
        for value in values {
            let error = #expect(throws: DBusError.self, "\(value)") { _ = try Self.buffer(of: [value]) }
            #expect(error?.name == DBusError.Name.invalidArgs, "\(value)")
        }
    }
}
