package import DBusInterface
internal import EventLoop

/// Calls of owners whose code runs in this process, or in a process of this program.
///
/// They differ from the calls of other clients, because an owner often calls in the middle of a turn: a read neither
/// announces nor saves the changes before it, and objects that are not added yet can be called.
extension ObjectTree {
    /// A call, without its arguments.
    package struct OwnerCall {
        package let path: String
        package let interface: String
        package let member: String
        /// The name of the caller.
        package let caller: String
        /// The signature of the arguments.
        package let signature: String

        package init(path: String, interface: String, member: String, caller: String, signature: String) {
            self.path = path
            self.interface = interface
            self.member = member
            self.caller = caller
            self.signature = signature
        }
    }

    /// Dispatches a call. The reply goes through `reply`, now or later.
    package func dispatch(
        _ call: OwnerCall, reading reader: any DBusReader, replyingTo reply: any DBusPendingReply
    ) throws(DBusError) {
        guard call.interface != PropertiesInterface.name else { return try properties(call, reader, reply) }
        let exported = try interface(call.interface, at: ObjectPath(call.path))
        try delegate?.authorize(call.caller, call.path, call.interface, call.member)
        try exported.call(
            call.member, signature: call.signature, for: call.caller, reading: reader, replyingTo: reply)
    }

    /// Whether an object has an interface.
    package func implements(_ interface: String, at path: ObjectPath) -> Bool {
        (try? self.interface(interface, at: path)) != nil
    }

    /// Returns an interface of an object, or of one that is about to be added.
    private func interface(_ name: String, at path: ObjectPath) throws(DBusError) -> any ExportedInterface {
        let node = nodes[path.text]
        if let exported = node?.interface(named: name) { return exported }
        let interfaces = delegate?.unaddedInterfaces(at: path) ?? []
        if let exported = interfaces.first(where: { $0.name == name }) { return exported }
        let names = node?.names ?? interfaces.map { $0.name }
        guard !names.isEmpty else { throw .unknownObject("no object at \(path)") }
        throw .unknownInterface("object \(path) has no interface '\(name)'; it has \(names.joined(separator: ", "))")
    }

    private func properties(
        _ call: OwnerCall, _ reader: any DBusReader, _ reply: any DBusPendingReply
    ) throws(DBusError) {
        let signatures = [
            PropertiesInterface.get.name: "ss", PropertiesInterface.getAll.name: "s",
            PropertiesInterface.set.name: "ssv",
        ]
        guard let signature = signatures[call.member] else {
            throw PropertiesInterface.description.unknownMethod(call.member)
        }
        guard call.signature == signature else {
            throw .invalidArgs("\(call.member) takes arguments of type '\(signature)', not '\(call.signature)'")
        }
        let exported = try interface(try reader.readString(), at: ObjectPath(call.path))
        if call.member == PropertiesInterface.getAll.name {
            try delegate?.authorize(call.caller, call.path, exported.name, call.member)
            return reply.succeed { (writer) throws(DBusError) in try exported.writeAll(for: call.caller, to: writer) }
        }
        let property = try reader.readString()
        try delegate?.authorize(call.caller, call.path, exported.name, "\(call.member) \(property)")
        guard call.member == PropertiesInterface.set.name else {
            return reply.succeed { (writer) throws(DBusError) in
                try exported.write(property, for: call.caller, to: writer)
            }
        }
        try reader.enter()
        try exported.set(property, for: call.caller, reading: reader, replyingTo: reply)
    }
}

/// A reply that is used in this process, on the loop's thread.
package final class LocalReply: DBusPendingReply, @unchecked Sendable {
    package var isImmediate = true
    private var result: Result<ValueBuffer, DBusError>?
    private let completion: Completion?

    package typealias Completion = @EventLoop (Result<ValueBuffer, DBusError>) -> Void

    /// - Parameter completion: Called once with the results or the error.
    package init(_ completion: Completion? = nil) {
        self.completion = completion
    }

    package func succeed(_ body: (any DBusWriter) throws(DBusError) -> Void) {
        let values = ValueBuffer()
        do throws(DBusError) {
            try body(values)
            finish(.success(values))
        } catch {
            finish(.failure(error))
        }
    }

    package func fail(_ error: DBusError) { finish(.failure(error)) }

    private func finish(_ new: Result<ValueBuffer, DBusError>) {
        guard result == nil else { return }
        result = new
        if let completion { Self.complete((completion, new)) }
    }

    private static let complete = LoopFunction<(Completion, Result<ValueBuffer, DBusError>), Void> { $0($1) }

    /// The results.
    ///
    /// - Throws: The error, or `Failed` for a call without an immediate reply.
    package func values() throws(DBusError) -> ValueBuffer {
        guard let result else { throw .failed("the call has no immediate reply") }
        return try result.get()
    }
}
