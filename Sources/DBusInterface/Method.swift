/// A D-Bus method, typed by the Swift function it stands for.
///
/// ```swift
/// static let tapItem: Method<(UInt32, Options) -> Bool> = method(
///     "TapItem", "position", "options", returns: "accepted", summary: "Taps an item, as a gesture of the user.")
/// ```
package struct Method<Function>: DeclaredMember {
    package let interface: String
    package let name: String
    package let inputs: [ArgumentDescription]
    package let outputs: [ArgumentDescription]
    package let options: [OptionDescription]
    package let summary: String
    /// Whether the caller wants a reply; false for the calls to clients that the daemon does not wait for.
    package private(set) var expectsReply = true
    /// The signature of a call with all arguments.
    package let signature: String
    /// The signature of a call without its trailing options, which is also accepted.
    package let signatureWithoutOptions: String?
    /// The signature of the reply.
    package let replySignature: String

    private init(
        _ interface: String, name: String, inputs: [ArgumentDescription], outputs: [ArgumentDescription],
        options: [any DeclaredOption],
        summary: String
    ) {
        self.interface = interface
        self.name = name
        self.inputs = inputs
        self.outputs = outputs
        self.options = options.map(\.description)
        self.summary = summary
        signature = inputs.map(\.signature).joined()
        signatureWithoutOptions =
            inputs.last?.name == "options" ? inputs.dropLast().map(\.signature).joined() : nil
        replySignature = outputs.map(\.signature).joined()
    }

    package init<each In: DBusType, Out: DBusType>(
        _ name: String, of interface: String, _ inputs: repeat Name<each In>, returns output: Name<Out>,
        options: [any DeclaredOption] = [], summary: String
    ) where Function == (repeat each In) -> Out {
        self.init(
            interface, name: name, inputs: describe(repeat each inputs), outputs: describe(output), options: options,
            summary: summary)
    }

    /// A method with no results, or with more than one.
    package init<each In: DBusType, each Out: DBusType>(
        _ name: String, of interface: String, _ inputs: repeat Name<each In>, returns outputs: repeat Name<each Out>,
        options: [any DeclaredOption] = [], summary: String
    ) where Function == (repeat each In) -> (repeat each Out) {
        self.init(
            interface, name: name, inputs: describe(repeat each inputs), outputs: describe(repeat each outputs),
            options: options, summary: summary)
    }

    package var description: MemberDescription {
        .method(
            name: name, inputs: inputs, outputs: outputs, options: options, summary: summary,
            expectsReply: expectsReply)
    }

    /// The same method for callers that do not want a reply.
    var withoutReply: Method {
        var method = self
        method.expectsReply = false
        return method
    }

    /// Writes the arguments of a call.
    package func write<each In: DBusType, Out>(
        _ argument: repeat each In, to writer: some DBusWriter
    ) throws(DBusError) where Function == (repeat each In) -> Out {
        for argument in repeat each argument { try argument.write(to: writer) }
    }
}
