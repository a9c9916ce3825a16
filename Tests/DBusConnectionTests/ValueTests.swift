import TestSupport

/// Values on the bus.
@EventLoop @Suite struct ValueTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    @Test func `every type survives a round trip`() async throws {
        #expect(try await stage.call(ExampleInterface.echoEverything, Everything()) == Everything())
    }

    @Test func `every type survives a round trip in a variant`() async throws {
        let values: [Variant] = [
            .byte(0), .byte(255), .bool(false), .bool(true), .int16(.min), .int16(.max), .uint16(.max), .int32(.min),
            .int32(.max), .uint32(.max), .int64(.min), .int64(.max), .uint64(.max), .double(-0.0), .double(.infinity),
            .double(.leastNonzeroMagnitude), .string(""), .string("é\n\t👍"), .objectPath("/"),
            .objectPath("/a/b_1"), .signature(Signature("")), .signature(Signature("a{s(uv)}")),
            .array(of: "s", []), .array(of: "{sv}", []), .bytes([1, 2]), .bytes([]),
            .array(of: "as", [.array(of: "s", []), .array(of: "s", [.string("x")])]),
            .array(of: "v", [.variant(.byte(1)), .variant(.variant(.string("two deep")))]),
            .dictionary(key: "s", value: "v", [.string("k"): .variant(.structure([.byte(1), .string("s")]))]),
            .dictionary(key: "u", value: "a{ss}", [.uint32(1): .dictionary(key: "s", value: "s", [:])]),
            .structure([.byte(1), .structure([.string("inner"), .array(of: "(uu)", [])])]),
            .variant(.variant(.variant(.bool(true)))), Everything().variant,
        ]
        for value in values {
            let expected: Variant =
                value == .array(of: "{sv}", []) ? .dictionary(key: "s", value: "v", [:]) : value
            #expect(try await stage.call(ExampleInterface.echo, value) == expected, "\(value)")
        }
    }

    @Test func `a variant nests up to the bus's limit and is refused beyond it`() async throws {
        func nested(_ depth: Int) -> Variant { (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) } }
        #expect(try await stage.call(ExampleInterface.echo, nested(40)) == nested(40))
        let error = await refusal { _ = try await stage.call(ExampleInterface.echo, nested(100)) }
        #expect(error?.shortName == "InvalidArgs")
        try await stage.call(ExampleInterface.nothing)
    }

    @Test func `two results arrive in order`() async throws {
        let (text, number) = try await stage.client.call(
            ExampleInterface.pair, at: Example.object, on: stage.service.uniqueName)
        #expect(text == "two")
        #expect(number == 2)
    }

    @Test func `values that D-Bus can't carry are refused before sending`() async throws {
        let values: [Variant] = [
            .string("a\0b"), .array(of: "s", [.string("\0")]), .objectPath(""), .objectPath("no/slash"),
            .objectPath("/a//b"), .objectPath("/a/"), .objectPath("/ä"), .objectPath("/a\0"),
            .signature(Signature("(")), .signature(Signature("a")), .signature(Signature("z")),
            .signature(Signature("s\0")), .array(of: "", []), .array(of: "ss", []), .array(of: "s\0", []),
            .array(of: "s", [.byte(1)]), .dictionary(key: "v", value: "s", [:]),
            .dictionary(key: "s", value: "", [:]), .dictionary(key: "s", value: "u", [.string("k"): .string("v")]),
        ]
        for value in values {
            let error = await refusal { _ = try await stage.call(ExampleInterface.echo, value) }
            #expect(error?.shortName == "InvalidArgs", "\(value)")
        }
        for path in ["", "relative", "/a/", "/\0"] {
            let error = await refusal { try await stage.call(ExampleInterface.nothing, at: ObjectPath(path)) }
            #expect(error?.shortName == "InvalidArgs", "\(path)")
        }
        // The connection is still usable.
        try await stage.call(ExampleInterface.nothing)
    }

    @Test func `a text much larger than the buffer is written unchanged`() throws {
        // Copying more than was written would read far beyond the old memory, and crash the process.
        let values: [String: Variant] = ["Text": .string(String(repeating: "x", count: 48 << 20))]
        #expect(MarshalledValues.values(in: try MarshalledValues.bytes(of: values)) == values)
    }

    @Test func `an empty structure is refused before sending`() async throws {
        let error = await refusal { _ = try await stage.call(ExampleInterface.echo, .structure([])) }
        #expect(error?.shortName == "InvalidArgs")
    }

    @Test func `a reply that D-Bus can't carry becomes an error for the caller`() async throws {
        let error = await refusal { _ = try await stage.call(ExampleInterface.answerNUL) }
        #expect(error?.shortName == "InvalidArgs")
        #expect(error?.message.contains("NUL") == true)
    }
}
