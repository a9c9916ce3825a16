import TestSupport

/// Calls, their replies and their timeouts.
@EventLoop @Suite struct CallTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    @Test func `a call without a reply ends at its timeout`() async throws {
        #expect(await refusal { _ = try await stage.call(ExampleInterface.later, timeout: 50) }?.shortName == "NoReply")
    }

    @Test func `a late reply is ignored`() async throws {
        #expect(await refusal { _ = try await stage.call(ExampleInterface.later, timeout: 50) }?.shortName == "NoReply")
        // The timeout may have expired before the call arrived; after a Ping it has arrived.
        try await stage.call(PeerInterface.ping)
        #expect(stage.example.kept.count == 1)
        stage.example.kept.first?.succeed(1)
        stage.example.onKept = { $0.succeed(2) }
        #expect(try await stage.call(ExampleInterface.later) == 2)
    }

    @Test func `only the first reply counts`() async throws {
        stage.example.onKept = { promise in
            promise.succeed(1)
            promise.succeed(2)
            promise.fail(.notSupported("too late"))
        }
        #expect(try await stage.call(ExampleInterface.later) == 1)
        try await stage.call(ExampleInterface.nothing)
    }

    @Test func `an error arrives with its name and message`() async throws {
        let error = await refusal { try await stage.call(ExampleInterface.fail, "wanted – so") }
        #expect(error == DBusError(name: "org.example.Error.Wanted", message: "wanted – so"))
    }

    @Test func `a promise that fails is an error for the caller`() async throws {
        stage.example.onKept = { $0.fail(.accessDenied("not you")) }
        let error = await refusal { _ = try await stage.call(ExampleInterface.later) }
        #expect(error == .accessDenied("not you"))
    }

    @Test func `an invalid error name does not reach the bus`() async throws {
        stage.example.onKept = { $0.fail(DBusError(name: "no name", message: "a\0b")) }
        let error = await refusal { _ = try await stage.call(ExampleInterface.later) }
        #expect(error?.name == "org.freedesktop.DBus.Error.Failed")
        try await stage.call(ExampleInterface.nothing)
    }

    @Test func `an unknown method, interface or service is an error`() async throws {
        let unknown = Method<() -> Void>("Unknown", of: ExampleInterface.name, summary: "Not there.")
        let other = Method<() -> Void>("Unknown", of: "org.example.Other", summary: "Not there.")
        #expect(await refusal { try await stage.call(unknown) }?.shortName == "UnknownMethod")
        #expect(await refusal { try await stage.call(other) }?.shortName == "UnknownInterface")
        let service = await refusal { try await stage.client.call(other, at: "/", on: "org.example.Nobody") }
        #expect(service?.shortName == "ServiceUnknown")
        let invalid = await refusal { try await stage.client.call(other, at: "/", on: "no name") }
        #expect(invalid?.shortName == "InvalidArgs")
    }

    @Test func `arguments of other types are refused with the expected types`() async throws {
        let wrong = Method<(UInt32) -> Void>("Fail", of: ExampleInterface.name, "message", summary: "With a number.")
        let error = await refusal { try await stage.call(wrong, 1) }
        #expect(error?.shortName == "InvalidArgs")
        #expect(error?.message.contains("'s'") == true)
    }

    @Test func `a reply of another type is an error for the caller`() async throws {
        let wrong = Method<(Variant) -> String>(
            "Echo", of: ExampleInterface.name, "value", returns: "value", summary: "As a string.")
        #expect(await refusal { _ = try await stage.call(wrong, .byte(1)) }?.shortName == "InvalidArgs")
    }

    @Test func `options may be omitted`() async throws {
        let bare = Method<(UInt32) -> String>(
            "Choose", of: ExampleInterface.name, "number", returns: "label", summary: "Without options.")
        #expect(try await stage.call(bare, 1) == "none")
        #expect(try await stage.call(ExampleInterface.choose, 1, [:]) == "none")
        #expect(try await stage.call(ExampleInterface.choose, 1, ["label": .string("x")]) == "x")
    }

    @Test func `an unknown option or one of another type is refused with its name`() async throws {
        let unknown = await refusal { _ = try await stage.call(ExampleInterface.choose, 1, ["lable": .string("x")]) }
        #expect(unknown?.shortName == "InvalidArgs")
        #expect(unknown?.message.contains("'lable'") == true)
        let wrong = await refusal { _ = try await stage.call(ExampleInterface.choose, 1, ["label": .byte(1)]) }
        #expect(wrong?.shortName == "InvalidArgs")
        #expect(wrong?.message.contains("'label'") == true)
    }

    @Test func `a call without a reply is handled before a later Ping`() async throws {
        try stage.client.notify(ExampleInterface.raise, at: Example.object, on: stage.service.uniqueName, 3)
        try await stage.call(PeerInterface.ping)
        #expect(stage.signals.map(\.member) == ["PropertiesChanged"])
        #expect(try await stage.get("Level") == .uint32(3))
    }

    @Test func `many concurrent calls are answered in order`() async throws {
        let (client, name) = (stage.client, stage.service.uniqueName)
        var answers: [UInt32] = []
        let count: UInt32 = 500
        let last: UInt32 = try await EventLoop.waiting(for: "the last answer") { done in
            for number in 0..<count {
                client.call(
                    ExampleInterface.echo, at: Example.object, on: name, .uint32(number),
                    timeout: TestTimeout.call
                ) { result in
                    if case .success(.uint32(let number)) = result { answers.append(number) }
                    if number == count - 1 { done(number) }
                }
            }
        }
        #expect(last == count - 1)
        #expect(answers == Array(0..<count))
    }
}
